//! `selfplay relabel`: searches positions of games again, with more nodes, and
//! writes the games with what was found.

mod candidates;
mod labels;

use super::record::{Alternative, TrainingGame};
use super::shard::{list_shards, read_shard, shard_bytes};
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::growing::GrowingFile;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::probes::crew::Crew;
use crate::cli::terminal::Progress;
use crate::cli::units::parse_count;
use crate::search::{Control, Limits, Params, Question, Searcher, Silent};
use crate::types::score::chance;
use anyhow::{Context, Result, ensure};
use candidates::{Candidate, candidates, most_disputed};
use labels::{Label, Labels, to_line};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Memory of each thread's table: enough for one search.
const TABLE_BYTES: usize = 16 << 20;
/// The file beside the games from which a killed run goes on.
const LABELS: &str = "relabelled.txt";

/// Search positions of games again with more nodes.
///
/// First those where the network and the score in the game disagree most. A new score is
/// kept where the searches of --check-nodes and of --nodes agree; the move then has the
/// class `relabelled`. All games are written to files of the same names in another
/// directory, to be learned from instead of the old ones. A killed run goes on; a larger
/// --count adds to what is there.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of games, or directories with such files; they are left as they are
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the games
    #[arg(long, value_name = "DIRECTORY")]
    out: PathBuf,
    /// How many positions to search again at most
    #[arg(long, value_name = "COUNT", default_value = "200k", value_parser = parse_count)]
    count: u64,
    /// Nodes of the search that gives the score
    #[arg(long, value_name = "COUNT", default_value = "40k", value_parser = parse_count)]
    nodes: u64,
    /// Nodes of the search before it, with which it must agree
    #[arg(long, value_name = "COUNT", default_value = "10k", value_parser = parse_count)]
    check_nodes: u64,
    /// How far apart their chances of winning may lie
    #[arg(long, value_name = "CHANCE", default_value_t = 0.15)]
    within: f64,
    /// Positions searched at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    pub(in crate::cli) networks: Networks,
}

/// A file of games.
struct Shard {
    name: OsString,
    games: std::ops::Range<usize>,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (mut games, shards) = prepare(args).map_err(refuse)?;
    let heading = heading(args);
    let (mut file, mut labels) =
        GrowingFile::open(&args.out.join(LABELS), &heading, Labels::parse).map_err(refuse)?;
    let stop = Stop::at_interruption()?;
    let crew = Crew {
        threads: args.threads,
        table_bytes: TABLE_BYTES,
        params: Params::default(),
        stop: &stop,
    };
    let chosen = choose(args, &games, &crew)?;
    let (known, open): (Vec<_>, Vec<_>) = chosen
        .into_iter()
        .partition(|candidate| labels.0.contains_key(&candidate.key));
    let mut progress = Progress::new(known.len(), known.len() + open.len(), "positions");
    let work = |candidate: &Candidate, searcher: &mut Searcher, control: &Control| {
        let game = &games[candidate.game];
        (
            candidate.key,
            search(args, game, candidate, searcher, control),
        )
    };
    crew.work(&open, work, |(key, label)| {
        file.add(&to_line(key, label))?;
        labels.0.insert(key, label);
        progress.advance(1);
        Ok(true)
    })?;
    progress.finish();
    if stop.is_set() {
        eprintln!("interrupted: the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let changed = write(args, &mut games, &shards, &labels)?;
    let kept = labels.0.values().flatten().count();
    println!(
        "{} positions searched again, {} of them by earlier runs; {kept} kept, {changed} moves of \
         {} games changed",
        labels.0.len(),
        labels.0.len() - open.len(),
        games.len()
    );
    Ok(ExitCode::SUCCESS)
}

/// The first line of the file of what was found: all that a label depends on, but the network.
fn heading(args: &Args) -> String {
    let Args {
        check_nodes,
        nodes,
        within,
        ..
    } = args;
    format!("# relabelled: {nodes} nodes, {check_nodes} nodes within {within}")
}

/// The games and the files that they came in, if what is asked for can be done.
fn prepare(args: &Args) -> Result<(Vec<TrainingGame>, Vec<Shard>)> {
    ensure!(args.threads > 0, "at least one thread is needed");
    ensure!(
        (0.0..=1.0).contains(&args.within),
        "a chance is from 0 to 1"
    );
    ensure!(
        args.check_nodes < args.nodes,
        "--check-nodes must be fewer than --nodes"
    );
    let mut games: Vec<TrainingGame> = Vec::new();
    let mut shards: Vec<Shard> = Vec::new();
    for path in list_shards(&args.games)? {
        let name = path.file_name().unwrap_or_default().to_owned();
        ensure!(
            shards.iter().all(|shard| shard.name != name),
            "two files are called '{}'",
            name.display()
        );
        let target = args.out.join(&name);
        let is_itself = std::fs::canonicalize(&target)
            .ok()
            .zip(std::fs::canonicalize(&path).ok())
            .is_some_and(|(target, path)| target == path);
        ensure!(!is_itself, "'{}' would be written over", path.display());
        let from = games.len();
        games.extend(read_shard(&path)?.games);
        shards.push(Shard {
            name,
            games: from..games.len(),
        });
    }
    ensure!(!games.is_empty(), "there are no games");
    args.networks.install(games.iter().map(|game| game.rule))?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot create {}", args.out.display()))?;
    Ok((games, shards))
}

/// The positions to search again, most disputed first.
fn choose(args: &Args, games: &[TrainingGame], crew: &Crew<'_>) -> Result<Vec<Candidate>> {
    let mut progress = Progress::new(0, games.len(), "games looked at");
    let numbers: Vec<usize> = (0..games.len()).collect();
    let mut all = Vec::new();
    let look = |&number: &usize, _: &mut Searcher, _: &Control| candidates(number, &games[number]);
    crew.work(&numbers, look, |found| {
        all.extend(found);
        progress.advance(1);
        Ok(true)
    })?;
    progress.finish();
    Ok(most_disputed(all, args.count as usize))
}

/// Searches a position twice; nothing if the searches do not agree.
fn search(
    args: &Args,
    game: &TrainingGame,
    candidate: &Candidate,
    searcher: &mut Searcher,
    control: &Control,
) -> Label {
    // What an earlier position left behind must not change this one. The second search
    // may know what the first one found.
    searcher.clear();
    let board = candidate.board(game);
    let mut ask = |nodes: u64| {
        let question = Question::new(board.clone(), game.rule, Limits::nodes(nodes));
        let outcome = searcher.think(&question, control, &mut Silent);
        let point = outcome.best_move()?;
        let score = outcome.lines.first()?.score;
        Some(Alternative { point, score })
    };
    let (check, label) = (ask(args.check_nodes)?, ask(args.nodes)?);
    let apart = (chance(check.score) - chance(label.score)).abs();
    (apart <= args.within).then_some(label)
}

/// Writes all games with what was found; how many moves that changed.
fn write(
    args: &Args,
    games: &mut [TrainingGame],
    shards: &[Shard],
    labels: &Labels,
) -> Result<usize> {
    let nodes = u32::try_from(args.nodes).unwrap_or(u32::MAX);
    let changed = games.iter_mut().map(|game| labels.apply(game, nodes)).sum();
    for shard in shards {
        let bytes = shard_bytes(&games[shard.games.clone()])?;
        destination::write(&args.out.join(&shard.name), &bytes)?;
    }
    Ok(changed)
}

#[cfg(test)]
mod tests;
