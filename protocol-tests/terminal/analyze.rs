//! `analyze` as a process: the formats it reads and writes.

use super::{TemporaryFile, quinte, refuse, run, succeed};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// Black has an open three and moves: k8 or g8 wins in three plies.
const WON: &str = "h8a1i8a3j8a5";

fn json(arguments: &[&str], input: &str) -> Value {
    let text = succeed(
        quinte(&["analyze", "--json", "--nodes", "20k"]).args(arguments),
        input,
    );
    serde_json::from_str(&text).expect("one JSON document")
}

#[test]
fn json_tells_position_lines_and_the_forced_win() {
    let document = json(&[WON, "--rule", "renju"], "");
    let position = &document["position"];
    assert_eq!(position["rule"], "renju");
    assert_eq!(position["width"], 15);
    assert_eq!(position["side_to_move"], "black");
    assert_eq!(position["last_move"], "a5");
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(6));
    assert_eq!(position["diagram"][7], ".......XXX.....");
    let best = &document["lines"][0];
    assert_eq!(best["wins_in_plies"], 3);
    assert_eq!(best["score"], Value::Null);
    assert_eq!(best["move"], document["best"]);
    let forced = &document["forced"];
    assert_eq!(forced["winner"], "black");
    assert_eq!(forced["complete"], true);
    assert_eq!(forced["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(document["over"], Value::Null);
    assert!(document["nodes"].as_u64() > Some(0));
}

#[test]
fn so_many_lines_are_told_as_are_asked_for() {
    let document = json(&["h8i9", "--lines", "4"], "");
    let lines = document["lines"].as_array().expect("a list");
    assert_eq!(lines.len(), 4);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["rank"], index + 1);
        assert_eq!(line["move"], line["moves"][0]);
        let chance = line["chance"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&chance));
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    let document = json(&[WON, "--threads", "2"], "");
    assert_eq!(document["lines"][0]["wins_in_plies"], 3);
    assert_eq!(document["forced"]["complete"], true);
}

#[test]
fn a_record_is_followed_to_a_move() {
    let record = "Piskvorky 20x20, 11:11, 0\n8,8,100\n9,9,100\n10,10,100\na\nb\n-1\n";
    let file = TemporaryFile::with("psq", record);
    let document = json(&[file.name(), "--move", "2"], "");
    assert_eq!(document["position"]["width"], 20);
    assert_eq!(document["position"]["last_move"], "i12");
    let error = refuse(&mut quinte(&["analyze", file.name(), "--move", "9"]));
    assert!(error.contains("3 moves"), "{error}");
}

#[test]
fn a_diagram_comes_through_the_standard_input() {
    let diagram = ".....\n.X...\n..O..\n.....\n.....\n";
    let document = json(&["-"], diagram);
    assert_eq!(document["position"]["height"], 5);
    assert_eq!(document["position"]["moves"], Value::Null);
    let white = json(&["-", "--side", "white"], diagram);
    assert_eq!(white["position"]["side_to_move"], "white");
}

#[test]
fn a_finished_game_is_told_and_not_searched() {
    let document = json(&["h8a1i8a3j8a5k8a7l8"], "");
    assert_eq!(document["over"]["winner"], "black");
    assert_eq!(document["over"]["stones"].as_array().map(Vec::len), Some(5));
    assert_eq!(document["nodes"], 0);
    let text = succeed(&mut quinte(&["analyze", "h8a1i8a3j8a5k8a7l8"]), "");
    assert!(text.contains("over after 9 stones"), "{text}");
    assert!(text.contains("(five in a row)"), "{text}");
    assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
}

#[test]
fn moves_may_be_typed_with_blanks_between_them() {
    let document = json(&["1.", "h8", "2.", "i9"], "");
    assert_eq!(
        document["position"]["moves"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = quinte(&["analyze", "h8i9", "--nodes", "1k"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty());
}

#[test]
fn a_pipe_gets_plain_text_and_colours_only_when_asked_for() {
    let text = succeed(
        quinte(&["analyze", WON, "--nodes", "5k", "-n", "1"]).env_remove("NO_COLOR"),
        "",
    );
    assert!(text.is_ascii(), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
    assert!(text.contains("Black wins by force in 2 moves:"), "{text}");
    let colored = succeed(
        &mut quinte(&["analyze", WON, "--nodes", "5k", "--color", "always"]),
        "",
    );
    assert!(colored.contains("\x1b[") && colored.contains('●'));
}

#[test]
fn mistakes_are_answered_by_one_sentence() {
    for (arguments, part) in [
        (&["h8h8"][..], "taken"),
        (&["hello"][..], "moves (h8i9, or 7,7 8,8)"),
        (&["none/such.psq"][..], "no file"),
        (&["h8", "--size", "99"][..], "99"),
        (&["h8", "--rule", "chess"][..], "chess"),
        (&["h8", "--side", "red"][..], "red"),
        (&["h8", "--threads", "0"][..], "number of threads"),
        (&["h8", "--time", "0"][..], "some time"),
        (&["h8", "--depth", "0"][..], "0 is not in"),
        (&["h8", "--lines", "0"][..], "number of moves"),
    ] {
        let error = refuse(quinte(&["analyze"]).args(arguments));
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    let output = run(&mut quinte(&["analyze", "-"]), "");
    assert!(!output.status.success(), "nothing is no position");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_thinking_and_not_the_report() {
    let mut child = quinte(&["analyze", "--infinite", "--json", "h8i9"])
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The handler is set before the search logs its first line, which comes before
    // anything is known.
    let mut log = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("depth ") || line.contains("depth 0-") {
        line.clear();
        assert!(log.read_line(&mut line).expect("text") > 0, "no depth");
    }
    child.stderr = Some(log.into_inner());
    super::interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert!(document["best"].is_string());
}
