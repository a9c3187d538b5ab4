//! The turns and reflections of a board that leave it a board of its size.
//! Knows no stones.

use crate::types::{BoardSize, Point};

/// One way to turn or mirror a board: columns reversed, rows reversed, then
/// both exchanged, each or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    size: BoardSize,
    number: u8,
}

impl Symmetry {
    /// All symmetries of a board, the one that changes nothing first: eight of
    /// a square, four of a rectangle.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(move |number| Self { size, number })
    }

    /// Where the point goes.
    pub const fn apply(self, point: Point) -> Point {
        let (x, y) = self.reversed(point.x(), point.y());
        if self.is_transposed() {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }

    /// Where the point came from.
    pub const fn undo(self, point: Point) -> Point {
        let (x, y) = if self.is_transposed() {
            self.reversed(point.y(), point.x())
        } else {
            self.reversed(point.x(), point.y())
        };
        Point::new(x, y)
    }

    const fn is_transposed(self) -> bool {
        self.number & 4 != 0
    }

    const fn reversed(self, x: usize, y: usize) -> (usize, usize) {
        let x = if self.number & 1 == 0 {
            x
        } else {
            self.size.width() - 1 - x
        };
        let y = if self.number & 2 == 0 {
            y
        } else {
            self.size.height() - 1 - y
        };
        (x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_symmetry_is_another_and_can_be_undone() {
        for (width, height, count) in [(15, 15, 8), (15, 10, 4), (32, 32, 8)] {
            let size = BoardSize::new(width, height).expect("a valid size");
            let images: HashSet<Vec<Point>> = Symmetry::all(size)
                .map(|symmetry| {
                    let points = size.points().map(|point| {
                        let image = symmetry.apply(point);
                        assert!(size.contains(image));
                        assert_eq!(symmetry.undo(image), point);
                        image
                    });
                    points.collect()
                })
                .collect();
            assert_eq!(images.len(), count);
            let first = Symmetry::all(size).next().expect("there are some");
            assert!(size.points().all(|point| first.apply(point) == point));
        }
    }
}
