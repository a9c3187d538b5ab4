//! Renju: White wins with five or more; Black wins with exactly five and may
//! not make an overline, two fours or two threes at once. A five goes before
//! every foul made by the same stone.
//!
//! What counts as a three depends on whether the stone that would turn it into
//! a straight four is itself allowed, so the definition calls itself. Each
//! call has one more stone on the board, hence it ends.

use super::view::{Run, View};
use super::{Foul, freestyle, standard};
use crate::board::Direction;
use crate::types::{Color, Point};

/// Whether a stone of this colour on the empty point wins.
pub fn wins(view: &View<'_>, point: Point, color: Color) -> bool {
    match color {
        Color::Black => standard::wins(view, point),
        Color::White => freestyle::wins(view, point),
    }
}

/// Why Black may not play on the empty point, if so. A stone that breaks
/// several rules is named as referees do: fours, then threes, then overline.
pub fn foul(view: &mut View<'_>, point: Point) -> Option<Foul> {
    if standard::wins(view, point) {
        return None;
    }
    view.with_stone(point, |view| {
        if at_least_two(|direction| fours(view, point, direction)) {
            Some(Foul::DoubleFour)
        } else if at_least_two(|direction| usize::from(is_three(view, point, direction))) {
            Some(Foul::DoubleThree)
        } else if view.runs(point).any(|run| run.length > 5) {
            Some(Foul::Overline)
        } else {
            None
        }
    })
}

/// Whether the four directions together count two or more.
fn at_least_two(count: impl FnMut(Direction) -> usize) -> bool {
    Direction::ALL.into_iter().map(count).sum::<usize>() >= 2
}

/// How many fours the stone on the point belongs to in one direction: none,
/// one, or two that share stones such as `X.XXX.X`.
fn fours(view: &View<'_>, stone: Point, direction: Direction) -> usize {
    let run = view.run(stone, direction);
    let completions = completions(view, &run, direction);
    // Four stones in a row are one four, however many cells complete it.
    if run.length == 4 {
        completions.min(1)
    } else {
        completions
    }
}

/// Whether the stone on the point is part of an open three: one more stone,
/// which Black may play and which does not win at once, makes a straight four.
fn is_three(view: &mut View<'_>, stone: Point, direction: Direction) -> bool {
    let run = view.run(stone, direction);
    run.ends.into_iter().flatten().any(|extension| {
        view.is_free(extension)
            && view.with_stone(extension, |view| is_straight_four(view, stone, direction))
            && !standard::wins(view, extension)
            && foul(view, extension).is_none()
    })
}

/// Whether the stone on the point is one of four in a row that can become
/// exactly five at both ends.
fn is_straight_four(view: &View<'_>, stone: Point, direction: Direction) -> bool {
    let run = view.run(stone, direction);
    run.length == 4 && completions(view, &run, direction) == 2
}

/// At how many ends of the row a further stone makes exactly five.
fn completions(view: &View<'_>, run: &Run, direction: Direction) -> usize {
    run.ends
        .into_iter()
        .flatten()
        .filter(|&end| view.is_free(end) && view.run(end, direction).length == 5)
        .count()
}
