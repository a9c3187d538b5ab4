//! Where openings are made: candidates by number, looked at on several threads,
//! and handed on in their order. The number of a candidate decides its stones,
//! so that a run can go on behind any of them. Writes nothing.

use super::Args;
use super::judge::{Judge, START_UP};
use super::sieve::{Counts, Finding, Sieve};
use crate::board::Board;
use crate::board::text::points_to_text;
use crate::board::zobrist::mix;
use crate::cli::arena::contestant::Contestant;
use crate::cli::arena::dialog::name_all;
use crate::cli::arena::limits::Limits;
use crate::cli::arena::openings::Opening;
use crate::cli::arena::openings::stones::{Style, is_quiet};
use crate::cli::interrupt::Stop;
use crate::cli::probes::looks::{Look, first_failure, ladder};
use crate::cli::units::board_size;
use crate::search::{Control, Searcher, SystemClock, TimeBudget};
use crate::types::{BoardSize, Rule, Score};
use anyhow::{Context, Result, ensure};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// Memory of each thread's table: enough for one look, and quickly cleared.
const TABLE_BYTES: usize = 4 << 20;
/// After so many candidates without an opening there are none left to find.
const GIVE_UP: u64 = 100_000;
/// How often the thread that collects looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// All that is needed to make openings.
pub struct Workshop<'a> {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The looks that an opening must pass.
    pub looks: Vec<Look>,
    seed: u64,
    /// The second engine, and how far from even its score may be.
    judge: Option<(Contestant, Score)>,
    control: Control,
    stop: &'a Stop,
}

impl<'a> Workshop<'a> {
    /// Takes what was asked for; a second engine is started once, for its name.
    pub fn new(args: &Args, stop: &'a Stop) -> Result<Self> {
        let judge = match &args.judge {
            None => None,
            Some(text) => {
                let limits = Limits {
                    nodes: Some(args.nodes),
                    ..Limits::default()
                };
                let mut judge = [Contestant::parse(text, &limits)?];
                name_all(&mut judge, START_UP, stop)?;
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
            control: Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED),
            stop,
        })
    }

    /// The first line of the file: all that the openings depend on, and no more.
    pub fn heading(&self) -> String {
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
    pub fn candidate_after(&self, openings: &[Opening]) -> Result<u64> {
        let mut next = 0;
        for opening in openings {
            let is_it = |&candidate: &u64| {
                let board = self.stones(candidate);
                board.is_some_and(|board| board.history() == opening)
            };
            let made_here = (next..next + GIVE_UP).find(is_it);
            let candidate = made_here.with_context(|| {
                let text = points_to_text(opening);
                format!("the file's opening {text} does not come of this seed")
            })?;
            next = candidate + 1;
        }
        Ok(next)
    }

    /// Looks at candidates on several threads; `passed` hears of openings in the order of
    /// their candidates, and says whether more are wanted.
    pub fn collect(
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
        while !self.stop.is_set() {
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
            Some((judge, _)) => Some(Judge::start(judge, self.rule, self.stop)?),
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
