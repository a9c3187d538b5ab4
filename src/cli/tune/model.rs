//! The network in floating point, as it is learned: what it predicts for a
//! position, and the gradients of its numbers. `eval::network` and `eval::head`
//! say what the layers are, `layout` which numbers are learned.

use super::dataset::{Positions, chance, cross_entropy};
use super::layout::{Half, Layout, heads};
use super::regions::{Features, Most};
use crate::eval::head::{
    CHANNELS, FloatHead, HALF, HIDDEN1, HIDDEN2, INPUTS, NEAR_HALF, REGION_DIVISOR, REGION_FROM,
    REGION_HALF, UNIT,
};
use crate::eval::network::{Block, FEATURE_DIVISOR, ROW_LIMIT, STAGES};
use crate::eval::numbers::quantise;
use crate::eval::surroundings::{CLASSES, Surroundings};

/// How much the policy's loss counts beside that of the value.
const POLICY_WEIGHT: f32 = 0.2;

/// Sums that [`dot`] adds up side by side.
const LANES: usize = 16;

/// The network at one moment of learning.
pub struct Model<'a> {
    layout: &'a Layout,
    rows: Vec<Half>,
    heads: Vec<FloatHead>,
}

/// Gradients of everything, summed over positions.
pub struct Gradients {
    rows: Vec<Half>,
    heads: Vec<FloatHead>,
    /// The sums of cells before the rectifier, kept for the way back.
    cells: Vec<[Half; 2]>,
    /// The gradient of each cell's policy logit.
    logits: Vec<f32>,
    /// The gradients of what cells are worth to their neighbours.
    surroundings: Surroundings<f32>,
}

impl Gradients {
    /// Zero.
    pub fn new(layout: &Layout) -> Self {
        Self {
            rows: vec![[0.0; HALF]; layout.row_count()],
            heads: vec![FloatHead::zeros(); layout.head_count()],
            cells: Vec::new(),
            logits: Vec::new(),
            surroundings: Surroundings::default(),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.rows.fill([0.0; HALF]);
        self.heads.fill(FloatHead::zeros());
    }

    /// Adds the mean gradients of the parameters of so many positions.
    pub fn add_to(&self, layout: &Layout, positions: usize, gradient: &mut [f32]) {
        let share = 1.0 / positions as f32;
        let sections = layout.split_mut(gradient);
        let (pairs, rows) = (
            sections.pairs.as_chunks_mut().0,
            sections.rows.as_chunks_mut().0,
        );
        for (number, row) in self.rows.iter().enumerate() {
            if layout.has_stones[number] {
                let row: Half = row.map(|gradient| gradient * share);
                add(&mut rows[number], &row);
                add(&mut pairs[layout.pairs[number] as usize], &row);
            }
        }
        let heads = self.heads.iter().flat_map(FloatHead::to_floats);
        for (number, gradient) in sections.heads.iter_mut().zip(heads) {
            *number += gradient * share;
        }
    }
}

/// The logarithm of the sum of exponentials.
fn softmax_total(logits: &[f32]) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    most + sum.ln()
}

fn add<const LENGTH: usize>(sum: &mut [f32; LENGTH], more: &[f32; LENGTH]) {
    for (number, more) in sum.iter_mut().zip(more) {
        *number += more;
    }
}

fn add_scaled<const LENGTH: usize>(sum: &mut [f32; LENGTH], more: &[f32; LENGTH], scale: f32) {
    for (number, more) in sum.iter_mut().zip(more) {
        *number += scale * more;
    }
}

/// Sums side by side, which the compiler takes many at a time: it may not change
/// the order of a sum of floats by itself.
fn dot<const LENGTH: usize>(weights: &[f32; LENGTH], values: &[f32; LENGTH]) -> f32 {
    const { assert!(LENGTH.is_multiple_of(LANES)) };
    let mut sums = [0.0; LANES];
    let values = values.as_chunks::<LANES>().0;
    for (weights, values) in weights.as_chunks::<LANES>().0.iter().zip(values) {
        for (sum, (weight, value)) in sums.iter_mut().zip(weights.iter().zip(values)) {
            *sum += weight * value;
        }
    }
    sums.iter().sum()
}

/// The features of a cell as the policy sees them: those of the side to move first.
fn policy_input(sums: &[Half; 2], mover: usize) -> [f32; CHANNELS] {
    let mut input = [0.0; CHANNELS];
    let (own, other) = input.split_at_mut(HALF);
    for (input, sums) in [(own, &sums[mover]), (other, &sums[1 - mover])] {
        for (input, sum) in input.iter_mut().zip(sums) {
            *input = sum.max(0.0);
        }
    }
    input
}

