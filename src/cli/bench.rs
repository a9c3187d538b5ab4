//! `bench`: a fixed amount of work that every build does alike. Prints the
//! speed of the core (play and undo), nodes, nodes per second, and a signature
//! of nodes, scores and moves that tells whether two builds search alike.

mod scaling;

use super::match_games::limits::{parse_duration, parse_threads};
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::board::zobrist::mix;
use crate::engine::ThreadCount;
use crate::position::Position;
use crate::search::{Control, Limits, Question, Searcher, Silent, SystemClock, TimeBudget};
use crate::types::{BoardSize, Point, Rule};
use anyhow::Result;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A fixed table size, so that the tree does not depend on the machine.
const TABLE_BYTES: usize = 16 << 20;

/// Positions from the opening to a full fight; the points fit a 15x15 board.
const POSITIONS: [&str; 6] = [
    "h8",
    "h8i9g9",
    "g7h8i7h6h7j7g6i8",
    "h8i9i8g8j8k8j7j9h9g10i7i6",
    "j7j9l7m8j8k10o4k6k7i7l6m5l9l8m7n7k5j4i6h5",
    "f9e5h7g6i5c4c2e6g8i6j8d9k9l10h10f6e8d7g10j11k6",
];

/// Measure the engine: the same work on every machine, for every rule.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Depth of each search.
    #[arg(long, default_value_t = 12)]
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
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(threads) = args.threads {
        scaling::run(threads.get(), args.time)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (pairs, time) = measure_core()?;
    let speed = |count: u64, time: Duration| (count as f64 / time.as_secs_f64()) as u64;
    println!("play+undo pairs  {pairs}");
    println!("pairs/s          {}", speed(pairs, time));
    if !args.core {
        let (nodes, signature, time) = measure_search(args.depth)?;
        println!("nodes            {nodes}");
        println!("nodes/s          {}", speed(nodes, time));
        println!("signature        {signature:016x}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Every position on every rule and board.
fn cases() -> Result<Vec<(Rule, Board)>> {
    let mut cases = Vec::new();
    for rule in Rule::ALL {
        for size in [BoardSize::square(15), BoardSize::square(20)]
            .into_iter()
            .flatten()
        {
            for moves in POSITIONS {
                cases.push((rule, parse_moves(size, moves)?));
            }
        }
    }
    Ok(cases)
}

/// Plays and takes back every candidate of every position, many times.
fn measure_core() -> Result<(u64, Duration)> {
    const PAIRS_PER_CASE: u64 = 50_000;
    let mut total = (0, Duration::ZERO);
    for (rule, board) in cases()? {
        let mut position = Position::new(&board, rule);
        let cells: Vec<Point> = position.candidates().iter().collect();
        let start = Instant::now();
        for &cell in cells.iter().cycle().take(PAIRS_PER_CASE as usize) {
            position.play(cell);
            position.undo();
        }
        total = (total.0 + PAIRS_PER_CASE, total.1 + start.elapsed());
    }
    Ok(total)
}

/// Searches every position to a fixed depth.
fn measure_search(depth: u32) -> Result<(u64, u64, Duration)> {
    let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
    let (mut nodes, mut signature, mut time) = (0, 0, Duration::ZERO);
    for (rule, board) in cases()? {
        let mut searcher = Searcher::new(TABLE_BYTES);
        let question = Question::new(board, rule, Limits::depth(depth));
        let start = Instant::now();
        let outcome = searcher.think(&question, &control, &mut Silent);
        time += start.elapsed();
        nodes += outcome.nodes;
        signature = mix(signature ^ outcome.nodes);
        for line in &outcome.lines {
            signature = mix(signature ^ line.score as u64);
            for point in &line.moves {
                signature = mix(signature ^ point.index() as u64);
            }
        }
    }
    Ok((nodes, signature, time))
}
