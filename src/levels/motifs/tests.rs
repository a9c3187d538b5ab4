//! The document's table and its worked example.

use super::super::test_boards::{answer, board};
use super::*;
use crate::board::text::parse_diagram;

/// The board of the document's section "Exemple". The drawing's column 2 is
/// the first, for its column 1 holds the letters of the rows.
const EXAMPLE: &str = "\
    XO.....\n\
    OXXXX..\n\
    .XOO...\n\
    ..OO...\n\
    .XOO...\n\
    .X.....\n\
    .......\n";

fn reading((stones, blocked, gaps): (i32, i32, i32)) -> Reading {
    Reading {
        stones,
        blocked,
        gaps,
    }
}

fn readings(all: [(i32, i32, i32); 4]) -> [Reading; 4] {
    all.map(reading)
}

const ALONE: (i32, i32, i32) = (1, 0, 0);

#[test]
fn the_worked_example_reads_as_in_the_document() {
    let board = parse_diagram(EXAMPLE).expect("a diagram");
    let at = Point::new(1, 1);
    let found = read(&board, at, Color::Black);
    assert_eq!(
        found,
        readings([(4, 1, 0), (4, 1, 1), (1, 0, 0), (2, 2, 0)])
    );
    assert!(occurs(&found, [1, 4, 1, 0]) && occurs(&found, [1, 4, ANY, 1]));
    assert!(!occurs(&found, [2, 4, 1, 0]));
    assert_eq!(points(&found), 700);
}

#[test]
fn every_line_of_the_table_gives_its_points() {
    for (expected, all) in [
        (10_000, [(5, 0, 0), ALONE, ALONE, ALONE]),
        (700, [(4, 0, 0), ALONE, ALONE, ALONE]),
        (700, [(4, 1, 0), (4, 1, 0), ALONE, ALONE]),
        (700, [(4, 0, 1), ALONE, (4, 2, 1), ALONE]),
        (700, [(4, 1, 0), ALONE, ALONE, (4, 2, 1)]),
        (500 + 20, [(4, 1, 0), (3, 0, 0), ALONE, ALONE]),
        (500 + 20, [(4, 1, 0), (3, 0, 1), ALONE, ALONE]),
        (500 + 20, [(4, 2, 1), (3, 0, 0), ALONE, ALONE]),
        (300 + 20, [(3, 0, 0), (3, 0, 1), ALONE, ALONE]),
        (50 + 9, [(2, 0, 0), (2, 0, 1), (2, 0, 0), ALONE]),
        (20, [(3, 0, 1), ALONE, ALONE, ALONE]),
        (9, [(2, 0, 1), ALONE, ALONE, ALONE]),
        (0, [(4, 1, 0), (3, 1, 0), (2, 1, 0), ALONE]),
        (0, [(4, 2, 0), ALONE, ALONE, ALONE]),
    ] {
        assert_eq!(points(&readings(all)), expected, "{all:?}");
    }
}

#[test]
fn a_gap_is_counted_only_where_a_stone_follows_it_and_the_table_knows_the_length() {
    let row = |text: &str, x: usize| {
        let blank = ".".repeat(text.len());
        let diagram = [&blank, &blank, text, &blank, &blank].join("\n");
        let board = parse_diagram(&diagram).expect("a diagram");
        read(&board, Point::new(x, 2), Color::Black)[0]
    };
    assert_eq!(row(".XX......", 1), reading((2, 0, 0)));
    assert_eq!(row(".XX.X....", 1), reading((3, 0, 1)));
    assert_eq!(row(".X.X.X...", 3), reading((2, 0, 1)), "one gap at most");
    assert_eq!(row("OXX..X...", 1), reading((2, 1, 0)));
    assert_eq!(
        row(".XXXX.X..", 2),
        reading((4, 0, 0)),
        "not five with a gap"
    );
}

#[test]
fn it_wins_rather_than_blocks_and_blocks_rather_than_builds() {
    assert_eq!(answer(Motifs, &board("a1a3b1b3c1c3d1d3"), 1), "e1");
    assert_eq!(answer(Motifs, &board("a1h8b1h9c1h10d1"), 1), "e1");
}

#[test]
fn it_makes_an_open_four_of_its_open_three() {
    assert!(["g8", "k8"].contains(&answer(Motifs, &board("h8a1i8a15j8o1"), 1).as_str()));
}
