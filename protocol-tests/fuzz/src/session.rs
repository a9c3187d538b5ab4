//! Bytes of a manager through reader, parser, session and, if the first byte
//! says so, the real search. Checks the form of every line printed and that no
//! more answers come than are due.

use crate::players::FirstCell;
use quinte::engine::Options;
use quinte::protocol::command::{Command, Purpose};
use quinte::protocol::{Parser, stdio};
use quinte::search::Searcher;
use std::io::Cursor;

/// Nodes of a search: enough to enter every part of it.
const NODES: u64 = 60;
/// The real search's tables, whatever the manager grants.
const TABLE_BYTES: usize = 1 << 16;
/// Managers cut or refuse longer lines.
const LONGEST_ANSWER: usize = 8_000;

/// Runs one input: a byte that chooses the player, then what a manager sends.
///
/// # Panics
/// If the engine misbehaves.
pub fn run(data: &[u8]) {
    let Some((&player, sent)) = data.split_first() else {
        return;
    };
    let options = Options {
        max_nodes: Some(NODES),
        ..Options::default()
    };
    let input = Cursor::new(sent.to_vec());
    let mut output = Vec::new();
    match player % 4 {
        0 => stdio::serve(input, &mut output, options, |bytes| {
            Searcher::new(bytes.min(TABLE_BYTES))
        }),
        1 => stdio::serve(input, &mut output, options, |_| FirstCell {
            is_patient: true,
        }),
        _ => stdio::serve(input, &mut output, options, |_| FirstCell {
            is_patient: false,
        }),
    }
    let text = String::from_utf8(output).expect("answers are text");
    assert!(text.is_empty() || text.ends_with('\n'), "whole lines");
    let answers = text.lines().filter(|line| is_answer(line)).count();
    let due = answers_due(sent);
    assert!(answers <= due, "{answers} answers, {due} due:\n{text}");
}

/// Whether a manager would take the line for the answer it waits for; every
/// other line must be one for people.
fn is_answer(line: &str) -> bool {
    assert!(line.len() < LONGEST_ANSWER, "{line}");
    assert!(!line.contains('\r') && line == line.trim(), "{line:?}");
    if line.starts_with("MESSAGE ") || line.starts_with("INFO ") {
        return false;
    }
    let is_word = line == "OK" || line == "SWAP" || line == "UNKNOWN command";
    let is_text = ["ERROR ", "FORBID ", "name=\"Quinte"]
        .iter()
        .any(|start| line.starts_with(start));
    assert!(is_word || is_text || is_stones(line), "{line:?}");
    true
}

fn is_stones(line: &str) -> bool {
    let is_number = |text: &str| text.parse::<u8>().is_ok_and(|number| number < 32);
    line.split(' ').all(|stone| {
        stone
            .split_once(',')
            .is_some_and(|(x, y)| is_number(x) && is_number(y))
    })
}

/// How many commands ask for an answer, up to the one that ends the conversation.
fn answers_due(sent: &[u8]) -> usize {
    let mut parser = Parser::default();
    sent.split(|&byte| byte == b'\n' || byte == b'\r')
        .filter_map(|line| parser.feed(line))
        .take_while(|command| *command != Command::End)
        .filter(demands_answer)
        .count()
}

/// Whether one answer is due for the command.
fn demands_answer(command: &Command) -> bool {
    match command {
        Command::Position(purpose, _) => matches!(purpose, Purpose::Move | Purpose::Swap2),
        Command::Info(_)
        | Command::End
        | Command::Stop
        | Command::ShowLimits
        | Command::Swap2Step(_)
        | Command::SoosorvStep(..)
        | Command::UnbarAll
        | Command::UnbarAllPaths
        | Command::ShowHashfull
        | Command::ClearHash
        | Command::Calculator
        | Command::Database(..)
        | Command::DatabaseFile(..)
        | Command::SaveDatabase
        | Command::CheckDatabase
        | Command::RepairDatabase => false,
        Command::Start(_)
        | Command::Restart
        | Command::Begin
        | Command::Turn(_)
        | Command::TakeBack(_)
        | Command::Play(_)
        | Command::About
        | Command::ShowForbidden
        | Command::BestLines(_)
        | Command::SearchDefence
        | Command::Balance(..)
        | Command::Broken(_)
        | Command::Unknown => true,
    }
}
