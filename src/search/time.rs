//! The time plan: from what is known about the clock to the instants at which
//! a search should and must stop. A pure function; reads no clock.

use super::limits::TimeBudget;
use std::time::Duration;

/// What is known about the time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeFacts {
    /// When the command that asks for the move was read, on the search's
    /// clock. Everything counts from here.
    pub started: Duration,
    /// The time for this move; zero asks for a move at once, `None` is no
    /// limit.
    pub turn: Option<Duration>,
    /// The time for this and all later moves; `None` is no limit.
    pub left: Option<Duration>,
    /// What each move adds to the time left.
    pub increment: Duration,
    /// What each move costs beside its thinking by the manager's own clock, as
    /// far as known.
    pub overhead: Duration,
    /// Stones on the board.
    pub stones: usize,
    /// Cells of the board that are still empty.
    pub empty: usize,
    /// The longest that the machine lately kept the engine from running, if known.
    pub delay: Option<Duration>,
}

/// The thinking granted when a move is wanted at once, and the least that a
/// share of the time left may shrink to: enough to see wins, blocks and short
/// forced wins.
const AT_ONCE: Duration = Duration::from_millis(20);

/// After this "at once" stops being true.
const AT_ONCE_END: Duration = Duration::from_millis(100);

/// The thinking granted when no time is left at all: a manager that still asks
/// grants a little, and wins and blocks take no time to see.
const NO_TIME: Duration = Duration::from_millis(2);

/// No answer gets out sooner than this, so nothing is given up sooner.
const SOONEST_END: Duration = Duration::from_millis(10);

/// A move may use this much of the increment that it earns, in percent.
const PERCENT_OF_INCREMENT: u32 = 80;

/// Kept back from every limit for what is not thinking: the pipe in both
/// directions, the scheduler, the last unit of work after the search sees the
/// clock, and a manager that polls every 10 ms.
const MARGIN: Duration = Duration::from_millis(40);

/// The margin may take at most one part in this many of a limit. With two
/// endless loops beside it on its core the engine was seen to answer up to
/// 28 ms after its hard limit, so turns of 50 and 100 ms cannot spare less.
const MARGIN_PART: u32 = 2;

/// The margin of a turn on a machine without delays: the pipe in both
/// directions, and a manager that polls every 10 ms.
const LEAST_MARGIN: Duration = Duration::from_millis(10);

/// The least margin also takes one part in this many of a turn: a long turn
/// spares it easily.
const LEAST_MARGIN_PART: u32 = 25;

/// The margin of a turn leaves room for this many delays as long as the
/// longest of late: one before the search begins, and one after its end.
const DELAYS: u32 = 2;

/// Where the machine is known to keep the engine waiting, its margin leaves one
/// part in this many of a turn for thought, whatever the delays: 4 ms of 20,
/// which a busy machine rarely interrupts.
const THOUGHT_PART: u32 = 5;

/// How many own moves to save for at the start of a game. Games last longer,
/// but many moves are forced and cost nothing, and time that is left when a
/// game ends was saved for nothing.
const MOVES_AT_START: usize = 18;

/// Stones after which one own move less is saved for.
const STONES_PER_MOVE: usize = 3;

/// An ordinary move takes this much of its turn, in percent, where time can be
/// saved for later moves.
const PERCENT_OF_TURN: u32 = 95;

/// With this many whole turns for each move to come there is nothing to save.
const ABUNDANCE: u32 = 2;

/// The fewest own moves to save for, however long the game already is. The
/// time left then shrinks by a fixed part at each move and never ends.
const FEWEST_MOVES: usize = 9;

/// What a move costs beside its thinking, on a busy machine: the pipe, the
/// scheduler, a manager that freezes and thaws the process. Not shared out, or
/// a game that fills the board overdraws its clock by answering at once.
const UPKEEP: Duration = Duration::from_millis(30);

/// The most own moves to keep the upkeep of: more is kept for hardly any game.
const UPKEEP_MOVES: u32 = 70;

/// How many ordinary shares one move in trouble may take.
const TROUBLE_SHARES: u32 = 3;

