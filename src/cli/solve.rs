//! `solve`: how many positions of a suite with known forced wins the engine
//! wins within a time limit.

use crate::board::Board;
use crate::board::text::parse_moves;
use crate::cli::fault::refuse;
use crate::cli::networks::Networks;
use crate::cli::units::{parse_count, parse_rule, parse_span};
use crate::search::{Control, Limits, Params, Question, Searcher, Silent, SystemClock, TimeBudget};
use crate::types::score::{is_win, plies_to_end};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Memory for the engine's table while it solves.
const TABLE_BYTES: usize = 256 << 20;

/// How much later than its limit a win may come and still count.
const TOLERANCE: Duration = Duration::from_millis(20);

/// Nobody gives a position that many seconds without saying so.
const MANY_SECONDS: Duration = Duration::from_secs(100);

/// Count the positions of a suite in which the engine finds a forced win.
///
/// A suite is a text file with one position a line: rule, board side, moves
/// (h8i9...), and optionally the length of a known win in plies. Lines that
/// begin with # are comments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The suite file.
    #[arg(long, value_name = "FILE")]
    suite: PathBuf,
    /// Time for each position, such as 2 (seconds) or 500ms.
    #[arg(long, default_value = "1", value_name = "TIME", value_parser = parse_time)]
    time: Duration,
    /// Nodes for each position, such as 50k, instead of a time: the same result on every machine.
    #[arg(long, conflicts_with = "time", value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
    /// Change a number of the search, for tuning (src/search/params.rs lists them).
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Print a line for every position.
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    pub(super) networks: Networks,
}

impl Args {
    fn limits(&self) -> (Limits, TimeBudget) {
        match self.nodes {
            Some(nodes) => (Limits::nodes(nodes), TimeBudget::UNLIMITED),
            None => (Limits::NONE, TimeBudget::until(Some(self.time))),
        }
    }
}

/// Reads the time for a position as every command does. A plain number this
/// large is of the versions that counted in milliseconds: refused, since it
/// would be minutes a position.
fn parse_time(text: &str) -> Result<Duration> {
    let time = parse_span(text)?;
    ensure!(
        text.ends_with(|end: char| end.is_ascii_alphabetic()) || time < MANY_SECONDS,
        "times are in seconds: '{text}' needs its unit, such as {text}ms or {text}s"
    );
    Ok(time)
}

/// One position of a suite.
#[derive(Debug)]
struct Puzzle {
    rule: Rule,
    board: Board,
    known_plies: Option<usize>,
}

/// What became of one position.
struct Attempt {
    won_in: Option<usize>,
    time: Duration,
    nodes: u64,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let puzzles = read_suite(&args.suite).map_err(refuse)?;
    let params = Params::with(&args.set).map_err(|error| refuse(error.into()))?;
    args.networks
        .install(puzzles.iter().map(|puzzle| puzzle.rule))
        .map_err(refuse)?;
    let limits = args.limits();
    let mut attempts = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let attempt = attempt(puzzle, limits, &params);
        if args.verbose {
            println!("{}", describe(number + 1, puzzle, &attempt));
        }
        attempts.push(attempt);
    }
    println!("{}", summary(&attempts));
    Ok(ExitCode::SUCCESS)
}

/// Reads a file; what is wrong with it is told with its name and line.
fn read_suite(path: &Path) -> Result<Vec<Puzzle>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read '{}'", path.display()))?;
    let puzzles = parse_suite(&text).with_context(|| format!("in '{}'", path.display()))?;
    ensure!(
        !puzzles.is_empty(),
        "'{}' holds no positions",
        path.display()
    );
    Ok(puzzles)
}

fn parse_suite(text: &str) -> Result<Vec<Puzzle>> {
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines
        .map(|(at, line)| parse_puzzle(line).with_context(|| format!("line {}", at + 1)))
        .collect()
}

fn parse_puzzle(line: &str) -> Result<Puzzle> {
    let mut fields = line.split_whitespace();
    let rule = parse_rule(fields.next().context("the rule is missing")?)?;
    let columns = fields.next().context("the board side is missing")?;
    let size = columns.parse().ok().and_then(BoardSize::square);
    let size = size.with_context(|| format!("'{columns}' is not a board side from 5 to 32"))?;
    let moves = fields.next().context("the moves are missing")?;
    let known_plies = fields.next().map(|plies| {
        let number = plies.parse().ok();
        number.with_context(|| format!("'{plies}' is not a number of plies"))
    });
    Ok(Puzzle {
        rule,
        board: parse_moves(size, moves)?,
        known_plies: known_plies.transpose()?,
    })
}

