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
//!
//! As a disc in Othello, a stone is put only beside another. Moves of equal
//! score, of which the document says nothing, are told apart by the stones that
//! they join or part: each open window of either player through the cell counts the square
//! of its stones.

use super::Player;
use super::sight::{Line, after, best_of, legal_moves, near_stones, opening, winning};
use crate::board::{Board, Direction};
use crate::rules;
use crate::types::{Color, Point, Rule};
use fastrand::Rng;
use std::collections::HashMap;

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
        let beside = near_stones(board, &moves, 1);
        let value = |point| (score(rule, board, point), begun(board, point));
        best_of(&beside, value, random)
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

/// The squared stones of both players' open windows through the point.
pub fn begun(board: &Board, point: Point) -> i32 {
    let of = |direction: Direction, color| {
        let line = Line::of(board, direction.line(point), color);
        let bit = direction.bit(point);
        let windows = (bit.saturating_sub(4)..=bit).map(|first| 0b11111 << first);
        let open = windows.filter(|&window| (line.own | line.free) & window == window);
        open.map(|window| (line.own & window).count_ones().pow(2))
            .sum::<u32>() as i32
    };
    let directions = Direction::ALL.into_iter();
    directions
        .flat_map(|direction| Color::ALL.map(|color| of(direction, color)))
        .sum()
}

/// The fours and open threes of a player; a four with two ends counts twice.
pub fn threats(rule: Rule, board: &Board, color: Color) -> i32 {
    let exact = !rule.longer_wins(color);
    let lines = lines_with_stones(board, color).into_iter();
    lines
        .map(|number| line_threats(Line::of(board, number, color), exact))
        .sum()
}

/// The threats of a player that the opponent's best stone leaves.
pub fn stable_points(rule: Rule, board: &Board, color: Color) -> i32 {
    let exact = !rule.longer_wins(color);
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
    let lines = lines_with_stones(board, color).into_iter();
    let telling: HashMap<usize, u64> = lines
        .map(|number| {
            let line = Line::of(board, number, color);
            (number, line.five_cells(exact) | line.open_four_cells(exact))
        })
        .collect();
    let cells = board.empty().iter().filter(|&cell| {
        Direction::ALL.into_iter().any(|direction| {
            let bits = telling.get(&direction.line(cell));
            bits.is_some_and(|bits| bits >> direction.bit(cell) & 1 != 0)
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
    use super::super::test_boards::{answer, board, point};
    use super::*;
    use crate::levels::sight::open_windows;

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
    fn equal_scores_are_told_apart_by_the_squared_stones_of_open_windows() {
        let board = board("h8g7i9c3d10");
        for cell in board.empty().iter() {
            let sum = |color| {
                let through = open_windows(&board, color)
                    .into_iter()
                    .filter(|window| window.contains(&cell));
                let stones = |window: [Point; 5]| {
                    let own = window
                        .iter()
                        .filter(|&&at| board.stones(color).contains(at));
                    (own.count() as i32).pow(2)
                };
                through.map(stones).sum::<i32>()
            };
            assert_eq!(
                begun(&board, cell),
                Color::ALL.map(sum).iter().sum::<i32>(),
                "{cell}"
            );
        }
    }

    #[test]
    fn it_plays_beside_a_stone() {
        for seed in 0..8 {
            let found = point(&answer(Othello, &board("h8d4"), seed));
            assert!(
                [point("h8"), point("d4")]
                    .iter()
                    .any(|stone| stone.distance(found) == 1)
            );
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
