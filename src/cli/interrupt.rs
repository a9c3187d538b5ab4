//! Ctrl-C: the first one asks a command to end in order, the second one ends
//! the program. Knows no command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a command that was interrupted, as shells use it for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Tells work to end early. Clones are the same one.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    own: Arc<AtomicBool>,
    /// Those of the works that this one is a part of.
    outer: Vec<Arc<AtomicBool>>,
}

impl Stop {
    /// One that the first Ctrl-C sets.
    pub fn at_interruption() -> anyhow::Result<Self> {
        let stop = Self::default();
        let flag = Arc::clone(&stop.own);
        on_interruption(move || flag.swap(true, Ordering::Relaxed))?;
        Ok(stop)
    }

    /// One for a part of the work: it is set when this one is, but not the other way round.
    #[must_use]
    pub fn part(&self) -> Self {
        let mut outer = self.outer.clone();
        outer.push(Arc::clone(&self.own));
        Self {
            own: Arc::default(),
            outer,
        }
    }

    /// Tells the work to end.
    pub fn set(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether the work shall end.
    pub fn is_set(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_set(&self.own) || self.outer.iter().any(is_set)
    }
}

/// Calls this at every Ctrl-C. It says whether an earlier one was heard already: then the
/// program ends.
pub fn on_interruption(mut was_heard: impl FnMut() -> bool + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if was_heard() {
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_with_the_whole_but_not_the_whole_with_a_part() {
        let whole = Stop::default();
        let part = whole.part();
        assert!(!part.is_set());
        part.set();
        assert!(part.is_set() && !whole.is_set());
        let other = whole.part().part();
        whole.clone().set();
        assert!(whole.is_set() && other.is_set());
    }
}
