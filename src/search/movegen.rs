//! Which points to try: all near stones, or, when the opponent threatens to
//! win, only those that can stop it. Orders nothing.

use crate::board::{Bitboard, Direction};
use crate::pattern::{LinePattern, Threat};
use crate::position::Position;
use crate::types::{Color, Point};
use smallvec::SmallVec;

/// A short list of points.
pub type Points = SmallVec<[Point; 8]>;

/// The replies of the side to move after which the opponent can no longer make
/// five at once. Empty if none exists. Own fives are not considered.
pub fn stop_five(position: &mut Position) -> Points {
    let us = position.side_to_move();
    let attacker = us.opponent();
    let Some(cell) = position.first_with(attacker, Threat::Five) else {
        return Points::new();
    };
    if !position.rule().enclosed_five_is_void() {
        let stops = position.count(attacker, Threat::Five) == 1 && position.is_legal(us, cell);
        return if stops {
            Points::from_slice(&[cell])
        } else {
            Points::new()
        };
    }
    // A five may also be stopped by enclosing it; whatever stops it changes
    // the line that it stands in.
    let nearby = near_on_lines(position, cell, |pattern| pattern == LinePattern::Five);
    let fives: Points = position.cells_with(attacker, Threat::Five).iter().collect();
    let stops = |&point: &Point| {
        fives
            .iter()
            .all(|&five| !is_five_after(position, attacker, five, point))
    };
    nearby.iter().filter(stops).collect()
}

/// Whether a cell that makes five still does after a stone of the defender.
/// Such a stone can enclose a five, but never make one.
fn is_five_after(position: &Position, attacker: Color, five: Point, stone: Point) -> bool {
    if five == stone {
        return false;
    }
    let patterns = position.patterns(attacker, five);
    let is_five = |direction: &Direction| patterns.get(direction.index()) == LinePattern::Five;
    let mut directions = Direction::ALL.into_iter().filter(is_five);
    directions.any(|direction| {
        direction.line(stone) != direction.line(five)
            || pattern_after(position, attacker, five, stone, direction) == LinePattern::Five
    })
}

/// What the attacker makes on a cell after a stone of the defender on a line
/// through it.
fn pattern_after(
    position: &Position,
    attacker: Color,
    cell: Point,
    stone: Point,
    direction: Direction,
) -> LinePattern {
    let mut line = position.board().line(direction.line(cell));
    line[attacker.opponent().index()] |= 1 << direction.bit(stone);
    let pair = position.tables().line_patterns(line, direction.bit(cell));
    pair.of(attacker)
}

/// The cells on which a stone of the side to move spoils every open four (or
/// double four) that the opponent threatens to make. Other replies must be
/// fours, or lose.
pub fn stop_open_fours(position: &Position) -> Bitboard {
    let attacker = position.side_to_move().opponent();
    let mut stops = *position.board().empty();
    for cell in position.cells_with(attacker, Threat::OpenFour).iter() {
        stops &= spoilers(position, attacker, cell);
    }
    stops
}

/// The cells on which a stone of the defender takes a cell out of the class of
/// open fours, the cell itself included.
fn spoilers(position: &Position, attacker: Color, cell: Point) -> Bitboard {
    let patterns = position.patterns(attacker, cell);
    let mut spoilers = Bitboard::EMPTY;
    spoilers.insert(cell);
    for direction in Direction::ALL {
        if !patterns.get(direction.index()).is_four() {
            continue;
        }
        for point in empty_on_line(position, cell, direction) {
            let after = pattern_after(position, attacker, cell, point, direction);
            let patterns = patterns.with(direction.index(), after);
            if position.tables().threat(attacker, patterns) != Threat::OpenFour {
                spoilers.insert(point);
            }
        }
    }
    spoilers
}

/// A cell and the empty cells around it on those of its lines where the
/// opponent's pattern satisfies a condition.
fn near_on_lines(
    position: &Position,
    cell: Point,
    condition: impl Fn(LinePattern) -> bool,
) -> Bitboard {
    let patterns = position.patterns(position.side_to_move().opponent(), cell);
    let directions = Direction::ALL
        .into_iter()
        .filter(|d| condition(patterns.get(d.index())));
    let mut near: Bitboard = directions
        .flat_map(|direction| empty_on_line(position, cell, direction))
        .collect();
    near.insert(cell);
    near
}

/// The empty cells of a line that can matter to one of its cells.
pub(super) fn empty_on_line(
    position: &Position,
    cell: Point,
    direction: Direction,
) -> impl Iterator<Item = Point> {
    let reach = position.tables().reach() as i64;
    (-reach..=reach)
        .filter(|&offset| offset != 0)
        .filter_map(move |offset| direction.neighbor(cell, offset, position.size()))
        .filter(move |&point| position.board().is_empty(point))
}

/// The cells where a colour makes a four that can be stopped, certain fouls
/// left out. A cell that may be forbidden must be asked for its legality.
pub fn fours(position: &Position, color: Color) -> Bitboard {
    let mut fours =
        *position.cells_with(color, Threat::Four) | *position.cells_with(color, Threat::FourThree);
    if position.count(color, Threat::MaybeForbidden) > 0 {
        let uncertain = position.cells_with(color, Threat::MaybeForbidden).iter();
        fours |= uncertain
            .filter(|&cell| {
                position
                    .patterns(color, cell)
                    .iter()
                    .any(LinePattern::is_four)
            })
            .collect();
    }
    fours
}

#[cfg(test)]
mod tests;
