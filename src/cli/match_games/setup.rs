//! From typed options to a match that can be played: reads the openings, asks
//! the engines for their names, lays out the games, opens the log.

use super::args::PlayArgs;
use super::sequential::SequentialTest;
use crate::board::zobrist::mix;
use crate::cli::arena::contestant::Contestant;
use crate::cli::arena::dialog;
use crate::cli::arena::game::Terms;
use crate::cli::arena::limits::Limits;
use crate::cli::arena::openings::{self, Opening, shipped};
use crate::cli::arena::runner::Plan;
use crate::cli::arena::schedule::{self, Pairing};
use crate::cli::arena::swap2;
use crate::cli::interrupt::Stop;
use crate::cli::records::GameRecord;
use crate::cli::records::log::{self, Heading, LogWriter, LoggedEngine};
use crate::cli::units::board_size;
use crate::types::BoardSize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Time for a move when nothing was said.
const DEFAULT_TURN: Duration = Duration::from_secs(1);

/// A match that is ready to be played.
pub struct Setup {
    /// The games that are still to be played, and how.
    pub plan: Plan,
    /// What the log is about.
    pub heading: Heading,
    /// The log, if one is kept.
    pub log: Option<LogWriter>,
    /// Games that were finished before an interruption.
    pub earlier: Vec<GameRecord>,
    /// The sequential test, if one was asked for.
    pub test: Option<SequentialTest>,
    /// The number of all games, the earlier ones included.
    pub total: usize,
}

/// Prepares a match.
pub fn prepare(args: &PlayArgs, stop: &Stop) -> anyhow::Result<Setup> {
    anyhow::ensure!(
        args.engines.len() >= 2,
        "a match needs two engines: --engine ./pbrain-a --engine ./pbrain-b"
    );
    anyhow::ensure!(args.concurrency >= 1, "-j must be at least 1");
    let test = sequential_test(args)?;
    let size = board_size(args.rule, args.size)?;
    let openings = read_openings(args, size)?;
    let rounds = rounds(args, openings.len())?;
    let mut contestants = contestants(args)?;
    dialog::name_all(&mut contestants, args.start_up, stop)?;
    if args.swap2 {
        swap2::require(&contestants, args.rule, size, args.start_up, stop)?;
    }
    let pairing = if args.gauntlet {
        Pairing::Gauntlet
    } else {
        Pairing::RoundRobin
    };
    let mut games = schedule::games(&pairing.pairs(contestants.len()), rounds, &openings, size);
    let total = games.len();
    let heading = heading(args, size, pairing, &contestants, &openings);
    let (heading, log, earlier) = open_log(args, heading)?;
    games.retain(|fixture| !earlier.iter().any(|game| game.game == fixture.number));
    Ok(Setup {
        plan: Plan {
            terms: terms(args, size),
            contestants,
            games,
            concurrency: args.concurrency,
            fresh: args.fresh,
        },
        heading,
        log,
        earlier,
        test,
        total,
    })
}

fn sequential_test(args: &PlayArgs) -> anyhow::Result<Option<SequentialTest>> {
    let Some((elo0, elo1)) = args.sprt else {
        return Ok(None);
    };
    anyhow::ensure!(
        args.engines.len() == 2,
        "a sequential test compares two engines, not {}",
        args.engines.len()
    );
    SequentialTest::new(elo0, elo1, args.alpha, args.beta).map(Some)
}

fn read_openings(args: &PlayArgs, size: BoardSize) -> anyhow::Result<Vec<Opening>> {
    if args.swap2 {
        return Ok(vec![Opening::new()]);
    }
    let mut openings = shipped::choose(args.openings.as_deref(), args.rule, size)?;
    if let Some(seed) = args.shuffle {
        openings::shuffle(&mut openings, seed);
    }
    Ok(openings)
}

fn rounds(args: &PlayArgs, openings: usize) -> anyhow::Result<usize> {
    if let Some(games) = args.games {
        anyhow::ensure!(
            games.is_multiple_of(2),
            "--games must be even: every opening is played with both colours"
        );
        return Ok(games / 2);
    }
    Ok(args.rounds.unwrap_or(openings))
}

fn contestants(args: &PlayArgs) -> anyhow::Result<Vec<Contestant>> {
    let mut limits = Limits {
        turn: args.turn,
        game: args.game,
        increment: args.increment.unwrap_or_default(),
        nodes: args.nodes,
        depth: args.depth,
        memory: args.memory,
        threads: args.threads,
        info: Vec::new(),
    };
    // Engines with limits of their own keep them; the default is for those without any.
    let boundless = limits.is_boundless();
    let mut contestants = args
        .engines
        .iter()
        .map(|text| Contestant::parse(text, &limits))
        .collect::<anyhow::Result<Vec<_>>>()?;
    if boundless {
        limits.turn = Some(DEFAULT_TURN);
        for contestant in &mut contestants {
            if contestant.limits.is_boundless() {
                contestant.limits.turn = limits.turn;
            }
        }
    }
    Ok(contestants)
}

fn terms(args: &PlayArgs, size: BoardSize) -> Terms {
    Terms {
        rule: args.rule,
        size,
        swap2: args.swap2,
        draw_after: args.draw_after,
        tolerance: args.tolerance,
        patience: args.patience,
        start_up: args.start_up,
        unclocked: args.unclocked,
    }
}

fn heading(
    args: &PlayArgs,
    size: BoardSize,
    pairing: Pairing,
    contestants: &[Contestant],
    openings: &[Opening],
) -> Heading {
    let engine = |contestant: &Contestant| LoggedEngine {
        name: contestant.name.clone(),
        command: contestant.command_line.clone(),
        limits: contestant.limits.to_string(),
    };
    Heading {
        run: new_run(),
        rule: args.rule.to_string(),
        size: size.to_string(),
        pairing: pairing.name().to_owned(),
        engines: contestants.iter().map(engine).collect(),
        openings: if args.swap2 {
            "swap2".to_owned()
        } else {
            format!("{:016x}", openings::fingerprint(openings))
        },
        draw_after: args.draw_after,
    }
}

/// A number that no other match has: the time and the process make it.
fn new_run() -> String {
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64);
    format!("{:016x}", mix(time ^ u64::from(std::process::id()) << 40))
}

/// Starts a log, or goes on with one and gives back its games.
fn open_log(
    args: &PlayArgs,
    heading: Heading,
) -> anyhow::Result<(Heading, Option<LogWriter>, Vec<GameRecord>)> {
    let Some(path) = &args.log else {
        return Ok((heading, None, Vec::new()));
    };
    if !args.resume || !path.exists() {
        let writer = LogWriter::create(path, &heading)?;
        return Ok((heading, Some(writer), Vec::new()));
    }
    let log = log::read(path)?;
    let differences = log.heading.differences(&heading);
    anyhow::ensure!(
        differences.is_empty(),
        "the log '{}' is of another match: {} differ",
        path.display(),
        differences.join(", ")
    );
    let writer = LogWriter::resume(path, &log)?;
    Ok((log.heading, Some(writer), log.games))
}
