//! What bounds a search, as plain data. Decides nothing.

use crate::board::Bitboard;
use std::time::Duration;

/// Points in time, on the search's clock, at which to think of stopping.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeBudget {
    /// When the time began to run: the instant the command was read, which may
    /// lie before the search's first node.
    pub started: Duration,
    /// When to stop if the position is an ordinary one; the search may stop
    /// sooner (obvious moves) or later (trouble), never past `hard`.
    pub soft: Option<Duration>,
    /// When to stop whatever happens.
    pub hard: Option<Duration>,
    /// When the manager's patience ends: the answer must be out by then.
    pub end: Option<Duration>,
}

impl TimeBudget {
    /// No limit of time.
    pub const UNLIMITED: Self = Self {
        started: Duration::ZERO,
        soft: None,
        hard: None,
        end: None,
    };

    /// Whether no limit of time ends the search, whenever it began.
    pub const fn is_unlimited(&self) -> bool {
        self.soft.is_none() && self.hard.is_none() && self.end.is_none()
    }

    /// To be used up, whatever happens, even where only one move is possible.
    pub const fn until(instant: Option<Duration>) -> Self {
        Self {
            started: Duration::ZERO,
            soft: None,
            hard: instant,
            end: instant,
        }
    }
}

/// What bounds a search beside the time, which is the business of its
/// [`Control`](super::Control).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The deepest iteration.
    pub max_depth: Option<u32>,
    /// How many nodes to visit at most.
    pub max_nodes: Option<u64>,
    /// How many best lines to report (`MultiPV`); at least 1.
    pub lines: usize,
    /// How many threads to search with; at least 1. Only a search with one
    /// repeats exactly.
    pub threads: usize,
    /// Which root moves to consider.
    pub root_moves: RootMoves,
}

/// A part of a search: it ends at whichever comes first, once a little has
/// been done, and leaves the rest for later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// When to leave the rest, on the search's clock.
    pub until: Option<Duration>,
    /// How many nodes to visit in this part.
    pub nodes: Option<u64>,
}

impl Slice {
    /// The whole search.
    pub const WHOLE: Self = Self {
        until: None,
        nodes: None,
    };
}

/// Which root moves to consider, beyond what the search itself would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMoves {
    /// Never played. Must leave a legal move.
    pub barred: Bitboard,
    /// Looked at too, if nothing else is urgent, however far from the stones.
    pub added: Bitboard,
}

impl RootMoves {
    /// What the search itself would do.
    pub const ALL: Self = Self {
        barred: Bitboard::EMPTY,
        added: Bitboard::EMPTY,
    };
}

impl Limits {
    /// Nothing but the time bounds the search: one thread, one line.
    pub const NONE: Self = Self {
        max_depth: None,
        max_nodes: None,
        lines: 1,
        threads: 1,
        root_moves: RootMoves::ALL,
    };

    /// Nothing but the depth, and the time, bounds the search.
    pub const fn depth(depth: u32) -> Self {
        Self {
            max_depth: Some(depth),
            ..Self::NONE
        }
    }

    /// Nothing but the number of nodes, and the time, bounds the search.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            max_nodes: Some(nodes),
            ..Self::NONE
        }
    }
}
