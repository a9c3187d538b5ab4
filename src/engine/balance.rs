//! Balanced positions: one stone, or one of each side, after which the value
//! of the position is as near as possible to a wish. Every choice follows from
//! scores of the search: many moves get a short look, the nearest ones longer
//! and longer looks.

use super::engine::{Answer, Decision};
use super::legality;
use super::recorded::Recorded;
use super::root_moves::{Caution, near_stones};
use super::scout::{Scout, value, with_stones};
use super::worker::{Job, stones_without_search};
use crate::board::Board;
use crate::rules;
use crate::search::{Limits, Line, Outcome, Question};
use crate::types::{Point, Score};

/// How many ways to go on are kept after each round of looks.
const KEPT: [usize; 3] = [12, 4, 1];

/// First stones that a second one is looked for.
const FIRST_STONES: usize = 4;

/// Second stones of each first one that get longer looks.
const SECOND_STONES: usize = 3;

/// How far from the stones new ones are looked for.
const RANGE: i64 = 2;

/// A way to go on and what is known of it.
#[derive(Clone)]
struct Choice {
    stones: Vec<Point>,
    /// The value after it for the side to move now, and the depth behind it.
    known: Option<(Score, u32)>,
}

impl Choice {
    /// How far from the wish it is.
    fn distance(&self, wish: Score) -> Score {
        self.known
            .map_or(Score::MAX, |(value, _)| (value - wish).abs())
    }
}

/// The stone after which the value for its owner, or the two stones after which
/// the value for the owner of the first, is nearest to the wish.
pub(super) fn decide<'a>(
    thinker: Recorded<'a>,
    job: &'a Job,
    stones: usize,
    wish: Score,
) -> Answer {
    let mut scout = Scout::new(thinker, job);
    let mut choices = ways(job, &job.question.board, &[]);
    let rounds = if stones == 1 { KEPT.len() } else { 1 };
    let rounds_after = if stones == 1 { 0 } else { 2 };
    for (number, &keep) in KEPT.iter().enumerate().take(rounds) {
        let to_come = rounds - number - 1 + rounds_after;
        judge(&mut scout, &mut choices, wish, to_come);
        choices.truncate(if stones == 1 { keep } else { FIRST_STONES });
    }
    if stones > 1 {
        let mut pairs = Vec::new();
        let firsts = choices.len();
        for (number, first) in choices.iter().enumerate() {
            let after = with_stones(&job.question.board, &first.stones);
            let mut seconds = ways(job, &after, &first.stones);
            judge(&mut scout, &mut seconds, wish, firsts - number);
            pairs.extend(seconds.into_iter().take(SECOND_STONES));
        }
        judge(&mut scout, &mut pairs, wish, 0);
        choices = pairs;
    }
    let best = choices.into_iter().find(|choice| choice.known.is_some());
    best.map_or_else(
        || stones_without_search(&job.question, stones),
        |best| answer(&scout, best),
    )
}

/// Every legal stone near the others that does not end the game, after those
/// already chosen.
fn ways(job: &Job, board: &Board, before: &[Point]) -> Vec<Choice> {
    let Question { rule, limits, .. } = &job.question;
    let mut cells = near_stones(board, Caution::new(RANGE));
    if cells.is_empty() {
        cells = *board.empty();
    }
    if before.is_empty() {
        cells &= !limits.root_moves.barred;
    }
    let side = board.side_to_move();
    let cells = cells.iter().filter(|&point| {
        legality::is_legal(*rule, board, point) && !rules::wins(*rule, board, point, side)
    });
    let way = |point| Choice {
        stones: before.iter().copied().chain([point]).collect(),
        known: None,
    };
    cells.map(way).collect()
}

/// Looks at every choice and puts the nearest to the wish first. Rounds of the
/// same length are still to come.
fn judge(scout: &mut Scout<'_>, choices: &mut [Choice], wish: Score, rounds_to_come: usize) {
    let count = choices.len();
    for (number, choice) in choices.iter_mut().enumerate() {
        if scout.is_over() {
            break;
        }
        let looks_to_come = count - number - 1 + rounds_to_come * count;
        let asked = &scout.job.question;
        let most = asked.limits.max_nodes;
        let limits = Limits {
            lines: 1,
            max_nodes: most.map(|nodes| nodes / (2 * count as u64) / (1 + rounds_to_come as u64)),
            // Without a clock, rounds differ by their depth.
            max_depth: asked
                .limits
                .max_depth
                .map(|depth| (depth.saturating_sub(1) >> rounds_to_come.min(31)).max(1)),
            ..asked.limits
        };
        let board = with_stones(&asked.board, &choice.stones);
        let outcome = scout.look_within(&board, looks_to_come, &limits);
        let depth = outcome.lines.first().map_or(0, |line| line.depth);
        // After one stone the opponent is to move, after two the owner of the
        // first again.
        let sign = if choice.stones.len() == 1 { -1 } else { 1 };
        if let Some(found) = value(&outcome) {
            choice.known = Some((sign * found, depth));
        }
    }
    // A stable sort: ties keep the order of the cells.
    choices.sort_by_key(|choice| choice.distance(wish));
}

/// The answer, with its value as a line to be told.
fn answer(scout: &Scout<'_>, best: Choice) -> Answer {
    let (score, depth) = best.known.unwrap_or((0, 0));
    Answer {
        outcome: Some(Outcome {
            lines: vec![Line {
                moves: best.stones.clone(),
                score,
                depth,
                selective_depth: depth,
            }],
            nodes: scout.nodes,
            elapsed: scout.elapsed(),
            hashfull: scout.hashfull,
        }),
        decision: Decision::Stones(best.stones),
    }
}

#[cfg(test)]
mod tests;
