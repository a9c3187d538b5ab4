//! A transcript as data, and the reader of its text form. The format is
//! described in `docs/transcripts.md`. Knows no process and no position.

use super::pattern::{Answer, Form, ParsePatternError, parse_answer};
use std::fmt;
use std::time::Duration;

/// How long an answer may take when the transcript does not say.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(2);

/// A dialogue with an engine: what is sent and what must come back.
#[derive(Debug, Clone)]
pub struct Transcript {
    /// The file's name without its extension.
    pub name: String,
    /// One sentence that says what holds.
    pub title: String,
    /// Words to choose transcripts by.
    pub tags: Vec<String>,
    /// What a failure costs.
    pub severity: Severity,
    /// First words of lines that may come at any time, besides MESSAGE and DEBUG.
    pub ignored: Vec<String>,
    /// Whether several commands may be sent in one write.
    pub pipelining: bool,
    /// What to do, in order.
    pub steps: Vec<Step>,
}

impl Transcript {
    /// The first word of the name, by which transcripts are grouped.
    pub fn topic(&self) -> &str {
        self.name.split('-').next().unwrap_or(&self.name)
    }

    /// Whether the name, the title or a tag contains the text, in any case.
    pub fn mentions(&self, text: &str) -> bool {
        let wanted = text.to_lowercase();
        let mut texts = [&self.name, &self.title].into_iter().chain(&self.tags);
        texts.any(|text| text.to_lowercase().contains(&wanted))
    }
}

/// What it costs an engine to fail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A game in a tournament: managers that play there say such things.
    #[default]
    Game,
    /// Nothing in a tournament, but somebody stumbles over it: mistakes in the input, taking
    /// back, the form of the output.
    Untidy,
    /// Nothing but a feature: only some analysis boards ask for it.
    Extension,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Game, Self::Untidy, Self::Extension];

    /// Its name in transcripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Untidy => "untidy",
            Self::Extension => "extension",
        }
    }

    /// What it says about an engine that fails.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Game => "would lose a game in a tournament",
            Self::Untidy => "untidy, costs no game",
            Self::Extension => "only analysis boards ask for it",
        }
    }
}

/// One line of a transcript.
#[derive(Debug, Clone)]
pub struct Step {
    /// Where it stands in the file, counted from 1.
    pub line: usize,
    /// The line as written.
    pub text: String,
    /// What to do.
    pub action: Action,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum Action {
    /// Write these bytes.
    Send(Vec<Piece>),
    /// Close the engine's standard input.
    Close,
    /// Do nothing for a while.
    Pause(Duration),
    /// Check what the engine does.
    Expect(Expectation),
}

/// A part of what is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// These bytes.
    Bytes(Vec<u8>),
    /// An empty cell chosen by the runner, as `x,y`.
    Free,
    /// The cell of the newest stone, as `x,y`.
    Newest,
}

/// What the engine must do.
#[derive(Debug, Clone)]
pub enum Expectation {
    /// These answers, in any order.
    Lines {
        /// One entry a line.
        answers: Vec<Answer>,
        /// How long it may take in all.
        within: Duration,
    },
    /// This answer may come before the next one, or not.
    Maybe(Answer),
    /// This answer may come in this time, or not.
    MaybeFor(Answer, Duration),
    /// No answer comes in this time.
    Nothing(Duration),
    /// The process ends by itself, with exit code 0 and without a further answer.
    Exit(Duration),
    /// Every line so far came in one piece, all end alike, none is too long,
    /// and standard error is silent.
    TidyOutput,
    /// The process and its children own less memory than this many bytes.
    MemoryBelow(u64),
    /// All answers so far together took no longer than this.
    TotalTime(Duration),
    /// A line for people or analysis boards that fits this form comes in this
    /// time, unless one has come already.
    Printed(Form, Duration),
}

/// Why a text is not a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for TranscriptError {}

