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
    /// When the leading thread last looked at the clock.
    last_look: AtomicU64,
    /// The longest time between two of its looks.
    longest_stall: AtomicU64,
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
            last_look: AtomicU64::new(NEVER),
            longest_stall: AtomicU64::new(0),
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
        let nanoseconds = |time: Option<Duration>| time.map_or(NEVER, nanoseconds);
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

    /// Says that looks at the clock follow each other closely from now on, as
    /// far as the machine lets the search run.
    pub fn begin_looks(&self) {
        let now = nanoseconds(self.now());
        self.last_look.store(now, Ordering::Relaxed);
    }

    /// Notes that the leading thread looks at the clock.
    pub fn note_look(&self) {
        let now = nanoseconds(self.now());
        let before = self.last_look.swap(now, Ordering::Relaxed);
        let stall = now.saturating_sub(before);
        self.longest_stall.fetch_max(stall, Ordering::Relaxed);
    }

    /// The longest time from one look at the clock to the next: how long the
    /// machine kept the search from running.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.longest_stall.load(Ordering::Relaxed))
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ManualClock;

    #[test]
    fn the_longest_stall_is_the_longest_time_between_two_looks() {
        let clock = Arc::new(ManualClock::default());
        let control = Control::new(Arc::clone(&clock) as _);
        let wait = |milliseconds| clock.advance(Duration::from_millis(milliseconds));
        wait(500);
        control.note_look();
        assert_eq!(control.longest_stall(), Duration::ZERO, "the first look");
        wait(3);
        control.note_look();
        wait(7);
        control.note_look();
        wait(90);
        control.begin_looks();
        wait(2);
        control.note_look();
        assert_eq!(control.longest_stall(), Duration::from_millis(7));
    }
}
