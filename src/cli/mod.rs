//! The command line. Without arguments it is the bot that managers start.
//!
//! Commands stand above rooms. A room holds what several commands need and
//! knows no command; a command knows no other command. `scripts/check-layers`
//! has the order of the rooms.

pub mod analyze;
pub mod arena;
pub mod args;
pub mod bench;
pub mod book;
mod chances;
pub mod check;
mod destination;
mod fault;
pub mod golden;
mod growing;
pub mod installation;
mod interrupt;
pub mod match_games;
mod memory;
mod networks;
pub mod openings;
mod page;
pub mod picture;
pub mod play;
mod probes;
pub mod puzzles;
pub mod records;
pub mod render;
pub mod review;
pub mod selfplay;
pub mod solve;
pub mod spsa;
mod stars;
pub mod terminal;
pub mod tune;
mod units;

use crate::engine::{Level, Options, ThreadCount};
use crate::protocol::stdio;
use crate::search::Params;
use crate::types::Rule;
use anyhow::Context;
use args::{Args, BotArgs, Command};
use clap::CommandFactory;
use fault::refuse;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs what the command line asks for.
pub fn run() -> ExitCode {
    set_up_diagnostics();
    let args = match Args::read(std::env::args_os()) {
        Ok(args) => args,
        Err(error) => {
            // If even this cannot be printed, the exit code still tells.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match args.command {
        None => serve(&args.bot).unwrap_or_else(|error| fault::fail(&error)),
        Some(command) => fault::guard(|| run_command(command)),
    }
}

fn run_command(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Completions(args) => installation::print_completions(&args, Args::command()),
        Command::Golden(args) => golden::run(&args),
        Command::Manual(args) => installation::write_manual(&args, Args::command()),
        Command::Match(args) => match_games::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Spsa(args) => spsa::run(&args),
        Command::Tune(args) => tune::run(&args),
    }
}

/// Is the bot.
fn serve(args: &BotArgs) -> anyhow::Result<ExitCode> {
    let (params, options) = bot(args).map_err(refuse)?;
    // Managers cannot pass options.
    let told = || std::env::var_os("QUINTE_DATABASE").map(PathBuf::from);
    let database = args.database.clone().or_else(told);
    let database = database.as_deref().map(memory::open).transpose();
    stdio::serve_standard_streams(params, options, database.map_err(refuse)?);
    Ok(ExitCode::SUCCESS)
}

/// The bot that is asked for: its numbers, its strength, its networks.
fn bot(args: &BotArgs) -> anyhow::Result<(Params, Options)> {
    // A manager may ask for any rule.
    args.networks.install(Rule::ALL)?;
    let params = Params::with(&args.set)?;
    let level = match args.level {
        Some(level) => level,
        None => level_of_surroundings()?,
    };
    let threads = args
        .threads
        .map_or_else(ThreadCount::default, ThreadCount::new);
    let options = Options {
        level,
        threads,
        ..Options::default()
    };
    Ok((params, options))
}

/// The level that the environment or the program's file name asks for, since
/// managers cannot pass options.
fn level_of_surroundings() -> anyhow::Result<Level> {
    if let Ok(level) = std::env::var("QUINTE_LEVEL") {
        return level.parse().context("QUINTE_LEVEL");
    }
    let program = std::env::args_os().next().map(PathBuf::from);
    let stem = program.as_ref().and_then(|path| path.file_stem()?.to_str());
    Ok(stem.and_then(Level::from_program_name).unwrap_or_default())
}

/// Managers may read our error stream as if it were our answers, so it stays
/// silent unless `RUST_LOG` asks for more; panics speak through the log too.
fn set_up_diagnostics() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    fault::watch_for_panics();
}
