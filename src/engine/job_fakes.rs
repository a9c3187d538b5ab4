//! Jobs for the tests of what the engine decides by looks at positions, and
//! what they answer. Built for tests only.

use super::engine::{Answer, Decision, OrderId, Task};
use super::level::Level;
use super::options::Options;
use super::worker::{BestLine, Job};
use crate::board::Bitboard;
use crate::board::text::parse_moves;
use crate::search::{Control, ManualClock, Question, SharedBudget};
use crate::types::{BoardSize, Point, Rule};
use std::sync::Arc;
use std::time::Duration;

/// A task on the freestyle position after some moves, on a clock that stands still.
pub fn job(moves: &str, task: Task, options: &Options) -> Job {
    let size = BoardSize::square(15).expect("a valid size");
    let board = parse_moves(size, moves).expect("a move list");
    let limits = options.limits(Rule::Freestyle, &board, 1, &Bitboard::EMPTY);
    let budget = options.time_budget(&board, Duration::ZERO, None, false);
    Job {
        id: OrderId::for_tests(),
        task,
        question: Question::new(board, Rule::Freestyle, limits),
        budget: SharedBudget::new(budget),
        control: Arc::new(Control::new(Arc::new(ManualClock::default()), budget)),
        best: BestLine::default(),
        is_patient: false,
        table_bytes: 0,
        level: Level::FULL,
        tells_progress: false,
        waits: false,
        recall: None,
    }
}

/// The stones that an answer puts.
pub fn stones(answer: &Answer) -> Vec<Point> {
    match &answer.decision {
        Decision::Stones(stones) => stones.clone(),
        other => panic!("stones expected, not {other:?}"),
    }
}

/// The point of this name.
pub fn point(text: &str) -> Point {
    text.parse().expect("a point")
}
