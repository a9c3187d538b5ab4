//! What the manager told about the time, in its own units and with its own
//! special values given their meaning. Decides no budget.

use std::time::Duration;

/// Managers write this number, the largest of 32 bits, for "no limit".
pub const UNLIMITED: i64 = 2_147_483_647;

/// A limit as told: not at all, expressly none, or so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Told {
    #[default]
    Nothing,
    NoLimit,
    /// Milliseconds; the time left may be negative.
    Limit(i64),
}

impl Told {
    const fn from_milliseconds(milliseconds: i64) -> Self {
        if milliseconds >= UNLIMITED {
            Self::NoLimit
        } else {
            Self::Limit(milliseconds)
        }
    }
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnLimit {
    /// The manager never spoke of it.
    Untold,
    /// As much as we like.
    NoLimit,
    /// So much; zero asks for a move at once.
    Limit(Duration),
}

/// What the manager told about the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockInfo {
    turn: Told,
    whole_match: Told,
    left: Told,
    /// Whether a negative time was told last for the turn and for the match,
    /// as one analysis board does to switch the clock off altogether.
    switched_off: (bool, bool),
    /// Milliseconds that each of our moves adds to the time left.
    increment: u32,
    /// Our own thinking since the time left was told, or, if it never was,
    /// since the game began.
    spent: Duration,
}

impl ClockInfo {
    /// `INFO timeout_turn`: 0 asks for a move at once. A negative value means
    /// nothing unless the match is told one too: then there is no limit.
    pub const fn set_turn(&mut self, milliseconds: i64) {
        self.switched_off.0 = milliseconds < 0;
        if milliseconds >= 0 {
            self.turn = Told::from_milliseconds(milliseconds);
        }
    }

    /// `INFO timeout_match`: 0 means no limit. A negative value means nothing
    /// unless the turn is told one too: then there is no limit.
    pub const fn set_match(&mut self, milliseconds: i64) {
        self.switched_off.1 = milliseconds < 0;
        if milliseconds == 0 {
            self.whole_match = Told::NoLimit;
        } else if milliseconds > 0 {
            self.whole_match = Told::from_milliseconds(milliseconds);
        }
    }

    /// `INFO time_left`: may be negative, which is no time at all.
    pub const fn set_left(&mut self, milliseconds: i64) {
        self.left = Told::from_milliseconds(milliseconds);
        self.spent = Duration::ZERO;
    }

    /// `INFO time_increment`: what each of our moves adds to the time left.
    /// Negative values are none.
    pub fn set_increment(&mut self, milliseconds: i64) {
        self.increment = u32::try_from(milliseconds.max(0)).unwrap_or(u32::MAX);
    }

    /// What each of our moves adds to the time left.
    pub fn increment(&self) -> Duration {
        Duration::from_millis(self.increment.into())
    }

    /// Whether the clock is switched off: neither turn nor match has a limit,
    /// whatever was told before or is told of the time left.
    pub const fn is_switched_off(&self) -> bool {
        self.switched_off.0 && self.switched_off.1
    }

    /// A new game has begun: what was told stays told, what we used is given
    /// back.
    pub const fn new_game(&mut self) {
        self.spent = Duration::ZERO;
    }

    /// We have thought for this long about a move, which earns the increment.
    pub fn spend(&mut self, time: Duration) {
        let spent = self.spent.saturating_add(time);
        self.spent = spent.saturating_sub(self.increment());
    }

    /// The time for one move.
    pub const fn turn(&self) -> TurnLimit {
        if self.is_switched_off() {
            return TurnLimit::NoLimit;
        }
        match self.turn {
            Told::Nothing => TurnLimit::Untold,
            Told::NoLimit => TurnLimit::NoLimit,
            Told::Limit(milliseconds) => {
                TurnLimit::Limit(Duration::from_millis(milliseconds.unsigned_abs()))
            }
        }
    }

    /// Whether a move is wanted at once.
    pub const fn wants_move_at_once(&self) -> bool {
        matches!(self.turn, Told::Limit(0)) && !self.is_switched_off()
    }

