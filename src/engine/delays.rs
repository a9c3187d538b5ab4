//! How long the machine lately kept the engine from running: what a time plan
//! must leave room for. Reads no clock and plans nothing.

use std::time::Duration;

/// How many searches are remembered. Long enough that a busy machine, which
/// strikes now and then, is not taken for an idle one.
const KEPT: usize = 16;

/// Fewer searches than this tell nothing.
const ENOUGH: usize = 3;

/// Searches shorter than this met no delay that could have been seen. The
/// shortest turns of a busy machine must count, or it is never found idle again.
const SHORTEST: Duration = Duration::from_millis(3);

/// The delays of the last searches.
#[derive(Default)]
pub(super) struct Delays {
    last: [Duration; KEPT],
    noted: usize,
}

impl Delays {
    /// Notes the longest delay of a search that took this long.
    pub(super) fn note(&mut self, delay: Duration, spent: Duration) {
        let oldest = self.last.get_mut(self.noted % KEPT);
        if let Some(slot) = oldest.filter(|_| spent >= SHORTEST) {
            *slot = delay;
            self.noted += 1;
        }
    }

    /// The longest delay of late, once enough is known.
    pub(super) fn worst(&self) -> Option<Duration> {
        let worst = self.last.iter().copied().max();
        worst.filter(|_| self.noted >= ENOUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_millis(50);

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_worst_delay_is_known_after_a_few_searches_and_forgotten_after_many() {
        let mut delays = Delays::default();
        for _ in 1..ENOUGH {
            delays.note(milliseconds(1), LONG);
            assert_eq!(delays.worst(), None);
        }
        delays.note(milliseconds(9), LONG);
        assert_eq!(delays.worst(), Some(milliseconds(9)));
        for _ in 1..KEPT {
            delays.note(milliseconds(1), LONG);
            assert_eq!(delays.worst(), Some(milliseconds(9)));
        }
        delays.note(milliseconds(1), LONG);
        assert_eq!(delays.worst(), Some(milliseconds(1)));
    }

    #[test]
    fn searches_too_short_to_be_delayed_do_not_count() {
        let mut delays = Delays::default();
        for _ in 0..2 * KEPT {
            delays.note(Duration::ZERO, milliseconds(2));
        }
        assert_eq!(delays.worst(), None);
    }
}
