//! The moves of a node, one after the other, best first. Lists and orders them
//! only when they are asked for: the table's move is often enough. Searches
//! nothing.

use super::movegen::{fours, stop_five, stop_open_fours};
use super::node::Danger;
use super::ordering::{Basis, ScoredMove, pick_best, score_moves};
use super::worker::Worker;
use crate::board::Bitboard;
use crate::types::Point;

/// How far the moves of a node have been given out.
#[derive(Clone, Copy, Default)]
enum Stage {
    /// Nothing yet; this move comes before the others are listed.
    First(Point),
    /// The others must be listed now.
    #[default]
    Unlisted,
    /// This many of the list have been given out.
    Listed(usize),
}

/// The moves of one node.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    ply: usize,
    danger: Danger,
    table_move: Option<Point>,
    stage: Stage,
    /// Where the node's list begins in the worker's.
    from: usize,
}

impl Worker<'_> {
    /// The moves worth trying in the present position.
    pub(super) fn moves_of(&self, ply: usize, danger: Danger, table_move: Option<Point>) -> Moves {
        // Two positions of one hash are rare, but there are such.
        let first = table_move.filter(|&point| self.position.board().is_empty(point));
        Moves {
            ply,
            danger,
            table_move: first,
            stage: first.map_or(Stage::Unlisted, Stage::First),
            from: self.moves.len(),
        }
    }

    /// The best move left.
    pub(super) fn next_move(&mut self, moves: &mut Moves) -> Option<Point> {
        if let Stage::First(point) = moves.stage {
            moves.stage = Stage::Unlisted;
            return Some(point);
        }
        let given = if let Stage::Listed(given) = moves.stage {
            given
        } else {
            self.list(moves);
            0
        };
        moves.stage = Stage::Listed(given + 1);
        pick_best(&mut self.moves[moves.from..], given).map(|scored| scored.point)
    }

    /// Takes the moves of a node off the worker's list.
    pub(super) fn forget(&mut self, moves: &Moves) {
        self.moves.truncate(moves.from);
    }

    /// Lists the moves that have not been given out.
    fn list(&mut self, moves: &Moves) {
        let us = self.position.side_to_move();
        let mut points = match moves.danger {
            Danger::Five => stop_five(&mut self.position).into_iter().collect(),
            Danger::OpenFour => stop_open_fours(&self.position) | fours(&self.position, us),
            Danger::None => self.candidates(),
        };
        if moves.ply == 0 && moves.danger == Danger::None {
            points |= self.limits.root_moves.added & *self.position.board().empty();
        }
        if let Some(point) = moves.table_move {
            points.remove(point);
        }
        let scored = |point| ScoredMove { point, score: 0 };
        self.moves.extend(points.iter().map(scored));
        self.order(moves.from, moves.danger);
    }

    /// Gives the moves from this index on their scores.
    fn order(&mut self, from: usize, danger: Danger) {
        let moves = &mut self.moves[from..];
        let basis = if danger == Danger::None {
            let scores = moves.iter_mut().map(|m| (m.point, &mut m.score));
            self.evaluator.policy(&self.position, scores);
            Basis::Policy
        } else {
            Basis::Patterns
        };
        score_moves(
            moves,
            basis,
            &self.position,
            &self.memory.history,
            self.params,
        );
    }

    /// The cells near stones; without any, the middle or whatever is left.
    fn candidates(&self) -> Bitboard {
        let candidates = self.position.candidates();
        if candidates.is_empty() {
            // An empty board, or one whose neighbourhoods are full.
            let center = self.position.size().center();
            return if self.position.board().is_empty(center) {
                std::iter::once(center).collect()
            } else {
                *self.position.board().empty()
            };
        }
        candidates
    }
}
