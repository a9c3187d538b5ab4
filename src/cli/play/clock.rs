//! The clocks of both players. They count the time they are told about and
//! never look at a clock themselves.

use std::time::Duration;

/// One of the two at the board, whatever the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The person.
    Person,
    /// The engine.
    Engine,
}

impl Seat {
    /// The one opposite.
    pub const fn other(self) -> Self {
        match self {
            Self::Person => Self::Engine,
            Self::Engine => Self::Person,
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// How the clocks run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockTerms {
    /// The time of each player for the whole game; `None` is no limit.
    pub whole: Option<Duration>,
    /// What each move adds.
    pub increment: Duration,
}

/// Both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    terms: ClockTerms,
    left: [Option<Duration>; 2],
    spent: [Duration; 2],
}

impl Clocks {
    /// The clocks before the first move.
    pub const fn new(terms: ClockTerms) -> Self {
        Self {
            terms,
            left: [terms.whole; 2],
            spent: [Duration::ZERO; 2],
        }
    }

    /// Takes the time of a move. Whether there was enough of it.
    #[must_use]
    pub fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        self.spent[seat.index()] += time;
        let Some(left) = &mut self.left[seat.index()] else {
            return true;
        };
        let enough = time <= *left;
        *left = if enough {
            left.saturating_sub(time) + self.terms.increment
        } else {
            Duration::ZERO
        };
        enough
    }

    /// The time left; `None` is no limit.
    pub const fn left(&self, seat: Seat) -> Option<Duration> {
        self.left[seat.index()]
    }

    /// What a person sees: the time left, or else the time spent. `running` is
    /// the time since the player's turn began.
    pub fn show(&self, seat: Seat, running: Duration) -> String {
        match self.left(seat) {
            Some(left) => format!("{} left", minutes(left.saturating_sub(running))),
            None => format!("{} used", minutes(self.spent[seat.index()] + running)),
        }
    }
}

/// `4:05`, or `1:02:03` for hours.
pub fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment_until_it_has_fallen() {
        let mut clocks = Clocks::new(ClockTerms {
            whole: Some(seconds(10)),
            increment: seconds(1),
        });
        assert!(clocks.spend(Seat::Person, seconds(4)));
        assert_eq!(clocks.left(Seat::Person), Some(seconds(7)));
        assert_eq!(clocks.left(Seat::Engine), Some(seconds(10)));
        assert!(!clocks.spend(Seat::Person, seconds(8)));
        assert_eq!(clocks.show(Seat::Person, Duration::ZERO), "0:00 left");
        assert_eq!(clocks.show(Seat::Engine, seconds(3)), "0:07 left");
    }

    #[test]
    fn without_a_limit_the_time_used_is_told() {
        let mut clocks = Clocks::new(ClockTerms::default());
        assert!(clocks.spend(Seat::Engine, seconds(3_725)));
        assert_eq!(clocks.show(Seat::Engine, Duration::ZERO), "1:02:05 used");
        assert_eq!(clocks.show(Seat::Person, seconds(61)), "1:01 used");
    }
}
