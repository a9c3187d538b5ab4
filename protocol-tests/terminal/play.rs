//! `play` as a process: games by piped lines, two engines to watch, Ctrl-C.

use super::{TemporaryFile, fail, quinte, refuse, succeed};

fn play(arguments: &[&str], script: &str) -> String {
    succeed(quinte(&["play", "--turn", "50ms"]).args(arguments), script)
}

#[test]
fn a_game_is_played_by_piped_lines() {
    let script = "help\nh8\nnonsense\nundo\nhint\ni8\nclock\nmoves\nresign\nquit\n";
    let text = play(&["--level", "1"], script);
    for part in [
        "take back your last move",
        "Quinte enfant plays",
        "I do not understand 'nonsense'",
        "Hint A:",
        "For analyze: i8",
        "You lose: you gave up.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.is_ascii() && !text.contains('\x1b'), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_program_and_saves_the_game() {
    let file = TemporaryFile::new("psq");
    let text = play(&["--as", "white", "--save", file.name()], "h9\n");
    assert!(text.contains("Saved to"), "{text}");
    let record = file.text();
    assert!(record.starts_with("Piskvorky 15x15"), "{record}");
    assert!(record.contains("Quinte\nYou\n"), "{record}");
    let error = refuse(&mut quinte(&["play", "--save", file.name()]));
    assert!(error.contains("exists already"), "{error}");
}

#[test]
fn a_game_saved_by_a_command_is_saved_again_on_leaving() {
    let file = TemporaryFile::new("psq");
    let script = format!("h8\nsave {}\ni8\nquit\n", file.name());
    play(&["--level", "1", "--save", file.name()], &script);
    let stones = file
        .text()
        .lines()
        .filter(|line| line.matches(',').count() == 2)
        .count();
    assert_eq!(stones, 1 + 4, "the first line and four stones");
}

#[test]
fn what_cannot_be_is_refused_before_the_game() {
    for (arguments, part) in [
        (&["--save", "game.txt"][..], "neither in .psq nor in .sgf"),
        (&["--save", "no/such/game.psq"][..], "no directory"),
        (&["--clock", "0"][..], "some time"),
        (&["--pause", "1"][..], "--watch"),
        (&["--from", "h8h8"][..], "taken"),
        (&["--level", "11"][..], "not a level"),
    ] {
        let error = refuse(quinte(&["play"]).args(arguments));
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn a_record_brings_its_own_board_and_rule() {
    let record = "(;FF[4]GM[4]SZ[20]RU[renju];B[jj];W[kk])";
    let file = TemporaryFile::with("sgf", record);
    let text = play(&["--from", file.name()], "quit\n");
    assert!(text.contains("renju 20x20"), "{text}");
    let error = refuse(&mut quinte(&[
        "play",
        "--from",
        file.name(),
        "--size",
        "15",
    ]));
    assert!(error.contains("leave out --size"), "{error}");
    let two = TemporaryFile::with("sgf", &format!("{record}\n{record}"));
    let error = refuse(&mut quinte(&["play", "--from", two.name()]));
    assert!(error.contains("--game 2"), "{error}");
    play(&["--from", two.name(), "--game", "2"], "quit\n");
}

#[test]
fn a_game_goes_on_from_moves_and_knows_whose_turn_it_is() {
    let won = play(&["--from", "h8a1i8a3j8a5k8a7"], "l8\nquit\n");
    assert!(won.contains("You win: five in a row."), "{won}");
    let lost = play(&["--from", "h8a1i8a3j8a5k8a7", "--as", "white"], "quit\n");
    assert!(lost.contains("You lose: five in a row."), "{lost}");
    let error = refuse(&mut quinte(&["play", "--from", "h8a1i8a3j8a5k8a7l8"]));
    assert!(error.contains("over"), "{error}");
}

#[test]
fn swap2_is_played_from_both_sides() {
    let text = play(&["--swap2"], "h8 i9 g7\nquit\n");
    assert!(
        text.contains("takes black") || text.contains("takes white") || text.contains("plays"),
        "{text}"
    );
    let text = play(&["--swap2", "--as", "white"], "black\nquit\n");
    assert!(
        text.contains("Take black or white, or put two more:"),
        "{text}"
    );
    assert!(text.contains("Your move (black):"), "{text}");
}

#[test]
fn two_engines_are_watched_and_their_game_is_saved() {
    let file = TemporaryFile::new("sgf");
    let engine = format!("{} --level 2", env!("CARGO_BIN_EXE_pbrain-quinte"));
    let arguments = ["--watch", &engine, "--level", "1", "--size", "10"];
    let text = play(&[&arguments[..], &["--save", file.name()]].concat(), "");
    assert!(text.contains("Quinte cases") && text.contains("Quinte enfant"));
    assert!(text.contains("wins: five in a row."), "{text}");
    let record = file.text();
    assert!(
        record.contains("PB[Quinte cases]PW[Quinte enfant]"),
        "{record}"
    );
    assert!(record.contains("+1]"), "{record}");
    let analyzed = succeed(&mut quinte(&["analyze", file.name()]), "");
    assert!(analyzed.contains("has won"), "{analyzed}");
}

#[test]
fn an_engine_that_is_none_is_named() {
    let error = fail(&mut quinte(&["play", "--watch", "./no-such-engine"]));
    assert!(error.contains("no-such-engine"), "{error}");
}

/// Starts the program, waits until a line holds some text, and sends Ctrl-C; gives back
/// the exit code and what was said on both streams after that line.
#[cfg(unix)]
fn interrupt_at(part: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let mut child = quinte(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Held open: waiting would close it, and the end of the input ends the game too.
    let _input = child.stdin.take();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        let length = output.read_line(&mut line).expect("text");
        assert!(length > 0, "the game ended before it began");
    }
    super::interrupt(&child);
    let (mut text, mut errors) = (String::new(), String::new());
    output.read_to_string(&mut text).expect("text");
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut errors).expect("text");
    let status = child.wait().expect("the program ends");
    (status.code(), text, errors)
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_at_once_with_the_colours_ended() {
    let (code, _, errors) = interrupt_at("or help", &["play", "--color", "always"]);
    assert_eq!(code, Some(130));
    assert_eq!(errors, "\x1b[0m\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_game_if_that_was_asked_for() {
    let file = TemporaryFile::new("psq");
    let arguments = ["play", "--from", "h8i9", "--save", file.name()];
    let (code, _, errors) = interrupt_at("or help", &arguments);
    assert_eq!(code, Some(130));
    assert!(errors.contains("Saved to"), "{errors}");
    assert!(file.text().contains("9,7,"), "{}", file.text());
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_a_watched_game_too() {
    let file = TemporaryFile::new("sgf");
    let engine = env!("CARGO_BIN_EXE_pbrain-quinte");
    let arguments = ["play", "--watch", engine, "--save", file.name()];
    let (code, text, errors) = interrupt_at("1. h8", &arguments);
    assert_eq!((code, errors.as_str()), (Some(130), ""));
    assert!(text.contains("Interrupted. Saved to"), "{text}");
    assert!(file.text().contains(";B[hh]"), "{}", file.text());
}
