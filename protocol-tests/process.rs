//! What a manager sees of the process as a whole: start, end, standard
//! error, exit codes, and that a game repeats.

use crate::harness::{self, Conversation, within};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"))
        .args(arguments)
        .output()
        .expect("the engine can be started")
}

#[test]
fn the_first_ok_comes_at_once() {
    let _turn = harness::turn();
    // The quickest of several starts is what the engine needs; the others
    // show what else the machine does.
    let quickest = (0..5)
        .map(|_| {
            let started = Instant::now();
            let mut conversation = Conversation::start();
            conversation.send("START 20");
            assert_eq!(conversation.answer(within(5_000)), "OK");
            started.elapsed()
        })
        .min()
        .unwrap_or_default();
    let limit = if cfg!(debug_assertions) { 300 } else { 100 };
    let limit = Duration::from_millis(limit).mul_f64(harness::time_scale());
    assert!(quickest < limit, "{quickest:?}");
}

/// A conversation in which the engine has just begun to think for a minute.
fn thinking() -> Conversation {
    let mut conversation = Conversation::start();
    for line in [
        "START 20",
        "INFO timeout_turn 60000",
        "INFO timeout_match 0",
        "BOARD",
        "9,9,2",
        "8,10,1",
        "10,8,2",
        "DONE",
    ] {
        conversation.send(line);
    }
    assert_eq!(conversation.answer(within(5_000)), "OK");
    std::thread::sleep(Duration::from_millis(200));
    conversation
}

#[test]
fn end_while_thinking_ends_the_process_at_once() {
    let _turn = harness::turn();
    let mut conversation = thinking();
    conversation.send("END");
    let elapsed = conversation.farewell(within(5_000));
    let limit = Duration::from_millis(200).mul_f64(harness::time_scale());
    assert!(elapsed < limit, "{elapsed:?}");
}

#[test]
fn eof_while_thinking_brings_the_move_and_ends_the_process() {
    let _turn = harness::turn();
    let mut conversation = thinking();
    conversation.process.close_input();
    let started = Instant::now();
    let answer = conversation.answer(within(5_000));
    assert!(answer.contains(','), "{answer}");
    conversation.farewell(within(5_000));
    let limit = Duration::from_millis(200).mul_f64(harness::time_scale());
    assert!(started.elapsed() < limit, "{:?}", started.elapsed());
}

