//! `selfplay stats`: what files of games hold.

use super::record::{GameResult, TrainingGame};
use super::shard::{list_shards, read_shard};
use crate::cli::fault::refuse;
use crate::types::{BoardSize, Color, Rule};
use anyhow::{Result, ensure};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the games and positions in files or directories.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of games, or directories with such files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The sums of one rule and size.
#[derive(Default)]
struct Group {
    games: usize,
    black_wins: usize,
    white_wins: usize,
    moves: usize,
    positions: HashSet<u64>,
}

impl Group {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        match game.result {
            GameResult::Win(Color::Black) => self.black_wins += 1,
            GameResult::Win(Color::White) => self.white_wins += 1,
            GameResult::Draw => {}
        }
        self.moves += game.moves.len();
        let mut board = game.opening_board();
        for played in &game.moves {
            self.positions.insert(board.hash());
            board.play(played.point);
        }
    }

    fn row(&self, rule: Rule, size: BoardSize) -> String {
        let games = self.games as f64;
        format!(
            "{:<12} {:<7} {:>8} {:>7.1} {:>7.1} {:>7.1} {:>7.1} {:>10} {:>10}",
            rule.name(),
            size.to_string(),
            self.games,
            100.0 * self.black_wins as f64 / games,
            100.0 * (self.games - self.black_wins - self.white_wins) as f64 / games,
            100.0 * self.white_wins as f64 / games,
            self.moves as f64 / games,
            self.moves,
            self.positions.len(),
        )
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut groups: BTreeMap<(usize, usize, usize), (Rule, BoardSize, Group)> = BTreeMap::new();
    let mut damaged = 0;
    let files = list_shards(&args.files).map_err(refuse)?;
    for file in &files {
        let content = read_shard(file)?;
        damaged += usize::from(content.damaged_bytes > 0);
        for game in &content.games {
            let key = (game.rule.index(), game.size.width(), game.size.height());
            let entry = (game.rule, game.size, Group::default());
            groups.entry(key).or_insert(entry).2.add(game);
        }
    }
    ensure!(!groups.is_empty(), "there are no games");
    println!("rule         board      games  black%   draw%  white%   moves  positions  different");
    for (rule, size, group) in groups.values() {
        println!("{}", group.row(*rule, *size));
    }
    println!(
        "{} files, {damaged} of them with a damaged end",
        files.len()
    );
    Ok(ExitCode::SUCCESS)
}
