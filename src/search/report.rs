//! What a search tells: its progress while it runs and its outcome at the
//! end. Formats no text.

use crate::types::{Point, Score};
use std::time::Duration;

/// A line of play with its value for the side to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves, best play for both sides.
    pub moves: Vec<Point>,
    /// The value; decided games as exact distances.
    pub score: Score,
    /// The nominal depth that found it.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
}

impl Line {
    /// One move, and nothing looked at behind it.
    pub fn of_move(point: Point, score: Score) -> Self {
        Self {
            moves: vec![point],
            score,
            depth: 1,
            selective_depth: 1,
        }
    }
}

/// A finished iteration for one of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Which of the best lines this is, 0 for the best.
    pub rank: usize,
    /// The line. One of depth 0 was not searched: it is the move to play if
    /// there is no time for more.
    pub line: Line,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time spent so far.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}

/// What happens to one of the root moves while an iteration runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoveEvent {
    /// The search looks at it.
    Entered(Point),
    /// The search is done with it, for this depth.
    Left(Point),
    /// It is the best so far.
    Best(Point),
    /// It is proven to lose.
    Lost(Point),
}

/// Listens to a running search. It is called on the search's thread, so it
/// must be quick.
pub trait Observer: Send {
    /// An iteration for one line was completed.
    fn line_finished(&mut self, progress: &Progress);

    /// Something happened to one of the root moves. Told only after the
    /// first moments of a search, and only about its best line.
    fn root_move(&mut self, _event: RootMoveEvent) {}
}

/// An observer that does not listen.
pub struct Silent;

impl Observer for Silent {
    fn line_finished(&mut self, _progress: &Progress) {}
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The best lines, best first; empty only if no legal move exists.
    pub lines: Vec<Line>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}

impl Outcome {
    /// What a player has found who does not search: no time, no table.
    pub fn without_search(lines: Vec<Line>) -> Self {
        Self {
            lines,
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// The move to play, if one exists.
    pub fn best_move(&self) -> Option<Point> {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
    }
}
