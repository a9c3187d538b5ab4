//! All that is known of an empty cell, in one machine word, read and written
//! whole, because the hot loop does nothing else, and wide reads after narrow
//! writes would stall it.

use crate::pattern::line::{LinePair, PatternPairs};
use crate::pattern::{RuleTables, Threat};
use crate::types::{Color, Point};

/// What is known of an empty cell: patterns (32 bits), both classes (8 bits
/// each) and the point (16 bits). Stones and walls have the facts of a cell
/// whose lines are all dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellFacts(u64);

const THREAT_SHIFT: [u32; 2] = [32, 40];
const POINT_SHIFT: u32 = 48;
const THREAT_MASK: u64 = 0xFFFF << THREAT_SHIFT[0];

impl CellFacts {
    /// The facts of a cell with these patterns.
    #[inline]
    pub fn new(tables: &RuleTables, point: Point, patterns: PatternPairs) -> Self {
        let [black, white] = Color::ALL.map(|color| {
            let threat = tables.threat(color, patterns.of(color));
            (threat as u64) << THREAT_SHIFT[color.index()]
        });
        Self((point.index() as u64) << POINT_SHIFT | black | white | u64::from(patterns.0))
    }

    /// Which cell it is.
    pub const fn point(self) -> Point {
        Point::from_index((self.0 >> POINT_SHIFT) as usize)
    }

    /// What stones would make in each direction.
    pub const fn patterns(self) -> PatternPairs {
        PatternPairs(self.0 as u32)
    }

    /// The same but for what stones would make in one direction, which must
    /// [threaten alike](crate::pattern::threat::threatens_alike): the threats stay.
    #[must_use]
    pub const fn with_pair(self, direction: usize, pair: LinePair) -> Self {
        let patterns = self.patterns().with(direction, pair);
        Self(self.0 & !(u32::MAX as u64) | patterns.0 as u64)
    }

    /// What a stone of this colour would threaten.
    pub const fn threat(self, color: Color) -> Threat {
        Threat::from_bits((self.0 >> THREAT_SHIFT[color.index()]) as u8)
    }

    /// Whether the class for either colour differs.
    pub const fn has_other_threats(self, other: Self) -> bool {
        (self.0 ^ other.0) & THREAT_MASK != 0
    }
}
