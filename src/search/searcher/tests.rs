//! The player as a whole: facts of the game it must not miss, and the promise
//! that a search bounded by depth or nodes repeats exactly.

use super::*;
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::search::{Limits, ManualClock, Progress, Silent, TimeBudget};
use crate::types::score::{is_win, loss_in, win_in};
use crate::types::{Color, Point};
use std::sync::Arc;
use std::time::Duration;

const TABLE_BYTES: usize = 4 << 20;

fn control() -> Control {
    Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED)
}

fn board(columns: usize, moves: &str) -> Board {
    let size = BoardSize::square(columns).expect("a valid size");
    parse_moves(size, moves).expect("valid moves")
}

fn think(rule: Rule, board: &Board, limits: &Limits) -> Outcome {
    Searcher::new(TABLE_BYTES).think(
        &Question::new(board.clone(), rule, *limits),
        &control(),
        &mut Silent,
    )
}

#[track_caller]
fn assert_plays(rule: Rule, moves: &str, expected: &[&str]) -> Outcome {
    let outcome = think(rule, &board(15, moves), &Limits::depth(4));
    let best = outcome.best_move().expect("a move").to_string();
    assert!(
        expected.contains(&best.as_str()),
        "{rule}: {best}, not one of {expected:?}"
    );
    outcome
}

#[test]
fn five_is_played_and_a_four_is_blocked_under_every_rule() {
    for rule in Rule::ALL {
        let win = assert_plays(rule, "h8a1i8a3j8a5k8a7", &["g8", "l8"]);
        assert_eq!(win.lines[0].score, win_in(1));
        // In caro a five can also be stopped by enclosing it.
        let stops: &[&str] = if rule.enclosed_five_is_void() {
            &["l8", "m8"]
        } else {
            &["l8"]
        };
        assert_plays(rule, "a1h8a3i8g8j8o15k8", stops);
    }
}

/// From a game: so many fours can be made that lines of fours beyond the horizon
/// have no end if they cost no depth, and the first iteration none either.
#[test]
fn many_fours_on_the_board_do_not_keep_the_search_at_its_first_depth() {
    let moves = "m17k17j14k12k14n18m20l14j15j16i15l13i14k15i17i16k16l17l15m13n12j13n13m14n15n16k13\
                 h16m11l12l10j11i10k9k11n11m12l11o14o13j12m10n9i13g12h13f13h11h10j10h15g15f12f16g16\
                 i12k10p13l9q14o12g11f11f10l8f15g14h14e17h12e9i11g13";
    let limits = Limits::nodes(30_000);
    let outcome = think(Rule::Freestyle, &board(20, moves), &limits);
    assert!(outcome.lines[0].depth >= 4, "{}", outcome.lines[0].depth);
}

/// A board nearly full on which nobody has five, and on which d1 is an overline.
fn nearly_full(empty: &[&str]) -> Board {
    let size = BoardSize::square(6).expect("a valid size");
    let mut board = Board::new(size);
    let is_empty = |point: Point| empty.iter().any(|name| name.parse() == Ok(point));
    for point in size.points().filter(|&point| !is_empty(point)) {
        let is_black = point.y() == 0 || (point.x() + 2 * point.y()) % 4 < 2;
        board.put(point, if is_black { Color::Black } else { Color::White });
    }
    board
}

#[test]
fn who_has_only_forbidden_cells_left_has_lost() {
    let mut board = nearly_full(&["d1", "f6"]);
    board.set_side_to_move(Color::White);
    let outcome = think(Rule::Renju, &board, &Limits::depth(4));
    assert_eq!(outcome.best_move(), Some("f6".parse().expect("a point")));
    assert_eq!(outcome.lines[0].score, win_in(2), "the foul ends the game");
    // Where nothing is forbidden the board fills up.
    let outcome = think(Rule::Standard, &board, &Limits::depth(4));
    assert_eq!(outcome.lines[0].score, 0);
}

#[test]
fn an_open_four_is_won_and_lost_in_exact_distances() {
    let win = assert_plays(Rule::Freestyle, "h8a1i8a3j8a5", &["g8", "k8"]);
    assert_eq!(win.lines[0].score, win_in(3));
    let lost = think(
        Rule::Freestyle,
        &board(15, "h8a1i8a3j8a5k8"),
        &Limits::depth(4),
    );
    assert_eq!(lost.lines[0].score, loss_in(2));
}