/// What a cell with these features is worth to its neighbours.
fn near_worth(head: &FloatHead, input: &[f32; CHANNELS]) -> [f32; CLASSES] {
    let mut known = [0.0; 2 * NEAR_HALF];
    known[..NEAR_HALF].copy_from_slice(&input[..NEAR_HALF]);
    known[NEAR_HALF..].copy_from_slice(&input[HALF..HALF + NEAR_HALF]);
    std::array::from_fn(|class| dot(&head.policy_near[class], &known))
}

/// [`add_scaled`] for the first numbers that both have.
fn add_part(sum: &mut [f32], more: &[f32], scale: f32) {
    for (number, more) in sum.iter_mut().zip(more) {
        *number += scale * more;
    }
}

/// What the layers computed on the way to the value.
struct Activations {
    input: [f32; INPUTS],
    /// Which regions have the most.
    most: Most,
    hidden1: [f32; HIDDEN1],
    hidden2: [f32; HIDDEN2],
    /// The value as a logit.
    value: f32,
    /// The weights of a cell's features in the policy.
    policy: [f32; CHANNELS],
}

impl Activations {
    fn new(head: &FloatHead, mover: usize, features: &[Half; 2], most: Most) -> Self {
        let mut input = [0.0; INPUTS];
        let (of_board, of_regions) = input.split_at_mut(CHANNELS);
        for (index, value) in of_board.iter_mut().enumerate() {
            let half = (index / HALF + mover) % 2;
            *value = features[half][index % HALF] / FEATURE_DIVISOR as f32;
        }
        for (index, value) in of_regions.iter_mut().enumerate() {
            let half = (index / REGION_HALF + mover) % 2;
            *value = most.sums[half][index % REGION_HALF] / REGION_DIVISOR as f32;
        }
        let hidden1: [f32; HIDDEN1] = std::array::from_fn(|output| {
            (dot(&head.hidden1[output], &input) + head.hidden1_bias[output]).max(0.0)
        });
        let hidden2: [f32; HIDDEN2] = std::array::from_fn(|output| {
            (dot(&head.hidden2[output], &hidden1) + head.hidden2_bias[output]).max(0.0)
        });
        let value = head.output_bias + dot(&head.output, &hidden2) + dot(&head.skip, &input);
        let mut policy = head.policy;
        for (context, &activation) in head.policy_context.iter().zip(&hidden1) {
            add_scaled(&mut policy, context, activation);
        }
        Self {
            input,
            most,
            hidden1,
            hidden2,
            value,
            policy,
        }
    }

    /// The gradients of the head, and those of the features and of what regions
    /// have the most of: from the gradient of the value and those of the policy's
    /// weights.
    fn backward(
        &self,
        head: &FloatHead,
        mover: usize,
        gradient: f32,
        policy: &[f32; CHANNELS],
        sums: &mut FloatHead,
    ) -> ([Half; 2], Features) {
        add(&mut sums.policy, policy);
        let mut hidden1: [f32; HIDDEN1] = std::array::from_fn(|unit| {
            add_scaled(&mut sums.policy_context[unit], policy, self.hidden1[unit]);
            dot(&head.policy_context[unit], policy)
        });
        let mut input = head.skip.map(|weight| gradient * weight);
        sums.output_bias += gradient;
        add_scaled(&mut sums.skip, &self.input, gradient);
        add_scaled(&mut sums.output, &self.hidden2, gradient);
        for output in (0..HIDDEN2).filter(|&output| self.hidden2[output] > 0.0) {
            let gradient = gradient * head.output[output];
            sums.hidden2_bias[output] += gradient;
            add_scaled(&mut sums.hidden2[output], &self.hidden1, gradient);
            add_scaled(&mut hidden1, &head.hidden2[output], gradient);
        }
        for output in (0..HIDDEN1).filter(|&output| self.hidden1[output] > 0.0) {
            let gradient = hidden1[output];
            sums.hidden1_bias[output] += gradient;
            add_scaled(&mut sums.hidden1[output], &self.input, gradient);
            add_scaled(&mut input, &head.hidden1[output], gradient);
        }
        let mut back = [[0.0; HALF]; 2];
        let mut regions = Features::default();
        let (of_board, of_regions) = input.split_at(CHANNELS);
        for (index, gradient) in of_board.iter().enumerate() {
            back[(index / HALF + mover) % 2][index % HALF] = gradient / FEATURE_DIVISOR as f32;
        }
        for (index, gradient) in of_regions.iter().enumerate() {
            regions[(index / REGION_HALF + mover) % 2][index % REGION_HALF] =
                gradient / REGION_DIVISOR as f32;
        }
        (back, regions)
    }
}

