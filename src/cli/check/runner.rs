//! Plays one transcript against one engine process. Every wait has a
//! deadline, so it always comes to an end, whatever the engine does.

use super::memory;
use super::pattern::{Answer, Form, Match, starts_with_word};
use super::referee::Referee;
use super::transcript::{Action, Expectation, Piece, Step, Transcript};
use crate::cli::arena::process::{
    Attention, EngineCommand, EngineProcess, Heard, Line, is_for_people,
};
use std::fmt;
use std::time::{Duration, Instant};

/// How long an engine must hold its tongue after the last step.
const SILENCE_AT_THE_END: Duration = Duration::from_millis(50);
/// How long an engine may take to leave before it is killed, when leaving is not the subject.
const FAREWELL: Duration = Duration::from_millis(500);
/// The longest line that every manager reads.
const LONGEST_LINE: usize = 8_000;

/// How commands are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Each command in a write of its own, when its turn has come.
    Normal,
    /// As many commands in one write as do not depend on earlier answers.
    Pipelined,
}

impl fmt::Display for Mode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Normal => "normal",
            Self::Pipelined => "pipelined",
        })
    }
}

/// How to play transcripts.
#[derive(Debug, Clone)]
pub struct Options {
    /// How commands are sent.
    pub mode: Mode,
    /// Every deadline is multiplied by this.
    pub time_scale: f64,
}

/// How a transcript ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was as expected.
    Passed,
    /// The engine said that it does not offer this.
    Declined,
    /// The transcript does not allow this mode.
    Skipped,
    /// Something was not as expected.
    Failed {
        /// The transcript's line, 0 for none.
        line: usize,
        /// What went wrong.
        reason: String,
    },
}

/// What came of one transcript.
#[derive(Debug, Clone)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What was said, with times.
    pub dialogue: Vec<String>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays a transcript against a fresh process of the engine.
pub fn play(transcript: &Transcript, command: &EngineCommand, options: &Options) -> Report {
    let started = Instant::now();
    let report = |outcome, dialogue| Report {
        outcome,
        dialogue,
        elapsed: started.elapsed(),
    };
    if options.mode == Mode::Pipelined && !transcript.pipelining {
        return report(Outcome::Skipped, Vec::new());
    }
    let process = match EngineProcess::start(command, Attention::Record) {
        Ok(process) => process,
        Err(error) => {
            let reason = format!("the engine cannot be started: {error:#}");
            return report(Outcome::Failed { line: 0, reason }, Vec::new());
        }
    };
    let mut player = Player {
        transcript,
        time_scale: options.time_scale,
        process,
        referee: Referee::new(),
        optional: Vec::new(),
        lines: Vec::new(),
        last_event: Instant::now(),
        answering: Duration::ZERO,
    };
    let outcome = match player.play_all(options.mode) {
        Ok(()) => Outcome::Passed,
        Err(End::Declined) => Outcome::Declined,
        Err(End::Failed { line, reason }) => Outcome::Failed { line, reason },
    };
    let standard_error = player.process.standard_error();
    if !standard_error.is_empty() {
        player
            .process
            .note("!", &format!("standard error: {standard_error}"));
    }
    report(outcome, player.process.dialogue())
}

/// Why playing ends before the last step.
enum End {
    Declined,
    Failed { line: usize, reason: String },
}

struct Player<'a> {
    transcript: &'a Transcript,
    time_scale: f64,
    process: EngineProcess,
    referee: Referee,
    /// Answers that may come, but need not.
    optional: Vec<Answer>,
    /// Everything the engine has printed, also what is skipped.
    lines: Vec<Line>,
    /// When the newest command was sent or the newest answer came: deadlines count from here.
    last_event: Instant,
    /// The time between commands and their answers, added up.
    answering: Duration,
}

