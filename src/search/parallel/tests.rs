//! Several threads find what one finds, stop when told, and survive a failure.

use super::*;
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::search::{Limits, ManualClock, Progress, Searcher, SystemClock, TimeBudget};
use crate::types::score::win_in;
use crate::types::{BoardSize, Point, Rule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

const TABLE_BYTES: usize = 4 << 20;

fn board(moves: &str) -> Board {
    parse_moves(BoardSize::square(15).expect("a valid size"), moves).expect("valid moves")
}

fn threads(threads: usize, limits: &Limits) -> Limits {
    Limits { threads, ..*limits }
}

fn line(depth: u32, score: i32) -> Line {
    Line {
        moves: vec![Point::new(depth as usize, 0)],
        score,
        depth,
        selective_depth: depth,
    }
}

#[test]
fn the_table_can_be_shared_between_threads() {
    fn is_shared<T: Sync>() {}
    is_shared::<TranspositionTable>();
}

#[test]
fn threads_find_the_win_that_one_finds_and_their_nodes_are_summed() {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let position = board("h8i9i8g8j8k8j7j9h9g10i7i6");
    for count in [2, 5] {
        let mut searcher = Searcher::new(TABLE_BYTES);
        let limits = threads(count, &Limits::depth(7));
        let outcome = searcher.think(
            &Question::new(position.clone(), Rule::Freestyle, limits),
            &control,
            &mut Silent,
        );
        assert!(outcome.best_move().is_some());
        let five = board("h8a1i8a3j8a5k8a7");
        let outcome = searcher.think(
            &Question::new(five.clone(), Rule::Freestyle, limits),
            &control,
            &mut Silent,
        );
        assert_eq!(outcome.lines[0].score, win_in(1));
    }
    let shared = SharedState::new(3);
    for number in 0..3 {
        shared.slot(number).exchange_nodes(10 * number as u64);
    }
    assert_eq!(shared.slot(1).exchange_nodes(11), 20);
    assert_eq!(shared.slot(0).exchange_nodes(1), 31);
}

#[test]
fn a_limit_of_nodes_holds_for_all_threads_together() {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let mut searcher = Searcher::new(TABLE_BYTES);
    let limits = threads(3, &Limits::nodes(60_000));
    let outcome = searcher.think(
        &Question::new(board("h8i9g9"), Rule::Freestyle, limits),
        &control,
        &mut Silent,
    );
    assert!(
        (60_000..70_000).contains(&outcome.nodes),
        "{}",
        outcome.nodes
    );
}

#[test]
fn a_stop_ends_every_thread_at_once_and_the_next_search_begins_at_once() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let unlimited = Limits {
        threads: 4,
        ..Limits::NONE
    };
    for _ in 0..5 {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let stopped = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                control.stop();
                Instant::now()
            });
            let position = board("h8i9g9");
            let outcome = searcher.think(
                &Question::new(position.clone(), Rule::Freestyle, unlimited),
                &control,
                &mut Silent,
            );
            let ended = Instant::now();
            assert!(outcome.best_move().is_some());
            ended.saturating_duration_since(stopper.join().expect("no failure"))
        });
        // Generous for a busy machine; without threads that listen it would
        // never end.
        assert!(stopped < Duration::from_secs(5), "{stopped:?}");
    }
}

#[test]
fn a_hard_limit_ends_every_thread() {
    let clock = Arc::new(SystemClock::start());
    let control = Control::new(Arc::clone(&clock) as _, TimeBudget::UNLIMITED);
    let limits = Limits {
        threads: 3,
        ..Limits::NONE
    };
    control.set_budget(TimeBudget::until(Some(Duration::from_millis(40))));
    let outcome = Searcher::new(TABLE_BYTES).think(
        &Question::new(board("h8i9g9"), Rule::Freestyle, limits),
        &control,
        &mut Silent,
    );
    assert!(outcome.best_move().is_some());
}

/// Fails when told of the first line, in the middle of the search.
struct Fails;
impl Observer for Fails {
    fn line_finished(&mut self, _: &Progress) {
        panic!("an injected fault");
    }
}

#[test]
fn a_failure_of_the_leader_ends_its_helpers_and_is_passed_on() {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let unlimited = Limits {
        threads: 3,
        ..Limits::NONE
    };
    let mut searcher = Searcher::new(TABLE_BYTES);
    let result = catch_unwind(AssertUnwindSafe(|| {
        searcher.think(
            &Question::new(board("h8i9g9"), Rule::Freestyle, unlimited),
            &control,
            &mut Fails,
        )
    }));
    assert!(result.is_err());
}

#[test]
fn a_failure_of_helpers_costs_nothing_but_their_help() {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let limits = threads(3, &Limits::depth(5));
    let table = TranspositionTable::new(TABLE_BYTES);
    let position = board("h8i9g9");
    let question = Question::new(position.clone(), Rule::Freestyle, limits);
    let assignment = Assignment {
        question: &question,
        table: &table,
        params: &Params::default(),
        control: &control,
    };
    let mut helpers = [Memory::default(), Memory::default()];
    let fail = |_: &mut Worker<'_>| panic!("an injected fault");
    let outcome = search_with(
        assignment,
        &mut Memory::default(),
        &mut helpers,
        &mut Silent,
        &fail,
    );
    let alone = Searcher::new(TABLE_BYTES).think(
        &Question::new(position.clone(), Rule::Freestyle, Limits::depth(5)),
        &control,
        &mut Silent,
    );
    assert_eq!(outcome.lines, alone.lines);
}

#[test]
fn the_leader_counts_unless_a_helper_saw_deeper_or_a_win() {
    let prefer = |leader: Line, helpers: &[Line]| {
        let mut lines = vec![leader];
        prefer_deepest(&mut lines, helpers.iter().cloned());
        lines.remove(0)
    };
    assert_eq!(prefer(line(8, 5), &[line(8, 9)]), line(8, 5));
    assert_eq!(prefer(line(8, 5), &[line(9, 1), line(7, 9)]), line(9, 1));
    let win = line(3, win_in(5));
    assert_eq!(prefer(line(8, 5), &[line(9, 1), win.clone()]), win);
    assert_eq!(prefer(win.clone(), &[line(9, 1)]), win);
}

#[test]
fn every_depth_is_searched_by_some_helper_and_none_by_all() {
    let shared = SharedState::new(9);
    for depth in 1..40 {
        assert!(!shared.slot(0).skips(depth), "the leader skips nothing");
        let skipping = (1..9).filter(|&n| shared.slot(n).skips(depth)).count();
        assert!((1..8).contains(&skipping), "{depth}: {skipping}");
    }
}
