//! The network that judges positions: its numbers, their file form, and its
//! last layers. What it sees of a position is kept up by `evaluator`; how the
//! numbers are learned is the business of `tune`.
//!
//! Every empty cell sees four lines. A line's code picks a row of numbers, the
//! four rows are added, negative sums become zero, and the results of all
//! cells are added up: [`CHANNELS`] features of the position, half of them
//! seen with Black's eyes, half with White's. Two small layers and a direct
//! connection turn them into one number, for the side to move. The features of
//! a single cell also rate the move there. All integers.
//!
//! A file, all numbers little-endian: the eight bytes `QUINTEN` 1; the rule's
//! number, the number of blocks (one if the colours share their numbers,
//! otherwise two, Black's first) and the number of codes (16 bits); for each
//! block [`HALF`] 16-bit numbers for every code; for each block a head: the
//! fields of [`Head`] in their order; at the end the 32-bit checksum of
//! everything before it.

use crate::pattern::RuleTables;
use crate::types::checksum::checksum;
use crate::types::{Color, Rule};
use std::fmt;
use std::sync::OnceLock;

/// Features seen with the eyes of one colour.
pub const HALF: usize = 32;
/// Features of a position.
pub const CHANNELS: usize = 2 * HALF;
/// Width of the first layer.
pub const FIRST: usize = 32;
/// Width of the second layer.
pub const SECOND: usize = 16;

/// What 1 is in the numbers of rows and layers' outputs.
pub const UNIT: i32 = 128;
/// What 1 is in the weights of the layers.
pub const WEIGHT_UNIT: i32 = 512;
/// The features are divided by this before the layers see them.
pub const FEATURE_DIVISOR: i32 = 16;
/// Numbers of rows stay within this, so that four of them add up in 16 bits.
pub const ROW_LIMIT: i32 = 8191;
/// Inputs of layers stay within this, weights within [`WEIGHT_LIMIT`] and what
/// a layer adds within [`BIAS_LIMIT`], so that all sums stay within 32 bits.
pub const INPUT_LIMIT: i32 = 4095;
/// See [`INPUT_LIMIT`].
pub const WEIGHT_LIMIT: i32 = 4095;
/// See [`INPUT_LIMIT`].
pub const BIAS_LIMIT: i32 = 1 << 26;
const _: () = {
    let products = (CHANNELS + SECOND) as i64 * INPUT_LIMIT as i64 * WEIGHT_LIMIT as i64;
    assert!(products + (BIAS_LIMIT as i64) < i32::MAX as i64);
};

const MAGIC: [u8; 8] = *b"QUINTEN\x01";
const HEADER_BYTES: usize = MAGIC.len() + 4;
const CHECKSUM_BYTES: usize = 4;
const HEAD_BYTES: usize =
    2 * (FIRST * CHANNELS + SECOND * FIRST + SECOND + 2 * CHANNELS) + 4 * (FIRST + SECOND + 1);

/// What a line adds to the features of a cell: Black's half, then White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Row(pub [i16; CHANNELS]);

/// The last layers. Their input is the features, those of the side to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Weights of the first layer.
    pub first: [[i16; CHANNELS]; FIRST],
    /// What the first layer adds.
    pub first_bias: [i32; FIRST],
    /// Weights of the second layer.
    pub second: [[i16; FIRST]; SECOND],
    /// What the second layer adds.
    pub second_bias: [i32; SECOND],
    /// Weights of the result.
    pub last: [i16; SECOND],
    /// What the result adds.
    pub last_bias: i32,
    /// Weights of the features in the result.
    pub direct: [i16; CHANNELS],
    /// Weights of a cell's own features in the rating of a move there.
    pub rating: [i16; CHANNELS],
}

impl Head {
    /// The result for these inputs, in parts of 1/([`UNIT`] * [`WEIGHT_UNIT`]).
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "part of an evaluation that is compiled twice"
    )]
    pub fn result(&self, input: &[i16; CHANNELS]) -> i32 {
        let first = layer(&self.first, &self.first_bias, input);
        let second = layer(&self.second, &self.second_bias, &first);
        self.last_bias + dot(&self.last, &second) + dot(&self.direct, input)
    }
}