/// Reads a transcript.
pub fn parse(name: &str, text: &str) -> Result<Transcript, TranscriptError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.starts_with('#'));
    let title = lines.next().map(|(_, line)| line).unwrap_or_default();
    if title.is_empty() {
        return Err(TranscriptError {
            line: 1,
            problem: "the first line must be the title".to_owned(),
        });
    }
    let mut transcript = Transcript {
        name: name.to_owned(),
        title: title.to_owned(),
        tags: Vec::new(),
        severity: Severity::default(),
        ignored: Vec::new(),
        pipelining: true,
        steps: Vec::new(),
    };
    let mut line_end = b"\r\n".to_vec();
    for (line, text) in lines.by_ref() {
        if text.is_empty() {
            break;
        }
        read_header(&mut transcript, &mut line_end, text)
            .map_err(|problem| TranscriptError { line, problem })?;
    }
    transcript.steps = read_steps(lines, &line_end)?;
    if transcript.steps.is_empty() {
        return Err(TranscriptError {
            line: text.lines().count(),
            problem: "nothing is sent or expected".to_owned(),
        });
    }
    Ok(transcript)
}

fn read_header(
    transcript: &mut Transcript,
    line_end: &mut Vec<u8>,
    text: &str,
) -> Result<(), String> {
    let (key, value) = text
        .split_once(':')
        .ok_or_else(|| format!("'{text}' is not a header such as 'tags: board'"))?;
    let value = value.trim();
    match key {
        "tags" => transcript.tags = value.split_whitespace().map(str::to_owned).collect(),
        "severity" => {
            let mut all = Severity::ALL.into_iter();
            transcript.severity = all
                .find(|severity| severity.name() == value)
                .ok_or_else(|| format!("'{value}' is none of game, untidy, extension"))?;
        }
        "ignore" => transcript.ignored = value.split_whitespace().map(str::to_owned).collect(),
        "pipelining" => {
            transcript.pipelining = match value {
                "yes" => true,
                "no" => false,
                _ => return Err(format!("'{value}' is neither yes nor no")),
            }
        }
        "line-end" => {
            *line_end = match value {
                "crlf" => b"\r\n".to_vec(),
                "lf" => b"\n".to_vec(),
                "cr" => b"\r".to_vec(),
                _ => return Err(format!("'{value}' is none of crlf, lf, cr")),
            }
        }
        _ => return Err(format!("'{key}' is no header")),
    }
    Ok(())
}

/// What repeated text may come to, so that no file fills the memory: ten
/// times the longest line that the protocol's tests send.
const MOST_REPEATED_BYTES: usize = 1_000_000;

/// What the steps of a repeated block may come to, for the same reason.
const MOST_REPEATED_STEPS: usize = 10_000;

/// A block between `! repeat` and `! end`.
struct Repeat {
    line: usize,
    first_step: usize,
    times: usize,
}

fn read_steps<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    line_end: &[u8],
) -> Result<Vec<Step>, TranscriptError> {
    let mut steps: Vec<Step> = Vec::new();
    let mut repeat: Option<Repeat> = None;
    for (line, text) in lines {
        let error = |problem: String| TranscriptError { line, problem };
        if text.is_empty() {
            continue;
        }
        if let Some(times) = text.strip_prefix("! repeat ") {
            if repeat.is_some() {
                return Err(error("a repeat inside a repeat".to_owned()));
            }
            let times = times
                .parse()
                .map_err(|_| error(format!("'{times}' is not a number of times")))?;
            repeat = Some(Repeat {
                line,
                first_step: steps.len(),
                times,
            });
        } else if text == "! end" {
            let block = repeat
                .take()
                .ok_or_else(|| error("an end without a repeat".to_owned()))?;
            let once = steps.split_off(block.first_step);
            let mistake = |problem: String| TranscriptError {
                line: block.line,
                problem,
            };
            if once.is_empty() {
                return Err(mistake("a repeat of nothing".to_owned()));
            }
            if once.len().saturating_mul(block.times) > MOST_REPEATED_STEPS {
                return Err(mistake(format!(
                    "more than {MOST_REPEATED_STEPS} steps by repeating"
                )));
            }
            (0..block.times).for_each(|_| steps.extend(once.iter().cloned()));
        } else {
            steps.push(Step {
                line,
                text: text.to_owned(),
                action: read_action(text, line_end).map_err(error)?,
            });
        }
    }
    match repeat {
        Some(block) => Err(TranscriptError {
            line: block.line,
            problem: "a repeat without an end".to_owned(),
        }),
        None => Ok(steps),
    }
}

