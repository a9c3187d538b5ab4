//! The last word on a move before it leaves the engine, by the slow judges:
//! is it legal, and if not, what is? Looks one stone ahead and no further.

use crate::board::{Bitboard, Board};
use crate::rules;
use crate::types::{Point, Rule};

/// Whether the side to move may play here: an empty cell of the board, and
/// not a foul.
pub fn is_legal(rule: Rule, board: &Board, point: Point) -> bool {
    board.size().contains(point)
        && board.is_empty(point)
        && rules::foul(rule, board, point, board.side_to_move()).is_none()
}

/// The points that the rule forbids to the side to move.
pub fn forbidden_points(rule: Rule, board: &Board) -> Vec<Point> {
    let side = board.side_to_move();
    let is_foul = |&point: &Point| rules::foul(rule, board, point, side).is_some();
    board.empty().iter().filter(is_foul).collect()
}

/// A move for when the search has none to offer: one that wins, else one that
/// stops a five, else the legal cell nearest to the newest stone, none of them
/// a barred one. A forbidden cell only if every such cell is one; `None` if no
/// such cell is empty.
pub fn any_move(rule: Rule, board: &Board, barred: &Bitboard) -> Option<Point> {
    let side = board.side_to_move();
    let focus = board.last_move().unwrap_or_else(|| board.size().center());
    let mut points: Vec<Point> = (*board.empty() & !*barred).iter().collect();
    points.sort_by_key(|point| point.distance(focus));
    let wins_for = |color| {
        let wins = move |&point: &Point| rules::wins(rule, board, point, color);
        points.iter().copied().filter(wins)
    };
    let legal = |point: &Point| is_legal(rule, board, *point);
    let winning = wins_for(side).find(legal);
    winning
        .or_else(|| wins_for(side.opponent()).find(legal))
        .or_else(|| points.iter().copied().find(legal))
        .or_else(|| points.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::{parse_diagram, parse_moves};
    use crate::types::{BoardSize, Color};

    fn board(moves: &str) -> Board {
        parse_moves(BoardSize::square(15).expect("a size"), moves).expect("a move list")
    }

    fn point(text: &str) -> Point {
        text.parse().expect("a point")
    }

    #[test]
    fn a_taken_cell_and_a_cell_outside_are_illegal() {
        let board = board("h8");
        assert!(!is_legal(Rule::Freestyle, &board, point("h8")));
        assert!(!is_legal(Rule::Freestyle, &board, point("p1")));
        assert!(is_legal(Rule::Freestyle, &board, point("a1")));
    }

    #[test]
    fn the_fallback_wins_if_it_can_and_else_blocks() {
        let winning = board("h8h9i8i9j8j9k8k9");
        let found = any_move(Rule::Freestyle, &winning, &Bitboard::EMPTY).expect("a move");
        assert!(["g8", "l8"].contains(&found.to_string().as_str()));
        let blocking = board("h8a1i8a3j8a5k8");
        let found = any_move(Rule::Freestyle, &blocking, &Bitboard::EMPTY).expect("a move");
        assert!(["g8", "l8"].contains(&found.to_string().as_str()));
    }

    #[test]
    fn the_fallback_avoids_forbidden_points_while_another_cell_is_empty() {
        // Two cells are empty: d1, an overline, and f5.
        let diagram = "\
            XXX.XX\n\
            OXOXOO\n\
            OXOXOX\n\
            XOXOXO\n\
            XOXOX.\n";
        let mut board = parse_diagram(diagram).expect("a diagram");
        board.set_side_to_move(Color::Black);
        assert_eq!(forbidden_points(Rule::Renju, &board), [point("d1")]);
        assert_eq!(
            any_move(Rule::Renju, &board, &Bitboard::EMPTY),
            Some(point("f5"))
        );
        board.play(point("f5"));
        board.set_side_to_move(Color::Black);
        assert_eq!(
            any_move(Rule::Renju, &board, &Bitboard::EMPTY),
            Some(point("d1"))
        );
        board.play(point("d1"));
        assert_eq!(any_move(Rule::Renju, &board, &Bitboard::EMPTY), None);
    }

    #[test]
    fn nothing_is_forbidden_to_white() {
        let mut board = board("h8a1i8a3j7a5j6");
        board.set_side_to_move(Color::White);
        assert_eq!(forbidden_points(Rule::Renju, &board), []);
    }
}
