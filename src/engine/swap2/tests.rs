//! Tests of the swap2 choices with thinkers whose scores are known.

use super::*;
use crate::board::Board;
use crate::engine::engine::Task;
use crate::engine::job_fakes::{self, point, stones};
use crate::engine::options::Options;
use crate::engine::recorded::Record;
use crate::engine::thinker::Thinker;
use crate::engine::thinker::fakes::{ByFunction, judge, outcome};
use crate::search::{Control, Limits, ManualClock, TimeBudget};
use std::sync::Arc;
use std::time::Duration;

fn decide(thinker: &mut dyn Thinker, job: &Job) -> Answer {
    super::decide(Recorded::new(thinker, &mut Record::default()), job)
}

fn job(moves: &str) -> Job {
    let mut options = Options::default();
    options.clock.set_turn(1_000);
    job_fakes::job(moves, Task::Swap2, &options)
}

#[test]
fn the_opening_is_the_candidate_whose_score_is_nearest_to_even() {
    let size = BoardSize::square(15).expect("a valid size");
    for wanted in 0..OPENINGS {
        let target: Vec<Point> = openings(size).nth(wanted).expect("an endless row");
        let history = target.clone();
        let mut thinker = judge(move |board: &Board| {
            let score = if board.history() == history { -3 } else { 40 };
            vec![(board.empty().first().expect("an empty cell"), score)]
        });
        assert_eq!(stones(&decide(&mut thinker, &job(""))), target);
    }
}

#[test]
fn openings_are_three_different_points_on_every_board() {
    for (width, height) in [(5, 5), (5, 32), (15, 15), (32, 32)] {
        let size = BoardSize::new(width, height).expect("a valid size");
        for opening in openings(size).take(200) {
            assert_eq!(opening.len(), 3);
            assert!(opening.iter().all(|&point| size.contains(point)));
            let [one, two, three] = opening[..] else {
                panic!("three stones");
            };
            assert!(one != two && two != three && one != three);
        }
    }
}

#[test]
fn after_three_stones_the_worse_white_swaps_and_the_better_white_stays() {
    let at = |score| judge(move |_: &Board| vec![(point("a1"), score)]);
    let job = job("h8h9i8");
    assert_eq!(decide(&mut at(-200), &job).decision, Decision::Swap);
    assert_eq!(stones(&decide(&mut at(200), &job)), [point("a1")]);
}

#[test]
fn after_three_even_stones_two_stones_keep_the_balance() {
    let mut thinker = judge(|board: &Board| match board.stone_count() {
        3 => vec![(point("a1"), 9), (point("b1"), 8)],
        _ if board.is_empty(point("b1")) => vec![(point("c1"), 7), (point("d1"), 5)],
        _ => vec![(point("e1"), 4), (point("f1"), -1)],
    });
    let answer = decide(&mut thinker, &job("h8h9i8"));
    assert_eq!(stones(&answer), [point("b1"), point("f1")]);
}

#[test]
fn without_an_even_pair_a_colour_is_taken_after_all() {
    let mut thinker = judge(|board: &Board| match board.stone_count() {
        3 => vec![(point("a1"), -9)],
        _ => vec![(point("c1"), 700)],
    });
    let answer = decide(&mut thinker, &job("h8h9i8"));
    assert_eq!(answer.decision, Decision::Swap);
}

#[test]
fn what_the_first_look_says_holds_where_no_other_tells_anything() {
    for score in [9, 100] {
        let mut looks = 0;
        let mut thinker = ByFunction(|board: &Board, _: &Limits, _: &Control| {
            let mut outcome = outcome(board.empty().first().expect("a cell"), score);
            outcome.lines[0].depth = u32::from(looks == 0);
            looks += 1;
            outcome
        });
        let answer = decide(&mut thinker, &job("h8h9i8"));
        assert_eq!(stones(&answer), [point("a1")], "{score}");
        assert!(looks > 1);
    }
}

#[test]
fn after_five_stones_the_better_colour_is_taken() {
    let at = |score| judge(move |_: &Board| vec![(point("a1"), score)]);
    let job = job("h8h9i8i9j8");
    assert_eq!(decide(&mut at(-1), &job).decision, Decision::Swap);
    assert_eq!(stones(&decide(&mut at(1), &job)), [point("a1")]);
}

#[test]
fn an_illegal_move_of_the_search_is_replaced() {
    let mut thinker = judge(|_: &Board| vec![(point("h8"), 500)]);
    let job = job("h8h9i8");
    let answer = stones(&decide(&mut thinker, &job));
    assert_eq!(answer.len(), 1);
    assert!(job.question.board.is_empty(answer[0]));
}

/// When the opening is chosen by a thinker that uses all the time each look is
/// given; during the first one the time for all may change.
fn end_of_looks(job: Job, told: TimeBudget) -> Duration {
    let clock = Arc::new(ManualClock::default());
    let job = Job {
        control: Arc::new(Control::new(Arc::clone(&clock) as _, job.budget.get())),
        ..job
    };
    let mut spender = ByFunction(|board: &Board, _: &Limits, control: &Control| {
        let until = control.budget().hard.expect("a limit");
        assert!(until > control.now(), "every look gets some time");
        clock.advance(until.saturating_sub(control.now()));
        job.budget.set(told);
        outcome(board.empty().first().expect("a cell"), 7)
    });
    decide(&mut spender, &job);
    job.control.now()
}

#[test]
fn the_looks_share_the_time() {
    let whole = job("").budget.get();
    let end = whole.soft.expect("a limit");
    let used = end_of_looks(job(""), whole);
    assert!((end * 9 / 10..=end).contains(&used));
}

#[test]
fn the_looks_to_come_share_the_time_as_told_last() {
    let whole = job("").budget.get();
    for (part, of) in [(1, 2), (2, 1)] {
        let end = whole.soft.expect("a limit") * part / of;
        let told = TimeBudget {
            soft: Some(end),
            hard: Some(end),
            ..whole
        };
        let used = end_of_looks(job(""), told);
        assert!((end * 9 / 10..=end).contains(&used), "{used:?} of {end:?}");
    }
}

#[test]
fn a_look_too_short_to_tell_anything_is_not_taken_for_even() {
    let mut blind = ByFunction(|board: &Board, _: &Limits, _: &Control| {
        let mut outcome = outcome(board.empty().first().expect("a cell"), 0);
        outcome.lines[0].depth = 0;
        outcome
    });
    for moves in ["h8h9i8", "h8h9i8i9j8"] {
        let answer = decide(&mut blind, &job(moves));
        assert_eq!(answer.decision, Decision::Swap, "{moves}");
    }
    assert_eq!(stones(&decide(&mut blind, &job(""))).len(), 3);
    // One opening of which something is known wins over those unknown.
    let size = BoardSize::square(15).expect("a valid size");
    let known = openings(size).nth(5).expect("an endless row");
    let history = known.clone();
    let mut thinker = judge(move |board: &Board| {
        if board.history() == history {
            vec![(point("a1"), 300)]
        } else {
            vec![]
        }
    });
    assert_eq!(stones(&decide(&mut thinker, &job(""))), known);
}
