//! How a file of positions is asked and what it tells, whatever keeps it.

use super::record::Record;
use crate::board::Board;
use crate::types::Rule;

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// To be read and written, by this process alone.
    Write,
    /// To be read, beside any number of others.
    Read,
}

/// A position and what is kept of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The rule.
    pub rule: Rule,
    /// The stones, turned as they are kept; the order of play is not known.
    pub board: Board,
    /// What is kept.
    pub record: Record,
}

/// Whether to go on through the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// To the next one.
    GoOn,
    /// No further.
    Stop,
}
