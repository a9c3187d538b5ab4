//! A database for tests whose file is gone when the test is over.

use super::{Access, Database};
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A name for a file that is gone when the test is over.
pub struct TestFile(pub PathBuf);

impl TestFile {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quinte-database-{}-{number}.qdb", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    pub fn open(&self) -> Database {
        Database::open(&self.0, Access::Write).expect("a database")
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        // A test that never made it has nothing to clean up.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// An open database whose file is gone when the test is over.
pub struct TestDatabase {
    pub database: Arc<Database>,
    _file: TestFile,
}

impl TestDatabase {
    pub fn new() -> Self {
        let file = TestFile::new();
        Self {
            database: Arc::new(file.open()),
            _file: file,
        }
    }
}

impl Deref for TestDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.database
    }
}
