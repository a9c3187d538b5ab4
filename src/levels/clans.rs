//! **clans** (document 002), a strategy in three phases.
//!
//! The notions: a *territory* is a cell, a *hut* a stone, and a *village* a
//! formation: an open three, a four or a five. A *source* is an empty cell that
//! still lies in a window of five open to the player. The document changes its
//! mind at 45 of its board's 60 territories; that is three quarters of the
//! cells here.
//!
//! 1. No formation can be made and sources abound: maximise five times the gain
//!    in own spacing minus the opponent's. Spacing is the sum, over a
//!    player's stones, of the distance to the nearest stone of the same colour.
//!    Beyond four cells, or past an opponent's stone, two stones can never be in
//!    the same five, so such a distance counts nothing; in the document every
//!    hut can reach every other.
//! 2. No formation can be made and sources are few: any cell beside a stone that
//!    gives the opponent no formation in his next turn, at random.
//! 3. A formation can be made, by either player, since here the opponent's next
//!    stone matters as much as ours: maximise the own gain minus the largest
//!    gain the move leaves to the opponent. A five ends the game and leaves him
//!    none.
//!
//! *The order.* Where one stone makes several formations, every order of them is
//! tried. The opponent answers one formation a turn: the first of an order
//! counts once, the second twice, and so on; the best order is the gain.

use super::Player;
use super::sight::{
    Shape, after, best_of, legal_moves, near_stones, open_windows, opening, shapes,
};
use crate::board::{Bitboard, Board, Cell, Direction};
use crate::types::{Color, Point, Rule};
use fastrand::Rng;

/// How much more the own spacing counts than the opponent's.
const OWN_SPACING: i32 = 5;

/// Stones farther apart are never in the same five.
const REACH: i64 = 4;

/// The player; it remembers nothing.
pub struct Clans;

/// Which part of the strategy a position calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing to form, many sources.
    Spread,
    /// Nothing to form, few sources.
    Quiet,
    /// A formation can be made.
    Form,
}

impl Player for Clans {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        if let Some(center) = opening(board) {
            return Some(center);
        }
        let side = board.side_to_move();
        let moves = legal_moves(rule, board);
        match phase(rule, board) {
            Phase::Spread => best_of(
                &near_stones(board, &moves, 4),
                |point| spacing_score(board, point),
                random,
            ),
            Phase::Quiet => {
                let beside = near_stones(board, &moves, 1);
                let is_safe =
                    |&point: &Point| !can_form(rule, &after(board, point), side.opponent());
                let safe: Vec<Point> = beside.iter().copied().filter(is_safe).collect();
                random.choice(if safe.is_empty() { beside } else { safe })
            }
            Phase::Form => {
                let gains = Gains::of(rule, board, side.opponent());
                let score = |point| {
                    let gain = gain(rule, board, point, side);
                    let answer = if gain >= formation_worth(Shape::Five) {
                        0
                    } else {
                        gains.largest_after(rule, board, point)
                    };
                    // Equal gains are told apart by the spacing.
                    (gain - answer, spacing_score(board, point))
                };
                best_of(&near_stones(board, &moves, 2), score, random)
            }
        }
    }
}

/// The phase of the position for the side to move.
pub fn phase(rule: Rule, board: &Board) -> Phase {
    if Color::ALL
        .into_iter()
        .any(|color| can_form(rule, board, color))
    {
        Phase::Form
    } else if sources(board, board.side_to_move()) * 4 > board.size().cells() * 3 {
        Phase::Spread
    } else {
        Phase::Quiet
    }
}

/// Empty cells in a window of five that is open to the player.
pub fn sources(board: &Board, color: Color) -> usize {
    let cells: Bitboard = open_windows(board, color).into_iter().flatten().collect();
    (cells & *board.empty()).len()
}

/// Whether the player has a formation within one stone.
pub fn can_form(rule: Rule, board: &Board, color: Color) -> bool {
    let mut cells = board.empty().iter();
    cells.any(|point| gain(rule, board, point, color) > 0)
}

/// The document's spacing of a player's stones.
pub fn spacing(board: &Board, color: Color) -> i32 {
    let nearest = |stone| {
        let links = Direction::ALL
            .into_iter()
            .flat_map(|direction| [-1, 1].map(|sign| link(board, stone, direction, sign, color)));
        links.flatten().min().unwrap_or(0)
    };
    board.stones(color).iter().map(nearest).sum()
}

/// The distance to the next own stone along a ray, if it can be reached.
fn link(board: &Board, stone: Point, direction: Direction, sign: i64, color: Color) -> Option<i32> {
    for distance in 1..=REACH {
        match board.cell_along(stone, direction, sign * distance) {
            Cell::Stone(found) if found == color => return Some(distance as i32),
            Cell::Empty => {}
            Cell::Stone(_) | Cell::Wall => return None,
        }
    }
    None
}

/// The document's `output` for a stone of the side to move.
pub fn spacing_score(board: &Board, point: Point) -> i32 {
    let side = board.side_to_move();
    let next = after(board, point);
    let change = |color| spacing(&next, color) - spacing(board, color);
    change(side) * OWN_SPACING - change(side.opponent())
}

