//! Tests of the commands of Yixin-Board's database as the parser reads them.

use super::*;
use crate::protocol::Parser;
use crate::protocol::command::Command;

/// The commands that these lines make.
fn commands(lines: &[&str]) -> Vec<Command> {
    let mut parser = Parser::default();
    let lines = lines.iter();
    lines
        .filter_map(|line| parser.feed(line.as_bytes()))
        .collect()
}

/// The request that these lines make, and how many stones follow it.
fn request(lines: &[&str]) -> (DatabaseRequest, usize) {
    match commands(lines).as_slice() {
        [Command::Database(request, body)] => (request.clone(), body.stones.len()),
        other => panic!("{lines:?} made {other:?}"),
    }
}

#[test]
fn every_request_takes_the_stones_up_to_done() {
    for (name, expected) in [
        (
            "yxquerydatabaseall",
            DatabaseRequest::Moves { with_text: false },
        ),
        (
            "YXQUERYDATABASEALLT",
            DatabaseRequest::Moves { with_text: true },
        ),
        ("yxquerydatabaseone", DatabaseRequest::Position),
        ("yxquerydatabasetext", DatabaseRequest::Text),
        ("yxsetbestmovedatabase", DatabaseRequest::SetBestMove),
        ("yxclearbestmovedatabase", DatabaseRequest::ClearBestMove),
        (
            "yxdeletedatabaseone",
            DatabaseRequest::Delete(Deletion::Position),
        ),
    ] {
        for lines in [
            vec![name, "7,7", "8,8", "done"],
            vec![name, "7,7 8,8 done"],
            vec![&format!("{name} 7,7 8,8 DONE")],
        ] {
            assert_eq!(request(&lines), (expected.clone(), 2), "{lines:?}");
        }
        assert_eq!(request(&[name, "done"]), (expected, 0));
    }
}

#[test]
fn words_say_what_to_delete() {
    for (words, which, goes_on) in [
        ("", Forgotten::All, true),
        (" w", Forgotten::Won, false),
        (" wrecursive", Forgotten::Won, true),
        (" l", Forgotten::Lost, false),
        (" lrecursive", Forgotten::Lost, true),
        (" wl", Forgotten::Decided, false),
        (" WLRECURSIVE", Forgotten::Decided, true),
        (" nonwl", Forgotten::Undecided, false),
        (" nonwlrecursive", Forgotten::Undecided, true),
        (" wlnostep", Forgotten::DecidedWithoutDistance, false),
        (" wlinstep 9", Forgotten::DecidedWithin(9), false),
        (" wlinsteprecursive 9", Forgotten::DecidedWithin(9), true),
        (" wlinstep -9", Forgotten::DecidedWithin(0), false),
    ] {
        let line = format!("yxdeletedatabaseall{words}");
        let expected = DatabaseRequest::Delete(Deletion::Below { which, goes_on });
        assert_eq!(request(&[&line, "7,7", "done"]), (expected, 1), "{line}");
    }
}

#[test]
fn a_mask_says_which_values_are_told() {
    let edit = |line: &str| match request(&[line, "7,7", "done"]) {
        (DatabaseRequest::Edit(edit), 1) => edit,
        other => panic!("{other:?}"),
    };
    let label = Edit {
        label: Some(b'W'),
        ..Edit::default()
    };
    let value = Edit {
        value: Some(-30),
        ..Edit::default()
    };
    let depth = Edit {
        depth: Some(12),
        ..Edit::default()
    };
    assert_eq!(edit("yxedittvddatabase 1 87 0 0"), label);
    assert_eq!(edit("yxedittvddatabase 2 -1 -30 0"), value);
    assert_eq!(edit("yxedittvddatabase 4 -1 0 12"), depth);
    assert_eq!(
        edit("yxedittvddatabase 1 -1 0 0").label,
        Some(0),
        "no label"
    );
    assert_eq!(edit("yxedittvddatabase"), Edit::default());
}

