//! Turns what came of transcripts into text for people.

use super::runner::{Outcome, Report};
use super::transcript::{Severity, Transcript};
use std::collections::HashMap;
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

/// Transcripts that failed for one reason.
#[derive(Debug)]
struct Cause {
    /// The reason of the first.
    reason: String,
    /// What the worst of them costs.
    severity: Severity,
    /// Their names.
    names: Vec<String>,
}

/// All failures, by their causes: one mistake of an engine fails many transcripts.
#[derive(Debug, Default)]
pub struct Failures {
    causes: Vec<Cause>,
    /// Where the cause of a reason stands among them.
    places: HashMap<String, usize>,
    by_severity: HashMap<&'static str, usize>,
}

impl Failures {
    /// Adds a failure; gives back the name of the first of its cause, if it is not that itself.
    pub fn add(&mut self, transcript: &Transcript, reason: &str) -> Option<&str> {
        let severity = transcript.severity;
        *self.by_severity.entry(severity.name()).or_default() += 1;
        let place = self.places.entry(likeness(reason)).or_insert_with(|| {
            self.causes.push(Cause {
                reason: reason.to_owned(),
                severity,
                names: Vec::new(),
            });
            self.causes.len() - 1
        });
        let cause = &mut self.causes[*place];
        cause.severity = cause.severity.min(severity);
        cause.names.push(transcript.name.clone());
        (cause.names.len() > 1).then(|| cause.names[0].as_str())
    }

    /// A table of the causes, the most frequent of the worst first, and what they would cost;
    /// empty without failures.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let mut causes: Vec<&Cause> = self.causes.iter().collect();
        causes.sort_by_key(|cause| (cause.severity, std::cmp::Reverse(cause.names.len())));
        for cause in causes {
            let (count, first) = (cause.names.len(), &cause.names[0]);
            let (reason, severity) = (&cause.reason, cause.severity.name());
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{count:>5} x {severity:<9}  {reason} ({first})");
        }
        for severity in Severity::ALL {
            if let Some(count) = self.by_severity.get(severity.name()) {
                let _ = writeln!(
                    text,
                    "{count:>5} {}: {}",
                    severity.name(),
                    severity.meaning()
                );
            }
        }
        text
    }
}

/// The same for reasons that differ in numbers and patience alone.
fn likeness(reason: &str) -> String {
    let mut text = String::with_capacity(reason.len());
    for sign in reason.chars() {
        if !sign.is_ascii_digit() {
            text.push(sign);
        } else if !text.ends_with('0') {
            text.push('0');
        }
    }
    text.replace(" within 0 ms", "").replace(" within 0 s", "")
}

/// How wide the column of names must be.
pub fn name_width(transcripts: &[Transcript]) -> usize {
    transcripts
        .iter()
        .map(|transcript| transcript.name.len())
        .max()
        .unwrap_or(0)
}

/// A row of the table. A failure whose like was shown already points there instead of telling
/// its title.
pub fn row(
    transcript: &Transcript,
    report: &Report,
    name_width: usize,
    shown_before: Option<&str>,
) -> String {
    let word = match report.outcome {
        Outcome::Passed => "pass",
        Outcome::Declined => "declined",
        Outcome::Skipped => "skipped",
        Outcome::Failed { .. } => "FAIL",
    };
    let (name, title) = (&transcript.name, &transcript.title);
    let told = shown_before.map_or_else(|| title.clone(), |first| format!("as {first}"));
    let milliseconds = report.elapsed.as_millis();
    format!("{word:<8}  {name:<name_width$} {milliseconds:>6} ms  {told}")
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

#[cfg(test)]
mod tests {
    use super::super::transcript::parse;
    use super::*;

    fn transcript(name: &str, headers: &str) -> Transcript {
        parse(name, &format!("title\n{headers}\n> A\n")).expect("a transcript")
    }

    #[test]
    fn failures_of_one_cause_are_one_row() {
        let mut failures = Failures::default();
        assert_eq!(failures.summary(), "");
        let untidy = transcript("a", "severity: untidy\n");
        let game = transcript("b", "");
        let late = "expected 'move', but '7,7' came 20 ms too late";
        assert_eq!(failures.add(&untidy, "expected 'OK', but got 'ok'"), None);
        assert_eq!(failures.add(&untidy, late), None);
        let again = late.replace("20", "9").replace("7,7", "10,3");
        assert_eq!(failures.add(&game, &again), Some("a"));
        assert_eq!(failures.add(&untidy, &again), Some("a"));
        let rows = failures.summary();
        let rows: Vec<&str> = rows.lines().map(str::trim).collect();
        assert_eq!(
            rows,
            [
                format!("3 x game       {late} (a)").as_str(),
                "1 x untidy     expected 'OK', but got 'ok' (a)",
                "1 game: would lose a game in a tournament",
                "3 untidy: untidy, costs no game",
            ]
        );
    }

    #[test]
    fn transcripts_tell_what_a_failure_costs() {
        assert_eq!(transcript("a", "").severity, Severity::Game);
        for severity in Severity::ALL {
            let header = format!("severity: {}\n", severity.name());
            assert_eq!(transcript("a", &header).severity, severity);
        }
        assert!(parse("a", "title\nseverity: bad\n\n> A\n").is_err());
    }
}
