//! `golden judge`: how near the network, alone and in short searches, comes to a
//! golden set.

use super::figures::{Answer, Figures, Judgement};
use super::set::{GoldenPosition, GoldenSet, is_near_edge};
use crate::cli::fault::refuse;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::probes::crew::Crew;
use crate::cli::terminal::Progress;
use crate::cli::units::parse_count;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::search::{Control, Limits, Params, Question, Searcher, Silent};
use crate::types::{Point, Rule};
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::process::ExitCode;

/// Memory of each thread's table: enough for one short search, and quickly cleared.
const TABLE_BYTES: usize = 8 << 20;

/// Compare a network with a golden set.
///
/// Cross entropy of the static value and of short searches against the chances of the
/// set, and its excess over the entropy of those chances themselves, which nobody can go
/// below; by the project's scale, where a score of 200 is 73 %, and by the one that fits
/// best. How often the golden move is first, and among the first eight of the policy.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The golden set
    #[arg(value_name = "SET")]
    set: PathBuf,
    /// Nodes of the short searches; 0 for none
    #[arg(long, value_name = "COUNT,...", value_delimiter = ',',
          default_values = ["2k", "10k", "40k"], value_parser = parse_nodes)]
    nodes: Vec<u64>,
    /// Look at the first positions of the set only
    #[arg(long, value_name = "COUNT")]
    first: Option<usize>,
    /// Positions looked at at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Change a number of the search, to see what it does (src/search/params.rs lists them)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    numbers: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// Reads a number of nodes.
fn parse_nodes(text: &str) -> Result<u64> {
    if text == "0" {
        Ok(0)
    } else {
        parse_count(text)
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let set = prepare(args).map_err(refuse)?;
    let params = Params::with(&args.numbers).map_err(|error| refuse(error.into()))?;
    let nodes: Vec<u64> = args
        .nodes
        .iter()
        .copied()
        .filter(|&nodes| nodes > 0)
        .collect();
    let stop = Stop::at_interruption()?;
    let crew = Crew {
        threads: args.threads,
        table_bytes: TABLE_BYTES,
        params,
        stop: &stop,
    };
    let work = |golden: &GoldenPosition, searcher: &mut Searcher, control: &Control| {
        judge(golden, set.heading.rule, &nodes, searcher, control)
    };
    let mut progress = Progress::new(0, set.positions.len(), "positions");
    let mut judgements = Vec::new();
    crew.work(&set.positions, work, |judgement| {
        judgements.push(judgement);
        progress.advance(1);
        Ok(true)
    })?;
    progress.finish();
    if stop.is_set() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let figures = Figures::new(&set.heading, &nodes, &judgements);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    } else {
        print!("{figures}");
    }
    Ok(ExitCode::SUCCESS)
}

fn prepare(args: &Args) -> Result<GoldenSet> {
    ensure!(args.threads > 0, "at least one thread is needed");
    let mut set = GoldenSet::read(&args.set)?;
    set.positions.truncate(args.first.unwrap_or(usize::MAX));
    ensure!(
        !set.positions.is_empty(),
        "'{}' has no positions",
        args.set.display()
    );
    args.networks.install([set.heading.rule])?;
    Ok(set)
}

/// What the network and short searches say of a position.
fn judge(
    golden: &GoldenPosition,
    rule: Rule,
    nodes: &[u64],
    searcher: &mut Searcher,
    control: &Control,
) -> Judgement {
    let position = Position::new(&golden.board, rule);
    let mut evaluator = Evaluator::new(rule);
    let still = Answer {
        score: evaluator.evaluate(&position),
        rank: rank(&mut evaluator, &position, golden.best),
    };
    let short_searches = nodes.iter().map(|&nodes| {
        // What an earlier search left behind must not change this one.
        searcher.clear();
        let question = Question::new(golden.board.clone(), rule, Limits::nodes(nodes));
        let outcome = searcher.think(&question, control, &mut Silent);
        Answer {
            score: outcome.lines.first().map_or(0, |line| line.score),
            rank: (outcome.best_move() == Some(golden.best)).then_some(0),
        }
    });
    Judgement {
        golden: golden.score,
        is_near_edge: is_near_edge(&golden.board),
        answers: std::iter::once(still).chain(short_searches).collect(),
    }
}

/// How many moves the policy puts before this one; nothing if the search would not list it.
fn rank(evaluator: &mut Evaluator, position: &Position, best: Point) -> Option<usize> {
    let mut moves: Vec<(Point, i32)> = position
        .candidates()
        .iter()
        .map(|point| (point, 0))
        .collect();
    let logits = moves.iter_mut().map(|(point, logit)| (*point, logit));
    evaluator.policy(position, logits);
    let own = moves.iter().find(|(point, _)| *point == best)?.1;
    Some(moves.iter().filter(|(_, logit)| *logit > own).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SystemClock, TimeBudget};
    use std::sync::Arc;

    #[test]
    fn the_policy_ranks_moves_and_a_long_search_agrees_with_itself() {
        let text = "# golden positions: freestyle 15x15, 1000 nodes, seed 1\nh8i9g9 0 a15\n";
        let set = GoldenSet::parse(text).expect("a valid set");
        let golden = &set.positions[0];
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let mut searcher = Searcher::new(1 << 20);
        let mut ask = |golden| judge(golden, Rule::Freestyle, &[500], &mut searcher, &control);
        let far = ask(golden);
        assert_eq!(far.answers[0].rank, None, "a15 is no candidate");
        assert_eq!(far.answers[1].rank, None, "nor does a search choose it");
        let position = Position::new(&golden.board, Rule::Freestyle);
        let ranks: Vec<usize> = position
            .candidates()
            .iter()
            .filter_map(|best| rank(&mut Evaluator::new(Rule::Freestyle), &position, best))
            .collect();
        assert_eq!(ranks.len(), position.candidates().len());
        assert!(ranks.contains(&0) && ranks.iter().all(|&rank| rank < ranks.len()));
        assert_eq!(
            ask(golden).answers,
            far.answers,
            "nothing is left from before"
        );
    }
}
