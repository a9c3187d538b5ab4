//! What a search is asked, as plain data: the one form in which a question
//! goes from whoever asks to every thread that searches.

use super::limits::Limits;
use crate::board::Board;
use crate::types::Rule;

/// A question: what are the best moves here?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The stones and the side to move.
    pub board: Board,
    /// The rule.
    pub rule: Rule,
    /// What bounds the search, beside the time.
    pub limits: Limits,
}

impl Question {
    /// A question about a position.
    pub const fn new(board: Board, rule: Rule, limits: Limits) -> Self {
        Self {
            board,
            rule,
            limits,
        }
    }
}
