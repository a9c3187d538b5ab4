//! The policy of a position: how likely each move is the best. What `evaluator`
//! keeps up to date for the value is all that it needs.

use super::{Evaluator, oriented};
use crate::board::{Bitboard, Board};
use crate::eval::head::{CHANNELS, HALF, INPUT_LIMIT, NEAR_HALF, PartialSums, UNIT, WEIGHT_UNIT};
use crate::eval::network::Row;
use crate::eval::offset::offset_class;
use crate::eval::surroundings::CLASSES;
use crate::position::Position;
use crate::types::{Color, Point, Work};

/// A difference of policy logits that makes a move e times as likely to be the best.
pub const POLICY_LOGIT: i32 = 1024;

/// From the head's sums to policy logits.
pub(super) const POLICY_DIVISOR: i32 = UNIT * WEIGHT_UNIT / POLICY_LOGIT;

impl Evaluator {
    /// The policy: how likely each move is the best of its position. Writes a
    /// logit beside each point, [`POLICY_LOGIT`] for a factor of e.
    pub fn policy<'a>(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = (Point, &'a mut i32)>,
    ) {
        self.processor.run(Policy {
            evaluator: self,
            position,
            moves,
        });
    }

    #[inline(always)]
    fn compute_policy<'a>(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = (Point, &'a mut i32)>,
    ) {
        self.update(position.board());
        let us = position.side_to_move();
        let head = self.head(us);
        let hidden1 = match self.hidden1 {
            Some((hash, hidden1)) if hash == position.hash() => hidden1,
            _ => head.first_hidden(&self.head_input(us)),
        };
        let weights = head.policy_weights(&hidden1);
        // The weights change places once, rather than the channels of every cell.
        let weights = oriented(&weights, us, |weight| weight);
        let [theirs, ours] = last_stones(position.board());
        let candidates = position.candidates();
        self.surround(&candidates, us);
        for (point, logit) in moves {
            let mut sums = self.surroundings.sum(point);
            sums += PartialSums::of(&weights, &self.policy_input(point));
            let context = head.policy_reply[offset_class(theirs, point)]
                + head.policy_follow[offset_class(ours, point)];
            *logit = ((sums.total() + i64::from(context)) / i64::from(POLICY_DIVISOR)) as i32;
        }
        for point in candidates.iter() {
            *self.surroundings.of(point) = [PartialSums::default(); CLASSES];
        }
    }

    /// What these cells are worth to their neighbours, for a side to move.
    #[inline(always)]
    fn surround(&mut self, candidates: &Bitboard, us: Color) {
        let mut weights = self.head(us).policy_near;
        for weights in &mut weights {
            *weights = oriented_near(weights, us);
        }
        for point in candidates.iter() {
            let input = near_input(&self.sums[point.index()]);
            let worth = self.surroundings.of(point);
            for (worth, weights) in worth.iter_mut().zip(&weights) {
                *worth = PartialSums::of(weights, &input);
            }
        }
    }

    /// The features of a cell as the policy sees them.
    #[inline(always)]
    fn policy_input(&self, point: Point) -> [i16; CHANNELS] {
        rectified(self.sums[point.index()].0)
    }
}

/// [`Evaluator::compute_policy`] as work for a processor.
struct Policy<'a, M> {
    evaluator: &'a mut Evaluator,
    position: &'a Position,
    moves: M,
}

impl<'m, M: Iterator<Item = (Point, &'m mut i32)>> Work for Policy<'_, M> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        self.evaluator.compute_policy(self.position, self.moves);
    }
}

/// The opponent's last stone and the own one before it.
pub fn last_stones(board: &Board) -> [Option<Point>; 2] {
    let mut stones = board.history().iter().rev().copied();
    [stones.next(), stones.next()]
}

/// Weights of a neighbour's features in the order of a cell's channels.
#[inline(always)]
fn oriented_near(weights: &[i16; 2 * NEAR_HALF], us: Color) -> [i16; 2 * NEAR_HALF] {
    let mut ordered = *weights;
    if us == Color::White {
        ordered.rotate_left(NEAR_HALF);
    }
    ordered
}

/// The features of a cell that its neighbours know of, Black's perspective first.
#[inline(always)]
fn near_input(sum: &Row) -> [i16; 2 * NEAR_HALF] {
    let mut input = [0; 2 * NEAR_HALF];
    let (black, white) = input.split_at_mut(NEAR_HALF);
    black.copy_from_slice(&sum.0[..NEAR_HALF]);
    white.copy_from_slice(&sum.0[HALF..HALF + NEAR_HALF]);
    rectified(input)
}

/// Features within what the head's integers hold.
#[inline(always)]
fn rectified<const N: usize>(mut features: [i16; N]) -> [i16; N] {
    for feature in &mut features {
        *feature = (*feature).clamp(0, INPUT_LIMIT as i16);
    }
    features
}
