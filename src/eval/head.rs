//! The last layers of the network and the list of their parts: the one place
//! that knows their shape. Files, learning and quantisation are loops over that
//! list, so that another layer is one line of it and its arithmetic.
//!
//! The value: two hidden layers and a skip connection turn the accumulated
//! features, and the most that any region of the board has of some of them, into
//! one number. The policy: a cell's own features, weighted, say how likely the
//! move there is the best. The weights are fixed ones plus what the first hidden
//! layer makes of the whole position, so that the same cell is worth more in an
//! attack than in a quiet game; what the features of cells near by say of it, and
//! where the last two stones lie, is added.

#![expect(clippy::inline_always, reason = "compiled twice, see `Work`")]

use super::numbers::{FloatSink, FloatSource, Number, Numbers, Sink, Source};
use super::offset::OFFSETS;
use super::regions::MOST_CELLS;
use super::surroundings::{CLASSES, NEIGHBOURS};

/// Features from the perspective of one colour.
pub const HALF: usize = 32;
/// Features of a position: both perspectives.
pub const CHANNELS: usize = 2 * HALF;
/// Features of a perspective that are also summed by region: the last ones, which
/// neighbours do not know of.
pub const REGION_HALF: usize = 16;
/// Where they begin in a perspective.
pub const REGION_FROM: usize = HALF - REGION_HALF;
/// The same from both perspectives.
pub const REGION_CHANNELS: usize = 2 * REGION_HALF;
/// What the value is made of: the features of the position, then the most that
/// any region has.
pub const INPUTS: usize = CHANNELS + REGION_CHANNELS;
/// Width of the first hidden layer.
pub const HIDDEN1: usize = 32;
/// Width of the second hidden layer.
pub const HIDDEN2: usize = 16;

/// Features of a perspective that a cell's neighbours know of: the first ones.
pub const NEAR_HALF: usize = 16;

/// Quantisation scale of activations and of the feature transformer.
pub const UNIT: i32 = 128;
/// Quantisation scale of weights.
pub const WEIGHT_UNIT: i32 = 512;
/// Activations stay within this, weights within [`WEIGHT_LIMIT`] and biases
/// within [`BIAS_LIMIT`], so that all sums stay within 32 bits.
pub const INPUT_LIMIT: i32 = 4095;
/// See [`INPUT_LIMIT`].
pub const WEIGHT_LIMIT: i32 = 4095;
/// See [`INPUT_LIMIT`].
pub const BIAS_LIMIT: i32 = 1 << 26;
/// A cell adds no more than this to a region's sum, so that it stays within 16 bits.
pub const REGION_CELL_LIMIT: i16 = 7 * UNIT as i16;
/// Sums of regions are divided by this before the layers see them.
pub const REGION_DIVISOR: i32 = 8;
const _: () = assert!(MOST_CELLS * REGION_CELL_LIMIT as usize <= i16::MAX as usize);
const _: () = assert!(
    MOST_CELLS as i32 * REGION_CELL_LIMIT as i32 / REGION_DIVISOR <= INPUT_LIMIT,
    "no sum of a region is cut off"
);
const _: () = {
    let products = (INPUTS + HIDDEN2) as i64 * INPUT_LIMIT as i64 * WEIGHT_LIMIT as i64;
    assert!(products + 2 * (BIAS_LIMIT as i64) < i32::MAX as i64);
};

macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident: $shape:ty,)*) => {
        /// Everything behind the accumulated features, whose order is: the
        /// perspective of the side to move, then the opponent's; after them those
        /// of regions in the same order. `W` is a weight, `B` a bias: integers in
        /// the engine, floats while learning.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Layers<W, B> {
            $($(#[$doc])* pub $name: $shape,)*
        }

        impl<W: Number, B: Number> Layers<W, B> {
            /// All parts from a source, in the order of the list.
            pub fn build(source: &mut impl Source) -> Self {
                Self { $($name: Numbers::build(source),)* }
            }

            /// Hands all numbers to a sink, in the order of the list.
            pub fn visit(&self, sink: &mut impl Sink) {
                $(self.$name.visit(sink);)*
            }

            /// How many bytes a file needs for them.
            pub const BYTES: usize = 0 $(+ <$shape as Numbers>::BYTES)*;
            /// How many numbers they are.
            pub const COUNT: usize = 0 $(+ <$shape as Numbers>::COUNT)*;
        }
    };
}

layers! {
    /// Weights of the first hidden layer.
    hidden1: [[W; INPUTS]; HIDDEN1],
    /// Biases of the first hidden layer.
    hidden1_bias: [B; HIDDEN1],
    /// Weights of the second hidden layer.
    hidden2: [[W; HIDDEN1]; HIDDEN2],
    /// Biases of the second hidden layer.
    hidden2_bias: [B; HIDDEN2],
    /// Weights of the output.
    output: [W; HIDDEN2],
    /// Bias of the output.
    output_bias: B,
    /// The skip connection: weights of the inputs in the output.
    skip: [W; INPUTS],
    /// Fixed weights of a cell's features in the policy.
    policy: [W; CHANNELS],
    /// What the first hidden layer adds to those weights.
    policy_context: [[W; CHANNELS]; HIDDEN1],
    /// Weights of the features of a neighbour in the policy, by its class.
    policy_near: [[W; 2 * NEAR_HALF]; CLASSES],
    /// Added to the policy by the offset from the opponent's last stone.
    policy_reply: [B; OFFSETS],
    /// Added to the policy by the offset from the own last stone.
    policy_follow: [B; OFFSETS],
}

