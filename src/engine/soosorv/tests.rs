//! Tests of the Soosorv-8 opening with thinkers whose scores are known.

use super::*;
use crate::engine::engine::Task;
use crate::engine::job_fakes::{self, point, stones};
use crate::engine::options::Options;
use crate::engine::recorded::Record;
use crate::engine::thinker::Thinker;
use crate::engine::thinker::fakes::judge;
use crate::types::Rule;

fn decide(thinker: &mut dyn Thinker, job: &Job, step: SoosorvStep) -> Answer {
    super::decide(Recorded::new(thinker, &mut Record::default()), job, step)
}

fn job(moves: &str, step: SoosorvStep) -> Job {
    let mut options = Options::default();
    options.clock.set_turn(1_000);
    job_fakes::job(moves, Task::Soosorv(step), &options)
}

/// The lines of a search by which the earlier points are better by ten each,
/// the first being worth so much.
fn ranked(points: &str, first: Score) -> Vec<(Point, Score)> {
    let points = points.split(' ').map(point);
    points.zip((0..).map(|rank| first - 10 * rank)).collect()
}

fn answer(moves: &str, step: SoosorvStep, thinker: &mut dyn Thinker) -> Answer {
    decide(thinker, &job(moves, step), step)
}

#[test]
fn there_are_26_openings_and_the_evenest_is_put() {
    let size = BoardSize::square(15).expect("a size");
    assert_eq!(openings(size).count(), 26);
    for opening in openings(size) {
        assert_eq!(opening[0], point("h8"));
        assert_eq!(opening[1].distance(opening[0]), 1);
        assert!((1..=2).contains(&opening[2].distance(opening[0])));
    }
    let wanted = openings(size).nth(17).expect("an opening");
    let history = wanted.clone();
    let mut thinker = judge(move |board: &Board| {
        let score = if board.history() == history { -3 } else { 60 };
        vec![(point("a1"), score)]
    });
    assert_eq!(stones(&answer("", SoosorvStep::Open, &mut thinker)), wanted);
    // Boards without a middle, and the smallest.
    for side in [5, 6, 20, 32] {
        let size = BoardSize::square(side).expect("a size");
        assert!(openings(size).all(|stones| stones.iter().all(|&stone| size.contains(stone))));
        assert!(openings(size).count() >= 26, "{side}");
    }
}

#[test]
fn after_three_stones_the_worse_white_takes_black() {
    for (score, is_swapped) in [(-5, true), (5, false)] {
        let mut thinker = judge(move |_: &Board| vec![(point("a1"), score)]);
        let answer = answer("h8h7i6", SoosorvStep::TakeAfterThree, &mut thinker);
        assert_eq!(answer.decision == Decision::Swap, is_swapped);
    }
}

#[test]
fn the_fourth_stone_comes_with_the_number_that_makes_it_even() {
    // After c3 Black's third best fifth stone is the even one, after d3 none is.
    let mut thinker = judge(|board: &Board| match board.stone_count() {
        3 => ranked("c3 d3", 50),
        _ if board.is_empty(point("c3")) => ranked("a1 b2 c4 d5", 300),
        _ => ranked("a1 b2 c4 d5 e6", 21),
    });
    let answer = answer("h8h7i6", SoosorvStep::Fourth, &mut thinker);
    let expected = Decision::Fourth {
        stone: point("c3"),
        fifths: 3,
    };
    assert_eq!(answer.decision, expected);
}

#[test]
fn after_four_stones_white_is_taken_if_the_last_offer_is_bad_for_black() {
    for (fifths, is_swapped) in [(1, false), (3, false), (4, true), (8, false)] {
        // Eight are more than anything is known of.
        let mut thinker = judge(|_: &Board| ranked("a1 b2 c4 d5", 21));
        let answer = answer("h8h7i6j5", SoosorvStep::TakeAfterFour(fifths), &mut thinker);
        assert_eq!(answer.decision == Decision::Swap, is_swapped, "{fifths}");
    }
}

#[test]
fn offers_are_legal_and_no_mirror_images() {
    // The stones lie on the diagonal: i9 and j10 aside, x,y mirrors y,x.
    let diagonal = "h8g7i9j10";
    let mut thinker = judge(|_: &Board| ranked("h9 i8 a2 b1 h8 c7", 50));
    for count in 1..=MOST_FIFTHS {
        let offered = stones(&answer(diagonal, SoosorvStep::Offer(count), &mut thinker));
        assert_eq!(offered.len(), count);
        let known = ["h9", "a2", "c7"].map(point);
        assert_eq!(offered[..count.min(3)], known[..count.min(3)]);
        for (at, one) in offered.iter().enumerate() {
            let mirrored = Point::new(one.y(), one.x());
            assert!(!offered[..at].contains(one) && !offered[..at].contains(&mirrored));
        }
    }
}

#[test]
fn the_offer_that_is_best_for_white_is_kept() {
    let mut offered = Bitboard::EMPTY;
    for name in ["a1", "b2", "c3"] {
        offered.insert(point(name));
    }
    let step = SoosorvStep::Keep(offered);
    let mut thinker = judge(|board: &Board| {
        let score = if board.is_empty(point("b2")) { -40 } else { 25 };
        vec![(point("o15"), score)]
    });
    assert_eq!(
        stones(&answer("h8h7i6j5", step, &mut thinker)),
        [point("b2")]
    );
    let nothing = answer("h8h7i6j5", SoosorvStep::Keep(Bitboard::EMPTY), &mut thinker);
    assert_eq!(nothing.decision, Decision::Nothing);
}

#[test]
fn a_search_that_tells_nothing_still_ends_in_an_answer() {
    let mut offered = Bitboard::EMPTY;
    offered.insert(point("c3"));
    for (moves, step) in [
        ("", SoosorvStep::Open),
        ("h8h7i6", SoosorvStep::TakeAfterThree),
        ("h8h7i6", SoosorvStep::Fourth),
        ("h8h7i6j5", SoosorvStep::TakeAfterFour(3)),
        ("h8h7i6j5", SoosorvStep::Offer(3)),
        ("h8h7i6j5", SoosorvStep::Keep(offered)),
    ] {
        let job = job(moves, step);
        assert_eq!(job.question.board.stone_count(), step.stones());
        let blind = decide(&mut judge(|_: &Board| Vec::new()), &job, step);
        assert_ne!(blind.decision, Decision::Nothing, "{step:?}");
        let unsearched = without_search(step, Rule::Freestyle, &job.question.board);
        assert_ne!(unsearched.decision, Decision::Nothing, "{step:?}");
    }
}
