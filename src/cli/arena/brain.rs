//! An engine's process as a referee speaks to it: whole commands, answers that
//! are waited for until a deadline or a stop, and a farewell. Knows no game.

use super::contestant::Contestant;
use super::process::{Attention, EngineProcess, Heard};
use crate::cli::interrupt::Stop;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to leave after END; Piskvork waits as long.
const LEAVE: Duration = Duration::from_millis(700);
/// As many lines of standard error explain a failure.
const LAST_LINES: usize = 3;
/// How often a waiting thread looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Why no awaited line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The process ended or closed its output.
    Gone,
    /// The deadline passed.
    Deadline,
    /// The match was stopped.
    Stopped,
}

/// A running engine. Dropping it kills the process.
pub struct Brain {
    process: EngineProcess,
    /// The last line that answered nothing, to explain a failure with.
    stray: Option<String>,
}

impl Brain {
    /// Starts the engine's process.
    pub fn start(contestant: &Contestant, attention: Attention) -> anyhow::Result<Self> {
        Ok(Self {
            process: EngineProcess::start(&contestant.command, attention)?,
            stray: None,
        })
    }

    /// Sends one line. That the engine is gone shows when its answer is awaited.
    pub fn send(&mut self, line: &str) {
        self.process.send(format!("{line}\n").as_bytes());
    }

    /// Throws away all that was printed before now.
    pub fn forget_pending(&mut self) {
        self.process.forget_pending();
        self.stray = None;
    }

    /// The last line that was read and answered nothing.
    pub fn stray(&self) -> Option<&str> {
        self.stray.as_deref()
    }

    /// Waits for a line that `accept` makes something of; other lines are skipped.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        stop: &Stop,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Instant), Silence> {
        loop {
            if stop.is_set() {
                return Err(Silence::Stopped);
            }
            let now = Instant::now();
            match self.process.hear(deadline.min(now + GLANCE)) {
                Heard::Line(line) => match accept(&line.text) {
                    Some(answer) => return Ok((answer, line.arrived)),
                    None => self.stray = Some(line.text),
                },
                Heard::Closed => return Err(self.why_gone(stop)),
                Heard::Silence => {}
            }
            // After the look at the pipe: a line that came in time is not late because this
            // thread was.
            if now >= deadline {
                return Err(Silence::Deadline);
            }
        }
    }

    /// Whether the engine is gone by itself, or together with the match: a signal to the whole
    /// job, such as a scheduler's, may reach the engine first.
    fn why_gone(&mut self, stop: &Stop) -> Silence {
        let until = Instant::now() + LEAVE;
        let status = self.process.wait_for_exit(until);
        while status.is_some_and(was_told_to_end) && !stop.is_set() && Instant::now() < until {
            thread::sleep(GLANCE);
        }
        if stop.is_set() {
            Silence::Stopped
        } else {
            Silence::Gone
        }
    }

    /// What explains that an engine is gone: how it ended, and the last lines that it printed for
    /// people or by mistake.
    pub fn last_words(&mut self) -> String {
        let status = self.process.wait_for_exit(Instant::now() + LEAVE);
        let status = status.map(|status| format!(" ({status})"));
        let said = self
            .stray
            .as_ref()
            .map(|line| format!("; it said '{line}'"));
        let errors = self.process.last_errors();
        let mut errors: Vec<&str> = errors
            .lines()
            .rev()
            .filter(|line| !line.trim().is_empty())
            .take(LAST_LINES)
            .collect();
        errors.reverse();
        let errors =
            (!errors.is_empty()).then(|| format!("; on standard error: {}", errors.join(" / ")));
        [status, said, errors].into_iter().flatten().collect()
    }

    /// Says END and waits for the engine to leave; one that does not is killed.
    pub fn quit(mut self) {
        self.send("END");
        self.process.close_input();
        self.process.wait_for_exit(Instant::now() + LEAVE);
        // Dropping kills what is left.
    }
}

/// Whether a program ended by a signal that asks programs to end, not by a fault.
#[cfg(unix)]
fn was_told_to_end(status: ExitStatus) -> bool {
    use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
    use std::os::unix::process::ExitStatusExt;
    let told = [SIGHUP, SIGINT, SIGTERM].map(|signal| signal as i32);
    status.signal().is_some_and(|signal| told.contains(&signal))
}

/// Nothing of the kind can be seen there.
#[cfg(not(unix))]
const fn was_told_to_end(_status: ExitStatus) -> bool {
    false
}
