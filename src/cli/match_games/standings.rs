//! All results of a match or of several: who scored what against whom, and
//! how games were thrown away. Counts; prints nothing.

use crate::cli::arena::tally::Tally;
use crate::cli::records::{GameRecord, Reason, Winner};
use crate::types::Color;
use std::collections::HashMap;

/// The ways to lose a game without being outplayed, in the order of tables.
pub const FAULTS: [(Reason, &str); 5] = [
    (Reason::Foul, "foul"),
    (Reason::Illegal, "illegal"),
    (Reason::Time, "time"),
    (Reason::Crash, "crash"),
    (Reason::Hang, "hang"),
];

/// Two games with the same opening and swapped colours: the run, the pair's
/// number in it, and the lower of the two engines' numbers and the higher.
type PairKey = (String, usize, usize, usize);

/// The half points of one game of a pair.
#[derive(Clone, Copy, Debug)]
struct HalfPair {
    /// Of the engine with the lower number.
    lower: usize,
    /// Of Black, whoever that was.
    black: usize,
}

/// The results so far.
#[derive(Clone, Default, Debug)]
pub struct Standings {
    names: Vec<String>,
    /// From the row's point of view against the column.
    tallies: Vec<Vec<Tally>>,
    /// How often each engine lost in each of the [`FAULTS`].
    faults: Vec<[u64; FAULTS.len()]>,
    /// The longest time of a move in milliseconds.
    slowest: Vec<u64>,
    /// A pair's first finished game.
    half_pairs: HashMap<PairKey, HalfPair>,
}

