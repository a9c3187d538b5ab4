//! What a cell's patterns amount to, by table: its classes, and numbers to be
//! summed over the empty cells. The position keeps the sums; what the numbers
//! mean is evaluation's business.

use super::cell::{Balance, CellFacts, CellState};
use crate::pattern::line::{CellPatterns, PatternPairs};
use crate::pattern::rule_tables::boxed_array;
use crate::pattern::{LinePattern, RuleTables};
use crate::types::{Color, Point, Rule};

/// What something is worth to its owner, by whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// When the owner is to move.
    pub to_move: i16,
    /// When the opponent is to move.
    pub waiting: i16,
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
    pub values: Values,
    /// The numbers to order moves by.
    pub urgency: Urgency,
}

/// What one colour's patterns add to the state of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Share {
    balance: Balance,
    facts: CellFacts,
}

/// Unordered pairs of patterns are numbered below this.
const PAIR_LIMIT: usize = 128;
/// Entries from one row of pairs to the next. Not a power of two: the rows in
/// use would share a few lines of the processor's cache and drive each other out.
const PAIR_STRIDE: usize = 121;
const COMBINATIONS: usize = PAIR_LIMIT * PAIR_LIMIT;

/// For each colour, the meaning of every combination of a cell's four
/// patterns. The order within the first two and within the last two does not
/// matter, which keeps the tables small enough for the processor's cache.
pub struct CellTable {
    rules: &'static RuleTables,
    /// From two packed patterns to the number of their unordered pair.
    pairs: Box<[u8; 256]>,
    shares: [Box<[Share; COMBINATIONS]>; 2],
    /// Apart from the shares: asked for seldom, while those are for every cell touched.
    urgencies: [Box<[Urgency; COMBINATIONS]>; 2],
    tempo: [i16; 2],
}

impl CellTable {
    /// Asks the function for the worth of every combination; it must not
    /// depend on the order of the patterns. A cell whose four lines are dead
    /// is worth nothing, as stones are, whatever it says. The tempo is what
    /// the turn itself is worth to each colour.
    pub fn new(rule: Rule, tempo: [i16; 2], worth: impl Fn(Color, CellPatterns) -> Worth) -> Self {
        let rules = RuleTables::of(rule);
        let (pairs, members) = number_pairs();
        let patterns = |index: usize| {
            let (first, second) = (index / PAIR_STRIDE, index % PAIR_STRIDE);
            let (first, second) = (members.get(first)?, members.get(second)?);
            Some(CellPatterns(first << 8 | second)).filter(|patterns| patterns.0 != 0)
        };
        let worth = |color, index| patterns(index).map_or(Worth::default(), |p| worth(color, p));
        let shares = Color::ALL.map(|color| {
            boxed_array(|index| {
                patterns(index).map_or(Share::default(), |patterns| Share {
                    balance: Balance::new(color, worth(color, index).values),
                    facts: CellFacts::with_threat(color, rules.threat(color, patterns)),
                })
            })
        });
        Self {
            rules,
            pairs,
            shares,
            urgencies: Color::ALL.map(|color| boxed_array(|index| worth(color, index).urgency)),
            tempo,
        }
    }

    /// The tables of the rule.
    pub const fn rules(&self) -> &'static RuleTables {
        self.rules
    }

    /// How much a stone is worth trying where a colour has these patterns.
    pub fn urgency(&self, color: Color, patterns: CellPatterns) -> Urgency {
        let [low, high] = patterns.0.to_le_bytes();
        self.urgencies[color.index()][self.index(low, high)]
    }

    /// What the turn itself is worth to a colour.
    pub const fn tempo(&self, color: Color) -> i16 {
        self.tempo[color.index()]
    }

    /// All there is to know of an empty cell with these patterns.
    #[inline]
    pub fn state(&self, point: Point, patterns: PatternPairs) -> CellState {
        let share = |color: Color| {
            let [low, high] = patterns.packed(color);
            self.shares[color.index()][self.index(low, high)]
        };
        let (black, white) = (share(Color::Black), share(Color::White));
        CellState {
            balance: black.balance + white.balance,
            facts: CellFacts::new(point, patterns) | black.facts | white.facts,
        }
    }

    #[inline]
    fn index(&self, low: u8, high: u8) -> usize {
        let pair = |bits: u8| self.pairs[bits as usize] as usize & (PAIR_LIMIT - 1);
        pair(high) * PAIR_STRIDE + pair(low)
    }
}

/// The number of the unordered pair of two packed patterns, and the pairs by number.
fn number_pairs() -> (Box<[u8; 256]>, Vec<u16>) {
    let mut numbers = boxed_array(|_| 0);
    let mut members = Vec::new();
    for high in 0..LinePattern::COUNT {
        for low in 0..=high {
            numbers[low << 4 | high] = members.len() as u8;
            numbers[high << 4 | low] = members.len() as u8;
            members.push((high << 4 | low) as u16);
        }
    }
    (numbers, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_reads_back_whatever_its_order() {
        let worth = |_: Color, patterns: CellPatterns| {
            let sum: i16 = patterns
                .iter()
                .map(|pattern| 1 << (pattern as u16 / 2))
                .sum();
            Worth {
                values: Values {
                    to_move: sum,
                    waiting: -3 * sum,
                },
                urgency: Urgency {
                    attack: sum + 1,
                    defence: 2 * sum,
                },
            }
        };
        for rule in [Rule::Freestyle, Rule::Renju] {
            let table = CellTable::new(rule, [0; 2], worth);
            let point = Point::new(31, 30);
            for bits in 1..=u16::MAX {
                let patterns = CellPatterns(bits);
                if (0..4).any(|direction| bits >> (4 * direction) & 15 == 15) {
                    continue;
                }
                for color in Color::ALL {
                    let pairs = PatternPairs::from_cells(match color {
                        Color::Black => [patterns, CellPatterns(0)],
                        Color::White => [CellPatterns(0), patterns],
                    });
                    let state = table.state(point, pairs);
                    assert_eq!(state.facts.point(), point);
                    assert_eq!(state.facts.patterns().of(color), patterns);
                    assert_eq!(state.facts.patterns().of(color.opponent()), CellPatterns(0));
                    assert_eq!(
                        state.facts.threat(color),
                        RuleTables::of(rule).threat(color, patterns)
                    );
                    let Worth { values, urgency } = worth(color, patterns);
                    assert_eq!(table.urgency(color, patterns), urgency);
                    assert_eq!(state.balance.of(color), i32::from(values.to_move));
                    assert_eq!(
                        state.balance.of(color.opponent()),
                        -i32::from(values.waiting)
                    );
                }
            }
        }
    }
}
