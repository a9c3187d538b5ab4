//! The file. Every change that was acknowledged is on the disk and survives a
//! kill at any moment; whoever reads sees whole changes only. One process may
//! write, or any number read.
//!
//! The store trusts its file: one that was cut or overwritten makes it panic. No
//! panic leaves this module, and a file that caused one is not asked again.

use super::entry::{Access, Entry, Visit};
use super::error::DatabaseError;
use super::key::{self, Key};
use super::record::Record;
use crate::board::Board;
use crate::types::{BoardSize, Point, Rule};
use redb::{
    Builder, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition,
};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The records by the keys of their positions.
const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");

/// Facts about the file.
const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");

/// The fact that says how keys and records are written.
const FORMAT: &str = "format";

/// The format of this version.
const VERSION: u64 = 1;

/// What is told of a file that made the store panic.
const PANIC: &str = "it was cut off or overwritten";

/// Memory for pages of the file.
const CACHE_BYTES: usize = 16 << 20;

/// A file of positions.
pub struct Database {
    path: PathBuf,
    file: RwLock<File>,
}

enum File {
    Writable(Box<redb::Database>),
    ReadOnly(redb::ReadOnlyDatabase),
    /// It has misled the store.
    Damaged,
}

impl Drop for Database {
    fn drop(&mut self) {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let file = mem::replace(file, File::Damaged);
        // Closing writes, and may fail as anything else.
        let _ = without_panic(|| {
            drop(file);
            Ok(())
        });
    }
}

impl Database {
    /// Opens a file of positions; one that is to be written is made if there
    /// is none.
    pub fn open(path: &Path, access: Access) -> Result<Self, DatabaseError> {
        let mut builder = Builder::new();
        builder.set_cache_size(CACHE_BYTES);
        let file = without_panic(|| {
            Ok(match access {
                Access::Write => File::Writable(Box::new(store(builder.create(path))?)),
                Access::Read => File::ReadOnly(store(builder.open_read_only(path))?),
            })
        })?;
        let database = Self {
            path: path.to_owned(),
            file: RwLock::new(file),
        };
        database.guarded(|| database.check_format())?;
        Ok(database)
    }

    /// Works with the file; the first panic is the last work with it.
    fn guarded<T>(
        &self,
        work: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let result = without_panic(work);
        if matches!(&result, Err(DatabaseError::Damaged(reason)) if reason == PANIC)
            // Within other work the lock is taken; that work ends by the same error.
            && let Ok(mut file) = self.file.try_write()
        {
            // Whatever state it is in: to close it would be to work with it.
            mem::forget(mem::replace(&mut *file, File::Damaged));
        }
        result
    }

    /// The file's name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses a file of another format, and makes an empty one of this.
    fn check_format(&self) -> Result<(), DatabaseError> {
        let file = self.read_lock();
        let File::Writable(database) = &*file else {
            let transaction = begin_read(&file)?;
            let facts = store(transaction.open_table(FACTS))?;
            let version = store(facts.get(FORMAT))?.map_or(0, |version| version.value());
            return known_format(version);
        };
        let transaction = store(database.begin_write())?;
        {
            let mut facts = store(transaction.open_table(FACTS))?;
            let version = store(facts.get(FORMAT))?.map(|version| version.value());
            match version {
                Some(version) => known_format(version)?,
                None => drop(store(facts.insert(FORMAT, VERSION))?),
            }
            store(transaction.open_table(POSITIONS))?;
        }
        store(transaction.commit())
    }

    fn read_lock(&self) -> RwLockReadGuard<'_, File> {
        self.file.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_lock(&self) -> RwLockWriteGuard<'_, File> {
        self.file.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether changes are refused.
    pub fn is_read_only(&self) -> bool {
        matches!(&*self.read_lock(), File::ReadOnly(_))
    }

    /// How many positions are kept.
    pub fn len(&self) -> Result<u64, DatabaseError> {
        self.guarded(|| {
            let transaction = begin_read(&self.read_lock())?;
            let table = store(transaction.open_table(POSITIONS))?;
            store(table.len())
        })
    }

