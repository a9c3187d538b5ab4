//! Positions from one place to another: trees of variations, texts and other
//! databases in, and out again. Takes many positions over in several steps, each
//! of which is kept or not at all.

use super::error::DatabaseError;
use super::key::Key;
use super::record::Record;
use super::text;
use super::{Database, Visit};
use crate::board::{Board, Symmetry};
use crate::tree::{GameTree, Node, NodeId};
use crate::types::{BoardSize, Color, Point, Rule};
use std::collections::HashSet;
use std::io::{BufRead, Write};

/// Positions taken over in one step: few enough to wait in memory, as many as
/// possible because every step writes pages all over the file.
const STEP: usize = 100_000;

/// Positions on their way into a database.
pub struct Intake<'a> {
    database: &'a Database,
    waiting: Vec<(Key, BoardSize, Record)>,
    /// How many were taken over.
    pub count: u64,
}

impl<'a> Intake<'a> {
    /// Into this database.
    pub const fn new(database: &'a Database) -> Self {
        Self {
            database,
            waiting: Vec::new(),
            count: 0,
        }
    }

    /// Takes a position over; one with walls is left out.
    pub fn add(&mut self, rule: Rule, board: &Board, record: Record) -> Result<(), DatabaseError> {
        let key = Key::new(rule, board);
        let entry = key.map(|key| (key, board.size(), record));
        self.waiting.extend(entry);
        if self.waiting.len() >= STEP {
            self.finish()?;
        }
        Ok(())
    }

    /// Takes over what still waits.
    pub fn finish(&mut self) -> Result<(), DatabaseError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        self.count += waiting.len() as u64;
        // Neighbours in the file are written together.
        waiting.sort_by(|(one, ..), (other, ..)| one.bytes().cmp(other.bytes()));
        self.database.edit(|changes| {
            let mut entries = waiting.into_iter();
            entries.try_for_each(|(key, size, found)| {
                changes.change_key(&key, size, |record| record.learn(found))
            })
        })
    }
}

/// Takes the positions of a tree over; how many, and how many were left out
/// because a move could not be played.
pub fn import_tree(
    database: &Database,
    rule: Rule,
    tree: &GameTree,
) -> Result<(u64, usize), DatabaseError> {
    let mut intake = Intake::new(database);
    let left_out = tree.visit(|id, board| {
        let node = tree.node(id);
        let mut record = Record {
            is_in_book: true,
            is_marked: node.is_marked,
            comment: node.comment.clone(),
            ..Record::default()
        };
        for (point, label) in &node.labels {
            if board.size().contains(*point) {
                record.set_cell(*point, label);
            }
        }
        intake.add(rule, board, record)
    })?;
    intake.finish()?;
    Ok((intake.count, left_out))
}

/// Takes the lines of a text over; how many, and how many made no sense.
pub fn import_text(
    database: &Database,
    lines: impl BufRead,
) -> Result<(u64, usize), DatabaseError> {
    let mut intake = Intake::new(database);
    let mut left_out = 0;
    for line in lines.lines() {
        let line = line?;
        match text::read(&line) {
            Some(entry) => intake.add(entry.rule, &entry.board, entry.record)?,
            None => left_out += usize::from(!line.starts_with('#') && !line.trim().is_empty()),
        }
    }
    intake.finish()?;
    Ok((intake.count, left_out))
}

/// Writes positions as text; how many.
pub fn export_text(
    database: &Database,
    of: Option<(Rule, BoardSize)>,
    output: &mut impl Write,
) -> Result<u64, DatabaseError> {
    let mut result = writeln!(output, "{}", text::HEADER);
    let mut count = 0;
    database.visit(of, |entry| {
        result = writeln!(output, "{}", text::write(&entry));
        count += 1;
        go_on(result.is_ok())
    })?;
    result.and_then(|()| output.flush())?;
    Ok(count)
}

/// Takes all positions of another database over; how many.
pub fn merge(from: &Database, to: &Database) -> Result<u64, DatabaseError> {
    copy(from, to, None, |_| true)
}

/// Takes over the positions of another database that hold all stones of one;
/// how many.
pub fn split(
    from: &Database,
    to: &Database,
    rule: Rule,
    board: &Board,
) -> Result<u64, DatabaseError> {
    copy(from, to, Some((rule, board.size())), |larger| {
        holds(larger, board)
    })
}

fn copy(
    from: &Database,
    to: &Database,
    of: Option<(Rule, BoardSize)>,
    is_wanted: impl Fn(&Board) -> bool,
) -> Result<u64, DatabaseError> {
    let mut intake = Intake::new(to);
    let mut result = Ok(());
    from.visit(of, |entry| {
        if is_wanted(&entry.board) {
            result = intake.add(entry.rule, &entry.board, entry.record);
        }
        go_on(result.is_ok())
    })?;
    result?;
    intake.finish()?;
    Ok(intake.count)
}

/// Whether a position holds all stones of another, whichever way it lies.
fn holds(larger: &Board, smaller: &Board) -> bool {
    Symmetry::all(larger.size()).any(|symmetry| {
        [Color::Black, Color::White].into_iter().all(|color| {
            let mut stones = smaller.stones(color).iter();
            stones.all(|stone| larger.stones(color).contains(symmetry.apply(stone)))
        })
    })
}

const fn go_on(is_wanted: bool) -> Visit {
    if is_wanted { Visit::GoOn } else { Visit::Stop }
}

/// The tree of all positions that are kept behind a line of play. A position
/// that several lines lead to is followed once; of moves that mirror each other
/// one is shown.
pub fn export_tree(
    database: &Database,
    rule: Rule,
    size: BoardSize,
    line: &[Point],
) -> Result<GameTree, DatabaseError> {
    let mut tree = GameTree::new(size);
    let mut board = Board::new(size);
    let mut id = tree.root();
    for &point in line {
        write_down(database, rule, &board, &mut tree, id)?;
        id = tree.add(id, Node::of_move(point))?;
        board.play(point);
    }
    let mut seen = HashSet::new();
    let mut waiting = vec![(id, board)];
    while let Some((id, board)) = waiting.pop() {
        let Some(key) = Key::new(rule, &board) else {
            continue;
        };
        if !seen.insert(key.bytes().to_vec()) {
            continue;
        }
        write_down(database, rule, &board, &mut tree, id)?;
        let mut images = HashSet::new();
        for (point, record) in sorted(database.moves(rule, &board)?, tree.node(id)) {
            let mut after = board.clone();
            after.play(point);
            let Some(key) = Key::new(rule, &after) else {
                continue;
            };
            if images.insert(key.bytes().to_vec()) {
                let mut node = Node::of_move(point);
                node.is_marked = record.is_marked;
                let child = tree.add(id, node)?;
                waiting.push((child, after));
            }
        }
    }
    Ok(tree)
}

/// Moves, the best for the side that makes them first, and of those that mirror
/// each other first the one that something is written on.
fn sorted(mut moves: Vec<(Point, Record)>, node: &Node) -> Vec<(Point, Record)> {
    let is_blank = |point: Point| node.labels.iter().all(|(other, _)| *other != point);
    moves.sort_by_key(|(point, record)| (record.value, is_blank(*point), *point));
    moves
}

fn write_down(
    database: &Database,
    rule: Rule,
    board: &Board,
    tree: &mut GameTree,
    id: NodeId,
) -> Result<(), DatabaseError> {
    if let (Some(record), Some(node)) = (database.get(rule, board)?, tree.node_mut(id)) {
        node.comment = record.comment;
        node.labels = record.cells;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
