//! Writes finished games to the record files that the user asked for. The log
//! is not among them: it is the truth that these files can be made from again.

use super::args::RecordArgs;
use crate::cli::destination;
use crate::cli::records::{GameRecord, psq, sgf};
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

/// The open record files.
pub struct Saver {
    sgf: Option<File>,
    psq: Option<PathBuf>,
}

impl Saver {
    /// Opens the files. An existing SGF file is only written over when `again` says that all
    /// its games are going to be saved once more, or when there is nothing in it.
    pub fn new(args: &RecordArgs, again: bool) -> anyhow::Result<Self> {
        let sgf = args
            .sgf
            .as_ref()
            .map(|path| {
                let is_empty =
                    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
                let over = again || is_empty;
                OpenOptions::new()
                    .write(true)
                    .create(over)
                    .truncate(over)
                    .create_new(!over)
                    .open(path)
                    .with_context(|| format!("cannot create '{}'", path.display()))
            })
            .transpose()?;
        if let Some(directory) = &args.psq {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot create '{}'", directory.display()))?;
        }
        Ok(Self {
            sgf,
            psq: args.psq.clone(),
        })
    }

    /// Writes a game to all of them.
    pub fn save(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        if let Some(file) = &mut self.sgf {
            file.write_all(sgf::write(game)?.as_bytes())
                .context("cannot write the SGF file")?;
        }
        if let Some(directory) = &self.psq {
            let path = directory.join(psq::file_name(game));
            destination::write(&path, psq::write(game)?.as_bytes())?;
        }
        Ok(())
    }
}
