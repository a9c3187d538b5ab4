//! The two things to learn: the chance of winning, by logistic regression on
//! the cells, and the move the search chooses, by a softmax over the candidates.

use super::dataset::{KINDS, MoveSet, SHAPES, Samples, ValueSet, chance, cross_entropy};
use super::training::Task;

/// The evaluation. Numbers: for each colour (or both) `to_move` and `waiting`,
/// then the tempo of each colour (or both).
pub struct ValueTask<'a> {
    /// The games to learn from and the games to check with.
    pub training: &'a Samples,
    /// The games to check with.
    pub validation: &'a Samples,
    /// 1 if both colours share their numbers, otherwise 2.
    pub colors: usize,
}

impl ValueTask<'_> {
    /// The predicted chance of winning, as a logit.
    pub fn predict(&self, set: &ValueSet, sample: usize, numbers: &[f32]) -> f32 {
        let mut logit = numbers[self.tempo(set.movers[sample])];
        for feature in set.features(sample) {
            logit += f32::from(feature.count) * numbers[feature.index as usize];
        }
        logit
    }

    /// Where the tempo of a mover is among the numbers.
    const fn tempo(&self, mover: u8) -> usize {
        self.colors * KINDS * SHAPES + mover as usize % self.colors
    }
}

impl Task for ValueTask<'_> {
    fn tables(&self) -> usize {
        self.colors * KINDS
    }

    fn singles(&self) -> usize {
        self.colors
    }

    fn training_count(&self) -> usize {
        self.training.values.count()
    }

    fn learn(&self, sample: usize, numbers: &[f32], slopes: &mut [f32]) -> f32 {
        let set = &self.training.values;
        let logit = self.predict(set, sample, numbers);
        let target = set.targets[sample];
        let slope = chance(logit) - target;
        slopes[self.tempo(set.movers[sample])] += slope;
        for feature in set.features(sample) {
            slopes[feature.index as usize] += slope * f32::from(feature.count);
        }
        cross_entropy(logit, target)
    }

    fn validate(&self, numbers: &[f32]) -> f32 {
        let set = &self.validation.values;
        let losses = (0..set.count()).map(|sample| {
            let logit = self.predict(set, sample, numbers);
            f64::from(cross_entropy(logit, set.targets[sample]))
        });
        (losses.sum::<f64>() / set.count().max(1) as f64) as f32
    }
}

/// The move ordering. Numbers: for each colour (or both), as the owner of the
/// patterns, `attack` and `defence`.
pub struct MoveTask<'a> {
    /// The games to learn from.
    pub training: &'a Samples,
    /// The games to check with.
    pub validation: &'a Samples,
    /// 1 if both colours share their numbers, otherwise 2.
    pub colors: usize,
}

impl MoveTask<'_> {
    /// Where `attack` of the mover and `defence` of its opponent begin.
    fn places(&self, mover: u8) -> [usize; 2] {
        let us = mover as usize % self.colors;
        let them = (mover as usize + 1) % self.colors;
        [us * KINDS * SHAPES, (them * KINDS + 1) * SHAPES]
    }

    /// The logits of all candidates, appended to a cleared list.
    pub fn predict(&self, set: &MoveSet, sample: usize, numbers: &[f32], logits: &mut Vec<f32>) {
        let [attack, defence] = self.places(set.movers[sample]);
        logits.clear();
        logits.extend(set.candidates(sample).iter().map(|candidate| {
            numbers[attack + candidate.own as usize] + numbers[defence + candidate.other as usize]
        }));
    }

    /// Share of positions whose chosen move is among the first few by prediction.
    pub fn found_among_first(&self, numbers: &[f32], first: usize) -> f32 {
        let set = &self.validation.moves;
        let mut logits = Vec::new();
        let found = (0..set.count()).filter(|&sample| {
            self.predict(set, sample, numbers, &mut logits);
            let chosen = logits[set.chosen[sample] as usize];
            logits.iter().filter(|&&logit| logit > chosen).count() < first
        });
        found.count() as f32 / set.count().max(1) as f32
    }
}

impl Task for MoveTask<'_> {
    fn tables(&self) -> usize {
        self.colors * KINDS
    }

    fn singles(&self) -> usize {
        0
    }

    fn training_count(&self) -> usize {
        self.training.moves.count()
    }

    fn learn(&self, sample: usize, numbers: &[f32], slopes: &mut [f32]) -> f32 {
        let set = &self.training.moves;
        let mut logits = Vec::new();
        self.predict(set, sample, numbers, &mut logits);
        let total = softmax_total(&logits);
        let chosen = set.chosen[sample] as usize;
        let [attack, defence] = self.places(set.movers[sample]);
        for (number, candidate) in set.candidates(sample).iter().enumerate() {
            let wanted = if number == chosen { 1.0 } else { 0.0 };
            let slope = (logits[number] - total).exp() - wanted;
            slopes[attack + candidate.own as usize] += slope;
            slopes[defence + candidate.other as usize] += slope;
        }
        total - logits[chosen]
    }

    fn validate(&self, numbers: &[f32]) -> f32 {
        let set = &self.validation.moves;
        let mut logits = Vec::new();
        let losses = (0..set.count()).map(|sample| {
            self.predict(set, sample, numbers, &mut logits);
            f64::from(softmax_total(&logits) - logits[set.chosen[sample] as usize])
        });
        (losses.sum::<f64>() / set.count().max(1) as f64) as f32
    }
}

/// The logarithm of the sum of exponentials.
fn softmax_total(logits: &[f32]) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    most + logits
        .iter()
        .map(|logit| (logit - most).exp())
        .sum::<f32>()
        .ln()
}
