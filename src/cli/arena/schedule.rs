//! Which games a match consists of: who plays whom with which colour from
//! which opening. Decides nothing while the match runs.

use super::openings::{self, Opening};
use crate::board::Symmetry;
use crate::types::BoardSize;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everyone against everyone.
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
}

impl Pairing {
    /// The pairs of engines, by their numbers.
    pub fn pairs(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => engines,
            Self::Gauntlet => 1,
        };
        (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
            .collect()
    }

    /// The name in logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, whatever the number of rounds; the even one before an odd
    /// one has the same players and opening with colours swapped.
    pub number: usize,
    /// The round, counted from 0.
    pub round: usize,
    /// Black and white, by their numbers; with swap2 the one who opens and the one who chooses.
    pub players: [usize; 2],
    /// The stones to start from.
    pub opening: Opening,
}

/// All games of a match: in each round every pair plays the round's opening
/// twice, with colours swapped. When the openings are used up they start
/// again, turned or mirrored, so that engines without chance do not repeat
/// their games.
pub fn games(
    pairs: &[[usize; 2]],
    rounds: usize,
    openings: &[Opening],
    size: BoardSize,
) -> Vec<Fixture> {
    let mut games = Vec::with_capacity(rounds * pairs.len() * 2);
    let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
    for round in 0..rounds {
        let symmetry = symmetries[round / openings.len() % symmetries.len()];
        let opening = openings::transform(&openings[round % openings.len()], symmetry);
        for &[first, second] in pairs {
            for players in [[first, second], [second, first]] {
                games.push(Fixture {
                    number: games.len(),
                    round,
                    players,
                    opening: opening.clone(),
                });
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a valid side")
    }

    #[test]
    fn pairs_are_complete_and_without_repetition() {
        assert_eq!(Pairing::RoundRobin.pairs(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Pairing::Gauntlet.pairs(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Pairing::Gauntlet.pairs(2), Pairing::RoundRobin.pairs(2));
    }

    #[test]
    fn every_pair_plays_every_opening_with_both_colours() {
        let openings = vec![vec![Point::new(0, 0)], vec![Point::new(1, 0)]];
        let pairs = Pairing::RoundRobin.pairs(3);
        let all = games(&pairs, 2, &openings, size());
        assert_eq!(all.len(), 12);
        for pair in all.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].opening, openings[pair[0].round]);
            let [black, white] = pair[0].players;
            assert_eq!(pair[1].players, [white, black]);
        }
        let more = games(&pairs, 3, &openings, size());
        assert_eq!(more[..12], all[..], "further rounds change no number");
    }

    #[test]
    fn openings_come_back_mirrored() {
        let openings = vec![vec![Point::new(0, 1)]];
        let all = games(&[[0, 1]], 9, &openings, size());
        assert_eq!(all[2].opening, [Point::new(14, 1)]);
        assert_eq!(all[16].opening, all[0].opening, "after eight rounds");
    }
}
