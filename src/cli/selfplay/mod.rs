//! `selfplay`: games of the engine against itself, to learn from.

pub mod game;
pub mod merge;
mod older;
pub mod opening;
pub mod record;
mod relabel;
pub mod shard;
pub mod stats;

use crate::board::zobrist::mix;
use crate::cli::fault::refuse;
use crate::cli::networks::Networks;
use crate::cli::units::{parse_count, parse_rule};
use crate::search::{Control, Searcher, SystemClock, TimeBudget};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result, ensure};
use game::{FullMoves, Setting, play};
use indicatif::{ProgressBar, ProgressStyle};
use older::{FEWEST_MOVES, Older};
use shard::{ShardWriter, list_shards, read_shard};
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Memory of each thread's table: enough for one game of short searches.
const TABLE_BYTES: usize = 8 << 20;

/// Play games of the engine against itself and write them to files.
///
/// Each thread writes a file of its own in the directory, whole games only: the
/// run may be killed at any time, and with a seed the same command goes on
/// where it was. To put games of several runs together, name several files or
/// directories where games are read, or make one file of them by `merge`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// Work with games instead of playing.
    #[command(subcommand)]
    command: Option<View>,
    /// Where to write the files.
    #[arg(long, default_value = "selfplay", value_name = "DIRECTORY")]
    out: PathBuf,
    /// The rules to play, in turn; all by default.
    #[arg(long, value_delimiter = ',', value_name = "RULE,...", value_parser = parse_rule)]
    rules: Vec<Rule>,
    /// The sides of the boards to play on, in turn.
    #[arg(long, value_delimiter = ',', default_values_t = [15, 20], value_name = "SIDE,...")]
    sizes: Vec<usize>,
    /// Nodes for each move.
    #[arg(long, value_name = "COUNT", default_value_t = 2000, value_parser = parse_count)]
    nodes: u64,
    /// Nodes of full moves: a part of the moves, by chance, gets these. What is learned of
    /// moves is learned from them; the others, with --nodes, carry the game on.
    #[arg(long, value_name = "COUNT", value_parser = parse_count)]
    full_nodes: Option<u64>,
    /// The chance of a move to be a full one.
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.3,
        requires = "full_nodes"
    )]
    full_share: f64,
    /// Let a part of the games begin some moves into games of these files or directories.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from_games: Vec<PathBuf>,
    /// The share of such games.
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.2,
        requires = "from_games"
    )]
    from_share: f64,
    /// How many moves into an older game a new one may begin at most. The number is drawn
    /// evenly from 4 on; where no game is so long, an opening is made. Games that begin late
    /// teach what long games come to.
    #[arg(
        long,
        value_name = "MOVES",
        default_value_t = 16,
        requires = "from_games"
    )]
    from_most: usize,
    /// Threads, each with a game of its own.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Stop after this many games; those that earlier runs with the same seed left in the
    /// directory count.
    #[arg(long)]
    games: Option<u64>,
    /// Stop after this many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// What the games depend on: the same seed gives the same games.
    #[arg(long)]
    seed: Option<u64>,
    /// Print a line for every game once it is written.
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    networks: Networks,
}

/// What to do with games already played.
#[derive(clap::Subcommand, Debug)]
enum View {
    Stats(stats::Args),
    Merge(merge::Args),
    Relabel(relabel::Args),
}

impl Args {
    /// The networks that the command thinks with.
    pub(super) const fn networks(&mut self) -> &mut Networks {
        match &mut self.command {
            Some(View::Relabel(args)) => &mut args.networks,
            _ => &mut self.networks,
        }
    }
}

/// What the threads share.
struct Run<'a> {
    args: &'a Args,
    settings: Vec<Setting>,
    older: Option<Older>,
    seed: u64,
    /// The seeds of games that earlier runs have played.
    played: HashSet<u64>,
    next_game: AtomicU64,
    games: AtomicU64,
    positions: AtomicU64,
    deadline: Option<Instant>,
    control: Control,
    bar: ProgressBar,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Some(View::Stats(args)) => return stats::run(args),
        Some(View::Merge(args)) => return merge::run(args),
        Some(View::Relabel(args)) => return relabel::run(args),
        None => {}
    }
    let started = Instant::now();
    let run = prepare(args, started).map_err(refuse)?;
    run.bar.set_position(run.played.len() as u64);
    let results: Vec<Result<()>> = std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..args.threads)
            .map(|number| scope.spawn(move || run.play_games(number)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    run.bar.finish();
    let positions = run.positions.load(Ordering::Relaxed);
    let rate = positions as f64 / started.elapsed().as_secs_f64();
    let earlier = match run.played.len() {
        0 => String::new(),
        count => format!("; {count} games of earlier runs"),
    };
    println!(
        "{} games, {positions} positions, {rate:.0} positions a second, seed {}{earlier}",
        run.games.load(Ordering::Relaxed),
        run.seed
    );
    results.into_iter().collect::<Result<()>>()?;
    Ok(ExitCode::SUCCESS)
}

/// All that the threads need, if what is asked for can be done.
fn prepare(args: &Args, started: Instant) -> Result<Run<'_>> {
    ensure!(args.threads > 0, "at least one thread is needed");
    let settings = settings(args)?;
    args.networks
        .install(settings.iter().map(|setting| setting.rule))?;
    let older = older(args, &settings)?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let played = match args.seed {
        Some(seed) => earlier_games(&args.out, seed)?,
        None => HashSet::new(),
    };
    Ok(Run {
        args,
        settings,
        older,
        seed,
        played,
        next_game: AtomicU64::new(0),
        games: AtomicU64::new(0),
        positions: AtomicU64::new(0),
        deadline: deadline(args.minutes, started)?,
        control: Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED),
        bar: progress_bar(args.games)?,
    })
}

