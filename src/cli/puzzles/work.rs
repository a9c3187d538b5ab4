//! The work on several threads: games in their order, each looked at by one
//! thread, and handed on in the same order, so that the number of threads
//! changes nothing.

use super::finder::{Finder, Yield};
use super::material::Material;
use crate::cli::interrupt::Stop;
use crate::cli::probes::crew::Threads;
use crate::search::{Control, SystemClock, TimeBudget};
use anyhow::Result;
use std::sync::Arc;

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
        let threads = Threads {
            count: self.threads,
            control: &control,
            stop: self.stop,
        };
        threads.work(
            &self.games[first..],
            || Finder::new(self.nodes, &control),
            |material, finder| finder.look_through(material),
            found,
        )
    }
}
