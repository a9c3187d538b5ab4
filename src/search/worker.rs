//! One searching thread: its position, its statistics, its counters. Holds no
//! game and decides no policy; the steps of a node are in `alpha_beta`, the
//! iterations in `root`.

use super::control::Control;
use super::history::History;
use super::late_moves::{Reductions, reductions};
use super::limits::{Limits, Slice};
use super::node::Node;
use super::ordering::ScoredMove;
use super::parallel::{Assignment, ThreadSlot};
use super::params::Params;
use super::report::Observer;
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

/// An entry of the search stack: what the nodes of the present line know of each other.
#[derive(Clone, Copy, Default)]
pub(super) struct StackEntry {
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
    /// The search stack, by ply.
    pub(super) stack: Vec<StackEntry>,
    /// The moves of all nodes of the present line, one after the other.
    pub(super) moves: Vec<ScoredMove>,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<Point>>,
    pub(super) reductions: Reductions,
    /// Root moves that other lines have taken already.
    pub(super) taken_at_root: Vec<Point>,
    /// The depth of the present iteration.
    pub(super) root_depth: i32,
    /// The nodes that each root move took in the present iteration, as often as it
    /// was searched.
    pub(super) root_effort: Vec<(Point, u64)>,
    /// The root move that raised the lower bound last, for the present line, and
    /// its score.
    pub(super) root_best: Option<(Point, Score)>,
    /// The root move being searched, and the nodes before it.
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
    pub(super) suspended: Vec<Box<Node>>,
    pub(super) slice: Slice,
    pub(super) nodes_before_slice: u64,
    next_clock: u64,
    /// The solvers' nodes before this search, modulo 2^64: others may have had them
    /// forget between two slices.
    pub(super) solver_nodes_before: u64,
    /// The place among the threads of the search, if there are several.
    pub(super) slot: Option<ThreadSlot<'a>>,
    /// Nodes of the other threads, as told last.
    nodes_of_others: u64,
}

impl<'a> Worker<'a> {
    /// A worker for one search, alone or as one of several threads.
    pub(super) fn new(
        assignment: Assignment<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn Observer,
        slot: Option<ThreadSlot<'a>>,
    ) -> Self {
        let question = assignment.question;
        let position = Position::new(&question.board, question.rule);
        let evaluator = Evaluator::new(question.rule);
        Self::with(assignment, memory, observer, slot, position, evaluator)
    }

    pub(super) fn with(
        assignment: Assignment<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn Observer,
        slot: Option<ThreadSlot<'a>>,
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
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            moves: Vec::with_capacity(4096),
            pv: vec![Vec::new(); MAX_PLY + 2],
            reductions: reductions(params),
            taken_at_root: Vec::new(),
            root_depth: 0,
            root_effort: Vec::new(),
            root_best: None,
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
            slot,
            nodes_of_others: 0,
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

    /// Whether this thread keeps the time: the only one, or the first of several.
    fn is_leader(&self) -> bool {
        self.slot.is_none_or(|slot| slot.is_first())
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
        self.control.must_stop() || self.slot.is_some_and(|slot| slot.is_over())
    }

    /// Tells the other threads how many nodes were visited here, and hears
    /// how many there.
    pub(super) fn exchange_nodes(&mut self) {
        if let Some(slot) = self.slot {
            self.nodes_of_others = slot.exchange_nodes(self.own_nodes());
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

    /// Makes `point` followed by the principal variation of the next ply that of this ply.
    pub(super) fn update_pv(&mut self, ply: usize, point: Point) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let pv = &mut here[ply];
        pv.clear();
        pv.push(point);
        pv.extend_from_slice(&below[0]);
    }
}
