//! `puzzles`: positions of games in which exactly one first move wins, proven,
//! graded, and written as SGF, pictures and a page to solve them on.
//! `docs/puzzles.md` says what "exactly one" means.

mod files;
mod finder;
mod fingerprint;
mod grade;
mod journal;
mod material;
mod page;
mod puzzle;
mod sgf;
mod sieve;
mod solution;
#[cfg(test)]
mod tests;
mod unique;
mod work;

use crate::cli::fault::refuse;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::terminal::Progress;
use crate::cli::units::{parse_count, parse_rule, parse_threads};
use crate::engine::ThreadCount;
use crate::types::Rule;
use crate::types::checksum::checksum;
use anyhow::{Context, Result, ensure};
use files::Pictures;
use finder::Fates;
use grade::GRADES;
use journal::{Heading, Journal};
use material::Material;
use sieve::{Sieve, Wish};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use unique::Fate;
use work::Work;

/// The shortest solution that is not trivial: a four, an open four or double four, the five.
const SHORTEST: usize = 3;

/// Find puzzles in games: positions with exactly one winning first move.
///
/// Each GAME is a file or a directory of them: PSQ, SGF (with variations), `RenLib`, the log of a
/// match, files of selfplay, move lists, a memory of positions. The page, the SGF file, the data
/// and the pictures go to one directory; the same command goes on where it was interrupted.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files and directories with games; - is the standard input.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// Where to write the puzzles.
    #[arg(long, short, default_value = "puzzles", value_name = "DIRECTORY")]
    out: PathBuf,
    /// The rule, where a game does not tell its own (a PSQ never does); else freestyle.
    #[arg(long, value_name = "RULE", value_parser = parse_rule)]
    rule: Option<Rule>,
    /// Stop after this many puzzles.
    #[arg(long, value_parser = parse_count, value_name = "COUNT")]
    limit: Option<u64>,
    /// The fewest moves of the winner, the five included.
    #[arg(long, default_value_t = SHORTEST, value_name = "MOVES")]
    min_length: usize,
    /// The most moves of the winner, the five included.
    #[arg(long, value_name = "MOVES")]
    max_length: Option<usize>,
    /// Only puzzles of these grades, such as 3 or 2-4; 1 is the easiest, 5 the hardest.
    #[arg(long, value_parser = parse_grades, value_name = "GRADES")]
    grade: Option<RangeInclusive<u8>>,
    /// Leave out puzzles in which a four can be played in front of the solution without harm.
    #[arg(long)]
    strict: bool,
    /// Nodes to find and prove a win with.
    #[arg(long, default_value = "20k", value_parser = parse_count, value_name = "COUNT")]
    nodes: u64,
    /// Look at the games in an order that depends on this number, not in that of the files.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Threads, each with a game of its own; the puzzles do not depend on how many.
    #[arg(long, default_value = "1", value_parser = parse_threads, value_name = "COUNT")]
    threads: ThreadCount,
    /// How the positions are drawn.
    #[arg(long, value_enum, default_value_t = Pictures::Svg)]
    pictures: Pictures,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let wish = wish(args).map_err(refuse)?;
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    let games = material::read(&args.games, rule).map_err(refuse)?;
    let rules = games.iter().map(|game| game.rule);
    args.networks.install(rules).map_err(refuse)?;
    let games = in_order(&games, args.seed);
    files::prepare(&args.out).map_err(refuse)?;
    let heading = heading(args, &games);
    let journal = Journal::open(&args.out.join(files::JOURNAL), &heading);
    let (mut journal, known) = journal.map_err(refuse)?;
    let stop = Stop::at_interruption()?;
    let mut tally = Tally::new(wish, args.limit);
    for found in known {
        tally.add(found)?;
    }
    let mut progress = Progress::new(tally.games, games.len(), "games").with_summary();
    let work = Work {
        games: &games,
        nodes: args.nodes,
        threads: args.threads.get(),
        stop: &stop,
    };
    let done = if tally.is_enough() {
        Ok(())
    } else {
        work.run(tally.games, |found| {
            journal.add(&found)?;
            tally.add(found)?;
            progress.show(tally.games, &tally.summary());
            Ok(!tally.is_enough())
        })
    };
    progress.finish();
    done?;
    tally.cut();
    files::write(&args.out, &tally.sieve.puzzles, args.pictures)?;
    println!("{}", tally.report());
    println!("wrote {}", args.out.join(files::PAGE).display());
    let is_cut_short = stop.is_set() && tally.games < games.len() && !tally.is_enough();
    Ok(if is_cut_short {
        eprintln!("interrupted: the same command goes on from here");
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

fn wish(args: &Args) -> Result<Wish> {
    let most = args.max_length.unwrap_or(usize::MAX);
    ensure!(
        args.min_length >= SHORTEST,
        "puzzles of fewer than {SHORTEST} moves are trivial: --min-length is at least {SHORTEST}"
    );
    ensure!(
        args.min_length <= most,
        "--min-length {} is more than --max-length {most}",
        args.min_length
    );
    Ok(Wish {
        length: args.min_length..=most,
        grade: args.grade.clone().unwrap_or(GRADES),
        is_strict: args.strict,
    })
}

/// The games in the order in which they are looked at.
fn in_order(games: &[Material], seed: Option<u64>) -> Vec<&Material> {
    let mut games: Vec<&Material> = games.iter().collect();
    if let Some(seed) = seed {
        fastrand::Rng::with_seed(seed).shuffle(&mut games);
    }
    games
}

/// All that the puzzles depend on, but not which of them are wanted.
fn heading(args: &Args, games: &[&Material]) -> Heading {
    let sum = games.iter().fold(0, |sum, material| {
        let text = format!("{sum} {material:?}");
        checksum(text.as_bytes())
    });
    Heading {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        nodes: args.nodes,
        seed: args.seed,
        games: games.len(),
        checksum: sum,
    }
}

fn parse_grades(text: &str) -> Result<RangeInclusive<u8>> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let grade = |text: &str| {
        let number = text.trim().parse::<u8>().ok();
        number.filter(|number| GRADES.contains(number))
    };
    grade(from)
        .zip(grade(to))
        .filter(|(from, to)| from <= to)
        .map(|(from, to)| from..=to)
        .with_context(|| format!("'{text}' is neither a grade from 1 to 5 nor a range such as 2-4"))
}

/// What was found so far.
struct Tally {
    sieve: Sieve,
    limit: Option<u64>,
    games: usize,
    fates: Fates,
}

impl Tally {
    fn new(wish: Wish, limit: Option<u64>) -> Self {
        Self {
            sieve: Sieve::new(wish),
            limit,
            games: 0,
            fates: Fates::new(),
        }
    }

    fn add(&mut self, found: finder::Yield) -> Result<()> {
        self.games += 1;
        for (fate, count) in found.fates {
            *self.fates.entry(fate).or_default() += count;
        }
        for puzzle in found.puzzles {
            self.sieve.add(puzzle)?;
        }
        Ok(())
    }

    fn limit(&self) -> usize {
        let limit = self.limit.and_then(|limit| usize::try_from(limit).ok());
        limit.unwrap_or(usize::MAX)
    }

    fn is_enough(&self) -> bool {
        self.sieve.puzzles.len() >= self.limit()
    }

    /// Leaves out what is more than was asked for.
    fn cut(&mut self) {
        let limit = self.limit();
        self.sieve.puzzles.truncate(limit);
    }

    fn summary(&self) -> String {
        let positions: usize = self.fates.values().sum();
        let puzzles = self.sieve.puzzles.len();
        format!("{puzzles} puzzles in {positions} positions")
    }

    fn report(&self) -> String {
        let mut lines = vec![format!("{} games: {}", self.games, self.summary())];
        let fates = self.fates.iter();
        let others = fates.filter(|(fate, _)| **fate != Fate::Puzzle);
        let others: Vec<String> = others
            .map(|(&fate, count)| format!("{} {count}", journal::name(fate)))
            .collect();
        if !others.is_empty() {
            lines.push(format!("left out: {}", others.join(", ")));
        }
        let Sieve {
            doubles, unwanted, ..
        } = self.sieve;
        lines.push(format!(
            "{doubles} were there before, {unwanted} not asked for"
        ));
        for grade in GRADES {
            let of_grade = self.sieve.puzzles.iter().filter(|one| one.grade == grade);
            lines.push(format!("grade {grade}: {}", of_grade.count()));
        }
        lines.join("\n")
    }
}
