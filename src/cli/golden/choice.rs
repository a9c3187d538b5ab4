//! Which positions of a game may become golden: quiet ones that nobody calls
//! decided, at most one near the edge and one elsewhere. The seed and the game
//! decide, whatever other games there are. Searches nothing.

use super::set::is_near_edge;
use crate::board::Board;
use crate::board::zobrist::mix;
use crate::cli::probes::quiet::Quiet;
use crate::cli::selfplay::record::TrainingGame;
use crate::position::Position;
use crate::types::score::is_decisive;

/// Where the stones of a position lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Near an edge.
    Edge,
    /// Elsewhere.
    Middle,
}

impl Place {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Edge, Self::Middle];

    /// Where the stones of this board lie.
    pub fn of(board: &Board) -> Self {
        if is_near_edge(board) {
            Self::Edge
        } else {
            Self::Middle
        }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A number that the moves of the game and the seed decide.
pub fn key(game: &TrainingGame, seed: u64) -> u64 {
    let moves = game.moves.iter().map(|played| played.point);
    let points = game.opening.iter().copied().chain(moves);
    points.fold(mix(seed), |sum, point| mix(sum ^ point.index() as u64))
}

/// The positions of a game to be looked at: at most one of each place.
pub fn choose(game: &TrainingGame, seed: u64) -> Vec<Board> {
    let mut boards = undecided(game);
    fastrand::Rng::with_seed(key(game, seed)).shuffle(&mut boards);
    // A solver remembers: each game has its own, so that games do not change each other.
    let mut quiet = Quiet::new();
    let mut chosen = Vec::new();
    for place in Place::ALL {
        let fits = |board: &&Board| {
            Place::of(board) == place && quiet.holds(&mut Position::new(board, game.rule))
        };
        chosen.extend(boards.iter().find(fits).cloned());
    }
    chosen
}

/// The positions in which the game's own search saw no decision.
fn undecided(game: &TrainingGame) -> Vec<Board> {
    let mut board = game.opening_board();
    let mut boards = Vec::new();
    for played in &game.moves {
        if !is_decisive(played.score) {
            boards.push(board.clone());
        }
        board.play(played.point);
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_points;
    use crate::cli::selfplay::record::{GameResult, MoveClass, PlayedMove};
    use crate::types::score::win_in;
    use crate::types::{BoardSize, Rule};

    /// A game that walks from a corner into the middle.
    fn game() -> TrainingGame {
        let points = parse_points("b2c4e9k11l9h14k7").expect("valid points");
        TrainingGame {
            rule: Rule::Freestyle,
            size: BoardSize::square(20).expect("a valid size"),
            nodes: 1,
            full_nodes: 0,
            relabel_nodes: 0,
            seed: 1,
            result: GameResult::Draw,
            opening: parse_points("a3").expect("a point"),
            moves: points
                .into_iter()
                .enumerate()
                .map(|(number, point)| PlayedMove {
                    point,
                    score: if number < 6 { 10 } else { win_in(9) },
                    exploring: false,
                    class: MoveClass::Plain,
                    alternatives: Vec::new(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_game_gives_one_position_of_each_place() {
        let mut lengths = std::collections::HashSet::new();
        for seed in 0..20 {
            let chosen = choose(&game(), seed);
            let places: Vec<Place> = chosen.iter().map(Place::of).collect();
            assert_eq!(places, Place::ALL);
            assert_eq!(chosen, choose(&game(), seed), "the seed decides");
            assert!(
                chosen.iter().all(|board| board.stone_count() < 7),
                "undecided"
            );
            lengths.insert(chosen[0].stone_count());
        }
        assert!(lengths.len() > 1, "another seed chooses another position");
    }
}
