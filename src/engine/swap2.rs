//! The swap2 opening: one player puts three stones, the other takes a colour
//! or puts two more, and then the first takes a colour. Every choice follows
//! from scores of the search, which gets a share of the time for each look.

use super::engine::{Answer, Decision};
use super::legality;
use super::opening::{best_line_only, first_moves};
use super::recorded::Recorded;
use super::scout::{Scout, value, with_stones};
use super::worker::{Job, find_move};
use crate::board::zobrist::{GOLDEN_RATIO, scramble};
use crate::search::{Outcome, Question};
use crate::types::{BoardSize, Point, Score};

/// How many three-stone openings to look at.
const OPENINGS: usize = 12;

/// The seed of those openings. Fixed, so that a game can be repeated.
const SEED: u64 = 0x5157_494e_5445;

/// Tries to find a stone of an opening before the board is judged too small
/// for anything but the first free cells.
const TRIES: usize = 1_000;

/// Scores within this distance of zero are too close to say which side is
/// better: then it is worth more to let the opponent err in choosing.
const EVEN: Score = 20;

/// How many moves of each side to consider for the two stones.
const CHOICES: usize = 3;

/// Decides the step of the opening that the number of stones calls for. In a
/// position that is none of an opening it finds a move.
pub(super) fn decide<'a>(thinker: Recorded<'a>, job: &'a Job) -> Answer {
    let board = &job.question.board;
    match board.stone_count() {
        0 => Answer {
            decision: Scout::new(thinker, job)
                .choose_evenest(openings(board.size()).take(OPENINGS))
                .map_or_else(|| opening_without_search(board.size()), Decision::Stones),
            outcome: None,
        },
        3 => Scout::new(thinker, job).choose_after_three(),
        5 => Scout::new(thinker, job).choose_color(),
        _ => find_move(thinker, job, None),
    }
}

/// Three stones when there is no search to choose them.
pub(super) fn opening_without_search(size: BoardSize) -> Decision {
    Decision::Stones(openings(size).next().unwrap_or_default())
}

impl Scout<'_> {
    /// Three stones, white to move: take the better colour; if neither is
    /// better, put two stones after which neither is. Half of the time goes
    /// into that question, the rest into the stones to put.
    fn choose_after_three(&mut self) -> Answer {
        let board = &self.job.question.board;
        let outcome = self.look(board, 1, CHOICES);
        let Some(score) = value(&outcome) else {
            // Nothing is known yet, which is not the same as even.
            return self.choose_color();
        };
        if score < -EVEN {
            return self.take_better_color(outcome);
        }
        if score > EVEN {
            let again = self.look(board, 0, 1);
            let is_known = value(&again).is_some();
            return self.take_better_color(if is_known { again } else { outcome });
        }
        match self.even_pair(&outcome, score.abs()) {
            Some(pair) => Answer {
                decision: Decision::Stones(pair),
                outcome: Some(best_line_only(outcome)),
            },
            // The time went into the question; what was known before it holds.
            None => self.take_better_color(outcome),
        }
    }

    /// A white and a black stone after which white to move stands within
    /// `limit` of even; the evenest among good moves of both sides.
    fn even_pair(&mut self, outcome: &Outcome, limit: Score) -> Option<Vec<Point>> {
        let Question { rule, board, .. } = &self.job.question;
        let rule = *rule;
        let mut best: Option<(Score, Vec<Point>)> = None;
        let whites: Vec<Point> = first_moves(outcome).collect();
        for (number, &white) in whites.iter().enumerate() {
            if !legality::is_legal(rule, board, white) {
                continue;
            }
            let after_white = with_stones(board, &[white]);
            let replies = self.look(&after_white, whites.len() - number - 1, CHOICES);
            for line in replies.lines.iter().filter(|line| line.depth > 0) {
                let Some(&black) = line.moves.first() else {
                    continue;
                };
                let distance = line.score.abs();
                let is_better = best.as_ref().is_none_or(|(found, _)| distance < *found);
                if is_better && distance <= limit && legality::is_legal(rule, &after_white, black) {
                    best = Some((distance, vec![white, black]));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }
}

/// An endless row of openings: three stones close enough to matter to each
/// other and not so close that black is sure to win, anywhere on the board,
/// since the edge is what makes many of them even.
fn openings(size: BoardSize) -> impl Iterator<Item = Vec<Point>> {
    let mut random = Random(SEED);
    std::iter::from_fn(move || {
        let first = random.point(size);
        let mut stones = vec![first];
        for farthest in [2, 5] {
            let is_fit = |point: &Point, stones: &[Point]| {
                !stones.contains(point) && (1..=farthest).contains(&point.distance(first))
            };
            let found = (0..TRIES)
                .map(|_| random.point(size))
                .find(|point| is_fit(point, &stones))
                .or_else(|| size.points().find(|point| !stones.contains(point)));
            stones.extend(found);
        }
        Some(stones)
    })
}

/// `SplitMix64`: small, even, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_RATIO);
        scramble(self.0)
    }

    fn point(&mut self, size: BoardSize) -> Point {
        let x = self.next() % size.width() as u64;
        let y = self.next() % size.height() as u64;
        Point::new(x as usize, y as usize)
    }
}

#[cfg(test)]
mod tests;
