//! What can be wrong with a file of positions, in words for people.

use crate::tree::TreeError;
use std::fmt;

/// Why a file of positions could not be used.
#[derive(Debug)]
pub enum DatabaseError {
    /// Another process writes to it, or reads while we want to write.
    InUse,
    /// It was opened to be read only.
    ReadOnly,
    /// It is of a format that this version does not know.
    Format(u64),
    /// It is no file of positions, or a damaged one.
    Damaged(String),
    /// The system or the store refused.
    Store(String),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => formatter.write_str("another process is using the database"),
            Self::ReadOnly => formatter.write_str("the database is open for reading only"),
            Self::Format(version) => {
                write!(
                    formatter,
                    "the database has format {version}, which is not known"
                )
            }
            Self::Damaged(reason) => write!(formatter, "the database is damaged: {reason}"),
            Self::Store(reason) => write!(formatter, "the database cannot be used: {reason}"),
        }
    }
}

impl std::error::Error for DatabaseError {}

impl From<std::io::Error> for DatabaseError {
    fn from(error: std::io::Error) -> Self {
        Self::Store(error.to_string())
    }
}

impl From<TreeError> for DatabaseError {
    fn from(error: TreeError) -> Self {
        Self::Store(error.to_string())
    }
}

impl From<redb::Error> for DatabaseError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::InUse,
            redb::Error::Corrupted(reason) => Self::Damaged(reason),
            redb::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Self::Damaged(error.to_string())
            }
            other => Self::Store(other.to_string()),
        }
    }
}
