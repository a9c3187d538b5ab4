//! One game as bytes: who played which rule on which board, every move with
//! the score that the search gave and the nodes it had, and the result. Knows
//! nothing of files; `docs/selfplay-format.md` describes the bytes.

use crate::board::Board;
use crate::types::{BoardSize, CELL_COUNT, Color, Point, Rule, Score};
use anyhow::{Context, Result, ensure};

/// Set in a move's word when the move was not the search's first choice.
const EXPLORING: u16 = 1 << 15;
/// Where the class of a move stands in its word, two bits wide.
const CLASS_SHIFT: u32 = 10;
/// Where the number of its alternatives stands, two bits wide.
const COUNT_SHIFT: u32 = 12;
/// The bits of a point.
const POINT: u16 = CELL_COUNT as u16 - 1;
/// No move has more alternatives.
pub const MOST_ALTERNATIVES: usize = 3;

/// Which form the bytes have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Without the game's seed; only read.
    One,
    /// With it; only read.
    Two,
    /// With the class of every move, and alternatives.
    Three,
}

/// How much thought a move got, where moves differ in that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveClass {
    /// As all others of the game.
    #[default]
    Plain,
    /// Little: it carries the game on.
    Quick,
    /// Much: it is there to be learned from.
    Full,
    /// Judged again later, with still more nodes than the game's.
    Relabelled,
}

impl MoveClass {
    /// All, by their numbers in files.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Quick, Self::Full, Self::Relabelled];
}

/// A move beside the one that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Where the stone would have been put.
    pub point: Point,
    /// What the search thought of it, for the side to move.
    pub score: Score,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// Where the stone was put.
    pub point: Point,
    /// The value of the position before the move, for the side to move.
    pub score: Score,
    /// Whether another move was judged better, and this one was played for variety.
    pub exploring: bool,
    /// How much thought it got.
    pub class: MoveClass,
    /// The first moves of the search, best first, where it had several or another was played.
    pub alternatives: Vec<Alternative>,
}

impl PlayedMove {
    /// The move that the search thought best, if that is known.
    pub fn best(&self) -> Option<Point> {
        let first = self.alternatives.first().map(|first| first.point);
        first.or_else(|| (!self.exploring).then_some(self.point))
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes searched for each move; for each quick one, where moves differ.
    pub nodes: u32,
    /// Nodes for each full move; 0 if there are none.
    pub full_nodes: u32,
    /// Nodes with which moves were judged again; 0 if none were.
    pub relabel_nodes: u32,
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

impl TrainingGame {
    /// The bytes of the game, in the newest form.
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
        bytes.extend(self.full_nodes.to_le_bytes());
        bytes.extend(self.relabel_nodes.to_le_bytes());
        for point in &self.opening {
            bytes.extend((point.index() as u16).to_le_bytes());
        }
        for played in &self.moves {
            let flag = if played.exploring { EXPLORING } else { 0 };
            let alternatives = played.alternatives.iter().take(MOST_ALTERNATIVES);
            let class = (played.class as u16) << CLASS_SHIFT;
            let count = (alternatives.len() as u16) << COUNT_SHIFT;
            let word = played.point.index() as u16 | flag | class | count;
            bytes.extend(scored(word, played.score));
            for alternative in alternatives {
                bytes.extend(scored(alternative.point.index() as u16, alternative.score));
            }
        }
        bytes.extend(self.seed.to_le_bytes());
        bytes
    }

    /// Reads a game back. Only games that can be replayed are accepted.
    pub fn decode(bytes: &[u8], version: Version) -> Result<Self> {
        let mut source = Source(bytes);
        let [rule, width, height, result] = source.take()?;
        let rule = *Rule::ALL
            .get(rule as usize)
            .context("there is no such rule")?;
        let size =
            BoardSize::new(width as usize, height as usize).context("there is no such board")?;
        let nodes = source.number()?;
        let (stones, moves) = (source.word()?, source.word()?);
        let (full_nodes, relabel_nodes) = match version {
            Version::One | Version::Two => (0, 0),
            Version::Three => (source.number()?, source.number()?),
        };
        let record = Self {
            rule,
            size,
            nodes,
            full_nodes,
            relabel_nodes,
            result: GameResult::from_byte(result)?,
            opening: (0..stones)
                .map(|_| source.word().and_then(to_point))
                .collect::<Result<_>>()?,
            moves: (0..moves)
                .map(|_| source.played_move(version))
                .collect::<Result<_>>()?,
            seed: match version {
                Version::One => 0,
                Version::Two | Version::Three => u64::from_le_bytes(source.take()?),
            },
        };
        ensure!(source.0.is_empty(), "the record's length is wrong");
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
        let check = |board: &Board, point: Point| {
            ensure!(
                self.size.contains(point) && board.is_empty(point),
                "{point} is taken or outside the board"
            );
            Ok(())
        };
        for &point in &self.opening {
            check(&board, point)?;
            board.play(point);
        }
        for played in &self.moves {
            let alternatives = played.alternatives.iter().map(|other| other.point);
            for point in alternatives.chain([played.point]) {
                check(&board, point)?;
            }
            board.play(played.point);
        }
        Ok(())
    }
}

/// A word with a score behind it.
fn scored(word: u16, score: Score) -> impl Iterator<Item = u8> {
    let score = (score as i16).to_le_bytes();
    word.to_le_bytes().into_iter().chain(score)
}

fn to_point(word: u16) -> Result<Point> {
    let index = word as usize;
    ensure!(index < CELL_COUNT, "there is no cell {index}");
    Ok(Point::from_index(index))
}

/// Bytes that are read one after the other.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .context("the record is too short")?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn word(&mut self) -> Result<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn score(&mut self) -> Result<Score> {
        Ok(Score::from(self.take().map(i16::from_le_bytes)?))
    }

    fn played_move(&mut self, version: Version) -> Result<PlayedMove> {
        let word = self.word()?;
        let score = self.score()?;
        let exploring = word & EXPLORING != 0;
        let (point, class, count) = match version {
            Version::One | Version::Two => (word & !EXPLORING, MoveClass::Plain, 0),
            Version::Three => {
                ensure!(word & 1 << 14 == 0, "a bit is set that means nothing");
                let class = MoveClass::ALL[(word >> CLASS_SHIFT) as usize % MoveClass::ALL.len()];
                (word & POINT, class, (word >> COUNT_SHIFT) % 4)
            }
        };
        Ok(PlayedMove {
            point: to_point(point)?,
            score,
            exploring,
            class,
            alternatives: (0..count)
                .map(|_| {
                    Ok(Alternative {
                        point: self.word().and_then(to_point)?,
                        score: self.score()?,
                    })
                })
                .collect::<Result<_>>()?,
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
