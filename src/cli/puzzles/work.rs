//! The work on several threads: games in their order, each looked at by one
//! thread, and handed on in the same order, so that the number of threads
//! changes nothing.

use super::finder::{Finder, Yield};
use super::material::Material;
use crate::cli::interrupt::Stop;
use crate::search::{Control, SystemClock, TimeBudget};
use anyhow::Result;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// How often the thread that collects looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// What is to be done.
pub struct Work<'a> {
    /// The games, in the order in which they are looked at.
    pub games: &'a [&'a Material],
    /// Nodes to find a win with.
    pub nodes: u64,
    /// Threads.
    pub threads: usize,
    /// Tells when to end early.
    pub stop: &'a Stop,
}

impl Work<'_> {
    /// Looks at the games from one on. `found` hears of each in their order, and says whether
    /// more are wanted.
    pub fn run(&self, first: usize, found: impl FnMut(Yield) -> Result<bool>) -> Result<()> {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let next = AtomicUsize::new(first);
        thread::scope(|scope| {
            let (sender, findings) = mpsc::channel();
            let workers: Vec<ScopedJoinHandle<'_, Result<()>>> = (0..self.threads)
                .map(|_| {
                    let (sender, next, control) = (sender.clone(), &next, &control);
                    scope.spawn(move || self.look(next, control, &sender))
                })
                .collect();
            drop(sender);
            let collected = self.collect(first, &findings, found);
            control.stop();
            drop(findings);
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            collected
        })
    }

    /// Takes findings and hands them on in their order.
    fn collect(
        &self,
        mut next: usize,
        findings: &Receiver<(usize, Yield)>,
        mut found: impl FnMut(Yield) -> Result<bool>,
    ) -> Result<()> {
        let mut early = BTreeMap::new();
        while !self.stop.is_set() && next < self.games.len() {
            match findings.recv_timeout(GLANCE) {
                Ok((number, finding)) => {
                    early.insert(number, finding);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(finding) = early.remove(&next) {
                next += 1;
                if !found(finding)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One thread: looks at the next game until none is left.
    fn look(
        &self,
        next: &AtomicUsize,
        control: &Control,
        findings: &Sender<(usize, Yield)>,
    ) -> Result<()> {
        let mut finder = Finder::new(self.nodes, control);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(material) = self.games.get(number) else {
                return Ok(());
            };
            let Some(finding) = finder.look_through(material)? else {
                return Ok(());
            };
            if findings.send((number, finding)).is_err() {
                return Ok(());
            }
        }
    }
}
