//! What can be written on the command line. Lists the sub-commands; each is
//! described and run in a file of its own.

use clap::{Parser, Subcommand};

/// A Gomocup/Piskvork gomoku engine.
///
/// Without a command it is a bot: it speaks the Gomocup protocol on standard
/// input and output, to be started by a manager such as Piskvork. Set
/// `RUST_LOG=info` to see diagnostics on standard error.
#[derive(Parser, Debug)]
#[command(name = "pbrain-quinte", version, about, long_about)]
pub struct Args {
    /// What to do instead of being a bot.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The tools beside the bot.
#[derive(Subcommand, Debug)]
pub enum Command {
    Selfplay(super::selfplay::Args),
    Solve(super::solve::Args),
    Tune(super::tune::Args),
}
