//! How the time of one move is steered while the search runs: how sure the
//! choice is, as a share of the soft budget. Reads no clock and searches nothing.

use super::report::Line;
use crate::types::{Point, Score};

/// Shares in percent by the number of iterations since the best move last changed.
const STABILITY: [u32; 7] = [130, 115, 105, 100, 95, 90, 85];

/// The most that a falling score adds to the share, in percent.
const MOST_TROUBLE: Score = 60;

/// The effort, in percent, at which a move is neither clear nor doubtful.
const ORDINARY_EFFORT: u32 = 70;

/// What the iterations of one search said so far.
#[derive(Default)]
pub(super) struct Steering {
    best: Option<Point>,
    score: Score,
    /// Iterations since the best move last changed.
    stable: u32,
    /// How far the score fell in the last iteration.
    fall: Score,
    /// The best move's share of the last iteration's nodes, in percent.
    effort: u32,
}

impl Steering {
    /// Notes the result of an iteration and the share of its nodes, in percent,
    /// that went into the best move.
    pub(super) fn note(&mut self, line: &Line, effort: u32) {
        let best = line.moves.first().copied();
        self.stable = if best == self.best {
            self.stable + 1
        } else {
            0
        };
        self.fall = if self.best.is_some() {
            (self.score - line.score).max(0)
        } else {
            0
        };
        self.best = best;
        self.score = line.score;
        self.effort = effort.min(100);
    }

    /// The share of the soft budget to use, in percent.
    pub(super) fn percent(&self) -> u32 {
        let stability = STABILITY[(self.stable as usize).min(STABILITY.len() - 1)];
        // Refuting the other moves took few nodes: they are no match for the best one.
        let clarity = 100 + ORDINARY_EFFORT - self.effort;
        let trouble = (self.fall / 4).clamp(0, MOST_TROUBLE) as u32;
        stability * clarity / 100 + trouble
    }
}
