//! A session on one thread and without a process: lines of text go in, lines
//! of text come out, and the engine thinks in slices whenever the caller has
//! time for one. The conversation itself is that of every other session.

use super::session::{Event, Reply, Session};
use crate::engine::{Engine, Options};
use crate::search::{Clock, Searcher};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// What is left to do after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Somebody waits for an answer: go on with another step.
    Busy,
    /// Nobody waits for anything, but another step is of use: the engine thinks
    /// in the opponent's time, or gets ready for its first search.
    Pondering,
    /// Nothing, until the next line.
    Idle,
    /// The session has ended; nothing more will be said.
    Over,
}

/// A session that is driven step by step.
///
/// ```
/// use quinte::protocol::{Step, Stepper};
/// use quinte::search::SystemClock;
/// use std::{sync::Arc, time::Duration};
///
/// let mut session = Stepper::new(Arc::new(SystemClock::start()));
/// for line in ["START 15", "INFO timeout_turn 200", "BOARD", "7,7,2", "DONE"] {
///     session.line(line);
/// }
/// while session.step(Duration::from_millis(50)) == Step::Busy {
///     // Other work, and lines such as "STOP" when the user has waited enough.
/// }
/// let answers: Vec<String> = session.answers().collect();
/// assert_eq!(answers.first().map(String::as_str), Some("OK"));
/// assert!(answers.last().is_some_and(|answer| answer.contains(',')));
/// ```
pub struct Stepper {
    session: Session,
    answers: VecDeque<String>,
    is_over: bool,
}

impl Stepper {
    /// A session whose time is told by this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self::with_options(clock, Options::default())
    }

    /// A session with these options until it is told others.
    pub fn with_options(clock: Arc<dyn Clock>, options: Options) -> Self {
        let mut engine = Engine::in_slices(clock, Searcher::new);
        engine.change_options(|current| *current = options);
        Self {
            session: Session::new(engine),
            answers: VecDeque::new(),
            is_over: false,
        }
    }

    /// Hears a line of the protocol, with or without its end. Takes no time
    /// worth mentioning: the work is done in [`step`](Self::step).
    pub fn line(&mut self, line: impl AsRef<[u8]>) {
        // One call may bring several lines.
        for line in line.as_ref().split(|byte| b"\r\n".contains(byte)) {
            if !self.is_over && !line.is_empty() {
                let event = Event::Line(line.to_vec(), self.session.now());
                let reply = self.session.handle(event);
                self.note(&reply);
            }
        }
    }

    /// Thinks for about so long, or less if the work is done before. Shorter
    /// slices hear the next line sooner; longer ones waste less.
    pub fn step(&mut self, budget: Duration) -> Step {
        if !self.is_over {
            let reply = self.session.step(budget);
            self.note(&reply);
        }
        if self.is_over {
            Step::Over
        } else if self.session.is_busy() {
            Step::Busy
        } else if self.session.has_work() {
            Step::Pondering
        } else {
            Step::Idle
        }
    }

    /// Takes the next line that the engine has to say.
    pub fn answer(&mut self) -> Option<String> {
        self.answers.pop_front()
    }

    /// Takes all lines that the engine has to say.
    pub fn answers(&mut self) -> impl Iterator<Item = String> {
        self.answers.drain(..)
    }

    fn note(&mut self, reply: &Reply) {
        self.is_over |= reply.is_over;
        let lines = reply.lines.iter().map(ToString::to_string);
        self.answers.extend(lines);
    }
}

#[cfg(test)]
mod tests;
