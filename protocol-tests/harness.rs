//! What the tests share: the engine's command, patience, and turns.

use quinte::cli::arena::process::{Attention, EngineCommand, EngineProcess, Heard};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The engine under test.
pub fn engine() -> EngineCommand {
    EngineCommand::program(env!("CARGO_BIN_EXE_pbrain-quinte"))
}

/// By how much deadlines are stretched: tests share the machine with each
/// other and with whatever else it does, and run without full optimisation.
pub fn time_scale() -> f64 {
    std::env::var("PROTOCOL_TIME_SCALE")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(3.0)
}

/// A deadline this far from now, stretched.
pub fn within(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds).mul_f64(time_scale())
}

/// Tests that start many processes or measure time take turns.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A conversation with the engine that fails the test when it goes wrong.
pub struct Conversation {
    /// The engine.
    pub process: EngineProcess,
}

impl Conversation {
    /// Starts the engine.
    pub fn start() -> Self {
        let process =
            EngineProcess::start(&engine(), Attention::Record).expect("the engine can be started");
        Self { process }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.process.send(format!("{line}\r\n").as_bytes());
    }

    /// The next line that is not for people, within the time.
    pub fn answer(&mut self, deadline: Instant) -> String {
        loop {
            match self.process.hear(deadline) {
                Heard::Line(line) if line.text.starts_with("MESSAGE ") => {}
                Heard::Line(line) => return line.text,
                other => panic!("{other:?} after {:#?}", self.process.dialogue()),
            }
        }
    }

    /// Waits for a successful end without a further answer, and says how long it took.
    pub fn farewell(&mut self, deadline: Instant) -> Duration {
        let started = Instant::now();
        loop {
            match self.process.hear(deadline) {
                Heard::Line(line) if line.text.starts_with("MESSAGE ") => {}
                Heard::Closed => break,
                other => panic!("{other:?} after {:#?}", self.process.dialogue()),
            }
        }
        let status = self.process.wait_for_exit(deadline);
        assert!(
            status.is_some_and(|status| status.success()),
            "{status:?} after {:#?}",
            self.process.dialogue()
        );
        started.elapsed()
    }
}
