//! A fixed amount of searching that every build does alike, on every target:
//! its nodes, scores and moves make a signature that tells whether two builds
//! search the same. Measures no time and prints nothing.

use super::{Control, Limits, Question, Searcher, Silent, TimeBudget};
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::board::zobrist::mix;
use crate::search::Clock;
use crate::types::{BoardSize, Rule};
use std::sync::Arc;

/// A fixed table size, so that the tree does not depend on the machine.
const TABLE_BYTES: usize = 16 << 20;

/// Positions from the opening to a full fight; the points fit a 15x15 board.
const POSITIONS: [&str; 6] = [
    "h8",
    "h8i9g9",
    "g7h8i7h6h7j7g6i8",
    "h8i9i8g8j8k8j7j9h9g10i7i6",
    "j7j9l7m8j8k10o4k6k7i7l6m5l9l8m7n7k5j4i6h5",
    "f9e5h7g6i5c4c2e6g8i6j8d9k9l10h10f6e8d7g10j11k6",
];

/// What the work came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Nodes visited in all searches.
    pub nodes: u64,
    /// A number that nodes, scores and moves of all searches went into.
    pub signature: u64,
}

/// Every position on every rule and board.
pub fn cases() -> impl Iterator<Item = (Rule, Board)> {
    Rule::ALL.into_iter().flat_map(|rule| {
        let sizes = [15, 20].into_iter().filter_map(BoardSize::square);
        let boards = sizes.flat_map(|size| POSITIONS.map(|moves| parse_moves(size, moves)));
        boards.flatten().map(move |board| (rule, board))
    })
}

/// Searches one case to a depth and adds what it came to.
pub fn search(work: &mut Work, rule: Rule, board: Board, depth: u32, clock: Arc<dyn Clock>) {
    let control = Control::new(clock, TimeBudget::UNLIMITED);
    let question = Question::new(board, rule, Limits::depth(depth));
    let outcome = Searcher::new(TABLE_BYTES).think(&question, &control, &mut Silent);
    work.nodes += outcome.nodes;
    work.add(outcome.nodes);
    for line in &outcome.lines {
        work.add(line.score as u64);
        for point in &line.moves {
            work.add(point.index() as u64);
        }
    }
}

impl Work {
    fn add(&mut self, number: u64) {
        self.signature = mix(self.signature ^ number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ManualClock;

    #[test]
    fn every_rule_and_board_is_there_and_the_same_work_has_the_same_signature() {
        assert_eq!(cases().count(), Rule::ALL.len() * 2 * POSITIONS.len());
        let work = || {
            let mut work = Work::default();
            for (rule, board) in cases().take(2) {
                search(&mut work, rule, board, 3, Arc::new(ManualClock::default()));
            }
            work
        };
        assert_eq!(work(), work());
        assert_ne!(work().signature, 0);
    }
}
