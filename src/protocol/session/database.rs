//! The part of the conversation about a memory of positions: what analysis
//! boards ask and write there, answered beside any search.

mod files;

use super::Session;
use crate::board::Board;
use crate::database::{Bound, Changes, Database, DatabaseError, Record};
use crate::engine::Recall;
use crate::protocol::command::{Body, Coordinates};
use crate::protocol::database::{DatabaseRequest, Deletion, Edit, Forgotten};
use crate::protocol::response::Response;
use crate::types::Rule;
use crate::types::score::{chance, is_decisive, is_loss, is_win, nearest, plies_to_end};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most characters of a label that a board shows in a cell.
const LONGEST_LABEL: usize = 4;
/// The same for the first Yixin-Board.
const SHORT_LABEL: usize = 2;

/// What a request says besides yes or no.
type Answer = Result<(), DatabaseError>;

/// The memory of positions as the conversation holds it.
#[derive(Default)]
pub(super) struct Shelf {
    database: Option<Arc<Database>>,
    /// Where files named by the manager may lie: beside the file that the user
    /// named, and in the folder that the manager was told to give.
    folder: Option<PathBuf>,
    told_folder: Option<PathBuf>,
    is_unused: bool,
    is_read_only: bool,
}

impl Session {
    /// Remembers positions in this file; files beside it may be named by the
    /// manager.
    pub fn set_database(&mut self, database: Arc<Database>) {
        let folder = database.path().parent().map(Path::to_owned);
        self.shelf.folder = folder.map(|folder| {
            if folder.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                folder
            }
        });
        self.shelf.database = Some(database);
        self.choose_recall();
    }

    /// `INFO folder`: files in it may be named by the manager.
    pub(super) fn allow_folder(&mut self, folder: &str) {
        self.shelf.told_folder = Some(PathBuf::from(folder));
    }

    /// `INFO usedatabase`.
    pub(super) fn use_database(&mut self, is_used: bool) {
        self.shelf.is_unused = !is_used;
        self.choose_recall();
    }

    /// `INFO database_readonly`.
    pub(super) fn protect_database(&mut self, is_read_only: bool) {
        self.shelf.is_read_only = is_read_only;
        self.choose_recall();
    }

    /// Tells the engine which memory its searches have.
    fn choose_recall(&mut self) {
        let database = self.shelf.database.clone();
        let recall = database.filter(|_| !self.shelf.is_unused).map(|database| {
            let mut recall = Recall::new(database);
            recall.writes &= !self.shelf.is_read_only;
            recall
        });
        self.engine.set_recall(recall);
    }

    /// A request about a position. Without a database there is nothing to tell.
    pub(super) fn ask_database(&mut self, request: &DatabaseRequest, body: &Body) {
        let (Some(database), Some((rule, board))) =
            (self.shelf.database.clone(), self.position_asked(body))
        else {
            return;
        };
        let is_edit = !matches!(
            request,
            DatabaseRequest::Moves { .. } | DatabaseRequest::Position | DatabaseRequest::Text
        );
        if is_edit && self.shelf.is_read_only {
            return self.complain(&DatabaseError::ReadOnly);
        }
        let result = match request {
            DatabaseRequest::Moves { with_text } => {
                self.show_moves(&database, rule, &board, *with_text)
            }
            DatabaseRequest::Position => self.show_position(&database, rule, &board),
            DatabaseRequest::Text => self.show_text(&database, rule, &board),
            DatabaseRequest::SetBestMove => mark_best(&database, rule, &board, true),
            DatabaseRequest::ClearBestMove => mark_best(&database, rule, &board, false),
            DatabaseRequest::Delete(deletion) => delete(&database, rule, &board, *deletion),
            DatabaseRequest::EditLabel(at, label) => {
                self.edit_label(&database, rule, &board, *at, label)
            }
            DatabaseRequest::EditText(text) => database.change(rule, &board, |record| {
                record.comment.clone_from(text);
            }),
            DatabaseRequest::Edit(edit) => database
                .change(rule, &board, |record| apply(*edit, record))
                .and_then(|()| self.show_position(&database, rule, &board)),
        };
        if let Err(error) = result {
            self.complain(&error);
        }
    }

    /// The position that the stones of a request make, put by turns.
    fn position_asked(&self, body: &Body) -> Option<(Rule, Board)> {
        let game = self.game.as_ref()?;
        let mut board = Board::new(game.board().size());
        for stone in &body.stones {
            let point = self.dialect.point(board.size(), stone.at);
            if let Some(point) = point.filter(|&point| board.is_empty(point)) {
                board.play(point);
            }
        }
        Some((game.rule(), board))
    }

    /// Tells people what went wrong; no manager takes it for an answer.
    fn complain(&mut self, error: &DatabaseError) {
        self.print(Response::Message(format!("DATABASE: {error}")));
    }

    fn tell_database(&mut self, text: &str) {
        self.print(Response::Message(format!("DATABASE {text}")));
    }

    fn show_moves(
        &mut self,
        database: &Database,
        rule: Rule,
        board: &Board,
        with_text: bool,
    ) -> Answer {
        let here = database.get(rule, board)?.unwrap_or_default();
        let moves = database.moves(rule, board)?;
        self.tell_database("REFRESH");
        for point in board.empty().iter() {
            let record = moves.iter().find(|(other, _)| *other == point);
            let text = here.cells.iter().find(|(other, _)| *other == point);
            if record.is_none() && text.is_none() {
                continue;
            }
            let record = record.map(|(_, record)| record.clone()).unwrap_or_default();
            let text = text.map_or("", |(_, text)| text);
            let Coordinates(first, second) = self.dialect.coordinates(point);
            let line = format!(
                "{first} {second} {} {} {} {} {} {text}",
                packed(&shown(&display(&record), with_text)),
                record.value,
                record.depth,
                record.bound.number(),
                u8::from(!record.comment.is_empty()),
            );
            self.tell_database(line.trim_end());
        }
        self.tell_database("DONE");
        if with_text {
            self.print(Response::Comment(here.comment));
        }
        Ok(())
    }

    fn show_position(&mut self, database: &Database, rule: Rule, board: &Board) -> Answer {
        let text = match database.get(rule, board)? {
            None => "ONE 0 0 0 0".to_owned(),
            Some(record) => format!(
                "ONE {} {} {} {} {}",
                letter(&record).map_or(-1, i32::from),
                record.value,
                record.depth,
                record.bound.number(),
                display(&record)
            ),
        };
        self.tell_database(text.trim_end());
        Ok(())
    }

    fn show_text(&mut self, database: &Database, rule: Rule, board: &Board) -> Answer {
        let record = database.get(rule, board)?.unwrap_or_default();
        self.print(Response::Comment(record.comment));
        Ok(())
    }

    fn edit_label(
        &mut self,
        database: &Database,
        rule: Rule,
        board: &Board,
        at: Coordinates,
        label: &str,
    ) -> Answer {
        match self.dialect.point(board.size(), at) {
            Some(point) => database.change(rule, board, |record| record.set_cell(point, label)),
            None => Ok(()),
        }
    }

    /// `YXSAVEDATABASE`: every change is safe already.
    pub(super) fn save_database(&mut self) {
        if let Some(database) = &self.shelf.database {
            let text = format!("DATABASE: all is kept in {}", database.path().display());
            self.print(Response::Message(text));
        }
    }

    /// `YXDBCHECK`, `YXDBFIX`.
    pub(super) fn check_database(&mut self) {
        let Some(database) = self.shelf.database.clone() else {
            return;
        };
        // A look may mend.
        if self.shelf.is_read_only {
            return self.complain(&DatabaseError::ReadOnly);
        }
        match database.check() {
            Ok(true) => self.print(Response::Message("DATABASE: the file is sound".to_owned())),
            Ok(false) => self.print(Response::Message(
                "DATABASE: the file was mended".to_owned(),
            )),
            Err(error) => self.complain(&error),
        }
    }
}

