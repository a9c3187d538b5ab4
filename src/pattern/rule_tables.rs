//! All tables of one rule, computed on first use and shared from then on.

use super::arm::{Arm, MAX_REACH};
use super::line::{CellPatterns, LinePair, LinePattern};
use super::table::{FiveRule, LineTable};
use super::threat::Threat;
use crate::types::{Color, Rule};
use std::sync::OnceLock;

/// Bits of one side of a cell's window: five cells for each colour.
const SIDE_BITS: usize = 2 * MAX_REACH;

/// The tables of one rule.
pub struct RuleTables {
    rule: Rule,
    reach: usize,
    /// From the bits of a side to the number of what both colours see there.
    low_sides: Box<[u8; 1 << SIDE_BITS]>,
    high_sides: Box<[u8; 1 << SIDE_BITS]>,
    /// What each number of a side stands for.
    sides: Vec<Side>,
    /// The numbers of the sides behind each line code, the larger one first.
    codes: Vec<[u8; 2]>,
    /// From the numbers of both sides to the patterns of both colours.
    lines: Box<[LinePair; SIDE_LIMIT * SIDE_LIMIT]>,
    threats: [Box<[Threat; CellPatterns::COMBINATIONS]>; 2],
}

/// Sides are numbered below this.
const SIDE_LIMIT: usize = 256;
/// Entries from one row of sides to the next; not a power of two, so that the
/// rows in use spread over the processor's cache.
const SIDE_STRIDE: usize = 199;

/// One side of a cell in one direction, as both colours see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    /// The numbers of the colours' arms.
    arms: [usize; 2],
    /// Whether a stone stands on it.
    has_stones: bool,
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
        let tables = five_rules.map(|five_rule| LineTable::new(five_rule, reach));
        // What one colour sees on a side is an arm, what both see a pair of
        // arms; there are few different pairs.
        let mut sides: Vec<Side> = Vec::new();
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
            // Walls are set for both colours, and hide what lies behind them.
            let wall = (cells(0) & cells(1)).trailing_zeros().min(reach as u32);
            let has_stones = (cells(0) | cells(1)) & ((1 << wall) - 1) != 0;
            let side = Side { arms, has_stones };
            let known = sides.iter().position(|&other| other == side);
            known.unwrap_or_else(|| {
                sides.push(side);
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
                [0, 1].map(|color| tables[color].by_numbers(low.arms[color], high.arms[color]));
            LinePair::new(black, white)
        });
        Self {
            rule,
            reach,
            low_sides,
            high_sides,
            codes: (0..sides.len())
                .flat_map(|high| (0..=high).map(move |low| [high as u8, low as u8]))
                .collect(),
            sides,
            lines,
            threats: five_rules.map(threats),
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
        let [low, high] = self.side_numbers(line, bit);
        self.lines[low * SIDE_STRIDE + high]
    }

    /// The numbers of both sides of the cell at this bit of a line.
    #[inline]
    fn side_numbers(&self, line: [u64; 2], bit: usize) -> [usize; 2] {
        const SIDE: u64 = (1 << MAX_REACH) - 1;
        const ABOVE: usize = MAX_REACH + 1;
        let [black, white] = line.map(|word| word >> (bit - MAX_REACH));
        let low = black & SIDE | (white & SIDE) << MAX_REACH;
        let high = black >> ABOVE & SIDE | (white >> ABOVE & SIDE) << MAX_REACH;
        [
            self.low_sides[low as usize] as usize,
            self.high_sides[high as usize] as usize,
        ]
    }

    /// What a stone of this colour threatens, from its patterns.
    #[inline]
    pub fn threat(&self, color: Color, patterns: CellPatterns) -> Threat {
        self.threats[color.index()][patterns.combination()]
    }
}

/// Line codes: a number for all that either colour sees from a cell along a
/// line, the same for a line and its mirror image. Finer than patterns.
impl RuleTables {
    /// How many codes there are.
    pub fn code_count(&self) -> usize {
        self.codes.len()
    }

