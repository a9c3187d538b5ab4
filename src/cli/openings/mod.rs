//! `openings`: makes balanced openings to measure engines with. Random stones
//! are kept if looks with growing nodes, and a second engine if one is named,
//! see no advantage. `docs/matches.md` tells how to use it.

mod judge;
pub mod score_text;
mod sieve;
mod workshop;

use crate::board::text::points_to_text;
use crate::cli::arena::openings;
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::growing::GrowingFile;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::probes::looks::Look;
use crate::cli::terminal::Progress;
use crate::cli::units::{parse_count, parse_rule, parse_size};
use crate::types::{BoardSize, Rule, Score};
use anyhow::{Result, ensure};
use sieve::{Counts, Sieve};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use workshop::Workshop;

/// Make balanced openings.
///
/// One opening a line, as `match` reads them. A killed run goes on: the same
/// command keeps what is in the file and ends with the same openings as a run
/// that was not killed. A larger --count makes more.
#[derive(clap::Args, Debug)]
#[command(args_override_self = true)]
pub struct Args {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
    rule: Rule,
    /// The board [default: 20 for freestyle, 15 for other rules]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// How many openings the file shall have
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    count: usize,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes of the last and longest look
    #[arg(long, value_name = "COUNT", default_value = "200k", value_parser = parse_count)]
    nodes: u64,
    /// How far from even the last look may be, for either side; 200 is a chance of 73 %
    #[arg(long, value_name = "SCORE", default_value_t = 50)]
    within: Score,
    /// A second engine that must call them even too: a command, or settings as for `match`
    /// [its nodes: those of the last look]
    #[arg(long, value_name = "ENGINE")]
    judge: Option<String>,
    /// How far from even the second engine may be [default: as --within]
    #[arg(long, value_name = "SCORE", requires = "judge")]
    judge_within: Option<Score>,
    /// What the openings depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Candidates looked at at the same time
    #[arg(short = 'j', long, value_name = "COUNT", default_value_t = 1)]
    concurrency: usize,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    check(args).map_err(refuse)?;
    args.networks.install([args.rule]).map_err(refuse)?;
    let stop = Stop::at_interruption()?;
    let workshop = Workshop::new(args, &stop).map_err(refuse)?;
    if stop.is_set() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let read = |text: &str| openings::parse(text, workshop.rule, workshop.size);
    let (mut file, earlier) =
        GrowingFile::open(&args.out, &workshop.heading(), read).map_err(refuse)?;
    let missing = args.count.saturating_sub(earlier.len());
    if missing == 0 {
        println!("{} openings are there already", earlier.len());
        return Ok(ExitCode::SUCCESS);
    }
    let first = workshop.candidate_after(&earlier)?;
    let mut sieve = Sieve::new(workshop.size, &earlier, first, workshop.looks.len());
    let mut progress = Progress::new(earlier.len(), args.count, "openings").with_summary();
    let started = Instant::now();
    let mut made = 0;
    workshop.collect(args.concurrency, first, &mut sieve, |opening, counts| {
        file.add(&points_to_text(&opening))?;
        made += 1;
        progress.show(earlier.len() + made, &rate(made, counts));
        Ok(made < missing)
    })?;
    progress.finish();
    let each = started.elapsed().as_secs_f64() / made.max(1) as f64;
    println!(
        "{} openings, {} of them by earlier runs; {}, {each:.2} s for each\n{}",
        earlier.len() + made,
        earlier.len(),
        rate(made, &sieve.counts),
        turned_down(&sieve.counts, &workshop.looks)
    );
    Ok(if made < missing {
        eprintln!("interrupted: the same command goes on from here");
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

fn check(args: &Args) -> Result<()> {
    ensure!(args.concurrency >= 1, "-j must be at least 1");
    ensure!(args.within >= 0, "--within must not be below 0");
    ensure!(
        args.judge_within.is_none_or(|within| within >= 0),
        "--judge-within must not be below 0"
    );
    destination::check(&args.out)
}

/// How many candidates an opening takes.
fn rate(made: usize, counts: &Counts) -> String {
    let each = counts.tried as f64 / made.max(1) as f64;
    format!("{} candidates, one in {each:.1} passed", counts.tried)
}

/// Why candidates did not pass.
fn turned_down(counts: &Counts, looks: &[Look]) -> String {
    let by_look: Vec<String> = looks
        .iter()
        .zip(&counts.uneven)
        .map(|(look, count)| format!("{count} by {} nodes", look.nodes))
        .collect();
    format!(
        "turned down: {} by their stones, {}, {} by the second engine, {} were alike",
        counts.unplayable,
        by_look.join(", "),
        counts.judged,
        counts.repeated
    )
}
