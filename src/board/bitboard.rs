//! A set of points as a bit for each of the 1,024 cells. Knows nothing of
//! colours.

use crate::types::{CELL_COUNT, MAX_SIDE, Point};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const WORDS: usize = CELL_COUNT / 64;

/// A set of points. Iteration is in the order of rows, and of columns within a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bitboard([u64; WORDS]);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set with these rows, column 0 in bit 0.
    pub fn from_rows(rows: &[u32; MAX_SIDE]) -> Self {
        let mut words = [0; WORDS];
        for (word, pair) in words.iter_mut().zip(rows.as_chunks::<2>().0) {
            *word = u64::from(pair[0]) | u64::from(pair[1]) << MAX_SIDE;
        }
        Self(words)
    }

    /// Adds a point.
    pub const fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes a point out.
    pub const fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Whether the point is in the set.
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Number of points in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The point with the lowest index.
    pub fn first(&self) -> Option<Point> {
        let number = self.0.iter().position(|&word| word != 0)?;
        Some(point_at(number, self.0[number]))
    }

    /// The points of the set, lowest index first.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        Points {
            words: self.0,
            number: 0,
        }
    }
}

/// The points of a set, lowest index first.
struct Points {
    /// What is left of the set.
    words: [u64; WORDS],
    /// All words before this one are empty.
    number: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while let Some(word) = self.words.get_mut(self.number) {
            if *word != 0 {
                let point = point_at(self.number, *word);
                *word &= *word - 1;
                return Some(point);
            }
            self.number += 1;
        }
        None
    }
}

/// The lowest point of a word that is not empty.
const fn point_at(number: usize, word: u64) -> Point {
    Point::from_index(number * 64 + word.trailing_zeros() as usize)
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl FromIterator<Point> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn points() -> impl Strategy<Value = BTreeSet<Point>> {
        proptest::collection::btree_set((0..CELL_COUNT).prop_map(Point::from_index), 0..60)
    }

    proptest! {
        #[test]
        fn behaves_like_a_set(left in points(), right in points()) {
            let a: Bitboard = left.iter().copied().collect();
            let b: Bitboard = right.iter().copied().collect();
            prop_assert_eq!(a.iter().collect::<BTreeSet<_>>(), left.clone());
            prop_assert_eq!(a.len(), left.len());
            prop_assert_eq!((a & b).iter().collect::<BTreeSet<_>>(), &left & &right);
            prop_assert_eq!((a | b).iter().collect::<BTreeSet<_>>(), &left | &right);
            prop_assert_eq!((a & !b).iter().collect::<BTreeSet<_>>(), &left - &right);
            prop_assert_eq!(a.first(), left.first().copied());
            prop_assert_eq!(a.is_empty(), left.is_empty());
        }
    }
}