fn read_action(text: &str, line_end: &[u8]) -> Result<Action, String> {
    let after = |mark: &str| {
        text.strip_prefix(mark)
            .map(|rest| rest.strip_prefix(' ').unwrap_or(rest))
    };
    if let Some(raw) = after(">>") {
        return Ok(Action::Send(read_pieces(raw)?));
    }
    if let Some(line) = after(">") {
        let mut pieces = read_pieces(line)?;
        pieces.push(Piece::Bytes(line_end.to_vec()));
        return Ok(Action::Send(pieces));
    }
    if let Some(expectation) = after("<") {
        return Ok(Action::Expect(read_expectation(expectation)?));
    }
    match after("!") {
        Some("close stdin") => Ok(Action::Close),
        Some(other) => match other.strip_prefix("pause ") {
            Some(time) => Ok(Action::Pause(read_duration(time)?)),
            None => Err(format!("'{other}' is no instruction")),
        },
        None => Err(format!("'{text}' begins with none of > >> < ! #")),
    }
}

/// Reads `500 ms` or `2 s`.
fn read_duration(text: &str) -> Result<Duration, String> {
    let error = || format!("'{text}' is not a time such as '500 ms' or '2 s'");
    let (number, unit) = text.split_once(' ').ok_or_else(error)?;
    let number: u64 = number.parse().map_err(|_| error())?;
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        _ => Err(error()),
    }
}

fn read_expectation(text: &str) -> Result<Expectation, String> {
    if let Some(time) = text.strip_prefix("nothing for ") {
        return Ok(Expectation::Nothing(read_duration(time)?));
    }
    if let Some(amount) = text.strip_prefix("memory below ") {
        let megabytes = amount
            .strip_suffix(" MiB")
            .and_then(|number| number.parse::<u64>().ok())
            .ok_or_else(|| format!("'{amount}' is not an amount such as '350 MiB'"))?;
        return Ok(Expectation::MemoryBelow(megabytes << 20));
    }
    if text == "tidy output" {
        return Ok(Expectation::TidyOutput);
    }
    if let Some(time) = text.strip_prefix("total time below ") {
        return Ok(Expectation::TotalTime(read_duration(time)?));
    }
    if let Some(rest) = text.strip_prefix("printed ") {
        let (form, within) = match rest.rsplit_once(" within ") {
            Some((form, time)) => (form, read_duration(time)?),
            None => (rest, DEFAULT_DEADLINE),
        };
        return Ok(Expectation::Printed(Form::new(form), within));
    }
    if let Some(rest) = text.strip_prefix("maybe ") {
        let answer = |text| parse_answer(text).map_err(|error| error.to_string());
        return Ok(match rest.rsplit_once(" for ") {
            Some((what, time)) => Expectation::MaybeFor(answer(what)?, read_duration(time)?),
            None => Expectation::Maybe(answer(rest)?),
        });
    }
    let (what, within) = match text.rsplit_once(" within ") {
        Some((what, time)) => (what, read_duration(time)?),
        None => (text, DEFAULT_DEADLINE),
    };
    if what == "exit" {
        return Ok(Expectation::Exit(within));
    }
    let answers: Result<Vec<Answer>, ParsePatternError> =
        what.split(" and ").map(parse_answer).collect();
    Ok(Expectation::Lines {
        answers: answers.map_err(|error| error.to_string())?,
        within,
    })
}

/// Reads text with escapes (`\r \n \t \0 \\ \{ \xNN`, `\(TEXT*N)` for
/// repeated text) and the cells `{free}` and `{newest}`.
fn read_pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '{' {
            let (name, after) = rest[1..]
                .split_once('}')
                .ok_or_else(|| format!("'{rest}' has no closing brace"))?;
            let cell = match name {
                "free" => Piece::Free,
                "newest" => Piece::Newest,
                _ => return Err(format!("'{{{name}}}' is neither {{free}} nor {{newest}}")),
            };
            pieces.push(Piece::Bytes(std::mem::take(&mut bytes)));
            pieces.push(cell);
            rest = after;
        } else {
            rest = read_character(rest, &mut bytes)?;
        }
    }
    pieces.push(Piece::Bytes(bytes));
    pieces.retain(|piece| *piece != Piece::Bytes(Vec::new()));
    Ok(pieces)
}

/// Reads one character or escape at the start of the text and returns what follows it.
fn read_character<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, String> {
    if text.starts_with('\\') {
        return read_escape(text, bytes);
    }
    let length = text.chars().next().map_or(0, char::len_utf8);
    let (character, rest) = text.split_at(length);
    bytes.extend_from_slice(character.as_bytes());
    Ok(rest)
}

