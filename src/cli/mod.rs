//! The command line. Without arguments it is the bot that managers start.

pub mod args;
pub mod bench;
pub mod check;
pub mod match_games;
pub mod records;
pub mod selfplay;
pub mod solve;
pub mod tune;

use crate::protocol::stdio;
use crate::search::Params;
use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    set_up_diagnostics();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // If even this cannot be printed, the exit code still tells.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let result = match args.command {
        None => serve(&args.set),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Match(args)) => match_games::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}

/// Is the bot, with some numbers of its search changed.
fn serve(settings: &[String]) -> anyhow::Result<ExitCode> {
    let mut params = Params::default();
    for setting in settings {
        params.set(setting)?;
    }
    stdio::serve_standard_streams(params)?;
    Ok(ExitCode::SUCCESS)
}

/// Managers may read our error stream as if it were our answers, so it stays
/// silent unless `RUST_LOG` asks for more; panics speak through the log too.
fn set_up_diagnostics() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}
