//! All tables of one rule, computed on first use and shared from then on.

use super::arm::{Arm, MAX_REACH};
use super::line::{CellPatterns, LinePair};
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
    /// From the bits of a side to the number of what both colours see there.
    low_sides: Box<[u8; 1 << SIDE_BITS]>,
    high_sides: Box<[u8; 1 << SIDE_BITS]>,
    /// From the numbers of both sides to the patterns of both colours.
    lines: Box<[LinePair; SIDE_LIMIT * SIDE_LIMIT]>,
    threats: [Box<[Threat; CELL_PATTERNS]>; 2],
}

/// Sides are numbered below this.
const SIDE_LIMIT: usize = 256;
/// Entries from one row of sides to the next; not a power of two, so that the
/// rows in use spread over the processor's cache.
const SIDE_STRIDE: usize = 199;

impl RuleTables {
    /// The tables of a rule.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<RuleTables>; 5] = [const { OnceLock::new() }; 5];
        TABLES[rule.index()].get_or_init(|| Self::new(rule))
    }

    fn new(rule: Rule) -> Self {
        let five_rules = Color::ALL.map(|color| five_rule(rule, color));
        let reach = five_rules[0].reach().max(five_rules[1].reach());
        let tables = five_rules.map(|five_rule| LineTable::new(five_rule, reach));
        // What one colour sees on a side is an arm, what both see a pair of
        // arms; there are few different pairs.
        let mut sides: Vec<[usize; 2]> = Vec::new();
        let mut number = |bits: usize, nearest_last: bool| {
            let cells = |color: usize| {
                let cells = (bits >> (color * MAX_REACH) & ((1 << MAX_REACH) - 1)) as u8;
                if nearest_last {
                    cells.reverse_bits() >> (8 - MAX_REACH)
                } else {
                    cells
                }
            };
            let arms = [0, 1].map(|color: usize| {
                let arm = Arm::from_bits(cells(color), cells(1 - color), reach);
                tables[color].arm_number(arm)
            });
            let known = sides.iter().position(|&side| side == arms);
            known.unwrap_or_else(|| {
                sides.push(arms);
                sides.len() - 1
            }) as u8
        };
        let low_sides = boxed_array(|bits| number(bits, true));
        let high_sides = boxed_array(|bits| number(bits, false));
        debug_assert!(sides.len() <= SIDE_STRIDE);
        let lines = boxed_array(|index| {
            let (low, high) = (
                sides.get(index / SIDE_STRIDE),
                sides.get(index % SIDE_STRIDE),
            );
            let (Some(low), Some(high)) = (low, high) else {
                return LinePair::default();
            };
            let [black, white] =
                [0, 1].map(|color| tables[color].by_numbers(low[color], high[color]));
            LinePair::new(black, white)
        });
        Self {
            rule,
            reach,
            low_sides,
            high_sides,
            lines,
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
    pub fn line_patterns(&self, line: [u64; 2], bit: usize) -> LinePair {
        const SIDE: u64 = (1 << MAX_REACH) - 1;
        const ABOVE: usize = MAX_REACH + 1;
        let [black, white] = line.map(|word| word >> (bit - MAX_REACH));
        let low = black & SIDE | (white & SIDE) << MAX_REACH;
        let high = black >> ABOVE & SIDE | (white >> ABOVE & SIDE) << MAX_REACH;
        let low = self.low_sides[low as usize] as usize;
        let high = self.high_sides[high as usize] as usize;
        self.lines[low * SIDE_STRIDE + high]
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
