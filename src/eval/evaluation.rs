//! The evaluation: cell values summed by the position, from the point of view
//! of the side to move. Decided games are not its business.
//!
//! The unit: a score of 200 is a chance of winning of 1/(1+1/e), 73 %; `tune`
//! makes it so.

use super::weights::{SUBUNITS, Weights};
use crate::position::{CellTable, Position};
use crate::types::score::MAX_EVALUATION;
use crate::types::{Color, Rule, Score};
use std::sync::OnceLock;

/// The table of cell values under a rule, computed on first use.
pub fn cell_table(rule: Rule) -> &'static CellTable {
    static TABLES: [OnceLock<CellTable>; 5] = [const { OnceLock::new() }; 5];
    TABLES[rule.index()].get_or_init(|| {
        let weights = Weights::of(rule);
        let tempo = Color::ALL.map(|color| weights.table(color).tempo);
        CellTable::new(rule, tempo, |color, patterns| {
            weights.table(color).worth[patterns.shape()]
        })
    })
}

/// How good the position is for the side to move.
pub fn evaluate(position: &Position) -> Score {
    let sum = position.balance() + Score::from(position.tempo());
    (sum / Score::from(SUBUNITS)).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
