//! What a cell's patterns amount to, by table: its class, and numbers to be
//! summed over the empty cells. The position keeps the sums; what the numbers
//! mean is evaluation's business.

use crate::pattern::line::CellPatterns;
use crate::pattern::rule_tables::boxed_array;
use crate::pattern::{RuleTables, Threat};
use crate::types::{Color, Rule};

/// What something is worth to its owner, by whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Values<T> {
    /// When the owner is to move.
    pub to_move: T,
    /// When the opponent is to move.
    pub waiting: T,
}

impl Values<i32> {
    /// Puts new numbers in the place of old ones in a sum.
    pub fn exchange(&mut self, old: Values<i16>, new: Values<i16>) {
        self.to_move += i32::from(new.to_move) - i32::from(old.to_move);
        self.waiting += i32::from(new.waiting) - i32::from(old.waiting);
    }
}

/// The class and the values of one combination of patterns. They stand together
/// because they are always wanted together: one memory access, not two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellMeaning {
    /// The numbers to be summed.
    pub values: Values<i16>,
    /// The class.
    pub threat: Threat,
}

/// For each colour, the meaning of every combination of a cell's four patterns.
pub struct CellTable {
    rules: &'static RuleTables,
    meanings: [Box<[CellMeaning; 1 << 16]>; 2],
}

impl CellTable {
    /// Asks the function for the value of every combination. A cell whose four
    /// lines are dead is worth nothing, as stones are, whatever it says.
    pub fn new(rule: Rule, value: impl Fn(Color, CellPatterns) -> Values<i16>) -> Self {
        let rules = RuleTables::of(rule);
        let meaning = |color: Color, bits: usize| {
            let patterns = CellPatterns(bits as u16);
            CellMeaning {
                values: if bits == 0 {
                    Values::default()
                } else {
                    value(color, patterns)
                },
                threat: rules.threat(color, patterns),
            }
        };
        let meanings = Color::ALL.map(|color| boxed_array(|bits| meaning(color, bits)));
        Self { rules, meanings }
    }

    /// The tables of the rule.
    pub const fn rules(&self) -> &'static RuleTables {
        self.rules
    }

    /// What a colour's patterns amount to.
    #[inline]
    pub fn meaning(&self, color: Color, patterns: CellPatterns) -> CellMeaning {
        self.meanings[color.index()][patterns.0 as usize]
    }
}
