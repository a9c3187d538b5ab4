//! Stones on a board: sets of points, line words, hashing, text. Knows nothing
//! of patterns, rules or scores.

pub mod bitboard;
#[expect(
    clippy::module_inception,
    reason = "the board is what this room is named after"
)]
pub mod board;
pub mod lines;
pub mod symmetry;
pub mod text;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use board::{Board, Cell};
pub use lines::Direction;
pub use symmetry::Symmetry;
