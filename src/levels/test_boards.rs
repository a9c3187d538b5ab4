//! Boards and answers in few words, for the tests of all players.

use super::Player;
use crate::board::Board;
use crate::board::text::parse_moves;
use crate::types::{BoardSize, Point, Rule};
use fastrand::Rng;

/// A square board of this side after the moves.
pub fn board_of(side: usize, moves: &str) -> Board {
    parse_moves(BoardSize::square(side).expect("a size"), moves).expect("moves")
}

/// A board of side 15 after the moves.
pub fn board(moves: &str) -> Board {
    board_of(15, moves)
}

/// The point of this name.
pub fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

/// What the player answers in freestyle.
pub fn answer(mut player: impl Player, board: &Board, seed: u64) -> String {
    let found = player.choose(board, Rule::Freestyle, &mut Rng::with_seed(seed));
    found.expect("a move").to_string()
}
