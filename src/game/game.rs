//! A game: its rule, its board, and how stones come and go. Starts no
//! threads, prints nothing, and judges nothing: who has won is the manager's
//! business.

use crate::board::Board;
use crate::types::{BoardSize, Color, Point, Rule};
use std::fmt;

/// Whose a stone of a set-up position is, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A stone of the player to move.
    Mover,
    /// A stone of the other player.
    Opponent,
    /// A stone of a finished line in a continuous game: dead for both.
    Nobody,
}

/// One stone of a set-up position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Where it lies.
    pub point: Point,
    /// Whose it is.
    pub owner: Owner,
}

/// Why a stone cannot be put or taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The point lies outside the board.
    OffBoard(Point),
    /// The point is taken.
    Occupied(Point),
    /// The point does not hold the newest stone.
    NotNewest(Point),
}

impl fmt::Display for MoveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(point) => write!(formatter, "{point} is outside the board"),
            Self::Occupied(point) => write!(formatter, "{point} is not empty"),
            Self::NotNewest(point) => write!(formatter, "{point} is not the newest stone"),
        }
    }
}

impl std::error::Error for MoveError {}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rule: Rule,
    board: Board,
}

impl Game {
    /// A freestyle game on an empty board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            rule: Rule::Freestyle,
            board: Board::new(size),
        }
    }

    /// The rule in force.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Changes the rule; the stones stay.
    pub const fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }

    /// The stones and the side to move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Puts a stone of the side to move.
    pub fn play(&mut self, point: Point) -> Result<(), MoveError> {
        if !self.board.size().contains(point) {
            return Err(MoveError::OffBoard(point));
        }
        if !self.board.is_empty(point) {
            return Err(MoveError::Occupied(point));
        }
        self.board.play(point);
        Ok(())
    }

    /// Takes back the stone on this point, which must be the newest; its
    /// owner is to move again.
    pub fn take_back(&mut self, point: Point) -> Result<(), MoveError> {
        if self.board.last_move() != Some(point) {
            return Err(MoveError::NotNewest(point));
        }
        self.board.undo();
        Ok(())
    }

    /// Replaces the position. The stones must be on different points of the
    /// board.
    ///
    /// The player to move is black when the stones are even in number. That
    /// is true of every game played by turns, and the only guess left when
    /// the position was edited or dead stones hide their colours.
    pub fn set_up(&mut self, stones: &[Placement]) -> Result<(), MoveError> {
        let mover = if stones.len().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        let mut board = Board::new(self.board.size());
        for &Placement { point, owner } in stones {
            if !board.size().contains(point) {
                return Err(MoveError::OffBoard(point));
            }
            if !board.is_empty(point) {
                return Err(MoveError::Occupied(point));
            }
            match owner {
                Owner::Mover => board.put(point, mover),
                Owner::Opponent => board.put(point, mover.opponent()),
                Owner::Nobody => board.add_wall(point),
            }
        }
        board.set_side_to_move(mover);
        self.board = board;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

    fn game() -> Game {
        Game::new(BoardSize::square(15).expect("a valid size"))
    }

    fn placement(x: usize, y: usize, owner: Owner) -> Placement {
        Placement {
            point: Point::new(x, y),
            owner,
        }
    }

    #[test]
    fn only_the_newest_stone_can_be_taken_back() {
        let mut game = game();
        let (first, second) = (Point::new(7, 7), Point::new(8, 8));
        game.play(first).expect("an empty cell");
        game.play(second).expect("an empty cell");
        let before = game.clone();
        assert_eq!(game.take_back(first), Err(MoveError::NotNewest(first)));
        assert_eq!(game, before);
        assert_eq!(game.take_back(second), Ok(()));
        assert_eq!(game.board().side_to_move(), Color::White);
        assert_eq!(game.take_back(first), Ok(()));
        assert_eq!(game.take_back(first), Err(MoveError::NotNewest(first)));
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut game = game();
        game.play(Point::new(7, 7)).expect("an empty cell");
        let before = game.clone();
        assert!(game.play(Point::new(7, 7)).is_err());
        assert!(game.play(Point::new(15, 0)).is_err());
        assert_eq!(game, before);
    }

    #[test]
    fn the_mover_is_black_when_the_stones_are_even_in_number() {
        let mut game = game();
        let stones = [
            placement(7, 7, Owner::Opponent),
            placement(8, 8, Owner::Mover),
            placement(9, 9, Owner::Opponent),
        ];
        game.set_up(&stones).expect("different points");
        assert_eq!(game.board().side_to_move(), Color::White);
        assert_eq!(
            game.board().cell(Point::new(7, 7)),
            Cell::Stone(Color::Black)
        );
        assert_eq!(
            game.board().cell(Point::new(8, 8)),
            Cell::Stone(Color::White)
        );
    }

    #[test]
    fn dead_stones_count_for_the_colour_and_become_walls() {
        let mut game = game();
        let stones = [
            placement(7, 7, Owner::Nobody),
            placement(8, 8, Owner::Mover),
        ];
        game.set_up(&stones).expect("different points");
        assert_eq!(game.board().side_to_move(), Color::Black);
        assert_eq!(game.board().cell(Point::new(7, 7)), Cell::Wall);
    }

    #[test]
    fn a_position_with_a_cell_used_twice_is_refused_whole() {
        let mut game = game();
        let before = game.clone();
        let twice = [
            placement(7, 7, Owner::Mover),
            placement(7, 7, Owner::Opponent),
        ];
        assert!(game.set_up(&twice).is_err());
        assert_eq!(game, before);
    }
}
