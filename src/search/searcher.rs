//! The thinking player: owns what lives from move to move and answers
//! positions.

use super::control::Control;
use super::limits::Slice;
use super::parallel::{self, Assignment};
use super::params::Params;
use super::paused::{Course, Paused};
use super::question::Question;
use super::report::{Observer, Outcome};
use super::threads;
use super::transposition::TranspositionTable;
use super::worker::Memory;
use crate::types::{BoardSize, Rule};

/// A player with its memory.
pub struct Searcher {
    table: TranspositionTable,
    params: Params,
    memory: Memory,
    /// One memory for each thread beyond the first.
    helpers: Vec<Memory>,
    /// What the memory is about, if there is anything in it; on another rule or
    /// size it means nothing.
    subject: Option<(Rule, BoardSize)>,
}

impl Searcher {
    /// A player whose table takes about this many bytes, reserved lazily.
    pub fn new(table_bytes: usize) -> Self {
        Self::with_params(table_bytes, Params::default())
    }

    /// A player whose search is tuned by these numbers.
    #[doc(hidden)]
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
        self.subject = None;
    }

    /// Finds the best moves in a position, on a stack of its own wherever there
    /// are threads.
    pub fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let helpers = question.limits.threads.saturating_sub(1);
        if helpers == 0 {
            return match self.think_for(Slice::WHOLE, None, question, control, observer) {
                Course::Finished(outcome) => outcome,
                Course::Paused(paused) => paused.outcome().clone(),
            };
        }
        self.begin(question);
        self.helpers
            .iter_mut()
            .for_each(|memory| memory.history.fade());
        self.helpers.resize_with(helpers, Memory::default);
        let assignment = Assignment {
            question,
            table: &self.table,
            params: &self.params,
            control,
        };
        let (leader, helpers) = (&mut self.memory, &mut self.helpers);
        threads::on_searching_stack(|| parallel::search(assignment, leader, helpers, observer))
    }

    /// As [`think`](Self::think), with one thread and for one slice: from the
    /// beginning, or from where a slice before ended. Whatever the control was
    /// told in the meantime holds.
    pub fn think_for(
        &mut self,
        slice: Slice,
        paused: Option<Box<Paused>>,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Course {
        let paused = paused.filter(|paused| {
            let position = paused.position();
            *position.board() == question.board && position.rule() == question.rule
        });
        if paused.is_none() {
            self.begin(question);
            self.helpers.clear();
        }
        self.subject = Some((question.rule, question.board.size()));
        let assignment = Assignment {
            question,
            table: &self.table,
            params: &self.params,
            control,
        };
        let memory = &mut self.memory;
        threads::on_searching_stack(|| {
            parallel::search_alone(assignment, memory, slice, paused, observer)
        })
    }

    /// Begins a search: what is known of another rule or size is forgotten, and
    /// what is known of earlier positions counts less.
    fn begin(&mut self, question: &Question) {
        let subject = (question.rule, question.board.size());
        // Where nothing is known nothing is cleared, which takes time.
        if self.subject.is_some_and(|known| known != subject) {
            self.clear();
        }
        self.subject = Some(subject);
        self.table.new_search();
        self.memory.history.fade();
    }
}

#[cfg(test)]
mod tests;
