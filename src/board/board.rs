//! Stones, side to move, history and hash, with `play` and `undo`. Knows
//! nothing of patterns, rules or scores: it will happily play on after a five.

use super::bitboard::Bitboard;
use super::lines::{Direction, LINE_COUNT};
use super::zobrist;
use crate::types::{BoardSize, Color, Point};

/// What lies on a cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing: a stone may be played here.
    Empty,
    /// A stone.
    Stone(Color),
    /// Dead for both players, as the board's edge is: a stone of a finished
    /// line in a continuous game.
    Wall,
}

/// A board with stones on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: BoardSize,
    side_to_move: Color,
    hash: u64,
    empty: Bitboard,
    stones: [Bitboard; 2],
    /// For each colour the words of all lines. A bit set for both colours is a
    /// wall; all cells outside the board are walls.
    lines: [[u64; LINE_COUNT]; 2],
    history: Vec<Point>,
}

impl Board {
    /// An empty board, black to move.
    pub fn new(size: BoardSize) -> Self {
        let mut words = [u64::MAX; LINE_COUNT];
        for point in size.points() {
            for direction in Direction::ALL {
                words[direction.line(point)] &= !(1 << direction.bit(point));
            }
        }
        Self {
            size,
            side_to_move: Color::Black,
            hash: 0,
            empty: size.points().collect(),
            stones: [Bitboard::EMPTY; 2],
            lines: [words; 2],
            history: Vec::with_capacity(size.cells()),
        }
    }