#[test]
fn a_label_is_the_rest_of_its_line() {
    let label = |at, text: &str| (DatabaseRequest::EditLabel(at, text.into()), 1);
    let edit = |line| request(&[line, "7,7", "done"]);
    assert_eq!(
        edit("yxeditlabeldatabase 6,8 A1"),
        label(Coordinates(6, 8), "A1")
    );
    assert_eq!(
        edit("yxeditlabeldatabase 6,8 "),
        label(Coordinates(6, 8), "")
    );
    assert_eq!(
        edit("yxeditlabeldatabase"),
        label(Coordinates(-1, -1), ""),
        "no cell"
    );
}

#[test]
fn a_comment_ends_at_its_quote_and_stones_may_follow_at_once() {
    let text = |lines: &[&str]| match request(lines) {
        (DatabaseRequest::EditText(text), stones) => (text, stones),
        other => panic!("{other:?}"),
    };
    let expect = |text: &str, stones| (text.to_owned(), stones);
    let begin = "yxedittextdatabase ";
    assert_eq!(
        text(&[&format!("{begin}\"q\"7,7"), "8,8", "done"]),
        expect("q", 2)
    );
    assert_eq!(text(&[&format!("{begin}\"\"done")]), expect("", 0));
    assert_eq!(
        text(&[&format!("{begin}\"a \\\"b\\\" \\\\c\"7,7"), "done"]),
        expect("a \"b\" \\c", 1)
    );
    // Words of commands are text, and so are empty lines.
    assert_eq!(
        text(&[&format!("{begin}\"one"), "end", "", "start 15\"7,7", "done"]),
        expect("one\nend\n\nstart 15", 1)
    );
    assert_eq!(
        text(&[&format!("{begin}no quotes"), "7,7", "done"]),
        expect("no quotes", 1)
    );
}

#[test]
fn a_comment_without_an_end_stays_small() {
    let mut parser = Parser::default();
    parser.feed(b"yxedittextdatabase \"begun");
    for _ in 0..100 {
        assert_eq!(parser.feed(&[b'x'; 10_000]), None);
    }
    match parser.feed(b"\"7,7 done") {
        Some(Command::Database(DatabaseRequest::EditText(text), _)) => {
            assert_eq!(text.len(), LONGEST_TEXT);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_name_of_a_file_is_the_next_line() {
    for (name, expected) in [
        ("yxsetdatabase", DatabaseFile::Open),
        ("yxdbmerge", DatabaseFile::Merge),
        ("yxdbsplit", DatabaseFile::Split),
        ("yxlibtodb", DatabaseFile::ImportLibrary),
        ("yxdbtolib", DatabaseFile::ExportLibrary),
        ("yxdbtotxt", DatabaseFile::ExportText),
        ("yxdbtotxtall", DatabaseFile::ExportAllText),
        ("yxtxttodb", DatabaseFile::ImportText),
        ("yxdbtopos", DatabaseFile::ExportPositions),
        ("yxhashdump", DatabaseFile::DumpTable),
        ("yxhashload", DatabaseFile::LoadTable),
    ] {
        assert_eq!(
            commands(&[name, " my games/a b.db ", "about"]),
            [
                Command::DatabaseFile(expected, "my games/a b.db".into()),
                Command::About
            ]
        );
    }
}

#[test]
fn a_manager_that_leaves_instead_of_naming_a_file_is_heard() {
    for end in ["end", "END"] {
        assert_eq!(commands(&["yxsetdatabase", end]), [Command::End]);
    }
}

#[test]
fn a_manager_that_leaves_inside_the_stones_is_heard() {
    assert_eq!(
        commands(&["yxquerydatabaseall", "7,7", "end"]),
        [Command::End]
    );
    let lines = ["yxquerydatabaseall", "7,7", "info rule 1", "8,8", "done"];
    assert!(matches!(
        commands(&lines).as_slice(),
        [Command::Info(_), Command::Database(_, body)] if body.stones.len() == 2
    ));
}
