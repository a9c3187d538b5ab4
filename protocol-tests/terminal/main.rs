//! Tests of the commands for people as processes, by what goes in and comes
//! out of their pipes.

mod analyze;
mod book;
mod coordinates;
mod diagnostics;
mod engines;
mod installation;
mod jsonl;
mod pictures;
mod play;
#[cfg(unix)]
mod puzzles;
mod refusals;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The program under test.
fn quinte(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(arguments);
    command
}

/// Runs a command with this input to its end.
fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that ends early does not read everything.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

/// Runs a command that must end well; gives back its standard output.
fn succeed(command: &mut Command, input: &str) -> String {
    let output = run(command, input);
    let text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {text}{errors}", output.status);
    text
}

/// Runs a command that must fail; gives back what it says about it.
fn fail(command: &mut Command) -> String {
    let output = run(command, "");
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

/// Runs a command that must be refused before anything is begun; gives back what it says.
fn refuse(command: &mut Command) -> String {
    let output = run(command, "");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty(), "nothing was begun");
    error
}

/// A name for a file of a test; the file is gone when the test is over.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(ending: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quinte-terminal-{}-{number}.{ending}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn with(ending: &str, text: &str) -> Self {
        let file = Self::new(ending);
        std::fs::write(&file.0, text).expect("a file");
        file
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("the file was written")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Sends Ctrl-C to a process.
#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let number = i32::try_from(child.id()).expect("a process number");
    kill(Pid::from_raw(number), Signal::SIGINT).expect("the process runs");
}
