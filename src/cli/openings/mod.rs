//! `openings`: makes balanced openings to measure engines with. Random stones
//! are kept if looks with growing nodes, and a second engine if one is named,
//! see no advantage. `docs/matches.md` tells how to use it.

mod file;
mod judge;
pub mod looks;
pub mod score_text;
mod sieve;
pub mod stones;

use crate::board::Board;
use crate::board::zobrist::mix;
use crate::cli::fault::refuse;
use crate::cli::match_games::contestant::Contestant;
use crate::cli::match_games::limits::{Limits, parse_count};
use crate::cli::match_games::openings::Opening;
use crate::cli::match_games::setup::{board_size, name_all};
use crate::cli::match_games::{INTERRUPTED, watch_for_interruption};
use crate::cli::records::game_record::parse_size;
use crate::cli::terminal::Progress;
use crate::search::{Control, Searcher, SystemClock};
use crate::types::{BoardSize, Rule, Score};
use anyhow::{Result, ensure};
use file::OpeningFile;
use judge::{Judge, START_UP};
use looks::{Look, first_failure, ladder};
use sieve::{Counts, Finding, Sieve};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};
use stones::{Style, is_quiet};

/// Memory of each thread's table: enough for one look, and quickly cleared.
const TABLE_BYTES: usize = 4 << 20;
/// After so many candidates without an opening there are none left to find.
const GIVE_UP: u64 = 100_000;
/// How often the thread that collects looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// Make balanced openings.
///
/// One opening a line, as `match` reads them. A killed run goes on: the same
/// command keeps what is in the file and ends with the same openings as a run
/// that was not killed. A larger --count makes more.
#[derive(clap::Args, Debug)]
#[command(args_override_self = true)]
pub struct Args {
    /// The rule
    #[arg(long, default_value = "freestyle")]
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
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    check(args).map_err(refuse)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    watch_for_interruption(&interrupted)?;
    let workshop = Workshop::new(args, &interrupted)?;
    let (mut file, earlier) =
        OpeningFile::open(&args.out, &workshop.heading(), workshop.rule, workshop.size)?;
    let next = workshop.candidate_after(&earlier)?;
    let mut sieve = Sieve::new(workshop.size, &earlier, next, workshop.looks.len());
    let started = Instant::now();
    let mut made = 0;
    let missing = args.count.saturating_sub(earlier.len());
    let mut progress = Progress::new(earlier.len(), args.count, "openings").with_summary();
    if missing > 0 {
        workshop.collect(args.concurrency, next, &mut sieve, |opening, counts| {
            file.add(&opening)?;
            made += 1;
            progress.show(earlier.len() + made, &rate(made, counts));
            Ok(made < missing)
        })?;
    }
    progress.finish();
    println!(
        "{}",
        report(earlier.len(), made, &sieve.counts, &workshop.looks, started)
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
    crate::cli::destination::check(&args.out)
}

/// All that is needed to make openings.
struct Workshop<'a> {
    rule: Rule,
    size: BoardSize,
    seed: u64,
    looks: Vec<Look>,
    judge: Option<(Contestant, Score)>,
    control: Control,
    interrupted: &'a AtomicBool,
}

impl<'a> Workshop<'a> {
    fn new(args: &Args, interrupted: &'a AtomicBool) -> Result<Self> {
        let judge = match &args.judge {
            None => None,
            Some(text) => {
                let limits = Limits {
                    nodes: Some(args.nodes),
                    ..Limits::default()
                };
                let mut judge = [Contestant::parse(text, &limits)?];
                name_all(&mut judge, START_UP, interrupted)?;
                let [judge] = judge;
                Some((judge, args.judge_within.unwrap_or(args.within)))
            }
        };
        Ok(Self {
            rule: args.rule,
            size: board_size(args.rule, args.size)?,
            seed: args.seed,
            looks: ladder(args.nodes, args.within),
            judge,
            control: Control::new(Arc::new(SystemClock::start())),
            interrupted,
        })
    }

    /// The first line of the file: all that the openings depend on, and no more.
    fn heading(&self) -> String {
        let Self {
            rule, size, seed, ..
        } = self;
        let look = |look: &Look| format!("{} within {}", look.nodes, look.margin);
        let looks: Vec<String> = self.looks.iter().map(look).collect();
        let judge = self
            .judge
            .as_ref()
            .map_or_else(String::new, |(judge, within)| {
                format!("; {} ({}) within {within}", judge.name, judge.limits)
            });
        format!(
            "# openings: {rule} {size}, seed {seed}; nodes {}{judge}",
            looks.join(", ")
        )
    }

    /// The stones of a candidate, if a game can start from them.
    fn stones(&self, candidate: u64) -> Option<Board> {
        let mut random = fastrand::Rng::with_seed(mix(self.seed ^ mix(candidate)));
        let board = Style::TOURNAMENT.stones(&mut random, self.rule, self.size)?;
        is_quiet(&board, self.rule).then_some(board)
    }