/// The last layers as the engine computes them.
pub type Head = Layers<i16, i32>;
/// The last layers while they are learned.
pub type FloatHead = Layers<f32, f32>;

impl FloatHead {
    /// All zeros.
    pub fn zeros() -> Self {
        Self::build(&mut FloatSource(std::iter::repeat(0.0)))
    }

    /// The numbers one after the other.
    pub fn to_floats(&self) -> Vec<f32> {
        let mut sink = FloatSink(Vec::with_capacity(Self::COUNT));
        self.visit(&mut sink);
        sink.0
    }

    /// The same network in integers.
    pub fn quantised(&self) -> Head {
        Head::build(&mut FloatSource(self.to_floats().into_iter()))
    }
}

impl Head {
    /// The same network in floats.
    pub fn to_floats(&self) -> Vec<f32> {
        let mut sink = FloatSink(Vec::with_capacity(Self::COUNT));
        self.visit(&mut sink);
        sink.0
    }

    /// The first hidden layer for these inputs.
    #[inline(always)]
    pub fn first_hidden(&self, inputs: &[i16; INPUTS]) -> [i16; HIDDEN1] {
        layer(&self.hidden1, &self.hidden1_bias, inputs)
    }

    /// The value of these inputs and their first hidden layer, as a logit in
    /// parts of 1/([`UNIT`] * [`WEIGHT_UNIT`]).
    #[inline(always)]
    pub fn value(&self, inputs: &[i16; INPUTS], hidden1: &[i16; HIDDEN1]) -> i32 {
        let hidden2 = layer(&self.hidden2, &self.hidden2_bias, hidden1);
        self.output_bias + dot(&self.output, &hidden2) + dot(&self.skip, inputs)
    }

    /// The weights of a cell's features in the policy of a position with this
    /// first hidden layer.
    #[inline(always)]
    pub fn policy_weights(&self, hidden1: &[i16; HIDDEN1]) -> [i16; CHANNELS] {
        let mut sums = [0; CHANNELS];
        for (context, &activation) in self.policy_context.iter().zip(hidden1) {
            // Most are zero.
            if activation != 0 {
                for (sum, &weight) in sums.iter_mut().zip(context) {
                    *sum += i32::from(weight) * i32::from(activation);
                }
            }
        }
        let mut weights = self.policy;
        for (weight, sum) in weights.iter_mut().zip(sums) {
            let sum = i32::from(*weight) + sum / UNIT;
            *weight = sum.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT) as i16;
        }
        weights
    }
}

/// Clipped rectified linear unit.
#[inline]
pub const fn clipped_relu(sum: i32) -> i16 {
    if sum > INPUT_LIMIT {
        INPUT_LIMIT as i16
    } else if sum < 0 {
        0
    } else {
        sum as i16
    }
}

/// One layer: weighted sums, clipped.
#[inline(always)]
fn layer<const INPUTS: usize, const OUTPUTS: usize>(
    weights: &[[i16; INPUTS]; OUTPUTS],
    bias: &[i32; OUTPUTS],
    input: &[i16; INPUTS],
) -> [i16; OUTPUTS] {
    // A loop: what `from_fn` calls is not always inlined, and narrow then.
    let mut outputs = [0; OUTPUTS];
    for ((output, weights), bias) in outputs.iter_mut().zip(weights).zip(bias) {
        *output = clipped_relu((bias + dot(weights, input)) / WEIGHT_UNIT);
    }
    outputs
}

/// The sum of inputs times weights.
#[inline(always)]
fn dot<const COUNT: usize>(weights: &[i16; COUNT], input: &[i16; COUNT]) -> i32 {
    let products = weights.iter().zip(input);
    products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// Partial sums of products, which are only added up at the end: whoever needs the
/// sum of many such sums saves most of the additions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PartialSums([i32; LANES / 2]);

impl PartialSums {
    /// Of inputs times weights.
    #[inline(always)]
    pub fn of<const COUNT: usize>(weights: &[i16; COUNT], input: &[i16; COUNT]) -> Self {
        const { assert!(COUNT.is_multiple_of(LANES)) };
        let mut sums = [0; LANES / 2];
        let weights = weights.as_chunks::<LANES>().0;
        for (weights, input) in weights.iter().zip(input.as_chunks::<LANES>().0) {
            // Neighbours by two, as one wide instruction does it.
            for (lane, sum) in sums.iter_mut().enumerate() {
                let product = |at: usize| i32::from(weights[at]) * i32::from(input[at]);
                *sum += product(2 * lane) + product(2 * lane + 1);
            }
        }
        Self(sums)
    }

    /// All of them together, which may need more than 32 bits.
    #[inline(always)]
    pub fn total(self) -> i64 {
        self.0.iter().copied().map(i64::from).sum()
    }
}

impl std::ops::AddAssign for PartialSums {
    #[inline(always)]
    fn add_assign(&mut self, more: Self) {
        for (sum, more) in self.0.iter_mut().zip(more.0) {
            *sum += more;
        }
    }
}
// A policy logit: the products of a cell's own features and those of its
// neighbours, all as large as can be.
const _: () = {
    let products = (CHANNELS + NEIGHBOURS * 2 * NEAR_HALF) / (LANES / 2);
    assert!(products as i64 * INPUT_LIMIT as i64 * (WEIGHT_LIMIT as i64) < i32::MAX as i64);
};

/// Numbers of 16 bits that a wide instruction takes.
const LANES: usize = 16;
