//! **stratege** (document 004): ordered priorities, a short search for forced
//! wins of both sides, a guard rail, and a heuristic for the rest. The decision
//! follows the document's pseudocode line by line.
//!
//! The document plays this very game, so its notions keep their names. What the
//! pseudocode leaves open is settled so: a five and the stopping of one are looked for
//! on the whole board, and so is everything else if the window holds no
//! legal cell. The forced-win search names its quiet shortcut: a reply of the
//! opponent can only matter once our stone threatens a five, so moves that
//! threaten none are passed over at once. Distances and weights that the document
//! does not tell are constants here.

use super::Player;
use super::sight::{Shape, after, best_of, legal_moves, opening, shapes, winning};
use crate::board::{Board, Cell, Direction};
use crate::rules;
use crate::types::{Color, Point, Rule};
use fastrand::Rng;

/// The price of a move after which the opponent wins at once.
pub const GUARD_RAIL: i32 = 1_000_000;
/// The prize of a cell where the opponent would make an open or split four.
pub const BLOCKS_FOUR: i32 = 100_000;

const FIVE: i32 = 50_000;
const OPEN_FOUR: i32 = 10_000;
const CLOSED_FOUR: i32 = 1_200;
const OPEN_THREE: i32 = 1_000;
const CLOSED_THREE: i32 = 120;
const OPEN_TWO: i32 = 100;
const CLOSED_TWO: i32 = 15;
const SPLIT_FOUR: i32 = 1_200;
const SPLIT_THREE: i32 = 700;
/// The light bonus of `X..X`.
pub const SPACED_EXTENSION: i32 = 30;
/// An axis is strong from this score on; two strong ones are a fork.
const STRONG_AXIS: i32 = SPLIT_THREE;
/// The defence counts so many tenths of the attack.
const DEFENCE_TENTHS: i32 = 6;
/// The bonus for each stone within two cells, and how many count.
const PROXIMITY: i32 = 4;
const MOST_NEIGHBOURS: i32 = 5;
/// The bonus for the centre of an empty board, for each cell nearer to it.
const CENTRALITY: i32 = 6;

/// The player; it remembers nothing.
pub struct Stratege;

impl Player for Stratege {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        if let Some(center) = opening(board) {
            return Some(center);
        }
        let side = board.side_to_move();
        let other = side.opponent();
        let legal = legal_moves(rule, board);
        let within = window(board, &legal);
        if let Some(win) = random.choice(winning(rule, board, &legal, side)) {
            return Some(win);
        }
        let stops = winning(rule, board, &legal, other);
        if stops.is_empty() {
            if let Some(forced) = forced_win(rule, board, &within, side) {
                return Some(forced);
            }
            if let Some(forced) = forced_win(rule, board, &within, other) {
                return Some(forced);
            }
        }
        let cells = if stops.is_empty() { within } else { stops };
        let score = |point| {
            let four = i32::from(blocks_four(rule, board, point));
            evaluate(board, point) + four * BLOCKS_FOUR - guard_rail(rule, board, point)
        };
        best_of(&cells, score, random)
    }
}

/// The document's `compute_bounds`: those of the cells in the rectangle around
/// all stones with a margin of 2, or of 3 on boards of a side above 12.
pub fn window(board: &Board, cells: &[Point]) -> Vec<Point> {
    let size = board.size();
    let margin = if size.width().max(size.height()) > 12 {
        3
    } else {
        2
    };
    let stones = board.history();
    let span = |coordinate: fn(Point) -> usize| {
        let values = || stones.iter().map(|&stone| coordinate(stone));
        let low = values().min().unwrap_or(0).saturating_sub(margin);
        low..=values().max().unwrap_or(usize::MAX / 2) + margin
    };
    let (columns, rows) = (span(Point::x), span(Point::y));
    let is_inside = |cell: &&Point| columns.contains(&cell.x()) && rows.contains(&cell.y());
    let inside: Vec<Point> = cells.iter().filter(is_inside).copied().collect();
    if inside.is_empty() {
        cells.to_vec()
    } else {
        inside
    }
}

/// The document's `threat_search_forced_win`: a cell from which this colour,
/// to move, wins with its next stone whatever the opponent answers.
pub fn forced_win(rule: Rule, board: &Board, cells: &[Point], color: Color) -> Option<Point> {
    let mut board = board.clone();
    board.set_side_to_move(color);
    cells.iter().copied().find(|&point| {
        if rules::wins(rule, &board, point, color) {
            return true;
        }
        let threatens = |shapes: [Shape; 4]| shapes.iter().any(|&shape| shape >= Shape::Four);
        threatens(shapes(rule, &board, point, color))
            && rules::foul(rule, &board, point, color).is_none()
            && leaves_only_wins(rule, &after(&board, point), cells, color)
    })
}

/// Whether the colour, having just moved, wins next after every reply.
fn leaves_only_wins(rule: Rule, board: &Board, cells: &[Point], color: Color) -> bool {
    let other = color.opponent();
    let empty: Vec<Point> = board.empty().iter().collect();
    // A reply can only take wins away, so the wins after it are among these.
    let wins = winning(rule, board, &empty, color);
    if wins.is_empty() || !winning(rule, board, &empty, other).is_empty() {
        return false;
    }
    let local = cells.iter().chain(&wins);
    local.filter(|&&reply| board.is_empty(reply)).all(|&reply| {
        if rules::foul(rule, board, reply, other).is_some() {
            return true;
        }
        let next = after(board, reply);
        let mut left = wins.iter().filter(|&&win| win != reply);
        left.any(|&win| rules::wins(rule, &next, win, color))
    })
}

