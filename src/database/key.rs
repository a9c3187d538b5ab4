//! Positions as keys: the same bytes for all positions that turn or mirror into
//! each other, and from the bytes the position again. Keys of one rule and
//! board lie together, positions of few stones first.
//!
//! Bytes: rule, width, height, stones (two), side to move, black stones (two),
//! then the cells of Black and of White, each in ascending order, one byte a
//! cell or, on boards of more than 256 cells, two.

use crate::board::{Board, Symmetry};
use crate::types::{BoardSize, Color, Point, Rule};

/// A position as a key, and the way its board was turned for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    bytes: Vec<u8>,
    symmetry: Symmetry,
}

impl Key {
    /// The key of a position. `None` for one with walls: such positions belong
    /// to one game alone.
    pub fn new(rule: Rule, board: &Board) -> Option<Self> {
        let size = board.size();
        let stones = [Color::Black, Color::White].map(|color| {
            let stones = board.stones(color).iter();
            stones.collect::<Vec<Point>>()
        });
        let count: usize = stones.iter().map(Vec::len).sum();
        if count + board.empty().len() != size.cells() {
            return None;
        }
        let images = Symmetry::all(size).map(|symmetry| {
            let cells = stones.each_ref().map(|points| {
                let cells = points
                    .iter()
                    .map(|&point| cell(size, symmetry.apply(point)));
                let mut cells: Vec<u16> = cells.collect();
                cells.sort_unstable();
                cells
            });
            (cells, symmetry)
        });
        let ([black, white], symmetry) = images.min_by(|one, other| one.0.cmp(&other.0))?;
        let mut bytes = prefix(rule, size).to_vec();
        bytes.extend((count as u16).to_be_bytes());
        bytes.push(u8::from(board.side_to_move() == Color::White));
        bytes.extend((black.len() as u16).to_be_bytes());
        for cell in black.into_iter().chain(white) {
            if is_small(size) {
                bytes.push(cell as u8);
            } else {
                bytes.extend(cell.to_be_bytes());
            }
        }
        Some(Self { bytes, symmetry })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How the board was turned.
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }
}

/// The bytes with which all keys of a rule and board begin.
pub fn prefix(rule: Rule, size: BoardSize) -> [u8; 3] {
    [rule.index() as u8, size.width() as u8, size.height() as u8]
}

/// The position of a key, turned as it is kept. `None` if no position has this
/// key.
pub fn position(bytes: &[u8]) -> Option<(Rule, Board)> {
    let (header, cells) = bytes.split_first_chunk::<8>()?;
    let &[
        rule,
        width,
        height,
        count_high,
        count_low,
        to_move,
        black_high,
        black_low,
    ] = header;
    let rule = *Rule::ALL.get(usize::from(rule))?;
    let size = BoardSize::new(width.into(), height.into())?;
    let count = usize::from(u16::from_be_bytes([count_high, count_low]));
    let black = usize::from(u16::from_be_bytes([black_high, black_low]));
    let cells: Vec<usize> = if is_small(size) {
        cells.iter().map(|&cell| cell.into()).collect()
    } else {
        let (pairs, rest) = cells.as_chunks::<2>();
        if !rest.is_empty() {
            return None;
        }
        let cells = pairs.iter().map(|&pair| u16::from_be_bytes(pair).into());
        cells.collect()
    };
    if cells.len() != count || black > count {
        return None;
    }
    let mut board = Board::new(size);
    for (number, cell) in cells.into_iter().enumerate() {
        let point = point_of(size, cell)?;
        if !board.is_empty(point) {
            return None;
        }
        let color = if number < black {
            Color::Black
        } else {
            Color::White
        };
        board.put(point, color);
    }
    board.set_side_to_move(if to_move == 0 {
        Color::Black
    } else {
        Color::White
    });
    Some((rule, board))
}

/// The number of a point, row by row.
pub(super) const fn cell(size: BoardSize, point: Point) -> u16 {
    (point.y() * size.width() + point.x()) as u16
}

