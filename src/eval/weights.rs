//! The numbers of the evaluation, and how they were made: by hand, from the
//! order of the patterns, as a start for learning.

use crate::pattern::LinePattern;

/// What a line through an empty cell is worth to its owner when to move, by
/// the number of its [`LinePattern`].
pub const LINE_TO_MOVE: [i16; LinePattern::COUNT] =
    [0, 1, 3, 4, 9, 11, 12, 11, 34, 40, 32, 90, 120, 150, 0];

/// The same when the opponent is to move.
pub const LINE_WAITING: [i16; LinePattern::COUNT] =
    [0, 1, 3, 3, 8, 9, 10, 8, 22, 26, 20, 50, 60, 80, 0];
