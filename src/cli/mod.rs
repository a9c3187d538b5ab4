//! The command line: sub-commands on top of the engine.

pub mod match_games;
pub mod records;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A gomoku engine and its workshop.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play engines against each other and measure their strength
    Match(match_games::Args),
}

/// Runs what the command line asks for.
pub fn run() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Match(args) => match_games::run(args),
    }
}