impl<'a> Model<'a> {
    /// The network with these numbers.
    pub fn new(layout: &'a Layout, parameters: &[f32]) -> Self {
        let sections = layout.split(parameters);
        let pairs: &[Half] = sections.pairs.as_chunks().0;
        let own: &[Half] = sections.rows.as_chunks().0;
        let rows = own.iter().enumerate().map(|(number, own)| {
            if !layout.has_stones[number] {
                return [0.0; HALF];
            }
            let mut row = *own;
            add(&mut row, &pairs[layout.pairs[number] as usize]);
            row
        });
        Self {
            layout,
            rows: rows.collect(),
            heads: heads(sections.heads),
        }
    }

    /// Which of the heads is a position's.
    fn head_of(&self, set: &Positions, number: usize) -> usize {
        let block = set.movers[number] as usize % self.layout.blocks;
        block * STAGES + set.stages[number] as usize
    }

    fn head(&self, set: &Positions, number: usize) -> &FloatHead {
        &self.heads[self.head_of(set, number)]
    }

    /// Adds up a cell's lines from one perspective.
    fn cell(&self, half: usize, codes: [u16; 4]) -> Half {
        let mut sum = [0.0; HALF];
        for code in codes {
            let row = self.layout.rows[half][code as usize];
            add(&mut sum, &self.rows[row as usize]);
        }
        sum
    }

    /// The sums of all cells before the rectifier, and the features.
    fn transform(&self, set: &Positions, number: usize, cells: &mut Vec<[Half; 2]>) -> [Half; 2] {
        cells.clear();
        let mut features = [[0.0; HALF]; 2];
        for cell in set.cells(number) {
            let sums = [0, 1].map(|half| self.cell(half, cell.codes));
            for (feature, sum) in features.iter_mut().zip(&sums) {
                add(feature, &sum.map(|value| value.max(0.0)));
            }
            cells.push(sums);
        }
        features
    }

    /// What the network says of a position.
    fn forward(&self, set: &Positions, number: usize, cells: &mut Vec<[Half; 2]>) -> Activations {
        let mover = set.movers[number] as usize;
        let features = self.transform(set, number, cells);
        let most = Most::new(set, number, cells);
        Activations::new(self.head(set, number), mover, &features, most)
    }

    /// The predicted chance of winning, as a logit.
    pub fn predict(&self, set: &Positions, number: usize) -> f32 {
        self.forward(set, number, &mut Vec::new()).value
    }

    /// The policy logits of all cells.
    fn policy(
        &self,
        set: &Positions,
        number: usize,
        activations: &Activations,
        cells: &[[Half; 2]],
    ) -> Vec<f32> {
        let mover = set.movers[number] as usize;
        let head = self.head(set, number);
        let mut surroundings = Surroundings::<f32>::default();
        let logits = set.cells(number).iter().zip(cells).map(|(cell, sums)| {
            let input = policy_input(sums, mover);
            if cell.is_candidate {
                *surroundings.of(cell.point) = near_worth(head, &input);
            }
            let [reply, follow] = cell.offsets.map(usize::from);
            dot(&activations.policy, &input) + head.policy_reply[reply] + head.policy_follow[follow]
        });
        let mut logits: Vec<f32> = logits.collect();
        for (logit, cell) in logits.iter_mut().zip(set.cells(number)) {
            *logit += surroundings.sum(cell.point);
        }
        logits
    }

