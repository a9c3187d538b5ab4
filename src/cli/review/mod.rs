//! `review`: finished games, looked at by the engine, as one page to step
//! through. `study` looks, `judgement` judges, `page` writes.

mod judgement;
mod page;
mod script;
mod sgf;
mod study;

use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::memory;
use crate::cli::networks::Networks;
use crate::cli::records::{self, PaperGame};
use crate::cli::terminal::Progress;
use crate::cli::units::{parse_count, parse_rule, parse_span, parse_threads};
use crate::engine::ThreadCount;
use crate::types::Rule;
use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use study::{Effort, Student, Study};

/// What each position gets unless told otherwise: a game of 60 moves takes less than a minute.
const DEFAULT_TIME: &str = "800ms";
/// How many good moves are looked for at each position.
const DEFAULT_LINES: usize = 3;

/// Review finished games: one page to step through, with a curve, mistakes and missed wins.
///
/// Each GAME is a file (PSQ, SGF, the log of a match, move lists) or a directory of them. The
/// page is a single file that needs nothing else and no network.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files and directories with games; - is the standard input.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// The page to write; an ending of .sgf or .json writes that instead.
    #[arg(long, short, default_value = "review.html", value_name = "FILE")]
    output: PathBuf,
    /// The rule, where a game does not tell its own (a PSQ never does); else freestyle.
    #[arg(long, value_name = "RULE", value_parser = parse_rule)]
    rule: Option<Rule>,
    /// Time for each position, such as 800ms or 2.
    #[arg(long, default_value = DEFAULT_TIME, value_parser = parse_span, value_name = "TIME")]
    time: Duration,
    /// Nodes for each position, such as 20k, instead of a time: the same page on every machine.
    #[arg(long, conflicts_with = "time", value_parser = parse_count, value_name = "COUNT")]
    nodes: Option<u64>,
    /// How many good moves to look for at each position.
    #[arg(long, default_value_t = DEFAULT_LINES, value_parser = parse_lines, value_name = "COUNT")]
    lines: usize,
    /// Threads to search with, at most as many as the machine has. With several, a number of
    /// nodes no longer gives the same page every time.
    #[arg(long, default_value = "1", value_parser = parse_threads, value_name = "COUNT")]
    threads: ThreadCount,
    /// Remember positions in this file: what is found is kept, and what is decided there is not
    /// searched again.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Review only these games, counted from 1, such as 3 or 2,5-8.
    #[arg(long, value_parser = parse_selection, value_name = "NUMBERS")]
    only: Option<Selection>,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// What is written, by the ending of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Page,
    Sgf,
    Json,
}

impl Form {
    fn of(path: &Path) -> Self {
        let ending = path.extension().and_then(OsStr::to_str);
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("sgf") => Self::Sgf,
            Some("json") => Self::Json,
            _ => Self::Page,
        }
    }
}

/// Ranges of games, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Selection(Vec<(usize, usize)>);

impl Selection {
    fn contains(&self, number: usize) -> bool {
        self.0
            .iter()
            .any(|&(from, to)| (from..=to).contains(&number))
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    destination::check(&args.output).map_err(refuse)?;
    let games = collect(args).map_err(refuse)?;
    let rule = |game: &PaperGame| game.rule.or(args.rule).unwrap_or(Rule::Freestyle);
    args.networks
        .install(games.iter().map(rule))
        .map_err(refuse)?;
    if Form::of(&args.output) == Form::Sgf {
        sgf::check(&games).map_err(refuse)?;
    }
    let recall = args.database.as_deref().map(memory::recall).transpose();
    let recall = recall.map_err(refuse)?;
    let positions = games.iter().map(|game| game.moves.len() + 1).sum();
    let effort = match args.nodes {
        Some(nodes) => Effort::Nodes(nodes),
        None => Effort::Time(args.time),
    };
    let mut progress = Progress::new(0, positions, "positions");
    let mut student = Student::new(effort, args.lines, args.threads.get());
    student.recall = recall;
    let mut studies: Vec<Study> = Vec::with_capacity(games.len());
    for game in games {
        let rule = rule(&game);
        let size = game.moves.len() + 1;
        let study = student.study(game, rule, &mut || progress.advance(1));
        // Moves behind the end of a game were counted but not looked at.
        progress.advance(size - study.insights.len());
        studies.push(study);
    }
    progress.finish();
    let text = match Form::of(&args.output) {
        Form::Page => page::page(&studies, &effort.to_string())?,
        Form::Sgf => sgf::write(&studies)?,
        Form::Json => page::json(&studies, &effort.to_string())?,
    };
    destination::write(&args.output, text.as_bytes())?;
    println!("{}", page::summary(&studies));
    println!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}

impl std::fmt::Display for Effort {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time(time) => write!(formatter, "{} ms a position", time.as_millis()),
            Self::Nodes(nodes) => write!(formatter, "{nodes} nodes a position"),
        }
    }
}

/// All games that are asked for, in the order of the files.
fn collect(args: &Args) -> Result<Vec<PaperGame>> {
    let mut games = Vec::new();
    for path in &args.games {
        for file in records::read::files(path, &["psq", "sgf"])? {
            games.extend(records::read_file(&file)?);
            ensure!(
                games.len() <= records::read::MOST_GAMES,
                "there are more than {} games",
                records::read::MOST_GAMES
            );
        }
    }
    let count = games.len();
    if let Some(only) = &args.only {
        let mut number = 0;
        games.retain(|_| {
            number += 1;
            only.contains(number)
        });
    }
    games.retain(|game| !game.moves.is_empty());
    ensure!(
        !games.is_empty(),
        "there is no game with moves among the {count} asked for"
    );
    Ok(games)
}

fn parse_lines(text: &str) -> Result<usize> {
    let count = text.parse().ok().filter(|count| (1..=10).contains(count));
    count.context("from 1 to 10 moves are possible")
}

fn parse_selection(text: &str) -> Result<Selection> {
    let range = |text: &str| {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        number(from)
            .zip(number(to))
            .filter(|(from, to)| (1..=*to).contains(from))
            .with_context(|| {
                format!("'{text}' is neither a game such as 3 nor a range such as 5-8")
            })
    };
    text.split(',')
        .map(range)
        .collect::<Result<_>>()
        .map(Selection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_numbers_and_ranges() {
        let selection = parse_selection("2, 5-7").expect("a selection");
        let chosen: Vec<usize> = (1..10).filter(|&n| selection.contains(n)).collect();
        assert_eq!(chosen, [2, 5, 6, 7]);
        for text in ["", "0", "a", "7-5", "1-", "-"] {
            let error = parse_selection(text).expect_err(text).to_string();
            assert!(error.contains("such as 5-8"), "{text}: {error}");
        }
        assert!(parse_lines("0").is_err() && parse_lines("11").is_err());
        assert!(parse_lines("some").is_err());
    }
}
