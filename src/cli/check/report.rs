//! Turns what came of transcripts into text for people.

use super::runner::{Outcome, Report};
use super::transcript::Transcript;
use std::fmt::Write as _;
use std::time::Duration;

/// How many transcripts ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// As expected.
    pub passed: usize,
    /// Not offered by the engine.
    pub declined: usize,
    /// Not made for the mode.
    pub skipped: usize,
    /// Not as expected.
    pub failed: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::Declined => self.declined += 1,
            Outcome::Skipped => self.skipped += 1,
            Outcome::Failed { .. } => self.failed += 1,
        }
    }

    /// The last line of the table.
    pub fn summary(&self, elapsed: Duration) -> String {
        let mut text = format!("{} passed, {} failed", self.passed, self.failed);
        for (count, what) in [(self.declined, "declined"), (self.skipped, "skipped")] {
            if count > 0 {
                // Writing to a String cannot fail.
                let _ = write!(text, ", {count} {what}");
            }
        }
        let _ = write!(text, " in {:.1} s", elapsed.as_secs_f64());
        text
    }
}

/// How wide the column of names must be.
pub fn name_width(transcripts: &[Transcript]) -> usize {
    transcripts
        .iter()
        .map(|transcript| transcript.name.len())
        .max()
        .unwrap_or(0)
}

/// A row of the table.
pub fn row(transcript: &Transcript, report: &Report, name_width: usize) -> String {
    let word = match report.outcome {
        Outcome::Passed => "pass",
        Outcome::Declined => "declined",
        Outcome::Skipped => "skipped",
        Outcome::Failed { .. } => "FAIL",
    };
    let (name, title) = (&transcript.name, &transcript.title);
    let milliseconds = report.elapsed.as_millis();
    format!("{word:<8}  {name:<name_width$} {milliseconds:>6} ms  {title}")
}

/// The reason of a failure, if it is one, and the dialogue.
pub fn details(report: &Report) -> String {
    let mut text = String::new();
    if let Outcome::Failed { line, reason } = &report.outcome {
        let place = if *line == 0 {
            "after the last line".to_owned()
        } else {
            format!("line {line}")
        };
        let _ = writeln!(text, "          {place}: {reason}");
    }
    for entry in &report.dialogue {
        let _ = writeln!(text, "          {entry}");
    }
    text
}
