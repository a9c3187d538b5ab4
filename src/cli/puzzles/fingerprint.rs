//! What makes two positions the same puzzle: the stones agree when the board is
//! turned, mirrored or shifted, and where colours are equal before the rule,
//! with colours exchanged. A shift counts only as long as no edge is near.

use crate::board::{Board, Cell, Symmetry};
use crate::types::{Color, Point, Rule};

/// Edges that are further from the stones than this do not matter.
const NEAR: usize = 6;

/// The same bytes for the same puzzle.
pub fn fingerprint(rule: Rule, board: &Board) -> Vec<u8> {
    let size = board.size();
    let stones: Vec<(Point, u8)> = size
        .points()
        .filter_map(|point| Some((point, kind(rule, board, point)?)))
        .collect();
    let images = Symmetry::all(size).map(|symmetry| {
        let image = stones.iter().map(|&(point, kind)| {
            let point = symmetry.apply(point);
            (point.x(), point.y(), kind)
        });
        shifted(image.collect(), (size.width(), size.height()))
    });
    let mut bytes = vec![rule.index() as u8];
    bytes.extend(images.min().unwrap_or_default());
    bytes
}

/// The stones counted from their own corner, and how near the edges are.
fn shifted(mut stones: Vec<(usize, usize, u8)>, (width, height): (usize, usize)) -> Vec<u8> {
    let xs = || stones.iter().map(|stone| stone.0);
    let ys = || stones.iter().map(|stone| stone.1);
    let (left, top) = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
    let (right, bottom) = (xs().max().unwrap_or(0), ys().max().unwrap_or(0));
    let room = [left, top, width - 1 - right, height - 1 - bottom];
    let mut bytes: Vec<u8> = room.iter().map(|&room| room.min(NEAR) as u8).collect();
    stones.sort_unstable();
    for (x, y, kind) in stones {
        bytes.extend([(x - left) as u8, (y - top) as u8, kind]);
    }
    bytes
}

/// What lies on a cell, seen by the side to move.
fn kind(rule: Rule, board: &Board, point: Point) -> Option<u8> {
    let mover = board.side_to_move();
    match board.cell(point) {
        Cell::Empty => None,
        Cell::Wall => Some(4),
        // Only Black has fouls, so that colours cannot be exchanged.
        Cell::Stone(color) if rule == Rule::Renju => {
            Some(u8::from(color == mover) + 2 * u8::from(mover == Color::White))
        }
        Cell::Stone(color) => Some(u8::from(color == mover)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::BoardSize;

    const STONES: [(usize, usize); 5] = [(7, 7), (8, 8), (7, 9), (9, 7), (8, 6)];

    fn print(rule: Rule, size: BoardSize, stones: impl Iterator<Item = Point>) -> Vec<u8> {
        let mut board = Board::new(size);
        stones.for_each(|point| board.play(point));
        fingerprint(rule, &board)
    }

    fn at(dx: usize, dy: usize) -> impl Iterator<Item = Point> {
        STONES.iter().map(move |&(x, y)| Point::new(x + dx, y + dy))
    }

    #[test]
    fn turns_mirrors_and_shifts_are_the_same_puzzle() {
        let size = BoardSize::square(20).expect("a size");
        let own = print(Rule::Standard, size, at(0, 0));
        for symmetry in Symmetry::all(size) {
            let turned = at(0, 0).map(|point| symmetry.apply(point));
            assert_eq!(print(Rule::Standard, size, turned), own);
        }
        assert_eq!(print(Rule::Standard, size, at(3, 1)), own, "shifted");
        assert_ne!(print(Rule::Standard, size, at(8, 0)), own, "at an edge");
        assert_ne!(print(Rule::Freestyle, size, at(0, 0)), own);
        let oblong = BoardSize::new(20, 15).expect("a size");
        let own = print(Rule::Caro, oblong, at(0, 0));
        let mirrored = Symmetry::all(oblong).last().expect("a symmetry");
        let image = at(0, 0).map(|point| mirrored.apply(point));
        assert_eq!(print(Rule::Caro, oblong, image), own);
    }

    #[test]
    fn colours_are_equal_but_in_renju() {
        let print = |rule, black: &[(usize, usize)], white: &[(usize, usize)], mover| {
            let mut board = Board::new(BoardSize::square(15).expect("a size"));
            for (stones, color) in [(black, Color::Black), (white, Color::White)] {
                for &(x, y) in stones {
                    board.put(Point::new(x, y), color);
                }
            }
            board.set_side_to_move(mover);
            fingerprint(rule, &board)
        };
        let (one, two) = (&STONES[..3], &STONES[3..]);
        for rule in Rule::ALL {
            let black = print(rule, one, two, Color::Black);
            let white = print(rule, two, one, Color::White);
            assert_eq!(black == white, rule != Rule::Renju, "{rule}");
            assert_ne!(black, print(rule, one, two, Color::White));
        }
    }
}
