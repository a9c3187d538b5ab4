//! Tests of the parser, by lines of text and by bytes of chance.

use super::*;
use proptest::prelude::*;

fn parse(line: &str) -> Option<Command> {
    Parser::default().feed(line.as_bytes())
}

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("a valid size")
}

fn stone(x: i64, y: i64, field: i64) -> Stone {
    Stone {
        at: Coordinates(x, y),
        field: Some(field),
    }
}

#[test]
fn words_are_read_in_any_case_with_any_blanks() {
    for line in [
        "BEGIN",
        "begin",
        " Begin ",
        "\tBEGIN\r",
        "BEGIN\0",
        "BEGIN now",
    ] {
        assert_eq!(parse(line), Some(Command::Begin), "{line:?}");
    }
}

#[test]
fn empty_lines_are_nothing() {
    for line in ["", " ", "\t", "\r", "\0"] {
        assert_eq!(parse(line), None, "{line:?}");
    }
}

#[test]
fn sizes_come_as_one_number_or_two() {
    for (line, width, height) in [
        ("START 15", 15, 15),
        ("start  020 ", 20, 20),
        ("START 15 15", 15, 15),
        ("START 20 10", 20, 10),
        ("RECTSTART 30,20", 30, 20),
        ("RECTSTART 30 , 20", 30, 20),
        ("rectstart 20", 20, 20),
        ("START 5", 5, 5),
        ("START 32", 32, 32),
    ] {
        assert_eq!(
            parse(line),
            Some(Command::Start(size(width, height))),
            "{line}"
        );
    }
}

#[test]
fn bad_sizes_are_errors_that_name_the_range() {
    for line in [
        "START",
        "START abc",
        "START 15x",
        "START 15,",
        "START 15 15 15",
        "START 1.5",
    ] {
        let command = parse(line);
        assert!(
            matches!(command, Some(Command::Broken(ProtocolError::SizeSyntax(_)))),
            "{line}: {command:?}"
        );
    }
    for line in [
        "START 0",
        "START -1",
        "START 4",
        "START 33",
        "START 100",
        "START 99999999999999999999",
        "RECTSTART 20,4",
    ] {
        let Some(Command::Broken(error)) = parse(line) else {
            panic!("{line} must be an error");
        };
        assert!(error.to_string().contains("32"), "{error}");
        assert!(error.to_string().contains("20"), "{error}");
    }
}

#[test]
fn moves_are_two_numbers_with_a_comma() {
    let turn = Some(Command::Turn(Coordinates(7, 8)));
    for line in ["TURN 7,8", "turn 7, 8", "TURN\t7 ,8 ", "TURN  +7,08"] {
        assert_eq!(parse(line), turn, "{line:?}");
    }
    for line in [
        "TURN",
        "TURN 7",
        "TURN 7 8",
        "TURN 7,8,1",
        "TURN 7,8 x",
        "TURN a,b",
        "TURN 7,8x",
    ] {
        let command = parse(line);
        assert!(
            matches!(
                command,
                Some(Command::Broken(ProtocolError::CoordinatesSyntax(_)))
            ),
            "{line}: {command:?}"
        );
    }
}

#[test]
fn a_position_ends_with_done() {
    let mut parser = Parser::default();
    for line in ["BOARD", "7,7,1", "", " 8, 8 ,2 "] {
        assert_eq!(parser.feed(line.as_bytes()), None);
        assert!(parser.is_in_body());
    }
    let body = Body {
        stones: vec![stone(7, 7, 1), stone(8, 8, 2)],
        garbage: 0,
    };
    assert_eq!(
        parser.feed(b"done"),
        Some(Command::Position(Purpose::Move, body))
    );
    assert!(!parser.is_in_body());
}

#[test]
fn a_position_may_stand_on_one_line() {
    let body = Body {
        stones: vec![stone(7, 7, 1), stone(8, 8, 2)],
        garbage: 0,
    };
    let expected = Some(Command::Position(Purpose::SetUp, body));
    assert_eq!(parse("YXBOARD 7,7,1 8,8,2 DONE"), expected);
    assert_eq!(parse("yxboard 7, 7, 1  8 ,8 ,2 done"), expected);
}

