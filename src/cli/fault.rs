//! How a command for people ends badly: one line on standard error and an exit code. The bot must
//! stay silent there, so nothing here speaks unless it is given a command that failed.

use crate::engine::panic_text;
use std::any::Any;
use std::error::Error;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The exit code when nothing was begun, because what was asked for cannot be done; clap's too.
const REFUSED: u8 = 2;

/// The exit code of a fault in this program, the usual one of Rust programs.
const FAULT: u8 = 101;

/// How standard output tells that it cannot be written to: by a panic.
const CANNOT_PRINT: &str = "failed printing to stdout";

/// The first panic: those that follow are mostly what came of it.
static FIRST_PANIC: OnceLock<String> = OnceLock::new();

/// An error in what a person asked for.
#[derive(Debug)]
struct Refusal(anyhow::Error);

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#}", self.0)
    }
}

impl Error for Refusal {}

/// Says that an error lies in what was asked for, and that nothing was begun.
pub fn refuse(error: anyhow::Error) -> anyhow::Error {
    Refusal(error).into()
}

/// From now on panics speak through the log, and the first one is remembered.
pub fn watch_for_panics() {
    panic::set_hook(Box::new(|panic| {
        log::error!("{panic}");
        FIRST_PANIC.get_or_init(|| describe(panic));
    }));
}

/// Runs a command for a person, who is told if it fails.
pub fn guard(command: impl FnOnce() -> anyhow::Result<ExitCode>) -> ExitCode {
    match panic::catch_unwind(AssertUnwindSafe(command)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => fail(&error),
        Err(panic) => fail_by_panic(&*panic),
    }
}

/// Tells an error, unless nobody reads any more.
pub fn fail(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("Error: {error:#}");
    if error.is::<Refusal>() {
        return ExitCode::from(REFUSED);
    }
    ExitCode::FAILURE
}

fn fail_by_panic(panic: &(dyn Any + Send)) -> ExitCode {
    let text = panic_text(panic);
    if text.starts_with(CANNOT_PRINT) {
        // Every system's words for it have the pipe in them.
        if text.to_lowercase().contains("pipe") {
            return ExitCode::SUCCESS;
        }
        eprintln!("Error: {text}");
        return ExitCode::FAILURE;
    }
    let told = FIRST_PANIC.get().map_or(text, String::as_str);
    eprintln!("Error: a fault in this program, please report it: {told}");
    ExitCode::from(FAULT)
}

/// Whether the reader of our output went away, as `head` does: no fault of anybody.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// What a panic says and where, on one line.
fn describe(panic: &PanicHookInfo<'_>) -> String {
    let words: Vec<&str> = panic_text(panic.payload()).split_whitespace().collect();
    let place = panic.location().map_or_else(String::new, |location| {
        format!(" ({}:{})", location.file(), location.line())
    });
    format!("{}{place}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Names the failure that a child process is to have.
    const FAILURE: &str = "QUINTE_TEST_FAILURE";

    /// Runs the test below in a process of its own, since what it does ends a process.
    fn child(failure: &str) -> (Option<i32>, String) {
        let output = Command::new(std::env::current_exe().expect("the tests have a file"))
            .args(["--exact", "--ignored", "--nocapture"])
            .arg("cli::fault::tests::fails_as_it_is_told")
            .env(FAILURE, failure)
            .env_remove("RUST_LOG")
            .output()
            .expect("the tests start");
        let errors = String::from_utf8(output.stderr).expect("text");
        (output.status.code(), errors)
    }

    #[test]
    #[ignore = "the other tests run it in a process of its own"]
    fn fails_as_it_is_told() {
        let Ok(failure) = std::env::var(FAILURE) else {
            return;
        };
        watch_for_panics();
        let code = guard(|| match failure.as_str() {
            "panic" => panic!("two\n lines of {}", "text"),
            "thread" => {
                let thread = std::thread::spawn(|| panic!("the cause"));
                thread.join().expect("what came of it");
                Ok(ExitCode::SUCCESS)
            }
            "caught" => {
                let _ = panic::catch_unwind(|| panic!("nobody need know"));
                Ok(ExitCode::SUCCESS)
            }
            "error" => Err(anyhow::anyhow!("no such thing")),
            "refusal" => Err(refuse(anyhow::anyhow!("not a move").context("read it"))),
            "closed pipe" => Err(io::Error::from(io::ErrorKind::BrokenPipe).into()),
            _ => panic!("{failure}"),
        });
        let mut known = [0, 1, REFUSED, FAULT].into_iter();
        let number = known.find(|&number| code == ExitCode::from(number));
        std::process::exit(number.map_or(3, i32::from));
    }

    #[test]
    fn a_panic_is_told_in_one_line() {
        let (code, errors) = child("panic");
        assert_eq!(code, Some(101));
        assert!(errors.contains("two lines of text (src"), "{errors}");
        assert!(errors.contains("fault.rs:"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }

    #[test]
    fn the_cause_is_told_rather_than_what_came_of_it() {
        let (code, errors) = child("thread");
        assert_eq!(code, Some(101));
        assert!(errors.contains("the cause"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }

    #[test]
    fn a_panic_that_is_caught_is_not_told() {
        assert_eq!(child("caught"), (Some(0), String::new()));
    }

    #[test]
    fn errors_are_told_with_codes_of_their_own() {
        let (code, errors) = child("error");
        assert_eq!((code, errors.as_str()), (Some(1), "Error: no such thing\n"));
        let (code, errors) = child("refusal");
        let told = "Error: read it: not a move\n";
        assert_eq!((code, errors.as_str()), (Some(2), told));
    }

    #[test]
    fn a_reader_that_went_away_is_no_failure() {
        let print = "failed printing to stdout: Broken pipe (os error 32)";
        for failure in ["closed pipe", print] {
            assert_eq!(child(failure), (Some(0), String::new()), "{failure}");
        }
        let (code, errors) = child("failed printing to stdout: No space left on device");
        assert_eq!(code, Some(1));
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}
