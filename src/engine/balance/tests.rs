//! Tests of balanced stones with thinkers whose scores are known.

use super::*;
use crate::engine::engine::Task;
use crate::engine::job_fakes::{self, point, stones};
use crate::engine::options::Options;
use crate::engine::recorded::Record;
use crate::engine::thinker::Thinker;
use crate::engine::thinker::fakes::ByFunction;
use crate::search::{Control, Searcher, SystemClock};
use std::sync::Arc;
use std::time::Duration;

/// Values a position by a function, for the side to move.
fn judge(mut value: impl FnMut(&Board) -> Option<Score> + Send) -> impl Thinker {
    ByFunction(move |board: &Board, _: &Limits, _: &Control| {
        let found = value(board);
        Outcome {
            lines: vec![Line {
                moves: board.empty().first().into_iter().collect(),
                score: found.unwrap_or(0),
                depth: u32::from(found.is_some()),
                selective_depth: 1,
            }],
            nodes: 10,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    })
}

fn decide(thinker: &mut dyn Thinker, job: &Job, stones: usize, wish: Score) -> Answer {
    super::decide(
        Recorded::new(thinker, &mut Record::default()),
        job,
        stones,
        wish,
    )
}

fn job(moves: &str, options: &Options) -> Job {
    job_fakes::job(moves, Task::Move { lines: 1 }, options)
}

/// A value of 10 for each column that the newest stone lies to the right of
/// the middle, for the side that put it.
fn by_column(board: &Board) -> Option<Score> {
    let newest = board.last_move()?;
    Some(10 * (7 - newest.x() as Score))
}

#[test]
fn one_stone_comes_as_near_to_the_wish_as_it_can_be() {
    let job = job("h8", &Options::default());
    for (wish, column) in [
        (0, 7),
        (10, 8),
        (-20, 5),
        (30, 10),
        (9_999, 10),
        (-9_999, 4),
    ] {
        let answer = decide(&mut judge(by_column), &job, 1, wish);
        let stones = stones(&answer);
        assert_eq!(stones.len(), 1);
        assert_eq!(stones[0].x(), column, "wish {wish}");
        let line = &answer.outcome.expect("a value").lines[0];
        assert_eq!(line.score, 10 * (column as Score - 7));
    }
}

#[test]
fn two_stones_are_one_of_each_side_and_valued_for_the_first() {
    let job = job("h8", &Options::default());
    // The value of the second stone for the side that then is to move.
    for wish in [0, 20, -30] {
        let answer = decide(&mut judge(by_column), &job, 2, wish);
        let stones = stones(&answer);
        assert_eq!(stones.len(), 2);
        assert_ne!(stones[0], stones[1]);
        assert_eq!(10 * (7 - stones[1].x() as Score), wish);
    }
}

#[test]
fn looks_too_short_to_tell_anything_still_end_in_legal_stones() {
    let job = job("h8i9", &Options::default());
    for count in [1, 2] {
        let answer = decide(&mut judge(|_: &Board| None), &job, count, 0);
        let stones = stones(&answer);
        assert_eq!(stones.len(), count);
        assert!(
            stones
                .iter()
                .all(|&stone| job.question.board.is_empty(stone))
        );
    }
}

#[test]
fn a_stone_that_ends_the_game_balances_nothing_and_barred_cells_are_left_out() {
    let mut job = job("h8a1i8a3j8a5k8a7", &Options::default());
    job.question.limits.root_moves.barred.insert(point("h9"));
    let winning = [point("g8"), point("l8")];
    let mut thinker = judge(move |board: &Board| {
        let newest = board.last_move().expect("a stone");
        assert!(!winning.contains(&newest) && newest != point("h9"));
        Some(0)
    });
    assert!(!winning.contains(&stones(&decide(&mut thinker, &job, 1, 0))[0]));
}

#[test]
fn the_search_itself_balances_within_its_limits() {
    let mut options = Options {
        max_nodes: Some(60_000),
        ..Options::default()
    };
    options.clock.set_turn(i64::from(i32::MAX));
    // Black has the move, and cells near and far to use or waste it on.
    let mut job = job("h8i9", &options);
    job.control = Arc::new(Control::new(
        Arc::new(SystemClock::start()),
        job.budget.get(),
    ));
    let answer = decide(&mut Searcher::new(1 << 20), &job, 1, 0);
    let outcome = answer.outcome.as_ref().expect("a value");
    assert!(outcome.nodes <= 90_000, "{}", outcome.nodes);
    assert!(outcome.lines[0].score.abs() < 150, "{:?}", outcome.lines);
    assert_eq!(stones(&answer).len(), 1);
}
