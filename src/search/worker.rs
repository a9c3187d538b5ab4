//! One searching thread: its position, its statistics, its counters. Holds no
//! game and decides no policy; the steps of a node are in `alpha_beta`, the
//! iterations in `root`.

use super::alpha_beta::Suspended;
use super::control::Control;
use super::history::History;
use super::limits::{Limits, Slice};
use super::ordering::ScoredMove;
use super::parallel::{Assignment, Seat};
use super::params::Params;
use super::paused::Paused;
use super::report::Observer;
use super::root::Deepening;
use super::transposition::TranspositionTable;
use super::vcf::{Vcf, Verdict};
use super::vct::Vct;
use crate::eval::Evaluator;
use crate::pattern::Threat;
use crate::position::Position;
use crate::types::score::MAX_PLY;
use crate::types::{Point, Score};

/// The clock is asked once in this many nodes: often enough for a few
/// hundred microseconds, seldom enough to cost nothing.
const NODES_PER_CLOCK: u64 = 256;

/// A slice has at least this many nodes, so that every one gets on.
const LEAST_SLICE: u64 = 256;

/// Reductions are tabulated up to this depth and this many moves.
pub(super) const REDUCTION_TABLE: usize = 64;

/// What the nodes of the present line know about themselves.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The static evaluation.
    pub evaluation: Score,
    /// The move left out, while asking whether the table's move is the only good one.
    pub excluded: Option<Point>,
    /// The move being tried.
    pub moved: Option<Point>,
    /// What it threatens.
    pub threat: Threat,
    /// The depth that extensions beyond a ply added above this node.
    pub extended: i32,
}

/// What a worker keeps from one search to the next.
pub struct Memory {
    /// Statistics of moves.
    pub history: History,
    /// The solver of fours.
    pub vcf: Vcf,
    /// The solver of threats.
    pub vct: Vct,
}

/// Entries of the threat solver's table; about 2.6 MB.
const PROOF_ENTRIES: usize = 1 << 17;

impl Default for Memory {
    fn default() -> Self {
        Self {
            history: History::default(),
            vcf: Vcf::default(),
            vct: Vct::new(PROOF_ENTRIES),
        }
    }
}

impl Memory {
    /// Nodes that the solvers visited so far.
    pub const fn solver_nodes(&self) -> u64 {
        self.vcf.nodes() + self.vct.nodes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.vcf.clear();
        self.vct.clear();
    }
}

/// A searching thread.
pub struct Worker<'a> {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) table: &'a TranspositionTable,
    pub(super) params: &'a Params,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) memory: &'a mut Memory,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) frames: Vec<Frame>,
    /// The moves of all nodes of the present line, one after the other.
    pub(super) moves: Vec<ScoredMove>,
    /// The principal variation from each ply on.
    pub(super) lines: Vec<Vec<Point>>,
    pub(super) reductions: Box<[[i32; REDUCTION_TABLE]; REDUCTION_TABLE]>,
    /// Root moves that other lines have taken already.
    pub(super) taken_at_root: Vec<Point>,
    /// The depth of the present iteration.
    pub(super) root_depth: i32,
    /// The nodes that each first move took in the present iteration, as often as it
    /// was looked at.
    pub(super) root_effort: Vec<(Point, u64)>,
    /// The first move being looked at, and the nodes before it.
    pub(super) entered: Option<(Point, u64)>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) stopped: bool,
    /// Whether only the slice made it stop.
    pub(super) paused: bool,
    /// The nodes on the way to where a slice ended, the root last.
    #[expect(
        clippy::vec_box,
        reason = "a pointer in place of a node keeps the frames of the recursion small"
    )]
    pub(super) suspended: Vec<Box<Suspended>>,
    slice: Slice,
    nodes_before_slice: u64,
    next_clock: u64,
    /// The solvers' nodes before this search, modulo 2^64: others may have had them
    /// forget between two slices.
    solver_nodes_before: u64,
    /// The place among the threads of the search, if there are several.
    pub(super) seat: Option<Seat<'a>>,
    /// Nodes of the other threads, as told last.
    nodes_of_others: u64,
}

impl<'a> Worker<'a> {
    /// A worker for one search, alone or on its seat among several.
    pub(super) fn new(
        assignment: Assignment<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn Observer,
        seat: Option<Seat<'a>>,
    ) -> Self {
        let question = assignment.question;
        let position = Position::new(&question.board, question.rule);
        let evaluator = Evaluator::new(question.rule);
        Self::with(assignment, memory, observer, seat, position, evaluator)
    }

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
        worker.frames = paused.frames;
        worker.moves = paused.moves;
        worker.lines = paused.lines;
        worker.suspended = paused.suspended;
        worker.taken_at_root = paused.taken_at_root;
        worker.root_effort = paused.root_effort;
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

