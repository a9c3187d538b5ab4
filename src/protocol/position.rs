//! From a position as sent to stones of a game. Managers let people edit
//! positions, so whatever makes no sense is left out and counted rather than
//! refused: an error in place of a move loses the game.

use super::command::{Body, Coordinates, Purpose};
use super::info::Dialect;
use crate::game::{Owner, Placement};
use crate::types::{BoardSize, Point};

/// The stones that make sense and how much did not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentPosition {
    /// Stones on different points of the board.
    pub stones: Vec<Placement>,
    /// How many lines were left out. A stone sent twice is not among them.
    pub left_out: usize,
}

impl Dialect {
    /// The point two numbers stand for, if it is on the board.
    pub fn point(self, size: BoardSize, at: Coordinates) -> Option<Point> {
        match self {
            Self::Gomocup => size.point(at.0, at.1),
            Self::Yixin => size.point(at.1, at.0),
        }
    }

    /// The two numbers that stand for a point.
    pub const fn coordinates(self, point: Point) -> Coordinates {
        let (x, y) = (point.x() as i64, point.y() as i64);
        match self {
            Self::Gomocup => Coordinates(x, y),
            Self::Yixin => Coordinates(y, x),
        }
    }
}

/// Makes sense of a position.
pub fn understand(
    body: &Body,
    purpose: Purpose,
    dialect: Dialect,
    size: BoardSize,
) -> SentPosition {
    let mut stones: Vec<Placement> = Vec::new();
    let mut left_out = body.garbage;
    for stone in &body.stones {
        let owner = match (purpose, stone.field) {
            // In swap2 the colours alternate; they are set below.
            (Purpose::Swap2, _) | (_, Some(3)) => Some(Owner::Nobody),
            (_, Some(1)) => Some(Owner::Mover),
            (_, Some(2)) => Some(Owner::Opponent),
            _ => None,
        };
        let (Some(point), Some(owner)) = (dialect.point(size, stone.at), owner) else {
            left_out += 1;
            continue;
        };
        match stones.iter().find(|other| other.point == point) {
            None => stones.push(Placement { point, owner }),
            Some(other) if other.owner == owner => {}
            Some(_) => left_out += 1,
        }
    }
    if purpose == Purpose::Swap2 {
        // Black and white by turns, so the newest stone is the opponent's.
        let owners = [Owner::Opponent, Owner::Mover].into_iter().cycle();
        for (stone, owner) in stones.iter_mut().rev().zip(owners) {
            stone.owner = owner;
        }
    }
    SentPosition { stones, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::Stone;

    fn position(purpose: Purpose, dialect: Dialect, stones: &[(i64, i64, i64)]) -> SentPosition {
        let stone = |&(x, y, field): &(i64, i64, i64)| Stone {
            at: Coordinates(x, y),
            field: (field != 0).then_some(field),
        };
        let body = Body {
            stones: stones.iter().map(stone).collect(),
            garbage: 0,
        };
        let size = BoardSize::new(15, 10).expect("a valid size");
        understand(&body, purpose, dialect, size)
    }

    fn placement(x: usize, y: usize, owner: Owner) -> Placement {
        Placement {
            point: Point::new(x, y),
            owner,
        }
    }

    #[test]
    fn fields_say_whose_a_stone_is() {
        let sent = position(
            Purpose::Move,
            Dialect::Gomocup,
            &[(7, 7, 1), (8, 8, 2), (9, 9, 3)],
        );
        let expected = [
            placement(7, 7, Owner::Mover),
            placement(8, 8, Owner::Opponent),
            placement(9, 9, Owner::Nobody),
        ];
        assert_eq!(sent.stones, expected);
        assert_eq!(sent.left_out, 0);
    }

    #[test]
    fn what_makes_no_sense_is_left_out_and_counted() {
        let sent = position(
            Purpose::Move,
            Dialect::Gomocup,
            &[
                (7, 7, 1),
                (7, 7, 1),
                (7, 7, 2),
                (15, 0, 1),
                (0, 10, 1),
                (-1, 0, 2),
                (3, 3, 4),
                (4, 4, 0),
            ],
        );
        assert_eq!(sent.stones, [placement(7, 7, Owner::Mover)]);
        assert_eq!(sent.left_out, 6);
    }

    #[test]
    fn yixin_sends_the_row_first() {
        let sent = position(Purpose::Move, Dialect::Yixin, &[(2, 14, 1), (14, 2, 1)]);
        assert_eq!(sent.stones, [placement(14, 2, Owner::Mover)]);
        assert_eq!(sent.left_out, 1);
        for dialect in [Dialect::Gomocup, Dialect::Yixin] {
            let size = BoardSize::new(7, 9).expect("a valid size");
            for point in size.points() {
                assert_eq!(dialect.point(size, dialect.coordinates(point)), Some(point));
            }
        }
    }

    #[test]
    fn swap2_stones_alternate_whatever_their_fields() {
        let sent = position(
            Purpose::Swap2,
            Dialect::Gomocup,
            &[(7, 7, 0), (8, 8, 1), (9, 9, 2)],
        );
        let expected = [
            placement(7, 7, Owner::Opponent),
            placement(8, 8, Owner::Mover),
            placement(9, 9, Owner::Opponent),
        ];
        assert_eq!(sent.stones, expected);
    }
}
