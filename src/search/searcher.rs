//! The thinking player: owns what lives from move to move and answers
//! positions.

use super::control::Control;
use super::limits::Limits;
use super::parallel::{self, Assignment};
use super::params::Params;
use super::report::{Observer, Outcome};
use super::transposition::TranspositionTable;
use super::worker::Memory;
use crate::board::Board;
use crate::types::{BoardSize, Rule};

/// A player with its memory.
pub struct Searcher {
    table: TranspositionTable,
    params: Params,
    memory: Memory,
    /// One memory for each thread beyond the first.
    helpers: Vec<Memory>,
    /// What the memory is about; on another rule or size it means nothing.
    subject: Option<(Rule, BoardSize)>,
}

impl Searcher {
    /// A player whose table takes about this many bytes, reserved lazily.
    pub fn new(table_bytes: usize) -> Self {
        Self::with_params(table_bytes, Params::default())
    }

    /// A player whose search is tuned by these numbers.
    pub fn with_params(table_bytes: usize, params: Params) -> Self {
        Self {
            table: TranspositionTable::new(table_bytes),
            params,
            memory: Memory::default(),
            helpers: Vec::new(),
            subject: None,
        }
    }

    /// Changes the size of the table; what it held is lost.
    pub fn resize(&mut self, table_bytes: usize) {
        self.table.resize(table_bytes);
    }

    /// Forgets everything learned from earlier positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
        self.helpers.iter_mut().for_each(Memory::clear);
    }

    /// Finds the best moves in a position.
    pub fn think(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let subject = Some((rule, board.size()));
        if self.subject != subject {
            self.clear();
            self.subject = subject;
        }
        self.table.new_search();
        self.memory.history.fade();
        let helpers = limits.threads.saturating_sub(1);
        self.helpers
            .iter_mut()
            .for_each(|memory| memory.history.fade());
        self.helpers.resize_with(helpers, Memory::default);
        let assignment = Assignment {
            board,
            rule,
            table: &self.table,
            params: &self.params,
            limits,
            control,
        };
        parallel::search(assignment, &mut self.memory, &mut self.helpers, observer)
    }
}

#[cfg(test)]
mod tests;
