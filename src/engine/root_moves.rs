//! Which root moves the search shall consider: cells that people barred are
//! left out, and how far from the stones to look is a setting. Searches nothing.

use super::legality;
use crate::board::{Bitboard, Board};
use crate::search::RootMoves;
use crate::types::{Point, Rule};

/// How far from the stones root moves are looked at, from near to everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caution(u8);

impl Caution {
    /// `INFO caution_factor`: from 0 to 5, other numbers are the nearest of these.
    pub fn new(factor: i64) -> Self {
        Self(factor.clamp(0, 5) as u8)
    }

    /// Whether a cell so many columns and rows away from a stone is looked at.
    const fn reaches(self, columns: usize, rows: usize) -> bool {
        let (square, line) = match self.0 {
            0 => (2, 2),
            1 => (2, 3),
            2 => (3, 3),
            3 => (3, 4),
            4 => (4, 4),
            _ => return true,
        };
        let is_on_line = columns == 0 || rows == 0 || columns == rows;
        let reach = if is_on_line { line } else { square };
        columns <= reach && rows <= reach
    }
}

/// What to tell the search about root moves in a position.
pub(super) fn choose(
    rule: Rule,
    board: &Board,
    barred: &Bitboard,
    caution: Option<Caution>,
) -> RootMoves {
    let near = caution.map_or(Bitboard::EMPTY, |caution| near_stones(board, caution));
    let too_far = if near.is_empty() {
        Bitboard::EMPTY
    } else {
        *board.empty() & !near
    };
    // Threats far away must still be answered: only the nearest view leaves
    // cells out, and the middle of an empty board is never too far.
    let too_far = if caution == Some(Caution(0)) {
        too_far
    } else {
        Bitboard::EMPTY
    };
    let barred = *board.empty() & *barred;
    let leaves_a_move = |left_out: &Bitboard| {
        let mut cells = (*board.empty() & !*left_out).iter();
        left_out.is_empty() || cells.any(|point| legality::is_legal(rule, board, point))
    };
    // What cannot be kept is dropped, the weaker wish first.
    let barred = [too_far | barred, barred]
        .into_iter()
        .find(leaves_a_move)
        .unwrap_or(Bitboard::EMPTY);
    RootMoves {
        barred,
        added: near,
    }
}

/// The empty cells near stones.
pub(super) fn near_stones(board: &Board, caution: Caution) -> Bitboard {
    let stones: Vec<Point> = board
        .size()
        .points()
        .filter(|&point| !board.is_empty(point))
        .collect();
    let is_near = |point: &Point| {
        stones.iter().any(|stone| {
            caution.reaches(stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()))
        })
    };
    board.empty().iter().filter(is_near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::types::BoardSize;

    fn board(moves: &str) -> Board {
        parse_moves(BoardSize::square(15).expect("a size"), moves).expect("moves")
    }

    fn points(text: &str) -> Bitboard {
        let points = crate::board::text::parse_points(text).expect("points");
        points.into_iter().collect()
    }

    #[test]
    fn nothing_told_is_what_the_search_would_do() {
        let chosen = choose(Rule::Freestyle, &board("h8"), &Bitboard::EMPTY, None);
        assert_eq!(chosen, RootMoves::ALL);
    }

    #[test]
    fn each_step_of_caution_looks_farther() {
        let board = board("h8");
        let counts =
            [0, 1, 2, 3, 4, 5, 99].map(|factor| near_stones(&board, Caution::new(factor)).len());
        assert_eq!(counts, [24, 32, 48, 56, 80, 224, 224]);
        let nearest = choose(
            Rule::Freestyle,
            &board,
            &Bitboard::EMPTY,
            Some(Caution::new(-3)),
        );
        assert_eq!(nearest.barred.len(), 200);
        assert!(nearest.barred.contains("a1".parse().expect("a point")));
        let wide = choose(
            Rule::Freestyle,
            &board,
            &Bitboard::EMPTY,
            Some(Caution::new(4)),
        );
        assert_eq!((wide.barred.len(), wide.added.len()), (0, 80));
    }

    #[test]
    fn an_empty_board_bars_nothing() {
        for factor in 0..=5 {
            let chosen = choose(
                Rule::Freestyle,
                &board(""),
                &Bitboard::EMPTY,
                Some(Caution::new(factor)),
            );
            assert!(chosen.barred.is_empty());
        }
    }

    #[test]
    fn barred_cells_that_leave_no_legal_move_are_allowed_again() {
        let all = !Bitboard::EMPTY;
        let chosen = choose(Rule::Freestyle, &board("h8"), &all, None);
        assert!(chosen.barred.is_empty());
        let mut but_one = all;
        but_one.remove("a1".parse().expect("a point"));
        let chosen = choose(
            Rule::Freestyle,
            &board("h8"),
            &but_one,
            Some(Caution::new(0)),
        );
        assert_eq!(chosen.barred.len(), 223);
        assert_eq!((*board("h8").empty() & !chosen.barred), points("a1"));
    }

    #[test]
    fn a_forbidden_point_is_no_move_to_be_left_with() {
        // Black may not play h8: two threes.
        let board = board("g8a1f8c1h7e1h6g1");
        let mut but_foul = !Bitboard::EMPTY;
        but_foul.remove("h8".parse().expect("a point"));
        let renju = choose(Rule::Renju, &board, &but_foul, None);
        assert!(renju.barred.is_empty());
        let freestyle = choose(Rule::Freestyle, &board, &but_foul, None);
        assert!(!freestyle.barred.is_empty());
    }
}
