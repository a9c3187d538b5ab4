//! Tests of how the time of a move is steered, on a clock moved by hand.

use super::*;
use crate::board::text::parse_moves;
use crate::search::parallel::Assignment;
use crate::search::transposition::TranspositionTable;
use crate::search::worker::Memory;
use crate::search::{
    Clock, Control, Limits, ManualClock, Observer, Params, Question, RootMoves, Searcher, Silent,
    TimeBudget,
};
use crate::types::score::loss_in;
use crate::types::{BoardSize, Rule};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const SOFT: u64 = 1_000;
const HARD: u64 = 3_000;

fn budget(soft: u64, hard: u64) -> TimeBudget {
    TimeBudget {
        started: Duration::ZERO,
        soft: Some(Duration::from_millis(soft)),
        hard: Some(Duration::from_millis(hard)),
        end: Some(Duration::from_millis(hard)),
    }
}

fn line(point: &str, score: Score) -> Line {
    Line {
        moves: vec![point.parse().expect("a point")],
        score,
        depth: 5,
        selective_depth: 5,
    }
}

/// After how many milliseconds another iteration is not begun, with this
/// history of best moves that are neither clear nor doubtful.
fn ends_after(history: &[Line], budget: TimeBudget) -> u64 {
    ends_after_effort(history, 70, budget)
}

/// The same where the best move took this share of the nodes, in percent.
fn ends_after_effort(history: &[Line], effort: u32, budget: TimeBudget) -> u64 {
    let clock = Arc::new(ManualClock::default());
    let control = Control::new(Arc::clone(&clock) as _, TimeBudget::UNLIMITED);
    control.set_budget(budget);
    let board = parse_moves(BoardSize::square(15).expect("a size"), "h8").expect("moves");
    let question = Question::new(board, Rule::Freestyle, Limits::depth(1));
    let table = TranspositionTable::new(1 << 12);
    let mut memory = Memory::default();
    let mut silent = Silent;
    let assignment = Assignment {
        question: &question,
        table: &table,
        params: &Params::default(),
        control: &control,
    };
    let worker = Worker::new(assignment, &mut memory, &mut silent, None);
    let mut steering = Steering::default();
    for line in history {
        steering.note(line, effort);
    }
    while !worker.out_of_time(&steering) {
        clock.advance(Duration::from_millis(1));
    }
    control.now().as_millis() as u64
}

#[test]
fn the_longer_the_best_move_stays_the_sooner_the_search_ends() {
    let budget = budget(SOFT, HARD);
    let times: Vec<u64> = (1..10)
        .map(|count| ends_after(&vec![line("h9", 10); count], budget))
        .collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
    assert!(times[0] > times[8] + SOFT / 10, "{times:?}");
    assert!(times.iter().all(|&time| time > SOFT / 2 && time <= SOFT));
}

#[test]
fn a_new_best_move_late_in_the_search_takes_more_time() {
    let budget = budget(SOFT, HARD);
    let mut history = vec![line("h9", 10); 8];
    let calm = ends_after(&history, budget);
    history.push(line("i9", 10));
    assert!(ends_after(&history, budget) > calm);
}

#[test]
fn a_falling_score_takes_more_time_and_a_rising_one_does_not() {
    let budget = budget(SOFT, HARD);
    let after = |score| {
        let mut history = vec![line("h9", 100); 8];
        history.push(line("h9", score));
        ends_after(&history, budget)
    };
    assert!(after(-50) > after(60) && after(60) > after(100));
    assert_eq!(after(100), after(400));
    assert_eq!(after(-30_000), after(-200), "trouble has its limit");
}

#[test]
fn a_clear_move_takes_less_time_and_a_doubtful_one_more() {
    let history = vec![line("h9", 10); 4];
    let after = |effort| ends_after_effort(&history, effort, budget(SOFT, HARD));
    assert!(after(98) < after(70) && after(70) < after(25));
    assert!(after(100) > SOFT / 4, "never without a look");
}

#[test]
fn trouble_never_passes_the_hard_limit() {
    let history = [line("h9", 500), line("i9", -500)];
    let end = ends_after(&history, budget(SOFT, SOFT + 300));
    assert!(end <= SOFT + 300, "{end}");
}

#[test]
fn where_nothing_is_saved_the_whole_turn_is_used() {
    let calm = vec![line("h9", 10); 9];
    assert_eq!(ends_after(&calm, budget(SOFT, SOFT)), SOFT);
}

