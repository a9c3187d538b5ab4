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

/// How much a stone on a cell is worth trying, from the patterns of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Urgency {
    /// For the colour whose patterns they are.
    pub attack: i16,
    /// For its opponent.
    pub defence: i16,
}

/// Everything that evaluation knows of a cell from the patterns of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// The numbers to be summed.
    pub values: Values<i16>,
    /// The numbers to order moves by.
    pub urgency: Urgency,
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
    /// Apart from the meanings: asked for seldom, while those are for every cell touched.
    urgencies: [Box<[Urgency; 1 << 16]>; 2],
    tempo: [i16; 2],
}

impl CellTable {
    /// Asks the function for the worth of every combination. A cell whose four
    /// lines are dead is worth nothing, as stones are, whatever it says. The
    /// tempo is what the turn itself is worth to each colour.
    pub fn new(rule: Rule, tempo: [i16; 2], worth: impl Fn(Color, CellPatterns) -> Worth) -> Self {
        let rules = RuleTables::of(rule);
        let worth = |color: Color, bits: usize| match bits {
            0 => Worth::default(),
            _ => worth(color, CellPatterns(bits as u16)),
        };
        let meaning = |color: Color, bits: usize| CellMeaning {
            values: worth(color, bits).values,
            threat: rules.threat(color, CellPatterns(bits as u16)),
        };
        Self {
            rules,
            meanings: Color::ALL.map(|color| boxed_array(|bits| meaning(color, bits))),
            urgencies: Color::ALL.map(|color| boxed_array(|bits| worth(color, bits).urgency)),
            tempo,
        }
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

    /// How much a stone is worth trying where a colour has these patterns.
    #[inline]
    pub fn urgency(&self, color: Color, patterns: CellPatterns) -> Urgency {
        self.urgencies[color.index()][patterns.0 as usize]
    }

    /// What the turn itself is worth to a colour.
    pub const fn tempo(&self, color: Color) -> i16 {
        self.tempo[color.index()]
    }
}
