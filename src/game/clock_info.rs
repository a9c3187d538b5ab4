//! What the manager told about the time, in its own units and with its own
//! special values given their meaning. Decides no budget.

use std::time::Duration;

/// Managers write this number, the largest of 32 bits, for "no limit".
pub const UNLIMITED: i64 = 2_147_483_647;

/// How many charges of the manager are remembered: an unlucky one is soon
/// forgotten.
const CHARGES_KEPT: usize = 4;

/// A larger charge has another reason than the manager's own pace, and says
/// nothing about the next one.
const LARGEST_CHARGE: Duration = Duration::from_secs(1);

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
    /// Moves since the time left was told, and all our thinking about them.
    moves: u32,
    thought: Duration,
    /// What the manager lately charged beyond our thinking, a move.
    charges: [Duration; CHARGES_KEPT],
    charges_noted: usize,
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
    pub fn set_left(&mut self, milliseconds: i64) {
        self.note_charge(milliseconds);
        self.left = Told::from_milliseconds(milliseconds);
        self.spent = Duration::ZERO;
        self.forget_moves();
    }

    /// Compares the time left as it is told now with what our thinking alone
    /// would have left.
    fn note_charge(&mut self, milliseconds: i64) {
        let (Told::Limit(before), Told::Limit(now)) =
            (self.left, Told::from_milliseconds(milliseconds))
        else {
            return;
        };
        let Some(earned) = self.increment().checked_mul(self.moves) else {
            return;
        };
        let gone = Duration::from_millis(u64::try_from(before.saturating_sub(now)).unwrap_or(0));
        let charged = gone.saturating_add(earned).saturating_sub(self.thought);
        let Some(charge) = charged.checked_div(self.moves) else {
            return;
        };
        let slot = self.charges.get_mut(self.charges_noted % CHARGES_KEPT);
        if let Some(slot) = slot.filter(|_| charge <= LARGEST_CHARGE) {
            *slot = charge;
            self.charges_noted += 1;
        }
    }

    const fn forget_moves(&mut self) {
        self.moves = 0;
        self.thought = Duration::ZERO;
    }

    /// What the manager is to be expected to charge for a move beyond our
    /// thinking, as far as the times left have told: the most of late.
    pub fn overhead(&self) -> Duration {
        self.charges.iter().copied().max().unwrap_or_default()
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
        self.forget_moves();
    }

    /// We have thought for this long about a move, which earns the increment.
    pub fn spend(&mut self, time: Duration) {
        self.moves = self.moves.saturating_add(1);
        self.thought = self.thought.saturating_add(time);
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
    /// ourselves. Of a game expressly without a limit nothing can be used up: some
    /// managers write 0 for the time left then.
    pub fn left(&self) -> Option<Duration> {
        if self.is_switched_off() {
            return None;
        }
        let told = match self.left {
            Told::Nothing => self.whole_match,
            Told::Limit(0) if self.whole_match == Told::NoLimit => Told::NoLimit,
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
    fn a_game_without_a_limit_is_not_used_up() {
        let mut clock = ClockInfo::default();
        clock.set_match(0);
        clock.set_left(0);
        assert_eq!(clock.left(), None);
        for (left, wanted) in [(5_000, 5_000), (-1, 0)] {
            clock.set_left(left);
            assert_eq!(clock.left(), Some(milliseconds(wanted)));
        }
        clock.set_left(0);
        clock.set_match(180_000);
        assert_eq!(clock.left(), Some(Duration::ZERO));
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

    /// A clock that was told these times left, with a second of thinking
    /// between two of them.
    fn charged(left: &[i64]) -> ClockInfo {
        let mut clock = ClockInfo::default();
        for &left in left {
            clock.set_left(left);
            clock.spend(milliseconds(1_000));
        }
        clock
    }

    #[test]
    fn what_a_manager_charges_is_learned_from_the_time_left() {
        assert_eq!(charged(&[60_000]).overhead(), Duration::ZERO);
        assert_eq!(charged(&[60_000, 59_000]).overhead(), Duration::ZERO);
        let clock = charged(&[60_000, 58_900, 57_800]);
        assert_eq!(clock.overhead(), milliseconds(100));
        // The most of the last four counts, and is forgotten after them.
        let mut left = vec![60_000, 58_880, 57_800, 56_720, 55_640];
        assert_eq!(charged(&left).overhead(), milliseconds(120));
        left.push(54_560);
        assert_eq!(charged(&left).overhead(), milliseconds(80));
    }

    #[test]
    fn several_moves_between_two_times_left_share_the_charge() {
        let mut clock = ClockInfo::default();
        clock.set_increment(500);
        clock.set_left(60_000);
        for _ in 0..4 {
            clock.spend(milliseconds(1_000));
        }
        clock.set_left(60_000 - 4 * (1_000 + 50 - 500));
        assert_eq!(clock.overhead(), milliseconds(50));
    }

    #[test]
    fn other_reasons_for_less_time_teach_nothing() {
        assert_eq!(charged(&[60_000, 10_000]).overhead(), Duration::ZERO);
        assert_eq!(charged(&[60_000, 90_000]).overhead(), Duration::ZERO);
        assert_eq!(charged(&[60_000, UNLIMITED]).overhead(), Duration::ZERO);
        let mut clock = charged(&[60_000]);
        clock.new_game();
        clock.set_left(58_500);
        assert_eq!(clock.overhead(), Duration::ZERO, "another game");
        clock.set_left(i64::MIN);
        clock.set_left(58_000);
        assert_eq!(clock.overhead(), Duration::ZERO, "no move in between");
    }
}