impl Player<'_> {
    fn play_all(&mut self, mode: Mode) -> Result<(), End> {
        let transcript = self.transcript;
        for group in groups(&transcript.steps, mode) {
            self.send_group(group)?;
            for step in group {
                self.play_step(step)?;
            }
        }
        let ends_by_exit = transcript
            .steps
            .iter()
            .any(|step| matches!(step.action, Action::Expect(Expectation::Exit(_))));
        if ends_by_exit {
            return Ok(());
        }
        self.expect_nothing(SILENCE_AT_THE_END)
            .map_err(|reason| End::Failed { line: 0, reason })?;
        self.process.send(b"END\r\n");
        self.process.close_input();
        self.process.wait_for_exit(Instant::now() + FAREWELL);
        Ok(())
    }

    /// Sends all that a group sends, in one write.
    fn send_group(&mut self, group: &[Step]) -> Result<(), End> {
        let mut bytes = Vec::new();
        for step in group {
            if let Action::Send(pieces) = &step.action {
                bytes.extend(self.fill_in(step, pieces)?);
            }
        }
        if !bytes.is_empty() {
            self.process.send(&bytes);
            self.last_event = Instant::now();
        }
        Ok(())
    }

    /// The bytes of a step. Cells to choose occur only in the first step of a
    /// group, so the position is known.
    fn fill_in(&self, step: &Step, pieces: &[Piece]) -> Result<Vec<u8>, End> {
        let mut bytes = Vec::new();
        for piece in pieces {
            let cell = match piece {
                Piece::Bytes(literal) => {
                    bytes.extend_from_slice(literal);
                    continue;
                }
                Piece::Free => self.referee.free_cell(),
                Piece::Newest => self.referee.newest(),
            };
            let point = cell.ok_or_else(|| End::Failed {
                line: step.line,
                reason: "the board has no such cell".to_owned(),
            })?;
            bytes.extend(format!("{},{}", point.x(), point.y()).bytes());
        }
        Ok(bytes)
    }

    fn play_step(&mut self, step: &Step) -> Result<(), End> {
        let result = match &step.action {
            Action::Send(pieces) => {
                let bytes = self.fill_in(step, pieces)?;
                self.referee.hear(&bytes);
                Ok(())
            }
            Action::Close => {
                self.process.close_input();
                self.last_event = Instant::now();
                Ok(())
            }
            Action::Pause(time) => {
                std::thread::sleep(*time);
                Ok(())
            }
            Action::Expect(expectation) => match self.expect(expectation) {
                Ok(Match::Declined) => return Err(End::Declined),
                Ok(_) => Ok(()),
                Err(reason) => Err(format!("expected '{}', {reason}", &step.text[1..].trim())),
            },
        };
        result.map_err(|reason| End::Failed {
            line: step.line,
            reason,
        })
    }

    fn expect(&mut self, expectation: &Expectation) -> Result<Match, String> {
        match expectation {
            Expectation::Lines { answers, within } => return self.expect_lines(answers, *within),
            Expectation::Maybe(answer) => self.optional.push(answer.clone()),
            Expectation::MaybeFor(answer, time) => {
                self.optional.push(answer.clone());
                let found = self.expect_nothing(*time);
                self.optional.clear();
                return found;
            }
            Expectation::Nothing(time) => return self.expect_nothing(*time),
            Expectation::Exit(within) => return self.expect_exit(*within),
            Expectation::Printed(form, within) => self.expect_printed(form, *within)?,
            Expectation::TidyOutput => self.expect_tidy_output()?,
            Expectation::TotalTime(limit) => {
                if self.answering > limit.mul_f64(self.time_scale) {
                    return Err(format!("but it is {} ms", self.answering.as_millis()));
                }
            }
            Expectation::MemoryBelow(limit) => {
                if let Some(bytes) = memory::owned_by(self.process.id())
                    && bytes > *limit
                {
                    return Err(format!("the engine owns {} MiB", bytes >> 20));
                }
            }
        }
        Ok(Match::Plain)
    }

    fn deadline(&self, within: Duration) -> Instant {
        self.last_event + within.mul_f64(self.time_scale)
    }

    /// The next line that is an answer, or says something wrong; what may
    /// come at any time is skipped.
    fn next_answer(&mut self, deadline: Instant) -> Heard {
        loop {
            let heard = self.process.hear(deadline);
            let Heard::Line(line) = &heard else {
                return heard;
            };
            self.lines.push(line.clone());
            if !self.is_skipped(line) {
                return heard;
            }
            // A flood of messages must not outlast the deadline.
            if Instant::now() >= deadline {
                return Heard::Silence;
            }
        }
    }

    /// Whether the line may come at any time.
    fn is_skipped(&self, line: &Line) -> bool {
        let mut ignored = self.transcript.ignored.iter();
        is_for_people(&line.text) || ignored.any(|word| starts_with_word(&line.text, word))
    }

    /// Waits for a line of this form that may come at any time.
    fn expect_printed(&mut self, form: &Form, within: Duration) -> Result<(), String> {
        let deadline = self.deadline(within);
        while !self.lines.iter().any(|line| form.fits(&line.text)) {
            let line = match self.process.hear(deadline) {
                Heard::Line(line) => line,
                Heard::Silence => return Err("but no such line came".to_owned()),
                Heard::Closed => return Err(self.how_it_ended()),
            };
            let skipped = self.is_skipped(&line);
            let text = line.text.clone();
            self.lines.push(line);
            if !skipped {
                return Err(format!("but the answer '{text}' came first"));
            }
        }
        Ok(())
    }

    /// What the line means if it is one of the answers that may come; each may come once.
    fn take_optional(&mut self, line: &str) -> Option<Match> {
        for index in 0..self.optional.len() {
            if let Ok(found) = self.optional[index].compare(line, &self.referee) {
                self.note_stones(&found);
                self.optional.remove(index);
                return Some(found);
            }
        }
        None
    }

    fn note_stones(&mut self, found: &Match) {
        if let Match::Stones(points) = found {
            for &point in points {
                self.referee.engine_plays(point);
            }
        }
    }

    fn expect_lines(&mut self, answers: &[Answer], within: Duration) -> Result<Match, String> {
        let deadline = self.deadline(within);
        let mut missing: Vec<&Answer> = answers.iter().collect();
        while !missing.is_empty() {
            let (line, arrived) = match self.next_answer(deadline) {
                Heard::Line(line) => (line.text, line.arrived),
                Heard::Silence => {
                    let waited = within.mul_f64(self.time_scale).as_millis();
                    return Err(format!("but no answer came within {waited} ms"));
                }
                Heard::Closed => return Err(self.how_it_ended()),
            };
            let mut reasons = Vec::new();
            let mut matched = None;
            for (index, answer) in missing.iter().enumerate() {
                match answer.compare(&line, &self.referee) {
                    Ok(found) => {
                        matched = Some((index, found));
                        break;
                    }
                    Err(reason) => reasons.push(reason),
                }
            }
            match matched {
                Some((_, Match::Declined)) => return Ok(Match::Declined),
                Some(_) if arrived > deadline => {
                    let late = arrived.duration_since(deadline).as_millis();
                    return Err(format!("but '{line}' came {late} ms too late"));
                }
                Some((index, found)) => {
                    missing.remove(index);
                    self.note_stones(&found);
                    self.answering += arrived.saturating_duration_since(self.last_event);
                    self.last_event = Instant::now();
                }
                None => match self.take_optional(&line) {
                    Some(Match::Declined) => return Ok(Match::Declined),
                    Some(_) => {}
                    None => {
                        let reasons = reasons.join("; ");
                        let why = if reasons.is_empty() { "" } else { ": " };
                        return Err(format!("but got '{line}'{why}{reasons}"));
                    }
                },
            }
        }
        // What may have come before this answer may not come after it.
        self.optional.clear();
        Ok(Match::Plain)
    }

    fn expect_nothing(&mut self, time: Duration) -> Result<Match, String> {
        let deadline = Instant::now() + time;
        loop {
            let line = match self.next_answer(deadline) {
                Heard::Silence => return Ok(Match::Plain),
                Heard::Closed => return Err(self.how_it_ended()),
                Heard::Line(line) => line.text,
            };
            match self.take_optional(&line) {
                Some(Match::Declined) => return Ok(Match::Declined),
                Some(_) => {}
                None => return Err(format!("but an answer too many came: '{line}'")),
            }
        }
    }

    fn expect_exit(&mut self, within: Duration) -> Result<Match, String> {
        let deadline = self.deadline(within);
        loop {
            match self.next_answer(deadline) {
                Heard::Closed => break,
                Heard::Silence => return Err("but the engine is still there".to_owned()),
                Heard::Line(line) => {
                    if self.take_optional(&line.text).is_none() {
                        return Err(format!("but first came the line '{}'", line.text));
                    }
                }
            }
        }
        match self.process.wait_for_exit(deadline) {
            Some(status) if status.success() => Ok(Match::Plain),
            Some(status) => Err(format!("but the engine ended with {status}")),
            None => Err("but the engine only closed its output".to_owned()),
        }
    }

    fn how_it_ended(&mut self) -> String {
        let soon = Instant::now() + Duration::from_millis(200);
        match self.process.wait_for_exit(soon) {
            Some(status) => format!("but the engine ended ({status})"),
            None => "but the engine closed its output".to_owned(),
        }
    }

    fn expect_tidy_output(&self) -> Result<(), String> {
        let standard_error = self.process.standard_error();
        if let Some(line) = standard_error.lines().next() {
            return Err(format!("but standard error says '{line}'"));
        }
        let line_end = self.lines.first().map(|line| line.carriage_return);
        for line in &self.lines {
            let start: String = line.text.chars().take(60).collect();
            if line.text.len() > LONGEST_LINE {
                return Err(format!("but '{start}...' has {} bytes", line.text.len()));
            }
            if !line.whole {
                return Err(format!("but '{start}' came in several writes"));
            }
            if Some(line.carriage_return) != line_end {
                return Err(format!("but '{start}' ends unlike the first line"));
            }
        }
        Ok(())
    }
}

