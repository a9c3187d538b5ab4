//! The network in floating point, as it is learned: what it predicts for a
//! position, and the slopes of its numbers. `eval::network` says what the
//! layers are; here every row is a sum of two parts, one for the patterns that
//! both colours have on the line and one for the line itself, so that lines
//! that are seldom met follow from those that are not.

use super::dataset::{Positions, chance, cross_entropy};
use crate::eval::network::{
    BIAS_LIMIT, Block, CHANNELS, FEATURE_DIVISOR, FIRST, HALF, Head, ROW_LIMIT, SECOND, UNIT,
    WEIGHT_LIMIT, WEIGHT_UNIT, block_count,
};
use crate::pattern::{LinePattern, RuleTables};
use crate::types::{Color, Rule};

/// Pairs of the patterns of both colours on a line.
const PAIRS: usize = LinePattern::COUNT * LinePattern::COUNT;
/// Numbers of a head.
const HEAD: usize =
    FIRST * CHANNELS + FIRST + SECOND * FIRST + SECOND + SECOND + 1 + CHANNELS + CHANNELS;
/// Where the parts of a head begin.
const FIRST_BIAS: usize = FIRST * CHANNELS;
const SECOND_WEIGHTS: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_WEIGHTS + SECOND * FIRST;
const LAST: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST + SECOND;
const DIRECT: usize = LAST_BIAS + 1;
const RATING: usize = DIRECT + CHANNELS;

/// Deviation of the first guess of the patterns' parts.
const START_DEVIATION: f32 = 0.25;

/// How much the moves count beside the chances of winning.
const MOVE_SHARE: f32 = 0.2;

type Half = [f32; HALF];

/// What the network of a rule looks like.
pub struct Layout {
    codes: usize,
    blocks: usize,
    /// For each half and code, the row that it takes.
    rows: [Vec<u32>; 2],
    /// For each row, its pair of patterns, in the same block.
    pairs: Vec<u32>,
    /// Whether a row is learned: lines without stones add nothing.
    has_stones: Vec<bool>,
}

impl Layout {
    /// The layout of a rule.
    pub fn new(rule: Rule) -> Self {
        let tables = RuleTables::of(rule);
        let codes = tables.code_count();
        let blocks = block_count(rule);
        let white = |code: usize| match tables.swapped_code(code) {
            Some(swapped) => swapped as u32,
            None => (codes * (blocks - 1) + code) as u32,
        };
        let pair = |code: usize, color: Color| {
            let patterns = tables.code_patterns(code);
            let [own, other] = [color, color.opponent()].map(|c| patterns.of(c) as usize);
            (color.index() * PAIRS + own * LinePattern::COUNT + other) as u32
        };
        let colors = Color::ALL.into_iter().take(blocks);
        Self {
            codes,
            blocks,
            rows: [(0..codes as u32).collect(), (0..codes).map(white).collect()],
            pairs: colors
                .flat_map(|color| (0..codes).map(move |code| pair(code, color)))
                .collect(),
            has_stones: (0..blocks)
                .flat_map(|_| (0..codes).map(|code| tables.code_has_stones(code)))
                .collect(),
        }
    }

    fn row_count(&self) -> usize {
        self.blocks * self.codes
    }

    fn pair_numbers(&self) -> usize {
        self.blocks * PAIRS * HALF
    }

    fn row_numbers(&self) -> usize {
        self.row_count() * HALF
    }

    /// How many numbers are learned.
    pub fn parameters(&self) -> usize {
        self.pair_numbers() + self.row_numbers() + self.blocks * HEAD
    }