    /// The code of the cell at this bit of a line.
    #[inline]
    pub fn line_code(&self, line: [u64; 2], bit: usize) -> usize {
        let [low, high] = self.side_numbers(line, bit);
        code(low.max(high), low.min(high))
    }

    /// Whether a stone stands on a line of this code.
    pub fn code_has_stones(&self, code: usize) -> bool {
        self.code_sides(code).iter().any(|side| side.has_stones)
    }

    /// What a stone on a cell with this code makes.
    pub fn code_patterns(&self, code: usize) -> LinePair {
        let [high, low] = self.codes[code];
        self.lines[low as usize * SIDE_STRIDE + high as usize]
    }

    /// The code of the same line with the colours exchanged; nothing where
    /// the rule treats the colours differently.
    pub fn swapped_code(&self, code: usize) -> Option<usize> {
        let swapped = self.code_sides(code).map(|side| {
            let arms = [side.arms[1], side.arms[0]];
            self.sides
                .iter()
                .position(|other| (other.arms, other.has_stones) == (arms, side.has_stones))
        });
        let (high, low) = (swapped[0]?, swapped[1]?);
        (self.rule != Rule::Renju).then(|| self::code(high.max(low), high.min(low)))
    }

    fn code_sides(&self, code: usize) -> [Side; 2] {
        self.codes[code].map(|side| self.sides[side as usize])
    }
}

/// The number of an unordered pair of sides, the larger number first.
const fn code(high: usize, low: usize) -> usize {
    high * (high + 1) / 2 + low
}

fn five_rule(rule: Rule, color: Color) -> FiveRule {
    FiveRule {
        longer_wins: rule.longer_wins(color),
        enclosed_is_void: rule.enclosed_five_is_void(),
        has_fouls: rule == Rule::Renju && color == Color::Black,
    }
}

/// What the combinations of patterns threaten.
fn threats(five_rule: FiveRule) -> Box<[Threat; CellPatterns::COMBINATIONS]> {
    let mut threats = boxed_array(|_| Threat::Quiet);
    for bits in 0..=u16::MAX {
        let patterns = CellPatterns(bits);
        // Numbers without a pattern do not occur.
        if (0..4).all(|direction| bits >> (4 * direction) & 15 < LinePattern::COUNT as u16) {
            threats[patterns.combination()] = Threat::combine(patterns, five_rule.has_fouls);
        }
    }
    threats
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

    #[test]
    fn codes_tell_patterns_stones_and_colours_of_random_lines() {
        let mut random = fastrand::Rng::with_seed(5);
        for rule in Rule::ALL {
            let tables = RuleTables::of(rule);
            for _ in 0..20_000 {
                let stones = [random.u64(..), random.u64(..) & random.u64(..)];
                let walls = random.u64(..) & random.u64(..) & random.u64(..) & random.u64(..);
                let line = [stones[0] & !stones[1] | walls, stones[1] | walls];
                let bit = random.usize(MAX_REACH..59);
                let code = tables.line_code(line, bit);
                assert!(code < tables.code_count());
                assert_eq!(tables.code_patterns(code), tables.line_patterns(line, bit));
                let mirrored = line.map(u64::reverse_bits);
                assert_eq!(tables.line_code(mirrored, 63 - bit), code);
                let swapped = tables.line_code([line[1], line[0]], bit);
                match tables.swapped_code(code) {
                    Some(other) => assert_eq!(other, swapped),
                    None => assert_eq!(rule, Rule::Renju),
                }
                let reach = tables.reach();
                let window = ((1 << (2 * reach + 1)) - 1) & !(1 << reach);
                let near = (line[0] ^ line[1]) >> (bit - reach) & window;
                // A stone behind a wall is not seen.
                assert!(near != 0 || !tables.code_has_stones(code));
                let no_walls = line[0] & line[1] == 0;
                assert!(!no_walls || (near != 0) == tables.code_has_stones(code));
            }
        }
    }

    #[test]
    fn codes_number_pairs_of_sides() {
        for rule in Rule::ALL {
            for (number, &[high, low]) in RuleTables::of(rule).codes.iter().enumerate() {
                assert_eq!(code(high as usize, low as usize), number, "{rule}");
            }
        }
    }
}
