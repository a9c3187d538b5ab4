//! What the engine does with a memory of positions: a position that is decided
//! there is not searched again, moves known to lose are left out, and what a
//! search finds is written down. A memory that fails costs a line in the log.

use super::legality;
use crate::board::{Bitboard, Board};
use crate::database::{Database, DatabaseError, Record};
use crate::search::{Line, Outcome, Question};
use crate::types::score::{after_move, is_loss, is_win, plies_to_end, win_in};
use crate::types::{Point, Rule, Score};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// Searches less deep than this are not worth a line, unless they prove
/// something.
pub const LEAST_DEPTH: u32 = 8;

/// How often leaving looks whether what a search has found is written down, and
/// how long it waits in between: not the half second that managers wait.
const MOST_GLANCES: u32 = 300;
const BETWEEN_GLANCES: Duration = Duration::from_millis(1);

/// The longest line that is put together from the memory, in moves.
const LONGEST_LINE: usize = 64;

/// A memory of positions, and how it is used.
#[derive(Clone)]
pub struct Recall {
    /// The memory.
    pub database: Arc<Database>,
    /// Whether what is found is written down.
    pub writes: bool,
    /// The least depth of what is written down.
    pub least_depth: u32,
    /// Held while something is about to be written.
    writing: Arc<Mutex<()>>,
}

impl Recall {
    /// Reads and, if the file allows it, writes.
    pub fn new(database: Arc<Database>) -> Self {
        Self {
            writes: !database.is_read_only(),
            database,
            least_depth: LEAST_DEPTH,
            writing: Arc::default(),
        }
    }

    /// Says that something is about to be written, as long as the guard lives.
    pub(super) fn announce_writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nothing is about to be written, but not for long.
    pub(super) fn finish_writing(&self) {
        for _ in 0..MOST_GLANCES {
            if !matches!(self.writing.try_lock(), Err(TryLockError::WouldBlock)) {
                return;
            }
            thread::sleep(BETWEEN_GLANCES);
        }
        log::warn!("the memory of positions was left while it was written to");
    }

    /// The decided line of a position, if the memory holds one that may be
    /// played.
    pub fn known(&self, rule: Rule, board: &Board, barred: &Bitboard) -> Option<Outcome> {
        let first = self.decided_move(rule, board, barred)?;
        let mut line = Line {
            selective_depth: first.depth,
            ..first
        };
        let mut after = board.clone();
        let mut next = line.moves.first().copied();
        while let Some(point) = next.take() {
            after.play(point);
            if line.moves.len() < LONGEST_LINE
                && let Some(reply) = self.decided_move(rule, &after, &Bitboard::EMPTY)
            {
                next = reply.moves.first().copied();
                line.moves.extend(next);
            }
        }
        let mut outcome = Outcome::without_search(vec![line]);
        outcome.nodes = 0;
        Some(outcome)
    }

    /// The move that the memory knows to decide the game, or to lose it last.
    fn decided_move(&self, rule: Rule, board: &Board, barred: &Bitboard) -> Option<Line> {
        let may_play =
            |point: Point| legality::is_legal(rule, board, point) && !barred.contains(point);
        let record = quiet(self.database.get(rule, board))?;
        if let Some(record) = record.filter(|record| record.is_proven)
            && let Some(best) = record.best.filter(|&best| may_play(best))
        {
            return Some(line_of(best, record.value, record.depth.into()));
        }
        let moves = quiet(self.database.moves(rule, board))?;
        let wins = moves
            .into_iter()
            .filter(|(point, record)| record.is_lost() && may_play(*point));
        let (point, record) = wins.min_by_key(|(point, record)| (record.value, *point))?;
        let score = win_in(plies_to_end(record.value) + 1);
        Some(line_of(point, score, u32::from(record.depth) + 1))
    }

    /// Moves that the memory knows to lose; none if all do.
    pub fn losing_moves(&self, rule: Rule, board: &Board) -> Bitboard {
        let mut losing = Bitboard::EMPTY;
        for (point, record) in quiet(self.database.moves(rule, board)).unwrap_or_default() {
            if record.is_won() {
                losing.insert(point);
            }
        }
        let others = *board.empty() & !losing;
        if others
            .iter()
            .any(|point| legality::is_legal(rule, board, point))
        {
            losing
        } else {
            Bitboard::EMPTY
        }
    }

    /// Writes down what a search found about a position and about the positions
    /// behind the first moves of its lines.
    pub fn note(&self, rule: Rule, board: &Board, outcome: &Outcome) {
        self.note_lines(rule, board, outcome, true);
    }

    /// As [`note`](Self::note), for a search that was asked so: with moves barred it tells
    /// nothing about the position as a whole.
    pub(super) fn note_answer(&self, question: &Question, outcome: &Outcome) {
        let is_whole = question.limits.root_moves.barred.is_empty();
        self.note_lines(question.rule, &question.board, outcome, is_whole);
    }

    fn note_lines(&self, rule: Rule, board: &Board, outcome: &Outcome, is_whole: bool) {
        let is_worth_it = |line: &Line| {
            let is_deep = line.depth >= self.least_depth || is_proven(line.score, line.depth);
            is_deep && !line.moves.is_empty()
        };
        // What came from the memory is there already, and even nothing is slowly written.
        if !self.writes || outcome.nodes == 0 || !outcome.lines.iter().any(is_worth_it) {
            return;
        }
        let written = self.database.edit(|changes| {
            let lines = outcome.lines.iter().enumerate();
            for (rank, line) in lines.filter(|(_, line)| is_worth_it(line)) {
                let Some(&first) = line.moves.first() else {
                    continue;
                };
                let is_proven = is_proven(line.score, line.depth);
                let depth = u16::try_from(line.depth).unwrap_or(u16::MAX);
                // A win is one, whatever else could have been played.
                if rank == 0 && (is_whole || is_win(line.score)) {
                    let found = Record::found(line.score, depth, Some(first), is_proven);
                    changes.change(rule, board, |kept| kept.learn(found))?;
                }
                let mut after = board.clone();
                after.play(first);
                let reply = line.moves.get(1).copied();
                let value = after_move(line.score);
                let found = Record::found(value, depth.saturating_sub(1), reply, is_proven);
                changes.change(rule, &after, |kept| kept.learn(found))?;
            }
            Ok(())
        });
        quiet(written);
    }
}

fn line_of(point: Point, score: Score, depth: u32) -> Line {
    Line {
        depth: depth.max(1),
        ..Line::of_move(point, score)
    }
}

/// A win is proven when it is found; a loss when no reply was left unseen up to
/// its end.
fn is_proven(score: Score, depth: u32) -> bool {
    is_win(score) || is_loss(score) && depth as usize >= plies_to_end(score)
}

/// What the memory says, or nothing and a line in the log.
fn quiet<T>(result: Result<T, DatabaseError>) -> Option<T> {
    result
        .inspect_err(|error| log::warn!("the memory of positions: {error}"))
        .ok()
}

#[cfg(test)]
mod tests;