fn attempt(puzzle: &Puzzle, (limits, time): (Limits, TimeBudget), params: &Params) -> Attempt {
    let mut searcher = Searcher::with_params(TABLE_BYTES, params.clone());
    let control = Control::new(Arc::new(SystemClock::start()), time);
    let question = Question::new(puzzle.board.clone(), puzzle.rule, limits);
    let outcome = searcher.think(&question, &control, &mut Silent);
    let score = outcome.lines.first().map_or(0, |line| line.score);
    let in_time = time
        .hard
        .is_none_or(|hard| outcome.elapsed <= hard + TOLERANCE);
    Attempt {
        won_in: (is_win(score) && in_time).then(|| plies_to_end(score)),
        time: outcome.elapsed,
        nodes: outcome.nodes,
    }
}

fn describe(number: usize, puzzle: &Puzzle, attempt: &Attempt) -> String {
    let known = puzzle
        .known_plies
        .map_or_else(String::new, |plies| format!(" (known: {plies})"));
    let result = attempt.won_in.map_or_else(
        || "no win found".to_owned(),
        |plies| format!("win in {plies} plies"),
    );
    let (time, nodes) = (attempt.time.as_millis(), attempt.nodes);
    format!("{number:4}  {result}{known}, {time} ms, {nodes} nodes")
}

fn summary(attempts: &[Attempt]) -> String {
    let solved = attempts.iter().filter(|attempt| attempt.won_in.is_some());
    let mut times: Vec<u128> = solved
        .clone()
        .map(|attempt| attempt.time.as_millis())
        .collect();
    let mut nodes: Vec<u64> = solved.map(|attempt| attempt.nodes).collect();
    times.sort_unstable();
    nodes.sort_unstable();
    let middle = times.len() / 2;
    let median = times.get(middle).map_or_else(String::new, |time| {
        format!(", median {time} ms and {} nodes", nodes[middle])
    });
    let (solved, total) = (times.len(), attempts.len());
    let percent = 100.0 * solved as f64 / total as f64;
    format!("solved {solved}/{total} ({percent:.1} %){median}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read_and_bad_lines_are_named() {
        let text = "# comment\n\nfreestyle 15 h8i9 7 j10\nrenju 20 h8\n";
        let puzzles = parse_suite(text).expect("a valid suite");
        assert_eq!(puzzles.len(), 2);
        assert_eq!(puzzles[0].known_plies, Some(7));
        assert_eq!(puzzles[1].rule, Rule::Renju);
        for bad in [
            "chess 8 e4",
            "freestyle",
            "freestyle 99 h8",
            "freestyle 15 h8 x",
            "freestyle x h8",
            "freestyle 15 h8h8",
            "freestyle 15 h8zz",
            "freestyle 15 12",
        ] {
            let error = parse_suite(bad).expect_err("a bad line");
            assert!(error.to_string().contains("line 1"), "{error}");
            let told = format!("{error:#}");
            let word = bad.split(' ').next_back().expect("a word");
            let is_named = ["x", "chess", "99"]
                .iter()
                .all(|part| !bad.contains(part) || told.contains(part));
            assert!(
                is_named && told.len() > "line 1: ".len() + word.len(),
                "{told}"
            );
        }
    }

    #[test]
    fn times_are_seconds_and_old_milliseconds_are_refused() {
        for (text, milliseconds) in [
            ("1", 1000),
            ("0.25", 250),
            ("500ms", 500),
            ("200s", 200_000),
        ] {
            let time = parse_time(text).expect(text);
            assert_eq!(time, Duration::from_millis(milliseconds), "{text}");
        }
        for text in ["0", "1000", "100", "x", ""] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        let told = parse_time("1000")
            .expect_err("of older versions")
            .to_string();
        assert!(told.contains("1000ms or 1000s"), "{told}");
    }

    #[test]
    fn a_three_in_a_row_is_solved() {
        let puzzle = parse_puzzle("freestyle 15 h8a1i8a2j8a3").expect("a valid line");
        let limits = (Limits::nodes(10_000), TimeBudget::UNLIMITED);
        let attempt = attempt(&puzzle, limits, &Params::default());
        assert_eq!(attempt.won_in, Some(3));
    }
}