/// The point of a number.
pub(super) fn point_of(size: BoardSize, cell: usize) -> Option<Point> {
    (cell < size.cells()).then(|| Point::new(cell % size.width(), cell / size.width()))
}

const fn is_small(size: BoardSize) -> bool {
    size.cells() <= 256
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(width: usize, height: usize, stones: &[(usize, usize)]) -> Board {
        let mut board = Board::new(BoardSize::new(width, height).expect("a valid size"));
        for &(x, y) in stones {
            board.play(Point::new(x, y));
        }
        board
    }

    fn key(board: &Board) -> Key {
        Key::new(Rule::Freestyle, board).expect("no walls")
    }

    #[test]
    fn positions_that_turn_into_each_other_share_a_key() {
        for (width, height) in [(15, 15), (20, 20), (15, 10)] {
            let stones = [(3, 4), (7, 7), (8, 2), (1, 9)];
            let first = board(width, height, &stones);
            for symmetry in Symmetry::all(first.size()) {
                let images = stones.map(|(x, y)| {
                    let image = symmetry.apply(Point::new(x, y));
                    (image.x(), image.y())
                });
                let other = board(width, height, &images);
                assert_eq!(key(&first).bytes(), key(&other).bytes());
            }
            // Another order of the stones of a colour is the same position.
            let turned = board(width, height, &[(8, 2), (1, 9), (3, 4), (7, 7)]);
            assert_eq!(key(&first).bytes(), key(&turned).bytes());
            let swapped = board(width, height, &[(7, 7), (3, 4), (1, 9), (8, 2)]);
            assert_ne!(key(&first).bytes(), key(&swapped).bytes());
        }
    }

    #[test]
    fn rule_board_and_side_to_move_make_another_key() {
        let position = board(15, 15, &[(3, 4), (7, 7)]);
        let freestyle = key(&position);
        let renju = Key::new(Rule::Renju, &position).expect("no walls");
        assert_ne!(freestyle.bytes(), renju.bytes());
        let other = board(16, 16, &[(3, 4), (7, 7)]);
        assert_ne!(freestyle.bytes(), key(&other).bytes());
        let mut passed = position.clone();
        passed.pass();
        assert_ne!(freestyle.bytes(), key(&passed).bytes());
    }

    #[test]
    fn a_key_leads_back_to_its_position() {
        for (width, height) in [(15, 15), (32, 32), (5, 6)] {
            let first = board(width, height, &[(3, 4), (0, 0), (4, 2)]);
            let kept = key(&first);
            let (rule, again) = position(kept.bytes()).expect("a position");
            assert_eq!(rule, Rule::Freestyle);
            assert_eq!(again.side_to_move(), first.side_to_move());
            assert_eq!(key(&again).bytes(), kept.bytes());
            for color in [Color::Black, Color::White] {
                let images: Vec<Point> = first
                    .stones(color)
                    .iter()
                    .map(|point| kept.symmetry().apply(point))
                    .collect();
                assert!(
                    images
                        .iter()
                        .all(|&point| again.stones(color).contains(point))
                );
            }
        }
    }

    #[test]
    fn what_is_no_key_has_no_position() {
        let good = key(&board(15, 15, &[(3, 4), (7, 7)])).bytes().to_vec();
        for length in 0..good.len() {
            assert!(position(&good[..length]).is_none(), "{length} bytes");
        }
        for (place, byte) in [(0, 9), (1, 4), (1, 33), (4, 9), (7, 9), (9, 225)] {
            let mut bad = good.clone();
            bad[place] = byte;
            assert!(position(&bad).is_none(), "{place}: {byte}");
        }
        let mut twice = good.clone();
        twice[9] = twice[8];
        assert!(position(&twice).is_none(), "a cell of both");
        let mut wide = key(&board(20, 20, &[(3, 4)])).bytes().to_vec();
        wide.pop();
        assert!(position(&wide).is_none());
    }

    #[test]
    fn positions_with_walls_have_no_key() {
        let mut walled = board(15, 15, &[(3, 4)]);
        walled.add_wall(Point::new(0, 0));
        assert!(Key::new(Rule::Freestyle, &walled).is_none());
    }
}