#[test]
fn an_open_three_is_answered() {
    assert_plays(Rule::Freestyle, "a1h8a3i8o15j8", &["f8", "g8", "k8", "l8"]);
}

#[test]
fn a_forbidden_defence_is_no_defence() {
    // White's four on row 8 can only be stopped on h8, an overline for Black.
    let moves = "h5i8h6j8h7k8h9l8h10a1h11o1m8o3a15";
    let outcome = think(Rule::Renju, &board(15, moves), &Limits::depth(4));
    assert!(is_win(outcome.lines[0].score), "white to move wins at h8");
    let mut waiting = board(15, moves);
    waiting.set_side_to_move(crate::types::Color::Black);
    let outcome = think(Rule::Renju, &waiting, &Limits::depth(4));
    assert_eq!(outcome.lines[0].score, loss_in(2));
    assert_ne!(outcome.best_move(), Some(Point::new(7, 7)));
}

#[test]
fn a_bounded_search_repeats_exactly() {
    let board = board(15, "h8i9i8g8j8k8j7j9h9g10i7i6");
    for rule in Rule::ALL {
        for limits in [Limits::depth(6), Limits::nodes(5_000)] {
            let first = think(rule, &board, &limits);
            assert_eq!(think(rule, &board, &limits), first, "{rule}");
            let mut searcher = Searcher::new(TABLE_BYTES);
            searcher.think(
                &Question::new(board.clone(), rule, Limits::depth(3)),
                &control(),
                &mut Silent,
            );
            searcher.clear();
            let again = searcher.think(
                &Question::new(board.clone(), rule, limits),
                &control(),
                &mut Silent,
            );
            assert_eq!(again, first, "{rule} after clearing");
        }
    }
}

#[test]
fn several_lines_begin_with_different_moves_and_fall_in_value() {
    let limits = Limits {
        lines: 4,
        ..Limits::depth(5)
    };
    let outcome = think(Rule::Standard, &board(15, "h8i9i8g8"), &limits);
    let firsts: std::collections::HashSet<_> = outcome.lines.iter().map(|l| l.moves[0]).collect();
    assert_eq!(firsts.len(), 4);
    assert!(outcome.lines.is_sorted_by_key(|line| -line.score));
}

#[test]
fn two_ways_to_win_at_once_are_two_lines() {
    let limits = Limits {
        lines: 2,
        ..Limits::depth(3)
    };
    let outcome = think(Rule::Freestyle, &board(15, "h8a1i8a3j8a5k8a7"), &limits);
    let scores: Vec<_> = outcome.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores, [win_in(1), win_in(1)]);
    assert_ne!(outcome.lines[0].moves[0], outcome.lines[1].moves[0]);
}

#[test]
fn a_limit_of_nodes_is_kept_and_still_lets_the_search_begin() {
    let board = board(15, "h8i9g9h10g7");
    for nodes in [600, 3_000] {
        let outcome = think(Rule::Freestyle, &board, &Limits::nodes(nodes));
        assert!(
            outcome.nodes <= nodes + 500,
            "{} of {nodes} nodes",
            outcome.nodes
        );
        assert!(
            outcome.lines[0].depth >= 1,
            "{nodes} nodes are enough for one iteration"
        );
    }
}

#[test]
fn a_stopped_search_still_has_a_legal_move() {
    let board = board(15, "h8i9i8g8");
    let stopped = control();
    stopped.stop();
    let late = control();
    late.set_budget(TimeBudget::until(Some(Duration::ZERO)));
    for control in [stopped, late] {
        let mut searcher = Searcher::new(TABLE_BYTES);
        let outcome = searcher.think(
            &Question::new(board.clone(), Rule::Renju, Limits::depth(20)),
            &control,
            &mut Silent,
        );
        assert!(
            outcome
                .best_move()
                .is_some_and(|point| board.is_empty(point))
        );
    }
}

#[test]
fn full_and_empty_boards_are_survived() {
    let size = BoardSize::square(5).expect("a valid size");
    let mut full = Board::new(size);
    for point in size.points() {
        full.play(point);
    }
    assert_eq!(
        think(Rule::Freestyle, &full, &Limits::depth(3)).best_move(),
        None
    );
    let empty = think(Rule::Freestyle, &Board::new(size), &Limits::depth(3));
    assert_eq!(empty.best_move(), Some(size.center()));
}

