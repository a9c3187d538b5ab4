//! What every level can see: legal moves, fives one stone away, and what a
//! stone makes of its lines. Fives and fouls are the judges' word; the other
//! shapes are simple readings of one line. Prefers nothing.

use crate::board::{Board, Direction};
use crate::rules;
use crate::types::{Color, Point, Rule};
use fastrand::Rng;

/// What a stone makes of one line, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// Less than an open three.
    Nothing,
    /// One more stone makes an open four.
    OpenThree,
    /// One cell completes five.
    Four,
    /// Two cells complete five.
    OpenFour,
    /// Five.
    Five,
}

/// The cells on which the side to move may play; all empty cells if every one
/// of them is forbidden.
pub fn legal_moves(rule: Rule, board: &Board) -> Vec<Point> {
    let side = board.side_to_move();
    let is_legal = |&point: &Point| rules::foul(rule, board, point, side).is_none();
    let legal: Vec<Point> = board.empty().iter().filter(is_legal).collect();
    if legal.is_empty() {
        board.empty().iter().collect()
    } else {
        legal
    }
}

/// The centre, if the board holds no stone yet.
pub fn opening(board: &Board) -> Option<Point> {
    let center = board.size().center();
    (board.stone_count() == 0 && board.is_empty(center)).then_some(center)
}

/// Those of the cells on which a stone of this colour wins. The judge is slow
/// and only asked where five or more would stand in a row, without which no rule
/// knows a win.
pub fn winning(rule: Rule, board: &Board, cells: &[Point], color: Color) -> Vec<Point> {
    let joins_five = |point: Point| {
        Direction::ALL.into_iter().any(|direction| {
            let line = Line::of(board, direction.line(point), color);
            line.completes(direction.bit(point) as u32, false)
        })
    };
    let wins = |&point: &Point| joins_five(point) && rules::wins(rule, board, point, color);
    cells.iter().copied().filter(wins).collect()
}

/// A cell that wins for the side to move or, if there is none, one on which the
/// opponent would win; one of several at random.
pub fn win_or_block(rule: Rule, board: &Board, cells: &[Point], random: &mut Rng) -> Option<Point> {
    let side = board.side_to_move();
    [side, side.opponent()]
        .into_iter()
        .find_map(|color| random.choice(winning(rule, board, cells, color)))
}

/// Those of the cells that lie within this distance of a stone; all of them if
/// none does.
pub fn near_stones(board: &Board, cells: &[Point], distance: usize) -> Vec<Point> {
    let is_near = |&point: &Point| {
        let stones = board.history().iter();
        stones
            .into_iter()
            .any(|&stone| stone.distance(point) <= distance)
    };
    let near: Vec<Point> = cells.iter().copied().filter(is_near).collect();
    if near.is_empty() {
        cells.to_vec()
    } else {
        near
    }
}

/// One of the cells with the highest value, at random.
pub fn best_of<V: Ord>(
    cells: &[Point],
    mut value: impl FnMut(Point) -> V,
    random: &mut Rng,
) -> Option<Point> {
    let valued: Vec<(V, Point)> = cells.iter().map(|&cell| (value(cell), cell)).collect();
    let best = valued.iter().map(|(value, _)| value).max()?;
    let equals: Vec<Point> = valued
        .iter()
        .filter(|(value, _)| value == best)
        .map(|&(_, cell)| cell)
        .collect();
    random.choice(equals)
}

/// The board after a stone of the side to move.
pub fn after(board: &Board, point: Point) -> Board {
    let mut next = board.clone();
    next.play(point);
    next
}

/// One line as one player sees it: a bit for each own stone and one for each
/// empty cell; all else stands in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The player's stones.
    pub own: u64,
    /// The empty cells.
    pub free: u64,
}

impl Line {
    /// The line of this number.
    pub const fn of(board: &Board, number: usize, color: Color) -> Self {
        let words = board.line(number);
        let (own, other) = (words[color.index()], words[color.opponent().index()]);
        Self {
            own: own & !other,
            free: !(own | other),
        }
    }

    /// The line with one more own stone.
    #[must_use]
    pub const fn with_own(self, bit: u32) -> Self {
        Self {
            own: self.own | 1 << bit,
            free: self.free & !(1 << bit),
        }
    }

    /// The line with one more of the opponent's stones.
    #[must_use]
    pub const fn with_other(self, bit: u32) -> Self {
        Self {
            own: self.own,
            free: self.free & !(1 << bit),
        }
    }

    /// Whether a stone on this cell completes five.
    const fn completes(self, bit: u32, exact: bool) -> bool {
        let above = (self.own >> bit >> 1).trailing_ones();
        let below = (self.own << (63 - bit) << 1).leading_ones();
        let length = above + 1 + below;
        length == 5 || (length > 5 && !exact)
    }

    /// The empty cells that complete five.
    pub fn five_cells(self, exact: bool) -> u64 {
        let near = (self.own << 1 | self.own >> 1) & self.free;
        keep_bits(near, |bit| self.completes(bit, exact))
    }

