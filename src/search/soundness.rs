//! Tests only: every win that the solvers report is played out against ALL
//! legal replies of the defender, with the slow judges as referee.
//!
//! `QUINTE_SOUNDNESS_POSITIONS` sets the number of random positions for each
//! rule; the suites of forced wins (`testdata`) come after them.

use super::vcf::{Vcf, Verdict};
use super::vct::Vct;
use crate::board::zobrist::mix;
use crate::board::{Board, text};
use crate::position::Position;
use crate::rules;
use crate::types::{BoardSize, Point, Rule};

/// Nodes a solver may use to find a win, or to find it again.
const BUDGET: u64 = 3_000;

/// Nodes for a second look where the first does not find the win again: a
/// reply can make it longer. Seen once in 8,434 wins, in caro.
const SECOND_BUDGET: u64 = 300_000;

/// Replies played for each position at most, times the number of positions for
/// each rule: wins by many threes on a large board have billions.
const REPLIES_PER_POSITION: u64 = 1_000;

/// A solver under test: the winning move of the side to move, if it knows one.
type Solver<'a> = &'a mut dyn FnMut(&mut Position) -> Option<Point>;

/// Plays the solver's moves against every legal reply; an error shows how the
/// win was refuted. Nothing is played any more once no replies are left.
fn verify(position: &mut Position, solver: Solver<'_>, left: &mut u64) -> Result<(), String> {
    let (rule, us) = (position.rule(), position.side_to_move());
    let complain = |position: &Position, text: &str| {
        Err(format!(
            "{text} under {rule}:\n{}",
            text::diagram(position.board())
        ))
    };
    let Some(point) = solver(position) else {
        return complain(position, "the win was lost");
    };
    if rules::foul(rule, position.board(), point, us).is_some() {
        return complain(position, &format!("{point} is forbidden"));
    }
    if rules::wins(rule, position.board(), point, us) {
        return Ok(());
    }
    position.play(point);
    let result = verify_replies(position, solver, left);
    position.undo();
    result
}

fn verify_replies(
    position: &mut Position,
    solver: Solver<'_>,
    left: &mut u64,
) -> Result<(), String> {
    let (rule, defender) = (position.rule(), position.side_to_move());
    for reply in position.board().empty().iter() {
        if rules::foul(rule, position.board(), reply, defender).is_some() {
            continue;
        }
        if *left == 0 {
            return Ok(());
        }
        *left -= 1;
        if rules::wins(rule, position.board(), reply, defender) {
            let diagram = text::diagram(position.board());
            return Err(format!(
                "{reply} wins for {defender} under {rule}:\n{diagram}"
            ));
        }
        position.play(reply);
        let result = verify(position, solver, left);
        position.undo();
        result?;
    }
    Ok(())
}

/// A random position with many lines in a small space, nobody having won yet.
fn random_position(rule: Rule, seed: u64) -> Option<Position> {
    let size = BoardSize::square(11)?;
    let mut position = Position::new(&Board::new(size), rule);
    for number in 0..8 + mix(seed) % 30 {
        let near = position.candidates();
        let cells: Vec<Point> = if near.is_empty() {
            vec![size.center()]
        } else {
            near.iter().collect()
        };
        let point = cells[mix(seed << 16 | number) as usize % cells.len()];
        let color = position.side_to_move();
        if rules::wins(rule, position.board(), point, color) || !position.is_legal(color, point) {
            continue;
        }
        position.play(point);
    }
    Some(position)
}

fn positions_per_rule() -> u64 {
    let wanted = std::env::var("QUINTE_SOUNDNESS_POSITIONS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(60)
}

fn winning_move(verdict: Verdict) -> Option<Point> {
    match verdict {
        Verdict::Win { first, .. } => Some(first),
        _ => None,
    }
}

/// Positions with forced wins, many of them long: rule, side of the board,
/// moves and more, as `solve` reads them.
const SUITES: [&str; 4] = [
    include_str!("testdata/wins-freestyle15.txt"),
    include_str!("testdata/wins-freestyle20.txt"),
    include_str!("testdata/wins-standard15.txt"),
    include_str!("testdata/wins-renju15.txt"),
];

fn suite_position(line: &str) -> Position {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let rule: Rule = fields[0].parse().expect("a rule");
    let size = BoardSize::square(fields[1].parse().expect("a number")).expect("a size");
    let board = text::parse_moves(size, fields[2]).expect("moves of the board");
    Position::new(&board, rule)
}

/// How the wins of some positions were verified.
#[derive(Default, Debug)]
struct Tally {
    wins: u64,
    deep_wins: u64,
    replies: u64,
    /// Wins with too many replies to play them all.
    unfinished: u64,
}

impl Tally {
    /// Verifies the win of the side to move, if the solver reports one. One
    /// solver serves a position and all that follow from it, so that what it
    /// remembers is tested too.
    fn add<S: FnMut(&mut Position) -> Verdict>(
        &mut self,
        name: &str,
        mut position: Position,
        new_solver: impl Fn(u64) -> S,
    ) {
        let mut solver = new_solver(BUDGET);
        let Verdict::Win { plies, .. } = solver(&mut position) else {
            return;
        };
        let mut left = REPLIES_PER_POSITION * positions_per_rule();
        let mut moves = |position: &mut Position| {
            winning_move(solver(position))
                .or_else(|| winning_move(new_solver(SECOND_BUDGET)(position)))
        };
        if let Err(refutation) = verify(&mut position, &mut moves, &mut left) {
            panic!("{name}: {refutation}");
        }
        self.replies += REPLIES_PER_POSITION * positions_per_rule() - left;
        if left == 0 {
            self.unfinished += 1;
        } else {
            self.wins += 1;
            self.deep_wins += u64::from(plies > 3);
        }
    }
}

/// Verifies wins of the side to move in random positions of every rule and in the suites.
fn verify_all<S: FnMut(&mut Position) -> Verdict>(name: &str, new_solver: impl Fn(u64) -> S) {
    for rule in Rule::ALL {
        let mut tally = Tally::default();
        for seed in 0..positions_per_rule() {
            if let Some(position) = random_position(rule, seed) {
                tally.add(&format!("{name}, seed {seed}"), position, &new_solver);
            }
        }
        println!("{name}, {rule}: {tally:?}, all lost");
        assert!(tally.wins > 0, "{name} finds no wins under {rule}");
    }
    let mut tally = Tally::default();
    let lines = SUITES.into_iter().flat_map(str::lines);
    for line in lines.filter(|line| !line.starts_with('#')) {
        tally.add(line, suite_position(line), &new_solver);
    }
    println!("{name}, suites: {tally:?}, all lost");
    assert!(tally.wins > 0, "{name} finds no wins in the suites");
}

#[test]
fn wins_by_fours_hold_against_every_reply() {
    verify_all("fours", |budget| {
        let mut vcf = Vcf::default();
        move |position: &mut Position| vcf.solve(position, budget)
    });
}

#[test]
fn wins_by_threats_hold_against_every_reply() {
    verify_all("threats", |budget| {
        let (mut vcf, mut vct) = (Vcf::default(), Vct::new(1 << 14));
        move |position: &mut Position| vct.solve(position, &mut vcf, budget)
    });
}