fn read_escape<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, String> {
    let error = || {
        let start: String = text.chars().take(8).collect();
        format!("'{start}' is no escape")
    };
    let letter = text[1..].chars().next().ok_or_else(error)?;
    let rest = &text[1 + letter.len_utf8()..];
    match letter {
        'r' => bytes.push(b'\r'),
        'n' => bytes.push(b'\n'),
        't' => bytes.push(b'\t'),
        '0' => bytes.push(0),
        '\\' | '{' => bytes.push(letter as u8),
        'x' => {
            let digits = rest.get(..2).ok_or_else(error)?;
            bytes.push(u8::from_str_radix(digits, 16).map_err(|_| error())?);
            return Ok(&rest[2..]);
        }
        '(' => {
            let (inside, after) = rest.split_once(')').ok_or_else(error)?;
            let (what, times) = inside.rsplit_once('*').ok_or_else(error)?;
            let times: usize = times.parse().map_err(|_| error())?;
            let mut once = Vec::new();
            let mut inner = what;
            while !inner.is_empty() {
                inner = read_character(inner, &mut once)?;
            }
            if once.len().saturating_mul(times) > MOST_REPEATED_BYTES {
                return Err(format!(
                    "more than {MOST_REPEATED_BYTES} bytes by repeating"
                ));
            }
            bytes.extend(once.repeat(times));
            return Ok(after);
        }
        _ => return Err(error()),
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(text: &str) -> Vec<u8> {
        match read_pieces(text).expect("valid pieces").as_slice() {
            [] => Vec::new(),
            [Piece::Bytes(bytes)] => bytes.clone(),
            other => panic!("not one piece: {other:?}"),
        }
    }

    #[test]
    fn escapes_stand_for_bytes() {
        assert_eq!(sent(r"a\r\n\t\0\\\{\xff"), b"a\r\n\t\0\\{\xff");
        assert_eq!(sent(r"\(ab*3)c"), b"abababc");
        assert_eq!(sent(r"\(\xe9*2)"), b"\xe9\xe9");
        for bad in [
            r"\", r"\q", r"\x1", r"\xgg", r"\(a", r"\(a*b)", r"\xé1", "{", "{cell}",
        ] {
            assert!(read_pieces(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn cells_are_left_to_the_runner() {
        let pieces = read_pieces("TURN {free}").expect("valid pieces");
        assert_eq!(pieces, [Piece::Bytes(b"TURN ".to_vec()), Piece::Free]);
    }

    #[test]
    fn a_whole_transcript_is_read() {
        let text = "A title\n# why\ntags: board slow\nline-end: lf\nignore: INFO\npipelining: no\n\n\
            > START 15\n< OK within 500 ms\n! repeat 2\n> BEGIN\n< move or error\n! end\n\
            ! pause 1 s\n< nothing for 20 ms\n! close stdin\n< exit within 2 s\n";
        let transcript = parse("name", text).expect("a valid transcript");
        assert_eq!(transcript.title, "A title");
        assert_eq!(transcript.tags, ["board", "slow"]);
        assert_eq!(transcript.ignored, ["INFO"]);
        assert!(!transcript.pipelining);
        assert_eq!(transcript.steps.len(), 2 + 2 * 2 + 4);
        let Action::Send(first) = &transcript.steps[0].action else {
            panic!("the first step sends");
        };
        assert_eq!(first.last(), Some(&Piece::Bytes(b"\n".to_vec())));
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        let cases = [
            ("", 1),
            ("title\n\n", 2),
            ("title\nno header\n\n> A", 2),
            ("title\nline-end: both\n\n> A", 2),
            ("title\n\n> A\n? B", 4),
            ("title\n\n< sunshine", 3),
            ("title\n\n< nothing for ever", 3),
            ("title\n\n< OK within 5", 3),
            ("title\n\n! repeat 3\n> A", 3),
            ("title\n\n! repeat 666666663\n> A\n! end", 3),
            ("title\n\n! repeat 1111111111118\n\n! end", 3),
            ("title\n\n> \\(x*666666663)", 3),
            ("title\n\n> A\n! end", 4),
            ("title\n\n! dance", 3),
        ];
        for (text, line) in cases {
            let error = parse("name", text).expect_err(text);
            assert_eq!(error.line, line, "{text:?}: {error}");
        }
    }
}
