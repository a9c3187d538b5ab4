//! What is learned from: positions of recorded games, as the features that
//! the evaluation and the move ordering see.

use crate::board::Bitboard;
use crate::cli::selfplay::record::{GameRecord, GameResult};
use crate::eval::{cell_table, evaluate};
use crate::pattern::line::CellPatterns;
use crate::pattern::{LinePattern, Threat};
use crate::position::Position;
use crate::search::Params;
use crate::search::movegen::{fours, stop_open_fours};
use crate::search::vcf::{Vcf, Verdict};
use crate::types::score::is_decisive;
use crate::types::{Color, Point, Rule};
use std::collections::HashSet;

/// Shapes, the width of every table.
pub const SHAPES: usize = CellPatterns::SHAPE_COUNT;

/// Tables of each colour: `to_move` and `waiting`, or `attack` and `defence`.
pub const KINDS: usize = 2;

/// Whether a shape also occurs on a board without stones. There are hundreds
/// of such cells, all but the same for both sides: their number would drown
/// everything else, so they are worth the same to both, whoever is to move.
pub fn is_weak(patterns: CellPatterns) -> bool {
    patterns
        .iter()
        .all(|pattern| pattern <= LinePattern::OpenOne)
}

/// So many cells of one shape; negative where their values are subtracted.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The number that the cells are worth.
    pub index: u16,
    /// How many cells.
    pub count: i16,
}

/// Positions with the chance of winning to be learned.
#[derive(Default)]
pub struct ValueSet {
    features: Vec<Feature>,
    ends: Vec<usize>,
    /// The colour to move, as an index.
    pub movers: Vec<u8>,
    /// The wanted chance of winning.
    pub targets: Vec<f32>,
    /// What the present evaluation says, in its units.
    pub evaluations: Vec<f32>,
}

impl ValueSet {
    /// Number of positions.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The features of a position.
    pub fn features(&self, position: usize) -> &[Feature] {
        let from = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.features[from..self.ends[position]]
    }
}

/// A move that could be tried: the shapes of the mover and of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The mover's shape on the cell.
    pub own: u16,
    /// The opponent's shape on the cell.
    pub other: u16,
}

/// Positions with the move to be learned.
#[derive(Default)]
pub struct MoveSet {
    candidates: Vec<Candidate>,
    ends: Vec<usize>,
    /// The colour to move, as an index.
    pub movers: Vec<u8>,
    /// Which of the candidates the search chose.
    pub chosen: Vec<u16>,
}

impl MoveSet {
    /// Number of positions.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The candidates of a position.
    pub fn candidates(&self, position: usize) -> &[Candidate] {
        let from = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.candidates[from..self.ends[position]]
    }
}

/// Both kinds of positions.
#[derive(Default)]
pub struct Samples {
    /// For the evaluation.
    pub values: ValueSet,
    /// For the move ordering.
    pub moves: MoveSet,
}

/// Turns games into samples.
pub struct Collector {
    rule: Rule,
    blend: f32,
    colors: usize,
    shapes: Vec<u16>,
    weak: Vec<bool>,
    counts: Vec<i16>,
    seen: HashSet<u64>,
    fours: Vcf,
    horizon_nodes: u64,
    /// Positions that were met before.
    pub repeated: usize,
}

impl Collector {
    /// For games of a rule; the blend is the share of the search's score in
    /// the wanted chance of winning. With one colour, both share their numbers.
    pub fn new(rule: Rule, colors: usize, blend: f32) -> Self {
        Self {
            rule,
            blend,
            shapes: (0..=u16::MAX)
                .map(|bits| CellPatterns(bits).shape() as u16)
                .collect(),
            colors,
            weak: CellPatterns::shapes().map(is_weak).collect(),
            counts: vec![0; colors * KINDS * SHAPES],
            seen: HashSet::new(),
            fours: Vcf::default(),
            horizon_nodes: Params::default().leaf_vcf_nodes.unsigned_abs().into(),
            repeated: 0,
        }
    }

    /// Adds the positions of a game whose scores have this scale.
    pub fn add(&mut self, game: &GameRecord, score_scale: f32, samples: &mut Samples) {
        let mut position = Position::new(&game.opening_board(), cell_table(self.rule));
        for played in &game.moves {
            let repeated = !self.seen.insert(position.hash());
            self.repeated += usize::from(repeated);
            if !repeated {
                if is_quiet(&position) && !self.wins_by_fours(&mut position) {
                    let searched = chance(played.score as f32 / score_scale);
                    let result = if is_decisive(played.score) {
                        searched
                    } else {
                        result_for(game.result, position.side_to_move())
                    };
                    let target = self.blend * searched + (1.0 - self.blend) * result;
                    self.add_value(&position, target, &mut samples.values);
                }
                // Moves that win are the ones that the search most needs to try first.
                if !played.exploring {
                    self.add_move(&position, played.point, &mut samples.moves);
                }
            }
            position.play(played.point);
        }
    }

