//! Which cells lie near a cell, on its lines, up to the symmetries of the board:
//! what the policy knows of a move's surroundings. Knows no network.

#![expect(clippy::inline_always, reason = "compiled twice, see `Work`")]

use crate::types::{MAX_SIDE, Point};
use std::ops::AddAssign;

/// How far the policy looks.
const REACH: usize = 2;
/// Classes of neighbours: by distance, first on rows and columns, then on diagonals.
pub const CLASSES: usize = 2 * REACH;
/// Most neighbours of a cell.
pub const NEIGHBOURS: usize = 4 * CLASSES;

/// From one row to the next on a board with a margin on every side, so that
/// neighbours outside need no question.
const STRIDE: usize = MAX_SIDE + REACH;
const MARGIN: usize = REACH * STRIDE + REACH;
const PLACES: usize = MAX_SIDE * STRIDE + 2 * MARGIN;

/// The smallest steps along lines, by kind.
const STEPS: [[usize; 2]; 2] = [[1, STRIDE], [STRIDE + 1, STRIDE - 1]];

/// A number for every cell and class.
pub struct Surroundings<N>(Box<[[N; CLASSES]]>);

impl<N: Copy + Default> Default for Surroundings<N> {
    /// Zeros.
    fn default() -> Self {
        Self(vec![[N::default(); CLASSES]; PLACES].into())
    }
}

impl<N: Copy + Default + AddAssign> Surroundings<N> {
    /// Zeros again.
    pub fn clear(&mut self) {
        self.0.fill([N::default(); CLASSES]);
    }

    /// What a cell is worth to its neighbours, by their class.
    #[inline(always)]
    pub fn of(&mut self, cell: Point) -> &mut [N; CLASSES] {
        &mut self.0[place(cell)]
    }

    /// What all neighbours of a cell are worth to it.
    #[inline(always)]
    pub fn sum(&self, cell: Point) -> N {
        let mut sum = N::default();
        for_neighbours(place(cell), |class, place| sum += self.0[place][class]);
        sum
    }

    /// Adds to what all neighbours of a cell are worth to it.
    pub fn add(&mut self, cell: Point, number: N) {
        for_neighbours(place(cell), |class, place| self.0[place][class] += number);
    }
}

#[inline(always)]
fn place(point: Point) -> usize {
    point.y() * STRIDE + point.x() + MARGIN
}

#[inline(always)]
fn for_neighbours(place: usize, mut call: impl FnMut(usize, usize)) {
    for (kind, steps) in STEPS.iter().enumerate() {
        for distance in 1..=REACH {
            let class = kind * REACH + distance - 1;
            for step in steps {
                call(class, place + distance * step);
                call(class, place - distance * step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_on_lines_and_never_beyond_the_board() {
        for (x, y) in [(0, 0), (31, 0), (0, 31), (31, 31), (1, 30), (16, 16)] {
            let mut seen = Surroundings::<i32>::default();
            seen.add(Point::new(x, y), 1);
            for other_y in 0..MAX_SIDE {
                for other_x in 0..MAX_SIDE {
                    let (dx, dy) = (x.abs_diff(other_x), y.abs_diff(other_y));
                    let distance = dx.max(dy);
                    let is_near = (1..=REACH).contains(&distance);
                    let is_on_line = dx == 0 || dy == 0 || dx == dy;
                    let mut wanted = [0; CLASSES];
                    if is_near && is_on_line {
                        let kind = usize::from(dx == dy);
                        wanted[kind * REACH + distance - 1] = 1;
                    }
                    let other = Point::new(other_x, other_y);
                    assert_eq!(*seen.of(other), wanted, "{x},{y} {other_x},{other_y}");
                }
            }
        }
    }

    #[test]
    fn what_is_worth_something_is_found_by_its_neighbours() {
        let mut surroundings = Surroundings::<i32>::default();
        *surroundings.of(Point::new(5, 5)) = [1, 20, 300, 4000];
        let sum = |x, y| surroundings.sum(Point::new(x, y));
        assert_eq!([sum(5, 6), sum(3, 5), sum(6, 4)], [1, 20, 300]);
        assert_eq!([sum(7, 3), sum(5, 5), sum(6, 3)], [4000, 0, 0]);
    }
}
