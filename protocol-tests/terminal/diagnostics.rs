//! What `RUST_LOG` brings on standard error, and that nothing comes without it.

use crate::quinte;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// Plays the first move of a game; gives back the answer and all of standard error.
fn play(command: &mut Command) -> (String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let commands = "START 15\nINFO max_depth 2\nINFO message 0\nTURN 3,4\n";
    input.write_all(commands.as_bytes()).expect("it listens");
    let mut lines = output.lines().map(|line| line.expect("text"));
    assert_eq!(lines.next().as_deref(), Some("OK"));
    let answer = lines.next().expect("a move");
    input.write_all(b"END\n").expect("it listens");
    let mut errors = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut errors).expect("text");
    assert!(child.wait().expect("it ends").success());
    (answer, errors)
}

#[test]
fn a_normal_game_is_told_to_those_who_ask_for_it() {
    let (answer, errors) = play(quinte(&[]).env("RUST_LOG", "info"));
    for part in ["15x15", "depth 2", &format!("answered {answer}")] {
        assert!(errors.contains(part), "{part} is missing: {errors}");
    }
    assert!(
        !errors.contains("ERROR") && !errors.contains("WARN"),
        "{errors}"
    );
    let (same, errors) = play(quinte(&[]).env_remove("RUST_LOG"));
    assert_eq!((same, errors.as_str()), (answer, ""), "silence otherwise");
}
