//! `analyze --jsonl`: questions and answers, one JSON object a line, and the
//! client that the documentation shows.

use super::{TemporaryFile, quinte, refuse, succeed};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn answers(arguments: &[&str], questions: &str) -> Vec<Value> {
    let mut words = vec!["analyze", "--jsonl"];
    words.extend(arguments);
    let text = succeed(&mut quinte(&words), questions);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}

fn answer_to(answers: &[Value], id: impl Into<Value>) -> Value {
    let id = id.into();
    let mut found = answers.iter().filter(|answer| answer["id"] == id);
    let answer = found.next().unwrap_or_else(|| panic!("{id}: {answers:?}"));
    assert!(found.next().is_none(), "one answer to {id}");
    answer.clone()
}

#[test]
fn every_question_is_answered_with_its_id() {
    let questions = r#"
{"id": 1, "moves": "h8i9", "nodes": 2000, "lines": 2}
{"id": "two", "moves": "", "rule": "4", "nodes": 2000}
{"id": 3, "moves": "h8h8", "nodes": 2000}
{"id": 4, "moves": "h8", "rule": "go"}
{"id": 5, "moves": "a1", "size": 5, "depth": 2}
{"id": 6, "moves": "h8a1i8a3j8a5k8a7l8", "nodes": 2000}
not json
{"id": 7, "unknown": 1}
{"cancel": 99}
"#;
    let answers = answers(&["--threads", "2"], questions);
    assert_eq!(answers.len(), 9);
    let first = answer_to(&answers, 1);
    assert_eq!(first["position"]["rule"], "freestyle");
    assert_eq!(first["lines"].as_array().map(Vec::len), Some(2));
    assert!(first["best"].is_string());
    assert_eq!(answer_to(&answers, "two")["position"]["rule"], "renju");
    assert!(answer_to(&answers, 3)["error"].is_string());
    assert!(answer_to(&answers, 4)["error"].is_string());
    assert_eq!(answer_to(&answers, 5)["position"]["width"], 5);
    assert_eq!(answer_to(&answers, 6)["over"]["reason"], "five");
    assert!(answer_to(&answers, 99)["error"].is_string());
    let broken = answers.iter().filter(|answer| answer["id"].is_null());
    assert_eq!(broken.count(), 2);
}

#[test]
fn questions_can_be_cancelled_waiting_or_running() {
    let mut child = quinte(&["analyze", "--jsonl", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut hear = || -> Value {
        let line = output.next().expect("an answer").expect("text");
        serde_json::from_str(&line).expect("a JSON object")
    };
    for id in ["running", "waiting"] {
        let question =
            format!("{{\"id\": \"{id}\", \"moves\": \"h8\", \"milliseconds\": 600000}}\n");
        input.write_all(question.as_bytes()).expect("sent");
    }
    input
        .write_all(b"{\"cancel\": \"waiting\"}\n")
        .expect("sent");
    let waiting = hear();
    assert_eq!(
        (&waiting["id"], &waiting["cancelled"]),
        (&"waiting".into(), &true.into())
    );
    // Long enough for a first line, and far from the ten minutes asked for.
    std::thread::sleep(std::time::Duration::from_secs(1));
    input
        .write_all(b"{\"cancel\": \"running\"}\n")
        .expect("sent");
    let running = hear();
    assert_eq!(
        (&running["id"], &running["cancelled"]),
        (&"running".into(), &true.into())
    );
    assert!(running["best"].is_string(), "what was found so far");
    drop(input);
    assert!(child.wait().expect("the program ends").success());
}

/// The client in `docs/analyze.md`, as it stands there.
fn documented_client() -> String {
    let text = include_str!("../../docs/analyze.md");
    let (_, rest) = text.split_once("```python\n").expect("a client");
    let (client, _) = rest.split_once("```").expect("its end");
    client.to_owned()
}

#[test]
fn the_client_of_the_documentation_works() {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("python3 is not in the path: the documented client was not tried");
        return;
    }
    let client = documented_client();
    assert!(client.lines().count() <= 20, "twenty lines");
    let script = TemporaryFile::new("py");
    std::fs::write(&script.0, client).expect("written");
    let mut command = Command::new("python3");
    command.args([script.name(), env!("CARGO_BIN_EXE_pbrain-quinte")]);
    let text = succeed(&mut command, "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for position in ["h8", "h8i9", "h8h9"] {
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with(&format!("{position}: "))),
            "{text}"
        );
    }
}

#[test]
fn networks_and_memories_that_cannot_be_used_are_refused() {
    let broken = TemporaryFile::with("bin", "no network and no memory");
    let game = TemporaryFile::with("txt", "h8i9");
    let page = TemporaryFile::new("html");
    for option in ["--network", "--database"] {
        for words in [
            &["analyze", "--jsonl"][..],
            &["analyze", "h8"],
            &["review", game.name(), "-o", page.name()],
        ] {
            let error = refuse(quinte(words).args([option, broken.name()]));
            assert!(error.contains(broken.name()), "{words:?} {option}: {error}");
        }
    }
}
