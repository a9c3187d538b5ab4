//! Stones on a board: sets of points, line words, hashing, text. Knows nothing
//! of patterns, rules or scores.

mod bitboard;
#[expect(
    clippy::module_inception,
    reason = "the board is what this room is named after"
)]
mod board;
pub(crate) mod lines;
mod symmetry;
pub mod text;
pub(crate) mod zobrist;

pub use bitboard::Bitboard;
pub use board::{Board, Cell};
pub(crate) use lines::Direction;
pub use symmetry::Symmetry;
