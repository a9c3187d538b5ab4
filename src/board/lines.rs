//! The four directions and the lines of the board: which line a point lies on
//! and where in it. Holds no stones.
//!
//! A line is a 64-bit word with one bit per cell. [`PADDING`] bits stand on
//! both sides of the longest line, so that the neighbourhood of any cell is a
//! shift and a mask.

use crate::types::{BoardSize, MAX_SIDE, Point};

/// Bits kept free below the first cell of a line (and, by the word's width, above the last).
pub const PADDING: usize = 5;

/// Diagonals of the largest board, in one of the two directions.
const DIAGONALS: usize = 2 * MAX_SIDE - 1;

/// Lines of the largest board, all directions together.
pub const LINE_COUNT: usize = 2 * MAX_SIDE + 2 * DIAGONALS;

/// One of the four directions in which five stones can stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along a row, x grows.
    Horizontal,
    /// Along a column, y grows.
    Vertical,
    /// x and y grow.
    Diagonal,
    /// x grows, y falls.
    AntiDiagonal,
}

impl Direction {
    /// All directions, in the order of their index.
    pub const ALL: [Self; 4] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// Position in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step in x and y from one cell of a line to the next.
    pub const fn step(self) -> (i64, i64) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }

    /// The step from one cell of a line to the next as a difference of point indices.
    pub const fn stride(self) -> isize {
        let (dx, dy) = self.step();
        dx as isize + dy as isize * MAX_SIDE as isize
    }

    /// The number of the line through the point.
    pub const fn line(self, point: Point) -> usize {
        let (x, y) = (point.x(), point.y());
        match self {
            Self::Horizontal => y,
            Self::Vertical => MAX_SIDE + x,
            Self::Diagonal => 2 * MAX_SIDE + (x + MAX_SIDE - 1 - y),
            Self::AntiDiagonal => 2 * MAX_SIDE + DIAGONALS + (x + y),
        }
    }

    /// The bit of the point within its line's word.
    pub const fn bit(self, point: Point) -> usize {
        PADDING
            + match self {
                Self::Vertical => point.y(),
                _ => point.x(),
            }
    }

    /// The point `offset` cells along the direction, if it is on the board.
    pub fn neighbor(self, point: Point, offset: i64, size: BoardSize) -> Option<Point> {
        let (dx, dy) = self.step();
        size.point(
            point.x() as i64 + dx * offset,
            point.y() as i64 + dy * offset,
        )
    }
}

/// The empty cells of a line that see the cell at a bit, as the first bit of a
/// window and the window; the cell itself is left out. Neither colour sees past
/// a stone of the other: behind one of each, the cell changes nothing any more.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "part of the two hottest loops, one of which is compiled twice"
)]
pub fn visible_cells(line: [u64; 2], bit: usize, reach: usize) -> (usize, u64) {
    let [black, white] = line.map(|word| (word >> (bit + 1)).trailing_zeros());
    let above = reach.min(black.max(white) as usize);
    let [black, white] = line.map(|word| (word << (u64::BITS as usize - bit)).leading_zeros());
    let below = reach.min(black.max(white) as usize);
    let window = ((1_u64 << (above + below + 1)) - 1) & !(1 << below);
    let first = bit - below;
    (first, !(line[0] | line[1]) >> first & window)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_a_line_and_stand_one_bit_apart() {
        let size = BoardSize::square(MAX_SIDE).expect("the maximum is a valid side");
        for direction in Direction::ALL {
            for point in size.points() {
                assert!(direction.line(point) < LINE_COUNT);
                let Some(next) = direction.neighbor(point, 1, size) else {
                    continue;
                };
                assert_eq!(direction.line(next), direction.line(point));
                assert_eq!(direction.bit(next), direction.bit(point) + 1);
                assert_eq!(
                    next.index() as isize - point.index() as isize,
                    direction.stride()
                );
            }
        }
    }

    #[test]
    fn no_two_cells_share_a_line_and_a_bit() {
        let size = BoardSize::square(MAX_SIDE).expect("the maximum is a valid side");
        for direction in Direction::ALL {
            let mut seen = std::collections::HashSet::new();
            for point in size.points() {
                assert!(seen.insert((direction.line(point), direction.bit(point))));
            }
        }
    }

    #[test]
    fn visible_cells_are_those_that_a_walk_finds() {
        const REACH: usize = 5;
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            // Cells from the padding on; what is outside is wall.
            let cells = ((1 << MAX_SIDE) - 1) << PADDING;
            let stones = random.u64(..) & random.u64(..) & random.u64(..);
            let black = random.u64(..) & stones;
            let line = [black, stones & !black].map(|word| word | !cells);
            let bit = PADDING + random.usize(..MAX_SIDE);
            let walk = |step: isize| {
                let places = (1..=REACH as isize).map(move |far| bit as isize + far * step);
                let mut seen = [false; 2];
                let open = places.take_while(move |&at| {
                    for (seen, word) in seen.iter_mut().zip(line) {
                        *seen |= word >> at & 1 == 1;
                    }
                    seen != [true; 2]
                });
                open.filter(move |&at| (line[0] | line[1]) >> at & 1 == 0)
            };
            let expected = walk(1).chain(walk(-1)).fold(0, |set, at| set | 1_u64 << at);
            let (first, window) = visible_cells(line, bit, REACH);
            assert_eq!(window << first, expected, "{line:?} {bit}");
        }
    }
}
