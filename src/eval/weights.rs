//! The numbers of the evaluation and their file form. `tune` makes the files
//! from games; they are built into the program. `docs/training.md` says how
//! the present ones came about.
//!
//! A file, all numbers little-endian: the eight bytes `QUINTEW` 1; the rule's
//! number and the number of tables, one byte each (one table serves both
//! colours; of two, the first is Black's); each table: the tempo, then
//! `to_move`, `waiting`, `attack` and `defence`, each a 16-bit number for
//! every shape; at the end the 32-bit checksum of everything before it.

use super::hand;
use crate::pattern::line::CellPatterns;
use crate::position::{Urgency, Values, Worth};
use crate::types::checksum::checksum;
use crate::types::{Color, Rule};
use std::fmt;

/// Cell values and tempo are stored in so many parts of a unit of the
/// evaluation: hundreds of cells are summed, and so are their rounding errors.
pub const SUBUNITS: i16 = 32;

const MAGIC: [u8; 8] = *b"QUINTEW\x01";
const HEADER_BYTES: usize = MAGIC.len() + 2;
const CHECKSUM_BYTES: usize = 4;
const TABLE_BYTES: usize = 2 * (1 + 4 * CellPatterns::SHAPE_COUNT);

/// The numbers for the patterns of one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeWeights {
    /// What the turn is worth, in [`SUBUNITS`].
    pub tempo: i16,
    /// What a cell is worth, by its shape; the values in [`SUBUNITS`].
    pub worth: Vec<Worth>,
}

/// The numbers for one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// One table for both colours, or one for each.
    tables: Vec<ShapeWeights>,
}

/// Why bytes are no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// They begin or end otherwise than a file of weights.
    Form,
    /// They are weights for another rule.
    Rule,
    /// They were changed after they were written.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Form => "this is not a file of weights",
            Self::Rule => "these weights are for another rule",
            Self::Checksum => "the checksum of the weights is wrong",
        })
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Weights of one table for both colours or of one for each.
    ///
    /// # Panics
    /// If there are more or fewer, or one does not have a number for every shape.
    pub fn new(tables: Vec<ShapeWeights>) -> Self {
        assert!((1..=2).contains(&tables.len()), "one table or two");
        for table in &tables {
            assert_eq!(table.worth.len(), CellPatterns::SHAPE_COUNT);
        }
        Self { tables }
    }

    /// The weights built into the program.
    ///
    /// # Panics
    /// Never: a test reads every file built in.
    pub fn of(rule: Rule) -> Self {
        match embedded(rule) {
            Some(bytes) => Self::decode(rule, bytes).expect("files built in are valid"),
            None => hand::weights(),
        }
    }

    /// The numbers for the patterns of a colour.
    pub fn table(&self, color: Color) -> &ShapeWeights {
        &self.tables[color.index().min(self.tables.len() - 1)]
    }

    /// The file form.
    pub fn encode(&self, rule: Rule) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(rule.index() as u8);
        bytes.push(self.tables.len() as u8);
        for table in &self.tables {
            bytes.extend(table.tempo.to_le_bytes());
            for column in COLUMNS {
                for worth in &table.worth {
                    bytes.extend(column(&mut worth.clone()).to_le_bytes());
                }
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the file form.
    pub fn decode(rule: Rule, bytes: &[u8]) -> Result<Self, WeightsError> {
        let (content, sum) = bytes
            .split_last_chunk::<CHECKSUM_BYTES>()
            .ok_or(WeightsError::Form)?;
        if !content.starts_with(&MAGIC) || content.len() < HEADER_BYTES {
            return Err(WeightsError::Form);
        }
        let (header, tables) = content.split_at(HEADER_BYTES);
        let count = header[MAGIC.len() + 1] as usize;
        if !(1..=2).contains(&count) || tables.len() != count * TABLE_BYTES {
            return Err(WeightsError::Form);
        }
        if checksum(content) != u32::from_le_bytes(*sum) {
            return Err(WeightsError::Checksum);
        }
        if header[MAGIC.len()] as usize != rule.index() {
            return Err(WeightsError::Rule);
        }
        let tables = tables.chunks_exact(TABLE_BYTES).map(decode_table);
        Ok(Self::new(tables.collect()))
    }
}

/// The numbers of a shape in the order of the file.
const COLUMNS: [fn(&mut Worth) -> &mut i16; 4] = [
    |worth| &mut worth.values.to_move,
    |worth| &mut worth.values.waiting,
    |worth| &mut worth.urgency.attack,
    |worth| &mut worth.urgency.defence,
];

fn decode_table(bytes: &[u8]) -> ShapeWeights {
    let word = |index: usize| i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
    let number = |column: usize, shape: usize| word(1 + column * CellPatterns::SHAPE_COUNT + shape);
    ShapeWeights {
        tempo: word(0),
        worth: (0..CellPatterns::SHAPE_COUNT)
            .map(|shape| Worth {
                values: Values {
                    to_move: number(0, shape),
                    waiting: number(1, shape),
                },
                urgency: Urgency {
                    attack: number(2, shape),
                    defence: number(3, shape),
                },
            })
            .collect(),
    }
}

/// The file of a rule, if it has been learned.
const fn embedded(rule: Rule) -> Option<&'static [u8]> {
    match rule {
        Rule::Freestyle => Some(include_bytes!("weights/freestyle.bin")),
        Rule::Standard => Some(include_bytes!("weights/standard.bin")),
        Rule::Renju => Some(include_bytes!("weights/renju.bin")),
        Rule::Caro | Rule::CaroExact => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_as_written() {
        let one = hand::weights();
        let mut other = one.tables[0].clone();
        other.tempo = -77;
        other.worth[5].urgency.defence = -3;
        let two = Weights::new(vec![one.tables[0].clone(), other]);
        for weights in [one, two] {
            let bytes = weights.encode(Rule::Renju);
            assert_eq!(Weights::decode(Rule::Renju, &bytes), Ok(weights));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = hand::weights().encode(Rule::Standard);
        let decode = |bytes: &[u8]| Weights::decode(Rule::Standard, bytes);
        assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(WeightsError::Form));
        assert_eq!(decode(&[]), Err(WeightsError::Form));
        assert_eq!(
            Weights::decode(Rule::Renju, &bytes),
            Err(WeightsError::Rule)
        );
        for at in (HEADER_BYTES..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(decode(&damaged), Err(WeightsError::Checksum), "byte {at}");
        }
    }

    #[test]
    fn every_file_built_in_is_valid_and_gives_dead_cells_nothing() {
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            for color in Color::ALL {
                assert_eq!(weights.table(color).worth[0], Worth::default(), "{rule}");
            }
        }
    }
}
