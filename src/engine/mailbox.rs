//! How orders get to the thinking thread: one place a kind, the newest counts.
//! Orders that nobody waits for any longer are taken out again, so that no
//! pace of orders fills the memory. Carries nothing out.

use super::engine::OrderId;
use super::worker::Job;
use crate::types::Rule;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long no order may follow before preparing begins: managers tell their
/// settings in one go, and tables for a rule that is replaced at once would
/// only delay the first move.
const LULL: Duration = Duration::from_millis(5);

/// What the thinking thread is told to do.
pub(super) enum Order {
    /// Answer a task.
    Think(Arc<Job>),
    /// Forget earlier positions.
    Forget(OrderId),
    /// Compute in idle time what the first search under the rule needs, with
    /// tables of so many bytes.
    Prepare(Rule, usize),
}

/// Orders on their way.
#[derive(Default)]
pub(super) struct Mailbox {
    places: Mutex<Places>,
    changed: Condvar,
}

#[derive(Default)]
struct Places {
    forget: Option<OrderId>,
    think: Option<Arc<Job>>,
    prepare: Option<(Rule, usize)>,
    is_closed: bool,
}

impl Places {
    /// The next order that somebody waits for.
    fn next(&mut self) -> Option<Order> {
        let forget = self.forget.take().map(Order::Forget);
        forget.or_else(|| self.think.take().map(Order::Think))
    }
}

impl Mailbox {
    /// Puts an order in, in the place of an older one of its kind.
    pub fn post(&self, order: Order) {
        let mut places = self.lock();
        match order {
            Order::Think(job) => {
                places.think = Some(job);
                // A search prepares what it needs itself. Carried out after it, an older
                // order would bring back older tables.
                places.prepare = None;
            }
            Order::Forget(id) => places.forget = Some(id),
            Order::Prepare(rule, table_bytes) => places.prepare = Some((rule, table_bytes)),
        }
        drop(places);
        self.changed.notify_one();
    }

    /// Takes out a task that was not begun: nobody waits for its answer.
    pub fn withdraw(&self) {
        self.lock().think = None;
    }

    /// There will be no further orders, and those not begun are void.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits for the next order; `None` when there will be none. What was
    /// learned is forgotten before anything new is learned, and preparing
    /// gives way to everything.
    pub fn take(&self) -> Option<Order> {
        let mut places = self.lock();
        while !places.is_closed {
            if let Some(order) = places.next() {
                return Some(order);
            }
            if places.prepare.is_none() {
                let waited = self.changed.wait(places);
                places = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = self.changed.wait_timeout(places, LULL);
            let (waited, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            places = waited;
            let is_quiet = timeout.timed_out() && places.forget.is_none() && places.think.is_none();
            if is_quiet && let Some((rule, table_bytes)) = places.prepare.take() {
                return Some(Order::Prepare(rule, table_bytes));
            }
        }
        None
    }

    /// The next order, if there is one, without waiting for it.
    pub fn take_waiting(&self) -> Option<Order> {
        let mut places = self.lock();
        let next = places.next();
        next.or_else(|| {
            let (rule, table_bytes) = places.prepare.take()?;
            Some(Order::Prepare(rule, table_bytes))
        })
    }

    /// Whether there is an order.
    pub fn has_waiting(&self) -> bool {
        let places = self.lock();
        places.forget.is_some() || places.think.is_some() || places.prepare.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Task;
    use super::super::job_fakes::job;
    use super::super::options::Options;
    use super::*;

    fn think() -> Order {
        let job = job("h8", Task::Move { lines: 1 }, &Options::default());
        Order::Think(Arc::new(job))
    }

    #[test]
    fn preparing_gives_way_to_everything_and_the_newest_counts() {
        let mailbox = Mailbox::default();
        let id = OrderId::for_tests();
        for order in [
            Order::Prepare(Rule::Freestyle, 0),
            Order::Prepare(Rule::Renju, 0),
            Order::Forget(id),
            Order::Prepare(Rule::Freestyle, 0),
            Order::Prepare(Rule::Caro, 0),
        ] {
            mailbox.post(order);
        }
        assert!(matches!(mailbox.take(), Some(Order::Forget(_))));
        assert!(matches!(
            mailbox.take(),
            Some(Order::Prepare(Rule::Caro, 0))
        ));
        mailbox.post(Order::Forget(id));
        mailbox.close();
        assert!(mailbox.take().is_none(), "closed");
    }

    #[test]
    fn a_task_makes_older_preparing_needless() {
        let mailbox = Mailbox::default();
        mailbox.post(Order::Prepare(Rule::Freestyle, 1));
        mailbox.post(think());
        assert!(matches!(mailbox.take_waiting(), Some(Order::Think(_))));
        assert!(mailbox.take_waiting().is_none());
        mailbox.post(think());
        mailbox.post(Order::Prepare(Rule::Freestyle, 2));
        assert!(matches!(mailbox.take_waiting(), Some(Order::Think(_))));
        let newer = mailbox.take_waiting();
        assert!(matches!(newer, Some(Order::Prepare(_, 2))));
    }

    #[test]
    fn a_withdrawn_task_is_not_begun() {
        let mailbox = Mailbox::default();
        for _ in 0..3 {
            mailbox.post(think());
            mailbox.withdraw();
        }
        mailbox.post(Order::Forget(OrderId::for_tests()));
        assert!(matches!(mailbox.take(), Some(Order::Forget(_))));
        mailbox.post(think());
        assert!(matches!(mailbox.take(), Some(Order::Think(_))));
    }
}
