//! Tests of `pbrain-quinte match` as a process among processes: it plays small
//! engines against each other, good ones and broken ones, and is killed. So are
//! `golden`, `openings`, `selfplay` and `spsa`.

mod brains;
mod golden;
mod interruption;
mod openings;
mod referee;
mod results;
mod selfplay;
mod spsa;
mod swap2;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directory of its own for a test, gone when the test is over.
struct Workplace(PathBuf);

impl Workplace {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quinte-match-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command of a match between two test engines on a small board with a log.
fn match_command(log: &Path, first: &str, second: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.arg("match").arg("--log").arg(log);
    for (name, brain) in [("one", first), ("two", second)] {
        let engine = format!("name={name},cmd={}", brains::command(brain));
        command.args(["--engine", &engine]);
    }
    command.args(["--size", "10", "--turn", "5"]);
    command
}

/// Runs a command to its end, which must be a good one; gives back its standard output.
fn succeed(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&stdout).into_owned();
    assert!(
        status.success(),
        "{status}: {text}{}",
        String::from_utf8_lossy(&stderr)
    );
    text
}

/// The games of a log, in the order in which they ended.
fn games(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).expect("a log");
    text.split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .filter_map(|value| value.get("game").cloned())
        .collect()
}
