//! Which positions of games are worth another search: quiet ones that the game
//! did not call decided, where the network and the game's search disagree most.

use super::labels::key;
use crate::board::Board;
use crate::cli::probes::quiet::Quiet;
use crate::cli::selfplay::record::{MoveClass, TrainingGame};
use crate::eval::Evaluator;
use crate::position::Position;
use crate::types::score::{chance, is_decisive};
use std::cmp::Ordering;
use std::collections::HashSet;

/// A position that may be searched again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The game, by its number.
    pub game: usize,
    /// How many chosen moves come before it.
    pub moves: usize,
    /// Its key.
    pub key: u64,
    /// How far the chances of winning lie apart, by network and by search.
    pub dispute: f64,
}

impl Candidate {
    /// The position, in its game.
    pub fn board(&self, game: &TrainingGame) -> Board {
        let mut board = game.opening_board();
        for played in &game.moves[..self.moves] {
            board.play(played.point);
        }
        board
    }
}

/// The candidates of a game.
pub fn candidates(number: usize, game: &TrainingGame) -> Vec<Candidate> {
    let mut position = Position::new(&game.opening_board(), game.rule);
    let mut evaluator = Evaluator::new(game.rule);
    // A solver remembers: each game has its own, so that games do not change each other.
    let mut quiet = Quiet::new();
    let mut candidates = Vec::new();
    for (moves, played) in game.moves.iter().enumerate() {
        let is_open = played.class != MoveClass::Relabelled && !is_decisive(played.score);
        if is_open && quiet.holds(&mut position) {
            let still = chance(evaluator.evaluate(&position));
            candidates.push(Candidate {
                game: number,
                moves,
                key: key(game.rule, position.board()),
                dispute: (still - chance(played.score)).abs(),
            });
        }
        position.play(played.point);
    }
    candidates
}

/// The most disputed ones, each position once, the most disputed first.
pub fn most_disputed(mut candidates: Vec<Candidate>, count: usize) -> Vec<Candidate> {
    candidates.sort_by(|one, other| {
        let by_dispute = other.dispute.total_cmp(&one.dispute);
        let place = |candidate: &Candidate| (candidate.game, candidate.moves);
        match by_dispute {
            Ordering::Equal => place(one).cmp(&place(other)),
            decided => decided,
        }
    });
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.key));
    candidates.truncate(count);
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::selfplay::record::tests::sample;
    use crate::types::score::win_in;

    #[test]
    fn decided_and_relabelled_positions_are_no_candidates() {
        let mut game = sample(5);
        for played in &mut game.moves {
            played.class = MoveClass::Full;
        }
        game.moves[1].score = win_in(7);
        game.moves[3].class = MoveClass::Relabelled;
        let found = candidates(9, &game);
        let places: Vec<(usize, usize)> = found.iter().map(|one| (one.game, one.moves)).collect();
        assert_eq!(places, [(9, 0), (9, 2), (9, 4), (9, 5)]);
        let board = found[1].board(&game);
        assert_eq!(board.stone_count(), game.opening.len() + 2);
        assert_eq!(found[1].key, key(game.rule, &board));
        assert!(found.iter().all(|one| (0.0..1.0).contains(&one.dispute)));
    }

    #[test]
    fn the_most_disputed_come_first_and_none_twice() {
        let candidate = |game, key, dispute| Candidate {
            game,
            moves: 0,
            key,
            dispute,
        };
        let all = vec![
            candidate(0, 1, 0.2),
            candidate(1, 2, 0.9),
            candidate(2, 1, 0.4),
            candidate(4, 3, 0.2),
            candidate(3, 4, 0.2),
        ];
        let order = |count| -> Vec<usize> {
            let best = most_disputed(all.clone(), count);
            best.iter().map(|one| one.game).collect()
        };
        assert_eq!(order(9), [1, 2, 3, 4]);
        assert_eq!(order(2), [1, 2]);
    }
}
