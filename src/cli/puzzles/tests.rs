//! Puzzles from the solver to the files: what is one, what is none, and that
//! every solution holds against every legal reply.

use super::finder::{Finder, Yield};
use super::material::Material;
use super::puzzle::Puzzle;
use super::sieve::{Sieve, Wish};
use super::solution;
use super::unique::{Fate, OnlyWin, only_win};
use super::{parse_grades, sgf};
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::cli::records;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rules::{self, Verdict};
use crate::search::threats::ThreatSolver;
use crate::search::{Control, SystemClock, TimeBudget};
use crate::types::{BoardSize, Color, Point, Rule};
use std::sync::Arc;

const NODES: u64 = 20_000;
/// The rule of the real game.
const RULE: Rule = Rule::Freestyle;

fn ask(board: &Board, rule: Rule) -> Result<OnlyWin, Fate> {
    let mut solver = ThreatSolver::new(1 << 14);
    only_win(&mut solver, &mut Position::new(board, rule), NODES)
}

#[test]
fn trivial_positions_and_those_without_a_win_are_no_puzzles() {
    let size = BoardSize::square(15).expect("a size");
    for (moves, fate) in [
        ("h8a1i8o1j8a15", Fate::Trivial),
        ("h8a1i8o1j8a15k8o15", Fate::Trivial),
        ("h8a1i8o1j8a15k8", Fate::Trivial),
        ("h8i9", Fate::NoWin),
        ("h8a1i8o1j9a15j10o15", Fate::SeveralWins),
    ] {
        let board = parse_moves(size, moves).expect("moves");
        let found = ask(&board, Rule::Freestyle);
        // Twos that cross can be met from more than one side.
        assert_eq!(found.err(), Some(fate), "{moves}");
    }
}

#[test]
fn a_four_that_only_puts_the_solution_off_is_a_detour() {
    // The third of the games has puzzles with such fours.
    let found = find(GAMES, 2, Rule::Standard);
    let puzzles = found.puzzles.iter().filter(|one| !one.detours.is_empty());
    let mut count = 0;
    for puzzle in puzzles {
        count += 1;
        let board = puzzle.board().expect("a board");
        for &detour in &puzzle.detours {
            let point = puzzle.point(detour);
            assert!(puzzle.tree.iter().all(|step| step.cell != detour));
            let mut after = board.clone();
            after.play(point);
            let fives = after
                .empty()
                .iter()
                .filter(|&five| rules::wins(Rule::Standard, &after, five, board.side_to_move()));
            assert_eq!(fives.count(), 1, "a four with one answer");
        }
        let win = ask(&board, Rule::Standard).expect("still a puzzle");
        check(&board, Rule::Standard, &win.solution);
    }
    assert!(count > 0, "{:?}", found.fates);
}

#[test]
fn a_double_three_wins_but_for_black_in_renju() {
    let size = BoardSize::square(15).expect("a size");
    let board = parse_moves(size, "h8a1i8o1j9a15j10o15").expect("moves");
    let mut solver = ThreatSolver::new(1 << 14);
    let mut position = Position::new(&board, Rule::Renju);
    let crossing = Point::new(9, 7);
    assert!(
        solution::solve(&mut solver, &mut position, crossing, 9, 5_000).is_none()
            || !position.is_legal(Color::Black, crossing)
    );
    assert!(!ThreatSolver::first_moves(&mut position).contains(&crossing));
}

/// Plays a solution against every legal reply: replies that it does not answer must leave the
/// winner a five at once, or an open four that nothing stops.
fn check(board: &Board, rule: Rule, solution: &solution::Solution) {
    let mut waiting = vec![(0, board.clone())];
    let mut count = 0;
    while let Some((number, board)) = waiting.pop() {
        let step = &solution.steps[number];
        let winner = board.side_to_move();
        assert!(rules::foul(rule, &board, step.point, winner).is_none());
        let mut after = board.clone();
        after.play(step.point);
        for reply in after.empty().iter() {
            if rules::verdict(rule, &after, reply) != Verdict::Continues {
                let wins = rules::wins(rule, &after, reply, winner.opponent());
                assert!(!wins, "{reply} wins for the defender");
                continue;
            }
            let mut next = after.clone();
            next.play(reply);
            match step.replies.iter().find(|(answered, _)| *answered == reply) {
                Some(&(_, number)) => waiting.push((number, next)),
                None => assert!(wins_at_once(&next, rule), "{reply} is not answered"),
            }
        }
        count += 1;
        assert!(count < 20_000, "the solution ends");
    }
}

