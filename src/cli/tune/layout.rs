//! Which numbers are learned and in which order they stand: first a row for each
//! pair of patterns, then a row for each line code, then the heads. Knows no
//! arithmetic of the network.
//!
//! Every row of the feature transformer is a sum of two parts, one for the
//! patterns that both colours have on the line and one for the line itself, so
//! that lines that are seldom met follow from those that are not.

use crate::eval::head::{CHANNELS, FloatHead, HALF, HIDDEN1, HIDDEN2, INPUTS, UNIT};
use crate::eval::network::{Block, STAGES, block_count};
use crate::eval::numbers::FloatSource;
use crate::pattern::{LinePattern, RuleTables};
use crate::types::{Color, Rule};

/// Pairs of the patterns of both colours on a line.
const PAIRS: usize = LinePattern::COUNT * LinePattern::COUNT;

/// Standard deviation of the patterns' rows before learning.
const START_DEVIATION: f32 = 0.25;

/// Numbers of a row from one perspective.
pub type Half = [f32; HALF];

/// What the network of a rule looks like.
pub struct Layout {
    /// Line codes of the rule.
    pub codes: usize,
    /// One block if both colours share their numbers, otherwise two.
    pub blocks: usize,
    /// For each perspective and code, the row that it takes.
    pub rows: [Vec<u32>; 2],
    /// For each row, its pair of patterns, in the same block.
    pub pairs: Vec<u32>,
    /// Whether a row is learned: lines without stones add nothing.
    pub has_stones: Vec<bool>,
}

/// The parameters by what they are for.
pub struct Sections<T> {
    /// Rows of pairs of patterns.
    pub pairs: T,
    /// Rows of line codes.
    pub rows: T,
    /// The heads, one after the other.
    pub heads: T,
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

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.blocks * self.codes
    }

    /// Number of heads: one for each block and stage.
    pub fn head_count(&self) -> usize {
        self.blocks * STAGES
    }

    fn pair_numbers(&self) -> usize {
        self.blocks * PAIRS * HALF
    }

    fn row_numbers(&self) -> usize {
        self.row_count() * HALF
    }

    /// How many numbers are learned.
    pub fn parameters(&self) -> usize {
        self.pair_numbers() + self.row_numbers() + self.head_count() * FloatHead::COUNT
    }

    /// The parts of a list of parameters.
    pub fn split<'a>(&self, parameters: &'a [f32]) -> Sections<&'a [f32]> {
        let (pairs, rest) = parameters.split_at(self.pair_numbers());
        let (rows, heads) = rest.split_at(self.row_numbers());
        Sections { pairs, rows, heads }
    }

    /// The same to be changed.
    pub fn split_mut<'a>(&self, parameters: &'a mut [f32]) -> Sections<&'a mut [f32]> {
        let (pairs, rest) = parameters.split_at_mut(self.pair_numbers());
        let (rows, heads) = rest.split_at_mut(self.row_numbers());
        Sections { pairs, rows, heads }
    }

    /// A first guess.
    pub fn start(&self, random: &mut fastrand::Rng) -> Vec<f32> {
        let mut parameters: Vec<f32> = (0..self.pair_numbers())
            .map(|_| normal(random, START_DEVIATION))
            .collect();
        parameters.resize(self.pair_numbers() + self.row_numbers(), 0.0);
        for _ in 0..self.blocks {
            // What the stages have in common they need not find apart.
            parameters.extend(random_head(random).to_floats().repeat(STAGES));
        }
        parameters
    }

    /// The numbers of a network in use, to go on from. Its rows become the
    /// lines' own parts.
    pub fn resume(&self, blocks: &[Block]) -> Vec<f32> {
        let mut parameters = vec![0.0; self.pair_numbers()];
        let rows = blocks.iter().flat_map(|block| block.rows.as_flattened());
        parameters.extend(rows.map(|&number| f32::from(number) / UNIT as f32));
        for head in blocks.iter().flat_map(|block| &block.heads) {
            parameters.extend(head.to_floats());
        }
        parameters
    }

    /// Weight decay by parameter: how strongly each is pulled back to where it
    /// began.
    pub fn decay(&self, strength: f32) -> Vec<f32> {
        let mut decay = vec![0.0; self.parameters()];
        self.split_mut(&mut decay).rows.fill(strength);
        decay
    }
}

/// A head of small random weights; what is not named here begins with zero.
fn random_head(random: &mut fastrand::Rng) -> FloatHead {
    let mut head = FloatHead::zeros();
    let mut fill = |weights: &mut [f32], variance: f32| {
        for weight in weights {
            *weight = normal(random, variance.sqrt());
        }
    };
    fill(head.hidden1.as_flattened_mut(), 1.0 / INPUTS as f32);
    fill(head.hidden2.as_flattened_mut(), 2.0 / HIDDEN1 as f32);
    fill(&mut head.output, 0.5 / HIDDEN2 as f32);
    fill(&mut head.policy, 0.5 / CHANNELS as f32);
    head
}

/// A normally distributed number: the sum of twelve even ones has deviation 1.
fn normal(random: &mut fastrand::Rng, deviation: f32) -> f32 {
    let sum: f32 = (0..12).map(|_| random.f32()).sum();
    (sum - 6.0) * deviation
}

/// The heads of a list of parameters.
pub fn heads(numbers: &[f32]) -> Vec<FloatHead> {
    let heads = numbers.chunks_exact(FloatHead::COUNT);
    heads
        .map(|numbers| FloatHead::build(&mut FloatSource(numbers.iter().copied())))
        .collect()
}
