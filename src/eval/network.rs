//! The network that judges positions: the feature transformer, its file form,
//! and which network is in use. The layers behind it are in `head`; what a
//! position makes of them is kept up by `evaluator`; how they are learned is the
//! business of `tune`.
//!
//! Every empty cell sees four lines. A line's code picks a row of the feature
//! transformer, the four rows are added, a rectifier cuts negative sums, and
//! the results of all cells are accumulated: [`CHANNELS`] features of the
//! position, half of them from Black's perspective, half from White's. All
//! integers.
//!
//! A file, all numbers little-endian: the seven bytes `QUINTEN` and one for the
//! version; the rule's number, the number of blocks (one if the colours share
//! their numbers, otherwise two, Black's first) and the number of codes (16
//! bits); for each block [`HALF`] 16-bit numbers for every code; for each block
//! its [`Head`]s by stage, part by part; at the end the 32-bit checksum of everything
//! before it.

use super::head::{CHANNELS, HALF, Head};
use super::numbers::{ByteSink, ByteSource, take_bytes};
use crate::pattern::RuleTables;
use crate::types::checksum::checksum;
use crate::types::{Color, Rule};
use std::fmt;
use std::sync::OnceLock;

/// The features are divided by this before the layers see them.
pub const FEATURE_DIVISOR: i32 = 16;
/// Numbers of rows stay within this, so that four of them add up in 16 bits.
pub const ROW_LIMIT: i32 = 8191;

const NAME: [u8; 7] = *b"QUINTEN";
/// The form of the file; another shape of the network is another version.
const VERSION: u8 = 5;
const HEADER_BYTES: usize = NAME.len() + 1 + 4;
const CHECKSUM_BYTES: usize = 4;

/// Stages of a game, each of which has last layers of its own: what features of
/// a crowded board mean is not what they mean of one with few stones.
pub const STAGES: usize = 3;
/// With so many stones the next stage begins; the last one has no end.
pub const STAGE_STONES: usize = 24;

/// The stage of a position with so many stones.
#[inline]
pub fn stage(stones: usize) -> usize {
    (stones / STAGE_STONES).min(STAGES - 1)
}

/// What a line adds to the features of a cell: Black's half, then White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Row(pub [i16; CHANNELS]);

/// The numbers of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// By line code.
    rows: Vec<Row>,
    /// By the side to move and the stage.
    heads: [[Head; STAGES]; 2],
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
    /// They are a network of another version of the program.
    Version,
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
            Self::Version => "this network was made for another version of the program",
            Self::Rule => "this network is for another rule",
            Self::Checksum => "the checksum of the network is wrong",
            Self::InUse => "there is a network of this rule already",
        })
    }
}

impl std::error::Error for NetworkError {}

