//! Numbers written by hand from the order of the patterns: where learning
//! starts, and what rules without learned weights use.

use super::weights::{SUBUNITS, ShapeWeights, Weights};
use crate::pattern::LinePattern;
use crate::pattern::line::CellPatterns;
use crate::position::{Urgency, Values, Worth};

/// What a line through an empty cell is worth to its owner when to move, by
/// the number of its [`LinePattern`].
pub const LINE_TO_MOVE: [i16; LinePattern::COUNT] =
    [0, 1, 3, 4, 9, 11, 12, 11, 34, 40, 32, 90, 120, 150, 0];

/// The same when the opponent is to move.
pub const LINE_WAITING: [i16; LinePattern::COUNT] =
    [0, 1, 3, 3, 8, 9, 10, 8, 22, 26, 20, 50, 60, 80, 0];

/// The weights written by hand, the same for every rule and colour.
pub fn weights() -> Weights {
    Weights::new(vec![ShapeWeights {
        tempo: 0,
        worth: CellPatterns::shapes().map(worth).collect(),
    }])
}

fn worth(patterns: CellPatterns) -> Worth {
    let to_move = sum(&LINE_TO_MOVE, patterns);
    let waiting = sum(&LINE_WAITING, patterns);
    Worth {
        values: Values {
            to_move: to_move * SUBUNITS,
            waiting: waiting * SUBUNITS,
        },
        urgency: Urgency {
            attack: to_move,
            defence: to_move * 9 / 10,
        },
    }
}

/// The two best lines count in full, the others by half, since a stone serves
/// two lines at once.
fn sum(line_values: &[i16; LinePattern::COUNT], patterns: CellPatterns) -> i16 {
    let mut lines: Vec<i16> = patterns.iter().map(|p| line_values[p as usize]).collect();
    lines.sort_unstable_by(|a, b| b.cmp(a));
    lines[0] + lines[1] + i16::midpoint(lines[2], lines[3])
}
