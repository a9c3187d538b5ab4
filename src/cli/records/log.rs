//! The machine-readable log of a match: one JSON object a line, first what was
//! played, then every finished game. A line is written whole and at once, so
//! that a killed match loses no finished game; a torn last line is cut off.

use super::GameRecord;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// One engine in the heading of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedEngine {
    /// Its name in the games.
    pub name: String,
    /// How it was started.
    pub command: String,
    /// What it was allowed.
    pub limits: String,
}

/// What a log is about: all that must be the same for a match to be continued.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// A number of its own for every match, kept when it is continued.
    pub run: String,
    /// The rule's name.
    pub rule: String,
    /// The board, such as `15x15`.
    pub size: String,
    /// Who plays whom.
    pub pairing: String,
    /// The engines, in order.
    pub engines: Vec<LoggedEngine>,
    /// A number that tells one list of openings from another.
    pub openings: String,
    /// Stones at which games are drawn.
    pub draw_after: Option<usize>,
}

impl Heading {
    /// What differs between two matches apart from their number; empty when one may continue
    /// the other.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        [
            ("rule", self.rule == other.rule),
            ("size", self.size == other.size),
            ("pairing", self.pairing == other.pairing),
            ("engines", self.engines == other.engines),
            ("openings", self.openings == other.openings),
            ("draw-after", self.draw_after == other.draw_after),
        ]
        .into_iter()
        .filter_map(|(name, same)| (!same).then_some(name))
        .collect()
    }
}

/// A line of a log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Match(Heading),
    Game(GameRecord),
}

/// A log as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// What it is about.
    pub heading: Heading,
    /// Its games in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// The length in bytes of its whole lines.
    whole: u64,
}

/// Reads a log. A last line that was not written to its end is left out.
pub fn read(path: &Path) -> anyhow::Result<Log> {
    let file =
        File::open(path).with_context(|| format!("cannot open the log '{}'", path.display()))?;
    parse(BufReader::new(file)).with_context(|| format!("in the log '{}'", path.display()))
}

/// Reads the text of a log.
pub fn parse(mut reader: impl BufRead) -> anyhow::Result<Log> {
    let mut heading = None;
    let mut games = Vec::new();
    let mut whole = 0;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if length == 0 || line.last() != Some(&b'\n') {
            break;
        }
        match serde_json::from_slice(&line).with_context(|| format!("line {number}"))? {
            Entry::Match(found) => {
                anyhow::ensure!(heading.is_none(), "line {number} is a second heading");
                heading = Some(found);
            }
            Entry::Game(game) => games.push(game),
        }
        whole += length as u64;
    }
    Ok(Log {
        heading: heading.context("there is no heading")?,
        games,
        whole,
    })
}

/// A log that is being written.
pub struct LogWriter(File);

impl LogWriter {
    /// Starts a new log; an existing file is not touched.
    pub fn create(path: &Path, heading: &Heading) -> anyhow::Result<Self> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .with_context(|| {
                format!(
                    "cannot create the log '{}' (--resume continues an existing one)",
                    path.display()
                )
            })?;
        lock(&file).with_context(|| format!("cannot write the log '{}'", path.display()))?;
        let mut writer = Self(file);
        writer.append(&Entry::Match(heading.clone()))?;
        Ok(writer)
    }

    /// Goes on with a log that was read, behind its last whole line.
    pub fn resume(path: &Path, log: &Log) -> anyhow::Result<Self> {
        let open = || -> std::io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            lock(&file)?;
            file.set_len(log.whole)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file =
            open().with_context(|| format!("cannot continue the log '{}'", path.display()))?;
        Ok(Self(file))
    }

    /// Adds a game, on the disk when this returns.
    pub fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        self.append(&Entry::Game(game.clone()))
    }

    fn append(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.0
            .write_all(&line)
            .and_then(|()| self.0.sync_data())
            .context("cannot write the log")
    }
}

/// Keeps a second match from writing to the same log, for as long as the file is open. Where
/// locks keep readers out too, or are unknown, nothing is locked.
fn lock(file: &File) -> std::io::Result<()> {
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(std::io::Error::other("another match writes to it"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::game_record::tests::sample;
    use super::*;

    fn heading() -> Heading {
        Heading {
            run: "1".to_owned(),
            rule: "renju".to_owned(),
            size: "15x15".to_owned(),
            pairing: "gauntlet".to_owned(),
            engines: Vec::new(),
            openings: "0".to_owned(),
            draw_after: None,
        }
    }

    /// The text of a log with two games.
    fn text() -> Vec<u8> {
        let entries = [
            Entry::Match(heading()),
            Entry::Game(sample()),
            Entry::Game(sample()),
        ];
        let lines = entries.map(|entry| serde_json::to_string(&entry).expect("JSON") + "\n");
        lines.concat().into_bytes()
    }

    #[test]
    fn a_log_torn_anywhere_keeps_its_whole_lines() {
        let text = text();
        let ends: Vec<usize> = (1..=text.len())
            .filter(|&at| text[at - 1] == b'\n')
            .collect();
        for length in ends[0]..=text.len() {
            let log = parse(&text[..length]).expect("a torn log");
            let whole = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(log.games.len(), whole - 1);
            assert_eq!(log.whole, ends[whole - 1] as u64);
        }
        assert!(parse(&text[..ends[0] - 1]).is_err(), "no heading");
        assert!(parse(&text[ends[0]..]).is_err(), "no heading");
    }

    #[cfg(unix)]
    #[test]
    fn only_one_match_at_a_time_writes_to_a_log() {
        let name = format!("quinte-log-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let writer = LogWriter::create(&path, &heading()).expect("a new log");
        let log = read(&path).expect("the heading");
        let error = LogWriter::resume(&path, &log).err().expect("refused");
        assert!(
            format!("{error:#}").contains("another match writes"),
            "{error:#}"
        );
        drop(writer);
        let mut writer = LogWriter::resume(&path, &log).expect("free again");
        writer.add(&sample()).expect("a game");
        assert_eq!(read(&path).expect("a log").games.len(), 1);
        std::fs::remove_file(&path).expect("the log");
    }

    #[test]
    fn a_broken_line_in_the_middle_is_an_error() {
        let mut text = text();
        text.splice(3..3, *b"\n");
        assert!(parse(&text[..]).is_err());
    }

    #[test]
    fn a_match_continues_only_its_like() {
        let mut other = heading();
        other.run = "2".to_owned();
        assert!(heading().differences(&other).is_empty());
        other.size = "20x20".to_owned();
        other.draw_after = Some(100);
        assert_eq!(heading().differences(&other), ["size", "draw-after"]);
    }
}
