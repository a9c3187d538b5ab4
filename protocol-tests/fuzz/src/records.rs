//! Bytes of a file through every reader of files: games in all formats, lists
//! of openings, golden sets, networks, self-play, transcripts. Whatever is accepted must be
//! a game that can be replayed.

use quinte::board::Symmetry;
use quinte::cli::arena::openings;
use quinte::cli::check::transcript;
use quinte::cli::golden::set::GoldenSet;
use quinte::cli::records::{self, PaperGame};
use quinte::cli::selfplay::record::{TrainingGame, Version};
use quinte::cli::selfplay::shard;
use quinte::eval::head::{CHANNELS, INPUT_LIMIT, INPUTS, PartialSums};
use quinte::eval::network::{Network, STAGE_STONES, STAGES};
use quinte::types::checksum::checksum;
use quinte::types::{BoardSize, Color, Rule};
use std::path::PathBuf;

/// Runs one input: a byte that chooses the reader, then the file.
///
/// # Panics
/// If a reader panics or accepts what cannot be replayed.
pub fn run(data: &[u8]) {
    let Some((&reader, file)) = data.split_first() else {
        return;
    };
    let rule = Rule::ALL[usize::from(reader / 8) % Rule::ALL.len()];
    match reader % 8 {
        0..=2 => read_games(file),
        3 => read_transcript(file),
        4 => {
            read_openings(file, rule);
            read_golden(file, rule);
        }
        5 => read_network(file, rule),
        6 => read_selfplay(file),
        _ => read_shard(file),
    }
}

fn read_games(file: &[u8]) {
    for game in records::read(file).unwrap_or_default() {
        replay(&game);
    }
}

fn replay(game: &PaperGame) {
    let stones = game.start().stone_count();
    let board = game.board_after(usize::MAX);
    assert_eq!(board.stone_count(), stones + game.moves.len());
}

fn read_transcript(file: &[u8]) {
    // A transcript that is refused is what most bytes are.
    let _ = transcript::parse("fuzz", &String::from_utf8_lossy(file));
}

fn read_openings(file: &[u8], rule: Rule) {
    let size = BoardSize::square(15).expect("a valid size");
    let openings = with_file(file, |path| openings::read(&path, rule, size));
    for opening in openings.unwrap_or_default() {
        assert!(opening.iter().all(|&point| size.contains(point)));
        for symmetry in Symmetry::all(size) {
            let image = openings::transform(&opening, symmetry);
            assert!(image.iter().all(|&point| size.contains(point)));
        }
    }
}

/// As it is, and behind a good first line.
fn read_golden(file: &[u8], rule: Rule) {
    let text = String::from_utf8_lossy(file);
    let whole = format!("# golden positions: {rule} 15x15, 9 nodes, seed 1\n{text}");
    for text in [text.as_ref(), &whole] {
        for position in GoldenSet::parse(text).map_or_else(|_| Vec::new(), |set| set.positions) {
            assert!(position.board.is_empty(position.best));
        }
    }
}

/// As they are, and with the checksum put right.
fn read_network(file: &[u8], rule: Rule) {
    for bytes in [file.to_vec(), with_checksum(file)] {
        if let Ok(network) = Network::decode(rule, &bytes) {
            // No number in the file may make a sum overflow.
            let inputs = [INPUT_LIMIT as i16; INPUTS];
            let features = [INPUT_LIMIT as i16; CHANNELS];
            for color in Color::ALL {
                for stage in 0..STAGES {
                    let head = network.head(color, stage * STAGE_STONES);
                    let hidden1 = head.first_hidden(&inputs);
                    head.value(&inputs, &hidden1);
                    PartialSums::of(&head.policy_weights(&hidden1), &features);
                }
            }
        }
    }
}

fn read_selfplay(record: &[u8]) {
    for version in [Version::One, Version::Two, Version::Three] {
        if let Ok(game) = TrainingGame::decode(record, version) {
            let again = TrainingGame::decode(&game.encode(), Version::Three);
            assert_eq!(again.expect("what was written is read"), game);
        }
    }
}

/// A file as it is, and one of a single record whose heading, length and checksum are right.
fn read_shard(file: &[u8]) {
    let length = u16::try_from(file.len()).unwrap_or(u16::MAX).to_le_bytes();
    let whole =
        [2, 3].map(|version| [b"QUINTEG", &[version][..], &length, &with_checksum(file)].concat());
    for bytes in [file, &whole[0], &whole[1]] {
        let content = with_file(bytes, |path| shard::read_shard(&path));
        if let Ok(content) = content {
            assert!(content.damaged_bytes <= bytes.len());
        }
    }
}

fn with_checksum(file: &[u8]) -> Vec<u8> {
    [file, &checksum(file).to_le_bytes()].concat()
}

/// Some readers take the name of a file only.
fn with_file<T>(bytes: &[u8], read: impl FnOnce(PathBuf) -> T) -> T {
    let path = std::env::temp_dir().join(format!("quinte-fuzz-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    let result = read(path.clone());
    // The next input writes it again; left over it does no harm.
    let _ = std::fs::remove_file(&path);
    result
}