impl Run<'_> {
    fn play_games(&self, thread: usize) -> Result<()> {
        let name = format!("{}-{thread}", file_prefix(self.seed));
        let mut writer = None;
        let mut searcher = Searcher::new(TABLE_BYTES);
        while let Some((number, seed)) = self.claim_game() {
            let setting = self.settings[number as usize % self.settings.len()];
            let older = self.older.as_ref();
            let played = play(&setting, older, seed, &mut searcher, &self.control);
            let Some(record) = played else { break };
            // Made for the first game, so that no run leaves an empty file.
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(ShardWriter::create(&self.args.out, &name)?),
            };
            writer.append(&record)?;
            if self.args.verbose {
                println!("game {number}: {} moves", record.moves.len());
            }
            let more = record.moves.len() as u64;
            let positions = self.positions.fetch_add(more, Ordering::Relaxed) + more;
            self.games.fetch_add(1, Ordering::Relaxed);
            self.bar.inc(1);
            let rate = positions as f64 / self.bar.elapsed().as_secs_f64();
            self.bar
                .set_message(format!("{positions} positions, {rate:.0}/s"));
        }
        Ok(())
    }

    /// The number and the seed of the next game to play, if one is wanted.
    fn claim_game(&self) -> Option<(u64, u64)> {
        loop {
            let in_time = self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline);
            let number = self.next_game.fetch_add(1, Ordering::Relaxed);
            if !in_time || self.args.games.is_some_and(|games| number >= games) {
                return None;
            }
            let seed = mix(self.seed ^ mix(number));
            if !self.played.contains(&seed) {
                return Some((number, seed));
            }
        }
    }
}

/// How the names of a run's files begin.
fn file_prefix(seed: u64) -> String {
    format!("{seed:016x}")
}

/// The seeds of the games that runs with this seed left in the directory.
fn earlier_games(directory: &Path, seed: u64) -> Result<HashSet<u64>> {
    if !directory.is_dir() {
        return Ok(HashSet::new());
    }
    let prefix = file_prefix(seed);
    let mut seeds = HashSet::new();
    for file in list_shards(&[directory.to_path_buf()])? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(&prefix) {
            seeds.extend(read_shard(&file)?.games.iter().map(|game| game.seed));
        }
    }
    Ok(seeds)
}

fn settings(args: &Args) -> Result<Vec<Setting>> {
    let rules = if args.rules.is_empty() {
        Rule::ALL.to_vec()
    } else {
        args.rules.clone()
    };
    ensure!(!args.sizes.is_empty(), "at least one size is needed");
    ensure!(
        [args.full_share, args.from_share]
            .iter()
            .all(|share| (0.0..=1.0).contains(share)),
        "a share is from 0 to 1"
    );
    let full = args.full_nodes.map(|nodes| FullMoves {
        nodes,
        share: args.full_share,
    });
    let mut settings = Vec::new();
    for &side in &args.sizes {
        let size = BoardSize::square(side).context("a board side is from 5 to 32")?;
        settings.extend(rules.iter().map(|&rule| Setting {
            rule,
            size,
            nodes: args.nodes,
            full,
        }));
    }
    Ok(settings)
}

/// The older games that new ones may begin from, if such are named.
fn older(args: &Args, settings: &[Setting]) -> Result<Option<Older>> {
    if args.from_games.is_empty() {
        return Ok(None);
    }
    ensure!(
        args.from_most >= FEWEST_MOVES,
        "no game begins less than {FEWEST_MOVES} moves into an older one"
    );
    let wanted = |rule, size| {
        let mut settings = settings.iter();
        settings.any(|setting| setting.rule == rule && setting.size == size)
    };
    let older = Older::read(&args.from_games, args.from_share, args.from_most, wanted)?;
    ensure!(
        older.count() > 0,
        "none of the games to begin from has a rule and board that is played"
    );
    Ok(Some(older))
}

fn deadline(minutes: Option<f64>, started: Instant) -> Result<Option<Instant>> {
    minutes
        .map(|minutes| {
            let time = Duration::try_from_secs_f64(minutes * 60.0)
                .context("the minutes must be a positive number")?;
            started
                .checked_add(time)
                .context("so many minutes cannot be counted")
        })
        .transpose()
}

fn progress_bar(games: Option<u64>) -> Result<ProgressBar> {
    let bar = match games {
        Some(games) => ProgressBar::new(games),
        None => ProgressBar::no_length(),
    };
    let style = ProgressStyle::with_template("[{elapsed}] {wide_bar} {pos}/{len} games, {msg}")?;
    Ok(bar.with_style(style))
}
