//! The same program under the name that people type; managers look for `pbrain-`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quinte::cli::run()
}