    /// A first guess.
    pub fn start(&self, random: &mut fastrand::Rng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameters()];
        let mut normal = |deviation: f32| {
            // The sum of twelve has deviation 1.
            let sum: f32 = (0..12).map(|_| random.f32()).sum();
            (sum - 6.0) * deviation
        };
        for number in &mut parameters[..self.pair_numbers()] {
            *number = normal(START_DEVIATION);
        }
        let heads = self.pair_numbers() + self.row_numbers();
        for head in parameters[heads..].chunks_exact_mut(HEAD) {
            for number in &mut head[..FIRST_BIAS] {
                *number = normal((1.0 / CHANNELS as f32).sqrt());
            }
            for number in &mut head[SECOND_WEIGHTS..SECOND_BIAS] {
                *number = normal((2.0 / FIRST as f32).sqrt());
            }
            for number in &mut head[LAST..LAST_BIAS] {
                *number = normal((0.5 / SECOND as f32).sqrt());
            }
            for number in &mut head[RATING..] {
                *number = normal((0.5 / CHANNELS as f32).sqrt());
            }
        }
        parameters
    }

    /// The numbers of a network in use, to go on from. Its rows become the
    /// lines' own parts.
    pub fn resume(&self, blocks: &[Block]) -> Vec<f32> {
        let number = |value: i16, unit: i32| f32::from(value) / unit as f32;
        let bias = |value: &i32| *value as f32 / (UNIT * WEIGHT_UNIT) as f32;
        let weight = |value: &i16| number(*value, WEIGHT_UNIT);
        let mut parameters = vec![0.0; self.pair_numbers()];
        for row in blocks.iter().flat_map(|block| block.rows.as_flattened()) {
            parameters.push(number(*row, UNIT));
        }
        // In the order of the parts of a head.
        for Block { head, .. } in blocks {
            parameters.extend(head.first.as_flattened().iter().map(weight));
            parameters.extend(head.first_bias.iter().map(bias));
            parameters.extend(head.second.as_flattened().iter().map(weight));
            parameters.extend(head.second_bias.iter().map(bias));
            parameters.extend(head.last.iter().map(weight));
            parameters.push(bias(&head.last_bias));
            parameters.extend(head.direct.iter().map(weight));
            parameters.extend(head.rating.iter().map(weight));
        }
        parameters
    }

    /// How strongly each number is pulled back to where it began.
    pub fn decay(&self, strength: f32) -> Vec<f32> {
        let mut decay = vec![0.0; self.parameters()];
        decay[self.pair_numbers()..][..self.row_numbers()].fill(strength);
        decay
    }
}

/// The network at one moment of learning.
pub struct Model<'a> {
    layout: &'a Layout,
    rows: Vec<Half>,
    heads: Vec<f32>,
}

/// Slopes of everything, summed over positions.
pub struct Slopes {
    rows: Vec<Half>,
    heads: Vec<f32>,
    /// The sums of cells before negative ones are cut, kept for the way back.
    cells: Vec<[Half; 2]>,
    /// The chance of each cell to be the best move.
    chances: Vec<f32>,
}

impl Slopes {
    /// No slopes.
    pub fn new(layout: &Layout) -> Self {
        Self {
            rows: vec![[0.0; HALF]; layout.row_count()],
            heads: vec![0.0; layout.blocks * HEAD],
            cells: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.rows.fill([0.0; HALF]);
        self.heads.fill(0.0);
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            add(row, more);
        }
        for (number, more) in self.heads.iter_mut().zip(&other.heads) {
            *number += more;
        }
    }

    /// The mean slopes of the parameters.
    pub fn to_gradient(&self, layout: &Layout, positions: usize, gradient: &mut [f32]) {
        let share = 1.0 / positions as f32;
        gradient.fill(0.0);
        let (pairs, rest) = gradient.split_at_mut(layout.pair_numbers());
        let (rows, heads) = rest.split_at_mut(layout.row_numbers());
        let (pairs, rows) = (pairs.as_chunks_mut().0, rows.as_chunks_mut().0);
        for (number, slopes) in self.rows.iter().enumerate() {
            if layout.has_stones[number] {
                let slopes: Half = slopes.map(|slope| slope * share);
                rows[number] = slopes;
                add(&mut pairs[layout.pairs[number] as usize], &slopes);
            }
        }
        for (number, slope) in heads.iter_mut().zip(&self.heads) {
            *number = slope * share;
        }
    }
}

/// The logarithm of the sum of exponentials.
fn softmax_total(logits: &[f32]) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    most + sum.ln()
}

fn add(sum: &mut Half, more: &Half) {
    for (number, more) in sum.iter_mut().zip(more) {
        *number += more;
    }
}

/// What the layers computed on the way to a result.
struct Activations {
    input: [f32; CHANNELS],
    first: [f32; FIRST],
    second: [f32; SECOND],
}

