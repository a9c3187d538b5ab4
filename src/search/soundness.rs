//! Tests only: every win that the solvers report is played out against ALL
//! legal replies of the defender, with the slow judges as referee.
//!
//! `QUINTE_SOUNDNESS_POSITIONS` sets the number of positions for each rule.

use super::vcf::{Vcf, Verdict};
use super::vct::Vct;
use crate::board::zobrist::mix;
use crate::board::{Board, text};
use crate::position::Position;
use crate::rules;
use crate::types::{BoardSize, Point, Rule};

/// Nodes a solver may use to find, or find again, a win.
const BUDGET: u64 = 3_000;

/// A solver under test: the winning move of the side to move, if it knows one.
type Solver<'a> = &'a mut dyn FnMut(&mut Position) -> Option<Point>;

/// Plays the solver's moves against every legal reply; an error shows how the
/// win was refuted. Moves are counted to keep the test within bounds.
fn verify(position: &mut Position, solver: Solver<'_>, played: &mut u64) -> Result<(), String> {
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
    let result = verify_replies(position, solver, played);
    position.undo();
    result
}

fn verify_replies(
    position: &mut Position,
    solver: Solver<'_>,
    played: &mut u64,
) -> Result<(), String> {
    let (rule, defender) = (position.rule(), position.side_to_move());
    for reply in position.board().empty().iter() {
        if rules::foul(rule, position.board(), reply, defender).is_some() {
            continue;
        }
        *played += 1;
        if rules::wins(rule, position.board(), reply, defender) {
            let diagram = text::diagram(position.board());
            return Err(format!(
                "{reply} wins for {defender} under {rule}:\n{diagram}"
            ));
        }
        position.play(reply);
        let result = verify(position, solver, played);
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

/// Verifies wins of the side to move in random positions of every rule. One
/// solver serves a position and all that follow from it, so that what it
/// remembers is tested too.
fn verify_all(name: &str, new_solver: impl Fn() -> Box<dyn FnMut(&mut Position) -> Verdict>) {
    for rule in Rule::ALL {
        let (mut wins, mut long_wins, mut played) = (0, 0, 0);
        for seed in 0..positions_per_rule() {
            let Some(mut position) = random_position(rule, seed) else {
                continue;
            };
            let mut solver = new_solver();
            let Verdict::Win { plies, .. } = solver(&mut position) else {
                continue;
            };
            wins += 1;
            long_wins += u64::from(plies > 3);
            let mut moves = |position: &mut Position| winning_move(solver(position));
            if let Err(refutation) = verify(&mut position, &mut moves, &mut played) {
                panic!("{name}, seed {seed}: {refutation}");
            }
        }
        println!("{name} {rule}: {wins} wins ({long_wins} deep), {played} replies, all lost");
        assert!(wins > 0, "{name} finds no wins under {rule}");
    }
}

#[test]
fn wins_by_fours_hold_against_every_reply() {
    verify_all("fours", || {
        let mut vcf = Vcf::default();
        Box::new(move |position| vcf.solve(position, BUDGET))
    });
}

#[test]
fn wins_by_threats_hold_against_every_reply() {
    verify_all("threats", || {
        let (mut vcf, mut vct) = (Vcf::default(), Vct::new(1 << 14));
        Box::new(move |position| vct.solve(position, &mut vcf, BUDGET))
    });
}
