//! Players for the fuzzer: one that plays at once, one that thinks until it is
//! told to stop. Their moves are of no interest, only that they come.

use quinte::engine::Thinker;
use quinte::search::{Control, Line, Observer, Outcome, Question};
use std::time::Duration;

/// Plays on the first empty cell.
pub struct FirstCell {
    /// Whether to wait for a stop or the end of the time before that.
    pub is_patient: bool,
}

impl Thinker for FirstCell {
    fn think(&mut self, question: &Question, control: &Control, _: &mut dyn Observer) -> Outcome {
        while self.is_patient && !control.must_stop() {
            std::thread::sleep(Duration::from_micros(10));
        }
        let first = question.board.empty().first();
        let line = first.map(|point| Line::of_move(point, 0));
        Outcome::without_search(line.into_iter().collect())
    }
}