/// Makes the newest stone the best move of the position before it, or takes
/// that back.
fn mark_best(database: &Database, rule: Rule, board: &Board, is_best: bool) -> Answer {
    let Some(newest) = board.last_move() else {
        return Ok(());
    };
    let mut before = board.clone();
    before.undo();
    database.change(rule, &before, |record| {
        if is_best {
            record.best = Some(newest);
        } else {
            record.best = record.best.filter(|&best| best != newest);
        }
    })
}

fn apply(edit: Edit, record: &mut Record) {
    if let Some(label) = edit.label {
        record.label = (label != 0).then_some(label);
    }
    if let Some(value) = edit.value {
        record.value = nearest(value);
        record.bound = Bound::Exact;
        record.is_proven &= is_decisive(record.value);
    }
    if let Some(depth) = edit.depth {
        record.depth = depth.clamp(0, u16::MAX.into()) as u16;
        record.bound = Bound::Exact;
    }
}

/// Forgets a position, or positions that follow from it.
fn delete(database: &Database, rule: Rule, board: &Board, deletion: Deletion) -> Answer {
    database.edit(|changes| match deletion {
        Deletion::Position => changes.remove(rule, board).map(drop),
        Deletion::Below { which, goes_on } => {
            let mut seen = HashSet::new();
            delete_below(changes, rule, &mut board.clone(), which, goes_on, &mut seen)
        }
    })
}

