//! The slow, obvious judges of the game: one file a rule. They look at a board
//! cell by cell and are the truth that fast tables are tested against; nothing
//! here is called per node. `docs/rules.md` shows the corner cases.

mod caro;
mod freestyle;
mod renju;
mod standard;
#[cfg(test)]
mod tests;
mod view;

use crate::board::Board;
use crate::types::{Color, Point, Rule};
use std::fmt;
use view::View;

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

impl fmt::Display for Foul {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::DoubleThree => "double three",
            Self::DoubleFour => "double four",
            Self::Overline => "overline",
        })
    }
}

/// What a stone does to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The game goes on.
    Continues,
    /// The player of the stone wins.
    Wins,
    /// The stone was forbidden: its player loses.
    Foul(Foul),
    /// The board is full and nobody has won.
    Draw,
}

/// Whether a stone of this colour on the empty point would win the game.
pub fn wins(rule: Rule, board: &Board, point: Point, color: Color) -> bool {
    let view = View::new(board, color);
    match rule {
        Rule::Freestyle => freestyle::wins(&view, point),
        Rule::Standard => standard::wins(&view, point),
        Rule::Renju => renju::wins(&view, point, color),
        Rule::Caro => caro::wins(&view, point),
        Rule::CaroExact => caro::wins_exact(&view, point),
    }
}

/// Why this colour may not play on the empty point, if so.
pub fn foul(rule: Rule, board: &Board, point: Point, color: Color) -> Option<Foul> {
    match (rule, color) {
        (Rule::Renju, Color::Black) => renju::foul(&mut View::new(board, color), point),
        _ => None,
    }
}

/// What happens when the side to move plays on the empty point.
pub fn verdict(rule: Rule, board: &Board, point: Point) -> Verdict {
    let color = board.side_to_move();
    if wins(rule, board, point, color) {
        Verdict::Wins
    } else if let Some(foul) = foul(rule, board, point, color) {
        Verdict::Foul(foul)
    } else if board.empty().len() == 1 {
        Verdict::Draw
    } else {
        Verdict::Continues
    }
}
