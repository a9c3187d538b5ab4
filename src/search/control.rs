//! A handle to a running search: stop it, or change its time budget while it
//! thinks. The only home of that budget.

use super::clock::{Clock, SystemClock};
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
    started: AtomicU64,
    soft: AtomicU64,
    hard: AtomicU64,
    end: AtomicU64,
    /// When the leading thread last looked at the clock.
    last_look: AtomicU64,
    /// The longest time between two of its looks.
    longest_stall: AtomicU64,
}

impl Control {
    /// A control for searches on this clock, within this budget.
    pub fn new(clock: Arc<dyn Clock>, budget: TimeBudget) -> Self {
        let control = Self {
            clock,
            stopped: AtomicBool::new(false),
            started: AtomicU64::new(0),
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
            end: AtomicU64::new(NEVER),
            last_look: AtomicU64::new(NEVER),
            longest_stall: AtomicU64::new(0),
        };
        control.set_budget(budget);
        control
    }

    /// A control on the system's clock for one search that ends after so long.
    pub fn within(time: Duration) -> Self {
        let clock = Arc::new(SystemClock::start());
        Self::new(clock, TimeBudget::until(Some(time)))
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
        let or_never = |time: Option<Duration>| time.map_or(NEVER, nanoseconds);
        let started = nanoseconds(budget.started);
        self.started.store(started, Ordering::Relaxed);
        self.soft.store(or_never(budget.soft), Ordering::Relaxed);
        self.hard.store(or_never(budget.hard), Ordering::Relaxed);
        self.end.store(or_never(budget.end), Ordering::Relaxed);
    }

    /// The time budget in force.
    pub fn budget(&self) -> TimeBudget {
        let time =
            |nanoseconds: u64| (nanoseconds != NEVER).then(|| Duration::from_nanos(nanoseconds));
        TimeBudget {
            started: Duration::from_nanos(self.started.load(Ordering::Relaxed)),
            soft: time(self.soft.load(Ordering::Relaxed)),
            hard: time(self.hard.load(Ordering::Relaxed)),
            end: time(self.end.load(Ordering::Relaxed)),
        }
    }

    /// The time since the search's time began to run.
    pub fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.budget().started)
    }

    /// Whether the search must end now: stopped, or past its hard limit.
    pub fn must_stop(&self) -> bool {
        let hard = self.hard.load(Ordering::Relaxed);
        self.is_stopped() || hard != NEVER && nanoseconds(self.now()) >= hard
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
        let control = Control::new(Arc::clone(&clock) as _, TimeBudget::UNLIMITED);
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
