//! The file that openings are written to: a first line that tells how they were
//! made, then one opening a line, each on the disk before the next is looked
//! for. After a kill it is read, cut back to whole lines and gone on with.

use crate::board::text::points_to_text;
use crate::cli::match_games::openings::{self, Opening};
use crate::types::{BoardSize, Point, Rule};
use anyhow::{Context, ensure};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An open file of openings.
pub struct OpeningFile {
    file: File,
}

impl OpeningFile {
    /// Opens the file, or makes it, and gives back the openings that are in it. A file that
    /// begins with another first line is somebody else's, and is left as it is.
    pub fn open(
        path: &Path,
        heading: &str,
        rule: Rule,
        size: BoardSize,
    ) -> anyhow::Result<(Self, Vec<Opening>)> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open '{name}'"))?;
        let text = read_text(&mut file).with_context(|| format!("cannot read '{name}'"))?;
        let first_line = format!("{heading}\n");
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if whole.is_empty() && first_line.starts_with(&text) {
            restart(&mut file, &first_line).with_context(|| format!("cannot write '{name}'"))?;
            return Ok((Self { file }, Vec::new()));
        }
        ensure!(
            whole.starts_with(&first_line),
            "'{name}' was made in another way: it does not begin with '{heading}'"
        );
        let openings =
            openings::parse(whole, rule, size).with_context(|| format!("in '{name}'"))?;
        cut(&mut file, whole.len() as u64).with_context(|| format!("cannot write '{name}'"))?;
        Ok((Self { file }, openings))
    }

    /// Adds an opening.
    pub fn add(&mut self, opening: &[Point]) -> anyhow::Result<()> {
        let line = format!("{}\n", points_to_text(opening));
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush())
            .context("cannot write the openings")
    }
}

fn read_text(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| std::io::Error::new(ErrorKind::InvalidData, "not a text"))
}

/// Begins the file anew.
fn restart(file: &mut File, first_line: &str) -> std::io::Result<()> {
    cut(file, 0)?;
    file.write_all(first_line.as_bytes())?;
    file.flush()
}

/// Keeps so many bytes and goes on behind them.
fn cut(file: &mut File, length: u64) -> std::io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}