/// Cuts the steps into groups whose commands are sent in one write.
fn groups(steps: &[Step], mode: Mode) -> Vec<&[Step]> {
    match mode {
        Mode::Normal => steps.chunks(1).collect(),
        Mode::Pipelined => steps
            .chunk_by(|before, after| !must_wait_after(before) && !must_wait_before(after))
            .collect(),
    }
}

/// Whether what follows may be sent only when this step is over: an engine
/// that thinks hears some commands at once, which changes what it answers.
fn must_wait_after(step: &Step) -> bool {
    match &step.action {
        Action::Send(_) | Action::Expect(Expectation::Maybe(_)) => false,
        Action::Expect(Expectation::Lines { answers, .. }) => {
            answers.iter().any(Answer::takes_thought)
        }
        Action::Close | Action::Pause(_) | Action::Expect(_) => true,
    }
}

/// Whether everything before this step must be over: it depends on the
/// position, or it is a command that an engine may obey ahead of others.
fn must_wait_before(step: &Step) -> bool {
    match &step.action {
        Action::Send(pieces) => pieces.iter().any(|piece| match piece {
            Piece::Free | Piece::Newest => true,
            Piece::Bytes(bytes) => {
                let text = String::from_utf8_lossy(bytes).to_ascii_uppercase();
                ["END", "YXSTOP", "STOP"].contains(&text.trim())
            }
        }),
        Action::Close | Action::Pause(_) => true,
        Action::Expect(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::transcript::parse;
    use super::*;

    fn sizes(text: &str, mode: Mode) -> Vec<usize> {
        let transcript = parse("name", &format!("title\n\n{text}")).expect("a valid transcript");
        groups(&transcript.steps, mode)
            .iter()
            .map(|group| group.len())
            .collect()
    }

    #[test]
    fn normal_mode_takes_step_by_step() {
        assert_eq!(
            sizes("> START 15\n< OK\n> BEGIN\n< move", Mode::Normal),
            [1, 1, 1, 1]
        );
    }

    #[test]
    fn pipelined_mode_waits_for_moves_and_before_cells_and_stops() {
        let text = "> START 15\n< OK\n> BEGIN\n< move\n> INFO x\n> TURN {free}\n< move\n> ABOUT\n\
            < about\n> END\n< exit";
        assert_eq!(sizes(text, Mode::Pipelined), [4, 1, 2, 2, 2]);
    }

    #[test]
    fn pipelined_mode_keeps_pauses_apart() {
        let text = "> BEGIN\n! pause 5 ms\n> START 15\n< maybe move\n< OK\n< nothing for 5 ms\n> A";
        assert_eq!(sizes(text, Mode::Pipelined), [1, 1, 4, 1]);
    }
}
