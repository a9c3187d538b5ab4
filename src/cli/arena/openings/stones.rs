//! Random stones to start a game from: how many, where the first lies, how far
//! from earlier ones the others. Knows the rule, so that nothing is decided or
//! forbidden; judges no balance.

use crate::board::Board;
use crate::rules::{Verdict, verdict, wins};
use crate::types::{BoardSize, Color, Point, Rule};
use std::ops::RangeInclusive;

/// What random stones are like.
#[derive(Clone, Debug)]
pub struct Style {
    /// Fewest and most stones.
    pub stones: RangeInclusive<usize>,
    /// How far from an earlier stone the next one may lie: drawn for each stone.
    pub reach: RangeInclusive<usize>,
    /// How far from the middle the first stone may lie, as a part of the side:
    /// 4 is a quarter, 1 the whole board.
    pub first_stone_part: usize,
}

impl Style {
    /// As tournaments have them: anywhere on the board, edges and corners too,
    /// sometimes close together, sometimes far apart.
    pub const TOURNAMENT: Self = Self {
        stones: 3..=8,
        reach: 1..=6,
        first_stone_part: 1,
    };

    /// Stones without a five or a foul; nothing if one came up.
    pub fn stones(&self, random: &mut fastrand::Rng, rule: Rule, size: BoardSize) -> Option<Board> {
        let mut board = Board::new(size);
        // A quarter of a tiny board is enough.
        let stones = random.usize(self.stones.clone()).min(size.cells() / 4);
        for number in 0..stones {
            let reach = draw(random, &self.reach);
            let cells: Vec<Point> = size
                .points()
                .filter(|&point| board.is_empty(point) && self.is_near(&board, point, reach))
                .collect();
            let point = *cells.get(random.usize(..cells.len().max(1)))?;
            if number > 0 && verdict(rule, &board, point) != Verdict::Continues {
                return None;
            }
            board.play(point);
        }
        Some(board)
    }

    fn is_near(&self, board: &Board, point: Point, reach: usize) -> bool {
        let size = board.size();
        if board.stone_count() == 0 {
            let center = size.center();
            return point.x().abs_diff(center.x()) <= size.width() / self.first_stone_part
                && point.y().abs_diff(center.y()) <= size.height() / self.first_stone_part;
        }
        board
            .history()
            .iter()
            .any(|&stone| stone.distance(point) <= reach)
    }
}

/// A number of the range. One that leaves no choice draws nothing, so that
/// games of a seed stay what they are.
fn draw(random: &mut fastrand::Rng, range: &RangeInclusive<usize>) -> usize {
    if range.start() == range.end() {
        *range.start()
    } else {
        random.usize(range.clone())
    }
}

/// Whether no stone wins at once, for either side: no four waits for an answer.
pub fn is_quiet(board: &Board, rule: Rule) -> bool {
    let decides = |point: Point| {
        Color::ALL
            .into_iter()
            .any(|color| wins(rule, board, point, color))
    };
    !board.empty().iter().any(decides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_points;
    use std::collections::HashSet;

    fn size(side: usize) -> BoardSize {
        BoardSize::square(side).expect("a valid size")
    }

    #[test]
    fn random_stones_differ_lie_close_and_decide_nothing() {
        let style = Style {
            stones: 3..=8,
            reach: 3..=3,
            first_stone_part: 4,
        };
        let mut random = fastrand::Rng::with_seed(7);
        let mut seen = HashSet::new();
        for side in [5, 15, 20] {
            for _ in 0..50 {
                let Some(board) = style.stones(&mut random, Rule::Renju, size(side)) else {
                    continue;
                };
                assert!(board.stone_count() <= 8);
                for (number, &stone) in board.history().iter().enumerate().skip(1) {
                    let near = |&other: &Point| other.distance(stone) <= 3;
                    assert!(board.history()[..number].iter().any(near));
                }
                seen.insert((side, board.hash()));
            }
        }
        assert!(seen.len() > 100, "only {} different openings", seen.len());
    }

    #[test]
    fn a_tournament_begins_in_corners_and_at_edges_too() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut firsts = HashSet::new();
        for _ in 0..10_000 {
            let board = Style::TOURNAMENT.stones(&mut random, Rule::Freestyle, size(20));
            firsts.extend(board.and_then(|board| board.history().first().copied()));
        }
        assert_eq!(
            firsts.len(),
            size(20).cells(),
            "every cell may be the first"
        );
    }

    #[test]
    fn a_four_is_not_quiet_for_either_side() {
        for (moves, quiet) in [
            ("h8a1i8a2j8", true),
            ("h8a1i8c2j8e1k8", false),
            ("h8a1i8c2j8e1k8l8", false),
            ("h8a1i8c2j8e1k8l8g15g8", true),
        ] {
            let mut board = Board::new(size(15));
            for point in parse_points(moves).expect("valid moves") {
                board.play(point);
            }
            assert_eq!(is_quiet(&board, Rule::Freestyle), quiet, "{moves}");
        }
    }
}
