//! Positions some moves into older games, from which new games may begin: they
//! lie where games lead to, not only where they start. Plays nothing.

use super::record::TrainingGame;
use super::shard::{list_shards, read_shard};
use crate::types::{BoardSize, Point, Rule, Score};
use anyhow::Result;
use std::path::PathBuf;

/// So many chosen moves into an older game a new one may begin at the earliest.
pub const FEWEST_MOVES: usize = 4;
/// The largest score, for either side, of a position to begin from: 88 %.
const UNDECIDED: Score = 400;
/// So many games are tried before a new opening is made instead: few are long.
const TRIES: usize = 300;

/// Older games to begin from.
pub struct Older {
    games: Vec<TrainingGame>,
    share: f64,
    most_moves: usize,
}

impl Older {
    /// A share of the new games begins in one of these, at most so many moves into it.
    pub fn new(games: Vec<TrainingGame>, share: f64, most_moves: usize) -> Self {
        Self {
            games,
            share,
            most_moves,
        }
    }

    /// Reads the games of files that are of one of these rules and boards.
    pub fn read(
        files: &[PathBuf],
        share: f64,
        most_moves: usize,
        wanted: impl Fn(Rule, BoardSize) -> bool,
    ) -> Result<Self> {
        let mut games = Vec::new();
        for file in list_shards(files)? {
            let all = read_shard(&file)?.games;
            games.extend(all.into_iter().filter(|game| wanted(game.rule, game.size)));
        }
        Ok(Self::new(games, share, most_moves))
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The stones that a new game begins with, if chance lets it begin in an older one. How
    /// many moves into it is drawn first, so that late positions come as often as early ones.
    pub fn start(
        &self,
        random: &mut fastrand::Rng,
        rule: Rule,
        size: BoardSize,
    ) -> Option<Vec<Point>> {
        if random.f64() >= self.share {
            return None;
        }
        let length = random.usize(FEWEST_MOVES..=self.most_moves);
        (0..TRIES).find_map(|_| {
            let game = random.choice(&self.games)?;
            // The score before the next move is that of the position.
            let next = game.moves.get(length)?;
            let fits = game.rule == rule && game.size == size && next.score.abs() <= UNDECIDED;
            let moves = game.moves[..length].iter().map(|played| played.point);
            fits.then(|| game.opening.iter().copied().chain(moves).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;

    #[test]
    fn only_games_of_the_rule_and_board_with_undecided_positions_are_begun_from() {
        let mut game = sample(6);
        let size = game.size;
        let start = |game: &TrainingGame, rule, size| {
            let older = Older::new(vec![game.clone()], 1.0, 5);
            older.start(&mut fastrand::Rng::with_seed(1), rule, size)
        };
        let stones = start(&game, game.rule, size).expect("a position");
        assert!((FEWEST_MOVES..=5).contains(&(stones.len() - game.opening.len())));
        let other = BoardSize::square(15).expect("a valid size");
        assert_eq!(start(&game, game.rule, other), None);
        assert_eq!(start(&game, Rule::Caro, size), None);
        for played in &mut game.moves {
            played.score = -401;
        }
        assert_eq!(start(&game, game.rule, size), None);
        game.moves.truncate(4);
        assert_eq!(start(&game, game.rule, size), None);
    }
}
