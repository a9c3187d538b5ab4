//! The keys of `INFO`. Whatever cannot be read is nothing: a manager does not
//! expect an answer to `INFO` and would take one for the answer to something
//! else.

use super::database::text_from_bytes;
use super::scanner::Scanner;
use crate::types::Rule;

/// A fact or setting told by `INFO`.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// `time_increment`, milliseconds a move.
    TimeIncrement(i64),
    /// `caution_factor`, from 0 to 5: how far from the stones to look.
    CautionFactor(i64),
    /// `pondering`: whether to use the opponent's time.
    Pondering(bool),
    /// `show_detail`, two bits: realtime lines, blocks of `INFO` lines.
    ShowDetail(u64),
    /// `message`: whether a line about the search comes before each move.
    Message(bool),
    /// `usedatabase`: whether the memory of positions is used.
    UseDatabase(bool),
    /// `database_readonly`: whether nothing is written there.
    ProtectDatabase(bool),
    /// `folder`: where files may be kept.
    Folder(String),
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
        if key == b"folder" {
            return Self::Folder(text_from_bytes(arguments.rest()));
        }
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
            (b"time_increment", _) => Self::TimeIncrement(number),
            (b"usedatabase", _) => Self::UseDatabase(number != 0),
            (b"database_readonly", _) => Self::ProtectDatabase(number != 0),
            (b"caution_factor", _) => Self::CautionFactor(number),
            (b"pondering", Ok(number)) => Self::Pondering(number != 0),
            (b"show_detail", Ok(number)) => Self::ShowDetail(number),
            (b"message", Ok(number)) => Self::Message(number != 0),
            _ => Self::Nothing,
        }
    }
}

/// The bits of the rule's number.
const EXACT_FIVE: i64 = 1;
const RENJU: i64 = 4;
const CARO: i64 = 8;

/// How the numbers of `INFO rule` are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleNumbers {
    /// Bits, as Gomocup has it.
    #[default]
    Gomocup,
    /// A list, as Yixin-Board and gomoku-calculator have it: 2 is renju, 5 and
    /// 6 are freestyle with openings by swapping.
    Yixin,
}

/// The rule a number stands for. Bits without a meaning are ignored; of renju
/// and caro together renju holds. That games are continuous shows in the
/// positions, by their dead stones.
pub const fn rule_from_number(number: i64, numbers: RuleNumbers) -> Rule {
    match (numbers, number) {
        (RuleNumbers::Yixin, 2) => return Rule::Renju,
        (RuleNumbers::Yixin, 5 | 6) => return Rule::Freestyle,
        _ => {}
    }
    if number & RENJU != 0 {
        return Rule::Renju;
    }
    match (number & CARO != 0, number & EXACT_FIVE != 0) {
        (false, false) => Rule::Freestyle,
        (false, true) => Rule::Standard,
        (true, false) => Rule::Caro,
        (true, true) => Rule::CaroExact,
    }
}

/// The number of a rule in `INFO rule`, as Gomocup has it.
#[cfg(feature = "cli")]
pub const fn rule_number(rule: Rule) -> i64 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => EXACT_FIVE,
        Rule::Renju => RENJU,
        Rule::Caro => CARO,
        Rule::CaroExact => CARO | EXACT_FIVE,
    }
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
            "no_such_key 17",
            "\u{e9} 17",
        ] {
            assert_eq!(parse(text), Info::Nothing, "{text}");
        }
    }

    #[test]
    fn every_rule_is_read_back_from_its_number() {
        for rule in Rule::ALL {
            let number = rule_number(rule);
            assert_eq!(rule_from_number(number, RuleNumbers::Gomocup), rule);
        }
    }

    #[test]
    fn rules_are_bits() {
        let gomocup = |number| rule_from_number(number, RuleNumbers::Gomocup);
        assert_eq!(gomocup(0), Rule::Freestyle);
        assert_eq!(gomocup(1), Rule::Standard);
        assert_eq!(gomocup(2), Rule::Freestyle, "and continuous");
        assert_eq!(gomocup(3), Rule::Standard, "and continuous");
        assert_eq!(gomocup(4), Rule::Renju);
        assert_eq!(gomocup(8), Rule::Caro);
        assert_eq!(gomocup(9), Rule::CaroExact);
        assert_eq!(gomocup(11), Rule::CaroExact, "and continuous");
        assert_eq!(gomocup(16), Rule::Freestyle);
        assert_eq!(gomocup(12), Rule::Renju);
    }

    #[test]
    fn two_is_renju_for_yixin_and_five_and_six_are_openings() {
        let yixin = |number| rule_from_number(number, RuleNumbers::Yixin);
        assert_eq!(yixin(0), Rule::Freestyle);
        assert_eq!(yixin(1), Rule::Standard);
        assert_eq!(yixin(2), Rule::Renju);
        assert_eq!(yixin(4), Rule::Renju);
        assert_eq!(yixin(5), Rule::Freestyle);
        assert_eq!(yixin(6), Rule::Freestyle);
    }

    #[test]
    fn settings_of_analysis_boards_are_read() {
        assert_eq!(parse("THREAD_NUM 4"), Info::Threads(4));
        assert_eq!(parse("time_increment 2000"), Info::TimeIncrement(2_000));
        assert_eq!(parse("caution_factor 3"), Info::CautionFactor(3));
        assert_eq!(parse("pondering 1"), Info::Pondering(true));
        assert_eq!(parse("PONDERING 0"), Info::Pondering(false));
        assert_eq!(parse("SHOW_DETAIL 3"), Info::ShowDetail(3));
        assert_eq!(parse("show_detail -1"), Info::Nothing);
        assert_eq!(parse("usedatabase 0"), Info::UseDatabase(false));
        assert_eq!(parse("database_readonly 1"), Info::ProtectDatabase(true));
        let folder = Info::Folder("C:\\my files\\".into());
        assert_eq!(parse("folder C:\\my files\\"), folder);
    }
}