    /// Width and height.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The same for the same stones, walls and side to move, however reached.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a stone of the side to move on an empty cell.
    pub(crate) fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ zobrist::stone(self.side_to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

    /// What lies so many cells from a point along a direction; beyond the edge is a wall.
    pub fn cell_along(&self, point: Point, direction: Direction, offset: i64) -> Cell {
        let cell = direction.neighbor(point, offset, self.size);
        cell.map_or(Cell::Wall, |cell| self.cell(cell))
    }

    /// The empty cells.
    pub const fn empty(&self) -> &Bitboard {
        &self.empty
    }

    /// The stones of one colour.
    pub const fn stones(&self, color: Color) -> &Bitboard {
        &self.stones[color.index()]
    }

    /// The points played, oldest first, set-up stones included.
    pub fn history(&self) -> &[Point] {
        &self.history
    }

    /// The newest stone.
    pub fn last_move(&self) -> Option<Point> {
        self.history.last().copied()
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        self.history.len()
    }

    /// Whether the point is on the board and empty.
    pub const fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    /// What lies on a point of the board.
    pub const fn cell(&self, point: Point) -> Cell {
        if self.empty.contains(point) {
            Cell::Empty
        } else if self.stones[0].contains(point) {
            Cell::Stone(Color::Black)
        } else if self.stones[1].contains(point) {
            Cell::Stone(Color::White)
        } else {
            Cell::Wall
        }
    }

    /// The words of one line: Black's stones and White's, walls set in both.
    pub(crate) const fn line(&self, number: usize) -> [u64; 2] {
        [self.lines[0][number], self.lines[1][number]]
    }

    /// Makes it this colour's turn; for positions that did not arise by turns.
    pub const fn set_side_to_move(&mut self, color: Color) {
        if self.side_to_move as u8 != color as u8 {
            self.pass();
        }
    }

    /// Gives the turn to the other side without a stone.
    pub const fn pass(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    /// Puts a stone of the side to move on an empty cell. For moves that others
    /// chose, the `play` of a game gives an error instead.
    ///
    /// # Panics
    /// If the cell is not empty, or not on the board.
    pub fn play(&mut self, point: Point) {
        assert!(self.is_empty(point), "{point} is not an empty cell");
        self.place(point);
    }

    /// As [`play`](Self::play), for the search: it knows that the cell is empty.
    pub(crate) fn place(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point} is not an empty cell");
        let color = self.side_to_move;
        self.empty.remove(point);
        self.stones[color.index()].insert(point);
        self.hash ^= zobrist::stone(color, point);
        let words = &mut self.lines[color.index()];
        for direction in Direction::ALL {
            words[direction.line(point)] |= 1 << direction.bit(point);
        }
        self.history.push(point);
        self.pass();
    }

    /// Puts a stone of this colour on an empty cell, whoever's turn it is; the
    /// other colour is to move then. For positions that did not arise by turns.
    ///
    /// # Panics
    /// If the cell is not empty, or not on the board.
    pub fn put(&mut self, point: Point, color: Color) {
        self.set_side_to_move(color);
        self.play(point);
    }

    /// Takes the newest stone back; its colour is to move again.
    ///
    /// # Panics
    /// If no stone has been played.
    pub fn undo(&mut self) {
        let point = self.history.pop().expect("undo follows a play");
        let black = self.stones[0].contains(point);
        let color = if black { Color::Black } else { Color::White };
        self.set_side_to_move(color);
        self.empty.insert(point);
        self.stones[color.index()].remove(point);
        self.hash ^= zobrist::stone(color, point);
        let words = &mut self.lines[color.index()];
        for direction in Direction::ALL {
            words[direction.line(point)] &= !(1 << direction.bit(point));
        }
    }

    /// Turns an empty cell into a wall, for good.
    ///
    /// # Panics
    /// If the cell is not empty, or not on the board.
    pub fn add_wall(&mut self, point: Point) {
        assert!(self.is_empty(point), "{point} is not an empty cell");
        self.empty.remove(point);
        self.hash ^= zobrist::wall(point);
        for words in &mut self.lines {
            for direction in Direction::ALL {
                words[direction.line(point)] |= 1 << direction.bit(point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn size() -> BoardSize {
        BoardSize::new(7, 9).expect("a valid size")
    }

    #[test]
    fn undo_restores_everything() {
        let mut board = Board::new(size());
        board.add_wall(Point::new(3, 3));
        let before = board.clone();
        for (x, y) in [(0, 0), (6, 8), (2, 5)] {
            let expected = board.hash_after(Point::new(x, y));
            board.play(Point::new(x, y));
            assert_eq!(board.hash(), expected);
        }
        assert_eq!(board.cell(Point::new(6, 8)), Cell::Stone(Color::White));
        assert_eq!(board.cell(Point::new(3, 3)), Cell::Wall);
        for _ in 0..3 {
            board.undo();
        }
        assert_eq!(board, before);
    }

    #[test]
    fn the_hash_forgets_the_order_of_play_but_not_the_turn() {
        let points = [Point::new(0, 0), Point::new(1, 1), Point::new(2, 2)];
        let mut one = Board::new(size());
        for point in points {
            one.play(point);
        }
        let mut two = Board::new(size());
        for &point in points.iter().rev() {
            two.play(point);
        }
        assert_eq!(one.hash(), two.hash());
        two.pass();
        assert_ne!(one.hash(), two.hash());
    }

    #[test]
    fn undo_gives_the_turn_to_the_stone_taken_back() {
        let mut board = Board::new(size());
        board.play(Point::new(0, 0));
        board.set_side_to_move(Color::Black);
        board.undo();
        assert_eq!(board, Board::new(size()));
    }

    #[test]
    fn a_stone_on_a_taken_cell_or_outside_the_board_is_refused() {
        let mut board = Board::new(size());
        board.play(Point::new(3, 3));
        let before = board.clone();
        for (x, y) in [(3, 3), (7, 0), (0, 9), (31, 31)] {
            let point = Point::new(x, y);
            let actions: [fn(&mut Board, Point); 3] = [
                Board::play,
                |board, point| board.put(point, Color::White),
                Board::add_wall,
            ];
            for action in actions {
                let mut other = board.clone();
                let result = catch_unwind(AssertUnwindSafe(|| action(&mut other, point)));
                assert!(result.is_err(), "{point}");
            }
        }
        assert_eq!(board, before);
        board.play(Point::new(4, 4));
    }
}