/// A clock that moves by itself a little whenever it is asked.
struct Ticking(AtomicU64);
impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(100, Ordering::Relaxed))
    }
}

/// The depth reached and the milliseconds used in a position.
fn think(moves: &str, root_moves: RootMoves) -> (u32, u64) {
    let control = Control::new(Arc::new(Ticking(AtomicU64::new(0))), TimeBudget::UNLIMITED);
    let time = budget(SOFT, HARD);
    control.set_budget(time);
    let limits = Limits {
        root_moves,
        ..Limits::NONE
    };
    let board = parse_moves(BoardSize::square(15).expect("a size"), moves).expect("moves");
    let outcome = Searcher::new(1 << 20).think(
        &Question::new(board.clone(), Rule::Freestyle, limits),
        &control,
        &mut Silent,
    );
    (outcome.lines[0].depth, control.now().as_millis() as u64)
}

#[test]
fn the_only_reply_to_a_four_is_played_at_once() {
    let (_, forced) = think("a1h8a3i8g8j8o15k8", RootMoves::ALL);
    let (_, free) = think("h8i9g9", RootMoves::ALL);
    assert!(forced * 10 < free, "{forced} {free}");
    assert!(free <= HARD, "{free}");
}

/// Every line and event that a search tells.
#[derive(Default)]
struct Ear {
    lines: usize,
    last: Option<Line>,
    events: Vec<RootMoveEvent>,
}
impl Observer for Ear {
    fn line_finished(&mut self, progress: &Progress) {
        self.lines += 1;
        self.last = Some(progress.line.clone());
    }
    fn root_move(&mut self, event: RootMoveEvent) {
        self.events.push(event);
    }
}

#[test]
fn first_moves_are_told_after_a_while_each_entered_and_left() {
    let control = Control::new(Arc::new(Ticking(AtomicU64::new(0))), TimeBudget::UNLIMITED);
    control.set_budget(budget(SOFT, HARD));
    let limits = Limits { ..Limits::NONE };
    let board = parse_moves(BoardSize::square(15).expect("a size"), "h8i9g9").expect("moves");
    let mut ear = Ear::default();
    Searcher::new(1 << 20).think(
        &Question::new(board.clone(), Rule::Freestyle, limits),
        &control,
        &mut ear,
    );
    assert!(ear.lines > 3);
    let count =
        |kind: fn(&RootMoveEvent) -> bool| ear.events.iter().filter(|&event| kind(event)).count();
    let entered = count(|event| matches!(event, RootMoveEvent::Entered(_)));
    let left = count(|event| matches!(event, RootMoveEvent::Left(_)));
    // The first one may be left that was entered before anything was told.
    assert!(left > 10 && entered.abs_diff(left) <= 1, "{entered} {left}");
    assert!(count(|event| matches!(event, RootMoveEvent::Best(_))) > 0);
}

#[test]
fn a_stopped_iteration_plays_what_was_told_or_what_it_found_better() {
    let board = parse_moves(BoardSize::square(15).expect("a size"), "h8j6h7i8g9").expect("moves");
    let mut stopped_early = 0;
    for nodes in (100..1_500).step_by(50) {
        // A barred cell keeps the root out of the table, which then knows no first move.
        let root_moves = RootMoves {
            barred: std::iter::once("a1".parse().expect("a point")).collect(),
            ..RootMoves::ALL
        };
        let limits = Limits {
            root_moves,
            ..Limits::nodes(nodes)
        };
        let clock = Arc::new(Ticking(AtomicU64::new(1_000_000)));
        let control = Control::new(clock, TimeBudget::UNLIMITED);
        let question = Question::new(board.clone(), Rule::Freestyle, limits);
        let mut ear = Ear::default();
        let outcome = Searcher::new(1 << 20).think(&question, &control, &mut ear);
        let played = outcome.best_move();
        let told = ear.last.and_then(|line| line.moves.first().copied());
        let found_better = |event: &RootMoveEvent| matches!(event, RootMoveEvent::Best(point) if Some(*point) == played);
        let last_better = ear
            .events
            .iter()
            .rfind(|event| matches!(event, RootMoveEvent::Best(_)));
        assert!(
            played == told || last_better.is_some_and(found_better),
            "{nodes} nodes: {played:?} instead of {told:?}"
        );
        stopped_early += usize::from(outcome.lines[0].depth > 1);
    }
    assert!(stopped_early > 10);
}

