//! The file in which a tuning run keeps where it is. It is replaced as a
//! whole, so that a run killed at any moment finds the last or the one before.

use super::climb::Climb;
use crate::cli::destination;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use std::path::Path;

/// What the games of a run are like; a run goes on only under the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The rule.
    pub rule: String,
    /// The board.
    pub size: String,
    /// Nodes for each move.
    pub nodes: u64,
    /// Pairs of games in each iteration.
    pub pairs: usize,
    /// What tells the list of openings from others.
    pub openings: String,
}

/// A run as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Its games.
    pub terms: Terms,
    /// Where it is.
    pub climb: Climb,
    /// Games that either of the two points won.
    pub decided: u64,
    /// Games that nobody won.
    pub drawn: u64,
}

impl State {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read '{}'", path.display()))?;
        serde_json::from_str(&text)
            .with_context(|| format!("'{}' is no state of a tuning run", path.display()))
    }

    /// Writes the file in place of the one before.
    pub fn write(&self, path: &Path) -> Result<()> {
        destination::write(path, serde_json::to_string_pretty(self)?.as_bytes())
    }

    /// The state from which a run asked for in this way goes on.
    pub fn go_on(self, asked: &Self) -> Result<Self> {
        let (found, wanted) = (&self.climb, &asked.climb);
        let same_numbers = found.numbers.len() == wanted.numbers.len()
            && found.numbers.iter().zip(&wanted.numbers).all(|(a, b)| {
                (&a.name, a.start, a.low, a.high, a.step)
                    == (&b.name, b.start, b.low, b.high, b.step)
            });
        for (name, same) in [
            (
                "rule, board, nodes, pairs or openings",
                self.terms == asked.terms,
            ),
            ("numbers", same_numbers),
            ("iterations", found.iterations == wanted.iterations),
            ("seed", found.seed == wanted.seed),
            ("rate", (found.rate - wanted.rate).abs() < 1e-12),
        ] {
            ensure!(same, "the file is of another run: its {name} differ");
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::climb::Number;
    use super::*;

    fn state() -> State {
        State {
            terms: Terms {
                rule: "freestyle".to_owned(),
                size: "15x15".to_owned(),
                nodes: 1000,
                pairs: 2,
                openings: "1".to_owned(),
            },
            climb: Climb {
                seed: 1,
                iterations: 10,
                rate: 0.01,
                done: 0,
                numbers: vec![Number {
                    name: "a".to_owned(),
                    start: 5,
                    low: 0,
                    high: 9,
                    step: 1,
                    value: 5.0,
                }],
            },
            decided: 0,
            drawn: 0,
        }
    }

    #[test]
    fn a_state_is_read_back_and_replaced_as_a_whole() {
        let name = format!("quinte-spsa-{}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut state = state();
        for done in 1..4 {
            state.climb.done = done;
            state.write(&path).expect("written");
            assert_eq!(State::read(&path).expect("read"), state);
        }
        std::fs::remove_file(&path).expect("removed");
        assert!(State::read(&path).is_err());
    }

    #[test]
    fn only_the_same_run_goes_on() {
        let mut earlier = state();
        earlier.climb.done = 4;
        earlier.climb.numbers[0].value = 6.5;
        let same = earlier.clone().go_on(&state()).expect("the same run");
        assert_eq!(same, earlier);
        let changes: [fn(&mut State); 5] = [
            |state| state.terms.nodes = 7,
            |state| state.climb.seed = 7,
            |state| state.climb.iterations = 7,
            |state| state.climb.rate = 7.0,
            |state| state.climb.numbers[0].step = 7,
        ];
        for change in changes {
            let mut other = state();
            change(&mut other);
            assert!(earlier.clone().go_on(&other).is_err(), "{other:?}");
        }
    }
}
