//! Whether renju forbids a point to Black, decided exactly: tables tell all
//! fouls but the double three, whose threes must be real, that is, able to
//! become a straight four by a move that is itself allowed.

use super::position::Position;
use crate::board::{Cell, Direction};
use crate::pattern::{LinePattern, Threat};
use crate::types::{Color, Point};

impl Position {
    /// Whether a stone of this colour may be played on the empty cell.
    pub fn is_legal(&mut self, color: Color, point: Point) -> bool {
        match self.threat(color, point) {
            Threat::Forbidden => false,
            Threat::MaybeForbidden => !self.is_double_three(point),
            _ => true,
        }
    }

    /// Whether at least two of the open threes that a black stone would make are real.
    fn is_double_three(&mut self, point: Point) -> bool {
        let patterns = self.patterns(Color::Black, point);
        let turn_is_blacks = self.side_to_move() == Color::Black;
        if !turn_is_blacks {
            self.pass();
        }
        let real_threes = self.with_move(point, |position| {
            Direction::ALL
                .into_iter()
                .filter(|direction| patterns.get(direction.index()).is_open_three())
                .filter(|&direction| position.is_real_three(point, direction))
                .count()
        });
        if !turn_is_blacks {
            self.pass();
        }
        real_threes >= 2
    }

    /// Whether the three through a black stone can become a straight four by
    /// an allowed move. That move is the first empty cell on either side.
    fn is_real_three(&mut self, stone: Point, direction: Direction) -> bool {
        [1, -1].into_iter().any(|step| {
            self.first_empty(stone, direction, step)
                .is_some_and(|cell| {
                    let patterns = self.patterns(Color::Black, cell);
                    patterns.get(direction.index()) == LinePattern::OpenFour
                        && self.threat(Color::Black, cell) != Threat::Five
                        && self.is_legal(Color::Black, cell)
                })
        })
    }

    /// The first empty cell behind the black stones on one side.
    fn first_empty(&self, stone: Point, direction: Direction, step: i64) -> Option<Point> {
        (1..)
            .map(|distance| direction.neighbor(stone, step * distance, self.size()))
            .find_map(
                |cell| match cell.map(|point| (point, self.board().cell(point))) {
                    Some((_, Cell::Stone(Color::Black))) => None,
                    Some((point, Cell::Empty)) => Some(Some(point)),
                    _ => Some(None),
                },
            )
            .flatten()
    }
}
