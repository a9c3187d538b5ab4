//! One picture in every way to write it down: what lies on top in the program
//! that wrote a file lies on top here, and people count rows from below.

use super::{TemporaryFile, quinte, succeed};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// The picture: two letters of SGF count from the upper left corner, so that `aa` lies there.
const SGF: &str = "(;FF[4]GM[4]SZ[15];B[aa];W[ob];B[cn];W[ao];B[hh])";
/// The same game in the other ways to write it.
const PSQ: &str = "Piskvorky 15x15, 11:11, 0\n1,1,0\n15,2,0\n3,14,0\n1,15,0\n8,8,0\n-1\n";
const SITE: &str = "(;FF[4]GM[4]SZ[15];B[a15];W[o14];B[c2];W[a1];B[h8])";
const TYPED: &str = "a15o14c2a1h8";
const LOG: &str = concat!(
    r#"{"match":{"run":"1","rule":"freestyle","size":"15x15","pairing":"round-robin","#,
    r#""engines":[],"openings":"0","draw_after":null}}"#,
    "\n",
    r#"{"game":{"game":0,"round":1,"black":"a","white":"b","winner":"draw","reason":"unfinished","#,
    r#""rule":"freestyle","size":"15x15","opening":5,"moves":"a1o2c14a15h8","times":[],"ended":0}}"#,
    "\n"
);

/// What everybody who reads the file must see, with numbers from below.
const PICTURE: [(&str, &str); 5] = [
    ("15", "X . . . . . . . . . . . . . . "),
    ("14", ". . . . . . . . . . . . . . O "),
    (" 8", ". . . . . . .(X). . . . . . . "),
    (" 2", ". . X . . . . . . . . . . . . "),
    (" 1", "O . . . . . . . . . . . . . . "),
];

fn drawn(position: &str) -> Vec<String> {
    let text = succeed(
        &mut quinte(&["analyze", position, "--nodes", "1", "--plain"]),
        "",
    );
    let board: Vec<&str> = text.lines().skip(3).take(15).collect();
    board.iter().map(|line| line[..34].to_owned()).collect()
}

#[test]
fn every_way_to_write_a_game_shows_the_same_picture() {
    for (ending, text) in [
        ("sgf", SGF),
        ("sgf", SITE),
        ("psq", PSQ),
        ("txt", TYPED),
        ("jsonl", LOG),
    ] {
        let file = TemporaryFile::with(ending, text);
        let board = drawn(file.name());
        for (number, row) in PICTURE {
            let at = 15 - number.trim().parse::<usize>().expect("a row");
            // A sign for the best move may stand on an empty cell.
            let shown = board[at].replace(['A', 'B', 'C'], ".");
            assert_eq!(
                shown.trim_end(),
                format!("{number}  {row}").trim_end(),
                "{text}"
            );
        }
    }
    assert_eq!(drawn(TYPED).len(), 15);
}

#[test]
fn json_and_pictures_name_points_from_below() {
    let file = TemporaryFile::with("sgf", SGF);
    let text = succeed(
        &mut quinte(&["analyze", file.name(), "--nodes", "1", "--json"]),
        "",
    );
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let position = &document["position"];
    let names = serde_json::json!(["a15", "o14", "c2", "a1", "h8"]);
    assert_eq!(position["moves"], names);
    assert_eq!(position["diagram"][0], "X..............");
    assert_eq!(position["diagram"][14], "O..............");

    let picture = TemporaryFile::new("svg");
    let arguments = [
        "render",
        file.name(),
        "-o",
        picture.name(),
        "--mark",
        "c1=L",
    ];
    succeed(&mut quinte(&arguments), "");
    let svg = picture.text();
    let height = |class: &str, text: &str| -> f32 {
        let start = format!("<text class=\"{class}\"");
        let line = svg
            .lines()
            .find(|line| line.starts_with(&start) && line.contains(&format!(">{text}</text>")));
        let line = line.expect("such a text");
        let (_, rest) = line.split_once(" y=\"").expect("a height");
        rest.split('"')
            .next()
            .and_then(|y| y.parse().ok())
            .expect("a number")
    };
    assert!(
        height("label", "15") < height("label", "1"),
        "row 1 is the lowest"
    );
    let difference = (height("mark", "L") - height("label", "1")).abs();
    assert!(difference < 20.0, "the mark on c1 lies in row 1");
}

#[test]
fn the_bot_names_points_as_the_board_does() {
    let mut child = quinte(&[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // Four black stones in the upper row: the fifth wins.
    let board = "START 15\nINFO timeout_turn 5000\nBOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n\
                 14,14,2\n12,13,2\n10,14,2\n8,13,2\nDONE\n";
    input.write_all(board.as_bytes()).expect("written");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let lines: Vec<String> = output
        .lines()
        .map(|line| line.expect("text"))
        .take_while(|line| line != "4,0")
        .collect();
    drop(input);
    assert!(child.wait().expect("the program ends").success());
    let message = lines.last().expect("a message before the move");
    assert!(message.starts_with("MESSAGE "), "{message}");
    assert!(message.ends_with(" pv e15"), "{message}");
}
