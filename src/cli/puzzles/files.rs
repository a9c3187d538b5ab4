//! The directory of a run: the page, the SGF file, the data and the pictures.

use super::page;
use super::puzzle::Puzzle;
use super::sgf;
use crate::cli::destination;
use crate::cli::picture::{BoardPicture, Numbers, to_png, to_svg};
use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// The names of the files.
pub const JOURNAL: &str = "journal.jsonl";
/// The page.
pub const PAGE: &str = "puzzles.html";
const SGF: &str = "puzzles.sgf";
const DATA: &str = "puzzles.json";
const PICTURES: &str = "pictures";
/// How wide pictures are, in pixels.
const WIDTH: u16 = 480;

/// How positions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Pictures {
    /// As drawings.
    Svg,
    /// As pixels.
    Png,
    /// Not at all.
    None,
}

impl Pictures {
    const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Svg => Some("svg"),
            Self::Png => Some("png"),
            Self::None => None,
        }
    }
}

/// Makes the directory, if it is not there, and looks whether it can be written to.
pub fn prepare(directory: &Path) -> Result<()> {
    ensure!(
        directory.is_dir() || !directory.exists(),
        "'{}' is no directory",
        directory.display()
    );
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make '{}'", directory.display()))?;
    for file in [PAGE, SGF, DATA] {
        destination::check(&directory.join(file))?;
    }
    Ok(())
}

/// Writes everything.
pub fn write(directory: &Path, puzzles: &[Puzzle], pictures: Pictures) -> Result<()> {
    let write =
        |file: &str, text: String| destination::write(&directory.join(file), text.as_bytes());
    write(PAGE, page::page(puzzles)?)?;
    write(SGF, sgf::write(puzzles)?)?;
    write(DATA, serde_json::to_string(puzzles)? + "\n")?;
    draw(directory, puzzles, pictures)
}

/// Draws every position. Pictures that an earlier, longer run left behind go.
fn draw(directory: &Path, puzzles: &[Puzzle], pictures: Pictures) -> Result<()> {
    let directory = directory.join(PICTURES);
    remove_numbered(&directory)?;
    let Some(ending) = pictures.ending() else {
        return Ok(());
    };
    fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make '{}'", directory.display()))?;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let board = puzzle.board()?;
        let last: Vec<_> = puzzle
            .last
            .map(|cell| puzzle.point(cell))
            .into_iter()
            .collect();
        let scene = BoardPicture {
            board: &board,
            moves: &last,
            numbers: Numbers::Last,
            marks: &[],
            coordinates: true,
        }
        .scene();
        let bytes = match pictures {
            Pictures::Png => to_png(&scene, WIDTH.into())?,
            Pictures::Svg | Pictures::None => to_svg(&scene, WIDTH.into()).into_bytes(),
        };
        let file = format!("{:04}-grade{}.{ending}", index + 1, puzzle.grade);
        destination::write(&directory.join(file), &bytes)?;
    }
    Ok(())
}

/// Removes our own pictures, by the form of their names.
fn remove_numbered(directory: &Path) -> Result<()> {
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(directory)? {
        let file = entry?.path();
        let ending = file.extension().and_then(OsStr::to_str);
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let is_picture = [Pictures::Svg, Pictures::Png]
            .iter()
            .any(|kind| kind.ending() == ending);
        let is_ours = name.split_once("-grade").is_some_and(|(number, grade)| {
            is_picture && [number, grade].iter().all(|part| is_number(part))
        });
        if is_ours {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