    /// Whether no position is kept.
    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        Ok(self.len()? == 0)
    }

    /// What is kept of a position.
    pub fn get(&self, rule: Rule, board: &Board) -> Result<Option<Record>, DatabaseError> {
        let Some(key) = Key::new(rule, board) else {
            return Ok(None);
        };
        self.guarded(|| {
            let transaction = begin_read(&self.read_lock())?;
            let table = store(transaction.open_table(POSITIONS))?;
            look_up(&table, &key, board.size())
        })
    }

    /// What is kept of the positions that one move leads to.
    pub fn moves(&self, rule: Rule, board: &Board) -> Result<Vec<(Point, Record)>, DatabaseError> {
        self.guarded(|| self.find_moves(rule, board))
    }

    fn find_moves(&self, rule: Rule, board: &Board) -> Result<Vec<(Point, Record)>, DatabaseError> {
        let transaction = begin_read(&self.read_lock())?;
        let table = store(transaction.open_table(POSITIONS))?;
        let mut found = Vec::new();
        let mut after = board.clone();
        for point in board.empty().iter() {
            after.play(point);
            if let Some(key) = Key::new(rule, &after)
                && let Some(record) = look_up(&table, &key, board.size())?
            {
                found.push((point, record));
            }
            after.undo();
        }
        Ok(found)
    }

    /// Changes what is kept of a position; a blank record is taken out.
    pub fn change(
        &self,
        rule: Rule,
        board: &Board,
        change: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        self.edit(|changes| changes.change(rule, board, change))
    }

    /// Makes changes that are kept all together or not at all.
    pub fn edit<T>(
        &self,
        edit: impl FnOnce(&mut Changes<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.guarded(|| {
            let file = self.read_lock();
            let File::Writable(database) = &*file else {
                return Err(refusal(&file));
            };
            let transaction = store(database.begin_write())?;
            let result = {
                let table = store(transaction.open_table(POSITIONS))?;
                edit(&mut Changes { table })?
            };
            store(transaction.commit())?;
            Ok(result)
        })
    }

    /// Goes through all positions, or those of one rule and board, few stones
    /// first, until the visitor says stop.
    pub fn visit(
        &self,
        of: Option<(Rule, BoardSize)>,
        visit: impl FnMut(Entry) -> Visit,
    ) -> Result<(), DatabaseError> {
        self.guarded(|| self.visit_rows(of, visit))
    }

    fn visit_rows(
        &self,
        of: Option<(Rule, BoardSize)>,
        mut visit: impl FnMut(Entry) -> Visit,
    ) -> Result<(), DatabaseError> {
        let transaction = begin_read(&self.read_lock())?;
        let table = store(transaction.open_table(POSITIONS))?;
        let prefix = of.map_or_else(Vec::new, |(rule, size)| key::prefix(rule, size).to_vec());
        for row in store(table.range::<&[u8]>(prefix.as_slice()..))? {
            let (bytes, value) = store(row)?;
            if !bytes.value().starts_with(&prefix) {
                break;
            }
            if visit(entry(bytes.value(), value.value())?) == Visit::Stop {
                break;
            }
        }
        Ok(())
    }

    /// Gives room that is no longer needed back to the system.
    pub fn compact(&self) -> Result<(), DatabaseError> {
        self.guarded(|| match &mut *self.write_lock() {
            File::Writable(database) => store(database.compact()).map(drop),
            other => Err(refusal(other)),
        })
    }

    /// Whether the file is sound; what is not is mended where it can be.
    pub fn check(&self) -> Result<bool, DatabaseError> {
        self.guarded(|| match &mut *self.write_lock() {
            File::Writable(database) => store(database.check_integrity()),
            other => Err(refusal(other)),
        })
    }
}

/// Changes under way.
pub struct Changes<'a> {
    table: Table<'a, &'static [u8], &'static [u8]>,
}

impl Changes<'_> {
    /// Changes what is kept of a position; a blank record is taken out.
    /// Positions with walls are not kept.
    pub fn change(
        &mut self,
        rule: Rule,
        board: &Board,
        change: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        match Key::new(rule, board) {
            Some(key) => self.change_key(&key, board.size(), change),
            None => Ok(()),
        }
    }

    /// As [`change`](Self::change), for a position whose key is known.
    pub(super) fn change_key(
        &mut self,
        key: &Key,
        size: BoardSize,
        change: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        let before = look_up(&self.table, key, size)?;
        let mut record = before.clone().unwrap_or_default();
        change(&mut record);
        if record.is_blank() {
            if before.is_some() {
                store(self.table.remove(key.bytes()))?;
            }
        } else if before.as_ref() != Some(&record) {
            let bytes = record.encode(size, key.symmetry());
            store(self.table.insert(key.bytes(), bytes.as_slice()))?;
        }
        Ok(())
    }

    /// Takes a position out; whether it was there.
    pub fn remove(&mut self, rule: Rule, board: &Board) -> Result<bool, DatabaseError> {
        let Some(key) = Key::new(rule, board) else {
            return Ok(false);
        };
        Ok(store(self.table.remove(key.bytes()))?.is_some())
    }

    /// What is kept of a position.
    pub fn get(&self, rule: Rule, board: &Board) -> Result<Option<Record>, DatabaseError> {
        let key = Key::new(rule, board);
        key.map_or(Ok(None), |key| look_up(&self.table, &key, board.size()))
    }
}

fn begin_read(file: &File) -> Result<redb::ReadTransaction, DatabaseError> {
    match file {
        File::Writable(database) => store(database.begin_read()),
        File::ReadOnly(database) => store(database.begin_read()),
        File::Damaged => Err(refusal(file)),
    }
}

/// Why a file is not written to.
fn refusal(file: &File) -> DatabaseError {
    match file {
        File::Damaged => DatabaseError::Damaged(PANIC.to_owned()),
        File::Writable(_) | File::ReadOnly(_) => DatabaseError::ReadOnly,
    }
}

/// Does some work with the store; a panic is a damaged file.
fn without_panic<T>(work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
    let panicked = |_| Err(DatabaseError::Damaged(PANIC.to_owned()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)
}

const fn known_format(version: u64) -> Result<(), DatabaseError> {
    if version == VERSION {
        Ok(())
    } else {
        Err(DatabaseError::Format(version))
    }
}

fn look_up(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    key: &Key,
    size: BoardSize,
) -> Result<Option<Record>, DatabaseError> {
    let value = store(table.get(key.bytes()))?;
    value
        .map(|value| Record::decode(value.value(), size, key.symmetry()))
        .transpose()
}

fn entry(bytes: &[u8], value: &[u8]) -> Result<Entry, DatabaseError> {
    let damaged = || DatabaseError::Damaged("a key makes no sense".to_owned());
    let (rule, board) = key::position(bytes).ok_or_else(damaged)?;
    // Kept positions are turned as their keys are.
    let key = Key::new(rule, &board).ok_or_else(damaged)?;
    let record = Record::decode(value, board.size(), key.symmetry())?;
    Ok(Entry {
        rule,
        board,
        record,
    })
}

/// A result of the store with our errors.
fn store<T, E: Into<redb::Error>>(result: Result<T, E>) -> Result<T, DatabaseError> {
    result.map_err(|error| error.into().into())
}

#[cfg(test)]
mod tests;