/// The outcome of a search in slices of so many nodes, what it told, and the
/// number of slices.
fn think_in_slices(question: &Question, nodes: u64) -> (Outcome, Vec<Progress>, usize) {
    let slice = Slice {
        nodes: Some(nodes),
        until: None,
    };
    let (mut searcher, mut ear) = (Searcher::new(TABLE_BYTES), Ear::default());
    let (mut paused, control) = (None, control());
    for number in 1.. {
        match searcher.think_for(slice, paused.take(), question, &control, &mut ear) {
            Course::Finished(outcome) => return (outcome, ear.0, number),
            Course::Paused(rest) => paused = Some(rest),
        }
    }
    unreachable!("a search has an end");
}

/// All that a search tells.
#[derive(Default)]
struct Ear(Vec<Progress>);
impl Observer for Ear {
    fn line_finished(&mut self, progress: &Progress) {
        self.0.push(progress.clone());
    }
}

#[test]
fn a_search_in_slices_visits_the_same_nodes_as_one_in_one_go() {
    let three_lines = Limits {
        lines: 3,
        ..Limits::depth(6)
    };
    for rule in Rule::ALL {
        for limits in [Limits::depth(11), Limits::nodes(9_000), three_lines] {
            let question = Question::new(board(15, "h8i9i7g8"), rule, limits);
            let (whole, told, slices) = think_in_slices(&question, u64::MAX);
            assert_eq!(slices, 1);
            assert_eq!(think(rule, &question.board, &limits), whole, "{rule}");
            for nodes in [1, 1_000] {
                let (in_slices, told_in_slices, slices) = think_in_slices(&question, nodes);
                assert!(slices > 1, "{rule}: {slices}");
                assert_eq!(in_slices, whole, "{rule} in {slices} slices");
                assert_eq!(told_in_slices, told, "{rule} in {slices} slices");
            }
        }
    }
}

#[test]
fn what_the_control_is_told_between_slices_holds() {
    let question = Question::new(board(15, "h8i9i8g8"), Rule::Freestyle, Limits::NONE);
    let slice = Slice {
        nodes: Some(5_000),
        until: None,
    };
    for is_stop in [true, false] {
        let (mut searcher, control) = (Searcher::new(TABLE_BYTES), control());
        let mut think = |paused| {
            let course = searcher.think_for(slice, paused, &question, &control, &mut Silent);
            // Others may have the solvers forget in between.
            searcher.memory.clear();
            course
        };
        let Course::Paused(paused) = think(None) else {
            panic!("nothing bounds the search");
        };
        let best = paused.outcome().clone();
        let Course::Paused(paused) = think(Some(paused)) else {
            panic!("nothing bounds the search");
        };
        assert!(paused.outcome().nodes > best.nodes, "it goes on");
        if is_stop {
            control.stop();
        } else {
            control.set_budget(TimeBudget::until(Some(Duration::ZERO)));
        }
        let before = paused.outcome().nodes;
        let Course::Finished(outcome) = think(Some(paused)) else {
            panic!("it was told to end");
        };
        assert!(outcome.nodes < before + 500, "{} {before}", outcome.nodes);
        assert!(outcome.lines[0].depth >= best.lines[0].depth);
        assert!(outcome.best_move().is_some());
    }
}

#[test]
fn a_paused_search_of_another_position_is_not_gone_on_with() {
    let one = Question::new(board(15, "h8i9i8g8"), Rule::Freestyle, Limits::depth(9));
    let other = Question::new(board(15, "h8i9"), Rule::Freestyle, Limits::depth(3));
    let mut searcher = Searcher::new(TABLE_BYTES);
    let slice = Slice {
        nodes: Some(1_000),
        until: None,
    };
    let Course::Paused(paused) = searcher.think_for(slice, None, &one, &control(), &mut Silent)
    else {
        panic!("more than a slice");
    };
    let course = searcher.think_for(Slice::WHOLE, Some(paused), &other, &control(), &mut Silent);
    let Course::Finished(outcome) = course else {
        panic!("a whole search");
    };
    assert_eq!(outcome.lines[0].depth, 3);
}