/// Forgets among the moves of a position and, behind those forgotten or where
/// it is told to go on, further down. No deeper than the board has cells.
fn delete_below(
    changes: &mut Changes<'_>,
    rule: Rule,
    board: &mut Board,
    which: Forgotten,
    goes_on: bool,
    seen: &mut HashSet<u64>,
) -> Answer {
    let empty = *board.empty();
    for point in empty.iter() {
        board.play(point);
        if seen.insert(board.hash())
            && let Some(record) = changes.get(rule, board)?
        {
            let is_forgotten = is_meant(which, &record);
            if is_forgotten {
                changes.remove(rule, board)?;
            }
            if is_forgotten || goes_on {
                delete_below(changes, rule, board, which, goes_on, seen)?;
            }
        }
        board.undo();
    }
    Ok(())
}

/// Whether a record is among those to be forgotten. Its result is that of the
/// side that has just moved, as boards show it.
fn is_meant(which: Forgotten, record: &Record) -> bool {
    let letter = letter(record).map(|letter| letter.to_ascii_uppercase());
    let is_decided = matches!(letter, Some(b'W' | b'L'));
    let has_distance = is_decisive(record.value);
    match which {
        Forgotten::All => true,
        Forgotten::Won => letter == Some(b'W'),
        Forgotten::Lost => letter == Some(b'L'),
        Forgotten::Decided => is_decided,
        Forgotten::Undecided => !is_decided,
        Forgotten::DecidedWithoutDistance => is_decided && !has_distance,
        Forgotten::DecidedWithin(plies) => {
            is_decided && has_distance && plies_to_end(record.value) < plies as usize
        }
    }
}

/// The letter of a record: what people gave it, or the result of the side that
/// has just moved.
const fn letter(record: &Record) -> Option<u8> {
    match record.label {
        Some(label) => Some(label),
        None if record.is_proven && is_loss(record.value) => Some(b'W'),
        None if record.is_proven && is_win(record.value) => Some(b'L'),
        None => None,
    }
}

/// What a board shows on the move that led to a position: `W5`, `L4`, `W*`,
/// another letter, or the chance of winning of the side that made it.
fn display(record: &Record) -> String {
    match letter(record) {
        Some(result @ (b'W' | b'w' | b'L' | b'l')) => {
            let result = char::from(result);
            if is_decisive(record.value) {
                format!("{result}{}", plies_to_end(record.value) + 1)
            } else {
                format!("{result}*")
            }
        }
        Some(other) => char::from(other).to_string(),
        None if record.bound == Bound::Exact => {
            let percent = (chance(-record.value) * 100.0) as u32;
            format!("{}%", percent.min(99))
        }
        None => String::new(),
    }
}

/// The label as the board that asks can show it. One that wants the comment too shows all of
/// it; the older one shows two characters, and of longer labels the last two: 3% for 63%.
fn shown(label: &str, is_long: bool) -> String {
    let short = label.strip_suffix('%').unwrap_or(label);
    match label {
        _ if is_long => label.to_owned(),
        _ if short.len() > SHORT_LABEL => short.chars().take(1).collect(),
        _ => short.to_owned(),
    }
}

/// Up to four characters as one number; -1 for none.
fn packed(label: &str) -> i64 {
    if label.is_empty() {
        return -1;
    }
    let bytes = label.bytes().take(LONGEST_LABEL);
    bytes.fold(0, |number, byte| number << 8 | i64::from(byte))
}

#[cfg(test)]
mod tests;
