//! The Soosorv-8 opening: one player puts three stones, the other takes a
//! colour; White puts the fourth and says how many fifth stones Black must
//! offer; the other may swap; Black offers them and White keeps one. Every
//! choice follows from scores of the search.

use super::engine::{Answer, Decision};
use super::legality;
use super::opening::{best_line_only, first_moves};
use super::recorded::Recorded;
use super::scout::{Scout, with_stones};
use super::worker::{Job, move_without_search};
use crate::board::{Bitboard, Board, Symmetry};
use crate::search::Question;
use crate::types::{BoardSize, Color, Point, Rule, Score};

/// Black never has to offer more fifth stones than this.
pub const MOST_FIFTHS: usize = 8;

/// How many fourth stones to consider.
const FOURTHS: usize = 4;

/// A third stone lies this near to the first one.
const THIRD_DISTANCE: usize = 2;

/// A step of the opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SoosorvStep {
    /// No stones: three are to be put.
    Open,
    /// Three stones: black is taken by a swap, or not.
    TakeAfterThree,
    /// Three stones: White puts the fourth and says how many fifth ones to offer.
    Fourth,
    /// Four stones: white is taken by a swap, or not, when Black must offer so
    /// many fifth ones.
    TakeAfterFour(usize),
    /// Four stones: Black offers so many fifth ones.
    Offer(usize),
    /// Four stones: White keeps one of these as the fifth.
    Keep(Bitboard),
}

impl SoosorvStep {
    /// How many stones lie on the board before it.
    pub const fn stones(self) -> usize {
        match self {
            Self::Open => 0,
            Self::TakeAfterThree | Self::Fourth => 3,
            Self::TakeAfterFour(_) | Self::Offer(_) | Self::Keep(_) => 4,
        }
    }
}

/// Decides a step.
pub(super) fn decide<'a>(thinker: Recorded<'a>, job: &'a Job, step: SoosorvStep) -> Answer {
    let board = &job.question.board;
    let mut scout = Scout::new(thinker, job);
    match step {
        SoosorvStep::Open => Answer {
            decision: scout
                .choose_evenest(openings(board.size()))
                .map_or(Decision::Nothing, Decision::Stones),
            outcome: None,
        },
        SoosorvStep::TakeAfterThree => scout.choose_color(),
        SoosorvStep::Fourth => scout.choose_fourth(),
        SoosorvStep::TakeAfterFour(fifths) => scout.choose_after_four(fifths),
        SoosorvStep::Offer(fifths) => {
            let offered = scout.fifths(board, fifths, 0);
            let stones = offered.into_iter().map(|(point, _)| point).collect();
            Answer {
                decision: stones_or_nothing(stones),
                outcome: None,
            }
        }
        SoosorvStep::Keep(offered) => scout.keep_one(&offered),
    }
}

/// An answer when the search has none to give.
pub(super) fn without_search(step: SoosorvStep, rule: Rule, board: &Board) -> Answer {
    let some = |count| stones_or_nothing(fill_up(rule, board, Vec::new(), count));
    let decision = match step {
        SoosorvStep::Open => stones_or_nothing(openings(board.size()).next().unwrap_or_default()),
        SoosorvStep::Offer(fifths) => some(fifths),
        SoosorvStep::Keep(offered) => stones_or_nothing(offered.first().into_iter().collect()),
        SoosorvStep::Fourth => {
            match move_without_search(rule, board, &Bitboard::EMPTY, None).decision {
                Decision::Stones(stones) => fourth(stones.first().copied(), 1),
                other => other,
            }
        }
        SoosorvStep::TakeAfterThree | SoosorvStep::TakeAfterFour(_) => some(1),
    };
    Answer {
        decision,
        outcome: None,
    }
}

fn stones_or_nothing(stones: Vec<Point>) -> Decision {
    if stones.is_empty() {
        Decision::Nothing
    } else {
        Decision::Stones(stones)
    }
}

fn fourth(stone: Option<Point>, fifths: usize) -> Decision {
    stone.map_or(Decision::Nothing, |stone| Decision::Fourth {
        stone,
        fifths,
    })
}