    /// The loss of one position's value; the gradients of value and policy are
    /// added.
    pub fn learn(&self, set: &Positions, number: usize, gradients: &mut Gradients) -> f32 {
        let mover = set.movers[number] as usize;
        let activations = self.forward(set, number, &mut gradients.cells);
        let target = set.targets[number];
        let gradient = chance(activations.value) - target;
        let policy = self.learn_policy(set, number, &activations, gradients);
        let Gradients {
            rows,
            heads,
            cells,
            logits,
            surroundings,
        } = gradients;
        let sums = &mut heads[self.head_of(set, number)];
        let (back, regions) =
            activations.backward(self.head(set, number), mover, gradient, &policy, sums);
        let regions = activations.most.backward(&regions);
        let near = &self.head(set, number).policy_near;
        for ((cell, sums), &logit) in set.cells(number).iter().zip(cells.iter()).zip(&*logits) {
            let in_regions = regions.of_cell(cell.point, sums);
            let mut policy = activations.policy.map(|weight| logit * weight);
            if cell.is_candidate {
                for (weights, &mut gradient) in near.iter().zip(surroundings.of(cell.point)) {
                    let (own, other) = weights.split_at(NEAR_HALF);
                    add_part(&mut policy, own, gradient);
                    add_part(&mut policy[HALF..], other, gradient);
                }
            }
            for (half, sum) in sums.iter().enumerate() {
                let policy = &policy[(half + mover) % 2 * HALF..][..HALF];
                let mut gradient = back[half];
                add_part(&mut gradient[REGION_FROM..], &in_regions[half], 1.0);
                for ((gradient, &value), policy) in gradient.iter_mut().zip(sum).zip(policy) {
                    *gradient += policy;
                    if value <= 0.0 {
                        *gradient = 0.0;
                    }
                }
                for code in cell.codes {
                    let row = self.layout.rows[half][code as usize] as usize;
                    add(&mut rows[row], &gradient);
                }
            }
        }
        cross_entropy(activations.value, target)
    }

    /// The gradients of the cells' policy logits, of the tables of offsets, and of
    /// the policy's weights, which are returned.
    fn learn_policy(
        &self,
        set: &Positions,
        number: usize,
        activations: &Activations,
        gradients: &mut Gradients,
    ) -> [f32; CHANNELS] {
        let mover = set.movers[number] as usize;
        let mut weights = [0.0; CHANNELS];
        gradients.surroundings.clear();
        let Some(chosen) = set.chosen(number) else {
            gradients.logits.clear();
            gradients.logits.resize(gradients.cells.len(), 0.0);
            return weights;
        };
        let mut logits = self.policy(set, number, activations, &gradients.cells);
        let total = softmax_total(&logits);
        let head = &mut gradients.heads[self.head_of(set, number)];
        let cells = set.cells(number);
        for (index, (logit, cell)) in logits.iter_mut().zip(cells).enumerate() {
            let wanted = if index == chosen { 1.0 } else { 0.0 };
            let gradient = POLICY_WEIGHT * ((*logit - total).exp() - wanted);
            *logit = gradient;
            let [reply, follow] = cell.offsets.map(usize::from);
            head.policy_reply[reply] += gradient;
            head.policy_follow[follow] += gradient;
            gradients.surroundings.add(cell.point, gradient);
        }
        for ((cell, sums), &gradient) in cells.iter().zip(&gradients.cells).zip(&logits) {
            let input = policy_input(sums, mover);
            add_scaled(&mut weights, &input, gradient);
            if cell.is_candidate {
                let worth = gradients.surroundings.of(cell.point);
                for (weights, &mut gradient) in head.policy_near.iter_mut().zip(worth) {
                    let (own, other) = weights.split_at_mut(NEAR_HALF);
                    add_part(own, &input, gradient);
                    add_part(other, &input[HALF..], gradient);
                }
            }
        }
        gradients.logits = logits;
        weights
    }

    /// The loss of the chosen move, and the number of cells with a higher logit.
    pub fn judge_move(&self, set: &Positions, number: usize) -> Option<(f32, usize)> {
        let chosen = set.chosen(number)?;
        let mut cells = Vec::new();
        let activations = self.forward(set, number, &mut cells);
        let logits = self.policy(set, number, &activations, &cells);
        let higher = logits.iter().filter(|&&logit| logit > logits[chosen]);
        Some((softmax_total(&logits) - logits[chosen], higher.count()))
    }

    /// The network in integers, as the engine computes it.
    pub fn to_blocks(&self) -> Vec<Block> {
        let row = |row: &Half| row.map(|value| quantise(value, UNIT, ROW_LIMIT) as i16);
        let blocks = self.rows.chunks_exact(self.layout.codes);
        let heads = self.heads.as_chunks::<STAGES>().0;
        let blocks = blocks.zip(heads).map(|(rows, heads)| Block {
            rows: rows.iter().map(row).collect(),
            heads: heads.each_ref().map(FloatHead::quantised),
        });
        blocks.collect()
    }
}

#[cfg(test)]
mod tests;
