//! Engines with arguments, and networks, as people type them.

use crate::{TemporaryFile, quinte, refuse, run, succeed};

const ENGINE: &str = env!("CARGO_BIN_EXE_pbrain-quinte");
const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// From there.
const NETWORK: &str = "src/eval/networks/freestyle.bin";

#[test]
fn arguments_of_an_engine_mean_what_they_mean_here() {
    let log = TemporaryFile::new("jsonl");
    let new = format!("name=new,cmd={ENGINE} --network {NETWORK}");
    let line = ["match", "-e", &new, "-e", ENGINE, "--nodes", "50"];
    let rest = ["--size", "15", "--games", "2", "--log", log.name()];
    let mut command = quinte(&[&line[..], &rest].concat());
    succeed(command.current_dir(HERE), "");
    let games = std::fs::read_to_string(log.name()).expect("a log");
    assert_eq!(games.lines().count(), 3, "{games}");
    assert!(!games.contains("crash"), "{games}");
}

#[test]
fn an_engine_that_ends_before_it_answers_ends_the_match_with_its_last_words() {
    let broken = format!("{ENGINE} --network no/such.bin");
    for line in [
        &["match", "-e", &broken, "-e", ENGINE, "--games", "2"][..],
        &["match", "-e", ENGINE, "-e", &broken, "--games", "2"],
    ] {
        let told = refuse(&mut quinte(line));
        assert!(told.contains("before it answered"), "{told}");
        assert!(told.contains("cannot use 'no/such.bin'"), "{told}");
    }
}

#[test]
fn a_network_that_nothing_would_use_is_refused() {
    let analyze = |words: &[&str]| {
        let limits = &["--nodes", "100"][..];
        quinte(&[words, limits].concat())
    };
    let networks = |rule: &str| format!("{HERE}/src/eval/networks/{rule}.bin");
    let (caro, freestyle) = (networks("caro"), networks("freestyle"));
    for words in [
        &["--network", &caro, "analyze", "h8", "--rule", "caro"][..],
        &["analyze", "h8", "--rule", "8", "--network", &caro],
        &["analyze", "h8", "--network", &freestyle],
    ] {
        let output = run(&mut analyze(words), "");
        assert!(output.status.success(), "{words:?}: {output:?}");
    }
    let told = refuse(&mut analyze(&["analyze", "h8", "--network", &caro]));
    assert!(
        told.contains("caro.bin") && told.contains("not what is asked for"),
        "{told}"
    );
    for words in [
        &["match", "-e", ENGINE, "-e", ENGINE, "--network", &caro][..],
        &["--network", &caro, "match", "-e", ENGINE, "-e", ENGINE],
        &["check", "--network", &caro],
    ] {
        assert!(
            refuse(&mut quinte(words)).contains("--network"),
            "{words:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn one_mistake_of_an_engine_is_one_cause() {
    let script = "while read -r l; do case \"$l\" in START*) echo ok;; INFO*) ;; END*) exit;; *) echo UNKNOWN;; esac; done";
    let file = TemporaryFile::with("sh", script);
    let engine = format!("sh {}", file.name());
    let words = ["check", "--engine", &engine, "--filter", "start-"];
    let output = run(&mut quinte(&words), "");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let failed = text.lines().filter(|line| line.starts_with("FAIL")).count();
    let explained = text.matches("but got 'ok'").count();
    let told = text.matches(" ms  as ").count();
    assert!(failed > 10 && told > 10, "{text}");
    assert!(explained <= 12, "the first of each and the table: {text}");
    for part in ["would lose a game in a tournament", "untidy, costs no game"] {
        assert!(text.contains(part), "{text}");
    }
}