impl<'a> Model<'a> {
    /// The network with these numbers.
    pub fn new(layout: &'a Layout, parameters: &[f32]) -> Self {
        let (pairs, rest) = parameters.split_at(layout.pair_numbers());
        let (own, heads) = rest.split_at(layout.row_numbers());
        let (pairs, own): (&[Half], &[Half]) = (pairs.as_chunks().0, own.as_chunks().0);
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
            heads: heads.to_vec(),
        }
    }

    fn head_of(&self, mover: usize) -> usize {
        mover % self.layout.blocks * HEAD
    }

    /// Adds up a cell's lines, with the eyes of one colour.
    fn cell(&self, half: usize, codes: [u16; 4]) -> Half {
        let mut sum = [0.0; HALF];
        for code in codes {
            add(
                &mut sum,
                &self.rows[self.layout.rows[half][code as usize] as usize],
            );
        }
        sum
    }

    /// The predicted chance of winning, as a logit.
    pub fn predict(&self, set: &Positions, number: usize) -> f32 {
        let mut features = [[0.0; HALF]; 2];
        for codes in set.cells(number) {
            for (half, sum) in features.iter_mut().enumerate() {
                add(sum, &self.cell(half, *codes).map(|value| value.max(0.0)));
            }
        }
        self.forward(set.movers[number] as usize, &features).1
    }

    fn forward(&self, mover: usize, features: &[Half; 2]) -> (Activations, f32) {
        let head = &self.heads[self.head_of(mover)..][..HEAD];
        let mut input = [0.0; CHANNELS];
        for (index, value) in input.iter_mut().enumerate() {
            let half = (index / HALF + mover) % 2;
            *value = features[half][index % HALF] / FEATURE_DIVISOR as f32;
        }
        let dot = |weights: &[f32], values: &[f32]| -> f32 {
            weights.iter().zip(values).map(|(a, b)| a * b).sum()
        };
        let first: [f32; FIRST] = std::array::from_fn(|output| {
            let sum = dot(&head[output * CHANNELS..][..CHANNELS], &input);
            (sum + head[FIRST_BIAS + output]).max(0.0)
        });
        let second: [f32; SECOND] = std::array::from_fn(|output| {
            let sum = dot(&head[SECOND_WEIGHTS + output * FIRST..][..FIRST], &first);
            (sum + head[SECOND_BIAS + output]).max(0.0)
        });
        let logit = head[LAST_BIAS]
            + dot(&head[LAST..LAST_BIAS], &second)
            + dot(&head[DIRECT..][..CHANNELS], &input);
        let activations = Activations {
            input,
            first,
            second,
        };
        (activations, logit)
    }

    /// The loss of one position; its slopes are added.
    pub fn learn(&self, set: &Positions, number: usize, slopes: &mut Slopes) -> f32 {
        let mover = set.movers[number] as usize;
        let mut features = [[0.0; HALF]; 2];
        slopes.cells.clear();
        for codes in set.cells(number) {
            let sums = [0, 1].map(|half| self.cell(half, *codes));
            for (feature, sum) in features.iter_mut().zip(&sums) {
                add(feature, &sum.map(|value| value.max(0.0)));
            }
            slopes.cells.push(sums);
        }
        let (activations, logit) = self.forward(mover, &features);
        let target = set.targets[number];
        let back = self.backward(mover, &activations, chance(logit) - target, slopes);
        self.learn_move(set, number, slopes);
        let rating = self.rating(mover);
        for (cell, (codes, sums)) in set.cells(number).iter().zip(&slopes.cells).enumerate() {
            let rated = slopes.chances[cell];
            for (half, sum) in sums.iter().enumerate() {
                let mut slope = back[half];
                for (channel, (slope, &value)) in slope.iter_mut().zip(sum).enumerate() {
                    *slope += rated * rating[(half + mover) % 2 * HALF + channel];
                    if value <= 0.0 {
                        *slope = 0.0;
                    }
                }
                for &code in codes {
                    let row = self.layout.rows[half][code as usize] as usize;
                    add(&mut slopes.rows[row], &slope);
                }
            }
        }
        cross_entropy(logit, target)
    }

    fn rating(&self, mover: usize) -> &[f32] {
        &self.heads[self.head_of(mover) + RATING..][..CHANNELS]
    }

    /// The rating of a cell for a mover, as a logit.
    fn rate(&self, mover: usize, sums: &[Half; 2]) -> f32 {
        let rating = self.rating(mover);
        let own = sums[mover].iter().zip(rating);
        let other = sums[1 - mover].iter().zip(&rating[HALF..]);
        own.chain(other)
            .map(|(value, weight)| value.max(0.0) * weight)
            .sum()
    }

    /// Turns the cells' sums into slopes of their ratings, and adds the slopes
    /// of the ratings' weights.
    fn learn_move(&self, set: &Positions, number: usize, slopes: &mut Slopes) {
        let mover = set.movers[number] as usize;
        let Slopes {
            cells,
            chances,
            heads,
            ..
        } = slopes;
        chances.clear();
        let Some(chosen) = set.chosen(number) else {
            chances.resize(cells.len(), 0.0);
            return;
        };
        chances.extend(cells.iter().map(|sums| self.rate(mover, sums)));
        let total = softmax_total(chances);
        let weights = &mut heads[mover % self.layout.blocks * HEAD + RATING..][..CHANNELS];
        for (cell, (chance, sums)) in chances.iter_mut().zip(cells.iter()).enumerate() {
            let wanted = if cell == chosen { 1.0 } else { 0.0 };
            *chance = MOVE_SHARE * ((*chance - total).exp() - wanted);
            for (half, sum) in [&sums[mover], &sums[1 - mover]].into_iter().enumerate() {
                for (weight, value) in weights[half * HALF..].iter_mut().zip(sum) {
                    *weight += *chance * value.max(0.0);
                }
            }
        }
    }

    /// The loss of the chosen move, and the number of cells rated higher.
    pub fn judge_move(&self, set: &Positions, number: usize) -> Option<(f32, usize)> {
        let chosen = set.chosen(number)?;
        let mover = set.movers[number] as usize;
        let ratings: Vec<f32> = set
            .cells(number)
            .iter()
            .map(|codes| self.rate(mover, &[0, 1].map(|half| self.cell(half, *codes))))
            .collect();
        let higher = ratings.iter().filter(|&&rating| rating > ratings[chosen]);
        Some((softmax_total(&ratings) - ratings[chosen], higher.count()))
    }

    /// The slopes of the head, and those of the features.
    fn backward(
        &self,
        mover: usize,
        activations: &Activations,
        slope: f32,
        slopes: &mut Slopes,
    ) -> [Half; 2] {
        let at = self.head_of(mover);
        let (head, sums) = (&self.heads[at..][..HEAD], &mut slopes.heads[at..][..HEAD]);
        let Activations {
            input,
            first,
            second,
        } = activations;
        let mut input_slopes = [0.0; CHANNELS];
        let mut first_slopes = [0.0; FIRST];
        sums[LAST_BIAS] += slope;
        for index in 0..CHANNELS {
            sums[DIRECT + index] += slope * input[index];
            input_slopes[index] = slope * head[DIRECT + index];
        }
        for output in 0..SECOND {
            sums[LAST + output] += slope * second[output];
            if second[output] > 0.0 {
                let slope = slope * head[LAST + output];
                sums[SECOND_BIAS + output] += slope;
                let row = SECOND_WEIGHTS + output * FIRST;
                for index in 0..FIRST {
                    sums[row + index] += slope * first[index];
                    first_slopes[index] += slope * head[row + index];
                }
            }
        }
        for output in 0..FIRST {
            if first[output] > 0.0 {
                let slope = first_slopes[output];
                sums[FIRST_BIAS + output] += slope;
                let row = output * CHANNELS;
                for index in 0..CHANNELS {
                    sums[row + index] += slope * input[index];
                    input_slopes[index] += slope * head[row + index];
                }
            }
        }
        let mut back = [[0.0; HALF]; 2];
        for (index, slope) in input_slopes.into_iter().enumerate() {
            back[(index / HALF + mover) % 2][index % HALF] = slope / FEATURE_DIVISOR as f32;
        }
        back
    }

    /// The network in integers, as the engine computes it.
    pub fn to_blocks(&self) -> Vec<Block> {
        let whole = |value: f32, unit: i32, limit: i32| {
            ((value * unit as f32).round() as i32).clamp(-limit, limit)
        };
        let blocks = self.rows.chunks_exact(self.layout.codes);
        let heads = self.heads.chunks_exact(HEAD);
        blocks
            .zip(heads)
            .map(|(rows, head)| {
                let weight = |index: usize| whole(head[index], WEIGHT_UNIT, WEIGHT_LIMIT) as i16;
                let bias = |index: usize| whole(head[index], UNIT * WEIGHT_UNIT, BIAS_LIMIT);
                let rows = rows
                    .iter()
                    .map(|row| row.map(|value| whole(value, UNIT, ROW_LIMIT) as i16));
                Block {
                    rows: rows.collect(),
                    head: Head {
                        first: std::array::from_fn(|output| {
                            std::array::from_fn(|index| weight(output * CHANNELS + index))
                        }),
                        first_bias: std::array::from_fn(|output| bias(FIRST_BIAS + output)),
                        second: std::array::from_fn(|output| {
                            std::array::from_fn(|index| {
                                weight(SECOND_WEIGHTS + output * FIRST + index)
                            })
                        }),
                        second_bias: std::array::from_fn(|output| bias(SECOND_BIAS + output)),
                        last: std::array::from_fn(|index| weight(LAST + index)),
                        last_bias: bias(LAST_BIAS),
                        direct: std::array::from_fn(|index| weight(DIRECT + index)),
                        rating: std::array::from_fn(|index| weight(RATING + index)),
                    },
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
