//! The slow, obvious judges of the game: one file a rule. They look at a board
//! cell by cell and are the truth that fast tables are tested against; nothing
//! here is called per node.

use crate::board::Board;
use crate::types::{Color, Point, Rule};

/// Why a point is forbidden to Black in renju.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Two or more real open threes at once.
    DoubleThree,
    /// Two or more fours at once.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

/// Whether a stone of this colour on the empty point would win the game.
pub fn wins(_rule: Rule, _board: &Board, _point: Point, _color: Color) -> bool {
    unimplemented!()
}

/// Why this colour may not play on the empty point, if so.
pub fn foul(_rule: Rule, _board: &Board, _point: Point, _color: Color) -> Option<Foul> {
    unimplemented!()
}
