//! Which puzzles are wanted: those of the right length and grade, each once.

use super::finder::positions_within;
use super::fingerprint::fingerprint;
use super::puzzle::Puzzle;
use anyhow::Result;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Moves of the winner.
    pub length: RangeInclusive<usize>,
    /// How hard.
    pub grade: RangeInclusive<u8>,
    /// Whether fours that put the solution off spoil a puzzle.
    pub is_strict: bool,
}

impl Wish {
    fn is_met(&self, puzzle: &Puzzle) -> bool {
        self.length.contains(&puzzle.length)
            && self.grade.contains(&puzzle.grade)
            && (puzzle.detours.is_empty() || !self.is_strict)
    }
}

/// The puzzles so far.
pub struct Sieve {
    wish: Wish,
    /// Positions that are puzzles, or lie within their solutions.
    known: HashSet<Vec<u8>>,
    /// Those that are wanted.
    pub puzzles: Vec<Puzzle>,
    /// How many were there before.
    pub doubles: usize,
    /// How many were not wanted.
    pub unwanted: usize,
}

impl Sieve {
    /// Nothing so far.
    pub fn new(wish: Wish) -> Self {
        Self {
            wish,
            known: HashSet::new(),
            puzzles: Vec::new(),
            doubles: 0,
            unwanted: 0,
        }
    }

    /// Takes a puzzle, if it is wanted and new.
    pub fn add(&mut self, puzzle: Puzzle) -> Result<()> {
        let own = fingerprint(puzzle.rule()?, &puzzle.board()?);
        if self.known.contains(&own) {
            self.doubles += 1;
        } else if self.wish.is_met(&puzzle) {
            self.known.extend(positions_within(&puzzle)?);
            self.puzzles.push(puzzle);
        } else {
            self.unwanted += 1;
        }
        Ok(())
    }
}
