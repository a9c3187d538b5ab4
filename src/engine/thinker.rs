//! What the engine needs of a player that thinks. The search is one; tests
//! have others: one that knows its moves, one that fails, one that never
//! stops by itself.

use crate::eval::Network;
use crate::search::{
    Control, Course, Observer, Outcome, Paused, Question, Searcher, Slice, urgency,
};
use crate::types::Rule;

/// A player that finds moves. One that remembers nothing between them has
/// nothing else to do.
pub trait Thinker: Send {
    /// Finds the best moves in a position; see [`Searcher::think`].
    fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome;

    /// As [`think`](Self::think), for one slice, if the thinker can leave the
    /// rest for later; see [`Searcher::think_for`].
    fn think_for(
        &mut self,
        _slice: Slice,
        _paused: Option<Box<Paused>>,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Course {
        Course::Finished(self.think(question, control, observer))
    }

    /// Changes the size of the tables; what they held is lost.
    fn resize(&mut self, _table_bytes: usize) {}

    /// Forgets everything learned from earlier positions.
    fn clear(&mut self) {}

    /// Computes what the first search under the rule would have to; takes
    /// no time when that is done.
    fn prepare(&mut self, _rule: Rule) {}
}

impl Thinker for Searcher {
    fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.think(question, control, observer)
    }

    fn think_for(
        &mut self,
        slice: Slice,
        paused: Option<Box<Paused>>,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Course {
        if slice == Slice::WHOLE {
            return Course::Finished(self.think(question, control, observer));
        }
        self.think_for(slice, paused, question, control, observer)
    }

    fn resize(&mut self, table_bytes: usize) {
        self.resize(table_bytes);
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn prepare(&mut self, rule: Rule) {
        // The tables are computed on first use and then shared by all.
        Network::of(rule);
        urgency::prepare();
    }
}

/// Thinkers for tests.
#[cfg(test)]
pub(crate) mod fakes {
    use super::*;
    use crate::board::Board;
    use crate::search::{Limits, Line, Progress};
    use crate::types::{Point, Score};
    use std::sync::mpsc::Receiver;
    use std::time::Duration;

    /// An outcome of one line of one move.
    pub fn outcome(point: Point, score: Score) -> Outcome {
        Outcome::without_search(vec![Line::of_move(point, score)])
    }

    /// Thinks by a function.
    pub struct ByFunction<F>(pub F);

    impl<F> Thinker for ByFunction<F>
    where
        F: FnMut(&Board, &Limits, &Control) -> Outcome + Send,
    {
        fn think(
            &mut self,
            question: &Question,
            control: &Control,
            _: &mut dyn Observer,
        ) -> Outcome {
            (self.0)(&question.board, &question.limits, control)
        }
    }

    /// Finds the lines that a function offers.
    pub fn judge(mut offer: impl FnMut(&Board) -> Vec<(Point, Score)> + Send) -> impl Thinker {
        ByFunction(move |board: &Board, limits: &Limits, _: &Control| {
            let lines = offer(board).into_iter().take(limits.lines);
            let lines = lines.map(|(point, score)| Line::of_move(point, score));
            Outcome::without_search(lines.collect())
        })
    }

    /// Answers at once with the first empty point of a list, or else of the
    /// board.
    #[derive(Default)]
    pub struct FixedMoves(pub Vec<Point>);

    impl Thinker for FixedMoves {
        fn think(&mut self, question: &Question, _: &Control, _: &mut dyn Observer) -> Outcome {
            let board = &question.board;
            let listed = self.0.iter().copied().find(|&point| board.is_empty(point));
            outcome(listed.unwrap_or_else(|| first_empty(board)), 0)
        }
    }

    /// Answers with this point whether or not that is legal.
    pub struct Stubborn(pub Point);

    impl Thinker for Stubborn {
        fn think(&mut self, _: &Question, _: &Control, _: &mut dyn Observer) -> Outcome {
            outcome(self.0, 0)
        }
    }

    /// Reports a line, if it has one, and panics.
    pub struct Failing(pub Option<Point>);

    impl Thinker for Failing {
        fn think(&mut self, _: &Question, _: &Control, observer: &mut dyn Observer) -> Outcome {
            if let Some(point) = self.0 {
                report(observer, point);
            }
            panic!("an injected fault");
        }
    }

    /// Thinks until it is stopped or its time is over.
    #[derive(Default)]
    pub struct Patient;

    impl Thinker for Patient {
        fn think(
            &mut self,
            question: &Question,
            control: &Control,
            observer: &mut dyn Observer,
        ) -> Outcome {
            let point = first_empty(&question.board);
            report(observer, point);
            while !control.must_stop() {
                std::thread::sleep(Duration::from_micros(50));
            }
            outcome(point, 0)
        }
    }

    /// Deaf to every stop: answers only when the test says so.
    pub struct Deaf(pub Receiver<()>);

    impl Thinker for Deaf {
        fn think(
            &mut self,
            question: &Question,
            _: &Control,
            observer: &mut dyn Observer,
        ) -> Outcome {
            let point = question.board.empty().iter().last();
            let point = point.expect("asked only with an empty cell");
            report(observer, point);
            // A test that has ended needs no answer.
            let _ = self.0.recv();
            outcome(point, 0)
        }
    }

    fn first_empty(board: &Board) -> Point {
        let first = board.empty().first();
        first.expect("asked only with an empty cell")
    }

    fn report(observer: &mut dyn Observer, point: Point) {
        observer.line_finished(&Progress {
            rank: 0,
            line: Line::of_move(point, 0),
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
        });
    }
}