impl Head {
    /// How likely a move on a cell with these features is the best, as a logit
    /// in parts of 1/([`UNIT`] * [`WEIGHT_UNIT`]). Only differences between
    /// the moves of a position mean anything.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "part of an evaluation that is compiled twice"
    )]
    pub fn rate(&self, input: &[i16; CHANNELS]) -> i32 {
        dot(&self.rating, input)
    }
}

/// What is left of a sum as the input of a layer.
pub const fn input(sum: i32) -> i16 {
    if sum > INPUT_LIMIT {
        INPUT_LIMIT as i16
    } else if sum < 0 {
        0
    } else {
        sum as i16
    }
}

/// One layer: weighted sums, negative ones cut to zero.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "part of an evaluation that is compiled twice"
)]
fn layer<const INPUTS: usize, const OUTPUTS: usize>(
    weights: &[[i16; INPUTS]; OUTPUTS],
    bias: &[i32; OUTPUTS],
    input: &[i16; INPUTS],
) -> [i16; OUTPUTS] {
    // A loop: what `from_fn` calls is not always inlined, and narrow then.
    let mut outputs = [0; OUTPUTS];
    for ((output, weights), bias) in outputs.iter_mut().zip(weights).zip(bias) {
        *output = self::input((bias + dot(weights, input)) / WEIGHT_UNIT);
    }
    outputs
}

/// The sum of inputs times weights.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "part of an evaluation that is compiled twice"
)]
fn dot<const COUNT: usize>(weights: &[i16; COUNT], input: &[i16; COUNT]) -> i32 {
    let products = weights.iter().zip(input);
    products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// The same by sums side by side, which the compiler takes in twice as wide
/// steps. Not for layers: there it would put outputs side by side instead, and
/// be slower.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "part of an evaluation that is compiled twice"
)]
pub fn wide_dot(weights: &[i16; CHANNELS], input: &[i16; CHANNELS]) -> i32 {
    let mut sums = [0; LANES];
    let inputs = input.as_chunks::<LANES>().0;
    for (weights, input) in weights.as_chunks::<LANES>().0.iter().zip(inputs) {
        for (sum, (&weight, &input)) in sums.iter_mut().zip(weights.iter().zip(input)) {
            *sum += i32::from(weight) * i32::from(input);
        }
    }
    sums.iter().sum()
}
const _: () = assert!(CHANNELS.is_multiple_of(LANES));

/// Numbers of 16 bits that a wide instruction takes.
const LANES: usize = 16;

/// The numbers of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// By line code.
    rows: Vec<Row>,
    /// By the side to move.
    heads: [Head; 2],
    changes_in_16_bits: usize,
}

/// The networks in use, by rule, each read once.
static NETWORKS: [OnceLock<Network>; Rule::ALL.len()] =
    [const { OnceLock::new() }; Rule::ALL.len()];

/// Why bytes are no network, or cannot become the one in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// They begin or end otherwise than a network's file.
    Form,
    /// They belong to another rule.
    Rule,
    /// They were changed after they were written.
    Checksum,
    /// Another network of the rule is in use already.
    InUse,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Form => "this is not the file of a network",
            Self::Rule => "this network is for another rule",
            Self::Checksum => "the checksum of the network is wrong",
            Self::InUse => "there is a network of this rule already",
        })
    }
}

impl std::error::Error for NetworkError {}

/// What a file holds: the rows of each block, and its head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// By line code, with the eyes of the block's colour.
    pub rows: Vec<[i16; HALF]>,
    /// For the block's colour to move.
    pub head: Head,
}

