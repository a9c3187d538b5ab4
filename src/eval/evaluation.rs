//! The evaluation: cell values summed by the position, from the point of view
//! of the side to move. Decided games are not its business.

use super::weights;
use crate::pattern::line::CellPatterns;
use crate::position::{CellTable, Position, Values};
use crate::types::score::MAX_EVALUATION;
use crate::types::{Color, Rule, Score};
use std::sync::OnceLock;

/// The table of cell values under a rule, computed on first use.
pub fn cell_table(rule: Rule) -> &'static CellTable {
    static TABLES: [OnceLock<CellTable>; 5] = [const { OnceLock::new() }; 5];
    TABLES[rule.index()].get_or_init(|| CellTable::new(rule, cell_values))
}

/// How good the position is for the side to move.
pub fn evaluate(position: &Position) -> Score {
    position.balance().clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// What one empty cell is worth to a colour: its two best lines count in full,
/// the others by half, since a stone there serves two lines at once.
fn cell_values(_color: Color, patterns: CellPatterns) -> Values {
    let sum = |line_values: &[i16]| {
        let mut lines: Vec<i16> = patterns.iter().map(|p| line_values[p as usize]).collect();
        lines.sort_unstable_by(|a, b| b.cmp(a));
        lines[0] + lines[1] + i16::midpoint(lines[2], lines[3])
    };
    Values {
        to_move: sum(&weights::LINE_TO_MOVE),
        waiting: sum(&weights::LINE_WAITING),
    }
}
