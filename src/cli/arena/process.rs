//! An engine as a running process, for every command that drives one: writing
//! to it without ever blocking, reading its lines with a deadline, and ending
//! it with all that it started. Knows no game.

use anyhow::Context;
use std::fmt::{self, Write as _};
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is cut: no manager reads it, and memory is finite.
const LONGEST_LINE: usize = 1 << 16;
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
/// How long the end of standard error is waited for when a process has ended.
const ERRORS_ON_THE_WAY: Duration = Duration::from_millis(200);
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
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments(self, arguments: impl IntoIterator<Item: Into<String>>) -> Self {
        arguments.into_iter().fold(self, Self::argument)
    }

    /// Reads a command line: words separated by blanks, quotes around words with blanks.
    /// A program given with a directory runs in that directory, since many engines look for
    /// their files there; arguments that name files are made to mean what they mean here.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let words = split_words(text, cfg!(windows))
            .with_context(|| format!("'{text}' has an open quotation"))?;
        let mut words = words.into_iter();
        let program = words.next().context("the engine's command is empty")?;
        let (program, directory) = place(PathBuf::from(program))?;
        let arguments = match &directory {
            Some(directory) => words.map(|word| as_typed(word, directory)).collect(),
            None => words.collect(),
        };
        Ok(Self {
            program,
            arguments,
            directory,
        })
    }

    /// The name of the program without path and ending, for engines that do not tell their own.
    pub fn program_name(&self) -> String {
        let name = self.program.file_stem().unwrap_or(self.program.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.program.display())?;
        self.arguments
            .iter()
            .try_for_each(|argument| write!(formatter, " {argument}"))
    }
}

/// Splits as a shell does; `None` when a quotation is not closed. Where backslashes separate
/// directories they escape nothing.
fn split_words(text: &str, backslashes_separate: bool) -> Option<Vec<String>> {
    if backslashes_separate {
        shlex::split(&text.replace('\\', "\\\\"))
    } else {
        shlex::split(text)
    }
}

/// Makes a program with a path independent of the current directory, and finds the directory
/// to start it in: its own.
fn place(program: PathBuf) -> anyhow::Result<(PathBuf, Option<PathBuf>)> {
    if program.components().count() < 2 {
        return Ok((program, None));
    }
    let absolute = std::path::absolute(&program)
        .with_context(|| format!("'{}' is not a path", program.display()))?;
    let directory = absolute.parent().map(Path::to_path_buf);
    Ok((absolute, directory))
}

/// An argument for a program that is started in another directory. A path that leads somewhere
/// from here is made absolute, also behind `--option=`; everything else stays as it was typed.
fn as_typed(word: String, directory: &Path) -> String {
    let (option, value) = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (Some(option), value),
        _ => (None, word.as_str()),
    };
    let path = Path::new(value);
    let has_directory = path.components().count() > 1;
    let looks_like_path = has_directory || path.extension().is_some();
    if value.starts_with('-') || path.is_absolute() || !looks_like_path {
        return word;
    }
    let Ok(here) = std::path::absolute(path) else {
        return word;
    };
    // A file that the engine is going to write does not exist yet, but its directory does.
    let parent_is_here = |path: &Path| path.parent().is_some_and(Path::is_dir);
    let is_new = has_directory && parent_is_here(&here) && !parent_is_here(&directory.join(path));
    if !here.exists() && !is_new {
        return word;
    }
    let here = here.to_string_lossy();
    option.map_or_else(|| here.to_string(), |option| format!("{option}={here}"))
}

/// What is heard of an engine beside its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attention {
    /// Nothing, as a referee does: lines for people are dropped.
    Answers,
    /// Lines for people too, for who wants to know what an engine thinks.
    Chatter,
    /// Everything, kept with its time: a record of the dialogue.
    Record,
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
    /// Closed as soon as no more of it can come.
    errors_end: Receiver<()>,
    started: Instant,
    /// What was said; `None` when nobody wants to read it.
    dialogue: Option<Vec<(Instant, String)>>,
}

