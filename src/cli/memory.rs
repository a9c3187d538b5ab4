//! The memory of positions as commands open it, with errors that name the file.

use crate::database::{Access, Database, DatabaseError};
use crate::engine::Recall;
use anyhow::{Context, Result};
use std::path::Path;
use std::sync::Arc;

/// Opens a memory of positions to be read and written; one that another process
/// has open for reading is read.
pub fn open(path: &Path) -> Result<Arc<Database>> {
    let database = match Database::open(path, Access::Write) {
        Err(DatabaseError::InUse) => Database::open(path, Access::Read),
        other => other,
    };
    let database = database.with_context(|| format!("cannot use {}", path.display()))?;
    Ok(Arc::new(database))
}

/// A memory of positions for searches.
pub fn recall(path: &Path) -> Result<Recall> {
    Ok(Recall::new(open(path)?))
}
