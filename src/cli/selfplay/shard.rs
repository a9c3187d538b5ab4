//! Files of games. A file is written by one thread of one run, whole records
//! at a time, so that a process killed at any moment loses no finished game.
//! Reading skips what was cut off or damaged and says so.

use super::record::{TrainingGame, Version};
use crate::types::checksum::checksum;
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The first bytes of every file; the version of the format follows them.
pub const MAGIC: [u8; 7] = *b"QUINTEG";
/// The version that is written.
const NEWEST: Version = Version::Three;
/// Bytes before the first record.
const HEADER_BYTES: usize = MAGIC.len() + 1;
/// The ending of the names of files of games.
pub const EXTENSION: &str = "games";
/// Bytes before a record: its length.
const LENGTH_BYTES: usize = 2;
/// Bytes after a record: its checksum.
const CHECKSUM_BYTES: usize = 4;

/// A file that games are added to.
pub struct ShardWriter {
    file: File,
}

impl ShardWriter {
    /// A new file in the directory, with a name that no other file has.
    pub fn create(directory: &Path, name: &str) -> Result<Self> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create {}", directory.display()))?;
        for number in 0_u32.. {
            let path = directory.join(format!("{name}-{number:03}.{EXTENSION}"));
            match File::create_new(&path) {
                Ok(mut file) => {
                    file.write_all(&first_bytes())?;
                    return Ok(Self { file });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot create {}", path.display()));
                }
            }
        }
        anyhow::bail!("every name in {} is taken", directory.display())
    }

    /// Adds a game. It is in the hands of the system when this returns: only
    /// the machine's failure, not the process's, can lose it.
    pub fn append(&mut self, record: &TrainingGame) -> Result<()> {
        let bytes = record_bytes(record)?;
        self.file.write_all(&bytes).context("cannot write the game")
    }
}

/// A whole file of these games.
pub fn shard_bytes(games: &[TrainingGame]) -> Result<Vec<u8>> {
    let mut bytes = first_bytes();
    for game in games {
        bytes.extend(record_bytes(game)?);
    }
    Ok(bytes)
}

fn first_bytes() -> Vec<u8> {
    [&MAGIC[..], &[version_byte(NEWEST)]].concat()
}

/// A game as it stands in a file.
fn record_bytes(record: &TrainingGame) -> Result<Vec<u8>> {
    let payload = record.encode();
    let length = u16::try_from(payload.len()).context("the game is too long")?;
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend(&payload);
    bytes.extend(checksum(&payload).to_le_bytes());
    Ok(bytes)
}

const fn version_byte(version: Version) -> u8 {
    match version {
        Version::One => 1,
        Version::Two => 2,
        Version::Three => 3,
    }
}

/// The games of one file and what of it could not be read.
#[derive(Debug, Default)]
pub struct ShardContent {
    /// The games, in the order of writing.
    pub games: Vec<TrainingGame>,
    /// Bytes at the end that are no whole record.
    pub damaged_bytes: usize,
}

/// Reads a file of games.
pub fn read_shard(path: &Path) -> Result<ShardContent> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    // A run killed at its very start leaves part of the first bytes.
    if bytes.len() < HEADER_BYTES && MAGIC.starts_with(&bytes) {
        return Ok(ShardContent {
            games: Vec::new(),
            damaged_bytes: bytes.len(),
        });
    }
    let (version, records) = bytes
        .strip_prefix(&MAGIC)
        .and_then(<[u8]>::split_first)
        .with_context(|| format!("{} is not a file of games", path.display()))?;
    let version = [Version::One, Version::Two, NEWEST]
        .into_iter()
        .find(|&known| version_byte(known) == *version)
        .with_context(|| format!("{} is of a later version", path.display()))?;
    Ok(parse_records(records, version))
}

fn parse_records(mut rest: &[u8], version: Version) -> ShardContent {
    let mut content = ShardContent::default();
    while let Some((record, after)) = next_record(rest, version) {
        content.games.push(record);
        rest = after;
    }
    content.damaged_bytes = rest.len();
    content
}

/// The first record and what follows it; nothing if it is cut off or damaged.
fn next_record(bytes: &[u8], version: Version) -> Option<(TrainingGame, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH_BYTES>()?;
    let (payload, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    let (sum, rest) = rest.split_first_chunk::<CHECKSUM_BYTES>()?;
    if u32::from_le_bytes(*sum) != checksum(payload) {
        return None;
    }
    Some((TrainingGame::decode(payload, version).ok()?, rest))
}

/// The files named, and all files of games in the directories named, sorted.
pub fn list_shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            ensure!(path.exists(), "there is no '{}'", path.display());
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .with_context(|| format!("cannot read the directory {}", path.display()))?;
        for entry in entries {
            let file = entry?.path();
            if file.extension().is_some_and(|ending| ending == EXTENSION) {
                files.push(file);
            }
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;

    fn bytes_of(games: &[TrainingGame]) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = Vec::new();
        let mut ends = Vec::new();
        for game in games {
            bytes.extend(record_bytes(game).expect("a short game"));
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    #[test]
    fn a_file_cut_anywhere_keeps_every_whole_game() {
        let games: Vec<_> = (0..5).map(sample).collect();
        let (bytes, ends) = bytes_of(&games);
        for cut in 0..=bytes.len() {
            let content = parse_records(&bytes[..cut], NEWEST);
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(content.games, games[..whole], "cut at {cut}");
            let last_end = whole.checked_sub(1).map_or(0, |last| ends[last]);
            assert_eq!(content.damaged_bytes, cut - last_end);
        }
    }

    #[test]
    fn a_flipped_bit_never_passes_for_a_game() {
        let games: Vec<_> = (0..2).map(sample).collect();
        let (bytes, ends) = bytes_of(&games);
        for at in 0..ends[0] * 8 {
            let mut damaged = bytes.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            let content = parse_records(&damaged, NEWEST);
            assert!(content.games.is_empty(), "bit {at}");
        }
    }

    #[test]
    fn files_are_never_written_over_and_read_back() {
        let directory = std::env::temp_dir().join(format!("quinte-shards-{}", std::process::id()));
        for number in 0..2 {
            let mut writer = ShardWriter::create(&directory, "test").expect("a new file");
            writer.append(&sample(number)).expect("written");
        }
        let files = list_shards(std::slice::from_ref(&directory)).expect("a listing");
        let games: Vec<_> = files
            .iter()
            .flat_map(|file| read_shard(file).expect("a readable file").games)
            .collect();
        std::fs::remove_dir_all(&directory).expect("removed");
        assert_eq!(games, [sample(0), sample(1)]);
    }
}
