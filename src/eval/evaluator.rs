//! How good a position is for the side to move, by the network of its rule.
//! Decided games are not its business.
//!
//! The features of the position looked at last are kept, and only what the
//! stones changed since then is computed anew: nothing is done for positions
//! that nobody asks about, such as those of the solvers.
//!
//! The unit: a score of 200 is a chance of winning of 1/(1+1/e), 73 %.

use super::network::{
    CHANNELS, FEATURE_DIVISOR, HALF, INPUT_LIMIT, Network, Row, UNIT, WEIGHT_UNIT, input,
};
use crate::board::lines::{PADDING, visible_cells};
use crate::board::{Board, Direction};
use crate::pattern::RuleTables;
use crate::pattern::rule_tables::boxed_array;
use crate::position::Position;
use crate::types::score::MAX_EVALUATION;
use crate::types::{CELL_COUNT, Color, MAX_SIDE, Point, Processor, Rule, Score};

/// The score of a position won with 73 %.
pub const LOGIT: i32 = 200;

/// A difference of ratings that makes a move e times as likely to be the best.
pub const RATING_LOGIT: i32 = 1024;

/// A cell and what the network sees of it.
#[derive(Clone, Copy)]
struct Cell {
    /// The sum of the rows of its lines.
    sum: Row,
    /// The codes of its lines.
    codes: [u16; 4],
}

/// The evaluation of one searching thread.
pub struct Evaluator {
    network: &'static Network,
    tables: &'static RuleTables,
    /// The rows of the board looked at last.
    seen: [[u64; 2]; MAX_SIDE],
    /// Up to date for empty cells.
    cells: Box<[Cell; CELL_COUNT]>,
    /// The sums over the empty cells, negative ones left out.
    features: [i32; CHANNELS],
    processor: Processor,
}

impl Evaluator {
    /// An evaluation under a rule that has seen no position yet.
    pub fn new(rule: Rule) -> Self {
        Self::with_network(rule, Network::of(rule))
    }

    /// The same with another network than the one built in.
    pub fn with_network(rule: Rule, network: &'static Network) -> Self {
        Self {
            network,
            tables: RuleTables::of(rule),
            // As if the board were full of walls.
            seen: [[u64::MAX; 2]; MAX_SIDE],
            cells: boxed_array(|_| Cell {
                sum: Row([0; CHANNELS]),
                codes: [0; 4],
            }),
            features: [0; CHANNELS],
            processor: Processor::present(),
        }
    }

    /// How good the position is for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.processor.run(|| self.compute(position))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
    fn compute(&mut self, position: &Position) -> Score {
        self.update(position.board());
        let us = position.side_to_move();
        let input = inputs(&self.features, us, |feature| {
            input(feature / FEATURE_DIVISOR)
        });
        let result = self.network.head(us).result(&input);
        let score = i64::from(result) * i64::from(LOGIT) / i64::from(UNIT * WEIGHT_UNIT);
        (score as Score).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// How likely each move is the best of its position: writes a rating beside
    /// each point, [`RATING_LOGIT`] for a logit.
    pub fn rate<'a>(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = (Point, &'a mut i32)>,
    ) {
        self.processor.run(|| self.compute_ratings(position, moves));
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
    fn compute_ratings<'a>(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = (Point, &'a mut i32)>,
    ) {
        self.update(position.board());
        let us = position.side_to_move();
        let head = self.network.head(us);
        for (point, rating) in moves {
            let sums = &self.cells[point.index()].sum.0;
            let input = inputs(sums, us, |sum| sum.clamp(0, INPUT_LIMIT as i16));
            *rating = head.rate(&input) / (UNIT * WEIGHT_UNIT / RATING_LOGIT);
        }
    }

    /// Brings everything up to the stones of the board.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
    fn update(&mut self, board: &Board) {
        let mut changed: smallvec::SmallVec<[Point; 32]> = smallvec::SmallVec::new();
        for (y, seen) in self.seen.iter_mut().enumerate().take(board.size().height()) {
            let row = board.line(Direction::Horizontal.line(Point::new(0, y)));
            let mut bits = (row[0] ^ seen[0]) | (row[1] ^ seen[1]);
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let point = Point::new(bit - PADDING, y);
                if (seen[0] | seen[1]) >> bit & 1 == 0 {
                    // It was empty.
                    subtract(&mut self.features, &self.cells[point.index()].sum);
                }
                changed.push(point);
            }
            *seen = row;
        }
        for &point in &changed {
            if board.is_empty(point) {
                self.compute_cell(board, point);
            }
        }
        for &point in &changed {
            for direction in Direction::ALL {
                self.update_line(board, direction, point);
            }
        }
    }

    /// Computes a cell that has become empty.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
    fn compute_cell(&mut self, board: &Board, point: Point) {
        let cell = &mut self.cells[point.index()];
        cell.sum = Row([0; CHANNELS]);
        for direction in Direction::ALL {
            let line = board.line(direction.line(point));
            let code = self.tables.line_code(line, direction.bit(point));
            cell.codes[direction.index()] = code as u16;
            let row = self.network.row(code);
            for (sum, number) in cell.sum.0.iter_mut().zip(row.0) {
                *sum += number;
            }
        }
        for (feature, sum) in self.features.iter_mut().zip(cell.sum.0) {
            *feature += i32::from(sum.max(0));
        }
    }

    /// Updates the empty cells that see a changed cell in one direction. Cells
    /// that are up to date already stay as they are.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
    fn update_line(&mut self, board: &Board, direction: Direction, changed: Point) {
        let line = board.line(direction.line(changed));
        let bit = direction.bit(changed);
        let (first, mut empty) = visible_cells(line, bit, self.tables.reach());
        while empty != 0 {
            let at = first + empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let offset = (at as isize - bit as isize) * direction.stride();
            let index = (changed.index() as isize + offset) as usize;
            let cell = &mut self.cells[index];
            let code = self.tables.line_code(line, at) as u16;
            let old = std::mem::replace(&mut cell.codes[direction.index()], code);
            if old != code {
                let (new, old) = (
                    self.network.row(code as usize),
                    self.network.row(old as usize),
                );
                exchange(&mut self.features, &mut cell.sum, new, old);
            }
        }
    }
}

/// What a head sees of these channels, the half of the side to move first.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
fn inputs<T: Copy>(
    channels: &[T; CHANNELS],
    us: Color,
    input: impl Fn(T) -> i16,
) -> [i16; CHANNELS] {
    let mut inputs = [0; CHANNELS];
    let (own, other) = inputs.split_at_mut(HALF);
    let (black, white) = match us {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    // Whole halves, so that the compiler can take many channels at a time.
    for index in 0..HALF {
        black[index] = input(channels[index]);
    }
    for index in 0..HALF {
        white[index] = input(channels[HALF + index]);
    }
    inputs
}

/// Takes a cell out of the features.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
fn subtract(features: &mut [i32; CHANNELS], sum: &Row) {
    for (feature, sum) in features.iter_mut().zip(sum.0) {
        *feature -= i32::from(sum.max(0));
    }
}

/// Exchanges a row in a cell's sum and keeps the features up to it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled twice, see `Processor::run`")]
fn exchange(features: &mut [i32; CHANNELS], sum: &mut Row, new: &Row, old: &Row) {
    let rows = new.0.iter().zip(&old.0);
    for ((feature, sum), (new, old)) in features.iter_mut().zip(&mut sum.0).zip(rows) {
        let after = *sum + (new - old);
        *feature += i32::from(after.max(0) - (*sum).max(0));
        *sum = after;
    }
}

#[cfg(test)]
mod tests;
