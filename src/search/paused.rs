//! A search that was left for later, and what came of a part of a search. The
//! next part goes on at the very node at which this one ended, so that a search
//! in slices visits the same nodes as one in one go.

use super::alpha_beta::Suspended;
use super::ordering::ScoredMove;
use super::report::Outcome;
use super::root::Deepening;
use super::worker::Frame;
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

/// A search that was left for later: what its worker owns.
pub struct Paused {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) frames: Vec<Frame>,
    pub(super) moves: Vec<ScoredMove>,
    pub(super) lines: Vec<Vec<Point>>,
    #[expect(clippy::vec_box, reason = "as the worker has them")]
    pub(super) suspended: Vec<Box<Suspended>>,
    pub(super) taken_at_root: Vec<Point>,
    pub(super) deepening: Deepening,
    pub(super) root_effort: Vec<(Point, u64)>,
    pub(super) entered: Option<(Point, u64)>,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) solver_nodes: u64,
    pub(super) outcome: Outcome,
}

impl Paused {
    /// What would be answered if it stayed at that.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}