#[test]
fn swap2_stones_need_no_field() {
    let mut parser = Parser::default();
    for line in ["SWAP2BOARD", "7,7", "8,8 9,9"] {
        assert_eq!(parser.feed(line.as_bytes()), None);
    }
    let Some(Command::Position(Purpose::Swap2, body)) = parser.feed(b"DONE") else {
        panic!("a position expected");
    };
    assert_eq!(body.stones.len(), 3);
    assert!(body.stones.iter().all(|stone| stone.field.is_none()));
}

#[test]
fn garbage_in_a_body_is_counted_and_skipped() {
    let mut parser = Parser::default();
    for line in [
        "BOARD", "7,7,1", "hello", "8,8,2x", "9,,1", "\u{e9}", "TURN 1,1", "9,9,1",
    ] {
        assert_eq!(parser.feed(line.as_bytes()), None, "{line}");
    }
    let Some(Command::Position(_, body)) = parser.feed(b"DONE") else {
        panic!("a position expected");
    };
    assert!(body.garbage >= 5);
    assert!(body.stones.starts_with(&[stone(7, 7, 1)]));
    assert!(body.stones.ends_with(&[stone(9, 9, 1)]));
}

#[test]
fn a_manager_that_leaves_or_starts_anew_inside_a_body_is_heard() {
    for (line, expected) in [
        ("END", Command::End),
        ("START 15", Command::Start(size(15, 15))),
        ("RESTART", Command::Restart),
    ] {
        let mut parser = Parser::default();
        parser.feed(b"BOARD");
        assert_eq!(parser.feed(line.as_bytes()), Some(expected));
        assert!(!parser.is_in_body());
    }
    let mut parser = Parser::default();
    parser.feed(b"YXDBMERGE");
    assert_eq!(parser.feed(b"END"), Some(Command::End));
    let mut parser = Parser::default();
    parser.feed(b"BOARD");
    parser.feed(b"7,7,1");
    let info = parser.feed(b"INFO time_left 5");
    assert_eq!(info, Some(Command::Info(Info::TimeLeft(5))));
    assert!(parser.is_in_body());
}

#[test]
fn a_body_without_end_does_not_grow_without_end() {
    let mut parser = Parser::default();
    parser.feed(b"BOARD");
    for _ in 0..3 * MOST_STONES {
        parser.feed(b"1,1,1");
    }
    let Some(Command::Position(_, body)) = parser.feed(b"DONE") else {
        panic!("a position expected");
    };
    assert_eq!(body.stones.len(), MOST_STONES);
    assert_eq!(body.garbage, 2 * MOST_STONES);
}

#[test]
fn unknown_words_are_unknown() {
    for line in [
        "HELLO",
        "TURNX 1,1",
        "DONE",
        "7,7",
        "\u{e9}\u{e9}",
        "STARTS 15",
    ] {
        assert_eq!(parse(line), Some(Command::Unknown), "{line}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(lines in proptest::collection::vec(any::<Vec<u8>>(), 0..50)) {
        let mut parser = Parser::default();
        for line in &lines {
            parser.feed(line);
        }
    }

    #[test]
    fn near_misses_are_read_without_panic(
        lines in proptest::collection::vec(
            "(START|TURN|BOARD|YXBOARD|INFO|DONE|TAKEBACK)?[ ,\\-+0-9xDONE]{0,40}", 0..50)
    ) {
        let mut parser = Parser::default();
        for line in &lines {
            parser.feed(line.as_bytes());
        }
    }

    #[test]
    fn every_move_survives_its_way_through_text(x in -99_i64..99, y in -99_i64..99) {
        let expected = Some(Command::Turn(Coordinates(x, y)));
        prop_assert_eq!(parse(&format!("TURN {}", Coordinates(x, y))), expected);
    }
}
