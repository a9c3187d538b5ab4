//! Searches in slices: what came of a part of a search, what its worker leaves
//! for later, and how it takes that up again. The next part goes on at the very
//! node at which this one ended, so that a search in slices visits the same
//! nodes as one in one go. A browser needs that: it has one thread, and must be
//! heard between two slices.

use super::limits::Slice;
use super::node::{Attempt, Node};
use super::ordering::ScoredMove;
use super::parallel::Assignment;
use super::report::{Observer, Outcome};
use super::root::Deepening;
use super::worker::{Memory, StackEntry, Worker};
use crate::eval::Evaluator;
use crate::position::Position;
use crate::types::{Point, Score};

/// A slice has at least this many nodes, so that every one gets on.
const LEAST_SLICE: u64 = 256;

/// What came of a part of a search.
pub enum Course {
    /// The search is over.
    Finished(Outcome),
    /// There is more to do.
    Paused(Box<Paused>),
}

/// A search that was left for later: what its worker owns.
pub struct Paused {
    position: Position,
    evaluator: Evaluator,
    stack: Vec<StackEntry>,
    moves: Vec<ScoredMove>,
    pv: Vec<Vec<Point>>,
    #[expect(clippy::vec_box, reason = "as the worker has them")]
    suspended: Vec<Box<Node>>,
    taken_at_root: Vec<Point>,
    deepening: Deepening,
    root_effort: Vec<(Point, u64)>,
    root_best: Option<(Point, Score)>,
    entered: Option<(Point, u64)>,
    selective_depth: usize,
    nodes: u64,
    solver_nodes: u64,
    outcome: Outcome,
}

impl Paused {
    /// What would be answered if it stayed at that.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The position at the root.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }
}

impl<'a> Worker<'a> {
    /// A worker, alone, that goes on with what was left for later.
    pub(super) fn resume(
        assignment: Assignment<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn Observer,
        paused: Paused,
    ) -> (Self, Deepening) {
        let Paused {
            position,
            evaluator,
            ..
        } = paused;
        let mut worker = Self::with(assignment, memory, observer, None, position, evaluator);
        worker.stack = paused.stack;
        worker.moves = paused.moves;
        worker.pv = paused.pv;
        worker.suspended = paused.suspended;
        worker.taken_at_root = paused.taken_at_root;
        worker.root_effort = paused.root_effort;
        worker.root_best = paused.root_best;
        worker.entered = paused.entered;
        worker.selective_depth = paused.selective_depth;
        worker.nodes = paused.nodes;
        worker.solver_nodes_before = worker
            .memory
            .solver_nodes()
            .wrapping_sub(paused.solver_nodes);
        worker.nodes_before_slice = worker.own_nodes();
        (worker, paused.deepening)
    }

    /// What the next slice needs to go on.
    pub(super) fn pause(self, deepening: Deepening) -> Paused {
        Paused {
            outcome: self.outcome(deepening.lines.clone()),
            solver_nodes: self.own_nodes() - self.nodes,
            position: self.position,
            evaluator: self.evaluator,
            stack: self.stack,
            moves: self.moves,
            pv: self.pv,
            suspended: self.suspended,
            taken_at_root: self.taken_at_root,
            deepening,
            root_effort: self.root_effort,
            root_best: self.root_best,
            entered: self.entered,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
        }
    }

    /// Leaves the search for later after this slice.
    pub(super) const fn set_slice(&mut self, slice: Slice) {
        self.slice = slice;
    }

    /// Whether the rest is to be left for later.
    pub(super) fn is_slice_over(&self) -> bool {
        let Slice { until, nodes } = self.slice;
        if until.is_none() && nodes.is_none() {
            return false;
        }
        let done = self.own_nodes() - self.nodes_before_slice;
        let is_past = |until| self.control.now() >= until;
        done >= LEAST_SLICE
            && (nodes.is_some_and(|most| done >= most) || until.is_some_and(is_past))
    }

    /// Puts a node aside with the move that was being searched; none if the slice
    /// ended in step 10. The node has no score yet: 0 stands for it.
    #[cold]
    #[inline(never)]
    pub(super) fn suspend(&mut self, node: &mut Node, attempt: Option<Attempt>) -> Score {
        node.unfinished = attempt;
        self.suspended.push(Box::new(std::mem::take(node)));
        0
    }
}
