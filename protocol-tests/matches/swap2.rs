//! Matches in which the engines make the openings by swap2: all ways through it,
//! all ways to fail in it, engines that do not know it, and our own engine.

use super::{Workplace, games, match_command, succeed};
use quinte::board::Board;
use quinte::board::text::parse_points;
use quinte::types::BoardSize;
use serde_json::Value;
use std::process::Command;

/// Plays a pair; `one` opens the first game, `two` the second.
fn pair(one: &str, two: &str, change: impl FnOnce(&mut Command)) -> Vec<Value> {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let mut command = match_command(&log, one, two);
    command.args(["--swap2", "--rule", "standard", "--draw-after", "20"]);
    change(&mut command);
    succeed(&mut command);
    let mut games = games(&log);
    games.sort_by_key(|game| game["game"].as_u64());
    assert_eq!(games.len(), 2);
    games
}

/// Who did what in the opening, such as `one three, two black`.
fn steps(game: &Value) -> String {
    let steps = game["swap2"].as_array().expect("steps");
    let words = steps.iter().map(|step| {
        let word = |key: &str| step[key].as_str().expect("a word").to_owned();
        assert!(step["time"].is_u64(), "{step}");
        format!("{} {}", word("engine"), word("choice"))
    });
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_chooser_takes_black_takes_white_or_puts_two_stones() {
    let games = pair("taking_black", "taking_white", |_| {});
    // The stones on the board, the black player, and who did what.
    for (game, opening, first, black, told) in [
        (&games[0], 3, "a10c10e10g10", "one", "one three, two white"),
        (&games[1], 3, "a10c10e10a1", "one", "two three, one black"),
    ] {
        assert_eq!(steps(game), told);
        assert_eq!(game["black"], black, "{game}");
        assert_eq!(game["opening"], opening, "{game}");
        let moves = game["moves"].as_str().expect("moves");
        assert!(moves.starts_with(first), "{moves}");
        assert_eq!(game["reason"], "draw-after", "{game}");
        assert_eq!(game["times"].as_array().map(Vec::len), Some(17));
    }
    let games = pair("taking_white", "putting_two", |_| {});
    for (game, opening, first, black, told) in [
        // The opener goes on as White after five stones, and the other one is Black.
        (
            &games[0],
            5,
            "a10c10e10g10i10",
            "two",
            "one three, two two, one white",
        ),
        (&games[1], 3, "a10c10e10g10", "two", "two three, one white"),
    ] {
        assert_eq!(steps(game), told);
        assert_eq!(game["black"], black, "{game}");
        assert_eq!(game["opening"], opening, "{game}");
        assert!(
            game["moves"]
                .as_str()
                .is_some_and(|moves| moves.starts_with(first))
        );
    }
    // The cell g10 is taken when the opener wants it: an illegal stone of White.
    assert_eq!(games[0]["reason"], "illegal");
    assert_eq!(
        (&games[0]["white"], &games[0]["winner"]),
        (&"one".into(), &"black".into())
    );
    let games = pair("taking_black", "putting_two", |_| {});
    assert_eq!(steps(&games[0]), "one three, two two, one black");
    assert_eq!(
        (&games[0]["black"], &games[0]["opening"]),
        (&"one".into(), &5.into())
    );
    assert_eq!(steps(&games[1]), "two three, one black");
    assert_eq!(games[1]["black"], "one");
}

#[test]
fn faults_in_the_opening_lose_the_game() {
    let late = |command: &mut Command| {
        command.args(["--turn", "1", "--tolerance", "0.1", "--patience", "30"]);
    };
    let nothing = |_: &mut Command| {};
    // The broken engine opens the first game and chooses in the second.
    for (broken, reasons, change) in [
        (
            "putting_one_twice",
            ["illegal", "draw-after"],
            &nothing as &dyn Fn(&mut Command),
        ),
        ("swapping_at_once", ["illegal", "draw-after"], &nothing),
        ("choosing_late", ["time", "time"], &late),
    ] {
        let games = pair(broken, "putting_two", |command| change(command));
        for (game, reason) in games.iter().zip(reasons) {
            assert_eq!(game["reason"], reason, "{broken}: {game}");
            if reason != "draw-after" {
                assert_eq!(loser(game), "one", "{broken}: {game}");
            }
        }
    }
    let games = pair("putting_two_again", "putting_two", |_| {});
    assert_eq!(
        (&games[0]["reason"], loser(&games[0])),
        (&"illegal".into(), "one")
    );
    let detail = games[0]["detail"].as_str().expect("a detail");
    assert!(detail.contains("swap2 with 5 stones"), "{detail}");
    assert_eq!(steps(&games[1]), "two three, one two, two black");
    let games = pair("choosing_never", "putting_two", |_| {});
    assert_eq!(
        (&games[0]["reason"], loser(&games[0])),
        (&"crash".into(), "one")
    );
    assert_eq!(steps(&games[1]), "two three, one black");
}

fn loser(game: &Value) -> &str {
    let color = if game["winner"] == "black" {
        "white"
    } else {
        "black"
    };
    game[color].as_str().expect("a name")
}

#[test]
fn engines_that_do_not_know_swap2_end_the_match_before_it_begins() {
    for (brain, reason) in [
        ("unlearned", "answers 'UNKNOWN command' to SWAP2BOARD"),
        ("hanging", "does not answer SWAP2BOARD"),
    ] {
        let place = Workplace::new();
        let log = place.file("log.jsonl");
        let mut command = match_command(&log, "taking_black", brain);
        command.args(["--swap2", "--start-up", "3"]);
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(reason) && told.contains("'two'"), "{told}");
        assert!(!log.exists(), "nothing began");
    }
}

#[test]
fn a_match_by_swap2_continues_only_its_like() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let engines = |log| match_command(log, "taking_black", "taking_white");
    succeed(engines(&log).args(["--swap2", "--draw-after", "8"]));
    succeed(engines(&log).args(["--swap2", "--draw-after", "8", "--rounds", "2", "--resume"]));
    assert_eq!(games(&log).len(), 4);
    let mut other = engines(&log);
    let output = other.args(["--draw-after", "8", "--resume"]).output();
    let told = String::from_utf8_lossy(&output.expect("the program starts").stderr).into_owned();
    assert!(told.contains("openings differ"), "{told}");
}

#[test]
fn our_own_engine_opens_and_chooses() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["match", "--swap2", "--rule", "standard", "--nodes", "2000"]);
    command.args(["--draw-after", "12", "--memory", "64M", "--log"]);
    command.arg(&log);
    for name in ["one", "two"] {
        let engine = format!("name={name},cmd='{}'", env!("CARGO_BIN_EXE_pbrain-quinte"));
        command.args(["-e", &engine]);
    }
    succeed(&mut command);
    let games = games(&log);
    assert_eq!(games.len(), 2);
    for game in &games {
        assert!(["five", "draw-after"].contains(&game["reason"].as_str().expect("a reason")));
        let told = steps(game);
        let opener = if game["game"] == 0 { "one" } else { "two" };
        assert!(told.starts_with(&format!("{opener} three, ")), "{told}");
        // Every stone lies on a free cell of the board.
        let mut board = Board::new(BoardSize::square(15).expect("a valid side"));
        for point in parse_points(game["moves"].as_str().expect("moves")).expect("points") {
            assert!(board.is_empty(point), "{game}");
            board.play(point);
        }
        let opening = game["opening"].as_u64().expect("a number");
        assert_eq!(
            opening,
            if told.contains(" two, ") { 5 } else { 3 },
            "{told}"
        );
    }
}
