//! Six simple players of five-in-a-row, each following one document as
//! literally as the game allows: opponents that a beginner can beat. They see
//! a board and a rule, answer within milliseconds, and know neither the search
//! nor its evaluation. `docs/levels.md` tells how strong they are.

pub mod cases;
pub mod clans;
pub mod enfant;
pub mod motifs;
pub mod othello;
pub mod sight;
pub mod stratege;
#[cfg(test)]
mod test_boards;
#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::types::{Point, Rule};
use fastrand::Rng;

/// A complete player.
pub trait Player: Send {
    /// The move of the side to move; `None` only if no cell is empty. The
    /// same position, memory and random numbers give the same move.
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point>;
}

/// Which of the six players, weakest first, as matches measured them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Document {
    /// The child's way: wins, blocks, and sticks to a line.
    Enfant,
    /// A value for every cell, and the opponent's answer to it.
    Cases,
    /// Three phases: spread out, keep quiet, form.
    Clans,
    /// Counts, mobility and stable points, weighed.
    Othello,
    /// Ordered priorities with a short search for forced wins.
    Stratege,
    /// Patterns in one and in two directions, with points.
    Motifs,
}

impl Document {
    /// All players, weakest first.
    pub const ALL: [Self; 6] = [
        Self::Enfant,
        Self::Cases,
        Self::Clans,
        Self::Othello,
        Self::Stratege,
        Self::Motifs,
    ];

    /// The name people call it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enfant => "enfant",
            Self::Cases => "cases",
            Self::Clans => "clans",
            Self::Othello => "othello",
            Self::Motifs => "motifs",
            Self::Stratege => "stratege",
        }
    }

    /// A player that remembers nothing yet.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Enfant => Box::new(enfant::Enfant::default()),
            Self::Cases => Box::new(cases::Cases),
            Self::Clans => Box::new(clans::Clans),
            Self::Othello => Box::new(othello::Othello),
            Self::Motifs => Box::new(motifs::Motifs),
            Self::Stratege => Box::new(stratege::Stratege),
        }
    }
}
