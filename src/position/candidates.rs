//! The cells near stones, where moves are worth looking at: two steps in
//! every direction of a stone, and three along its lines. Prunes nothing for
//! strength's sake.

use crate::board::Bitboard;
use crate::types::{MAX_SIDE, Point};

/// Rows of a neighbourhood.
const SPAN: usize = 7;
/// How far a neighbourhood reaches.
const RADIUS: usize = SPAN / 2;

/// The neighbourhood of a cell as bits, row by row from three above to three
/// below, column 3 in the middle:
///
/// ```text
/// # . . # . . #
/// . # # # # # .
/// . # # # # # .
/// # # # # # # #
/// ```
const SHAPE: [u32; SPAN] = [
    0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
];

/// Cells near stones, row by row, stones and cells outside the board not taken out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates([u32; MAX_SIDE]);

/// The rows that a move changed, for taking it back.
#[derive(Clone, Copy, Default)]
pub struct Saved([u32; SPAN]);

impl Candidates {
    /// No cells.
    pub const fn none() -> Self {
        Self([0; MAX_SIDE])
    }

    /// Adds the neighbourhood of a stone.
    pub fn add(&mut self, stone: Point) -> Saved {
        let mut saved = Saved::default();
        for (offset, (&shape, saved)) in SHAPE.iter().zip(&mut saved.0).enumerate() {
            if let Some(row) = self.row(stone, offset) {
                *saved = *row;
                *row |= ((u64::from(shape) << stone.x()) >> RADIUS) as u32;
            }
        }
        saved
    }

    /// Takes back the newest [`add`](Self::add).
    pub fn restore(&mut self, stone: Point, saved: &Saved) {
        for (offset, &saved) in saved.0.iter().enumerate() {
            if let Some(row) = self.row(stone, offset) {
                *row = saved;
            }
        }
    }

    fn row(&mut self, stone: Point, offset: usize) -> Option<&mut u32> {
        self.0.get_mut((stone.y() + offset).wrapping_sub(RADIUS))
    }

    /// The candidate cells as a set.
    pub fn to_set(&self) -> Bitboard {
        Bitboard::from_rows(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::BoardSize;

    fn is_near(stone: Point, cell: Point) -> bool {
        let dx = stone.x().abs_diff(cell.x());
        let dy = stone.y().abs_diff(cell.y());
        let on_a_line = dx == dy || dx == 0 || dy == 0;
        dx.max(dy) <= 2 || (dx.max(dy) == 3 && on_a_line)
    }

    #[test]
    fn neighbourhoods_follow_the_definition_and_are_taken_back() {
        let size = BoardSize::square(MAX_SIDE).expect("the maximum is a valid side");
        for stone in size.points() {
            let mut candidates = Candidates::none();
            let saved = candidates.add(stone);
            let expected: Bitboard = size.points().filter(|&cell| is_near(stone, cell)).collect();
            assert_eq!(candidates.to_set(), expected, "{stone}");
            candidates.restore(stone, &saved);
            assert_eq!(candidates, Candidates::none());
        }
    }
}
