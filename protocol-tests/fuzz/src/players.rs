//! Players for the fuzzer: one that plays at once, one that thinks until it is
//! told to stop. Their moves are of no interest, only that they come.

use quinte::board::Board;
use quinte::engine::Thinker;
use quinte::search::{Control, Limits, Line, Observer, Outcome};
use quinte::types::Rule;
use std::time::Duration;

/// Plays on the first empty cell.
pub struct FirstCell {
    /// Whether to wait for a stop or the end of the time before that.
    pub is_patient: bool,
}

impl Thinker for FirstCell {
    fn think(
        &mut self,
        board: &Board,
        _: Rule,
        _: &Limits,
        control: &Control,
        _: &mut dyn Observer,
    ) -> Outcome {
        while self.is_patient && !control.must_stop() {
            std::thread::sleep(Duration::from_micros(10));
        }
        let line = board.empty().first().map(|point| Line {
            moves: vec![point],
            score: 0,
            depth: 1,
            selective_depth: 1,
        });
        Outcome {
            lines: line.into_iter().collect(),
            nodes: 1,
            elapsed: Duration::ZERO,
            table_use: 0,
        }
    }

    fn resize(&mut self, _: usize) {}

    fn clear(&mut self) {}

    fn prepare(&mut self, _: Rule) {}
}
