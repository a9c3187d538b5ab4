//! **motifs** (document 000): patterns in one and in two directions, with
//! points.
//!
//! A stone is read in four directions, each as {stones, blocked ends, gaps}. Every
//! direction is walked twice from the point, once without a gap and once with
//! one gap allowed; the walk that finds more stones is kept, as long as the
//! table knows its length. A pattern is {minimum occurrences over the
//! directions, stones, blocked ends, gaps}, where `ANY` does not mind; every
//! score line whose patterns all occur adds its points.
//!
//! A cell is worth what a stone of one's own reads there, plus what the
//! opponent's would, minus the best that the opponent's answer reads: the
//! document's deepening, held to two plies so that a move takes milliseconds and not
//! the document's minute. A five, which the rule's judge sees, comes
//! first, then stopping one: the table alone gives a single four nothing.

use super::Player;
use super::sight::{after, best_of, legal_moves, near_stones, opening, winning};
use crate::board::{Board, Cell, Direction};
use crate::types::{Color, Point, Rule};
use fastrand::Rng;

/// Matches any number of blocked ends or gaps.
const ANY: i32 = -1;

/// How many of the best cells have the opponent's answer read.
const ANSWERED: usize = 12;

/// The most stones the table knows in a walk with a gap.
const LONGEST_WITH_GAP: i32 = 4;

/// The order in which the document lists the directions: row, column, right
/// diagonal, left diagonal.
pub const DIRECTIONS: [Direction; 4] = [
    Direction::Horizontal,
    Direction::Vertical,
    Direction::AntiDiagonal,
    Direction::Diagonal,
];

/// What a stone reads in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Stones of its colour, itself included.
    pub stones: i32,
    /// Ends at which the opponent, a wall or the edge stands.
    pub blocked: i32,
    /// Gaps between the stones.
    pub gaps: i32,
}

/// {minimum occurrences, stones, blocked ends, gaps}.
pub type Pattern = [i32; 4];

/// The document's table: points, and the patterns that must all occur.
pub const TABLE: [(i32, &[Pattern]); 11] = [
    (10_000, &[[1, 5, 0, 0]]),
    (700, &[[1, 4, 0, 0]]),
    (700, &[[2, 4, 1, 0]]),
    (700, &[[2, 4, ANY, 1]]),
    (700, &[[1, 4, 1, 0], [1, 4, ANY, 1]]),
    (500, &[[1, 4, 1, 0], [1, 3, 0, ANY]]),
    (500, &[[1, 4, ANY, 1], [1, 3, 0, ANY]]),
    (300, &[[2, 3, 0, ANY]]),
    (50, &[[3, 2, 0, ANY]]),
    (20, &[[1, 3, 0, ANY]]),
    (9, &[[1, 2, 0, ANY]]),
];

/// The player; it remembers nothing.
pub struct Motifs;

impl Player for Motifs {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        if let Some(center) = opening(board) {
            return Some(center);
        }
        let side = board.side_to_move();
        let moves = legal_moves(rule, board);
        for color in [side, side.opponent()] {
            let stops = winning(rule, board, &moves, color);
            if !stops.is_empty() {
                return best_of(&stops, |point| value(board, point), random);
            }
        }
        let mut valued: Vec<(i32, Point)> = near_stones(board, &moves, 3)
            .into_iter()
            .map(|point| (value(board, point), point))
            .collect();
        random.shuffle(&mut valued);
        valued.sort_by_key(|&(value, _)| -value);
        valued.truncate(ANSWERED);
        let best: Vec<Point> = valued.iter().map(|&(_, point)| point).collect();
        let answered = |point| value(board, point) - best_answer(&after(board, point));
        best_of(&best, answered, random)
    }
}

/// What the cell is worth to both players together.
fn value(board: &Board, point: Point) -> i32 {
    let colors = Color::ALL.into_iter();
    colors.map(|color| points(&read(board, point, color))).sum()
}

/// The most points that a stone of the side to move reads.
fn best_answer(board: &Board) -> i32 {
    let side = board.side_to_move();
    let cells: Vec<Point> = board.empty().iter().collect();
    let near = near_stones(board, &cells, 2).into_iter();
    let read = near.map(|point| points(&read(board, point, side)));
    read.max().unwrap_or(0)
}

/// What a stone of the colour on the point reads in the four directions.
pub fn read(board: &Board, point: Point, color: Color) -> [Reading; 4] {
    DIRECTIONS.map(|direction| {
        let plain = walk(board, point, direction, color, None);
        [-1, 1]
            .into_iter()
            .map(|sign| walk(board, point, direction, color, Some(sign)))
            .filter(|reading| reading.stones <= LONGEST_WITH_GAP)
            .fold(plain, |best, reading| {
                if reading.stones > best.stones {
                    reading
                } else {
                    best
                }
            })
    })
}

/// Walks both ways from the point; on the side of `gap_side` over one empty
/// cell, if a stone follows it.
fn walk(
    board: &Board,
    point: Point,
    direction: Direction,
    color: Color,
    gap_side: Option<i64>,
) -> Reading {
    let mut reading = Reading {
        stones: 1,
        blocked: 0,
        gaps: 0,
    };
    for sign in [-1, 1] {
        let cell = |distance: i64| board.cell_along(point, direction, sign * distance);
        let own = Cell::Stone(color);
        let mut distance = 1;
        let mut may_skip = gap_side == Some(sign);
        loop {
            if cell(distance) == own {
                reading.stones += 1;
            } else if may_skip && cell(distance) == Cell::Empty && cell(distance + 1) == own {
                may_skip = false;
                reading.gaps += 1;
            } else {
                break;
            }
            distance += 1;
        }
        reading.blocked += i32::from(cell(distance) != Cell::Empty);
    }
    reading
}

/// Whether the pattern occurs often enough.
pub fn occurs(readings: &[Reading; 4], pattern: Pattern) -> bool {
    let [minimum, stones, blocked, gaps] = pattern;
    let fits = |wanted: i32, found: i32| wanted == ANY || wanted == found;
    let matching = readings.iter().filter(|reading| {
        reading.stones == stones && fits(blocked, reading.blocked) && fits(gaps, reading.gaps)
    });
    matching.count() as i32 >= minimum
}

/// The points of what a stone reads: every line of the table that fits.
pub fn points(readings: &[Reading; 4]) -> i32 {
    let fits = |patterns: &[Pattern]| patterns.iter().all(|&pattern| occurs(readings, pattern));
    let lines = TABLE.iter().filter(|(_, patterns)| fits(patterns));
    lines.map(|&(points, _)| points).sum()
}

#[cfg(test)]
mod tests;
