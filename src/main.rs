//! Starts the command line and turns its result into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    quinte::cli::run()
}