impl Network {
    /// A network of one block for both colours or one for each.
    ///
    /// # Panics
    /// If there are more or fewer blocks or rows than the rule needs.
    pub fn new(rule: Rule, blocks: &[Block]) -> Self {
        let tables = RuleTables::of(rule);
        assert_eq!(blocks.len(), block_count(rule));
        assert!(blocks.iter().all(|b| b.rows.len() == tables.code_count()));
        let rows = (0..tables.code_count()).map(|code| {
            let mut row = Row([0; CHANNELS]);
            let (black, white) = row.0.split_at_mut(HALF);
            black.copy_from_slice(&blocks[0].rows[code]);
            white.copy_from_slice(match tables.swapped_code(code) {
                Some(swapped) => &blocks[0].rows[swapped],
                None => &blocks[blocks.len() - 1].rows[code],
            });
            row
        });
        let rows: Vec<Row> = rows.collect();
        Self {
            changes_in_16_bits: changes_in_16_bits(&rows),
            rows,
            heads: Color::ALL.map(|color| blocks[color.index() % blocks.len()].head.clone()),
        }
    }

    /// The network of a rule, read on first use.
    ///
    /// # Panics
    /// Never: a test reads every file built in.
    pub fn of(rule: Rule) -> &'static Self {
        NETWORKS[rule.index()]
            .get_or_init(|| Self::decode(rule, embedded(rule)).expect("files built in are valid"))
    }

    /// Puts the network of a file in the place of the one built in, for the rule
    /// that the file names. Only before the first use.
    pub fn install(bytes: &[u8]) -> Result<Rule, NetworkError> {
        let number = *bytes.get(MAGIC.len()).ok_or(NetworkError::Form)?;
        let rule = *Rule::ALL.get(number as usize).ok_or(NetworkError::Form)?;
        let network = Self::decode(rule, bytes)?;
        NETWORKS[rule.index()]
            .set(network)
            .map_err(|_| NetworkError::InUse)?;
        Ok(rule)
    }

    /// What a line adds to a cell.
    #[inline]
    pub fn row(&self, code: usize) -> &Row {
        &self.rows[code]
    }

    /// How often a row can be exchanged for another, in cells of any kind,
    /// before what that does to a feature may leave 16 bits.
    #[inline]
    pub const fn changes_in_16_bits(&self) -> usize {
        self.changes_in_16_bits
    }

    /// The last layers for a side to move.
    #[inline]
    pub const fn head(&self, color: Color) -> &Head {
        &self.heads[color.index()]
    }

    /// Reads a file.
    pub fn decode(rule: Rule, bytes: &[u8]) -> Result<Self, NetworkError> {
        decode(rule, bytes).map(|blocks| Self::new(rule, &blocks))
    }
}

/// See [`Network::changes_in_16_bits`]: a feature changes by no more than two
/// rows differ.
fn changes_in_16_bits(rows: &[Row]) -> usize {
    let spread = |channel: usize| {
        let numbers = || rows.iter().map(|row| i32::from(row.0[channel]));
        numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0)
    };
    let most = (0..CHANNELS).map(spread).max().unwrap_or(0);
    (i32::from(i16::MAX) / most.max(1)) as usize
}
const _: () = assert!(2 * ROW_LIMIT < i16::MAX as i32, "one change always fits");

/// The file of a rule.
const fn embedded(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => include_bytes!("networks/freestyle.bin"),
        Rule::Standard => include_bytes!("networks/standard.bin"),
        Rule::Renju => include_bytes!("networks/renju.bin"),
        Rule::Caro => include_bytes!("networks/caro.bin"),
        Rule::CaroExact => include_bytes!("networks/caro-exact.bin"),
    }
}

/// One block if both colours share their numbers, otherwise two.
pub const fn block_count(rule: Rule) -> usize {
    if matches!(rule, Rule::Renju) { 2 } else { 1 }
}