/// Whether the opponent would make an open four or `XX.XX` on the cell.
pub fn blocks_four(rule: Rule, board: &Board, point: Point) -> bool {
    let other = board.side_to_move().opponent();
    let is_open = shapes(rule, board, point, other).contains(&Shape::OpenFour);
    let mut axes = Direction::ALL.into_iter();
    is_open || axes.any(|axis| split_threat(board, point, axis, other) == SPLIT_FOUR)
}

/// The price of the move if it leaves the opponent a five.
pub fn guard_rail(rule: Rule, board: &Board, point: Point) -> i32 {
    let next = after(board, point);
    let empty: Vec<Point> = next.empty().iter().collect();
    let is_open = !winning(rule, &next, &empty, next.side_to_move()).is_empty();
    i32::from(is_open) * GUARD_RAIL
}

/// The document's `evaluate_position` of a cell for the side to move.
pub fn evaluate(board: &Board, point: Point) -> i32 {
    let side = board.side_to_move();
    let attack = axes(board, point, side);
    let defence = axes(board, point, side.opponent());
    attack.iter().sum::<i32>()
        + fork(attack)
        + (defence.iter().sum::<i32>() + fork(defence)) * DEFENCE_TENTHS / 10
        + spaced_extension(board, point, side)
        + proximity(board, point)
        + centrality(board, point)
}

/// Pattern and split threat of each axis.
fn axes(board: &Board, point: Point, color: Color) -> [i32; 4] {
    Direction::ALL.map(|axis| {
        let pattern = pattern(board, point, axis, color);
        pattern.max(split_threat(board, point, axis, color))
    })
}

/// The score of the unbroken row a stone would be part of, by length and open
/// ends.
pub fn pattern(board: &Board, point: Point, axis: Direction, color: Color) -> i32 {
    let mut stones = 1;
    let mut open = 0;
    for sign in [-1, 1] {
        let mut offset = sign;
        while board.cell_along(point, axis, offset) == Cell::Stone(color) {
            stones += 1;
            offset += sign;
        }
        open += i32::from(board.cell_along(point, axis, offset) == Cell::Empty);
    }
    match (stones, open) {
        (5.., _) => FIVE,
        (4, 2) => OPEN_FOUR,
        (4, 1) => CLOSED_FOUR,
        (3, 2) => OPEN_THREE,
        (3, 1) => CLOSED_THREE,
        (2, 2) => OPEN_TWO,
        (2, 1) => CLOSED_TWO,
        _ => 0,
    }
}

/// The score of `XX.XX` or `XX.X` (either way round) with a stone on the point
/// and at least one open end.
pub fn split_threat(board: &Board, point: Point, axis: Direction, color: Color) -> i32 {
    let templates: [(&[bool], i32); 3] = [
        (&[true, true, false, true, true], SPLIT_FOUR),
        (&[true, true, false, true], SPLIT_THREE),
        (&[true, false, true, true], SPLIT_THREE),
    ];
    let matches_at = |template: &[bool], start: i64| {
        let own_at_point = template.get(-start as usize) == Some(&true);
        let fits = (start..).zip(template).all(|(offset, &is_stone)| {
            let wanted = if is_stone {
                Cell::Stone(color)
            } else {
                Cell::Empty
            };
            offset == 0 || board.cell_along(point, axis, offset) == wanted
        });
        let ends = [start - 1, start + template.len() as i64];
        let is_open = |&end: &i64| board.cell_along(point, axis, end) == Cell::Empty;
        own_at_point && fits && ends.iter().any(is_open)
    };
    let found = templates
        .iter()
        .find(|(template, _)| (0..template.len() as i64).any(|back| matches_at(template, -back)));
    found.map_or(0, |&(_, score)| score)
}

/// The bonus for standing three cells from a friend, `X..X`, with both cells
/// between them empty and at least one end open.
pub fn spaced_extension(board: &Board, point: Point, color: Color) -> i32 {
    let is_empty = |axis, offset| board.cell_along(point, axis, offset) == Cell::Empty;
    let is_spaced = |axis: Direction, sign: i64| {
        board.cell_along(point, axis, 3 * sign) == Cell::Stone(color)
            && is_empty(axis, sign)
            && is_empty(axis, 2 * sign)
            && (is_empty(axis, -sign) || is_empty(axis, 4 * sign))
    };
    let mut rays = Direction::ALL
        .into_iter()
        .flat_map(|axis| [(axis, -1), (axis, 1)]);
    i32::from(rays.any(|(axis, sign)| is_spaced(axis, sign))) * SPACED_EXTENSION
}

/// The bonus for strength on two axes: what the better two are worth together.
pub fn fork(mut axes: [i32; 4]) -> i32 {
    axes.sort_unstable_by_key(|&score| -score);
    let [first, second, ..] = axes;
    if second >= STRONG_AXIS {
        first.min(OPEN_FOUR) + second.min(OPEN_FOUR)
    } else {
        0
    }
}

/// The bonus for stones within two cells, capped so that a crowd is no reason.
pub fn proximity(board: &Board, point: Point) -> i32 {
    let stones = board.history().iter();
    let near = stones.filter(|stone| stone.distance(point) <= 2).count() as i32;
    near.min(MOST_NEIGHBOURS) * PROXIMITY
}

/// The bonus for the centre, which fades as the board fills.
pub fn centrality(board: &Board, point: Point) -> i32 {
    let size = board.size();
    let radius = size.width().max(size.height()) / 2;
    let nearness = radius.saturating_sub(point.distance(size.center())) as i32;
    nearness * CENTRALITY * board.empty().len() as i32 / size.cells() as i32
}

#[cfg(test)]
mod tests;
