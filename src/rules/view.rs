//! A board as one colour sees it, with stones added in thought: what stands
//! in a row through a cell, and what lies at both its ends. Knows no rule.

use crate::board::{Board, Cell, Direction};
use crate::types::{Color, Point};

/// The board with zero or more further stones of one colour on it.
pub struct View<'a> {
    board: &'a Board,
    color: Color,
    added: Vec<Point>,
}

/// The stones of one colour that stand in a row without a gap.
pub struct Run {
    /// How many there are.
    pub length: usize,
    /// The cells next to the first and the last stone; `None` is the edge of
    /// the board.
    pub ends: [Option<Point>; 2],
}

impl<'a> View<'a> {
    /// The board as it stands.
    pub const fn new(board: &'a Board, color: Color) -> Self {
        Self {
            board,
            color,
            added: Vec::new(),
        }
    }

    /// What `look` sees once a stone lies on the empty point; the stone is
    /// gone afterwards.
    pub fn with_stone<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        debug_assert!(self.is_free(point), "{point} is not empty");
        self.added.push(point);
        let seen = look(self);
        self.added.pop();
        seen
    }

    /// Whether a stone may still be put on the point.
    pub fn is_free(&self, point: Point) -> bool {
        self.board.is_empty(point) && !self.added.contains(&point)
    }

    /// Whether the opponent has a stone on the point. A wall is no stone.
    pub fn is_opponent(&self, point: Point) -> bool {
        self.board.cell(point) == Cell::Stone(self.color.opponent())
    }

    /// The row through the point in a direction, the point counted as a stone
    /// whatever lies there.
    pub fn run(&self, point: Point, direction: Direction) -> Run {
        let (before, first) = self.reach(point, direction, -1);
        let (after, last) = self.reach(point, direction, 1);
        Run {
            length: before + 1 + after,
            ends: [first, last],
        }
    }

    /// The rows through the point in all four directions.
    pub fn runs(&self, point: Point) -> impl Iterator<Item = Run> {
        Direction::ALL
            .into_iter()
            .map(move |direction| self.run(point, direction))
    }

    /// Counts the stones that follow the point without a gap, and says where
    /// the first cell lies that is none.
    fn reach(&self, point: Point, direction: Direction, sign: i64) -> (usize, Option<Point>) {
        let mut count = 0;
        loop {
            let next = direction.neighbor(point, sign * (count as i64 + 1), self.board.size());
            match next {
                Some(cell) if self.is_own(cell) => count += 1,
                _ => return (count, next),
            }
        }
    }

    fn is_own(&self, point: Point) -> bool {
        self.board.cell(point) == Cell::Stone(self.color) || self.added.contains(&point)
    }
}
