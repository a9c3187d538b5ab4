//! `golden`: positions searched long, and how near networks and short searches
//! come to them. `docs/training.md` tells how sets are made and read.

mod choice;
mod figures;
mod judge;
mod make;
pub mod set;

use crate::cli::networks::Networks;
use anyhow::Result;
use std::process::ExitCode;

/// Golden sets: positions searched long, by which networks are judged.
///
/// The loss on unseen games tells how well a network foretells results that chance has a
/// part in. A golden set tells how near it comes to a search of many nodes.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Task,
}

/// What to do.
#[derive(clap::Subcommand, Debug)]
enum Task {
    Make(make::Args),
    Judge(judge::Args),
}

impl Args {
    /// The networks that the command thinks with.
    pub(super) const fn networks(&mut self) -> &mut Networks {
        match &mut self.command {
            Task::Make(args) => &mut args.networks,
            Task::Judge(args) => &mut args.networks,
        }
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Task::Make(args) => make::run(args),
        Task::Judge(args) => judge::run(args),
    }
}
