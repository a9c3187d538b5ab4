//! How much a stone on a cell is worth trying, by the patterns on its lines:
//! numbers for the order of moves. Written by hand from the order of the
//! patterns, the same for every rule; what a move is really worth is for the
//! search to find out.

use crate::pattern::LinePattern;
use crate::pattern::line::CellPatterns;
use crate::pattern::rule_tables::boxed_array;
use crate::position::Position;
use crate::types::{Color, Point};
use std::sync::LazyLock;

/// What a line through an empty cell is worth to its owner, by the number of
/// its [`LinePattern`].
const LINE_VALUES: [i16; LinePattern::COUNT] =
    [0, 1, 3, 4, 9, 11, 12, 11, 34, 40, 32, 90, 120, 150, 0];

/// What the opponent's lines are worth, as a share in tenths of own ones.
const DEFENCE_TENTHS: i16 = 9;

/// Values by combination of patterns.
static VALUES: LazyLock<Box<[i16; CellPatterns::COMBINATIONS]>> = LazyLock::new(|| {
    let mut values = boxed_array(|_| 0);
    for bits in 0..=u16::MAX {
        let patterns = CellPatterns(bits);
        values[patterns.combination()] = value(patterns);
    }
    values
});

/// Computes the table, which takes a moment the first time.
pub fn prepare() {
    LazyLock::force(&VALUES);
}

/// What a stone of this colour on an empty cell does for its own lines.
pub fn attack(position: &Position, color: Color, point: Point) -> i16 {
    VALUES[position.patterns(color, point).combination()]
}

/// What a stone on an empty cell does against the lines of this colour.
pub fn defence(position: &Position, color: Color, point: Point) -> i16 {
    attack(position, color, point) * DEFENCE_TENTHS / 10
}

/// The two best lines count in full, the others by half, since a stone serves
/// two lines at once.
fn value(patterns: CellPatterns) -> i16 {
    let mut lines: Vec<i16> = patterns.iter().map(|p| LINE_VALUES[p as usize]).collect();
    lines.sort_unstable_by(|a, b| b.cmp(a));
    lines[0] + lines[1] + i16::midpoint(lines[2], lines[3])
}
