//! What a stone would make in one line. The pictures show the line after the
//! stone was played: `X` own stones, `.` empty cells, `|` an opponent's stone
//! or the edge. Each is defined by what one more stone would make of it (see
//! [`LineTable`](super::LineTable)), never by shape.

use crate::types::Color;

/// What playing on a cell makes in one direction, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum LinePattern {
    /// `|X..|` no five is possible here any more.
    Dead,
    /// `|X....` one move from [`Two`](Self::Two).
    One,
    /// `...X...` one move from an open two.
    OpenOne,
    /// `|XX...` one move from [`Three`](Self::Three).
    Two,
    /// `|.X..X.|` one move from an open three, in one or two ways.
    OpenTwo,
    /// `|..XX...` one move from an open three, in three ways.
    OpenTwoFlexible,
    /// `...XX...` one move from an open three, in four ways.
    OpenTwoFull,
    /// `|XXX..` one move from [`Four`](Self::Four).
    Three,
    /// `.X.XX.` one move from an open four, in one way.
    OpenThree,
    /// `..XXX..` one move from an open four, in two or more ways.
    OpenThreeFlexible,
    /// `|XXXX.` or `XX.XX`: one move from five, and one stone stops it.
    Four,
    /// `X.XXX.X` two moves to five that one stone cannot stop, with gaps:
    /// for renju's Black a double four in one line.
    DoubleFour,
    /// `.XXXX.` two moves to five that one stone cannot stop.
    OpenFour,
    /// `XXXXX` a win.
    Five,
    /// `XXXXXX` where that is forbidden (renju's Black).
    Overline,
}

impl LinePattern {
    /// Number of patterns.
    pub const COUNT: usize = 15;

    /// Every pattern, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::OpenTwoFlexible,
        Self::OpenTwoFull,
        Self::Three,
        Self::OpenThree,
        Self::OpenThreeFlexible,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// The pattern with this number; numbers without a pattern are dead.
    pub const fn from_bits(bits: u8) -> Self {
        if (bits as usize) < Self::COUNT {
            Self::ALL[bits as usize]
        } else {
            Self::Dead
        }
    }

    /// Whether the opponent must answer, or loses: one move from an open four.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeFlexible)
    }

    /// Whether one more stone makes five.
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::OpenFour)
    }
}

/// From two packed patterns to the number of their unordered pair, below 120.
const PAIRS: [u8; 256] = number_pairs();
/// Entries from one row of pairs to the next. Not a power of two: the rows in
/// use would share a few lines of the processor's cache and drive each other out.
const PAIR_STRIDE: usize = 121;

const fn number_pairs() -> [u8; 256] {
    let mut numbers = [0; 256];
    let (mut high, mut number) = (0, 0);
    while high < LinePattern::COUNT {
        let mut low = 0;
        while low <= high {
            numbers[low << 4 | high] = number;
            numbers[high << 4 | low] = number;
            number += 1;
            low += 1;
        }
        high += 1;
    }
    numbers
}

/// The line patterns of one cell in the four directions, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CellPatterns(pub u16);

impl CellPatterns {
    /// The pattern in the direction with this index.
    pub const fn get(self, direction: usize) -> LinePattern {
        LinePattern::from_bits((self.0 >> (4 * direction) & 15) as u8)
    }

    /// The same patterns but for one direction.
    #[must_use]
    pub const fn with(self, direction: usize, pattern: LinePattern) -> Self {
        let shift = 4 * direction;
        Self(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }

    /// The patterns in the order of the directions.
    pub fn iter(self) -> impl Iterator<Item = LinePattern> {
        (0..4).map(move |direction| self.get(direction))
    }

    /// [Combinations](Self::combination) are numbered below this.
    pub const COMBINATIONS: usize = 1 << 14;

    /// A number for the patterns that is the same if the first two change
    /// places, or the last two: tables indexed by it are small enough for the
    /// processor's cache.
    #[inline]
    pub const fn combination(self) -> usize {
        let [low, high] = self.0.to_le_bytes();
        let index = PAIRS[high as usize] as usize * PAIR_STRIDE + PAIRS[low as usize] as usize;
        // Always true; it spares the check of bounds where the index is used.
        index & (Self::COMBINATIONS - 1)
    }

    /// How many directions satisfy a condition.
    pub fn count(self, condition: impl Fn(LinePattern) -> bool) -> usize {
        self.iter().filter(|&pattern| condition(pattern)).count()
    }
}

/// What stones of both colours on one cell would make in one line: four bits
/// for Black, then four for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LinePair(pub u8);

impl LinePair {
    /// Packs the patterns of both colours.
    pub const fn new(black: LinePattern, white: LinePattern) -> Self {
        Self(black as u8 | (white as u8) << 4)
    }

