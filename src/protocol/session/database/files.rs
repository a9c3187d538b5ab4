//! Commands with a named file: other memories of positions, `RenLib` files and
//! texts, taken over or written. A file named by the manager is only touched
//! inside the folder that the user allowed, and no memory is written over.

use super::Session;
use crate::board::Board;
use crate::database::{Access, Database, DatabaseError, transfer};
use crate::protocol::database::DatabaseFile;
use crate::protocol::response::Response;
use crate::tree::renlib;
use crate::types::Rule;
use std::fs;
use std::io::{BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a memory of positions begins.
const MAGIC: &[u8] = b"redb";

impl Session {
    /// A command with a named file.
    pub(in crate::protocol::session) fn use_database_file(
        &mut self,
        command: DatabaseFile,
        name: &str,
    ) {
        // Without a database that the user named no file is touched.
        let Some(database) = self.shelf.database.clone() else {
            return;
        };
        let Some(path) = self.allowed_path(name) else {
            let text = format!("DATABASE: {name} is outside the folder that is allowed");
            return self.print(Response::Message(text));
        };
        let result = match command {
            DatabaseFile::Open => self.open_database(&path),
            DatabaseFile::Merge | DatabaseFile::ImportText | DatabaseFile::ImportLibrary => {
                self.take_over(&database, command, &path)
            }
            DatabaseFile::Split
            | DatabaseFile::ExportText
            | DatabaseFile::ExportPositions
            | DatabaseFile::ExportAllText
            | DatabaseFile::ExportLibrary => self.write_out(&database, command, &path),
            DatabaseFile::DumpTable | DatabaseFile::LoadTable => {
                Ok("the search's table is not kept in files".to_owned())
            }
        };
        match result {
            Ok(text) => self.print(Response::Message(format!("DATABASE: {text}"))),
            Err(error) => self.complain(&error),
        }
    }

    /// The file of this name if it lies in a folder that is allowed.
    fn allowed_path(&self, name: &str) -> Option<PathBuf> {
        let folders = [&self.shelf.folder, &self.shelf.told_folder];
        let mut folders = folders.into_iter().flatten();
        folders.find_map(|folder| path_within(folder, name))
    }

    fn open_database(&mut self, path: &Path) -> Result<String, DatabaseError> {
        // The file that is open already would refuse to be opened again.
        if !self.is_open(path) {
            let access = if self.shelf.is_read_only {
                Access::Read
            } else {
                Access::Write
            };
            let folder = self.shelf.folder.clone();
            self.set_database(Arc::new(Database::open(path, access)?));
            self.shelf.folder = folder;
        }
        Ok(format!("positions are remembered in {}", path.display()))
    }

    /// Whether this is the file of the database that is open.
    fn is_open(&self, path: &Path) -> bool {
        let open = self.shelf.database.as_ref();
        let open = open.and_then(|database| database.path().canonicalize().ok());
        open.is_some_and(|open| open == path)
    }

    /// The rule and board of the game, if there is one.
    fn board_in_play(&self) -> Option<(Rule, &Board)> {
        self.game.as_ref().map(|game| (game.rule(), game.board()))
    }

    /// Takes the positions of a file into the database.
    fn take_over(
        &self,
        database: &Database,
        command: DatabaseFile,
        path: &Path,
    ) -> Result<String, DatabaseError> {
        if self.shelf.is_read_only {
            return Err(DatabaseError::ReadOnly);
        }
        let count = match command {
            DatabaseFile::Merge => transfer::merge(&Database::open(path, Access::Read)?, database)?,
            DatabaseFile::ImportLibrary => {
                let rule = self
                    .board_in_play()
                    .map_or(Rule::Freestyle, |(rule, _)| rule);
                let tree = renlib::read(&fs::read(path)?)?;
                transfer::import_tree(database, rule, &tree)?.0
            }
            _ => transfer::import_text(database, BufReader::new(fs::File::open(path)?))?.0,
        };
        Ok(format!(
            "{count} positions of {} taken over",
            path.display()
        ))
    }

    /// Writes positions of the database into a file.
    fn write_out(
        &self,
        database: &Database,
        command: DatabaseFile,
        path: &Path,
    ) -> Result<String, DatabaseError> {
        if command != DatabaseFile::Split && (self.is_open(path) || holds_positions(path)) {
            let reason = format!("{} is one itself and is not written over", path.display());
            return Err(DatabaseError::Store(reason));
        }
        let board = self.board_in_play();
        let export = |of| {
            let mut file = BufWriter::new(fs::File::create(path)?);
            transfer::export_text(database, of, &mut file)
        };
        let count = match (command, board) {
            (DatabaseFile::ExportAllText, _) => export(None)?,
            (DatabaseFile::Split | DatabaseFile::ExportLibrary, None) => {
                return Ok("there is no board yet".to_owned());
            }
            (DatabaseFile::Split, Some((rule, board))) => {
                let other = Database::open(path, Access::Write)?;
                transfer::split(database, &other, rule, board)?
            }
            (DatabaseFile::ExportLibrary, Some((rule, board))) => {
                let tree = transfer::export_tree(database, rule, board.size(), board.history())?;
                fs::write(path, renlib::write(&tree)?)?;
                tree.len() as u64
            }
            _ => export(board.map(|(rule, board)| (rule, board.size())))?,
        };
        Ok(format!("{count} positions written to {}", path.display()))
    }
}

/// The file of this name if it lies in the folder.
fn path_within(folder: &Path, name: &str) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(name);
    let parent = path.parent()?.canonicalize().ok()?;
    let path = parent.join(path.file_name()?);
    // A link may lead anywhere.
    let target = path.canonicalize().unwrap_or_else(|_| path.clone());
    (parent.starts_with(&folder) && target.starts_with(&folder)).then_some(target)
}

/// Whether there is a memory of positions here.
fn holds_positions(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == MAGIC
}