impl Standings {
    /// Standings in which these engines have played nothing yet.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut standings = Self::default();
        for name in names {
            standings.number_of(&name);
        }
        standings
    }

    /// The names, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of an engine, which is new if it is not known yet.
    fn number_of(&mut self, name: &str) -> usize {
        if let Some(number) = self.names.iter().position(|known| known == name) {
            return number;
        }
        self.names.push(name.to_owned());
        for row in &mut self.tallies {
            row.push(Tally::default());
        }
        let count = self.names.len();
        self.tallies.push(vec![Tally::default(); count]);
        self.faults.push([0; FAULTS.len()]);
        self.slowest.push(0);
        count - 1
    }

    /// Counts a game of the run.
    pub fn add(&mut self, run: &str, record: &GameRecord) {
        let players = [self.number_of(&record.black), self.number_of(&record.white)];
        let black_half_points = match record.winner {
            Winner::Black => 2,
            Winner::Draw => 1,
            Winner::White => 0,
        };
        self.tallies[players[0]][players[1]].add_game(black_half_points);
        self.tallies[players[1]][players[0]].add_game(2 - black_half_points);
        self.add_to_pair(run, record.game / 2, players, black_half_points);
        self.add_fault(record, players);
        // The side that moves after the opening took the first time.
        for (index, &time) in record.times.iter().enumerate() {
            let player = players[(record.opening + index) % 2];
            self.slowest[player] = self.slowest[player].max(time);
        }
        for step in &record.swap2 {
            let player = self.number_of(&step.engine);
            self.slowest[player] = self.slowest[player].max(step.time);
        }
    }

    fn add_to_pair(&mut self, run: &str, pair: usize, players: [usize; 2], black: usize) {
        let (lower, higher) = (players[0].min(players[1]), players[0].max(players[1]));
        let half_points = if players[0] == lower {
            black
        } else {
            2 - black
        };
        let game = HalfPair {
            lower: half_points,
            black,
        };
        let key = (run.to_owned(), pair, lower, higher);
        let Some(first) = self.half_pairs.remove(&key) else {
            self.half_pairs.insert(key, game);
            return;
        };
        let sum = first.lower + game.lower;
        // Both games won by Black, or both by White. With swap2 an engine may have had the
        // same colour twice: then it has won the pair, and not the colour.
        let color = match (sum, first.black + game.black) {
            (2, 4) => Some(Color::Black),
            (2, 0) => Some(Color::White),
            _ => None,
        };
        for (one, other, half_points) in [(lower, higher, sum), (higher, lower, 4 - sum)] {
            let tally = &mut self.tallies[one][other];
            tally.add_pair(half_points);
            if let Some(color) = color {
                tally.by_color[color.index()] += 1;
            }
        }
    }

    fn add_fault(&mut self, record: &GameRecord, players: [usize; 2]) {
        let loser = match record.winner {
            Winner::Black => players[1],
            Winner::White => players[0],
            Winner::Draw => return,
        };
        if let Some(index) = FAULTS
            .iter()
            .position(|&(reason, _)| reason == record.reason)
        {
            self.faults[loser][index] += 1;
        }
    }

    /// The results of one engine against another.
    pub fn between(&self, first: usize, second: usize) -> &Tally {
        &self.tallies[first][second]
    }

    /// The results of one engine against all others.
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for tally in &self.tallies[engine] {
            total.add(tally);
        }
        total
    }

    /// Points against each opponent, for ratings.
    pub fn points(&self) -> Vec<Vec<f64>> {
        self.tallies
            .iter()
            .map(|row| {
                row.iter()
                    .map(|tally| tally.wins as f64 + tally.draws as f64 / 2.0)
                    .collect()
            })
            .collect()
    }

    /// How often the engine lost in each of the [`FAULTS`].
    pub fn faults(&self, engine: usize) -> &[u64; FAULTS.len()] {
        &self.faults[engine]
    }

    /// The engine's longest time for a move, in milliseconds.
    pub fn slowest(&self, engine: usize) -> u64 {
        self.slowest[engine]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: usize, black: &str, white: &str, winner: Winner, reason: Reason) -> GameRecord {
        GameRecord {
            game,
            round: 1,
            black: black.to_owned(),
            white: white.to_owned(),
            winner,
            reason,
            detail: None,
            rule: "freestyle".to_owned(),
            size: "15x15".to_owned(),
            opening: 1,
            moves: String::new(),
            times: vec![5, 7],
            swap2: Vec::new(),
            ended: 0,
        }
    }

    #[test]
    fn games_pairs_and_faults_are_counted_for_both_sides() {
        let mut standings = Standings::new(["a".to_owned(), "b".to_owned()]);
        standings.add("x", &record(0, "a", "b", Winner::Black, Reason::Five));
        standings.add("x", &record(3, "b", "a", Winner::Draw, Reason::FullBoard));
        assert_eq!(standings.between(0, 1).pairs, [0; 5], "no pair is complete");
        standings.add("x", &record(1, "b", "a", Winner::Black, Reason::Time));
        standings.add("x", &record(2, "a", "b", Winner::Black, Reason::Crash));
        let tally = standings.between(0, 1);
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 0]);
        let other = standings.between(1, 0);
        assert_eq!((other.wins, other.draws, other.losses), (1, 1, 2));
        assert_eq!(other.pairs, [0, 1, 1, 0, 0]);
        assert_eq!(standings.faults(0), &[0, 0, 1, 0, 0]);
        assert_eq!(standings.faults(1), &[0, 0, 0, 1, 0]);
        assert_eq!((standings.slowest(0), standings.slowest(1)), (7, 7));
    }

    #[test]
    fn pairs_that_one_colour_won_are_told_from_other_split_pairs() {
        let mut standings = Standings::default();
        let results = [
            [Winner::Black, Winner::Black],
            [Winner::White, Winner::White],
            [Winner::White, Winner::White],
            [Winner::Draw, Winner::Draw],
            [Winner::Black, Winner::White],
            [Winner::Black, Winner::Draw],
        ];
        for (pair, [first, second]) in results.into_iter().enumerate() {
            standings.add("x", &record(2 * pair, "a", "b", first, Reason::Five));
            standings.add("x", &record(2 * pair + 1, "b", "a", second, Reason::Five));
        }
        for (one, pairs) in [(0, [0, 0, 4, 1, 1]), (1, [1, 1, 4, 0, 0])] {
            let tally = standings.between(one, 1 - one);
            assert_eq!((tally.pairs, tally.by_color), (pairs, [1, 2]));
            assert_eq!(standings.total(one), *tally);
        }
    }

    #[test]
    fn pairs_of_different_runs_are_not_mixed() {
        let mut standings = Standings::default();
        standings.add("x", &record(0, "a", "b", Winner::Black, Reason::Five));
        standings.add("y", &record(1, "b", "a", Winner::Black, Reason::Five));
        assert_eq!(standings.total(0).pairs, [0; 5]);
        assert_eq!(standings.total(0).games(), 2);
    }
}
