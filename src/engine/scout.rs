//! Looks at several positions for one answer, within the time of one move.
//! Knows how to share the time, not what the looks are for.

use super::thinker::{Question, Thinker};
use super::worker::{Job, Listener};
use crate::board::Board;
use crate::search::{FirstMoves, Limits, Outcome, TimeBudget};
use crate::types::{Point, Score};
use std::sync::Arc;
use std::time::Duration;

/// The time for all looks together when nothing bounds the search.
const UNBOUNDED: Duration = Duration::from_secs(10);

/// Looks at positions within a common budget of time.
pub(super) struct Scout<'a> {
    thinker: &'a mut dyn Thinker,
    pub job: &'a Job,
    /// When all looks must be over; `None` if depth or nodes bound them.
    end: Option<Duration>,
    /// Nodes of all looks together.
    pub nodes: u64,
    /// How full the table was after the newest look, in thousandths.
    pub table_use: u32,
}

impl<'a> Scout<'a> {
    pub fn new(thinker: &'a mut dyn Thinker, job: &'a Job) -> Self {
        let limits = &job.limits;
        let is_bounded = limits.max_depth.is_some() || limits.max_nodes.is_some();
        let unbounded = (!is_bounded).then(|| limits.started + UNBOUNDED);
        Self {
            thinker,
            job,
            end: limits.time.soft.or(unbounded),
            nodes: 0,
            table_use: 0,
        }
    }

    /// Whether there is no time for another look.
    pub fn is_over(&self) -> bool {
        let control = &self.job.control;
        control.is_stopped() || self.end.is_some_and(|end| control.now() >= end)
    }

    /// Searches a position with an equal share of the time for this look and
    /// the looks to come.
    pub fn look(&mut self, board: &Board, looks_to_come: usize, lines: usize) -> Outcome {
        let limits = Limits {
            lines,
            ..self.job.limits
        };
        self.look_within(board, looks_to_come, &limits)
    }

    /// As [`look`](Self::look), with limits whose time is replaced.
    pub fn look_within(&mut self, board: &Board, looks_to_come: usize, limits: &Limits) -> Outcome {
        let control = &self.job.control;
        let now = control.now();
        let until = self
            .end
            .map(|end| now + end.saturating_sub(now) / (looks_to_come as u32 + 1));
        let time = TimeBudget {
            end: self.job.limits.time.end,
            ..TimeBudget::until(until)
        };
        control.set_budget(time);
        // What is said of first moves, and the best line to fall back on, are
        // about the position asked about alone.
        let is_asked = *board == self.job.board;
        let limits = Limits {
            started: now,
            time,
            first_moves: if is_asked {
                limits.first_moves
            } else {
                FirstMoves::ALL
            },
            ..*limits
        };
        let mut listener = Listener::silent(if is_asked {
            Arc::clone(&self.job.best)
        } else {
            Arc::default()
        });
        let question = Question {
            board,
            rule: self.job.rule,
            limits: &limits,
            control,
        };
        let outcome = self.thinker.think(&question, &mut listener);
        self.nodes += outcome.nodes;
        self.table_use = outcome.table_use;
        outcome
    }

    /// The value of a position for its side to move; `None` if it has no
    /// moves, or if the look was too short to tell.
    pub fn score(&mut self, board: &Board, looks_to_come: usize) -> Option<Score> {
        value(&self.look(board, looks_to_come, 1))
    }
}

/// The value that a look has found; `None` if it was too short to find one.
pub(super) fn value(outcome: &Outcome) -> Option<Score> {
    let line = outcome.lines.first()?;
    (line.depth > 0 || crate::types::score::is_decisive(line.score)).then_some(line.score)
}

/// The board with these stones put by turns.
pub(super) fn with_stones(board: &Board, stones: &[Point]) -> Board {
    let mut board = board.clone();
    for &point in stones {
        board.play(point);
    }
    board
}
