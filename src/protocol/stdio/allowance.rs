//! How much input may be on its way: the reader takes a ticket for each line
//! and waits when none is left, which holds the sender up. Knows no lines.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What a line takes besides its bytes.
const OVERHEAD: usize = 64;

/// Bytes that may be on their way or waiting at once.
pub(super) struct Allowance {
    limit: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Bytes of lines with a ticket.
    on_the_way: usize,
    /// Bytes of lines that were heard and wait for their turn.
    waiting: usize,
    is_closed: bool,
}

/// The part of the allowance that a line takes until it is dropped. The
/// default one takes nothing.
#[derive(Default)]
pub(super) struct Ticket(Option<(Arc<Allowance>, usize)>);

impl Allowance {
    /// An allowance of so many bytes.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Takes what a line of this length needs, as soon as there is enough. A
    /// line is never refused for its length alone. `None` once it is closed.
    pub fn take(self: &Arc<Self>, length: usize) -> Option<Ticket> {
        let bytes = length + OVERHEAD;
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            let used = state.on_the_way + state.waiting;
            if used == 0 || used + bytes <= self.limit {
                state.on_the_way += bytes;
                return Some(Ticket(Some((Arc::clone(self), bytes))));
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// So many bytes that have no ticket any more still wait for their turn.
    pub fn set_waiting(&self, bytes: usize) {
        let mut state = self.lock();
        if state.waiting != bytes {
            state.waiting = bytes;
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Nobody acts on further lines.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some((allowance, bytes)) = self.0.take() {
            let mut state = allowance.lock();
            state.on_the_way = state.on_the_way.saturating_sub(bytes);
            drop(state);
            allowance.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_line_waits_for_room_and_none_is_refused_for_its_length() {
        let allowance = Allowance::new(1_000);
        let long = allowance.take(5_000).expect("open");
        let (sender, taken) = channel();
        let reader = Arc::clone(&allowance);
        std::thread::spawn(move || {
            while let Some(ticket) = reader.take(500) {
                sender.send(ticket).expect("the test listens");
            }
        });
        assert!(
            taken.recv_timeout(Duration::from_millis(20)).is_err(),
            "no room"
        );
        allowance.set_waiting(900);
        drop(long);
        assert!(
            taken.recv_timeout(Duration::from_millis(20)).is_err(),
            "no room while others wait"
        );
        allowance.set_waiting(0);
        let ticket = taken.recv().expect("room");
        assert!(
            taken.recv_timeout(Duration::from_millis(20)).is_err(),
            "no room for two"
        );
        drop(ticket);
        drop(taken.recv().expect("room again"));
        allowance.close();
        // What was taken before the closing may still come, then no more.
        while taken.recv().is_ok() {}
        assert!(allowance.take(1).is_none());
    }
}