    /// The empty cells that make a four with two ends.
    pub fn open_four_cells(self, exact: bool) -> u64 {
        if self.own.count_ones() < 3 {
            return 0;
        }
        let near = self.own << 1 | self.own >> 1;
        let near = (near | near << 1 | near >> 1) & self.free;
        keep_bits(near, |bit| {
            self.with_own(bit).five_cells(exact).count_ones() >= 2
        })
    }

    /// What a stone on this empty cell adds to the line.
    pub fn shape(self, bit: u32, exact: bool) -> Shape {
        if self.completes(bit, exact) {
            return Shape::Five;
        }
        let next = self.with_own(bit);
        match (next.five_cells(exact) & !self.five_cells(exact)).count_ones() {
            0 if next.open_four_cells(exact) & !self.open_four_cells(exact) != 0 => {
                Shape::OpenThree
            }
            0 => Shape::Nothing,
            1 => Shape::Four,
            _ => Shape::OpenFour,
        }
    }
}

/// The bits of a word that satisfy a condition.
fn keep_bits(word: u64, keep: impl Fn(u32) -> bool) -> u64 {
    let mut rest = word;
    let mut kept = 0;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        kept |= u64::from(keep(bit)) << bit;
    }
    kept
}

/// What a stone of this colour on the empty point makes of its four lines, in
/// the order of [`Direction::ALL`].
pub fn shapes(rule: Rule, board: &Board, point: Point, color: Color) -> [Shape; 4] {
    let exact = !rule.longer_wins(color);
    Direction::ALL.map(|direction| {
        let line = Line::of(board, direction.line(point), color);
        line.shape(direction.bit(point) as u32, exact)
    })
}

/// The five cells from a first one along a direction.
pub type Window = [Point; 5];

/// Every window of five on the board that holds neither a wall nor a stone of
/// the player's opponent.
pub fn open_windows(board: &Board, color: Color) -> Vec<Window> {
    let other = color.opponent();
    let usable = |point: Point| board.is_empty(point) || board.stones(color).contains(point);
    debug_assert!(!board.stones(other).iter().any(usable));
    let mut windows = Vec::new();
    for first in board.size().points() {
        for direction in Direction::ALL {
            let cell = |offset| direction.neighbor(first, offset, board.size());
            let cells = [cell(0), cell(1), cell(2), cell(3), cell(4)];
            if let [Some(a), Some(b), Some(c), Some(d), Some(e)] = cells
                && [a, b, c, d, e].into_iter().all(usable)
            {
                windows.push([a, b, c, d, e]);
            }
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_diagram;

    fn shape_at(row: &str, x: usize, rule: Rule) -> Shape {
        let blank = ".".repeat(row.len());
        let diagram = [row, &blank, &blank, &blank, &blank].join("\n");
        let board = parse_diagram(&diagram).expect("a diagram");
        shapes(rule, &board, Point::new(x, 0), Color::Black)[0]
    }

    #[test]
    fn shapes_are_read_from_one_line() {
        for (row, x, shape) in [
            ("XXXX.....", 4, Shape::Five),
            (".XXX.....", 4, Shape::OpenFour),
            ("OXXX.....", 4, Shape::Four),
            (".XX.X....", 3, Shape::OpenFour),
            ("XX..X....", 3, Shape::Four),
            ("..XX.....", 4, Shape::OpenThree),
            (".X..X....", 3, Shape::OpenThree),
            ("OXX......", 3, Shape::Nothing),
            (".........", 3, Shape::Nothing),
            ("XXXX....X", 7, Shape::Nothing),
        ] {
            assert_eq!(shape_at(row, x, Rule::Freestyle), shape, "{row} at {x}");
        }
    }

    #[test]
    fn wins_are_the_judges_on_boards_of_chance() {
        let mut random = Rng::with_seed(4);
        let mut found = 0;
        for rule in Rule::ALL {
            let size = crate::types::BoardSize::square(9).expect("a size");
            for _ in 0..20 {
                let mut board = Board::new(size);
                for _ in 0..60 {
                    let cells: Vec<Point> = board.empty().iter().collect();
                    board.play(random.choice(cells).expect("an empty cell"));
                }
                let empty: Vec<Point> = board.empty().iter().collect();
                for color in Color::ALL {
                    let is_win = |&point: &Point| rules::wins(rule, &board, point, color);
                    let judged: Vec<Point> = empty.iter().copied().filter(is_win).collect();
                    assert_eq!(winning(rule, &board, &empty, color), judged);
                    found += judged.len();
                }
            }
        }
        assert!(found > 100, "only {found} wins were compared");
    }

    #[test]
    fn six_are_a_five_only_where_the_rule_says_so() {
        assert_eq!(shape_at("XXX.XX...", 3, Rule::Freestyle), Shape::Five);
        assert_eq!(shape_at("XXX.XX...", 3, Rule::Standard), Shape::Nothing);
        assert_eq!(shape_at("XXX.XX...", 3, Rule::Renju), Shape::Nothing);
    }

    #[test]
    fn an_empty_board_has_a_known_number_of_open_windows() {
        let board = parse_diagram(&".......\n".repeat(6)).expect("a diagram");
        // Rows 6 * 3, columns 7 * 2, and two diagonals of 3 * 2 each.
        assert_eq!(open_windows(&board, Color::White).len(), 18 + 14 + 12);
    }
}