    fn with(
        assignment: Assignment<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn Observer,
        seat: Option<Seat<'a>>,
        position: Position,
        evaluator: Evaluator,
    ) -> Self {
        let Assignment {
            question,
            table,
            params,
            control,
        } = assignment;
        let solver_nodes_before = memory.solver_nodes();
        Self {
            position,
            evaluator,
            table,
            params,
            limits: &question.limits,
            control,
            memory,
            observer,
            frames: vec![Frame::default(); MAX_PLY + 2],
            moves: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: reductions(params),
            taken_at_root: Vec::new(),
            root_depth: 0,
            root_effort: Vec::new(),
            entered: None,
            nodes: 0,
            selective_depth: 0,
            stopped: false,
            paused: false,
            suspended: Vec::new(),
            slice: Slice::WHOLE,
            nodes_before_slice: 0,
            next_clock: 0,
            solver_nodes_before,
            seat,
            nodes_of_others: 0,
        }
    }

    /// Leaves the search for later after this slice.
    pub(super) const fn set_slice(&mut self, slice: Slice) {
        self.slice = slice;
    }

    /// What the next slice needs to go on.
    pub(super) fn pause(self, deepening: Deepening) -> Paused {
        Paused {
            outcome: self.outcome(deepening.lines.clone()),
            solver_nodes: self.own_nodes() - self.nodes,
            position: self.position,
            evaluator: self.evaluator,
            frames: self.frames,
            moves: self.moves,
            lines: self.lines,
            suspended: self.suspended,
            taken_at_root: self.taken_at_root,
            deepening,
            root_effort: self.root_effort,
            entered: self.entered,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
        }
    }

    /// Nodes that this thread visited, those of the solvers included.
    pub(super) fn own_nodes(&self) -> u64 {
        let solver_nodes = self.memory.solver_nodes();
        self.nodes + solver_nodes.wrapping_sub(self.solver_nodes_before)
    }

    /// Nodes that all threads visited, as far as they have told.
    pub fn total_nodes(&self) -> u64 {
        self.own_nodes() + self.nodes_of_others
    }

    /// Whether a limit is reached, asked now.
    pub(super) fn is_past_limits(&self) -> bool {
        let most = self.limits.max_nodes;
        self.must_stop_for_others() || most.is_some_and(|most| self.total_nodes() >= most)
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

    /// Whether this thread keeps the time: the only one, or the first of several.
    fn is_leader(&self) -> bool {
        self.seat.is_none_or(|seat| seat.is_first())
    }

    /// Says that the clock is looked at closely from now on. What came before,
    /// such as a solver's work, looked at none.
    pub(super) fn begin_looks(&self) {
        if self.is_leader() {
            self.control.begin_looks();
        }
    }

    /// Whether the clock, the manager or another thread ends the search.
    fn must_stop_for_others(&self) -> bool {
        self.control.must_stop() || self.seat.is_some_and(|seat| seat.is_over())
    }

    /// Tells the other threads how many nodes were visited here, and hears
    /// how many there.
    pub(super) fn exchange_nodes(&mut self) {
        if let Some(seat) = self.seat {
            self.nodes_of_others = seat.exchange_nodes(self.own_nodes());
        }
    }

    /// Counts a node and looks at the limits now and then.
    pub(super) fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let own = self.own_nodes();
        if own >= self.next_clock {
            self.next_clock = own + NODES_PER_CLOCK;
            if self.is_leader() {
                self.control.note_look();
            }
            self.stopped |= self.must_stop_for_others();
            if !self.stopped && self.is_slice_over() {
                (self.stopped, self.paused) = (true, true);
                // The next slice begins with this node.
                self.nodes -= 1;
            }
            self.exchange_nodes();
        }
        if let Some(most) = self.limits.max_nodes {
            self.stopped |= own + self.nodes_of_others >= most;
        }
        self.stopped
    }

    /// Whether the side to move wins by fours alone.
    pub(super) fn win_by_fours(&mut self, budget: i32) -> Verdict {
        self.memory.vcf.solve(&mut self.position, budget as u64)
    }

    /// Whether the side to move wins by fours and threes.
    pub(super) fn win_by_threats(&mut self, budget: i32) -> Verdict {
        let Memory { vcf, vct, .. } = &mut *self.memory;
        vct.solve(&mut self.position, vcf, budget as u64)
    }

    /// Makes `point` followed by the line of the next ply the line of this ply.
    pub(super) fn set_line(&mut self, ply: usize, point: Point) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&below[0]);
    }
}

/// Plies taken off late moves, in thousandths, by depth and number of the move.
fn reductions(params: &Params) -> Box<[[i32; REDUCTION_TABLE]; REDUCTION_TABLE]> {
    let mut table = Box::new([[0; REDUCTION_TABLE]; REDUCTION_TABLE]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let product = natural_log(depth) * natural_log(number) / 1000;
            *entry = params.reduction_base + params.reduction_factor * product / 1000;
        }
    }
    table
}

/// The natural logarithm in thousandths, by integers only, so that every
/// machine searches the same tree.
fn natural_log(number: usize) -> i32 {
    const EULER: i64 = 577_216;
    // ln(n) is the sum of 1/k below n minus a constant; for table entries
    // the harmonic sum with its correction terms is exact enough.
    let n = number as i64;
    let harmonic: i64 = (1..=n).map(|k| 1_000_000 / k).sum();
    let log = harmonic - EULER - 500_000 / n + 83_333 / (n * n);
    (log / 1000).max(0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        for number in 1..REDUCTION_TABLE {
            let exact = (number as f64).ln() * 1000.0;
            assert!(
                (f64::from(natural_log(number)) - exact).abs() < 12.0,
                "{number}"
            );
        }
    }
}
