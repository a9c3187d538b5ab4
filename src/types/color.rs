//! The two players. Black moves first in a normal game.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// The player who moves first; in renju the one with forbidden points.
    Black,
    /// The player who moves second.
    White,
}

impl Color {
    /// Both colours, in the order of their [`index`](Self::index).
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for black and 1 for white, for tables by colour.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