    /// The candidate that follows those that became these openings.
    fn candidate_after(&self, openings: &[Opening]) -> Result<u64> {
        let mut next = 0;
        for opening in openings {
            let is_it = |&candidate: &u64| {
                let board = self.stones(candidate);
                board.is_some_and(|board| board.history() == opening)
            };
            let Some(candidate) = (next..next + GIVE_UP).find(is_it) else {
                let text = crate::board::text::points_to_text(opening);
                anyhow::bail!("the file's opening {text} was not made with this seed");
            };
            next = candidate + 1;
        }
        Ok(next)
    }

    /// Looks at candidates on several threads; `passed` hears of openings in the order of
    /// their candidates, and says whether more are wanted.
    fn collect(
        &self,
        threads: usize,
        first: u64,
        sieve: &mut Sieve,
        passed: impl FnMut(Opening, &Counts) -> Result<bool>,
    ) -> Result<()> {
        let next = AtomicU64::new(first);
        thread::scope(|scope| {
            let (sender, findings) = mpsc::channel();
            let workers: Vec<ScopedJoinHandle<'_, Result<()>>> = (0..threads)
                .map(|_| {
                    let (sender, next) = (sender.clone(), &next);
                    scope.spawn(move || self.work(next, &sender))
                })
                .collect();
            drop(sender);
            let sifted = self.sift(&findings, sieve, passed);
            self.control.stop();
            drop(findings);
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            sifted
        })
    }

    /// Takes findings until enough openings have passed.
    fn sift(
        &self,
        findings: &Receiver<(u64, Finding)>,
        sieve: &mut Sieve,
        mut passed: impl FnMut(Opening, &Counts) -> Result<bool>,
    ) -> Result<()> {
        while !self.interrupted.load(Ordering::Relaxed) {
            match findings.recv_timeout(GLANCE) {
                Ok((candidate, finding)) => sieve.add(candidate, finding),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(opening) = sieve.next_opening() {
                if !passed(opening, &sieve.counts)? {
                    return Ok(());
                }
            }
            ensure!(
                sieve.in_vain < GIVE_UP,
                "{GIVE_UP} candidates in a row were turned down: there may be no more openings"
            );
        }
        Ok(())
    }

    /// One thread: looks at the next candidate until it is stopped.
    fn work(&self, next: &AtomicU64, findings: &Sender<(u64, Finding)>) -> Result<()> {
        let _leaving = Leaving(&self.control);
        let mut searcher = Searcher::new(TABLE_BYTES);
        let mut judge = match &self.judge {
            Some((judge, _)) => Some(Judge::start(judge, self.rule, self.interrupted)?),
            None => None,
        };
        while !self.control.is_stopped() {
            let candidate = next.fetch_add(1, Ordering::Relaxed);
            let finding = self.examine(candidate, &mut searcher, judge.as_mut())?;
            let Some(finding) = finding else { break };
            if findings.send((candidate, finding)).is_err() {
                break;
            }
        }
        if let Some(judge) = judge {
            judge.dismiss();
        }
        Ok(())
    }

    /// What becomes of a candidate; nothing if the look at it was stopped.
    fn examine(
        &self,
        candidate: u64,
        searcher: &mut Searcher,
        judge: Option<&mut Judge<'_>>,
    ) -> Result<Option<Finding>> {
        let Some(board) = self.stones(candidate) else {
            return Ok(Some(Finding::Unplayable));
        };
        let failure = first_failure(&board, self.rule, &self.looks, searcher, &self.control);
        if self.control.is_stopped() {
            return Ok(None);
        }
        if let Some(look) = failure {
            return Ok(Some(Finding::Uneven(look)));
        }
        if let (Some(judge), Some((_, within))) = (judge, &self.judge) {
            match judge.score(&board)? {
                None => return Ok(None),
                Some(score) if score.abs() > *within => return Ok(Some(Finding::Judged)),
                Some(_) => {}
            }
        }
        Ok(Some(Finding::Even(board.history().to_vec())))
    }
}

/// Stops all threads when one leaves, for whatever reason: what it leaves
/// undone would hold up all that comes after it.
struct Leaving<'a>(&'a Control);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// How many candidates an opening takes.
fn rate(made: usize, counts: &Counts) -> String {
    let each = counts.tried as f64 / made.max(1) as f64;
    format!("{} candidates, one in {each:.1} passed", counts.tried)
}

/// What a run did.
fn report(
    earlier: usize,
    made: usize,
    counts: &Counts,
    looks: &[Look],
    started: Instant,
) -> String {
    let each = started.elapsed().as_secs_f64() / made.max(1) as f64;
    let by_look = looks.iter().zip(&counts.uneven);
    let by_look: String = by_look
        .map(|(look, count)| format!(", {count} by {} nodes", look.nodes))
        .collect();
    format!(
        "{} openings, {earlier} of them by earlier runs; {}, {each:.2} s for an opening\n\
         turned down: {} by their stones{by_look}, {} by the judge, {} alike",
        earlier + made,
        rate(made, counts),
        counts.unplayable,
        counts.judged,
        counts.repeated
    )
}
