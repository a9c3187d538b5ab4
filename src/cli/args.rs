//! What can be written on the command line. Lists the sub-commands; each is
//! described and run in a file of its own.

use crate::cli::networks::Networks;
use crate::engine::Level;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A Gomocup/Piskvork gomoku engine.
///
/// Without a command it is a bot: it speaks the Gomocup protocol on standard
/// input and output, to be started by a manager such as Piskvork. Set
/// `RUST_LOG=info` to see diagnostics on standard error.
#[derive(Parser, Debug)]
#[command(name = "pbrain-quinte", version, about, long_about)]
pub struct Args {
    #[command(flatten)]
    #[expect(missing_docs, reason = "a text here would replace that of the program")]
    pub bot: BotArgs,
    /// What to do instead of being a bot.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The options of the bot.
#[derive(clap::Args, Debug)]
pub struct BotArgs {
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
    #[command(flatten)]
    #[expect(missing_docs, reason = "its options have their own")]
    pub networks: Networks,
}

impl Args {
    /// Reads a command line. Options in front of a command go to the command; those that it
    /// cannot use are errors, since they would do nothing.
    pub fn read(
        words: impl IntoIterator<Item: Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        let mut definition = Self::command();
        // People and managers start it by different names; answers use the one that was typed.
        let stem = words.first().and_then(|name| Path::new(name).file_stem());
        if let Some(name) = stem.and_then(OsStr::to_str) {
            definition = definition.display_name(name).bin_name(name);
        }
        let matches = definition.try_get_matches_from_mut(words)?;
        let mut args =
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))?;
        let Some(command) = &mut args.command else {
            return Ok(args);
        };
        let bot = &mut args.bot;
        let files = std::mem::take(&mut bot.networks.files);
        let networks = command.networks();
        let useless = [
            ("--set", !bot.set.is_empty()),
            ("--level", bot.level.is_some()),
            ("--threads", bot.threads.is_some()),
            ("--database", bot.database.is_some()),
            ("--network", !files.is_empty() && networks.is_none()),
        ];
        if let Some((option, _)) = useless.into_iter().find(|(_, is_given)| *is_given) {
            let text = format!(
                "{option} before a command is an option of the bot: this command has none such there"
            );
            return Err(definition.error(ErrorKind::ArgumentConflict, text));
        }
        if let Some(networks) = networks {
            networks.files.splice(0..0, files);
        }
        Ok(args)
    }
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
    /// Print what makes a shell complete commands and options.
    #[command(hide = true)]
    Completions(super::installation::Completions),
    #[expect(
        missing_docs,
        reason = "a text here would replace the long help of its arguments"
    )]
    Golden(super::golden::Args),
    /// Write the manual pages.
    #[command(hide = true)]
    Manual(super::installation::Manual),
    /// Play engines against each other and measure their strength.
    Match(Box<super::match_games::Args>),
    /// Make balanced openings to measure engines with.
    Openings(super::openings::Args),
    /// Play against the engine, or watch two engines play.
    Play(Box<super::play::Args>),
    /// Find puzzles in games: positions with exactly one winning first move.
    Puzzles(Box<super::puzzles::Args>),
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

impl Command {
    /// The networks that the command thinks with, if it thinks itself.
    fn networks(&mut self) -> Option<&mut Networks> {
        match self {
            Self::Analyze(args) => Some(&mut args.networks),
            Self::Bench(args) => Some(&mut args.networks),
            Self::Golden(args) => Some(args.networks()),
            Self::Openings(args) => Some(&mut args.networks),
            Self::Play(args) if !args.is_watched() => Some(&mut args.networks),
            Self::Puzzles(args) => Some(&mut args.networks),
            Self::Review(args) => Some(&mut args.networks),
            Self::Selfplay(args) => Some(args.networks()),
            Self::Solve(args) => Some(&mut args.networks),
            Self::Book(_)
            | Self::Check(_)
            | Self::Completions(_)
            | Self::Manual(_)
            | Self::Match(_)
            | Self::Play(_)
            | Self::Render(_)
            | Self::Spsa(_)
            | Self::Tune(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn read(line: &str) -> Result<Args, clap::Error> {
        Args::read(format!("quinte {line}").split_whitespace())
    }

    #[test]
    fn commands_that_think_take_networks_on_either_side_of_their_name() {
        let mut bot = read("--network a --network b").expect("the bot");
        assert_eq!(bot.bot.networks.files, ["a", "b"].map(PathBuf::from));
        assert!(bot.command.is_none());
        for command in [
            "analyze",
            "bench",
            "golden make --out a b",
            "golden judge a",
            "openings --out a",
            "play",
            "puzzles a",
            "review a",
            "selfplay",
            "selfplay relabel --out a b",
            "solve --suite a",
        ] {
            bot = read(&format!("--network a {command} --network b")).expect(command);
            let networks = bot.command.as_mut().and_then(Command::networks);
            let files = networks.map(|networks| networks.files.clone());
            assert_eq!(files, Some(["a", "b"].map(PathBuf::from).to_vec()));
        }
    }

    /// dhbloo's Yixin-Board starts every engine so on Windows.
    #[test]
    fn a_board_may_ask_for_utf8() {
        assert!(read("--force-utf8").is_ok());
    }

    #[test]
    fn options_that_would_do_nothing_are_refused() {
        for option in ["--set razor_depth=2", "--level 3", "--threads 2"] {
            assert!(read(option).is_ok(), "{option}");
            let error = read(&format!("{option} bench")).expect_err("bench is no bot");
            let name = option.split(' ').next().expect("a name");
            assert!(error.to_string().contains(name), "{error}");
        }
        for command in [
            "check",
            "match -e a -e b",
            "render h8 -o a.svg",
            "spsa --out a",
            "tune --rule renju --out a b",
            "play --watch a",
        ] {
            assert!(read(command).is_ok(), "{command}");
            let error = read(&format!("{command} --network a")).expect_err(command);
            assert!(error.to_string().contains("--network"), "{error}");
            let error = read(&format!("--network a {command}")).expect_err(command);
            assert!(error.to_string().contains("--network"), "{error}");
        }
    }

    #[test]
    fn every_command_reads_rules_by_name_and_by_number() {
        for words in [
            "analyze --rule 4",
            "book import --rule 4 a.qdb b.sgf",
            "book query --rule 4 a.qdb",
            "play --rule 4",
            "puzzles --rule 4 a",
            "review --rule 4 game.psq",
            "spsa --rule 4 --out a",
            "golden make --rule 4 --out a b",
            "openings --rule 4 --out a",
            "selfplay --rules 4,renju",
            "tune --rule 4 --out a games",
            "match --rule 4",
        ] {
            for rule in ["4", "renju", "Renju"] {
                let line = words.replace(" 4", &format!(" {rule}"));
                let parsed = read(&line);
                assert!(parsed.is_ok(), "{line}: {parsed:?}");
            }
            let line = words.replace(" 4", " 5");
            let told = read(&line).expect_err(&line).to_string();
            assert!(told.contains("freestyle") && told.contains('5'), "{told}");
        }
    }
}
