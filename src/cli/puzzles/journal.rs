//! What a run has found, game by game, in a file from which the same command
//! goes on. A line that a killed process left half written does not count.

use super::finder::{Fates, Yield};
use super::puzzle::Puzzle;
use super::unique::Fate;
use crate::cli::growing::GrowingFile;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The first line: all that the puzzles depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// The version of the program.
    pub version: String,
    /// Nodes to find a win with.
    pub nodes: u64,
    /// What the order of the games depends on.
    pub seed: Option<u64>,
    /// How many games and positions there are.
    pub games: usize,
    /// What they are, as a number.
    pub checksum: u32,
}

/// A line for one game.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: usize,
    fates: Vec<(String, usize)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    puzzles: Vec<Puzzle>,
}

/// The file, open at its end.
pub struct Journal {
    file: GrowingFile,
    next: usize,
}

impl Journal {
    /// Goes on with a file, or begins it. What it held is given back, in the order of the games.
    pub fn open(path: &Path, heading: &Heading) -> Result<(Self, Vec<Yield>)> {
        let (file, known) = GrowingFile::open(path, &serde_json::to_string(heading)?, read)
            .context("cannot go on, as with other games or other options: choose another --out, or remove the file")?;
        let next = known.len();
        Ok((Self { file, next }, known))
    }

    /// Adds what the next game gave.
    pub fn add(&mut self, found: &Yield) -> Result<()> {
        let fates = found.fates.iter();
        let entry = Entry {
            game: self.next,
            fates: fates
                .map(|(&fate, &count)| (name(fate).to_owned(), count))
                .collect(),
            puzzles: found.puzzles.clone(),
        };
        self.file.add(&serde_json::to_string(&entry)?)?;
        self.next += 1;
        Ok(())
    }
}

/// Reads whole lines, of which the first is the heading.
fn read(text: &str) -> Result<Vec<Yield>> {
    let mut known = Vec::new();
    for line in text.lines().skip(1) {
        let entry: Entry = serde_json::from_str(line)?;
        ensure!(entry.game == known.len(), "a game is missing");
        known.push(entry.content());
    }
    Ok(known)
}

impl Entry {
    fn content(self) -> Yield {
        let fates = self.fates.into_iter().filter_map(|(text, count)| {
            let fate = FATES.into_iter().find(|&fate| name(fate) == text)?;
            Some((fate, count))
        });
        Yield {
            fates: fates.collect::<Fates>(),
            puzzles: self.puzzles,
        }
    }
}

const FATES: [Fate; 7] = [
    Fate::NoWin,
    Fate::Trivial,
    Fate::SeveralWins,
    Fate::TooLarge,
    Fate::OtherWin,
    Fate::PartOfOther,
    Fate::Puzzle,
];

/// What people read of a fate.
pub const fn name(fate: Fate) -> &'static str {
    match fate {
        Fate::NoWin => "no win by threats",
        Fate::Trivial => "trivial",
        Fate::SeveralWins => "several first moves win",
        Fate::TooLarge => "too large",
        Fate::OtherWin => "another win found by a search",
        Fate::PartOfOther => "inside a solution",
        Fate::Puzzle => "puzzles",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(nodes: u64) -> Heading {
        Heading {
            version: "1".to_owned(),
            nodes,
            seed: None,
            games: 3,
            checksum: 7,
        }
    }

    #[test]
    fn a_journal_goes_on_behind_its_last_whole_line() {
        let name = format!("quinte-journal-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let found = Yield {
            puzzles: Vec::new(),
            fates: Fates::from([(Fate::NoWin, 5), (Fate::Trivial, 2)]),
        };
        let (mut journal, known) = Journal::open(&path, &heading(5)).expect("a new file");
        assert!(known.is_empty());
        journal.add(&found).expect("written");
        journal.add(&Yield::default()).expect("written");
        drop(journal);
        let whole = std::fs::read(&path).expect("read");
        std::fs::write(&path, &whole[..whole.len() - 3]).expect("cut");
        let (mut journal, known) = Journal::open(&path, &heading(5)).expect("goes on");
        assert_eq!(known, std::slice::from_ref(&found));
        journal.add(&Yield::default()).expect("written");
        drop(journal);
        assert_eq!(std::fs::read(&path).expect("read"), whole);
        let error = Journal::open(&path, &heading(6))
            .err()
            .expect("other options");
        let error = format!("{error:#}");
        assert!(error.contains("made in another way"), "{error}");
        std::fs::remove_file(&path).expect("removed");
    }
}
