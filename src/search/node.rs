//! What a node of the search knows: its kind, and how far its moves have been
//! tried. A node is plain data, so that it can be put aside whole when a slice
//! of a search ends (`paused`). Searches nothing.

use super::picker::Moves;
use super::transposition::Entry;
use crate::pattern::Threat;
use crate::types::score::INFINITE;
use crate::types::{Point, Score};
use smallvec::SmallVec;

/// Depths are counted in thousandths of a ply.
pub(super) const PLY: i32 = 1000;

/// The kind of a node, known when the code is compiled.
pub(super) trait NodeKind {
    /// Whether it is the root of the search.
    const IS_ROOT: bool;
    /// Whether its window may be wide: the root, and nodes on a principal variation.
    const IS_PV: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node on a principal variation.
pub(super) struct Principal;
/// Every other node; its window is a null window.
pub(super) struct Other;

impl NodeKind for Root {
    const IS_ROOT: bool = true;
    const IS_PV: bool = true;
}

impl NodeKind for Principal {
    const IS_ROOT: bool = false;
    const IS_PV: bool = true;
}

impl NodeKind for Other {
    const IS_ROOT: bool = false;
    const IS_PV: bool = false;
}

/// What the opponent threatens to do next.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Danger {
    /// Nothing that must be answered.
    #[default]
    None,
    /// An open four: answer it, or make fours.
    OpenFour,
    /// Five: answer it.
    Five,
}

/// A node while it is searched.
#[derive(Default)]
pub(super) struct Node {
    /// Its distance from the root.
    pub ply: usize,
    /// The depth left, for the moves still to be tried.
    pub depth: i32,
    /// The lower end of the window; moves raise it.
    pub alpha: Score,
    /// The upper end of the window.
    pub beta: Score,
    /// Whether it is a cut node: one where a move is expected to reach `beta`.
    pub is_cut: bool,

    // Known after steps 2 to 5.
    pub danger: Danger,
    pub hash: u64,
    /// The move left out, while its parent asks whether that is the only good one.
    pub excluded: Option<Point>,
    /// What the transposition table knows.
    pub entry: Option<Entry>,
    /// The static evaluation.
    pub evaluation: Score,
    /// Whether the evaluation is better than two plies before.
    pub is_improving: bool,

    // Set when the first move is about to be tried.
    /// How much deeper the table's move is searched; none before step 10.
    pub singular_extension: Option<i32>,
    /// The lower end of the window before any move.
    pub first_alpha: Score,
    /// Whether a cut is as good as certain.
    pub is_cut_likely: bool,
    /// How many moves are tried, unless all of them lose.
    pub late_move_limit: usize,
    /// The opponent's move before.
    pub previous: Option<Point>,

    // The moves tried.
    pub moves: Moves,
    /// How many.
    pub move_count: usize,
    /// Those that threaten nothing, where nothing had to be answered.
    pub quiet_tried: SmallVec<[Point; 32]>,
    pub best: Score,
    /// The move that raised `alpha` last.
    pub best_move: Option<Point>,
    /// The move during which a slice ended.
    pub unfinished: Option<Attempt>,
}

impl Node {
    /// A node of which nothing is known yet.
    pub fn new(depth: i32, alpha: Score, beta: Score, ply: usize, is_cut: bool) -> Self {
        Self {
            ply,
            depth,
            alpha,
            beta,
            is_cut,
            best: -INFINITE,
            ..Self::default()
        }
    }

    /// The table's move.
    pub fn table_move(&self) -> Option<Point> {
        self.entry.and_then(|entry| entry.best)
    }
}

/// A move and how it is searched.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub point: Point,
    /// What it threatens.
    pub threat: Threat,
    pub extension: i32,
    pub reduction: i32,
    pub stage: Stage,
}

/// The searches of one move, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// With less depth and a null window.
    Reduced,
    /// With full depth and a null window.
    NullWindow,
    /// With full depth and the window of the node.
    FullWindow,
}