/// What one formation is worth.
pub const fn formation_worth(shape: Shape) -> i32 {
    match shape {
        Shape::Nothing => 0,
        Shape::OpenThree => 3,
        Shape::Four => 4,
        Shape::OpenFour => 40,
        Shape::Five => 1_000,
    }
}

/// What a stone of the colour gains on the point: the best order of the
/// formations it makes.
pub fn gain(rule: Rule, board: &Board, point: Point, color: Color) -> i32 {
    let mut worths = shapes(rule, board, point, color)
        .map(formation_worth)
        .to_vec();
    worths.retain(|&worth| worth > 0);
    best_order(&mut Vec::new(), &worths)
}

/// The largest sum over all orders of the rest, after those already placed.
fn best_order(placed: &mut Vec<i32>, rest: &[i32]) -> i32 {
    if rest.is_empty() {
        let counted = (1..).zip(placed.iter());
        return counted.map(|(times, worth)| times * worth).sum();
    }
    let mut best = 0;
    for (index, &worth) in rest.iter().enumerate() {
        let mut others = rest.to_vec();
        others.remove(index);
        placed.push(worth);
        best = best.max(best_order(placed, &others));
        placed.pop();
    }
    best
}

/// A player's gains on all cells, largest first.
struct Gains {
    color: Color,
    sorted: Vec<(i32, Point)>,
}

impl Gains {
    fn of(rule: Rule, board: &Board, color: Color) -> Self {
        let cells = board.empty().iter();
        let mut sorted: Vec<(i32, Point)> = cells
            .map(|point| (gain(rule, board, point, color), point))
            .filter(|&(gain, _)| gain > 0)
            .collect();
        sorted.sort_by_key(|&(gain, _)| -gain);
        Self { color, sorted }
    }

    /// The largest gain left after a stone of the other player, who can take
    /// gains away and give none.
    fn largest_after(&self, rule: Rule, board: &Board, stone: Point) -> i32 {
        let next = after(board, stone);
        let mut best = 0;
        for &(before, point) in &self.sorted {
            if before <= best {
                break;
            }
            if point != stone {
                best = best.max(gain(rule, &next, point, self.color));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_boards::{answer, board, point};
    use super::*;
    use crate::board::text::parse_diagram;

    #[test]
    fn spacing_sums_the_distances_to_the_nearest_stone_of_the_same_colour() {
        assert_eq!(spacing(&board("h8a1"), Color::Black), 0);
        assert_eq!(spacing(&board("h8a1k8"), Color::Black), 3 + 3);
        assert_eq!(spacing(&board("h8a1k8a3j8"), Color::Black), 2 + 1 + 1);
        assert_eq!(spacing(&board("h8a1m8"), Color::Black), 0, "out of reach");
        assert_eq!(spacing(&board("h8i8k8"), Color::Black), 0, "cut off");
    }

    #[test]
    fn the_score_is_five_times_the_own_change_minus_the_opponents() {
        let board = board("h8a1l8a2");
        assert_eq!(spacing_score(&board, point("h12")), 5 * (12 - 8));
        let mut cutting = board.clone();
        cutting.pass();
        assert_eq!(spacing_score(&cutting, point("j8")), 0 - (0 - 8));
    }

    #[test]
    fn the_best_order_counts_the_greatest_formation_last() {
        assert_eq!(best_order(&mut Vec::new(), &[40, 3, 4]), 3 + 2 * 4 + 3 * 40);
        assert_eq!(best_order(&mut Vec::new(), &[]), 0);
    }

    #[test]
    fn a_stone_that_makes_two_formations_gains_more_than_their_sum() {
        // h8 joins i8j8 and h9h10: two open threes.
        let board = board("i8a1j8a3h9a5h10a7");
        let one = formation_worth(Shape::OpenThree);
        assert_eq!(
            gain(Rule::Freestyle, &board, point("h8"), Color::Black),
            one + 2 * one
        );
    }

    #[test]
    fn the_phases_follow_each_other() {
        assert_eq!(phase(Rule::Freestyle, &board("h8a1")), Phase::Spread);
        assert_eq!(phase(Rule::Freestyle, &board("h8a1i8")), Phase::Form);
        let crowded = parse_diagram("XOXOX\nOXOXO\n.O.O.\nXOXOX\nOXOXO\n").expect("a diagram");
        assert_eq!(phase(Rule::Freestyle, &crowded), Phase::Quiet);
    }

    #[test]
    fn phase_one_spreads_to_the_end_of_reach() {
        let mut board = board("h8");
        board.pass();
        let found = point(&answer(Clans, &board, 1));
        assert_eq!(found.distance(point("h8")), 4);
    }

    #[test]
    fn it_forms_a_five_rather_than_prevents_one_and_prevents_rather_than_forms() {
        assert_eq!(answer(Clans, &board("a1a3b1b3c1c3d1d3"), 1), "e1");
        assert_eq!(answer(Clans, &board("a1h8b1h9c1h10d1"), 1), "e1");
    }
}
