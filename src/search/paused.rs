//! A search that was left for later, and what came of a part of a search. The
//! recursion cannot be kept: what it has learned is in the tables, and here is
//! the rest that the next part needs to go on where this one ended.

use super::report::Outcome;
use super::root::Deepening;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::types::Point;

/// What came of a part of a search.
pub enum Course {
    /// The search is over.
    Finished(Outcome),
    /// There is more to do.
    Paused(Box<Paused>),
}

/// A search that was left for later.
pub struct Paused {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) deepening: Deepening,
    /// The nodes of each first move in the present iteration.
    pub(super) root_effort: Vec<(Point, u64)>,
    /// The first move that the search was looking at.
    pub(super) entered: Option<Point>,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) solver_nodes: u64,
    /// What would be answered if it stayed at that.
    pub(super) outcome: Outcome,
}

impl Paused {
    /// What would be answered if it stayed at that.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}
