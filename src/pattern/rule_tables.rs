//! All tables of one rule, computed on first use and shared from then on.

use super::arm::{Arm, MAX_REACH};
use super::line::{CellPatterns, LinePattern};
use super::table::{FiveRule, LineTable};
use super::threat::Threat;
use crate::types::{Color, Rule};
use std::sync::OnceLock;

/// Bits of one side of a cell's window: five cells for each colour.
const SIDE_BITS: usize = 2 * MAX_REACH;
/// Packed patterns of a cell.
const CELL_PATTERNS: usize = 1 << 16;

/// The tables of one rule.
pub struct RuleTables {
    rule: Rule,
    reach: usize,
    lines: [LineTable; 2],
    /// From the bits of a side to the number of both colours' arms.
    low_arms: Box<[[u8; 2]; 1 << SIDE_BITS]>,
    high_arms: Box<[[u8; 2]; 1 << SIDE_BITS]>,
    threats: [Box<[Threat; CELL_PATTERNS]>; 2],
}

impl RuleTables {
    /// The tables of a rule.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<RuleTables>; 5] = [const { OnceLock::new() }; 5];
        TABLES[rule.index()].get_or_init(|| Self::new(rule))
    }

    fn new(rule: Rule) -> Self {
        let five_rules = Color::ALL.map(|color| five_rule(rule, color));
        let reach = five_rules[0].reach().max(five_rules[1].reach());
        let lines = five_rules.map(|five_rule| LineTable::new(five_rule, reach));
        let arms = |nearest_last: bool| {
            boxed_array(|bits| {
                let side = |color: usize| {
                    let cells = (bits >> (color * MAX_REACH) & ((1 << MAX_REACH) - 1)) as u8;
                    if nearest_last {
                        cells.reverse_bits() >> (8 - MAX_REACH)
                    } else {
                        cells
                    }
                };
                [0, 1].map(|color: usize| {
                    let arm = Arm::from_bits(side(color), side(1 - color), reach);
                    lines[color].arm_number(arm) as u8
                })
            })
        };
        let (low_arms, high_arms) = (arms(true), arms(false));
        Self {
            rule,
            reach,
            lines,
            low_arms,
            high_arms,
            threats: five_rules.map(|five_rule| {
                boxed_array(|bits| Threat::combine(CellPatterns(bits as u16), five_rule.has_fouls))
            }),
        }
    }

    /// The rule these tables belong to.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How far apart two cells of a line can matter to each other.
    pub const fn reach(&self) -> usize {
        self.reach
    }

    /// What a stone of either colour on the cell at this bit makes, from the
    /// words of its line (Black's and White's stones, walls in both).
    #[inline]
    pub fn line_patterns(&self, line: [u64; 2], bit: usize) -> [LinePattern; 2] {
        const SIDE: u64 = (1 << MAX_REACH) - 1;
        let [black, white] = line.map(|word| word >> (bit - MAX_REACH));
        let low = black & SIDE | (white & SIDE) << MAX_REACH;
        let above = MAX_REACH + 1;
        let high = black >> above & SIDE | (white >> above & SIDE) << MAX_REACH;
        let low = self.low_arms[low as usize];
        let high = self.high_arms[high as usize];
        [
            self.lines[0].by_numbers(low[0] as usize, high[0] as usize),
            self.lines[1].by_numbers(low[1] as usize, high[1] as usize),
        ]
    }

    /// What a stone of this colour threatens, from its patterns.
    #[inline]
    pub fn threat(&self, color: Color, patterns: CellPatterns) -> Threat {
        self.threats[color.index()][patterns.0 as usize]
    }
}

fn five_rule(rule: Rule, color: Color) -> FiveRule {
    let black_of_renju = rule == Rule::Renju && color == Color::Black;
    FiveRule {
        longer_wins: match rule {
            Rule::Freestyle | Rule::Caro => true,
            Rule::Standard | Rule::CaroExact => false,
            Rule::Renju => !black_of_renju,
        },
        enclosed_is_void: rule.enclosed_five_is_void(),
        has_fouls: black_of_renju,
    }
}

/// A table on the heap, filled by a function of the index; too large for the stack.
pub fn boxed_array<T, const N: usize>(entry: impl FnMut(usize) -> T) -> Box<[T; N]> {
    let entries: Box<[T]> = (0..N).map(entry).collect();
    entries
        .try_into()
        .unwrap_or_else(|_| unreachable!("N entries were made"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_tables_of_its_own_reach() {
        for rule in Rule::ALL {
            let expected = if rule == Rule::Freestyle { 4 } else { 5 };
            assert_eq!(RuleTables::of(rule).reach(), expected, "{rule}");
            assert_eq!(RuleTables::of(rule).rule(), rule);
        }
    }
}
