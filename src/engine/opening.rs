//! What negotiated openings have in common: which of several positions is the
//! evenest, and which colour is the better one. Knows no opening's steps.

use super::engine::{Answer, Decision};
use super::legality;
use super::scout::{Scout, value, with_stones};
use crate::board::Bitboard;
use crate::search::{Outcome, Question};
use crate::types::{Point, Score};

/// How many openings are looked at twice.
const FINALISTS: usize = 3;

impl Scout<'_> {
    /// No stones: the one of these openings that looks most even.
    pub(super) fn choose_evenest(
        &mut self,
        openings: impl Iterator<Item = Vec<Point>>,
    ) -> Option<Vec<Point>> {
        let mut chosen: Vec<(Score, Vec<Point>)> = openings.map(|stones| (0, stones)).collect();
        let count = chosen.len();
        for (round, keep) in [(count, FINALISTS), (FINALISTS, 1)] {
            for (number, (distance, stones)) in chosen.iter_mut().enumerate() {
                let board = with_stones(&self.job.question.board, stones);
                let in_this_round = round.saturating_sub(number + 1);
                // The second round takes as long as the first: its few looks
                // are the deeper ones.
                let to_come = if keep > 1 {
                    in_this_round + count
                } else {
                    in_this_round
                };
                if self.is_stopped() && keep == 1 {
                    break;
                }
                *distance = self.score(&board, to_come).map_or(Score::MAX, Score::abs);
            }
            // A stable sort: ties keep the order of the list.
            chosen.sort_by_key(|&(distance, _)| distance);
            chosen.truncate(keep);
        }
        chosen.into_iter().next().map(|(_, stones)| stones)
    }

    /// White is to move: takes the better colour.
    pub(super) fn choose_color(&mut self) -> Answer {
        let outcome = self.look(&self.job.question.board, 0, 1);
        self.take_better_color(outcome)
    }

    /// Black by swapping if white, who is to move, stands worse; else stays
    /// white with the best move. If nothing is known black it is, who has a
    /// stone more on the board and the better chances in most openings.
    pub(super) fn take_better_color(&self, outcome: Outcome) -> Answer {
        let Question { rule, board, .. } = &self.job.question;
        let is_worse = value(&outcome).is_none_or(|score| score < 0);
        let decision = if is_worse {
            Decision::Swap
        } else {
            outcome
                .best_move()
                .filter(|&point| legality::is_legal(*rule, board, point))
                .or_else(|| legality::any_move(*rule, board, &Bitboard::EMPTY))
                .map_or(Decision::Nothing, |point| Decision::Stones(vec![point]))
        };
        Answer {
            decision,
            outcome: Some(best_line_only(outcome)),
        }
    }
}

/// An outcome for people to read: they asked for one decision.
pub(super) fn best_line_only(mut outcome: Outcome) -> Outcome {
    outcome.lines.truncate(1);
    outcome
}

/// The first moves of the lines of an outcome.
pub(super) fn first_moves(outcome: &Outcome) -> impl Iterator<Item = Point> {
    let moves = outcome.lines.iter();
    moves.filter_map(|line| line.moves.first().copied())
}