    /// Whether the search would see a win at its horizon and not ask the evaluation.
    fn wins_by_fours(&mut self, position: &mut Position) -> bool {
        let verdict = self.fours.solve(position, self.horizon_nodes);
        matches!(verdict, Verdict::Win { .. })
    }

    fn add_value(&mut self, position: &Position, target: f32, set: &mut ValueSet) {
        let us = position.side_to_move();
        let sides = [(us, 0, 1), (us.opponent(), 1, -1)];
        for point in position.board().empty().iter() {
            for (color, kind, sign) in sides {
                let bits = position.patterns(color, point).0;
                let shape = self.shapes[bits as usize] as usize;
                let table = if self.weak[shape] {
                    0
                } else {
                    color.index() % self.colors * KINDS + kind
                };
                self.counts[table * SHAPES + shape] += sign;
            }
        }
        // Dead cells are worth nothing.
        self.counts[0] = 0;
        for (index, count) in self.counts.iter_mut().enumerate() {
            if *count != 0 {
                set.features.push(Feature {
                    index: index as u16,
                    count: *count,
                });
                *count = 0;
            }
        }
        set.ends.push(set.features.len());
        set.movers.push(us.index() as u8);
        set.targets.push(target);
        set.evaluations.push(evaluate(position) as f32);
    }

    fn add_move(&self, position: &Position, chosen: Point, set: &mut MoveSet) {
        let us = position.side_to_move();
        let Some(points) = choices(position) else {
            return;
        };
        let Some(number) = points.iter().position(|point| point == chosen) else {
            return;
        };
        let shape =
            |color: Color, point: Point| self.shapes[position.patterns(color, point).0 as usize];
        set.candidates.extend(points.iter().map(|point| Candidate {
            own: shape(us, point),
            other: shape(us.opponent(), point),
        }));
        set.ends.push(set.candidates.len());
        set.movers.push(us.index() as u8);
        set.chosen.push(number as u16);
    }
}

/// Whether the evaluation is ever asked here: not when someone can make five
/// or an open four at once, since the search then looks further.
fn is_quiet(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        position.count(color, Threat::Five) == 0 && position.count(color, Threat::OpenFour) == 0
    })
}

/// The moves that the search would order here; nothing where it has no choice.
fn choices(position: &Position) -> Option<Bitboard> {
    let us = position.side_to_move();
    let fives = Color::ALL.map(|color| position.count(color, Threat::Five));
    if fives != [0, 0] || position.count(us, Threat::OpenFour) > 0 {
        return None;
    }
    Some(if position.count(us.opponent(), Threat::OpenFour) > 0 {
        stop_open_fours(position) | fours(position, us)
    } else {
        position.candidates()
    })
}

/// The chance of winning that belongs to a score in logistic units.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The result of a game as a chance of winning for a colour.
pub fn result_for(result: GameResult, color: Color) -> f32 {
    match result {
        GameResult::Draw => 0.5,
        GameResult::Win(winner) if winner == color => 1.0,
        GameResult::Win(_) => 0.0,
    }
}

/// The scale that makes `chance(score / scale)` fit the results of the games
/// best, or nothing when they are too few to tell.
pub fn fit_score_scale(games: &[&GameRecord]) -> Option<f32> {
    const ENOUGH: usize = 2000;
    let mut pairs: Vec<(f32, f32)> = Vec::new();
    for game in games {
        let mut color = game.opening_board().side_to_move();
        for played in &game.moves {
            if !is_decisive(played.score) {
                pairs.push((played.score as f32, result_for(game.result, color)));
            }
            color = color.opponent();
        }
    }
    if pairs.len() < ENOUGH {
        return None;
    }
    Some(best_scale(&pairs).0)
}

/// The scale that makes `chance(score / scale)` fit the wanted chances best,
/// and the mean loss that is left.
pub fn best_scale(pairs: &[(f32, f32)]) -> (f32, f32) {
    let loss = |scale: f32| -> f64 {
        let losses = pairs
            .iter()
            .map(|&(score, wanted)| f64::from(cross_entropy(score / scale, wanted)));
        losses.sum::<f64>() / pairs.len().max(1) as f64
    };
    // The loss has a single minimum: narrow down on a logarithmic axis.
    let (mut low, mut high) = (20_f32.ln(), 5000_f32.ln());
    while high - low > 0.002 {
        let third = (high - low) / 3.0;
        if loss((low + third).exp()) < loss((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    let scale = f32::midpoint(low, high).exp();
    (scale, loss(scale) as f32)
}

/// The loss of predicting `chance(logit)` where the truth is `target`.
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    // log(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - target * logit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_entropy_is_least_at_the_truth() {
        for target in [0.1, 0.5, 0.8_f32] {
            let best = (target / (1.0 - target)).ln();
            let least = cross_entropy(best, target);
            assert!(least < cross_entropy(best + 0.1, target));
            assert!(least < cross_entropy(best - 0.1, target));
            assert!((chance(best) - target).abs() < 1e-6);
        }
        assert!(cross_entropy(1000.0, 1.0).abs() < 1e-6);
    }
}
