//! **othello** (document 003): a position is worth
//! `count + 5 * mobility + 200 * stable points`, each as own minus opponent's,
//! and a decided game plus or minus the maximum. The move that leads to the
//! best position is played; nothing is looked at beyond it.
//!
//! The notions: the *count* of stones, which in this game says no more than whose
//! turn it is and is kept for the document's sake; *mobility*, the change in
//! the number of windows of five still open to a player; and in place of the
//! corners, whose owner cannot change, the *stable points*: fours and open
//! threes that can no longer be taken away in one move. For the player who has
//! just moved those are what the opponent's best stone leaves of them. The
//! opponent's can be taken away by the very move that is valued, so his are
//! what it has left. A game is decided by a five, and by one that the opponent
//! completes next.

use super::Player;
use super::sight::{
    Line, after, best_of, legal_moves, near_stones, needs_exact_five, opening, winning,
};
use crate::board::{Board, Direction};
use crate::rules;
use crate::types::{Color, Point, Rule};
use fastrand::Rng;

/// The weight of mobility.
pub const MOBILITY: i32 = 5;
/// The weight of a stable point.
pub const STABLE: i32 = 200;

/// The player; it remembers nothing.
pub struct Othello;

impl Player for Othello {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        if let Some(center) = opening(board) {
            return Some(center);
        }
        let moves = legal_moves(rule, board);
        if let Some(win) = random.choice(winning(rule, board, &moves, board.side_to_move())) {
            return Some(win);
        }
        let near = near_stones(board, &moves, 2);
        best_of(&near, |point| score(rule, board, point), random)
    }
}

/// The document's score of the position after a stone of the side to move.
pub fn score(rule: Rule, board: &Board, point: Point) -> i32 {
    let side = board.side_to_move();
    let other = side.opponent();
    if rules::wins(rule, board, point, side) {
        return i32::MAX;
    }
    let next = after(board, point);
    let empty: Vec<Point> = next.empty().iter().collect();
    if !winning(rule, &next, &empty, other).is_empty() {
        return i32::MIN;
    }
    let count = next.stones(side).len() as i32 - next.stones(other).len() as i32;
    let mobility = mobility(board, point, side) - mobility(board, point, other);
    let stable = stable_points(rule, &next, side) - threats(rule, &next, other);
    count + MOBILITY * mobility + STABLE * stable
}

/// How a stone of the side to move on the point changes the number of windows
/// of five that are open to a player: only the opponent loses any.
pub fn mobility(board: &Board, point: Point, color: Color) -> i32 {
    if color == board.side_to_move() {
        return 0;
    }
    let lost = Direction::ALL.into_iter().map(|direction| {
        let line = Line::of(board, direction.line(point), color);
        let usable = line.own | line.free;
        let bit = direction.bit(point);
        let above = (usable >> bit >> 1).trailing_ones().min(4) as i32;
        let below = (usable << (63 - bit) << 1).leading_ones().min(4) as i32;
        (above + below - 3).max(0)
    });
    -lost.sum::<i32>()
}

/// The fours and open threes of a player; a four with two ends counts twice.
pub fn threats(rule: Rule, board: &Board, color: Color) -> i32 {
    let exact = needs_exact_five(rule, color);
    let lines = lines_with_stones(board, color).into_iter();
    lines
        .map(|number| line_threats(Line::of(board, number, color), exact))
        .sum()
}

/// The threats of a player that the opponent's best stone leaves.
pub fn stable_points(rule: Rule, board: &Board, color: Color) -> i32 {
    let exact = needs_exact_five(rule, color);
    let all = threats(rule, board, color);
    if all == 0 {
        return 0;
    }
    let taken_by = |point: Point| -> i32 {
        let taken = Direction::ALL.into_iter().map(|direction| {
            let line = Line::of(board, direction.line(point), color);
            let barred = line.with_other(direction.bit(point) as u32);
            line_threats(line, exact) - line_threats(barred, exact)
        });
        taken.sum()
    };
    let cells = board.empty().iter().filter(|&cell| {
        Direction::ALL.into_iter().any(|direction| {
            let line = Line::of(board, direction.line(cell), color);
            let telling = line.five_cells(exact) | line.open_four_cells(exact);
            telling >> direction.bit(cell) & 1 != 0
        })
    });
    all - cells.map(taken_by).max().unwrap_or(0)
}

/// The threats of one line.
fn line_threats(line: Line, exact: bool) -> i32 {
    match line.five_cells(exact).count_ones() {
        0 => i32::from(line.open_four_cells(exact) != 0),
        fours => fours as i32,
    }
}

/// The numbers of the lines that hold a stone of the colour.
fn lines_with_stones(board: &Board, color: Color) -> Vec<usize> {
    let stones = board.stones(color).iter();
    let mut lines: Vec<usize> = stones
        .flat_map(|stone| Direction::ALL.map(|direction| direction.line(stone)))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::levels::sight::open_windows;
    use crate::types::BoardSize;

    fn board(moves: &str) -> Board {
        parse_moves(BoardSize::square(15).expect("a size"), moves).expect("moves")
    }

    fn point(text: &str) -> Point {
        text.parse().expect("a point")
    }

    #[test]
    fn mobility_is_the_change_in_open_windows() {
        let board = board("h8g7i9c3d10");
        for color in Color::ALL {
            let before = open_windows(&board, color).len() as i32;
            for cell in board.empty().iter() {
                let windows = open_windows(&after(&board, cell), color).len() as i32;
                assert_eq!(mobility(&board, cell, color), windows - before, "{cell}");
            }
        }
    }

    #[test]
    fn an_open_three_is_a_threat_but_no_stable_point() {
        let board = board("h8a1i8a15j8");
        assert_eq!(threats(Rule::Freestyle, &board, Color::Black), 1);
        assert_eq!(stable_points(Rule::Freestyle, &board, Color::Black), 0);
    }

    #[test]
    fn an_open_four_is_two_threats_of_which_one_is_stable() {
        let board = board("h8a1i8a15j8o1k8");
        assert_eq!(threats(Rule::Freestyle, &board, Color::Black), 2);
        assert_eq!(stable_points(Rule::Freestyle, &board, Color::Black), 1);
    }

    #[test]
    fn the_score_weighs_count_mobility_and_stable_points() {
        // Black makes an open four; nothing of White's is near.
        let board = board("h8a1i8a15j8o1");
        let windows = -mobility(&board, point("k8"), Color::White);
        let expected = 1 + MOBILITY * windows + STABLE;
        assert_eq!(score(Rule::Freestyle, &board, point("k8")), expected);
    }

    #[test]
    fn decided_games_are_worth_the_extremes() {
        let winning = board("a1a3b1b3c1c3d1d3");
        assert_eq!(score(Rule::Freestyle, &winning, point("e1")), i32::MAX);
        assert_eq!(score(Rule::Freestyle, &winning, point("h8")), i32::MIN);
        let found = Othello.choose(&winning, Rule::Freestyle, &mut Rng::with_seed(1));
        assert_eq!(found, Some(point("e1")));
    }
}
