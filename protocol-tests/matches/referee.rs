//! Broken engines lose in the way they are broken, and never stop the match.

use super::{Workplace, brains, games, match_command, succeed};
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

/// Plays two games against a sound engine; the broken one is black in the first. Only the
/// broken one is short of time, so that a busy machine cannot make the sound one lose.
fn against_sound(broken: &str, change: impl FnOnce(&mut Command)) -> (Vec<Value>, String) {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let broken = if broken.contains(',') {
        broken.to_owned()
    } else {
        format!("{broken},turn=1")
    };
    let mut command = match_command(&log, &broken, "first_free,turn=60");
    change(&mut command);
    let table = succeed(&mut command);
    (games(&log), table)
}

/// All games were lost by the broken engine for this reason.
fn loses_by(broken: &str, reason: &str, change: impl FnOnce(&mut Command)) {
    let (games, table) = against_sound(broken, change);
    assert_eq!(games.len(), 2);
    for game in &games {
        let winner = if game["black"] == "one" {
            "white"
        } else {
            "black"
        };
        assert_eq!(game["reason"], reason, "{game}");
        assert_eq!(game["winner"], winner, "{game}");
    }
    let head = table.lines().next().expect("a table");
    let column = head.split_whitespace().position(|word| word == reason);
    let row = table
        .lines()
        .find(|line| line.contains("one"))
        .expect("a row");
    // The heading has no word for the place, and the score has two.
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[column.expect("a column") + 2], "2", "{table}");
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    loses_by("crashing", "crash", |_| {});
}

#[test]
fn an_engine_that_hangs_loses_and_is_killed() {
    let start = Instant::now();
    loses_by("hanging", "hang", |command| {
        command.args(["--tolerance", "0.1", "--patience", "0.2"]);
    });
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_engine_that_talks_without_end_and_never_moves_hangs() {
    loses_by("babbling", "hang", |command| {
        command.args(["--tolerance", "0.1", "--patience", "0.2"]);
    });
}

#[test]
fn an_engine_that_does_not_start_a_game_hangs() {
    loses_by("never_starting", "hang", |command| {
        command.args(["--start-up", "3"]);
    });
}

#[test]
fn a_move_on_a_taken_cell_is_illegal() {
    loses_by("occupied", "illegal", |_| {});
}

#[test]
fn a_move_off_the_board_is_illegal() {
    loses_by("off_board", "illegal", |_| {});
}

#[test]
fn a_late_move_loses_on_time_and_the_engine_stays() {
    loses_by("late", "time", |command| {
        command.args(["--tolerance", "0.1", "--patience", "30"]);
    });
}

#[test]
fn a_late_move_within_the_tolerance_is_played() {
    let (games, _) = against_sound("late", |command| {
        command.args(["--tolerance", "30", "--draw-after", "8"]);
    });
    for game in &games {
        assert_eq!(game["reason"], "draw-after", "{game}");
        let is_late = |time: &Value| time.as_u64().is_some_and(|time| time >= 1200);
        let late = game["times"]
            .as_array()
            .map(|times| times.iter().filter(|t| is_late(t)).count());
        assert_eq!(late, Some(2), "{game}");
    }
}

#[test]
fn the_clock_of_the_game_runs_down_and_an_increment_winds_it_up() {
    // From its third move on the engine takes 1.3 s a move.
    let (games, _) = against_sound("late,turn=60,match=2", |command| {
        command.args(["--tolerance", "0.1", "--patience", "30"]);
    });
    for game in &games {
        assert_eq!(game["reason"], "time", "{game}");
        let moves = game["times"].as_array().map_or(0, Vec::len);
        assert!((6..=7).contains(&moves), "lost at its fourth move: {game}");
    }
    let (games, _) = against_sound("late,turn=60,match=2,increment=30", |command| {
        command.args(["--tolerance", "0.1", "--draw-after", "8"]);
    });
    assert!(games.iter().all(|game| game["reason"] == "draw-after"));
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_before_it_begins() {
    let place = Workplace::new();
    let mut command = match_command(&place.file("log.jsonl"), "first_free", "last_free");
    command.args(["--engine", "./no/such/engine"]);
    let output = command.output().expect("the program starts");
    assert!(!output.status.success());
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("no/such/engine"), "{complaint}");
}

#[test]
fn noise_suggestions_and_floods_of_messages_do_no_harm() {
    let (plain, _) = against_sound("first_free", |_| {});
    let moves = |games: &[Value]| -> Vec<Value> {
        games.iter().map(|game| game["moves"].clone()).collect()
    };
    for brain in ["noisy", "suggesting", "flooding"] {
        let (games, _) = against_sound(brain, |_| {});
        assert_eq!(moves(&games), moves(&plain), "{brain}");
    }
}

#[test]
fn a_foul_loses_in_renju_only() {
    let place = Workplace::new();
    // Black's next stone in the corner makes two fours; White's stones are far away.
    let openings = place.file("openings.txt");
    std::fs::write(&openings, "b1j10c1h9d1f8a2j7a3h6a4f5\n").expect("a file of openings");
    for (rule, reason, winner) in [("renju", "foul", "white"), ("standard", "five", "black")] {
        let log = place.file(rule);
        let mut command = match_command(&log, "first_free", "first_free");
        command.args(["--rule", rule, "--openings"]).arg(&openings);
        succeed(&mut command);
        for game in games(&log) {
            assert_eq!(game["reason"], reason, "{game}");
            assert_eq!(game["winner"], winner, "{game}");
        }
    }
}

#[test]
fn games_are_drawn_at_the_agreed_number_of_stones() {
    let (games, table) = against_sound("first_free", |command| {
        command.args(["--draw-after", "12"]);
    });
    for game in &games {
        assert_eq!(game["reason"], "draw-after", "{game}");
        assert_eq!(game["times"].as_array().map(Vec::len), Some(12));
    }
    assert!(table.contains("+0 =2 -0"), "{table}");
}

#[test]
fn a_full_board_is_a_draw() {
    let place = Workplace::new();
    let (log, openings) = (place.file("log.jsonl"), place.file("openings.txt"));
    let all_but_one = "a1c1b1d1e1a2c2b2d2e2a3c3b3d3e3a4c4b4d4e4a5c5b5d5\n";
    std::fs::write(&openings, all_but_one).expect("a file of openings");
    let mut command = match_command(&log, "first_free", "first_free");
    command.args(["--size", "5", "--openings"]).arg(&openings);
    succeed(&mut command);
    let games = games(&log);
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game["reason"], "full-board", "{game}");
        assert_eq!(game["winner"], "draw", "{game}");
    }
}

#[test]
fn rectangular_boards_are_played() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    succeed(match_command(&log, "first_free", "first_free").args(["--size", "6x9"]));
    for game in games(&log) {
        // With an even width the columns of both sides grow row by row.
        assert_eq!(
            (&game["size"], &game["reason"]),
            (&"6x9".into(), &"five".into())
        );
        assert_eq!(game["winner"], "black");
        assert_eq!(game["times"].as_array().map(Vec::len), Some(4 * 6 + 1));
    }
}

#[test]
fn names_come_from_the_engines_themselves() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["match", "--size", "10", "--draw-after", "4"]);
    for brain in ["first_free", "last_free"] {
        command.args(["-e", &brains::command(brain)]);
    }
    let table = succeed(&mut command);
    assert!(table.contains("Test-1 - Test-2: +0 =2 -0"), "{table}");
}
