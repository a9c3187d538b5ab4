//! All that is known of an empty cell, in two machine words. Two words, each
//! read and written whole, because the hot loop does nothing else, and wide
//! reads after narrow writes would stall it.

use super::values::Values;
use crate::pattern::Threat;
use crate::pattern::line::PatternPairs;
use crate::types::{Color, Point};
use std::ops::{Add, AddAssign, BitOr, Sub};

/// What is known of an empty cell. Stones and walls have the state of a cell
/// whose lines are all dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellState {
    /// What the cell adds to the sums.
    pub balance: Balance,
    /// Its patterns, classes and place.
    pub facts: CellFacts,
}

/// Two sums side by side in one word, so that one addition serves both: what
/// Black is ahead when Black is to move, and what White is ahead when White
/// is to move (32 bits each, the lower one carrying into the upper).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Balance(i64);

impl Balance {
    /// What values of one colour add.
    pub fn new(color: Color, values: Values) -> Self {
        let (own, other) = (i64::from(values.to_move), -i64::from(values.waiting));
        match color {
            Color::Black => Self((other << 32) + own),
            Color::White => Self((own << 32) + other),
        }
    }

    /// How far a colour is ahead when it is to move.
    pub const fn of(self, color: Color) -> i32 {
        let low = self.0 as i32;
        match color {
            Color::Black => low,
            Color::White => ((self.0 - low as i64) >> 32) as i32,
        }
    }
}

impl Add for Balance {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Balance {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Balance {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Patterns (32 bits), both classes (8 bits each) and the point (16 bits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellFacts(u64);

const THREAT_SHIFT: [u32; 2] = [32, 40];
const POINT_SHIFT: u32 = 48;
const THREAT_MASK: u64 = 0xFFFF << THREAT_SHIFT[0];

impl CellFacts {
    /// The facts of a cell but for its classes.
    pub const fn new(point: Point, patterns: PatternPairs) -> Self {
        Self((point.index() as u64) << POINT_SHIFT | patterns.0 as u64)
    }

    /// One class alone.
    pub const fn with_threat(color: Color, threat: Threat) -> Self {
        Self((threat as u64) << THREAT_SHIFT[color.index()])
    }

    /// Which cell it is.
    pub const fn point(self) -> Point {
        Point::from_index((self.0 >> POINT_SHIFT) as usize)
    }

    /// What stones would make in each direction.
    pub const fn patterns(self) -> PatternPairs {
        PatternPairs(self.0 as u32)
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

impl BitOr for CellFacts {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
