//! An engine as a running process: writing to it without ever blocking,
//! reading its lines with a deadline, and ending it. Knows no protocol.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is cut: no manager reads it, and memory is finite.
const LONGEST_LINE: usize = 1 << 20;
/// Lines that may wait to be looked at; an engine that prints more is held up.
const WAITING_LINES: usize = 4_096;
/// As much of standard error is kept as helps to find a mistake.
const KEPT_STANDARD_ERROR: usize = 4_096;
/// A write up to this size reaches the reader of a pipe in one piece.
const ATOMIC_WRITE: usize = 4_096;
/// Entries of a dialogue past this number are not kept.
const KEPT_ENTRIES: usize = 1_000;
/// Longer entries of a dialogue are cut.
const KEPT_WIDTH: usize = 120;
/// How often to look whether a process has ended.
const EXIT_POLL: Duration = Duration::from_millis(2);

/// How to start an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand {
    program: PathBuf,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
}

impl EngineCommand {
    /// A program without arguments, started in the current directory.
    pub fn program(path: impl Into<PathBuf>) -> Self {
        Self {
            program: path.into(),
            arguments: Vec::new(),
            directory: None,
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// Reads a command line: words separated by blanks, quotes around words
    /// with blanks. A program given with a directory runs in that directory,
    /// since many engines look for their files there. `None` if there is no word.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = split_words(text).into_iter();
        let program = PathBuf::from(words.next()?);
        let has_directory = program.components().count() > 1;
        let full = if has_directory {
            program.canonicalize().unwrap_or(program)
        } else {
            program
        };
        let directory = has_directory
            .then(|| full.parent().map(Path::to_path_buf))
            .flatten();
        Some(Self {
            program: full,
            arguments: words.collect(),
            directory,
        })
    }
}

/// Backslashes are left alone, since they separate directories on Windows.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for character in text.chars() {
        match quote {
            Some(closing) if character == closing => quote = None,
            None if character == '"' || character == '\'' => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// A line from the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text without its end; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether it arrived in one piece, as one write gives it.
    pub whole: bool,
    /// Whether it ended with CR LF rather than LF alone.
    pub carriage_return: bool,
    /// When its last byte arrived.
    pub arrived: Instant,
}

/// What waiting for the engine brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing until the deadline.
    Silence,
    /// The engine closed its standard output.
    Closed,
}

/// An engine that was started; it is killed when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Line>,
    standard_error: Arc<Mutex<Vec<u8>>>,
    started: Instant,
    dialogue: Vec<(Instant, String)>,
}