impl Scout<'_> {
    /// The fourth stone and the number of fifth ones after which neither side
    /// is better: White will keep the last of those that Black offers best first.
    fn choose_fourth(&mut self) -> Answer {
        let Question { rule, board, .. } = &self.job.question;
        let outcome = self.look(board, FOURTHS, FOURTHS);
        let fourths: Vec<Point> = first_moves(&outcome)
            .filter(|&point| legality::is_legal(*rule, board, point))
            .collect();
        let mut best: Option<(Score, Point, usize)> = None;
        for (number, &stone) in fourths.iter().enumerate() {
            let after = with_stones(board, &[stone]);
            let known = self.fifths(&after, MOST_FIFTHS, fourths.len() - number - 1);
            for (fifths, (_, score)) in (1..).zip(known) {
                let Some(distance) = score.map(Score::abs) else {
                    break;
                };
                if best.is_none_or(|(least, ..)| distance < least) {
                    best = Some((distance, stone, fifths));
                }
            }
        }
        let (stone, fifths) = match best {
            Some((_, stone, fifths)) => (Some(stone), fifths),
            None => (fourths.first().copied(), 1),
        };
        let decision = match stone {
            Some(_) => fourth(stone, fifths),
            None => without_search(SoosorvStep::Fourth, *rule, board).decision,
        };
        Answer {
            decision,
            outcome: Some(best_line_only(outcome)),
        }
    }

    /// Takes white by a swap if Black, who is to move, stands worse after the
    /// last of the fifth stones that he must offer.
    fn choose_after_four(&mut self, fifths: usize) -> Answer {
        let board = &self.job.question.board;
        let offered = self.fifths(board, fifths, 0);
        let value = offered.last().and_then(|&(_, score)| score);
        let stones = offered.first().map(|&(point, _)| point);
        let decision = if value.is_some_and(|score| score < 0) {
            Decision::Swap
        } else {
            stones_or_nothing(stones.into_iter().collect())
        };
        Answer {
            decision,
            outcome: None,
        }
    }

    /// The fifth stone after which White, who is then to move, stands best.
    fn keep_one(&mut self, offered: &Bitboard) -> Answer {
        let Question { rule, board, .. } = &self.job.question;
        let offered: Vec<Point> = offered
            .iter()
            .filter(|&point| board.is_empty(point))
            .collect();
        let mut best: Option<(Option<Score>, Point)> = None;
        for (number, &point) in offered.iter().enumerate() {
            let value = if legality::is_legal(*rule, board, point) {
                let after = with_stones(board, &[point]);
                self.score(&after, offered.len() - number - 1)
            } else {
                // A foul that Black offers wins for White.
                Some(Score::MAX)
            };
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, point));
            }
        }
        Answer {
            decision: stones_or_nothing(best.map(|(_, point)| point).into_iter().collect()),
            outcome: None,
        }
    }

    /// So many fifth stones, the best first, of which no two are mirror images
    /// of each other, with their values as far as they are known.
    fn fifths(
        &mut self,
        board: &Board,
        count: usize,
        looks_to_come: usize,
    ) -> Vec<(Point, Option<Score>)> {
        let rule = self.job.question.rule;
        // With two mirrors every stone may be there four times; one mirror is usual.
        let outcome = self.look(board, looks_to_come, 2 * count);
        let known: Vec<(Point, Score)> = outcome
            .lines
            .iter()
            .filter(|line| line.depth > 0)
            .filter_map(|line| Some((*line.moves.first()?, line.score)))
            .filter(|&(point, _)| legality::is_legal(rule, board, point))
            .collect();
        let points = known.iter().map(|&(point, _)| point);
        let chosen = fill_up(rule, board, distinct(board, points), count);
        let value = |point| known.iter().find(|&&(other, _)| other == point);
        chosen
            .into_iter()
            .map(|point| (point, value(point).map(|&(_, score)| score)))
            .collect()
    }
}

/// So many different legal stones: those chosen, then others.
fn fill_up(rule: Rule, board: &Board, chosen: Vec<Point>, count: usize) -> Vec<Point> {
    let others = board
        .empty()
        .iter()
        .filter(|&point| legality::is_legal(rule, board, point));
    let mut stones = distinct(board, chosen.into_iter().chain(others));
    stones.truncate(count);
    stones
}

/// Those of the points that are no mirror image of an earlier one.
fn distinct(board: &Board, points: impl Iterator<Item = Point>) -> Vec<Point> {
    let symmetries = Symmetry::all(board.size());
    let mirrors: Vec<Symmetry> = symmetries.filter(|&mirror| keeps(board, mirror)).collect();
    let mut found: Vec<Point> = Vec::new();
    for point in points {
        let mut images = mirrors.iter().map(|mirror| mirror.apply(point));
        if !images.any(|image| found.contains(&image)) {
            found.push(point);
        }
    }
    found
}

/// Whether a mirror leaves the board as it is.
fn keeps(board: &Board, mirror: Symmetry) -> bool {
    Color::ALL.into_iter().all(|color| {
        let stones = board.stones(color);
        let mut images = stones.iter().map(|point| mirror.apply(point));
        images.all(|point| stones.contains(point))
    })
}

/// The 26 openings: the first stone in the centre, the second beside it, the
/// third within two lines of the first. On boards without a middle there are more.
fn openings(size: BoardSize) -> impl Iterator<Item = Vec<Point>> {
    let first = size.center();
    let (x, y) = (first.x() as i64, first.y() as i64);
    let seconds = [(x, y - 1), (x + 1, y - 1)];
    let seconds = seconds
        .into_iter()
        .filter_map(move |(x, y)| size.point(x, y));
    seconds.flat_map(move |second| {
        let board = with_stones(&Board::new(size), &[first, second]);
        let near = size
            .points()
            .filter(|&point| board.is_empty(point) && point.distance(first) <= THIRD_DISTANCE);
        let thirds = distinct(&board, near);
        thirds
            .into_iter()
            .map(move |third| vec![first, second, third])
    })
}

#[cfg(test)]
mod tests;
