//! `selfplay merge`: one file of the games of many.

use super::shard::{ShardWriter, list_shards, read_shard};
use crate::cli::fault::refuse;
use anyhow::{Result, ensure};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Put the games of many files into one, each game once.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where to write the file.
    #[arg(long, value_name = "DIRECTORY")]
    out: PathBuf,
    /// Files of games, or directories with such files; they are left as they are.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What went into the file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Merged {
    games: usize,
    repeated: usize,
    files: usize,
    damaged: usize,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let merged = merge(&args.files, &args.out)?;
    println!(
        "{} games of {} files, {} of them with a damaged end; {} games occurred again",
        merged.games, merged.files, merged.damaged, merged.repeated
    );
    Ok(ExitCode::SUCCESS)
}

fn merge(paths: &[PathBuf], directory: &Path) -> Result<Merged> {
    // Listed before the new file exists, which may lie in the same directory.
    let files = list_shards(paths).map_err(refuse)?;
    let mut merged = Merged {
        files: files.len(),
        ..Merged::default()
    };
    let mut seen = HashSet::new();
    let mut writer = None;
    for file in &files {
        let content = read_shard(file)?;
        merged.damaged += usize::from(content.damaged_bytes > 0);
        for game in &content.games {
            // The whole record tells: a repeated run plays the same moves with the same scores.
            if !seen.insert(game.encode()) {
                merged.repeated += 1;
                continue;
            }
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(ShardWriter::create(directory, "merged")?),
            };
            writer.append(game)?;
            merged.games += 1;
        }
    }
    ensure!(merged.games > 0, "there are no games");
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;

    #[test]
    fn every_game_is_kept_once() {
        let place = std::env::temp_dir().join(format!("quinte-merge-{}", std::process::id()));
        let [one, two, out] = ["one", "two", "out"].map(|name| place.join(name));
        for (directory, numbers) in [(&one, 0..4), (&two, 2..6)] {
            let mut writer = ShardWriter::create(directory, "part").expect("a new file");
            for number in numbers {
                writer.append(&sample(number)).expect("written");
            }
        }
        let merged = merge(&[one, two], &out).expect("merged");
        let files = list_shards(std::slice::from_ref(&out)).expect("a listing");
        let games = read_shard(&files[0]).expect("a readable file").games;
        let again = merge(std::slice::from_ref(&out), &out).expect("merged");
        std::fs::remove_dir_all(&place).expect("removed");
        let expected = Merged {
            games: 6,
            repeated: 2,
            files: 2,
            damaged: 0,
        };
        assert_eq!(merged, expected);
        assert_eq!(games, (0..6).map(sample).collect::<Vec<_>>());
        assert_eq!((files.len(), again.games), (1, 6));
    }

    #[test]
    fn nothing_is_written_without_games() {
        let place = std::env::temp_dir().join(format!("quinte-merge-none-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("a directory");
        let error = merge(std::slice::from_ref(&place), &place).expect_err("no games");
        let left = std::fs::read_dir(&place).expect("a listing").count();
        std::fs::remove_dir_all(&place).expect("removed");
        assert!(error.to_string().contains("no games"), "{error}");
        assert_eq!(left, 0);
    }
}
