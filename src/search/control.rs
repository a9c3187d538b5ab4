//! The strings by which others steer a running search: stop it, or change its
//! time budget while it thinks.

use super::clock::Clock;
use super::limits::TimeBudget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Stands for "no limit" among times stored as nanoseconds.
const NEVER: u64 = u64::MAX;

/// Shared between a running search and whoever started it.
pub struct Control {
    clock: Arc<dyn Clock>,
    stopped: AtomicBool,
    soft: AtomicU64,
    hard: AtomicU64,
    end: AtomicU64,
}

impl Control {
    /// A control with no limit of time yet.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            stopped: AtomicBool::new(false),
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
            end: AtomicU64::new(NEVER),
        }
    }

    /// The time on the search's clock.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Asks the search to end with the best move it has.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Replaces the time budget, also while the search runs.
    pub fn set_budget(&self, budget: TimeBudget) {
        let nanoseconds =
            |time: Option<Duration>| time.map_or(NEVER, |time| time.as_nanos() as u64);
        self.soft.store(nanoseconds(budget.soft), Ordering::Relaxed);
        self.hard.store(nanoseconds(budget.hard), Ordering::Relaxed);
        self.end.store(nanoseconds(budget.end), Ordering::Relaxed);
    }

    /// The time budget in force.
    pub fn budget(&self) -> TimeBudget {
        let time =
            |nanoseconds: u64| (nanoseconds != NEVER).then(|| Duration::from_nanos(nanoseconds));
        TimeBudget {
            soft: time(self.soft.load(Ordering::Relaxed)),
            hard: time(self.hard.load(Ordering::Relaxed)),
            end: time(self.end.load(Ordering::Relaxed)),
        }
    }

    /// Whether the search must end now: stopped, or past its hard limit.
    pub fn must_stop(&self) -> bool {
        self.is_stopped() || self.budget().hard.is_some_and(|hard| self.now() >= hard)
    }
}
