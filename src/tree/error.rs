//! What can be wrong with a file of variations, in words for people.

use std::fmt;

/// Why a file could not be read or a tree not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// It does not begin as such a file does.
    Kind(&'static str),
    /// It ends in the middle.
    Ends,
    /// Something in it makes no sense.
    Content(String),
    /// It is larger than anybody needs.
    TooLarge,
    /// The format has no room for such a board.
    Board,
}

impl fmt::Display for TreeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(name) => write!(formatter, "this is no {name} file"),
            Self::Ends => formatter.write_str("the file ends in the middle"),
            Self::Content(what) => write!(formatter, "{what} makes no sense"),
            Self::TooLarge => formatter.write_str("the file has too many moves"),
            Self::Board => formatter.write_str("the format has no room for this board"),
        }
    }
}

impl std::error::Error for TreeError {}