/// What a file holds: the rows of each block, and its heads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// By line code, from the perspective of the block's colour.
    pub rows: Vec<[i16; HALF]>,
    /// For the block's colour to move, by stage.
    pub heads: [Head; STAGES],
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
            heads: Color::ALL.map(|color| blocks[color.index() % blocks.len()].heads.clone()),
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
        let rule = rule_of(bytes)?;
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

    /// The last layers for a side to move in a position with so many stones.
    #[inline]
    pub fn head(&self, color: Color, stones: usize) -> &Head {
        &self.heads[color.index()][stage(stones)]
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
    let mut bytes = NAME.to_vec();
    bytes.extend([VERSION, rule.index() as u8, blocks.len() as u8]);
    bytes.extend((blocks[0].rows.len() as u16).to_le_bytes());
    for row in blocks.iter().flat_map(|block| block.rows.as_flattened()) {
        bytes.extend(row.to_le_bytes());
    }
    let mut sink = ByteSink(bytes);
    for head in blocks.iter().flat_map(|block| &block.heads) {
        head.visit(&mut sink);
    }
    let mut bytes = sink.0;
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The rule that a file names.
fn rule_of(bytes: &[u8]) -> Result<Rule, NetworkError> {
    if !bytes.starts_with(&NAME) || bytes.len() < HEADER_BYTES {
        return Err(NetworkError::Form);
    }
    if bytes[NAME.len()] != VERSION {
        return Err(NetworkError::Version);
    }
    let number = bytes[NAME.len() + 1] as usize;
    Rule::ALL.get(number).copied().ok_or(NetworkError::Form)
}

/// Reads the blocks of a file.
pub fn decode(rule: Rule, bytes: &[u8]) -> Result<Vec<Block>, NetworkError> {
    let (content, sum) = bytes
        .split_last_chunk::<CHECKSUM_BYTES>()
        .ok_or(NetworkError::Form)?;
    let file_rule = rule_of(content)?;
    let (header, mut numbers) = content.split_at(HEADER_BYTES);
    let [.., blocks, low, high] = *header else {
        return Err(NetworkError::Form);
    };
    let (blocks, codes) = (blocks as usize, u16::from_le_bytes([low, high]) as usize);
    if numbers.len() != blocks * (2 * HALF * codes + STAGES * Head::BYTES) {
        return Err(NetworkError::Form);
    }
    if checksum(content) != u32::from_le_bytes(*sum) {
        return Err(NetworkError::Checksum);
    }
    if file_rule != rule {
        return Err(NetworkError::Rule);
    }
    if blocks != block_count(rule) || codes != RuleTables::of(rule).code_count() {
        return Err(NetworkError::Form);
    }
    let rows: Vec<Vec<[i16; HALF]>> = (0..blocks)
        .map(|_| (0..codes).map(|_| take_row(&mut numbers)).collect())
        .collect();
    let mut source = ByteSource(numbers);
    let blocks = rows.into_iter().map(|rows| Block {
        rows,
        heads: std::array::from_fn(|_| Head::build(&mut source)),
    });
    Ok(blocks.collect())
}

/// A row of a file, within its limits whatever the bytes are.
fn take_row(bytes: &mut &[u8]) -> [i16; HALF] {
    let limit = ROW_LIMIT as i16;
    std::array::from_fn(|_| i16::from_le_bytes(take_bytes(bytes)).clamp(-limit, limit))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::eval::head::{INPUT_LIMIT, INPUTS, PartialSums};
    use crate::eval::numbers::FloatSource;

    /// Blocks of random numbers.
    pub fn random_blocks(rule: Rule, seed: u64) -> Vec<Block> {
        let mut random = fastrand::Rng::with_seed(seed);
        let codes = RuleTables::of(rule).code_count();
        (0..block_count(rule))
            .map(|_| Block {
                rows: (0..codes)
                    .map(|_| std::array::from_fn(|_| random.i16(-200..200)))
                    .collect(),
                heads: std::array::from_fn(|_| {
                    let numbers = std::iter::repeat_with(|| random.f32() * 0.4 - 0.2);
                    Head::build(&mut FloatSource(numbers))
                }),
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
    fn every_stage_has_layers_of_its_own() {
        let blocks = random_blocks(Rule::Renju, 5);
        let network = Network::new(Rule::Renju, &blocks);
        let ends = [0..24, 24..48, 48..1024];
        for (stage, stones) in ends.into_iter().enumerate() {
            for count in stones {
                for (color, block) in Color::ALL.into_iter().zip(&blocks) {
                    assert!(network.head(color, count) == &block.heads[stage], "{count}");
                }
            }
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = encode(Rule::Freestyle, &random_blocks(Rule::Freestyle, 2));
        let decode = |bytes: &[u8]| Network::decode(Rule::Freestyle, bytes).map(|_| ());
        assert_eq!(decode(&bytes), Ok(()));
        assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(NetworkError::Form));
        assert_eq!(decode(&[]), Err(NetworkError::Form));
        let mut old = bytes.clone();
        old[NAME.len()] = VERSION - 1;
        assert_eq!(decode(&old), Err(NetworkError::Version));
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
        blocks[0].heads[0] = Head::build(&mut FloatSource(std::iter::repeat(f32::MAX)));
        let mut bytes = encode(Rule::Freestyle, &blocks);
        // The largest numbers that bytes can hold, whatever quantisation allows.
        let end = bytes.len() - CHECKSUM_BYTES;
        bytes.truncate(end);
        for (index, byte) in bytes[end - STAGES * Head::BYTES..].iter_mut().enumerate() {
            *byte = if index % 2 == 0 { 0xff } else { 0x7f };
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        let network = Network::decode(Rule::Freestyle, &bytes).expect("a valid file");
        let most = [INPUT_LIMIT as i16; INPUTS];
        let head = network.head(Color::Black, 0);
        let hidden1 = head.first_hidden(&most);
        assert!(head.value(&most, &hidden1) > 0);
        let weights = head.policy_weights(&hidden1);
        let most = [INPUT_LIMIT as i16; CHANNELS];
        assert!(PartialSums::of(&weights, &most).total() > 0);
        assert!(
            head.policy_reply[0]
                .checked_add(head.policy_follow[0])
                .is_some()
        );
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