/// Whether the side to move makes five, or a four that nothing stops.
fn wins_at_once(board: &Board, rule: Rule) -> bool {
    let mover = board.side_to_move();
    let fives = |board: &Board| {
        let empty = board.empty().iter();
        empty
            .filter(|&point| rules::wins(rule, board, point, mover))
            .count()
    };
    if fives(board) > 0 {
        return true;
    }
    // The fast tables say where an open four may be; the slow judge says whether it is one.
    let position = Position::new(board, rule);
    let fours = position.cells_with(mover, Threat::OpenFour);
    fours.iter().any(|point| {
        let mut after = board.clone();
        after.play(point);
        let other_wins = after
            .empty()
            .iter()
            .any(|reply| rules::wins(rule, &after, reply, mover.opponent()));
        rules::foul(rule, board, point, mover).is_none() && !other_wins && fives(&after) > 1
    })
}

fn find(text: &str, game: usize, rule: Rule) -> Yield {
    let games = records::read(text.as_bytes()).expect("games");
    let material = Material {
        name: "test".to_owned(),
        rule,
        game: games.into_iter().nth(game).expect("a game"),
    };
    let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
    let mut finder = Finder::new(NODES, &control);
    let found = finder.look_through(&material);
    found.expect("a look").expect("not stopped")
}

/// The games that the tests of the command have.
const GAMES: &str = include_str!("../../../protocol-tests/puzzles/games.sgf");

/// The first of them.
fn real_game() -> Yield {
    find(GAMES, 0, RULE)
}

#[test]
fn a_real_game_gives_sound_puzzles_again_and_again() {
    let found = real_game();
    assert_eq!(found, real_game(), "the same every time");
    assert!(!found.puzzles.is_empty(), "{:?}", found.fates);
    for puzzle in &found.puzzles {
        let board = puzzle.board().expect("a board");
        let win = ask(&board, RULE).expect("still a puzzle");
        assert_eq!(win.solution.length(), puzzle.length);
        check(&board, RULE, &win.solution);
        let text = serde_json::to_string(puzzle).expect("JSON");
        let again: Puzzle = serde_json::from_str(&text).expect("its own JSON");
        assert_eq!(again, *puzzle);
    }
}

#[test]
fn sgf_files_hold_the_position_and_the_solution() {
    let found = real_game();
    let text = sgf::write(&found.puzzles).expect("written");
    let games = records::read(text.as_bytes()).expect("games");
    assert_eq!(games.len(), found.puzzles.len());
    for (game, puzzle) in games.iter().zip(&found.puzzles) {
        let board = puzzle.board().expect("a board");
        let start = game.start();
        assert_eq!(start.side_to_move(), board.side_to_move());
        for color in Color::ALL {
            assert_eq!(start.stones(color), board.stones(color));
        }
        let first = puzzle.tree.first().map(|step| puzzle.point(step.cell));
        assert_eq!(game.moves.first().map(|played| played.point), first);
        // The longest defence is written up to a four, or a three, that nothing stops.
        let left = 2 * puzzle.length - 1 - game.moves.len();
        assert!([2, 4].contains(&left), "{left} plies are left out");
    }
}

#[test]
fn puzzles_are_taken_once_and_as_asked_for() {
    let found = real_game();
    let wish = |length, grade| Wish {
        length,
        grade,
        is_strict: false,
    };
    let mut sieve = Sieve::new(wish(3..=usize::MAX, 1..=5));
    for puzzle in found.puzzles.iter().chain(&found.puzzles) {
        sieve.add(puzzle.clone()).expect("a puzzle");
    }
    assert_eq!(sieve.doubles, found.puzzles.len());
    assert_eq!(sieve.puzzles, found.puzzles);
    let mut long = Sieve::new(wish(50..=60, 1..=5));
    long.add(found.puzzles[0].clone()).expect("a puzzle");
    assert_eq!((long.puzzles.len(), long.unwanted), (0, 1));
}

#[test]
fn grades_are_one_or_a_range() {
    assert_eq!(parse_grades("3").expect("a grade"), 3..=3);
    assert_eq!(parse_grades("2-4").expect("grades"), 2..=4);
    for text in ["", "0", "6", "4-2", "1-9", "a"] {
        assert!(parse_grades(text).is_err(), "{text}");
    }
}
