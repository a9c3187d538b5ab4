//! The swap2 opening: one player puts three stones, the other takes a colour
//! or puts two more, and then the first takes a colour. Every choice follows
//! from scores of the search, which gets a share of the time for each look.

use super::engine::{Answer, Decision};
use super::legality;
use super::recorded::Recorded;
use super::scout::{Scout, value, with_stones};
use super::worker::{Job, find_move};
use crate::board::Bitboard;
use crate::board::zobrist::{GOLDEN_RATIO, scramble};
use crate::search::{Outcome, Question};
use crate::types::{BoardSize, Point, Score};

/// How many three-stone openings to look at, and how many of them twice.
const OPENINGS: usize = 12;
const FINALISTS: usize = 3;

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
                .choose_evenest(openings(board.size()).take(OPENINGS)),
            outcome: None,
        },
        3 => Scout::new(thinker, job).choose_after_three(),
        5 => Scout::new(thinker, job).choose_after_five(),
        _ => find_move(thinker, job, None),
    }
}

/// Three stones when there is no search to choose them.
pub(super) fn opening_without_search(size: BoardSize) -> Decision {
    Decision::Stones(openings(size).next().unwrap_or_default())
}

impl Scout<'_> {
    /// No stones: the one of these openings that looks most even.
    pub(super) fn choose_evenest(
        &mut self,
        openings: impl Iterator<Item = Vec<Point>>,
    ) -> Decision {
        let size = self.job.question.board.size();
        let mut chosen: Vec<(Score, Vec<Point>)> = openings.map(|stones| (0, stones)).collect();
        let count = chosen.len();
        for (round, keep) in [(count, FINALISTS), (FINALISTS, 1)] {
            for (number, (distance, stones)) in chosen.iter_mut().enumerate() {
                let board = with_stones(&self.job.question.board, stones);
                let in_this_round = round.saturating_sub(number + 1);
                // The second round takes as long as the first: its few looks
                // are the deeper ones.
                let to_come = if keep > 1 {
                    in_this_round + count
                } else {
                    in_this_round
                };
                if self.is_stopped() && keep == 1 {
                    break;
                }
                *distance = self.score(&board, to_come).map_or(Score::MAX, Score::abs);
            }
            // A stable sort: ties keep the order of the list.
            chosen.sort_by_key(|&(distance, _)| distance);
            chosen.truncate(keep);
        }
        let stones = chosen.into_iter().next().map(|(_, stones)| stones);
        stones.map_or_else(|| opening_without_search(size), Decision::Stones)
    }

    /// Three stones, white to move: take the better colour; if neither is
    /// better, put two stones after which neither is. Half of the time goes
    /// into that question, the rest into the stones to put.
    fn choose_after_three(&mut self) -> Answer {
        let board = &self.job.question.board;
        let outcome = self.look(board, 1, CHOICES);
        let Some(score) = value(&outcome) else {
            // Nothing is known yet, which is not the same as even.
            return self.choose_after_five();
        };
        if score < -EVEN {
            return self.take_better_color(outcome);
        }
        if score <= EVEN
            && let Some(pair) = self.even_pair(&outcome, score.abs())
        {
            return Answer {
                decision: Decision::Stones(pair),
                outcome: Some(best_line_only(outcome)),
            };
        }
        self.choose_after_five()
    }

    /// Five stones, white to move: take the better colour.
    pub(super) fn choose_after_five(&mut self) -> Answer {
        let outcome = self.look(&self.job.question.board, 0, 1);
        self.take_better_color(outcome)
    }

    /// Black by swapping if white, who is to move, stands worse; else stays
    /// white with the best move. If nothing is known black it is, who has a
    /// stone more on the board and the better chances in most openings.
    fn take_better_color(&self, outcome: Outcome) -> Answer {
        let Question { rule, board, .. } = &self.job.question;
        let is_worse = value(&outcome).is_none_or(|score| score < 0);
        let decision = if is_worse {
            Decision::Swap
        } else {
            outcome
                .best_move()
                .filter(|&point| legality::is_legal(*rule, board, point))
                .or_else(|| legality::any_move(*rule, board, &Bitboard::EMPTY))
                .map_or(Decision::Nothing, |point| Decision::Stones(vec![point]))
        };
        Answer {
            decision,
            outcome: Some(best_line_only(outcome)),
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

/// An outcome for people to read: they asked for one decision.
pub(super) fn best_line_only(mut outcome: Outcome) -> Outcome {
    outcome.lines.truncate(1);
    outcome
}

/// The first moves of the lines of an outcome.
pub(super) fn first_moves(outcome: &Outcome) -> impl Iterator<Item = Point> {
    let moves = outcome.lines.iter();
    moves.filter_map(|line| line.moves.first().copied())
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
#[path = "swap2_tests.rs"]
mod tests;
