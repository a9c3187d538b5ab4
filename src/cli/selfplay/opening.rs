//! Random openings that are roughly balanced: stones near the middle, kept
//! only if a short search sees no clear advantage.

use crate::board::Board;
use crate::rules::{Verdict, verdict};
use crate::search::{Control, Limits, Searcher, Silent};
use crate::types::{BoardSize, Point, Rule, Score};

/// Fewest and most stones of an opening.
const STONES: std::ops::RangeInclusive<usize> = 3..=8;
/// How far from an earlier stone the next one may lie.
const SPREAD: usize = 3;
/// How far from the middle the first stone may lie, as a share of the side:
/// 1/4 keeps room on all sides and still shows the edge to the evaluation.
const FIRST_STONE_SHARE: usize = 4;
/// The largest score, in units of the evaluation, of a balanced opening.
const BALANCED: Score = 100;
/// Nodes of the search that judges an opening.
const JUDGING_NODES: u64 = 4000;

/// A balanced opening on an empty board.
pub fn random_opening(
    random: &mut fastrand::Rng,
    rule: Rule,
    size: BoardSize,
    searcher: &mut Searcher,
    control: &Control,
) -> Vec<Point> {
    loop {
        let Some(board) = random_stones(random, rule, size) else {
            continue;
        };
        let limits = Limits::nodes(JUDGING_NODES);
        let outcome = searcher.think(&board, rule, &limits, control, &mut Silent);
        let balanced = outcome
            .lines
            .first()
            .is_some_and(|line| line.score.abs() <= BALANCED);
        if balanced || control.is_stopped() {
            return board.history().to_vec();
        }
    }
}

/// Random stones without a five or a foul; nothing if one came up.
fn random_stones(random: &mut fastrand::Rng, rule: Rule, size: BoardSize) -> Option<Board> {
    let mut board = Board::new(size);
    let stones = random.usize(STONES).min(size.cells() / 4);
    for number in 0..stones {
        let cells: Vec<Point> = size
            .points()
            .filter(|&point| board.is_empty(point) && is_near(&board, point))
            .collect();
        let point = *cells.get(random.usize(..cells.len().max(1)))?;
        if number > 0 && verdict(rule, &board, point) != Verdict::Continues {
            return None;
        }
        board.play(point);
    }
    Some(board)
}

fn is_near(board: &Board, point: Point) -> bool {
    let size = board.size();
    if board.stone_count() == 0 {
        let center = size.center();
        return point.x().abs_diff(center.x()) <= size.width() / FIRST_STONE_SHARE
            && point.y().abs_diff(center.y()) <= size.height() / FIRST_STONE_SHARE;
    }
    board
        .history()
        .iter()
        .any(|&stone| stone.distance(point) <= SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_stones_differ_lie_close_and_decide_nothing() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut seen = std::collections::HashSet::new();
        for side in [5, 15, 20] {
            let size = BoardSize::square(side).expect("a valid size");
            for _ in 0..50 {
                let Some(board) = random_stones(&mut random, Rule::Renju, size) else {
                    continue;
                };
                assert!(board.stone_count() <= *STONES.end());
                for (number, &stone) in board.history().iter().enumerate().skip(1) {
                    let near = |&other: &Point| other.distance(stone) <= SPREAD;
                    assert!(board.history()[..number].iter().any(near));
                }
                seen.insert((side, board.hash()));
            }
        }
        assert!(seen.len() > 100, "only {} different openings", seen.len());
    }
}
