//! Starts the command line and turns its result into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    quinte::cli::run().unwrap_or_else(|error| {
        eprintln!("pbrain-quinte: {error:#}");
        ExitCode::FAILURE
    })
}