/// When to stop thinking.
pub fn plan(facts: &TimeFacts) -> TimeBudget {
    let turn = facts.turn.map(|turn| usable_turn(turn, facts));
    let (soft, hard) = match (turn, facts.left) {
        (None, None) => {
            return TimeBudget {
                started: facts.started,
                ..TimeBudget::UNLIMITED
            };
        }
        // Nothing is saved by stopping early.
        (Some(turn), None) => (turn, turn),
        (turn, Some(left)) => {
            let left = usable(left, facts);
            let earned = facts.increment * PERCENT_OF_INCREMENT / 100;
            let share = left.saturating_sub(upkeep(facts, left)) / own_moves_left(facts) + earned;
            let most = turn.map_or(left, |turn| turn.min(left));
            let is_abundant = share >= most * ABUNDANCE;
            let ordinary = match turn {
                Some(turn) if !is_abundant => (turn * PERCENT_OF_TURN / 100).min(left),
                _ => most,
            };
            (share.min(ordinary), (share * TROUBLE_SHARES).min(most))
        }
    };
    let floor = least(facts);
    let hard = hard.max(floor);
    TimeBudget {
        started: facts.started,
        soft: Some(facts.started + soft.max(floor)),
        hard: Some(facts.started + hard),
        end: Some(facts.started + patience(facts).max(hard)),
    }
}

/// What is kept of the time left for all but thinking, this move's part excluded.
fn upkeep(facts: &TimeFacts, left: Duration) -> Duration {
    let later_moves = own_moves_possible(facts) - 1;
    let upkeep = UPKEEP.max(facts.overhead);
    (upkeep * later_moves.min(UPKEEP_MOVES)).min(left * 19 / 20)
}

/// A limit without the margin.
fn usable(limit: Duration, facts: &TimeFacts) -> Duration {
    let margin = MARGIN.max(facts.overhead);
    limit.saturating_sub(margin.min(limit / MARGIN_PART))
}

/// A turn without its margin, which follows the delays of the machine once
/// they are known.
fn usable_turn(turn: Duration, facts: &TimeFacts) -> Duration {
    let Some(delay) = facts.delay else {
        return usable(turn, facts);
    };
    let least = LEAST_MARGIN.max(turn / LEAST_MARGIN_PART);
    let margin = (least + delay * DELAYS).min(MARGIN).max(facts.overhead);
    let least_thought = turn / THOUGHT_PART;
    turn.saturating_sub(margin).max(least_thought)
}

/// The thinking granted however small the share of the clock: within what the
/// turn and half of the time left allow, if they allow anything.
fn least(facts: &TimeFacts) -> Duration {
    let of_turn = facts
        .turn
        .filter(|turn| !turn.is_zero())
        .map(|turn| usable_turn(turn, facts));
    let of_left = facts
        .left
        .map(|left| (usable(left, facts) / 2 / own_moves_possible(facts)).max(NO_TIME));
    let limits = of_turn.into_iter().chain(of_left);
    limits.fold(AT_ONCE, Duration::min)
}

/// How long the manager waits for the move.
fn patience(facts: &TimeFacts) -> Duration {
    let of_turn = facts
        .turn
        .map(|turn| if turn.is_zero() { AT_ONCE_END } else { turn });
    let limits = of_turn.into_iter().chain(facts.left);
    limits.min().unwrap_or(Duration::MAX).max(SOONEST_END)
}

/// How many own moves to share the time left among, this one included.
fn own_moves_left(facts: &TimeFacts) -> u32 {
    let saved_for = MOVES_AT_START
        .saturating_sub(facts.stones / STONES_PER_MOVE)
        .max(FEWEST_MOVES);
    (saved_for as u32).min(own_moves_possible(facts))
}

