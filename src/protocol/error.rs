//! What can be wrong with a command; each message names what was wrong.

use super::command::Coordinates;
use crate::types::{MAX_SIDE, MIN_SIDE};
use std::fmt;

/// Why a command was not carried out. Its text follows `ERROR`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProtocolError {
    /// A move was asked for before any `START`.
    NoGame,
    /// The size of the board is not one or two numbers.
    SizeSyntax(String),
    /// The board would be too small or too large.
    SizeRange(Coordinates),
    /// Not two numbers with a comma between them.
    CoordinatesSyntax(String),
    /// A cell outside the board.
    OffBoard(Coordinates),
    /// A cell that is taken.
    Occupied(Coordinates),
    /// A stone to take back that is not the newest.
    NotNewest(Coordinates),
    /// A position of which nothing could be used.
    NoPosition,
    /// No cell is empty.
    BoardFull,
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => write!(formatter, "no game, send START first"),
            Self::SizeSyntax(text) => {
                write!(formatter, "'{text}' is not a board size such as 20")
            }
            // One manager offers a board of 20x20 when it reads a 20 here.
            Self::SizeRange(Coordinates(width, height)) => write!(
                formatter,
                "a board of {width}x{height} is not supported, sides go from {MIN_SIDE} to {MAX_SIDE}, \
                 such as 20"
            ),
            Self::CoordinatesSyntax(text) => {
                write!(formatter, "'{text}' is not a move such as 7,7")
            }
            Self::OffBoard(at) => write!(formatter, "{at} is outside the board"),
            Self::Occupied(at) => write!(formatter, "{at} is not empty"),
            Self::NotNewest(at) => write!(formatter, "{at} is not the newest stone"),
            Self::NoPosition => write!(formatter, "no stone of the position can be used"),
            Self::BoardFull => write!(formatter, "board is full"),
        }
    }
}

impl std::error::Error for ProtocolError {}