    /// The pattern of one colour.
    pub const fn of(self, color: Color) -> LinePattern {
        LinePattern::from_bits(self.0 >> (4 * color.index()) & 15)
    }
}

/// The line patterns of one cell for both colours: a [`LinePair`] for each direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PatternPairs(pub u32);

impl PatternPairs {
    /// Packs the patterns of both colours, black first.
    #[cfg(test)]
    pub fn from_cells(cells: [CellPatterns; 2]) -> Self {
        (0..4).fold(Self::default(), |pairs, direction| {
            let [black, white] = cells.map(|cell| cell.get(direction));
            pairs.with(direction, LinePair::new(black, white))
        })
    }

    /// The patterns in the direction with this index.
    pub const fn get(self, direction: usize) -> LinePair {
        LinePair((self.0 >> (8 * direction)) as u8)
    }

    /// The same patterns but for one direction.
    #[must_use]
    pub const fn with(self, direction: usize, pair: LinePair) -> Self {
        let shift = 8 * direction;
        Self(self.0 & !(255 << shift) | (pair.0 as u32) << shift)
    }

    /// The patterns of one colour in two bytes: directions 0 and 1, 2 and 3.
    pub const fn packed(self, color: Color) -> [u8; 2] {
        let nibbles = self.0 >> (4 * color.index()) & 0x0F0F_0F0F;
        let bytes = nibbles | nibbles >> 4;
        [bytes as u8, (bytes >> 16) as u8]
    }

    /// The patterns of one colour.
    pub const fn of(self, color: Color) -> CellPatterns {
        CellPatterns(u16::from_le_bytes(self.packed(color)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_pack_and_unpack() {
        for (index, pattern) in LinePattern::ALL.into_iter().enumerate() {
            assert_eq!(LinePattern::from_bits(index as u8), pattern);
            for direction in 0..4 {
                let cell = CellPatterns(0x1234).with(direction, pattern);
                assert_eq!(cell.get(direction), pattern);
                let others = (0..4).filter(|&other| other != direction);
                assert!(
                    others
                        .into_iter()
                        .all(|d| cell.get(d) == CellPatterns(0x1234).get(d))
                );
            }
        }
        assert_eq!(LinePattern::from_bits(15), LinePattern::Dead);
    }

    #[test]
    fn combinations_differ_unless_pairs_change_places() {
        let mut members = vec![None; CellPatterns::COMBINATIONS];
        for bits in 0..=u16::MAX {
            let cell = CellPatterns(bits);
            if (0..4).any(|direction| bits >> (4 * direction) & 15 == 15) {
                continue;
            }
            let [a, b, c, d] = [0, 1, 2, 3].map(|direction| cell.get(direction));
            let pairs = [(a.min(b), a.max(b)), (c.min(d), c.max(d))];
            let known = members[cell.combination()].get_or_insert(pairs);
            assert_eq!(*known, pairs, "two pairs of pairs with one number");
        }
    }

    #[test]
    fn pairs_keep_both_colours_apart() {
        let cells = [CellPatterns(0x1234), CellPatterns(0xDCB0)];
        let pairs = PatternPairs::from_cells(cells);
        for color in Color::ALL {
            assert_eq!(pairs.of(color), cells[color.index()]);
            for direction in 0..4 {
                assert_eq!(
                    pairs.get(direction).of(color),
                    cells[color.index()].get(direction)
                );
            }
        }
        let changed = pairs.with(2, LinePair::new(LinePattern::Five, LinePattern::Dead));
        assert_eq!(changed.get(2).of(Color::Black), LinePattern::Five);
        assert_eq!(changed.get(1), pairs.get(1));
    }
}
