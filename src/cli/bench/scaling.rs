//! `bench --threads`: how many times the nodes a second several threads make of
//! those of one. Searches for a fixed time on a table whose memory has been
//! touched before; measures the search and nothing of its strength.

use crate::board::Board;
use crate::board::text::parse_moves;
use crate::search::{Control, Limits, Question, Searcher, Silent, SystemClock, TimeBudget};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result};
use std::sync::Arc;
use std::time::Duration;

/// A table that clearing does not give back to the system, so that it stays warm.
const TABLE_BYTES: usize = 64 << 20;

/// Quiet positions: no search of a few seconds ends before its time.
const POSITIONS: [&str; 4] = ["h8", "h8i9g9", "h8h9k8", "h8i9i7g9"];

/// What searches came to.
#[derive(Clone, Copy, Default)]
struct Count {
    nodes: u64,
    wall: Duration,
    /// Time of all processors together; zero where the system does not say.
    processors: Duration,
}

impl Count {
    fn per_second(self) -> f64 {
        rate(self.nodes, self.wall)
    }

    fn per_processor_second(self) -> Option<f64> {
        (!self.processors.is_zero()).then(|| rate(self.nodes, self.processors))
    }

    fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.wall += other.wall;
        self.processors += other.processors;
    }
}

fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

/// Searches each position with one thread and with several, each for so long.
pub fn run(threads: usize, time: Duration) -> Result<()> {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let size = BoardSize::square(20).context("a board of 20x20")?;
    // Touches the memory of all threads.
    let board = parse_moves(size, POSITIONS[0])?;
    search(&mut searcher, &board, threads, time);
    println!(
        "{:>16} {:>13} {:>13}  ratio",
        "nodes/s of",
        "1 thread",
        format!("{threads} threads")
    );
    let mut sums = [Count::default(); 2];
    for moves in POSITIONS {
        let board = parse_moves(size, moves)?;
        let mut counts = [Count::default(); 2];
        for (count, threads) in counts.iter_mut().zip([1, threads]) {
            searcher.clear();
            *count = search(&mut searcher, &board, threads, time);
        }
        print_row(moves, counts.map(Count::per_second));
        for (sum, count) in sums.iter_mut().zip(counts) {
            sum.add(count);
        }
    }
    print_row("all", sums.map(Count::per_second));
    if let [Some(one), Some(several)] = sums.map(Count::per_processor_second) {
        print_row("processor time", [one, several]);
    }
    Ok(())
}

fn print_row(name: &str, [one, several]: [f64; 2]) {
    println!(
        "{name:>16} {one:>13.0} {several:>13.0}  {:.2}",
        several / one
    );
}

fn search(searcher: &mut Searcher, board: &Board, threads: usize, time: Duration) -> Count {
    let budget = TimeBudget::until(Some(time));
    let control = Control::new(Arc::new(SystemClock::start()), budget);
    let limits = Limits {
        threads,
        ..Limits::NONE
    };
    let question = Question::new(board.clone(), Rule::Freestyle, limits);
    let before = processor_time();
    let outcome = searcher.think(&question, &control, &mut Silent);
    Count {
        nodes: outcome.nodes,
        wall: control.now(),
        processors: processor_time().saturating_sub(before),
    }
}

/// The time that all threads of this process have been running.
#[cfg(unix)]
fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Not known here.
#[cfg(not(unix))]
const fn processor_time() -> Duration {
    Duration::ZERO
}