fn best(moves: &str, barred: &str, depth: u32) -> Line {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let points = crate::board::text::parse_points(barred).expect("points");
    let limits = Limits {
        root_moves: RootMoves {
            barred: points.into_iter().collect(),
            ..RootMoves::ALL
        },
        ..Limits::depth(depth)
    };
    let board = parse_moves(BoardSize::square(15).expect("a size"), moves).expect("moves");
    let mut searcher = Searcher::new(1 << 20);
    // What a search without bars has learned must not bring barred moves back.
    searcher.think(
        &Question::new(board.clone(), Rule::Freestyle, Limits::depth(depth)),
        &control,
        &mut Silent,
    );
    let outcome = searcher.think(
        &Question::new(board.clone(), Rule::Freestyle, limits),
        &control,
        &mut Silent,
    );
    outcome.lines[0].clone()
}

#[test]
fn barred_cells_are_not_played_even_if_they_win_or_save() {
    let won = "h8a1i8a3j8a5k8a7";
    let other = best(won, "g8", 4);
    assert_eq!(other.moves[0].to_string(), "l8");
    let neither = best(won, "g8l8", 4);
    assert!(!["g8", "l8"].contains(&neither.moves[0].to_string().as_str()));
    let blocked = best("a1h8a3i8g8j8o15k8", "l8", 4);
    assert_ne!(blocked.moves[0].to_string(), "l8");
    assert_eq!(blocked.score, loss_in(2));
    // A win by an open three, found by the solver of fours or threats.
    let open = best("h8a1i8a3j8a5", "g8k8", 4);
    assert!(!["g8", "k8"].contains(&open.moves[0].to_string().as_str()));
}

#[test]
fn first_moves_far_from_all_stones_are_looked_at_if_asked_for() {
    let control = Control::new(
        Arc::new(Ticking(AtomicU64::new(1_000_000))),
        TimeBudget::UNLIMITED,
    );
    let board = parse_moves(BoardSize::square(15).expect("a size"), "h8i9g9").expect("moves");
    let corner: Point = "a1".parse().expect("a point");
    let entered = |added: &str| {
        let points = crate::board::text::parse_points(added).expect("points");
        let limits = Limits {
            root_moves: RootMoves {
                added: points.into_iter().collect(),
                ..RootMoves::ALL
            },
            ..Limits::depth(3)
        };
        let mut ear = Ear::default();
        Searcher::new(1 << 20).think(
            &Question::new(board.clone(), Rule::Freestyle, limits),
            &control,
            &mut ear,
        );
        ear.events.contains(&RootMoveEvent::Entered(corner))
    };
    assert!(entered("a1h9"));
    assert!(!entered(""));
}

#[test]
fn a_stopped_iteration_tells_its_new_best_move_with_a_score_of_its_own() {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let size = BoardSize::square(15).expect("a size");
    let mut new_moves = 0;
    for moves in ["h8i9g9", "h8h10i10g9j8", "b2c4d3e5", "h8j8i6k10"] {
        let board = parse_moves(size, moves).expect("moves");
        for nodes in (200..6_000).step_by(100) {
            let question = Question::new(board.clone(), Rule::Freestyle, Limits::nodes(nodes));
            let mut ear = Ear::default();
            let outcome = Searcher::new(1 << 20).think(&question, &control, &mut ear);
            let (line, told) = (&outcome.lines[0], ear.last.expect("a line"));
            assert_eq!(line.depth, told.depth, "{moves}, {nodes} nodes");
            if line.moves[0] != told.moves[0] {
                assert_ne!(line.score, told.score, "{moves}, {nodes} nodes");
                new_moves += 1;
            }
        }
    }
    assert!(new_moves > 0, "the test looks at something");
}

#[test]
fn a_stopped_iteration_neither_doubles_a_line_nor_loses_one() {
    let mut lines = vec![line("h8", 30), line("i9", 20), line("j10", 10)];
    merge_lines(&mut lines, vec![line("i9", 40)]);
    let firsts: Vec<String> = lines.iter().map(|line| line.moves[0].to_string()).collect();
    assert_eq!(firsts, ["i9", "h8", "j10"]);
    merge_lines(&mut lines, Vec::new());
    assert_eq!(lines.len(), 3);
    let deeper = ["h8", "a1", "i9"].map(|point| line(point, 0)).to_vec();
    merge_lines(&mut lines, deeper.clone());
    assert_eq!(lines, deeper);
}
