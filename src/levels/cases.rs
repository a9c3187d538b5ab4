//! **cases**, a value for every cell (document 001, sections 1 to 4): a cell is
//! worth, in each direction, the square of the number of stones it would
//! join, and the maximum of 20 where it would complete the line; nearer the
//! edge is worth less; the opponent's answer is simulated with the same
//! function before choosing.
//!
//! The document plays connect-four. Here a line is five stones, every empty
//! cell can be played, and a line is completed where the judge of the rule
//! says so. "Avoiding that the opponent aligns is the priority": the
//! opponent's value of a cell counts twice, and a five of his is stopped before
//! anything but a five of one's own. Stones beyond a gap are not seen.

use super::Player;
use super::sight::{after, best_of, legal_moves, win_or_block};
use crate::board::{Board, Cell, Direction};
use crate::rules;
use crate::types::{Color, MAX_SIDE, Point, Rule};
use fastrand::Rng;

/// The document's `valeur_maximum`.
pub const MAXIMUM: i32 = 20;

/// How many of the best cells have the opponent's answer simulated.
const SIMULATED: usize = 8;

/// One point of value outweighs every distance to the edge.
const POINT: i32 = 16;

/// The player; it remembers nothing.
pub struct Cases;

impl Player for Cases {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        let side = board.side_to_move();
        let moves = legal_moves(rule, board);
        if let Some(point) = win_or_block(rule, board, &moves, random) {
            return Some(point);
        }
        let mut valued: Vec<(i32, Point)> = moves
            .iter()
            .map(|&point| (worth(rule, board, point, side), point))
            .collect();
        random.shuffle(&mut valued);
        valued.sort_by_key(|&(value, _)| -value);
        valued.truncate(SIMULATED);
        let best: Vec<Point> = valued.iter().map(|&(_, point)| point).collect();
        let value =
            |point| worth(rule, board, point, side) - best_answer(rule, &after(board, point));
        best_of(&best, value, random)
    }
}

/// The document's `countalignement`: stones of the colour that a stone on the
/// point would join along a direction, on both sides.
pub fn aligned(board: &Board, point: Point, direction: Direction, color: Color) -> i32 {
    [-1, 1]
        .into_iter()
        .map(|sign| reach(board, point, direction, sign, color))
        .sum()
}

fn reach(board: &Board, point: Point, direction: Direction, sign: i64, color: Color) -> i32 {
    let is_own =
        |&distance: &i64| board.cell_along(point, direction, sign * distance) == Cell::Stone(color);
    (1..=MAX_SIDE as i64).take_while(is_own).count() as i32
}

/// The document's `case_value` of a cell for a player; a cell that is not
/// empty is worth nothing.
pub fn case_value(rule: Rule, board: &Board, point: Point, color: Color) -> i32 {
    if !board.is_empty(point) {
        return 0;
    }
    let value = |direction| match aligned(board, point, direction, color) {
        count if count >= 4 && rules::wins(rule, board, point, color) => MAXIMUM,
        count => (count * count).min(MAXIMUM),
    };
    Direction::ALL.into_iter().map(value).sum()
}

/// What the cell is worth to the player, the opponent's use of it and the
/// distance from the edge included.
pub fn worth(rule: Rule, board: &Board, point: Point, color: Color) -> i32 {
    let attack = case_value(rule, board, point, color);
    let defence = case_value(rule, board, point, color.opponent());
    (attack + 2 * defence) * POINT + distance_from_edge(board, point)
}

fn distance_from_edge(board: &Board, point: Point) -> i32 {
    let (width, height) = (board.size().width(), board.size().height());
    let across = point.x().min(width - 1 - point.x());
    let along = point.y().min(height - 1 - point.y());
    across.min(along) as i32
}

/// The value of the best cell of the side to move, for itself.
fn best_answer(rule: Rule, board: &Board) -> i32 {
    let side = board.side_to_move();
    let values = board.empty().iter();
    let values = values.map(|point| case_value(rule, board, point, side));
    values.max().unwrap_or(0) * POINT
}

#[cfg(test)]
mod tests {
    use super::super::test_boards::{answer, board, point};
    use super::*;
    use crate::board::text::parse_diagram;

    #[test]
    fn a_cell_is_worth_the_squares_of_what_it_joins() {
        let diagram = "\
            ..X....\n\
            ..X....\n\
            XX.X...\n\
            .......\n\
            ..X....\n\
            .......\n";
        let board = parse_diagram(diagram).expect("a diagram");
        let value = |at| case_value(Rule::Freestyle, &board, point(at), Color::Black);
        assert_eq!(value("c3"), 9 + 4, "three in the row, two in the column");
        assert_eq!(value("c4"), 1 + 1 + 1);
        assert_eq!(value("a3"), 0, "a taken cell");
        assert_eq!(value("g6"), 0);
    }

    #[test]
    fn a_cell_that_completes_the_line_adds_the_maximum() {
        let board = board("a1a3b1b3c1c3d1d3");
        let value = |at, color| case_value(Rule::Freestyle, &board, point(at), color);
        assert_eq!(value("e1", Color::Black), MAXIMUM);
        assert_eq!(value("e3", Color::White), MAXIMUM);
    }

    #[test]
    fn it_wins_rather_than_blocks_and_blocks_rather_than_builds() {
        assert_eq!(answer(Cases, &board("a1a3b1b3c1c3d1d3"), 1), "e1");
        assert_eq!(answer(Cases, &board("a1h8b1h9c1h10d1"), 1), "e1");
    }

    #[test]
    fn blocking_has_priority_over_an_equal_line_of_its_own() {
        let board = board("h8c3h9c4a15");
        let side = board.side_to_move();
        let worth = |at| worth(Rule::Freestyle, &board, point(at), side);
        assert!(worth("h10") > worth("c5"));
    }

    #[test]
    fn the_empty_board_is_entered_in_the_middle() {
        assert_eq!(answer(Cases, &board(""), 1), "h8");
    }
}