/// The judge of Gomocup stops the process between turns and lets it go on with the clock running.
#[cfg(unix)]
#[test]
fn a_process_frozen_between_turns_keeps_its_time() {
    let _turn = harness::turn();
    let mut conversation = Conversation::start();
    let process = conversation.process.id().to_string();
    let signal = |name: &str| {
        let status = Command::new("kill").args([name, &process]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {name}");
    };
    for line in [
        "START 15",
        "INFO timeout_turn 500",
        "INFO timeout_match 180000",
        "INFO rule 0",
    ] {
        conversation.send(line);
    }
    let turns: [&[&str]; 2] = [&["BOARD", "7,7,2", "DONE"], &["TURN 0,0"]];
    for (number, turn) in turns.iter().enumerate() {
        signal("-STOP");
        std::thread::sleep(Duration::from_millis(700));
        conversation.send("INFO time_left 179000");
        turn.iter().for_each(|line| conversation.send(line));
        signal("-CONT");
        let resumed = Instant::now();
        if number == 0 {
            assert_eq!(conversation.answer(within(5_000)), "OK");
        }
        let answer = conversation.answer(within(5_000));
        let limit = Duration::from_millis(600).mul_f64(harness::time_scale());
        assert!(answer.contains(','), "{answer}");
        assert!(resumed.elapsed() < limit, "{:?}", resumed.elapsed());
    }
}

/// The engine's moves of a game against fixed replies, thinking by node count alone.
fn moves_of_a_game(conversation: &mut Conversation) -> Vec<String> {
    for line in [
        "INFO timeout_turn 600000",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "INFO thread_num 1",
        "INFO max_node 20000",
        "BOARD",
        "7,7,2",
        "DONE",
    ] {
        conversation.send(line);
    }
    let mut moves = vec![conversation.answer(within(20_000))];
    // Replies far from the fight; one that the engine has taken is left out.
    for reply in ["0,0", "14,0", "0,14", "14,14", "0,7", "14,7"] {
        if moves.iter().any(|taken| taken == reply) {
            continue;
        }
        conversation.send(&format!("TURN {reply}"));
        moves.push(conversation.answer(within(20_000)));
    }
    moves
}

#[test]
fn a_game_by_node_count_repeats_after_restart() {
    let mut conversation = Conversation::start();
    conversation.send("START 15");
    assert_eq!(conversation.answer(within(5_000)), "OK");
    let first = moves_of_a_game(&mut conversation);
    conversation.send("RESTART");
    assert_eq!(conversation.answer(within(5_000)), "OK");
    let again = moves_of_a_game(&mut conversation);
    assert_eq!(
        first, again,
        "what was learned in a game must not outlive it"
    );
}

#[test]
fn a_game_by_node_count_repeats_in_another_process() {
    let game = || {
        let mut conversation = Conversation::start();
        conversation.send("START 15");
        assert_eq!(conversation.answer(within(5_000)), "OK");
        moves_of_a_game(&mut conversation)
    };
    assert_eq!(game(), game());
}

#[test]
fn standard_error_is_silent() {
    let mut conversation = Conversation::start();
    for line in [
        "START abc",
        "START 15",
        "INFO timeout_turn 100",
        "INFO max_memory 1",
        "NONSENSE",
        "TURN 99,99",
        "TURN 7,7",
        "END",
    ] {
        conversation.send(line);
        if !line.starts_with("INFO") && line != "END" {
            conversation.answer(within(5_000));
        }
    }
    conversation.farewell(within(5_000));
    assert_eq!(conversation.process.standard_error(), "");
}

#[test]
fn help_and_version_are_printed_and_succeed() {
    let help = run(&["--help"]);
    assert!(help.status.success());
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(
        text.contains("check"),
        "the help lists the sub-commands: {text}"
    );
    let version = run(&["--version"]);
    assert!(version.status.success());
    let text = String::from_utf8_lossy(&version.stdout).into_owned();
    assert!(text.contains(env!("CARGO_PKG_VERSION")), "{text}");
}

#[test]
fn both_names_tell_themselves() {
    for (program, name) in [
        (env!("CARGO_BIN_EXE_quinte"), "quinte"),
        (env!("CARGO_BIN_EXE_pbrain-quinte"), "pbrain-quinte"),
    ] {
        let run = |argument: &[&str]| {
            let output = std::process::Command::new(program).args(argument).output();
            let output = output.expect("the program runs");
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
        };
        let version = format!("{name} {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(run(&["--version"]), version);
        for words in [&["--help"][..], &["--level", "3", "bench"]] {
            let told = run(words);
            assert!(told.contains(&format!("Usage: {name} ")), "{told}");
        }
    }
}

#[test]
fn unknown_arguments_are_refused_with_exit_code_2() {
    for arguments in [&["--no-such-option"][..], &["no-such-command"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "nothing for a manager to misread");
        assert!(!output.stderr.is_empty(), "a person is told why");
    }
}

#[test]
fn a_network_may_come_from_a_file_that_must_be_one() {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/networks/caro.bin");
    let positions = ["analyze", "h8", "--rule", "caro", "--nodes", "100"];
    let with = |file| run(&[&positions[..], &["--network", file]].concat());
    let output = with(built_in);
    assert!(output.status.success(), "{output:?}");
    for file in ["no-such-file", file!()] {
        let output = with(file);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(file), "{told}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn check_lists_its_transcripts_without_starting_an_engine() {
    let output = run(&["check", "--list", "--engine", "no-such-engine"]);
    assert!(output.status.success());
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!(lines >= 100, "{lines} transcripts");
}

#[test]
fn check_of_an_engine_that_cannot_start_fails() {
    let output = run(&["check", "--engine", "no-such-engine"]);
    assert!(!output.status.success());
    assert!(!output.stderr.is_empty());
}

#[test]
fn check_checks_this_very_program_by_default() {
    let output = run(&["check", "--filter", "about-first", "--time-scale", "5"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed, 0 failed"), "{text}");
}
