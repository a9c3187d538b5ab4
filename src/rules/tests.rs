//! The judges against the diagrams of `docs/rules.md`, against a suite of
//! renju positions, and against properties that hold whatever the position.

use super::{Foul, Verdict, foul, verdict, wins};
use crate::board::text::{parse_diagram, parse_points};
use crate::board::{Board, Cell};
use crate::types::{BoardSize, Color, Point, Rule};
use proptest::prelude::*;

/// What a stone on an empty cell does, as the diagrams write it.
fn mark(rule: Rule, board: &Board, point: Point, color: Color) -> char {
    let foul = foul(rule, board, point, color);
    match (wins(rule, board, point, color), foul) {
        (true, None) => '*',
        (true, Some(foul)) => panic!("{point} wins and is a {foul}"),
        (false, None) => '.',
        (false, Some(Foul::DoubleThree)) => '3',
        (false, Some(Foul::DoubleFour)) => '4',
        (false, Some(Foul::Overline)) => '6',
    }
}

/// The stones of the board, with a mark on every empty cell.
fn marked_diagram(rule: Rule, board: &Board, color: Color) -> Vec<String> {
    let cell = |point| match board.cell(point) {
        Cell::Stone(Color::Black) => 'X',
        Cell::Stone(Color::White) => 'O',
        Cell::Wall => '#',
        Cell::Empty => mark(rule, board, point, color),
    };
    (0..board.size().height())
        .map(|y| {
            (0..board.size().width())
                .map(|x| cell(Point::new(x, y)))
                .collect()
        })
        .collect()
}

/// Compares one diagram of the documentation with the judge. `+` stands for a
/// cell that the text talks about and that is neither a win nor a foul.
fn check_diagram(heading: &str, diagram: &str) {
    let mut words = heading.split_whitespace();
    let (Some("diagram"), Some(rules), Some(color)) = (words.next(), words.next(), words.next())
    else {
        panic!("a diagram starts with 'diagram RULES COLOUR', not '{heading}'");
    };
    let color = match color {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("'{other}' is no colour"),
    };
    let stones = diagram.replace(['*', '+', '3', '4', '6'], ".");
    let board = parse_diagram(&stones).expect("a diagram of the documentation");
    let expected: Vec<String> = diagram
        .lines()
        .map(|row| row.replace(' ', "").replace('+', "."))
        .collect();
    for rule in rules.split(',') {
        let rule: Rule = rule.parse().expect("a rule's name");
        let found = marked_diagram(rule, &board, color);
        assert_eq!(
            found,
            expected,
            "{rule}, {color} to move:\n{diagram}\nbut the judge says:\n{}",
            found.join("\n")
        );
    }
}

#[test]
fn every_diagram_of_the_documentation_is_true() {
    let text = include_str!("../../docs/rules.md");
    let mut count = 0;
    for block in text.split("\n```").skip(1).step_by(2) {
        let (heading, diagram) = block.split_once('\n').expect("a heading and a diagram");
        check_diagram(heading, diagram);
        count += 1;
    }
    assert!(count >= 20, "only {count} diagrams were found");
}

/// The value of `KEY=value` in a line of the suite.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    line.split(' ')
        .find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
        .unwrap_or("-")
}

/// The points of a field, `-` being none.
fn points(text: &str) -> Vec<Point> {
    if text == "-" {
        Vec::new()
    } else {
        parse_points(text).expect("points of the suite")
    }
}

/// The forbidden points of a line of the suite, with their reasons.
fn forbidden(line: &str) -> Vec<(Point, Foul)> {
    let mut all: Vec<(Point, Foul)> = field(line, "F")
        .split(',')
        .filter_map(|entry| entry.split_once(':'))
        .map(|(point, reason)| {
            let foul = match reason {
                "33" => Foul::DoubleThree,
                "44" => Foul::DoubleFour,
                "6" => Foul::Overline,
                other => panic!("'{other}' is no reason"),
            };
            (point.parse().expect("a point of the suite"), foul)
        })
        .collect();
    all.sort_unstable_by_key(|&(point, _)| point);
    all
}

#[test]
fn the_renju_suite_agrees_on_every_empty_cell() {
    let suite = include_str!("testdata/renju-forbidden.txt");
    let size = BoardSize::square(15).expect("a valid size");
    let mut positions = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let mut board = Board::new(size);
        for (key, color) in [("B", Color::Black), ("W", Color::White)] {
            for point in points(field(line, key)) {
                board.put(point, color);
            }
        }
        let judge = |point| foul(Rule::Renju, &board, point, Color::Black);
        let mut found: Vec<(Point, Foul)> = board
            .empty()
            .iter()
            .filter_map(|point| Some((point, judge(point)?)))
            .collect();
        found.sort_unstable_by_key(|&(point, _)| point);
        assert_eq!(found, forbidden(line), "{line}");
        for point in points(field(line, "FAKE")) {
            assert_eq!(judge(point), None, "{point} in {line}");
        }
        for point in points(field(line, "FIVE")) {
            assert!(wins(Rule::Renju, &board, point, Color::Black), "{line}");
        }
        positions += 1;
    }
    assert_eq!(positions, 150);
}

