//! Tests of the drawing, mostly of the plain one: a person can read it here.

use super::super::look::visible_width;
use super::*;
use crate::board::text::{parse_diagram, parse_points};
use crate::types::BoardSize;

const COLORED: Look = Look {
    color: true,
    live: true,
    width: 80,
    height: None,
};

fn size() -> BoardSize {
    BoardSize::new(7, 5).expect("a size")
}

/// The points by the names that people call them.
fn points(text: &str) -> Vec<Point> {
    let typed = parse_points(text).expect("points");
    typed.iter().map(|&point| size().flip_rows(point)).collect()
}

fn point(text: &str) -> Point {
    points(text)[0]
}

fn board(moves: &str) -> Board {
    let mut board = Board::new(size());
    for point in points(moves) {
        board.play(point);
    }
    board
}

fn plain(view: &BoardView<'_>) -> String {
    view.lines(Look::PLAIN).join("|\n") + "|\n"
}

#[test]
fn a_plain_board_shows_stones_brackets_and_letters_of_choices() {
    let board = board("b2c2d3");
    let mut view = BoardView::new(&board).lit([point("d3")]);
    view.mark(point("e4"), Mark::Choice(0));
    view.mark(point("e4"), Mark::Forbidden);
    view.mark(point("a1"), Mark::Choice(1));
    view.mark(point("g5"), Mark::Forbidden);
    view.mark(point("b2"), Mark::Choice(2));
    let expected = [
        "    a b c d e f g    |",
        " 5  . . . . . . !  5 |",
        " 4  . . . . A . .  4 |",
        " 3  . . .(X). . .  3 |",
        " 2  . X O . . . .  2 |",
        " 1  B . . . . . .  1 |",
        "    a b c d e f g    |\n",
    ];
    assert_eq!(plain(&view), expected.join("\n"));
}

#[test]
fn lit_stones_side_by_side_share_their_brackets_up_to_the_edge() {
    let board = board("c1a5d1b5e1c5f1d5g1");
    let view = BoardView::new(&board).lit(["c1", "d1", "e1", "f1", "g1"].map(point));
    assert_eq!(view.lines(Look::PLAIN)[5], " 1  . .(X X X X X) 1 ");
}

#[test]
fn a_line_of_play_is_numbered_and_has_room_for_two_digits() {
    let board = board("a5");
    let line: Vec<Point> = board.empty().iter().take(12).collect();
    let view = BoardView::new(&board).lit([point("a5")]).with_line(&line);
    let lines = view.lines(Look::PLAIN);
    assert_eq!(lines[1], " 5  (X) 1  2  3  4  5  6  5 ");
    assert_eq!(lines[2], " 4   7  8  9 10 11 12  .  4 ");
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
}

#[test]
fn the_coloured_board_is_as_wide_as_its_letters_and_ends_every_colour() {
    let board = parse_diagram("X....O.\n.......\n...#...\n.......\n......X").expect("a diagram");
    for line in [&[][..], &[point("c3")][..]] {
        let mut view = BoardView::new(&board).lit([point("g5")]).with_line(line);
        view.mark(point("e4"), Mark::Choice(0));
        let lines = view.lines(COLORED);
        let width = visible_width(&lines[0]);
        for line in &lines {
            assert_eq!(visible_width(line), width, "{line}");
            assert!(line.ends_with("\x1b[0m"), "{line}");
        }
    }
}

#[test]
fn names_of_two_letters_stand_upright_where_they_would_touch() {
    let board = Board::new(BoardSize::new(28, 5).expect("a size"));
    let lines = BoardView::new(&board).lines(Look::PLAIN);
    assert_eq!(lines.len(), 2 + 5 + 2);
    assert!(lines[0].ends_with("   a a    "), "{}", lines[0]);
    assert!(lines[1].ends_with(" y z a b    "), "{}", lines[1]);
    assert_eq!(lines[7..], lines[..2]);
}

#[test]
fn boards_of_every_size_fit_into_eighty_columns() {
    for side in [5, 15, 19, 20, 24, 25, 32] {
        let board = Board::new(BoardSize::square(side).expect("a size"));
        let line: Vec<Point> = board.empty().iter().take(25).collect();
        for view in [
            BoardView::new(&board),
            BoardView::new(&board).with_line(&line),
        ] {
            for look in [Look::PLAIN, COLORED] {
                for text in view.lines(look) {
                    assert!(visible_width(&text) <= 80, "{side}: {text}");
                }
            }
        }
    }
}
