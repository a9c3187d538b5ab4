//! A handle to a running search: stop it, or change its time budget while it
//! thinks. The only home of that budget, shared by whoever may change it.

use super::clock::{Clock, SystemClock};
use super::limits::TimeBudget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Stands for "no limit" among times stored as nanoseconds.
const NEVER: u64 = u64::MAX;

/// A time budget that several threads see and may replace.
pub(crate) struct SharedBudget {
    started: AtomicU64,
    soft: AtomicU64,
    hard: AtomicU64,
    end: AtomicU64,
}

impl SharedBudget {
    /// This one, for now.
    pub const fn new(budget: TimeBudget) -> Self {
        Self {
            started: AtomicU64::new(nanoseconds(budget.started)),
            soft: AtomicU64::new(or_never(budget.soft)),
            hard: AtomicU64::new(or_never(budget.hard)),
            end: AtomicU64::new(or_never(budget.end)),
        }
    }

    /// Replaces it.
    pub fn set(&self, budget: TimeBudget) {
        let started = nanoseconds(budget.started);
        self.started.store(started, Ordering::Relaxed);
        self.soft.store(or_never(budget.soft), Ordering::Relaxed);
        self.hard.store(or_never(budget.hard), Ordering::Relaxed);
        self.end.store(or_never(budget.end), Ordering::Relaxed);
    }

    /// Brings its limits forward to those of another one; what is earlier stays.
    pub fn shorten(&self, other: TimeBudget) {
        self.soft.fetch_min(or_never(other.soft), Ordering::Relaxed);
        self.hard.fetch_min(or_never(other.hard), Ordering::Relaxed);
        self.end.store(or_never(other.end), Ordering::Relaxed);
    }

    /// The one in force.
    pub fn get(&self) -> TimeBudget {
        let time =
            |nanoseconds: u64| (nanoseconds != NEVER).then(|| Duration::from_nanos(nanoseconds));
        TimeBudget {
            started: Duration::from_nanos(self.started.load(Ordering::Relaxed)),
            soft: time(self.soft.load(Ordering::Relaxed)),
            hard: time(self.hard.load(Ordering::Relaxed)),
            end: time(self.end.load(Ordering::Relaxed)),
        }
    }
}

/// Shared between a running search and whoever started it.
pub struct Control {
    clock: Arc<dyn Clock>,
    stopped: AtomicBool,
    budget: SharedBudget,
    /// When the leading thread last looked at the clock.
    last_look: AtomicU64,
    /// The longest time between two of its looks.
    longest_stall: AtomicU64,
}

impl Control {
    /// A control for searches on this clock, within this budget.
    pub fn new(clock: Arc<dyn Clock>, budget: TimeBudget) -> Self {
        Self {
            clock,
            stopped: AtomicBool::new(false),
            budget: SharedBudget::new(budget),
            last_look: AtomicU64::new(NEVER),
            longest_stall: AtomicU64::new(0),
        }
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
        self.budget.set(budget);
    }

    /// Brings the limits of time forward to those of another budget; what is earlier
    /// stays.
    pub fn shorten_budget(&self, other: TimeBudget) {
        self.budget.shorten(other);
    }

    /// The time budget in force.
    pub fn budget(&self) -> TimeBudget {
        self.budget.get()
    }

    /// The time since the search's time began to run.
    pub fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.budget().started)
    }

    /// Whether the search must end now: stopped, or past its hard limit.
    pub fn must_stop(&self) -> bool {
        let hard = self.budget.hard.load(Ordering::Relaxed);
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

const fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos() as u64
}

const fn or_never(time: Option<Duration>) -> u64 {
    match time {
        Some(time) => nanoseconds(time),
        None => NEVER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ManualClock;

    #[test]
    fn a_budget_is_shortened_where_the_other_one_ends_earlier() {
        let at = |second| Some(Duration::from_secs(second));
        let budget = |soft, hard, end| TimeBudget {
            started: Duration::from_secs(1),
            soft,
            hard,
            end,
        };
        for (present, other, wanted) in [
            (
                budget(at(5), at(9), at(10)),
                budget(at(6), at(7), at(8)),
                (at(5), at(7), at(8)),
            ),
            (
                budget(None, at(3), at(10)),
                budget(at(6), at(7), at(20)),
                (at(6), at(3), at(20)),
            ),
            (
                budget(None, at(3), at(10)),
                TimeBudget::UNLIMITED,
                (None, at(3), None),
            ),
        ] {
            let shared = SharedBudget::new(present);
            shared.shorten(other);
            let (soft, hard, end) = wanted;
            assert_eq!(shared.get(), budget(soft, hard, end));
        }
    }

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