#[test]
fn the_verdict_names_a_win_before_a_draw_on_the_last_cell() {
    let full = |stones: &str| {
        let mut board = parse_diagram(stones).expect("a diagram");
        board.set_side_to_move(Color::Black);
        let last = board.empty().first().expect("one empty cell");
        verdict(Rule::Freestyle, &board, last)
    };
    assert_eq!(
        full("XXXX.\nOXOXO\nOXOXO\nXOXOX\nXOXOX"),
        Verdict::Wins,
        "the first row is five"
    );
    assert_eq!(full("OXXX.\nOXOXO\nOXOXO\nXOXOX\nXOXOX"), Verdict::Draw);
}

#[test]
fn the_verdict_is_about_the_side_to_move() {
    let corner = ".......\n..+XX..\n..X....\n..X....\n.......\n.......\n.......";
    let mut board = parse_diagram(&corner.replace('+', ".")).expect("a diagram");
    let point = Point::new(2, 1);
    board.set_side_to_move(Color::White);
    assert_eq!(verdict(Rule::Renju, &board, point), Verdict::Continues);
    board.set_side_to_move(Color::Black);
    assert_eq!(
        verdict(Rule::Renju, &board, point),
        Verdict::Foul(Foul::DoubleThree)
    );
}

/// Boards crowded enough for every kind of line, walls among them.
fn crowded() -> impl Strategy<Value = Board> {
    (5_usize..=11, 5_usize..=11)
        .prop_flat_map(|(width, height)| {
            let cells = proptest::collection::vec(
                prop_oneof![5 => Just('.'), 6 => Just('X'), 2 => Just('O'), 1 => Just('#')],
                width * height,
            );
            (Just(width), cells)
        })
        .prop_map(|(width, cells)| {
            let rows: Vec<String> = cells
                .chunks(width)
                .map(|row| row.iter().collect())
                .collect();
            parse_diagram(&rows.join("\n")).expect("a rectangle")
        })
}

/// The board and a point of it, both moved by `map`, on a board of `size`.
fn transformed(board: &Board, size: BoardSize, map: impl Fn(Point) -> Point) -> Board {
    let mut image = Board::new(size);
    for point in board.size().points() {
        match board.cell(point) {
            Cell::Empty => {}
            Cell::Wall => image.add_wall(map(point)),
            Cell::Stone(color) => {
                image.put(map(point), color);
            }
        }
    }
    image
}

/// Five cells in a row through the point, all of them one colour's once a
/// stone lies on the point: the wording of the freestyle rule.
fn some_five_cells_are_filled(board: &Board, point: Point, color: Color) -> bool {
    let steps: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    steps.iter().any(|(dx, dy)| {
        (-4..=0).any(|start| {
            (start..start + 5).all(|offset| {
                let (x, y) = (
                    point.x() as i64 + dx * offset,
                    point.y() as i64 + dy * offset,
                );
                offset == 0
                    || board
                        .size()
                        .point(x, y)
                        .is_some_and(|cell| board.cell(cell) == Cell::Stone(color))
            })
        })
    })
}

proptest! {
    #[test]
    fn freestyle_wins_where_five_cells_are_filled(board in crowded()) {
        for point in board.empty().iter() {
            for color in Color::ALL {
                prop_assert_eq!(
                    wins(Rule::Freestyle, &board, point, color),
                    some_five_cells_are_filled(&board, point, color)
                );
            }
        }
    }

    #[test]
    fn a_stricter_rule_never_wins_where_a_milder_one_does_not(board in crowded()) {
        for point in board.empty().iter() {
            for color in Color::ALL {
                let won = |rule| wins(rule, &board, point, color);
                prop_assert!(!won(Rule::Standard) || won(Rule::Freestyle));
                prop_assert!(!won(Rule::Caro) || won(Rule::Freestyle));
                prop_assert!(!won(Rule::CaroExact) || won(Rule::Caro) && won(Rule::Standard));
            }
            prop_assert_eq!(
                wins(Rule::Renju, &board, point, Color::Black),
                wins(Rule::Standard, &board, point, Color::Black)
            );
            prop_assert_eq!(
                wins(Rule::Renju, &board, point, Color::White),
                wins(Rule::Freestyle, &board, point, Color::White)
            );
        }
    }

    #[test]
    fn turning_the_board_over_changes_no_judgement(board in crowded()) {
        let (width, height) = (board.size().width(), board.size().height());
        let turned = BoardSize::new(height, width).expect("the same sides");
        let mirror = |point: Point| Point::new(width - 1 - point.x(), point.y());
        let transpose = |point: Point| Point::new(point.y(), point.x());
        let mirrored = transformed(&board, board.size(), mirror);
        let transposed = transformed(&board, turned, transpose);
        for rule in Rule::ALL {
            for point in board.empty().iter() {
                for color in Color::ALL {
                    let here = mark(rule, &board, point, color);
                    prop_assert_eq!(here, mark(rule, &mirrored, mirror(point), color));
                    prop_assert_eq!(here, mark(rule, &transposed, transpose(point), color));
                }
            }
        }
    }

    #[test]
    fn only_black_in_renju_can_foul_and_a_winning_stone_never_does(board in crowded()) {
        for rule in Rule::ALL {
            for point in board.empty().iter() {
                for color in Color::ALL {
                    let foul = foul(rule, &board, point, color);
                    let may_foul = rule == Rule::Renju && color == Color::Black;
                    prop_assert!(foul.is_none() || may_foul);
                    prop_assert!(foul.is_none() || !wins(rule, &board, point, color));
                }
            }
        }
    }
}
