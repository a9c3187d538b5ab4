//! A thinker whose answers outlast a slice of work. What is decided by several
//! searches is decided by plain functions, and a slice may end within any of
//! them. The next slice calls them again from the start: what was found before
//! is answered from the record, without a search, until they ask what the slice
//! before had to leave. Knows nothing of what is decided.

use super::thinker::Thinker;
use crate::search::{Control, Course, Observer, Outcome, Paused, Question, Slice, TimeBudget};
use std::thread;
use std::time::Duration;

/// How often a thinker that has found all there is looks whether it is stopped:
/// people do not notice less.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// What the searches for one answer have found so far.
#[derive(Default)]
pub(super) struct Record {
    /// The slice that is being worked off.
    slice: Slice,
    /// What was found, in the order in which it was asked.
    found: Vec<Outcome>,
    /// How much of it was asked again in this slice.
    repeated: usize,
    /// The search that the slice before had to leave, and the budget of its time.
    left: Option<(Box<Paused>, TimeBudget)>,
    /// Whether a search has ended in this slice: then another one can wait.
    has_got_on: bool,
    /// Whether this slice has ended before an answer.
    is_paused: bool,
}

impl Record {
    /// Begins a slice.
    pub fn begin(&mut self, slice: Slice, control: &Control) {
        self.slice = slice;
        self.repeated = 0;
        self.has_got_on = false;
        self.is_paused = false;
        if let Some((_, budget)) = &mut self.left {
            // Others may have changed it since.
            *budget = control.budget();
        }
    }

    /// Ends a slice: gives the search left for later the budget of its time
    /// back. Whether there is more to do.
    pub fn end(&self, control: &Control) -> bool {
        if let Some((_, budget)) = &self.left {
            control.set_budget(*budget);
        }
        self.is_paused
    }
}

/// A thinker with the record of what it has found.
pub(super) struct Recorded<'a> {
    thinker: &'a mut dyn Thinker,
    record: &'a mut Record,
}

impl<'a> Recorded<'a> {
    /// A thinker that answers from the record first.
    pub fn new(thinker: &'a mut dyn Thinker, record: &'a mut Record) -> Self {
        Self { thinker, record }
    }

    /// Whether the next answer was found in a slice before: whatever made
    /// nobody ask for it is newer than that.
    pub fn is_repeating(&self) -> bool {
        let record = &self.record;
        record.repeated < record.found.len() || record.left.is_some() && !record.is_paused
    }

    /// Waits for a stop although nothing is left to find. Whether it came: a
    /// slice ends without it.
    pub fn rest_until_stopped(&mut self, control: &Control) -> bool {
        while !control.must_stop() {
            if self.record.slice != Slice::WHOLE {
                self.record.is_paused = true;
                return false;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        true
    }

    /// The best moves in a position; `None` once the slice has ended: whatever
    /// is decided then is decided anew in the next one.
    pub fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Option<Outcome> {
        let record = &mut *self.record;
        if record.is_paused {
            return None;
        }
        if let Some(known) = record.found.get(record.repeated) {
            record.repeated += 1;
            return Some(known.clone());
        }
        let is_over = |until| control.now() >= until;
        if record.has_got_on && record.slice.until.is_some_and(is_over) {
            record.is_paused = true;
            return None;
        }
        let paused = record.left.take().map(|(paused, budget)| {
            control.set_budget(budget);
            paused
        });
        let course = self
            .thinker
            .think_for(record.slice, paused, question, control, observer);
        match course {
            Course::Finished(outcome) => {
                record.has_got_on = true;
                record.found.push(outcome.clone());
                record.repeated += 1;
                Some(outcome)
            }
            Course::Paused(paused) => {
                record.left = Some((paused, control.budget()));
                record.is_paused = true;
                None
            }
        }
    }
}
