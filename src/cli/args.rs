//! What can be written on the command line. Lists the sub-commands; each is
//! described and run in a file of its own.

use crate::engine::Level;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// A Gomocup/Piskvork gomoku engine.
///
/// Without a command it is a bot: it speaks the Gomocup protocol on standard
/// input and output, to be started by a manager such as Piskvork. Set
/// `RUST_LOG=info` to see diagnostics on standard error.
#[derive(Parser, Debug)]
#[command(name = "pbrain-quinte", version, about, long_about)]
// An option of the bot before a sub-command would do nothing: better to say so.
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// Change a number of the bot's search, for tuning (src/search/params.rs lists them).
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// How strong the bot plays: 1 to 10, or a name such as motifs. Else the
    /// variable `QUINTE_LEVEL` tells, or the program's file name
    /// (pbrain-quinte-motifs, pbrain-quinte-level3).
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,
    /// How many threads the bot searches with until `INFO thread_num` says
    /// otherwise. Only with one does a search limited by depth or nodes repeat exactly.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub threads: Option<i64>,
    /// Remember positions in this file, which is made if there is none: what
    /// searches find is kept, and what is decided is not searched again. For
    /// analysis; tournaments do without. Else the variable `QUINTE_DATABASE`
    /// tells.
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// Given by a Yixin-Board on Windows; texts are UTF-8 anyway.
    #[arg(long, hide = true)]
    pub force_utf8: bool,
    /// Use the network in this file, as `tune` writes it, instead of the one
    /// built in for its rule. For every command; may be given for each rule.
    #[arg(long, value_name = "FILE", global = true)]
    pub network: Vec<PathBuf>,
    /// What to do instead of being a bot.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The tools beside the bot.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Tell what the engine thinks of a position.
    Analyze(Box<super::analyze::Args>),
    /// Measure speed and print a signature of the search.
    Bench(super::bench::Args),
    /// Work with a memory of positions: files in and out, questions, hours of exploring.
    Book(Box<super::book::Args>),
    #[expect(
        missing_docs,
        reason = "a text here would replace the long help of its arguments"
    )]
    Check(super::check::Args),
    /// Play engines against each other and measure their strength.
    Match(Box<super::match_games::Args>),
    /// Make balanced openings to measure engines with.
    Openings(super::openings::Args),
    /// Play against the engine, or watch two engines play.
    Play(Box<super::play::Args>),
    /// Draw a position or a game as SVG or PNG.
    Render(super::render::Args),
    /// Review finished games: one page to step through them.
    Review(super::review::Args),
    /// Play games of the engine against itself to learn from.
    Selfplay(super::selfplay::Args),
    /// Count the forced wins found in a suite of positions.
    Solve(super::solve::Args),
    /// Tune the numbers of the search by games of slightly different bots.
    Spsa(super::spsa::Args),
    /// Learn the numbers of evaluation and move ordering from games.
    Tune(super::tune::Args),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_takes_networks() {
        for words in [
            &["pbrain-quinte", "--network", "a", "--network", "b"][..],
            &["pbrain-quinte", "bench", "--network", "a", "--network", "b"],
        ] {
            let args = Args::try_parse_from(words).expect("valid words");
            assert_eq!(args.network, ["a", "b"].map(PathBuf::from), "{words:?}");
        }
    }

    /// dhbloo's Yixin-Board starts every engine so on Windows.
    #[test]
    fn a_board_may_ask_for_utf8() {
        assert!(Args::try_parse_from(["engine.exe", "--force-utf8"]).is_ok());
    }

    #[test]
    fn options_of_the_bot_are_refused_where_they_would_do_nothing() {
        for option in [["--set", "razor_depth=2"], ["--level", "3"]] {
            let words = ["pbrain-quinte", option[0], option[1]];
            assert!(Args::try_parse_from(words).is_ok(), "{option:?}");
            let error = Args::try_parse_from(words.into_iter().chain(["bench"]))
                .expect_err("bench is no bot")
                .to_string();
            assert!(
                error.contains("bench") && error.contains(option[0]),
                "{error}"
            );
        }
    }
}