/// How many own moves the board has room for, this one included.
fn own_moves_possible(facts: &TimeFacts) -> u32 {
    facts.empty.div_ceil(2).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARTED: Duration = Duration::from_secs(77);

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn facts(turn: Option<u64>, left: Option<u64>, stones: usize) -> TimeFacts {
        TimeFacts {
            started: STARTED,
            turn: turn.map(milliseconds),
            left: left.map(milliseconds),
            increment: Duration::ZERO,
            overhead: Duration::ZERO,
            stones,
            empty: 400 - stones,
            delay: None,
        }
    }

    /// Soft and hard thinking time in milliseconds.
    fn thinking(turn: Option<u64>, left: Option<u64>, stones: usize) -> (u64, u64) {
        let budget = plan(&facts(turn, left, stones));
        let since_start = |time: Option<Duration>| {
            time.expect("a limit is known")
                .saturating_sub(STARTED)
                .as_millis() as u64
        };
        (since_start(budget.soft), since_start(budget.hard))
    }

    /// Hard thinking time in milliseconds on a machine whose longest delay is known.
    fn hard_with_delay(turn: u64, delay: u64) -> u64 {
        let facts = TimeFacts {
            delay: Some(milliseconds(delay)),
            ..facts(Some(turn), None, 10)
        };
        let hard = plan(&facts).hard.expect("a limit is known");
        hard.saturating_sub(STARTED).as_millis() as u64
    }

    #[test]
    fn no_limit_known_is_no_limit() {
        let unlimited = TimeBudget {
            started: STARTED,
            ..TimeBudget::UNLIMITED
        };
        assert_eq!(plan(&facts(None, None, 10)), unlimited);
    }

    #[test]
    fn without_a_match_limit_the_whole_turn_is_used() {
        assert_eq!(thinking(Some(1_000), None, 10), (960, 960));
        assert_eq!(thinking(Some(300_000), None, 10), (299_960, 299_960));
    }

    #[test]
    fn tiny_turns_keep_a_smaller_margin() {
        assert_eq!(thinking(Some(100), None, 0), (60, 60));
        assert_eq!(thinking(Some(50), None, 0), (25, 25));
        assert_eq!(thinking(Some(10), None, 0), (5, 5));
    }

    #[test]
    fn a_machine_that_answers_quickly_gets_more_of_a_short_turn() {
        assert_eq!(hard_with_delay(100, 0), 90);
        assert_eq!(hard_with_delay(100, 2), 86);
        assert_eq!(hard_with_delay(100, 10), 70);
        assert_eq!(hard_with_delay(1_000, 0), 960);
        for turn in [50, 100, 1_000] {
            let (_, careful) = thinking(Some(turn), None, 10);
            assert!(hard_with_delay(turn, 1) >= careful, "{turn}");
        }
    }

    #[test]
    fn a_machine_that_answers_slowly_gets_less_of_a_short_turn() {
        assert_eq!(hard_with_delay(20, 3), 4);
        assert_eq!(hard_with_delay(50, 12), 16);
        for (turn, thought) in [(20, 4), (50, 10), (100, 60), (1_000, 960)] {
            assert_eq!(hard_with_delay(turn, 500), thought, "{turn}");
        }
    }

    #[test]
    fn a_move_wanted_at_once_comes_far_below_100_milliseconds() {
        for left in [None, Some(0), Some(1_000_000)] {
            let (soft, hard) = thinking(Some(0), left, 30);
            assert!(soft <= 25 && hard <= 25, "{left:?}: {soft} {hard}");
        }
        assert!(thinking(Some(5_000), Some(0), 30).1 <= 25);
        assert!(thinking(None, Some(3), 30).1 <= 25);
    }

    #[test]
    fn no_limit_is_ever_passed() {
        for turn in 1..2_000 {
            for left in [None, Some(turn), Some(10 * turn), Some(100 * turn)] {
                for stones in [0, 20, 100, 399] {
                    let (soft, hard) = thinking(Some(turn), left, stones);
                    assert!(soft <= hard, "{turn} {left:?} {stones}");
                    assert!(hard < turn, "{turn} {left:?} {stones}: {hard}");
                }
            }
        }
        for left in 3..3_000 {
            for turn in [None, Some(1_000)] {
                for stones in [0, 399] {
                    let (soft, hard) = thinking(turn, Some(left), stones);
                    assert!(soft <= hard && hard < left, "{left} {turn:?}: {hard}");
                }
            }
        }
    }

    #[test]
    fn the_answer_is_due_when_the_manager_stops_waiting() {
        let end = |turn, left| {
            let budget = plan(&facts(turn, left, 10));
            let end = budget.end.expect("a limit is known");
            assert!(budget.hard.expect("a limit is known") <= end);
            end.saturating_sub(STARTED).as_millis() as u64
        };
        assert_eq!(end(Some(1_000), None), 1_000);
        assert_eq!(end(Some(50), None), 50);
        assert_eq!(end(Some(5_000), Some(700)), 700);
        assert_eq!(end(None, Some(90_000)), 90_000);
        assert_eq!(end(Some(0), None), 100);
        assert_eq!(end(Some(1_000), Some(0)), 10, "there is no time to keep to");
    }

    #[test]
    fn an_increment_is_mostly_used_and_never_passes_a_limit() {
        let with_increment = |left| {
            plan(&TimeFacts {
                increment: milliseconds(2_000),
                ..facts(Some(30_000), Some(left), 40)
            })
        };
        let soft = |left| {
            let soft = with_increment(left).soft.expect("a limit is known");
            soft.saturating_sub(STARTED).as_millis() as u64
        };
        assert!((1_600..2_600).contains(&soft(10_000)), "{}", soft(10_000));
        assert!(soft(1_000) < 1_000);
        assert!(with_increment(1_000).hard.expect("a limit") < STARTED + milliseconds(1_000));
    }

    /// Plays a game at the soft budget and returns the time of each own move.
    fn game(turn: u64, whole: u64, own_moves: usize) -> Vec<u64> {
        let mut left = whole;
        (0..own_moves)
            .map(|number| {
                let (soft, _) = thinking(Some(turn), Some(left), 2 * number);
                left -= soft;
                soft
            })
            .collect()
    }

    #[test]
    fn a_game_of_ordinary_length_uses_most_of_its_time() {
        for (turn, whole) in [
            (1_000, 20_000),
            (5_000, 100_000),
            (30_000, 180_000),
            (300_000, 1_000_000),
        ] {
            let used: u64 = game(turn, whole, 25).iter().sum();
            assert!(used * 10 > whole * 8, "{turn}/{whole}: {used}");
        }
    }

    #[test]
    fn an_ordinary_move_leaves_some_of_its_turn_for_later_moves() {
        assert_eq!(thinking(Some(1_000), Some(20_000), 6), (912, 960));
        // A game of a thousand turns has nothing to save for.
        assert_eq!(thinking(Some(1_000), Some(1_000_000), 6), (960, 960));
    }

    #[test]
    fn a_very_long_game_never_starves() {
        let times = game(1_000, 20_000, 60);
        assert!(times[0] >= 800, "{times:?}");
        assert!(times[29] >= 100, "{times:?}");
        assert!(times[59] >= 10, "{times:?}");
    }

    #[test]
    fn a_game_that_fills_the_board_pays_for_its_delays() {
        const DELAY: u64 = 20;
        for (turn, whole, cells) in [(2_000, 40_000, 225), (30_000, 180_000, 225)] {
            let mut left = whole;
            for number in 0..cells / 2 {
                let facts = TimeFacts {
                    empty: cells - 2 * number,
                    ..facts(Some(turn), Some(left), 2 * number)
                };
                let soft = plan(&facts).soft.expect("a limit is known");
                let spent = soft.saturating_sub(STARTED).as_millis() as u64 + DELAY;
                assert!(
                    spent <= left,
                    "{turn}/{whole}, move {number}: {spent} of {left}"
                );
                left -= spent;
            }
        }
    }

    #[test]
    fn a_manager_that_charges_its_own_polling_drains_no_clock() {
        for (overhead, turn, whole, cells) in [
            (100, 5_000, 120_000, 400),
            (100, 2_000, 40_000, 225),
            (300, 30_000, 180_000, 225),
        ] {
            let mut left = whole;
            for number in 0..cells / 2 {
                let facts = TimeFacts {
                    empty: cells - 2 * number,
                    overhead: milliseconds(overhead),
                    ..facts(Some(turn), Some(left), 2 * number)
                };
                let budget = plan(&facts);
                let since_start = |time: Option<Duration>| {
                    let time = time.expect("a limit is known").saturating_sub(STARTED);
                    time.as_millis() as u64
                };
                assert!(
                    since_start(budget.hard) + overhead <= turn,
                    "{turn}/{whole}"
                );
                let charged = since_start(budget.soft) + overhead;
                // Past the moves that are saved for, only the overhead is left to pay.
                let is_saved_for = number < UPKEEP_MOVES as usize;
                assert!(
                    charged <= left || !is_saved_for,
                    "{turn}/{whole}, move {number}: {charged} of {left}"
                );
                left = left.saturating_sub(charged);
            }
        }
    }

    #[test]
    fn moves_in_trouble_for_a_whole_game_never_run_out_of_time() {
        let mut left = 20_000;
        for number in 0..100 {
            let (_, hard) = thinking(Some(1_000), Some(left), 2 * number);
            assert!(hard <= left.max(2), "move {number}: {hard} of {left}");
            left = left.saturating_sub(hard);
        }
    }

    #[test]
    fn an_almost_full_board_does_not_hoard_time() {
        let mut facts = facts(None, Some(10_000), 398);
        facts.empty = 2;
        let budget = plan(&facts);
        assert!(budget.soft.expect("a limit is known") > STARTED + milliseconds(9_000));
    }
}
