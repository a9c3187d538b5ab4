//! The record of one finished game: all that any format or table needs.

use super::ending::{Ending, Reason, Winner};
use super::swap2::Swap2Step;
use crate::board::text::{parse_points, points_to_text};
use crate::cli::units::parse_size;
use crate::types::{BoardSize, Point, Rule};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match; 2n and 2n+1 are a pair with colours swapped.
    pub game: usize,
    /// The round, counted from 1.
    pub round: usize,
    /// The name of the first player.
    pub black: String,
    /// The name of the second player.
    pub white: String,
    /// Who won.
    pub winner: Winner,
    /// Why the game ended.
    pub reason: Reason,
    /// More about the reason, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The rule's name.
    pub rule: String,
    /// The board, such as `15x15`.
    pub size: String,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves, such as `h8i9`.
    pub moves: String,
    /// Milliseconds for each move after the opening.
    pub times: Vec<u64>,
    /// How the players made the opening, if by swap2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swap2: Vec<Swap2Step>,
    /// When the game ended, in seconds since 1970.
    pub ended: u64,
}

/// A game that was played here, before it has a place in any file.
#[derive(Clone, Debug)]
pub struct PlayedGame<'a> {
    /// The names of black and white.
    pub names: [String; 2],
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// All stones, the opening first.
    pub moves: &'a [Point],
    /// How many of them are the opening.
    pub opening: usize,
    /// The thinking time of each stone after the opening.
    pub times: &'a [Duration],
    /// How it ended.
    pub ending: Ending,
}

impl GameRecord {
    /// The record of a game that has just ended, by its number and round in a match.
    pub fn new(game: usize, round: usize, played: PlayedGame<'_>) -> Self {
        let [black, white] = played.names;
        let milliseconds = |time: &Duration| time.as_millis() as u64;
        Self {
            game,
            round,
            black,
            white,
            winner: played.ending.winner.into(),
            reason: played.ending.reason,
            detail: played.ending.detail,
            rule: played.rule.to_string(),
            size: played.size.to_string(),
            opening: played.opening,
            moves: Self::write_moves(played.moves),
            times: played.times.iter().map(milliseconds).collect(),
            swap2: Vec::new(),
            ended: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |time| time.as_secs()),
        }
    }

    /// The points of the moves.
    pub fn points(&self) -> anyhow::Result<Vec<Point>> {
        Ok(parse_points(&self.moves)?)
    }

    /// The board.
    pub fn board_size(&self) -> anyhow::Result<BoardSize> {
        parse_size(&self.size)
    }

    /// The rule.
    pub fn rule(&self) -> anyhow::Result<Rule> {
        Ok(self.rule.parse()?)
    }

    /// The moves as text.
    pub fn write_moves(points: &[Point]) -> String {
        points_to_text(points)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A short game for the tests of the formats.
    pub fn sample() -> GameRecord {
        GameRecord {
            game: 4,
            round: 3,
            black: "new".to_owned(),
            white: "old]one".to_owned(),
            winner: Winner::White,
            reason: Reason::Time,
            detail: Some("1500 ms of 1000 ms".to_owned()),
            rule: "renju".to_owned(),
            size: "15x15".to_owned(),
            opening: 3,
            moves: "h8i9j10a1".to_owned(),
            times: vec![250],
            swap2: Vec::new(),
            ended: 1_700_000_000,
        }
    }

    #[test]
    fn a_record_survives_its_json() {
        let text = serde_json::to_string(&sample()).expect("a record is JSON");
        let back: GameRecord = serde_json::from_str(&text).expect("its own JSON");
        assert_eq!(back, sample());
        assert_eq!(back.points().expect("points").len(), 4);
        assert_eq!(back.board_size().expect("a size").width(), 15);
        assert_eq!(back.rule().expect("a rule"), Rule::Renju);
    }
}