impl EngineProcess {
    /// Starts the engine.
    pub fn start(command: &EngineCommand, attention: Attention) -> anyhow::Result<Self> {
        let is_recorded = attention == Attention::Record;
        let mut builder = Command::new(&command.program);
        builder
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &command.directory {
            builder.current_dir(directory);
        }
        own_group(&mut builder);
        let mut child = builder
            .spawn()
            .with_context(|| format!("cannot start '{command}'"))?;
        let (to_engine, to_write) = mpsc::channel();
        let (was_read, output) = mpsc::sync_channel(WAITING_LINES);
        let standard_error = Arc::new(Mutex::new(Vec::new()));
        // Threads of their own: a pipe that an engine does not empty or fill blocks only them.
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_all(pipe, &to_write));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read_lines(pipe, &was_read, attention));
        }
        let (errors_open, errors_end) = mpsc::channel();
        if let Some(pipe) = child.stderr.take() {
            let kept = Arc::clone(&standard_error);
            thread::spawn(move || {
                read_errors(pipe, &kept);
                drop(errors_open);
            });
        }
        Ok(Self {
            child,
            input: Some(to_engine),
            output,
            standard_error,
            errors_end,
            started: Instant::now(),
            dialogue: is_recorded.then(Vec::new),
        })
    }

    /// The number by which the system knows the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes in one write, without waiting for the engine to read them.
    pub fn send(&mut self, bytes: &[u8]) {
        if self.dialogue.is_some() {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                self.note(">", &printable(line));
            }
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
                if self.dialogue.is_some() {
                    self.note_at(line.arrived, "<", &printable(line.text.as_bytes()));
                }
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Throws away all that was printed before now, so that an old line is not taken for the
    /// next answer.
    pub fn forget_pending(&mut self) {
        // An engine that never falls silent must not hold us here for ever.
        for _ in 0..WAITING_LINES {
            if self.output.try_recv().is_err() {
                break;
            }
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

    /// What the engine has written to standard error last.
    pub fn standard_error(&self) -> String {
        let kept = self
            .standard_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }

    /// All that an engine that has ended wrote there last, also what is still on its way.
    pub fn last_errors(&self) -> String {
        // Something that the engine started may hold the pipe open: no longer than this.
        let _ = self.errors_end.recv_timeout(ERRORS_ON_THE_WAY);
        self.standard_error()
    }

    /// Adds a remark to the dialogue.
    pub fn note(&mut self, mark: &str, text: &str) {
        self.note_at(Instant::now(), mark, text);
    }

    fn note_at(&mut self, at: Instant, mark: &str, text: &str) {
        let Some(dialogue) = &mut self.dialogue else {
            return;
        };
        let text = match dialogue.len() {
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
        dialogue.push((at, entry));
    }

    /// Everything said so far in the order in which it happened, with times.
    pub fn dialogue(&self) -> Vec<String> {
        let mut entries: Vec<_> = self.dialogue.iter().flatten().collect();
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
        kill_group(&mut self.child);
        // Without a wait a zombie would stay.
        let _ = self.child.wait();
    }
}

/// Puts the process into a group of its own: a Ctrl-C at the terminal then reaches us only,
/// and a wrapper script is killed with its engine.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // Fails when the whole group has ended already, which is as good.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Whether managers show the line to people but never take it for an answer.
pub fn is_for_people(line: &str) -> bool {
    ["MESSAGE ", "DEBUG "].into_iter().any(|word| {
        line.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    })
}

/// Whether a referee drops the line.
fn is_chatter(line: &str) -> bool {
    line.trim().is_empty() || is_for_people(line)
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

fn read_lines(mut pipe: impl Read, was_read: &SyncSender<Line>, attention: Attention) {
    let hand_on = |line: Line| {
        let is_dropped = attention == Attention::Answers && is_chatter(&line.text);
        is_dropped || was_read.send(line).is_ok()
    };
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
                if !hand_on(finish_line(&line, pieces)) {
                    return;
                }
                line.clear();
                pieces = 0;
            }
        }
    }
    if !line.is_empty() {
        hand_on(finish_line(&line, pieces));
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
                kept.extend_from_slice(&buffer[..count]);
                // The last words tell why it ended.
                let excess = kept.len().saturating_sub(KEPT_STANDARD_ERROR);
                kept.drain(..excess);
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
        for is_windows in [false, true] {
            let split = |text: &str| split_words(text, is_windows).expect("whole quotations");
            assert_eq!(split("a  b\tc"), ["a", "b", "c"]);
            assert_eq!(
                split(r#""C:\My Engines\x.exe" -c 'it "is"' """#),
                [r"C:\My Engines\x.exe", "-c", "it \"is\"", ""]
            );
            assert!(split("  ").is_empty());
            assert_eq!(split_words("'open", is_windows), None);
        }
        assert_eq!(
            split_words(r"engines\a.exe b", true),
            Some(vec![r"engines\a.exe".to_owned(), "b".to_owned()])
        );
        assert!(EngineCommand::parse(" ").is_err() && EngineCommand::parse("'a").is_err());
    }

    #[test]
    fn a_program_with_a_path_starts_in_its_own_directory() {
        let command = EngineCommand::parse("engines/pbrain-a.exe --level 3").expect("a command");
        let here = std::env::current_dir().expect("a current directory");
        assert_eq!(command.directory, Some(here.join("engines")));
        assert_eq!(command.program, here.join("engines/pbrain-a.exe"));
        assert_eq!(command.arguments, ["--level", "3"]);
        assert_eq!(command.program_name(), "pbrain-a");
        let command = EngineCommand::parse("pbrain-a").expect("a command");
        assert_eq!(
            (command.directory, command.program),
            (None, "pbrain-a".into())
        );
    }

    #[test]
    fn arguments_that_name_files_mean_what_they_mean_here() {
        let here = std::env::current_dir().expect("a current directory");
        let absolute = |path: &str| here.join(path).display().to_string();
        let line = "target/release/pbrain-a --network src/lib.rs --out=src/new.bin Cargo.toml \
                    --level 3 src 0.5 no/such.bin --x=no/such.bin /bin/sh -n=a,b";
        let command = EngineCommand::parse(line).expect("a command");
        let expected = [
            "--network",
            &absolute("src/lib.rs"),
            &format!("--out={}", absolute("src/new.bin")),
            &absolute("Cargo.toml"),
            "--level",
            "3",
            "src",
            "0.5",
            "no/such.bin",
            "--x=no/such.bin",
            "/bin/sh",
            "-n=a,b",
        ];
        assert_eq!(command.arguments, expected);
        // A program that is found by the system's path is started here.
        let command = EngineCommand::parse("pbrain-a src/lib.rs").expect("a command");
        assert_eq!(command.arguments, ["src/lib.rs"]);
    }

    #[test]
    fn messages_debug_lines_and_empty_lines_are_chatter() {
        for line in ["", "  ", "MESSAGE 7,7", "message hello", "DEBUG 1,1"] {
            assert!(is_chatter(line), "{line}");
        }
        for line in ["7,7", "OK", "ERROR no", "MESSAGE", "UNKNOWN"] {
            assert!(!is_chatter(line), "{line}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_an_engine_started_is_killed_with_it() {
        let script = "sleep 600 & echo $!; wait";
        let command = EngineCommand::program("/bin/sh").arguments(["-c", script]);
        let mut process = EngineProcess::start(&command, Attention::Record).expect("a shell");
        let heard = process.hear(Instant::now() + Duration::from_secs(30));
        let Heard::Line(line) = heard else {
            panic!("{heard:?}");
        };
        let status = format!("/proc/{}/stat", line.text);
        // Who is dead may still wait to be buried by its parent.
        let lives = || {
            let text = std::fs::read_to_string(&status);
            text.is_ok_and(|text| !text.contains(") Z "))
        };
        assert!(lives());
        drop(process);
        let deadline = Instant::now() + Duration::from_secs(30);
        while lives() && Instant::now() < deadline {
            thread::sleep(EXIT_POLL);
        }
        assert!(!lives());
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
