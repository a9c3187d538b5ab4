//! How a game ended: one answer for engines under a referee, people at the
//! board, positions read from files and records. Judges nothing itself.

use crate::rules::Verdict;
use crate::types::Color;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game ended. Who won is a colour, or a player where colours are not settled yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending<W = Color> {
    /// Who won; `None` is a draw, or a game that was left.
    pub winner: Option<W>,
    /// Why.
    pub reason: Reason,
    /// More about it, for people.
    pub detail: Option<String>,
}

impl<W> Ending<W> {
    /// Nobody won.
    pub const fn drawn(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
            detail: None,
        }
    }

    /// Somebody won.
    pub const fn won(winner: W, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
            detail: None,
        }
    }

    /// What the rules say of a stone ends the game, or does not.
    pub fn by_verdict(verdict: Verdict, mover: W, opponent: W) -> Option<Self> {
        match verdict {
            Verdict::Continues => None,
            Verdict::Wins => Some(Self::won(mover, Reason::Five)),
            Verdict::Foul(foul) => Some(Self {
                detail: Some(foul.to_string()),
                ..Self::won(opponent, Reason::Foul)
            }),
            Verdict::Draw => Some(Self::drawn(Reason::FullBoard)),
        }
    }

    /// The same ending told of other winners.
    pub fn map<V>(self, winner: impl FnOnce(W) -> V) -> Ending<V> {
        Ending {
            winner: self.winner.map(winner),
            reason: self.reason,
            detail: self.detail,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning line.
    Five,
    /// Black played a forbidden point in renju.
    Foul,
    /// A move off the board or on a taken cell.
    Illegal,
    /// A move that came too late.
    Time,
    /// The engine's process ended.
    Crash,
    /// No answer at all.
    Hang,
    /// No empty cell is left.
    FullBoard,
    /// The agreed number of stones was reached.
    DrawAfter,
    /// The loser gave up.
    Resignation,
    /// Nothing: the game was left before its end, and nobody has won.
    Unfinished,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Five => "five",
            Self::Foul => "foul",
            Self::Illegal => "illegal move",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::FullBoard => "full board",
            Self::DrawAfter => "agreed number of stones",
            Self::Resignation => "resignation",
            Self::Unfinished => "unfinished",
        })
    }
}

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first player.
    Black,
    /// The second player.
    White,
    /// Nobody.
    Draw,
}

impl From<Option<Color>> for Winner {
    fn from(color: Option<Color>) -> Self {
        match color {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Foul;

    #[test]
    fn a_foul_is_won_by_the_other_side_and_says_which_it_was() {
        let verdict = Verdict::Foul(Foul::Overline);
        let ending = Ending::by_verdict(verdict, Color::Black, Color::White).expect("an ending");
        assert_eq!(ending.winner, Some(Color::White));
        assert_eq!(ending.reason, Reason::Foul);
        assert_eq!(ending.detail, Some(Foul::Overline.to_string()));
        let ending = ending.map(|color| color == Color::White);
        assert_eq!(ending.winner, Some(true));
    }

    #[test]
    fn a_stone_wins_fills_the_board_or_lets_the_game_go_on() {
        let by = |verdict| Ending::by_verdict(verdict, Color::White, Color::Black);
        assert_eq!(by(Verdict::Continues), None);
        assert_eq!(
            by(Verdict::Wins),
            Some(Ending::won(Color::White, Reason::Five))
        );
        assert_eq!(by(Verdict::Draw), Some(Ending::drawn(Reason::FullBoard)));
    }
}
