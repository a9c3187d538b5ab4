//! What happened in an opening by swap2, on paper. Decides nothing.

use serde::{Deserialize, Serialize};

/// What a player did with its step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Put the first three stones.
    Three,
    /// Put two more, and left the colours to the other player.
    Two,
    /// Took Black.
    Black,
    /// Took White, and went on as White.
    White,
}

/// One step of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Swap2Step {
    /// The player's name.
    pub engine: String,
    /// What it did; the stones are the first moves of the game.
    pub choice: Choice,
    /// Milliseconds for the step. A stone of White that was the choice has this time, too.
    pub time: u64,
}

/// The steps as a sentence.
pub fn describe(steps: &[Swap2Step]) -> String {
    let words = steps.iter().map(|step| {
        let did = match step.choice {
            Choice::Three => "put three stones",
            Choice::Two => "put two more",
            Choice::Black => "took Black",
            Choice::White => "took White",
        };
        format!("{} {did}", step.engine)
    });
    words.collect::<Vec<_>>().join(", ")
}