    /// The time for the rest of the game, `None` if it is not limited. The
    /// time left counts first; without it we count down from the match time
    /// ourselves.
    pub fn left(&self) -> Option<Duration> {
        if self.is_switched_off() {
            return None;
        }
        let told = match self.left {
            Told::Nothing => self.whole_match,
            told => told,
        };
        let Told::Limit(milliseconds) = told else {
            return None;
        };
        let told = Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
        Some(told.saturating_sub(self.spent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn nothing_told_is_no_limit_of_the_game() {
        let clock = ClockInfo::default();
        assert_eq!(clock.left(), None);
        assert_eq!(clock.turn(), TurnLimit::Untold);
        assert!(!clock.wants_move_at_once());
    }

    #[test]
    fn zero_means_at_once_for_the_turn_and_no_limit_for_the_match() {
        let mut clock = ClockInfo::default();
        clock.set_turn(0);
        clock.set_match(0);
        assert!(clock.wants_move_at_once());
        assert_eq!(clock.left(), None);
    }

    #[test]
    fn the_largest_number_means_no_limit() {
        let mut clock = ClockInfo::default();
        for number in [UNLIMITED, UNLIMITED + 1, i64::MAX] {
            clock.set_left(1_000);
            clock.set_left(number);
            clock.set_match(number);
            clock.set_turn(number);
            assert_eq!(clock.left(), None);
            assert_eq!(clock.turn(), TurnLimit::NoLimit);
        }
    }

    #[test]
    fn time_left_wins_over_the_match_time_and_may_be_negative() {
        let mut clock = ClockInfo::default();
        clock.set_match(180_000);
        clock.set_left(5_000);
        assert_eq!(clock.left(), Some(milliseconds(5_000)));
        clock.set_left(-7);
        assert_eq!(clock.left(), Some(Duration::ZERO));
        clock.set_left(UNLIMITED);
        assert_eq!(clock.left(), None);
    }

    #[test]
    fn without_time_left_we_count_down_and_a_new_game_starts_afresh() {
        let mut clock = ClockInfo::default();
        clock.set_match(10_000);
        clock.spend(milliseconds(3_000));
        clock.spend(milliseconds(3_000));
        assert_eq!(clock.left(), Some(milliseconds(4_000)));
        clock.spend(milliseconds(60_000));
        assert_eq!(clock.left(), Some(Duration::ZERO));
        clock.new_game();
        assert_eq!(clock.left(), Some(milliseconds(10_000)));
    }

    #[test]
    fn time_left_told_before_the_start_survives_it() {
        let mut clock = ClockInfo::default();
        clock.set_left(4_000);
        clock.new_game();
        assert_eq!(clock.left(), Some(milliseconds(4_000)));
        clock.spend(milliseconds(1_000));
        assert_eq!(clock.left(), Some(milliseconds(3_000)));
        clock.set_left(9_000);
        assert_eq!(clock.left(), Some(milliseconds(9_000)));
    }

    #[test]
    fn a_negative_limit_alone_is_ignored() {
        let mut clock = ClockInfo::default();
        clock.set_turn(1_000);
        clock.set_match(5_000);
        clock.set_turn(-1);
        assert_eq!(clock.turn(), TurnLimit::Limit(milliseconds(1_000)));
        assert_eq!(clock.left(), Some(milliseconds(5_000)));
        clock.set_turn(2_000);
        clock.set_match(-1);
        assert_eq!(clock.turn(), TurnLimit::Limit(milliseconds(2_000)));
        assert_eq!(clock.left(), Some(milliseconds(5_000)));
    }

    #[test]
    fn negative_limits_of_turn_and_match_switch_the_clock_off_until_told_otherwise() {
        let mut clock = ClockInfo::default();
        clock.set_turn(0);
        clock.set_turn(-1);
        clock.set_match(-1);
        clock.set_left(1);
        assert_eq!(clock.turn(), TurnLimit::NoLimit);
        assert_eq!(clock.left(), None);
        assert!(!clock.wants_move_at_once());
        clock.set_turn(500);
        assert_eq!(clock.turn(), TurnLimit::Limit(milliseconds(500)));
        assert_eq!(clock.left(), Some(milliseconds(1)));
    }

    #[test]
    fn an_increment_is_given_back_after_each_move_and_makes_no_time() {
        let mut clock = ClockInfo::default();
        clock.set_match(10_000);
        clock.set_increment(2_000);
        clock.spend(milliseconds(3_000));
        assert_eq!(clock.left(), Some(milliseconds(9_000)));
        clock.spend(milliseconds(500));
        assert_eq!(clock.left(), Some(milliseconds(10_000)));
        clock.set_increment(-5);
        assert_eq!(clock.increment(), Duration::ZERO);
        clock.set_increment(i64::MAX);
        assert!(clock.increment() > milliseconds(1_000_000));
    }
}