/// The file form of a rule's blocks.
pub fn encode(rule: Rule, blocks: &[Block]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([rule.index() as u8, blocks.len() as u8]);
    bytes.extend((blocks[0].rows.len() as u16).to_le_bytes());
    for block in blocks {
        put_words(&mut bytes, block.rows.as_flattened());
    }
    for Block { head, .. } in blocks {
        put_words(&mut bytes, head.first.as_flattened());
        put_longs(&mut bytes, &head.first_bias);
        put_words(&mut bytes, head.second.as_flattened());
        put_longs(&mut bytes, &head.second_bias);
        put_words(&mut bytes, &head.last);
        put_longs(&mut bytes, &[head.last_bias]);
        put_words(&mut bytes, &head.direct);
        put_words(&mut bytes, &head.rating);
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

fn put_words(bytes: &mut Vec<u8>, numbers: &[i16]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put_longs(bytes: &mut Vec<u8>, numbers: &[i32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// Reads the blocks of a file.
pub fn decode(rule: Rule, bytes: &[u8]) -> Result<Vec<Block>, NetworkError> {
    let (content, sum) = bytes
        .split_last_chunk::<CHECKSUM_BYTES>()
        .ok_or(NetworkError::Form)?;
    if !content.starts_with(&MAGIC) || content.len() < HEADER_BYTES {
        return Err(NetworkError::Form);
    }
    let (header, numbers) = content.split_at(HEADER_BYTES);
    let (file_rule, blocks) = (header[8] as usize, header[9] as usize);
    let codes = u16::from_le_bytes([header[10], header[11]]) as usize;
    if numbers.len() != blocks * (2 * HALF * codes + HEAD_BYTES) {
        return Err(NetworkError::Form);
    }
    if checksum(content) != u32::from_le_bytes(*sum) {
        return Err(NetworkError::Checksum);
    }
    if file_rule != rule.index() {
        return Err(NetworkError::Rule);
    }
    if blocks != block_count(rule) || codes != RuleTables::of(rule).code_count() {
        return Err(NetworkError::Form);
    }
    let mut reader = Reader(numbers);
    let rows: Vec<Vec<[i16; HALF]>> = (0..blocks)
        .map(|_| (0..codes).map(|_| reader.row_words()).collect())
        .collect();
    let blocks = rows.into_iter().map(|rows| Block {
        rows,
        head: Head {
            first: std::array::from_fn(|_| reader.weights()),
            first_bias: std::array::from_fn(|_| reader.long()),
            second: std::array::from_fn(|_| reader.weights()),
            second_bias: std::array::from_fn(|_| reader.long()),
            last: reader.weights(),
            last_bias: reader.long(),
            direct: reader.weights(),
            rating: reader.weights(),
        },
    });
    Ok(blocks.collect())
}

/// Numbers one after the other; zeros when there are none left. Numbers out of
/// their limits are brought within them: no file may make a sum overflow.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let Some((bytes, rest)) = self.0.split_first_chunk::<COUNT>() else {
            return [0; COUNT];
        };
        self.0 = rest;
        *bytes
    }

    fn word(&mut self, limit: i32) -> i16 {
        let word = i16::from_le_bytes(self.bytes());
        i32::from(word).clamp(-limit, limit) as i16
    }

    fn long(&mut self) -> i32 {
        i32::from_le_bytes(self.bytes()).clamp(-BIAS_LIMIT, BIAS_LIMIT)
    }

    fn row_words(&mut self) -> [i16; HALF] {
        std::array::from_fn(|_| self.word(ROW_LIMIT))
    }

    fn weights<const COUNT: usize>(&mut self) -> [i16; COUNT] {
        std::array::from_fn(|_| self.word(WEIGHT_LIMIT))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Blocks of random numbers.
    pub fn random_blocks(rule: Rule, seed: u64) -> Vec<Block> {
        let mut random = fastrand::Rng::with_seed(seed);
        let codes = RuleTables::of(rule).code_count();
        (0..block_count(rule))
            .map(|_| Block {
                rows: (0..codes)
                    .map(|_| std::array::from_fn(|_| random.i16(-200..200)))
                    .collect(),
                head: Head {
                    first: std::array::from_fn(|_| std::array::from_fn(|_| random.i16(-100..100))),
                    first_bias: std::array::from_fn(|_| random.i32(-9999..9999)),
                    second: std::array::from_fn(|_| std::array::from_fn(|_| random.i16(-300..300))),
                    second_bias: std::array::from_fn(|_| random.i32(-9999..9999)),
                    last: std::array::from_fn(|_| random.i16(-300..300)),
                    last_bias: random.i32(-9999..9999),
                    direct: std::array::from_fn(|_| random.i16(-100..100)),
                    rating: std::array::from_fn(|_| random.i16(-100..100)),
                },
            })
            .collect()
    }

    #[test]
    fn networks_read_back_as_written() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let blocks = random_blocks(rule, 1);
            assert_eq!(decode(rule, &encode(rule, &blocks)), Ok(blocks));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = encode(Rule::Freestyle, &random_blocks(Rule::Freestyle, 2));
        let decode = |bytes: &[u8]| Network::decode(Rule::Freestyle, bytes).map(|_| ());
        assert_eq!(decode(&bytes), Ok(()));
        assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(NetworkError::Form));
        assert_eq!(decode(&[]), Err(NetworkError::Form));
        let other = Network::decode(Rule::Standard, &bytes).map(|_| ());
        assert_eq!(other, Err(NetworkError::Rule));
        for at in (HEADER_BYTES..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(decode(&damaged), Err(NetworkError::Checksum), "byte {at}");
        }
    }

    #[test]
    fn a_network_is_installed_once_and_for_the_rule_it_names() {
        let bytes = embedded(Rule::Caro);
        // Another test may have used the one built in before.
        let first = Network::install(bytes);
        assert!(matches!(first, Ok(Rule::Caro) | Err(NetworkError::InUse)));
        assert_eq!(Network::install(bytes), Err(NetworkError::InUse));
        assert_eq!(Network::install(&bytes[..8]), Err(NetworkError::Form));
        assert_eq!(Network::install(&[0xff; 64]), Err(NetworkError::Form));
    }

    #[test]
    fn no_file_can_make_a_sum_overflow() {
        let mut blocks = random_blocks(Rule::Freestyle, 3);
        blocks[0].rows.iter_mut().for_each(|row| row.fill(i16::MAX));
        let head = &mut blocks[0].head;
        head.first.as_flattened_mut().fill(i16::MAX);
        head.second.as_flattened_mut().fill(i16::MAX);
        head.last.fill(i16::MAX);
        head.direct.fill(i16::MAX);
        head.rating.fill(i16::MAX);
        head.first_bias.fill(i32::MAX);
        head.second_bias.fill(i32::MAX);
        head.last_bias = i32::MAX;
        let bytes = encode(Rule::Freestyle, &blocks);
        let network = Network::decode(Rule::Freestyle, &bytes).expect("a valid file");
        let most = [INPUT_LIMIT as i16; CHANNELS];
        assert!(network.head(Color::Black).result(&most) > 0);
        assert!(network.head(Color::Black).rate(&most) > 0);
        assert!(i32::from(network.row(0).0[0]) * 4 <= i16::MAX.into());
    }

    #[test]
    fn every_file_built_in_is_valid_and_lines_without_stones_add_nothing() {
        for rule in Rule::ALL {
            let (network, tables) = (Network::of(rule), RuleTables::of(rule));
            for code in (0..tables.code_count()).filter(|&code| !tables.code_has_stones(code)) {
                assert_eq!(network.row(code).0, [0; CHANNELS], "{rule}");
            }
        }
    }

    #[test]
    fn whites_half_is_blacks_with_the_colours_exchanged() {
        let blocks = random_blocks(Rule::Standard, 4);
        let network = Network::new(Rule::Standard, &blocks);
        let tables = RuleTables::of(Rule::Standard);
        for code in 0..tables.code_count() {
            let swapped = tables.swapped_code(code).expect("the colours are alike");
            assert_eq!(network.row(code).0[HALF..], network.row(swapped).0[..HALF]);
        }
    }
}
