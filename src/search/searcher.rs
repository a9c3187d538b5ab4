//! The thinking player: owns what lives from move to move and answers
//! positions.

use super::control::Control;
use super::limits::Limits;
use super::report::{Line, Observer, Outcome};
use crate::board::Board;
use crate::types::{Point, Rule};

/// A player with its memory.
pub struct Searcher {}

impl Searcher {
    /// A player whose tables take about this many bytes, reserved lazily.
    pub fn new(_table_bytes: usize) -> Self {
        Self {}
    }

    /// Changes the size of the tables; what they held is lost.
    pub fn resize(&mut self, _table_bytes: usize) {}

    /// Forgets everything learned from earlier positions.
    pub fn clear(&mut self) {}

    /// Finds the best moves in a position.
    pub fn think(
        &mut self,
        board: &Board,
        _rule: Rule,
        limits: &Limits,
        control: &Control,
        _observer: &mut dyn Observer,
    ) -> Outcome {
        let center = board.size().center();
        let nearest: Option<Point> = board
            .empty()
            .iter()
            .min_by_key(|point| point.distance(center));
        let lines = nearest.map(|point| Line {
            moves: vec![point],
            score: 0,
            depth: 0,
            selective_depth: 0,
        });
        Outcome {
            lines: lines.into_iter().collect(),
            nodes: 1,
            elapsed: control.now().saturating_sub(limits.started),
        }
    }
}
