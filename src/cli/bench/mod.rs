//! `bench`: a fixed amount of work that every build does alike. Prints the
//! speed of the core (play and undo), nodes, nodes per second, and a signature
//! of nodes, scores and moves that tells whether two builds search alike.

mod scaling;

use crate::cli::fault::refuse;
use crate::cli::networks::Networks;
use crate::cli::units::{parse_duration, parse_threads};
use crate::engine::ThreadCount;
use crate::position::Position;
use crate::search::SystemClock;
use crate::search::bench::{self, Work};
use crate::types::{Point, Rule};
use anyhow::Result;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The depth of each search, unless told.
const DEPTH: u32 = 12;

/// Measure the engine: the same work on every machine, for every rule.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Depth of each search.
    #[arg(long, default_value_t = DEPTH)]
    depth: u32,
    /// Only measure play and undo.
    #[arg(long)]
    core: bool,
    /// Compare this many threads with one instead: nodes a second, several positions.
    #[arg(long, value_name = "COUNT", value_parser = parse_threads, conflicts_with_all = ["depth", "core"])]
    threads: Option<ThreadCount>,
    /// The time of each search of that comparison.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "2", requires = "threads")]
    time: Duration,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    args.networks.install(Rule::ALL).map_err(refuse)?;
    if let Some(threads) = args.threads {
        scaling::run(threads.get(), args.time)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (pairs, time) = measure_core();
    let speed = |count: u64, time: Duration| (count as f64 / time.as_secs_f64()) as u64;
    println!("play+undo pairs  {pairs}");
    println!("pairs/s          {}", speed(pairs, time));
    if !args.core {
        let (work, time) = measure_search(args.depth);
        println!("nodes            {}", work.nodes);
        println!("nodes/s          {}", speed(work.nodes, time));
        println!("signature        {:016x}", work.signature);
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays and takes back every candidate of every position, many times.
fn measure_core() -> (u64, Duration) {
    const PAIRS_PER_CASE: u64 = 50_000;
    let mut total = (0, Duration::ZERO);
    for (rule, board) in bench::cases() {
        let mut position = Position::new(&board, rule);
        let cells: Vec<Point> = position.candidates().iter().collect();
        let start = Instant::now();
        for &cell in cells.iter().cycle().take(PAIRS_PER_CASE as usize) {
            position.play(cell);
            position.undo();
        }
        total = (total.0 + PAIRS_PER_CASE, total.1 + start.elapsed());
    }
    total
}

/// Searches every position to a fixed depth.
fn measure_search(depth: u32) -> (Work, Duration) {
    let clock = Arc::new(SystemClock::start());
    let (mut work, start) = (Work::default(), Instant::now());
    for (rule, board) in bench::cases() {
        bench::search(&mut work, rule, board, depth, clock.clone());
    }
    (work, start.elapsed())
}
