//! The file in builds without a store, such as those for browsers: it cannot be
//! opened, so that nothing here is ever asked. The same doors as in `store`.

use super::entry::{Access, Entry, Visit};
use super::error::DatabaseError;
use super::key::Key;
use super::record::Record;
use crate::board::Board;
use crate::types::{BoardSize, Point, Rule};
use std::marker::PhantomData;
use std::path::Path;

/// A file of positions, of which this build has none.
pub enum Database {}

/// Changes under way, of which there are none.
pub struct Changes<'a> {
    never: Database,
    of: PhantomData<&'a ()>,
}

#[expect(missing_docs, reason = "as in `store`")]
impl Database {
    pub fn open(_: &Path, _: Access) -> Result<Self, DatabaseError> {
        Err(DatabaseError::Store("this build has no store".to_owned()))
    }

    pub fn path(&self) -> &Path {
        match *self {}
    }

    pub fn is_read_only(&self) -> bool {
        match *self {}
    }

    pub fn len(&self) -> Result<u64, DatabaseError> {
        match *self {}
    }

    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        match *self {}
    }

    pub fn get(&self, _: Rule, _: &Board) -> Result<Option<Record>, DatabaseError> {
        match *self {}
    }

    pub fn moves(&self, _: Rule, _: &Board) -> Result<Vec<(Point, Record)>, DatabaseError> {
        match *self {}
    }

    pub fn change(
        &self,
        _: Rule,
        _: &Board,
        _: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        match *self {}
    }

    pub fn edit<T>(
        &self,
        _: impl FnOnce(&mut Changes<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        match *self {}
    }

    pub fn visit(
        &self,
        _: Option<(Rule, BoardSize)>,
        _: impl FnMut(Entry) -> Visit,
    ) -> Result<(), DatabaseError> {
        match *self {}
    }

    pub fn compact(&self) -> Result<(), DatabaseError> {
        match *self {}
    }

    pub fn check(&self) -> Result<bool, DatabaseError> {
        match *self {}
    }
}

#[expect(missing_docs, reason = "as in `store`")]
impl Changes<'_> {
    pub fn change(
        &mut self,
        _: Rule,
        _: &Board,
        _: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        match self.never {}
    }

    pub(super) fn change_key(
        &mut self,
        _: &Key,
        _: BoardSize,
        _: impl FnOnce(&mut Record),
    ) -> Result<(), DatabaseError> {
        match self.never {}
    }

    pub fn remove(&mut self, _: Rule, _: &Board) -> Result<bool, DatabaseError> {
        match self.never {}
    }

    pub fn get(&self, _: Rule, _: &Board) -> Result<Option<Record>, DatabaseError> {
        match self.never {}
    }
}
