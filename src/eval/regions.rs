//! The regions of a board: overlapping squares five or six cells wide, in steps
//! of two, so that every few stones that could work together lie in one of them.
//! Turning or mirroring the board turns the regions into each other. Knows no
//! network.

#![expect(clippy::inline_always, reason = "compiled twice, see `Work`")]

use crate::types::{BoardSize, MAX_SIDE, Point};
use std::ops::Range;

/// From one region to the next.
const STEP: usize = 2;
/// Most cells of a region.
pub const MOST_CELLS: usize = width(MAX_SIDE) * width(MAX_SIDE);

/// How wide regions are on a side of this length: such that the last one ends
/// where the side ends.
const fn width(side: usize) -> usize {
    5 + (side + 1) % STEP
}

/// The regions of boards of one size, in rows.
#[derive(Clone, Default)]
pub struct Regions {
    columns: Side,
    rows: Side,
}

/// The regions along one side.
#[derive(Clone, Default)]
struct Side {
    count: usize,
    /// By coordinate, the first region and the one behind the last.
    spans: [(u8, u8); MAX_SIDE],
}

impl Side {
    fn new(length: usize) -> Self {
        let width = width(length);
        let count = (length - width) / STEP + 1;
        let span = |at: usize| {
            let first = (at + 1).saturating_sub(width).div_ceil(STEP);
            let end = (at / STEP + 1).min(count);
            (first as u8, end as u8)
        };
        Self {
            count,
            spans: std::array::from_fn(span),
        }
    }

    #[inline(always)]
    fn span(&self, at: usize) -> Range<usize> {
        let (first, end) = self.spans[at];
        first.into()..end.into()
    }
}

impl Regions {
    /// The regions of a board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            columns: Side::new(size.width()),
            rows: Side::new(size.height()),
        }
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.columns.count * self.rows.count
    }

    /// The regions that a cell lies in, as ranges of their numbers.
    #[inline(always)]
    pub fn of(&self, cell: Point) -> impl Iterator<Item = Range<usize>> {
        let columns = self.columns.span(cell.x());
        let count = self.columns.count;
        let rows = self.rows.span(cell.y());
        rows.map(move |row| row * count + columns.start..row * count + columns.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MIN_SIDE;

    /// The regions of a side by their definition.
    fn plain(length: usize) -> Vec<Range<usize>> {
        let width = if length.is_multiple_of(2) { 6 } else { 5 };
        let starts = (0..length).step_by(2);
        starts
            .map(|start| start..start + width)
            .filter(|region| region.end <= length)
            .collect()
    }

    #[test]
    fn cells_lie_in_the_regions_that_contain_them() {
        for width in MIN_SIDE..=MAX_SIDE {
            for height in [MIN_SIDE, 6, 15, 20, MAX_SIDE] {
                let size = BoardSize::new(width, height).expect("a valid size");
                let regions = Regions::new(size);
                let (columns, rows) = (plain(width), plain(height));
                assert_eq!(regions.count(), columns.len() * rows.len());
                for cell in size.points() {
                    let found: Vec<usize> = regions.of(cell).flatten().collect();
                    let numbers = 0..regions.count();
                    let contains = |number: &usize| {
                        columns[number % columns.len()].contains(&cell.x())
                            && rows[number / columns.len()].contains(&cell.y())
                    };
                    assert_eq!(found, numbers.filter(contains).collect::<Vec<_>>());
                    assert!(!found.is_empty(), "{size:?} {cell:?}");
                }
            }
        }
    }

    #[test]
    fn regions_are_the_same_from_either_end() {
        for length in MIN_SIDE..=MAX_SIDE {
            let regions = plain(length);
            let mirrored = regions.iter().rev();
            let mirrored = mirrored.map(|region| length - region.end..length - region.start);
            assert_eq!(regions, mirrored.collect::<Vec<_>>());
        }
    }
}