impl EngineProcess {
    /// Starts the engine.
    pub fn start(command: &EngineCommand) -> std::io::Result<Self> {
        let mut builder = Command::new(&command.program);
        builder.args(&command.arguments);
        if let Some(directory) = &command.directory {
            builder.current_dir(directory);
        }
        let mut child = builder
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (to_engine, to_write) = mpsc::channel();
        let (was_read, output) = mpsc::sync_channel(WAITING_LINES);
        let standard_error = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_all(pipe, &to_write));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read_lines(pipe, &was_read));
        }
        if let Some(pipe) = child.stderr.take() {
            let kept = Arc::clone(&standard_error);
            thread::spawn(move || read_errors(pipe, &kept));
        }
        Ok(Self {
            child,
            input: Some(to_engine),
            output,
            standard_error,
            started: Instant::now(),
            dialogue: Vec::new(),
        })
    }

    /// The number by which the system knows the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes in one write, without waiting for the engine to read them.
    pub fn send(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.note(">", &printable(line));
        }
        if let Some(input) = &self.input {
            // An engine that is gone shows itself when its answer is waited for.
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Closes the engine's standard input once everything sent is written.
    pub fn close_input(&mut self) {
        if self.input.take().is_some() {
            self.note("!", "standard input closed");
        }
    }

    /// Waits for the engine's next line until the deadline.
    pub fn hear(&mut self, deadline: Instant) -> Heard {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(wait) {
            Ok(line) => {
                self.note_at(line.arrived, "<", &printable(line.text.as_bytes()));
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Waits until the process has ended by itself; `None` if it did not.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.note("!", &format!("ended: {status}"));
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(EXIT_POLL);
        }
    }

    /// What the engine has written to standard error so far, possibly cut.
    pub fn standard_error(&self) -> String {
        let kept = self
            .standard_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }

    /// Adds a remark to the dialogue.
    pub fn note(&mut self, mark: &str, text: &str) {
        self.note_at(Instant::now(), mark, text);
    }

    fn note_at(&mut self, at: Instant, mark: &str, text: &str) {
        let text = match self.dialogue.len() {
            ..KEPT_ENTRIES => text,
            KEPT_ENTRIES => "(the rest is not kept)",
            _ => return,
        };
        let mut entry = format!("{mark} ");
        entry.extend(text.chars().take(KEPT_WIDTH));
        if text.chars().nth(KEPT_WIDTH).is_some() {
            // Writing to a String cannot fail.
            let _ = write!(entry, "... ({} characters)", text.chars().count());
        }
        self.dialogue.push((at, entry));
    }

    /// Everything said so far in the order in which it happened, with times.
    pub fn dialogue(&self) -> Vec<String> {
        let mut entries: Vec<_> = self.dialogue.iter().collect();
        entries.sort_by_key(|(at, _)| *at);
        entries
            .iter()
            .map(|(at, entry)| {
                let elapsed = at.saturating_duration_since(self.started);
                format!("{:>6} ms  {entry}", elapsed.as_millis())
            })
            .collect()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It may have ended already; either way it is reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Bytes as a transcript would write them.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\r' => text.push_str("\\r"),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(char::from(byte)),
            // Writing to a String cannot fail.
            _ => _ = write!(text, "\\x{byte:02x}"),
        }
    }
    text
}

fn write_all(mut pipe: ChildStdin, to_write: &Receiver<Vec<u8>>) {
    for bytes in to_write {
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut pipe: impl Read, was_read: &SyncSender<Line>) {
    let mut buffer = vec![0; 1 << 16];
    let mut line: Vec<u8> = Vec::new();
    let mut pieces = 0;
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for part in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(part);
            pieces += 1;
            if part.ends_with(b"\n") || line.len() > LONGEST_LINE {
                if was_read.send(finish_line(&line, pieces)).is_err() {
                    return;
                }
                line.clear();
                pieces = 0;
            }
        }
    }
    if !line.is_empty() {
        let _ = was_read.send(finish_line(&line, pieces));
    }
}

fn finish_line(bytes: &[u8], pieces: usize) -> Line {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let carriage_return = text.ends_with(b"\r");
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    Line {
        text: String::from_utf8_lossy(text).into_owned(),
        whole: pieces == 1 || bytes.len() > ATOMIC_WRITE,
        carriage_return,
        arrived: Instant::now(),
    }
}

fn read_errors(mut pipe: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1 << 10];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = KEPT_STANDARD_ERROR.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        assert_eq!(split_words("a  b\tc"), ["a", "b", "c"]);
        assert_eq!(
            split_words(r#""C:\My Engines\x.exe" -c 'it "is"' """#),
            [r"C:\My Engines\x.exe", "-c", "it \"is\"", ""]
        );
        assert!(split_words("  ").is_empty() && EngineCommand::parse(" ").is_none());
    }

    #[test]
    fn lines_remember_how_they_came() {
        let whole = finish_line(b"7,7\r\n", 1);
        assert_eq!(whole.text, "7,7");
        assert!(whole.whole && whole.carriage_return);
        let split = finish_line(b"7,7\n", 2);
        assert!(!split.whole && !split.carriage_return);
    }

    #[test]
    fn what_is_not_text_is_shown_by_escapes() {
        assert_eq!(printable(b"A\r\n\x00\xff"), "A\\r\\n\\x00\\xff");
    }
}
