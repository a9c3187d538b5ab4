//! Tables, tests and records of whole matches.

use super::{Workplace, brains, games, match_command, succeed};
use std::process::Command;

#[test]
fn a_sequential_test_stops_the_match() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let mut command = match_command(&log, "occupied", "first_free");
    command.args(["--rounds", "500", "--sprt", "-50,0", "-j2"]);
    let table = succeed(&mut command);
    assert!(table.contains("rejected"), "{table}");
    assert!(games(&log).len() < 100, "{table}");
    // Going on with a decided match plays nothing.
    let count = games(&log).len();
    let table = succeed(command.arg("--resume"));
    assert!(table.contains("rejected") && games(&log).len() == count);
}

#[test]
fn every_game_is_saved_as_sgf_and_psq() {
    let place = Workplace::new();
    let mut command = match_command(&place.file("log.jsonl"), "first_free", "last_free");
    let (sgf, psq) = (place.file("games.sgf"), place.file("psq"));
    command.args(["--rounds", "3", "--sgf"]).arg(&sgf);
    command.arg("--psq").arg(&psq);
    succeed(&mut command);
    let trees = std::fs::read_to_string(sgf).expect("an SGF file");
    assert_eq!(trees.matches("(;FF[4]GM[4]").count(), 6);
    let files = std::fs::read_dir(psq).expect("a directory").count();
    assert_eq!(files, 6);
}

#[test]
fn merged_logs_make_one_table_and_copies_count_once() {
    let place = Workplace::new();
    let (first, second) = (place.file("a.jsonl"), place.file("b.jsonl"));
    let copy = place.file("copy.jsonl");
    succeed(match_command(&first, "crashing", "first_free").args(["--rounds", "2"]));
    succeed(match_command(&second, "first_free", "crashing").args(["--rounds", "1"]));
    std::fs::copy(&first, &copy).expect("a copy");
    let merge = |logs: &[&std::path::Path]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
        command.args(["match", "merge"]).args(logs);
        command
    };
    let table = succeed(&mut merge(&[&first, &second, &copy]));
    assert!(table.contains("one - two: +2 =0 -4"), "{table}");
    let other = place.file("other.jsonl");
    succeed(match_command(&other, "first_free", "first_free").args(["--rule", "renju"]));
    let refused = merge(&[&first, &other]).output().expect("it starts");
    assert!(!refused.status.success());
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        complaint.contains("one table cannot hold both"),
        "{complaint}"
    );
}

#[test]
fn a_gauntlet_lets_the_first_engine_play_all_others() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let mut command = match_command(&log, "first_free", "last_free");
    let third = format!("name=three,cmd={}", brains::command("first_free"));
    command.args(["-e", &third, "--gauntlet", "--games", "4", "-j2"]);
    succeed(&mut command);
    let games = games(&log);
    assert_eq!(games.len(), 8);
    for game in &games {
        assert!(game["black"] == "one" || game["white"] == "one", "{game}");
    }
}

#[test]
fn engines_without_chance_play_the_same_games_at_any_concurrency() {
    let place = Workplace::new();
    let openings = place.file("openings.txt");
    std::fs::write(&openings, "0,0, 1,1\nc3d4e6\n-4,-4, 3,2, 1,0\n").expect("openings");
    let play = |name: &str, threads: &str| {
        let log = place.file(name);
        let mut command = match_command(&log, "first_free", "last_free");
        command.args(["--rounds", "6", threads, "--openings"]);
        succeed(command.arg(&openings));
        let mut games = games(&log);
        games.sort_by_key(|game| game["game"].as_u64());
        games
            .iter()
            .map(|game| (game["moves"].clone(), game["winner"].clone()))
            .collect::<Vec<_>>()
    };
    let alone = play("alone.jsonl", "-j1");
    assert_eq!(alone.len(), 12);
    assert_eq!(play("crowd.jsonl", "-j3"), alone);
}
