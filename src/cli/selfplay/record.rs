//! One game as bytes: who played which rule on which board, every move with
//! the score that the search gave, and the result. Knows nothing of files;
//! `docs/selfplay-format.md` describes the bytes.

use crate::board::Board;
use crate::types::{BoardSize, CELL_COUNT, Color, Point, Rule, Score};
use anyhow::{Context, Result, ensure};

/// Set in a move's word when the move was not the search's first choice.
const EXPLORING: u16 = 1 << 15;
/// Bytes before the moves.
const HEADER_BYTES: usize = 12;
/// Bytes after the moves: the game's seed.
const SEED_BYTES: usize = 8;

/// Which form the bytes have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Without the game's seed; only read.
    One,
    /// With it.
    Two,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// This colour won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl GameResult {
    const fn to_byte(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win(Color::Black) => 1,
            Self::Win(Color::White) => 2,
        }
    }

    fn from_byte(byte: u8) -> Result<Self> {
        Ok(match byte {
            0 => Self::Draw,
            1 => Self::Win(Color::Black),
            2 => Self::Win(Color::White),
            _ => anyhow::bail!("{byte} is no result"),
        })
    }
}

/// A move that the engine chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// Where the stone was put.
    pub point: Point,
    /// The value of the position before the move, for the side to move.
    pub score: Score,
    /// Whether another move was judged better, and this one was played for variety.
    pub exploring: bool,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes searched for each move.
    pub nodes: u32,
    /// What the game was made from, by which a later run knows that it is
    /// played; 0 in games older than this field.
    pub seed: u64,
    /// The result.
    pub result: GameResult,
    /// Random stones before the first chosen move, black first.
    pub opening: Vec<Point>,
    /// The moves chosen.
    pub moves: Vec<PlayedMove>,
}

impl GameRecord {
    /// The bytes of the game.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![
            self.rule.index() as u8,
            self.size.width() as u8,
            self.size.height() as u8,
            self.result.to_byte(),
        ];
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend((self.opening.len() as u16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for point in &self.opening {
            bytes.extend((point.index() as u16).to_le_bytes());
        }
        for played in &self.moves {
            let flag = if played.exploring { EXPLORING } else { 0 };
            bytes.extend((played.point.index() as u16 | flag).to_le_bytes());
            bytes.extend((played.score as i16).to_le_bytes());
        }
        bytes.extend(self.seed.to_le_bytes());
        bytes
    }

    /// Reads a game back. Only games that can be replayed are accepted.
    pub fn decode(bytes: &[u8], version: Version) -> Result<Self> {
        let (bytes, seed) = match version {
            Version::One => (bytes, 0),
            Version::Two => {
                let (rest, seed) = bytes
                    .split_last_chunk::<SEED_BYTES>()
                    .context("the record is too short")?;
                (rest, u64::from_le_bytes(*seed))
            }
        };
        ensure!(bytes.len() >= HEADER_BYTES, "the record is too short");
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let rule = *Rule::ALL
            .get(bytes[0] as usize)
            .context("there is no such rule")?;
        let size = BoardSize::new(bytes[1] as usize, bytes[2] as usize)
            .context("there is no such board")?;
        let (stones, moves) = (word(8) as usize, word(10) as usize);
        let moves_at = HEADER_BYTES + 2 * stones;
        ensure!(
            bytes.len() == moves_at + 4 * moves,
            "the record's length is wrong"
        );
        let point = |word: u16| {
            let index = (word & !EXPLORING) as usize;
            ensure!(index < CELL_COUNT, "there is no cell {index}");
            Ok(Point::from_index(index))
        };
        let record = Self {
            rule,
            size,
            nodes: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            seed,
            result: GameResult::from_byte(bytes[3])?,
            opening: (0..stones)
                .map(|number| point(word(HEADER_BYTES + 2 * number)))
                .collect::<Result<_>>()?,
            moves: (0..moves)
                .map(|number| {
                    let at = moves_at + 4 * number;
                    Ok(PlayedMove {
                        point: point(word(at))?,
                        score: Score::from(word(at + 2) as i16),
                        exploring: word(at) & EXPLORING != 0,
                    })
                })
                .collect::<Result<_>>()?,
        };
        record.check_points()?;
        Ok(record)
    }

    /// The board on which the first chosen move was played.
    pub fn opening_board(&self) -> Board {
        let mut board = Board::new(self.size);
        for &point in &self.opening {
            board.play(point);
        }
        board
    }

    fn check_points(&self) -> Result<()> {
        let mut board = Board::new(self.size);
        let moves = self.moves.iter().map(|played| played.point);
        for point in self.opening.iter().copied().chain(moves) {
            ensure!(
                self.size.contains(point) && board.is_empty(point),
                "{point} is taken or outside the board"
            );
            board.play(point);
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A small game for tests of files.
    pub fn sample(number: usize) -> GameRecord {
        GameRecord {
            rule: Rule::ALL[number % 5],
            size: BoardSize::new(15, 20).expect("a valid size"),
            nodes: 2000,
            seed: 1 + number as u64,
            result: GameResult::Win(Color::ALL[number % 2]),
            opening: vec![Point::new(7, 7), Point::new(8, 8)],
            moves: (0..=number % 7)
                .map(|x| PlayedMove {
                    point: Point::new(x, number % 5),
                    score: 100 * x as Score - 250,
                    exploring: x == 1,
                })
                .collect(),
        }
    }

    #[test]
    fn games_read_back_as_written() {
        for number in 0..40 {
            let record = sample(number);
            let again = GameRecord::decode(&record.encode(), Version::Two).expect("a valid record");
            assert_eq!(again, record);
        }
    }

    #[test]
    fn games_of_the_first_version_are_read_without_a_seed() {
        let record = sample(3);
        let bytes = record.encode();
        let old = &bytes[..bytes.len() - SEED_BYTES];
        let read = GameRecord::decode(old, Version::One).expect("a valid record");
        assert_eq!(read, GameRecord { seed: 0, ..record });
        assert!(GameRecord::decode(old, Version::Two).is_err());
        assert!(GameRecord::decode(&bytes, Version::One).is_err());
    }

    #[test]
    fn games_that_cannot_be_replayed_are_refused() {
        let mut record = sample(3);
        record.moves[2].point = record.opening[0];
        assert!(
            GameRecord::decode(&record.encode(), Version::Two).is_err(),
            "taken twice"
        );
        let bytes = sample(3).encode();
        for length in 0..bytes.len() {
            assert!(
                GameRecord::decode(&bytes[..length], Version::Two).is_err(),
                "cut short"
            );
        }
        let mut bad_rule = bytes;
        bad_rule[0] = 5;
        assert!(GameRecord::decode(&bad_rule, Version::Two).is_err());
    }
}
