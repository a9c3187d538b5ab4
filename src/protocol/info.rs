//! The keys of `INFO`. Whatever cannot be read is nothing: a manager does not
//! expect an answer to `INFO` and would take one for the answer to something
//! else.

use super::scanner::Scanner;
use crate::types::Rule;

/// A fact or setting told by `INFO`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Info {
    /// `timeout_turn`, milliseconds; 0 asks for moves at once.
    TurnTime(i64),
    /// `timeout_match`, milliseconds; 0 is no limit.
    MatchTime(i64),
    /// `time_left`, milliseconds; may be negative.
    TimeLeft(i64),
    /// `max_memory`, bytes for the whole process; 0 is no limit.
    MaxMemory(u64),
    /// `hash_size`, kibibytes for the tables.
    HashSize(u64),
    /// `rule`, a number whose meaning depends on the [`Dialect`].
    Rule(i64),
    /// `max_depth`; `None` is no limit.
    MaxDepth(Option<u32>),
    /// `max_node`; `None` is no limit.
    MaxNodes(Option<u64>),
    /// `thread_num`, any number.
    Threads(i64),
    /// `strength`, from 0 to 100.
    Strength(i64),
    /// `message`: whether a line about the search comes before each move.
    Message(bool),
    /// Anything else.
    Nothing,
}

/// Two ways of speaking the protocol that give the same words other meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Gomocup's: coordinates are column, row; rules are bits.
    #[default]
    Gomocup,
    /// Yixin-Board's: coordinates are row, column; rule 2 is renju; a search
    /// that is cut short still prints its move.
    Yixin,
}

impl Info {
    /// Reads what follows the word `INFO`.
    pub(super) fn parse(mut arguments: Scanner) -> Self {
        let key = arguments.word().to_ascii_lowercase();
        let Some(number) = arguments.whole_number() else {
            return Self::Nothing;
        };
        // 0 and -1 are both used for "off".
        let limit = u64::try_from(number).ok().filter(|&limit| limit > 0);
        match (key.as_slice(), u64::try_from(number)) {
            (b"timeout_turn", _) => Self::TurnTime(number),
            (b"timeout_match", _) => Self::MatchTime(number),
            (b"time_left", _) => Self::TimeLeft(number),
            (b"max_memory", Ok(bytes)) => Self::MaxMemory(bytes),
            (b"hash_size", Ok(kibibytes)) => Self::HashSize(kibibytes),
            (b"rule", Ok(_)) => Self::Rule(number),
            (b"max_depth", _) => {
                Self::MaxDepth(limit.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)))
            }
            (b"max_node", _) => Self::MaxNodes(limit),
            (b"thread_num", _) => Self::Threads(number),
            (b"strength", _) => Self::Strength(number),
            (b"message", Ok(number)) => Self::Message(number != 0),
            _ => Self::Nothing,
        }
    }
}

/// The rule a number stands for, and whether the game is a continuous one.
/// Bits without a meaning are ignored; of renju and caro together renju holds.
pub const fn rule_from_number(number: i64, dialect: Dialect) -> (Rule, bool) {
    const EXACT_FIVE: i64 = 1;
    const CONTINUOUS: i64 = 2;
    const RENJU: i64 = 4;
    const CARO: i64 = 8;
    if matches!(dialect, Dialect::Yixin) && number == 2 {
        return (Rule::Renju, false);
    }
    let rule = if number & RENJU != 0 {
        Rule::Renju
    } else {
        match (number & CARO != 0, number & EXACT_FIVE != 0) {
            (false, false) => Rule::Freestyle,
            (false, true) => Rule::Standard,
            (true, false) => Rule::Caro,
            (true, true) => Rule::CaroExact,
        }
    };
    (rule, number & CONTINUOUS != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Info {
        Info::parse(Scanner::new(text.as_bytes()))
    }

    #[test]
    fn keys_are_read_in_any_case_with_any_blanks() {
        assert_eq!(parse("timeout_turn 5000"), Info::TurnTime(5_000));
        assert_eq!(parse(" TIMEOUT_TURN\t 5000 "), Info::TurnTime(5_000));
        assert_eq!(parse("STRENGTH 70"), Info::Strength(70));
        assert_eq!(parse("time_left -40"), Info::TimeLeft(-40));
        assert_eq!(parse("max_memory 8589934592"), Info::MaxMemory(1 << 33));
    }

    #[test]
    fn limits_switched_off_are_no_limits() {
        for off in ["0", "-1"] {
            assert_eq!(parse(&format!("max_node {off}")), Info::MaxNodes(None));
            assert_eq!(parse(&format!("max_depth {off}")), Info::MaxDepth(None));
        }
        assert_eq!(parse("max_node 1000"), Info::MaxNodes(Some(1_000)));
        assert_eq!(
            parse("max_depth 99999999999"),
            Info::MaxDepth(Some(u32::MAX))
        );
    }

    #[test]
    fn what_cannot_be_read_is_nothing() {
        for text in [
            "",
            "timeout_turn",
            "timeout_turn abc",
            "timeout_turn 5s",
            "timeout_turn 1.5",
            "max_memory -1",
            "rule -4",
            "evaluate 3,4",
            "folder C:\\my files\\",
            "no_such_key 17",
            "\u{e9} 17",
        ] {
            assert_eq!(parse(text), Info::Nothing, "{text}");
        }
    }

    #[test]
    fn rules_are_bits() {
        let gomocup = |number| rule_from_number(number, Dialect::Gomocup);
        assert_eq!(gomocup(0), (Rule::Freestyle, false));
        assert_eq!(gomocup(1), (Rule::Standard, false));
        assert_eq!(gomocup(2), (Rule::Freestyle, true));
        assert_eq!(gomocup(3), (Rule::Standard, true));
        assert_eq!(gomocup(4), (Rule::Renju, false));
        assert_eq!(gomocup(8), (Rule::Caro, false));
        assert_eq!(gomocup(9), (Rule::CaroExact, false));
        assert_eq!(gomocup(11), (Rule::CaroExact, true));
        assert_eq!(gomocup(16), (Rule::Freestyle, false));
        assert_eq!(gomocup(12), (Rule::Renju, false));
    }

    #[test]
    fn two_is_renju_for_yixin() {
        let yixin = |number| rule_from_number(number, Dialect::Yixin);
        assert_eq!(yixin(0), (Rule::Freestyle, false));
        assert_eq!(yixin(1), (Rule::Standard, false));
        assert_eq!(yixin(2), (Rule::Renju, false));
        assert_eq!(yixin(4), (Rule::Renju, false));
    }
}
