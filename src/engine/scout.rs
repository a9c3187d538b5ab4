//! Looks at several positions for one answer, within the time of one move.
//! Knows how to share the time, not what the looks are for.

use super::recorded::Recorded;
use super::worker::{Job, Listener};
use crate::board::Board;
use crate::search::{Limits, Outcome, Question, RootMoves, TimeBudget};
use crate::types::{Point, Score};
use std::time::Duration;

/// The time for all looks together when nothing bounds the search.
const UNBOUNDED: Duration = Duration::from_secs(10);

/// Looks at positions within a common budget of time.
pub(super) struct Scout<'a> {
    thinker: Recorded<'a>,
    pub job: &'a Job,
    /// Nodes of all looks together.
    pub nodes: u64,
    /// How full the table was after the newest look, in thousandths.
    pub hashfull: u32,
}

impl<'a> Scout<'a> {
    pub const fn new(thinker: Recorded<'a>, job: &'a Job) -> Self {
        Self {
            thinker,
            job,
            nodes: 0,
            hashfull: 0,
        }
    }

    /// When all looks must be over, by the clock as told last; `None` if depth or
    /// nodes bound them.
    fn end(&self) -> Option<Duration> {
        let limits = &self.job.question.limits;
        let is_bounded = limits.max_depth.is_some() || limits.max_nodes.is_some();
        let budget = self.job.budget.get();
        match budget.soft {
            None if !is_bounded => Some(budget.started.saturating_add(UNBOUNDED)),
            soft => soft,
        }
    }

    /// The time since the task was given.
    pub fn elapsed(&self) -> Duration {
        let started = self.job.budget.get().started;
        self.job.control.now().saturating_sub(started)
    }

    /// Whether there is no time for another look.
    pub fn is_over(&self) -> bool {
        let control = &self.job.control;
        let is_late = self.end().is_some_and(|end| control.now() >= end);
        self.is_stopped() || is_late && !self.thinker.is_repeating()
    }

    /// Whether the answer is wanted now.
    pub fn is_stopped(&self) -> bool {
        self.job.control.is_stopped() && !self.thinker.is_repeating()
    }

    /// Searches a position with an equal share of the time for this look and
    /// the looks to come.
    pub fn look(&mut self, board: &Board, looks_to_come: usize, lines: usize) -> Outcome {
        let limits = Limits {
            lines,
            ..self.job.question.limits
        };
        self.look_within(board, looks_to_come, &limits)
    }

    /// As [`look`](Self::look), with these limits.
    pub fn look_within(&mut self, board: &Board, looks_to_come: usize, limits: &Limits) -> Outcome {
        let control = &self.job.control;
        let now = control.now();
        let until = self
            .end()
            .map(|end| now + end.saturating_sub(now) / (looks_to_come as u32 + 1));
        control.set_budget(TimeBudget {
            started: now,
            end: self.job.budget.get().end,
            ..TimeBudget::until(until)
        });
        // What is said of root moves, and the best line to fall back on, are
        // about the position asked about alone.
        let asked = &self.job.question;
        let is_asked = *board == asked.board;
        let limits = Limits {
            root_moves: if is_asked {
                limits.root_moves
            } else {
                RootMoves::ALL
            },
            ..*limits
        };
        let mut listener = Listener {
            best: is_asked.then_some(&self.job.best),
            tell: None,
        };
        let question = Question::new(board.clone(), asked.rule, limits);
        let outcome = self.thinker.think(&question, control, &mut listener);
        let outcome = outcome.unwrap_or_else(|| Outcome::without_search(Vec::new()));
        self.nodes += outcome.nodes;
        self.hashfull = outcome.hashfull;
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
