//! A running engine process: lines to it, lines from it with the moment they
//! came, and its end. Knows no game; never blocks longer than it is told to.

use super::contestant::Contestant;
use anyhow::Context;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to leave after END; Piskvork waits as long.
const LEAVE: Duration = Duration::from_millis(700);
/// How often a waiting thread looks whether the match was interrupted.
const GLANCE: Duration = Duration::from_millis(50);
/// Longer lines are cut: no answer is as long, and memory must not run out.
const LONGEST_LINE: u64 = 1 << 16;
/// Unread lines that are kept; an engine that prints more has to wait.
const LINES_KEPT: usize = 1 << 10;

/// A line that an engine printed.
pub struct Line {
    /// The text without its line end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// Why no awaited line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The process ended or closed its output.
    Gone,
    /// The deadline passed.
    Deadline,
    /// The match was interrupted.
    Interrupted,
}

/// What becomes of the lines that are for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chatter {
    /// They are dropped, as a referee does.
    Dropped,
    /// They come with the others, for who wants to know what an engine thinks.
    Heard,
}

/// A running engine. Dropping it kills the process.
pub struct Brain {
    child: Child,
    /// Commands for the thread that writes; `None` once the engine was told to leave.
    commands: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// The last line that answered nothing, to explain a failure with.
    stray: Option<String>,
}

impl Brain {
    /// Starts the engine's process; what it says to people is not heard.
    pub fn start(contestant: &Contestant) -> anyhow::Result<Self> {
        Self::start_with(contestant, Chatter::Dropped)
    }

    /// Starts the engine's process.
    pub fn start_with(contestant: &Contestant, chatter: Chatter) -> anyhow::Result<Self> {
        let mut command = Command::new(&contestant.program);
        command
            .args(&contestant.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = &contestant.directory {
            command.current_dir(directory);
        }
        own_group(&mut command);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start '{}'", contestant.command))?;
        let input = child.stdin.take().context("no pipe to the engine")?;
        let output = child.stdout.take().context("no pipe from the engine")?;
        let (commands, received) = mpsc::channel();
        let (sender, lines) = mpsc::sync_channel(LINES_KEPT);
        // Threads of their own: a pipe that an engine does not empty or fill blocks only them.
        thread::spawn(move || write_commands(input, &received));
        thread::spawn(move || read_lines(output, &sender, chatter));
        Ok(Self {
            child,
            commands: Some(commands),
            lines,
            stray: None,
        })
    }

    /// Sends one line. That the engine is gone shows when its answer is awaited.
    pub fn send(&mut self, line: &str) {
        if let Some(commands) = &self.commands {
            // The writing thread ends when the pipe breaks; the reader then reports the end.
            let _ = commands.send(format!("{line}\n"));
        }
    }

    /// Throws away all that was printed before now, so that an old line is not
    /// taken for the next answer.
    pub fn forget_pending(&mut self) {
        // An engine that never falls silent must not hold us here for ever.
        for _ in 0..LINES_KEPT {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
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
        interrupted: &AtomicBool,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Instant), Silence> {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => match accept(&line.text) {
                    Some(answer) => return Ok((answer, line.at)),
                    None => self.stray = Some(line.text),
                },
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // After the look at the pipe: a line that came in time is not late because this
            // thread was.
            if left.is_zero() {
                return Err(Silence::Deadline);
            }
        }
    }

    /// Says END and waits for the engine to leave; one that does not is killed.
    pub fn quit(mut self) {
        self.send("END");
        self.commands = None;
        let deadline = Instant::now() + LEAVE;
        while Instant::now() < deadline && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(5));
        }
        // Dropping kills what is left.
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        kill_group(&mut self.child);
        // Without a wait a zombie would stay.
        let _ = self.child.wait();
    }
}

/// Puts the process into a group of its own: a Ctrl-C at the terminal then
/// reaches the match only, and a wrapper script is killed with its engine.
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

fn write_commands(mut input: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if input.write_all(command.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<Line>, chatter: Chatter) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\r', '\n'])
            .to_owned();
        let is_heard = chatter == Chatter::Heard || !is_chatter(&text);
        if is_heard && lines.send(Line { text, at }).is_err() {
            return;
        }
    }
}

/// Lines that managers show or drop but never take for an answer.
fn is_chatter(line: &str) -> bool {
    let starts_with = |word: &str| {
        line.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    line.trim().is_empty() || starts_with("MESSAGE ") || starts_with("DEBUG ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_debug_lines_and_empty_lines_are_chatter() {
        for line in ["", "  ", "MESSAGE 7,7", "message hello", "DEBUG 1,1"] {
            assert!(is_chatter(line), "{line}");
        }
        for line in ["7,7", "OK", "ERROR no", "MESSAGE", "UNKNOWN"] {
            assert!(!is_chatter(line), "{line}");
        }
    }
}
