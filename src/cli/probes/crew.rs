//! Many pieces of work on several threads, each thread with a searcher of its
//! own; what comes of them is handed on in their order, so that the number of
//! threads changes nothing. Knows nothing of what is searched.

use crate::cli::interrupt::Stop;
use crate::search::{Control, Params, Searcher, SystemClock, TimeBudget};
use anyhow::Result;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How often the thread that collects looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Threads that search.
pub struct Crew<'a> {
    /// How many.
    pub threads: usize,
    /// Memory of each one's table.
    pub table_bytes: usize,
    /// The numbers that they search with.
    pub params: Params,
    /// Tells them to end early.
    pub stop: &'a Stop,
}

impl Crew<'_> {
    /// Works on all pieces. `work` must forget what earlier pieces left in the searcher; what
    /// it gives back after its control was stopped is dropped. `take` hears of the results in
    /// the order of the pieces, and says whether more are wanted.
    pub fn work<I: Sync, O: Send>(
        &self,
        pieces: &[I],
        work: impl Fn(&I, &mut Searcher, &Control) -> O + Sync,
        take: impl FnMut(O) -> Result<bool>,
    ) -> Result<()> {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let threads = Threads {
            count: self.threads,
            control: &control,
            stop: self.stop,
        };
        let begin = || Searcher::with_params(self.table_bytes, self.params.clone());
        let work = |piece: &I, searcher: &mut Searcher| Ok(Some(work(piece, searcher, &control)));
        threads.work(pieces, begin, work, take)
    }
}

/// Threads that work on pieces and hand on what comes of them in their order.
pub struct Threads<'a> {
    /// How many.
    pub count: usize,
    /// Is stopped when no more is wanted.
    pub control: &'a Control,
    /// Tells them to end early.
    pub stop: &'a Stop,
}

impl Threads<'_> {
    /// Works on all pieces, each thread with what `begin` gave it. `work` gives nothing back where
    /// its control was stopped; a failure ends it all. `take` hears of the results in the order of
    /// the pieces, and says whether more are wanted.
    pub fn work<I: Sync, S, O: Send>(
        &self,
        pieces: &[I],
        begin: impl Fn() -> S + Sync,
        work: impl Fn(&I, &mut S) -> Result<Option<O>> + Sync,
        take: impl FnMut(O) -> Result<bool>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            let threads: Vec<_> = (0..self.count)
                .map(|_| {
                    let (sender, next, begin, work) = (sender.clone(), &next, &begin, &work);
                    scope.spawn(move || {
                        let mut leaving = Leaving {
                            control: self.control,
                            is_failure: true,
                        };
                        let mut state = begin();
                        let piece = |piece: &I| work(piece, &mut state);
                        let done = self.go_on(pieces, next, &sender, piece);
                        leaving.is_failure = done.is_err();
                        done
                    })
                })
                .collect();
            drop(sender);
            let taken = self.collect(&results, take);
            self.control.stop();
            drop(results);
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            taken
        })
    }

    /// Takes results until no more are wanted or there are none.
    fn collect<O>(
        &self,
        results: &Receiver<(usize, O)>,
        mut take: impl FnMut(O) -> Result<bool>,
    ) -> Result<()> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        while !self.stop.is_set() {
            match results.recv_timeout(GLANCE) {
                Ok((number, result)) => drop(waiting.insert(number, result)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if !take(result)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One thread: the next piece, until there are no more or nobody wants any.
    fn go_on<I, O>(
        &self,
        pieces: &[I],
        next: &AtomicUsize,
        results: &Sender<(usize, O)>,
        mut work: impl FnMut(&I) -> Result<Option<O>>,
    ) -> Result<()> {
        while !self.control.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(number) else {
                break;
            };
            let result = work(piece)?;
            let Some(result) = result.filter(|_| !self.control.is_stopped()) else {
                break;
            };
            if results.send((number, result)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Stops all threads when one fails, by an error or a panic: what it leaves
/// undone would hold up all that comes after it.
struct Leaving<'a> {
    control: &'a Control,
    is_failure: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if self.is_failure {
            self.control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crew(threads: usize, stop: &Stop) -> Crew<'_> {
        Crew {
            threads,
            table_bytes: 1 << 16,
            params: Params::default(),
            stop,
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        let stop = Stop::default();
        let pieces: Vec<u64> = (0..40).collect();
        for threads in [1, 3] {
            let mut taken = Vec::new();
            let work = |piece: &u64, _: &mut Searcher, _: &Control| {
                // Even pieces take longer, and must not come later for it.
                thread::sleep(Duration::from_micros(300 * (piece % 2)));
                piece * 2
            };
            let result = crew(threads, &stop).work(&pieces, work, |result| {
                taken.push(result);
                Ok(result < 50)
            });
            result.expect("nothing fails");
            assert_eq!(taken, (0..=25).map(|piece| piece * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_thread_that_fails_ends_the_work_of_all() {
        let stop = Stop::default();
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let threads = Threads {
            count: 2,
            control: &control,
            stop: &stop,
        };
        let begun = AtomicUsize::new(0);
        let work = |piece: &usize, (): &mut ()| {
            begun.fetch_add(1, Ordering::Relaxed);
            anyhow::ensure!(*piece != 10, "piece ten");
            thread::sleep(Duration::from_micros(100));
            Ok(Some(*piece))
        };
        let pieces: Vec<usize> = (0..10_000).collect();
        let failed = threads.work(&pieces, || (), work, |_| Ok(true));
        assert_eq!(failed.expect_err("it fails").to_string(), "piece ten");
        assert!(begun.into_inner() < pieces.len());
    }

    #[test]
    fn a_failure_ends_the_work_and_a_stop_too() {
        let stop = Stop::default();
        let pieces = [0; 1000];
        let work = |_: &i32, _: &mut Searcher, _: &Control| ();
        let failed = crew(2, &stop).work(&pieces, work, |()| anyhow::bail!("a full disk"));
        assert_eq!(failed.expect_err("it fails").to_string(), "a full disk");
        let mut taken = 0;
        let stopped = crew(2, &stop).work(&pieces, work, |()| {
            taken += 1;
            stop.set();
            Ok(true)
        });
        assert!(stopped.is_ok() && taken < pieces.len(), "{taken}");
    }
}
