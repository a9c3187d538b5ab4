//! Several threads on one search (Lazy SMP). All search the same position and
//! share the transposition table, which is how they help each other; they differ
//! in the depths they search. One of them leads: it keeps the time, reports, and
//! answers. Decides nothing about nodes and moves.

use super::control::Control;
use super::limits::Slice;
use super::params::Params;
use super::paused::{Course, Paused};
use super::question::Question;
use super::report::{Line, Observer, Outcome, Silent};
use super::root::Deepening;
use super::threads;
use super::transposition::TranspositionTable;
use super::worker::{Memory, Worker};
use crate::types::score::is_win;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What the threads of a search share besides the table.
pub struct SharedState {
    /// Whether nobody needs to search any longer.
    over: AtomicBool,
    threads: Box<[ThreadState]>,
}

/// What one thread tells the others.
#[derive(Default)]
struct ThreadState {
    /// Nodes visited so far, told now and then.
    nodes: AtomicU64,
    /// The best line of the deepest iteration completed.
    best: Mutex<Option<Line>>,
}

impl SharedState {
    /// The state of a search with this many threads.
    fn new(threads: usize) -> Self {
        Self {
            over: AtomicBool::new(false),
            threads: (0..threads).map(|_| ThreadState::default()).collect(),
        }
    }

    fn slot(&self, number: usize) -> ThreadSlot<'_> {
        ThreadSlot {
            shared: self,
            number,
        }
    }

    /// The lines that helpers have told.
    fn lines(&self) -> impl Iterator<Item = Line> {
        self.threads.iter().filter_map(|thread| {
            let best = thread.best.lock();
            best.unwrap_or_else(PoisonError::into_inner).clone()
        })
    }
}

/// One thread among those of its search; number 0 leads.
#[derive(Clone, Copy)]
pub struct ThreadSlot<'a> {
    shared: &'a SharedState,
    number: usize,
}

impl ThreadSlot<'_> {
    /// Tells the own nodes and returns those that the others have told.
    pub(super) fn exchange_nodes(&self, own: u64) -> u64 {
        let threads = self.shared.threads.iter().enumerate();
        let others = threads.map(|(number, thread)| {
            if number == self.number {
                thread.nodes.store(own, Ordering::Relaxed);
                0
            } else {
                thread.nodes.load(Ordering::Relaxed)
            }
        });
        others.sum()
    }

    /// Whether nobody needs to search any longer.
    pub(super) fn is_over(&self) -> bool {
        self.shared.over.load(Ordering::Relaxed)
    }

    /// Whether this thread leaves out iterations of this depth. Half of the
    /// helpers work beyond the leader's depth at any time, and the more there
    /// are the farther, so that they do not all visit the same nodes.
    pub(super) const fn skips(&self, depth: u32) -> bool {
        let stride = 1 + self.number / 4;
        self.number > 0 && (depth as usize / stride + self.number).is_multiple_of(2)
    }

    /// Whether this is the leader's place.
    pub(super) const fn is_first(&self) -> bool {
        self.number == 0
    }

    /// Tells the best line of a completed iteration. A win ends the search.
    pub(super) fn tell(&self, line: &Line, ends_with_win: bool) {
        if let Some(thread) = self.shared.threads.get(self.number) {
            *thread.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.clone());
        }
        if ends_with_win && is_win(line.score) {
            self.shared.over.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends the search when dropped, so that no helper goes on after the
/// leader has finished or failed.
struct StopOnDrop<'a>(&'a SharedState);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

/// What is to be searched, for every thread alike.
#[derive(Clone, Copy)]
pub(super) struct Assignment<'a> {
    pub question: &'a Question,
    pub table: &'a TranspositionTable,
    pub params: &'a Params,
    pub control: &'a Control,
}

/// Searches with this thread alone for a slice, from the beginning or from
/// where a slice before ended.
pub(super) fn search_alone(
    assignment: Assignment<'_>,
    memory: &mut Memory,
    slice: Slice,
    paused: Option<Box<Paused>>,
    observer: &mut dyn Observer,
) -> Course {
    let (mut worker, mut deepening) = if let Some(paused) = paused {
        Worker::resume(assignment, memory, observer, *paused)
    } else {
        let worker = Worker::new(assignment, memory, observer, None);
        (worker, Deepening::default())
    };
    worker.set_slice(slice);
    if worker.iterate(&mut deepening) {
        Course::Finished(worker.outcome(deepening.lines))
    } else {
        Course::Paused(Box::new(worker.pause(deepening)))
    }
}

/// Searches with one thread for the leader's memory, this one, and one for
/// each memory of a helper. A helper that fails loses its memory and nothing
/// else; one that cannot be started is done without.
pub(super) fn search(
    assignment: Assignment<'_>,
    leader: &mut Memory,
    helpers: &mut [Memory],
    observer: &mut dyn Observer,
) -> Outcome {
    search_with(assignment, leader, helpers, observer, &|worker| {
        worker.help();
    })
}

/// As [`search`], with what the helpers do.
fn search_with(
    assignment: Assignment<'_>,
    leader: &mut Memory,
    helpers: &mut [Memory],
    observer: &mut dyn Observer,
    help: &(impl Fn(&mut Worker<'_>) + Sync),
) -> Outcome {
    let shared = SharedState::new(1 + helpers.len());
    let (mut outcome, failed) = thread::scope(|scope| {
        let mut started = Vec::with_capacity(helpers.len());
        let stop_helpers = StopOnDrop(&shared);
        for (number, memory) in (1..).zip(&mut *helpers) {
            let slot = shared.slot(number);
            let name = format!("helper {number}");
            let thread = threads::spawn_searching(scope, name, move || {
                prefault_table(&assignment, slot);
                let mut observer = Silent;
                let mut worker = Worker::new(assignment, memory, &mut observer, Some(slot));
                help(&mut worker);
            });
            match thread {
                Ok(thread) => started.push((number, thread)),
                Err(error) => {
                    log::warn!("searching with {number} threads, no more can be started: {error}");
                    break;
                }
            }
        }
        let mut worker = Worker::new(assignment, leader, observer, Some(shared.slot(0)));
        let mut deepening = Deepening::default();
        worker.iterate(&mut deepening);
        drop(stop_helpers);
        let failed: Vec<usize> = started
            .into_iter()
            .filter_map(|(number, thread)| thread.join().err().map(|_| number))
            .collect();
        worker.exchange_nodes();
        (worker.outcome(deepening.lines), failed)
    });
    for number in failed {
        log::error!("helper {number} of the search failed; going on without what it learned");
        helpers[number - 1].clear();
    }
    if assignment.question.limits.lines <= 1 {
        prefer_deepest(&mut outcome.lines, shared.lines());
    }
    outcome
}

/// Has the helpers take the pages of a new table from the system before they
/// search, so that the threads do not hinder each other by it later.
fn prefault_table(assignment: &Assignment<'_>, slot: ThreadSlot<'_>) {
    let must_stop = || assignment.control.must_stop() || slot.is_over();
    while !must_stop() && assignment.table.prefault() {}
}

/// Takes a helper's line where it rests on a deeper iteration than the
/// leader's, or wins where the leader's does not.
fn prefer_deepest(lines: &mut [Line], others: impl Iterator<Item = Line>) {
    let Some(best) = lines.first_mut() else {
        return;
    };
    let worth = |line: &Line| (is_win(line.score), line.depth);
    for line in others {
        if !is_win(best.score) && worth(&line) > worth(best) {
            *best = line;
        }
    }
}

#[cfg(test)]
mod tests;
