//! A match that is killed loses no finished game.

use super::{Workplace, brains, games, match_command, succeed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Rounds of the match that is killed over and over.
const ROUNDS: usize = 120;
/// How often it is killed.
const KILLS: u64 = 20;

/// The games of a log by their number, each of which occurs once.
fn by_number(log: &Path) -> BTreeMap<u64, Value> {
    let list = games(log);
    let count = list.len();
    let map: BTreeMap<u64, Value> = list
        .into_iter()
        .map(|game| (game["game"].as_u64().expect("a number"), game))
        .collect();
    assert_eq!(map.len(), count, "no game is logged twice");
    map
}

/// Waits until the log has another whole line, or the match is over.
fn wait_for_growth(running: &mut Child, log: &Path) {
    let lines = || std::fs::read_to_string(log).map_or(0, |text| text.matches('\n').count());
    // The heading is no game.
    let before = lines().max(1);
    while lines() <= before && running.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn twenty_kills_lose_no_finished_game() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let sgf = place.file("games.sgf");
    let command = || {
        let mut command = match_command(&log, "first_free", "last_free");
        command
            .args(["--rounds", &ROUNDS.to_string(), "-j2", "--resume", "--sgf"])
            .arg(&sgf);
        command
    };
    let mut before = BTreeMap::new();
    let mut grown = 0;
    for kill in 0..KILLS {
        let mut running = command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Any moment will do: every other kill waits until a game has ended, the others may
        // come before anything was played.
        if kill % 2 == 1 {
            wait_for_growth(&mut running, &log);
        }
        std::thread::sleep(Duration::from_millis(kill * 37 % 90));
        running.kill().expect("the match is running or has ended");
        running.wait().expect("it ends");
        if !log.exists() {
            continue;
        }
        if std::fs::read(&log).expect("a log").contains(&b'\n') {
            let after = by_number(&log);
            for (number, game) in &before {
                assert_eq!(after.get(number), Some(game), "game {number} is kept");
            }
            grown += usize::from(after.len() > before.len());
            before = after;
        }
    }
    assert!(grown >= 2, "the match was killed while it played");
    succeed(&mut command());
    let after = by_number(&log);
    for (number, game) in &before {
        assert_eq!(after.get(number), Some(game), "game {number} is kept");
    }
    let numbers: Vec<u64> = after.keys().copied().collect();
    assert_eq!(numbers, (0..2 * ROUNDS as u64).collect::<Vec<_>>());
    let trees = std::fs::read_to_string(&sgf).expect("an SGF file");
    assert_eq!(trees.matches("(;FF[4]").count(), 2 * ROUNDS);
}

#[cfg(unix)]
#[test]
fn a_match_that_is_asked_to_stop_prints_its_table_and_goes_on_later() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let command = |rounds: &str| {
        let mut command = match_command(&log, "first_free", "last_free");
        command.args(["--rounds", rounds, "--resume"]);
        command
    };
    let mut running = command("100000")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for_growth(&mut running, &log);
    kill(Pid::from_raw(running.id() as i32), Signal::SIGINT).expect("it is running");
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("one - two: "), "{table}");
    let count = games(&log).len();
    let more = succeed(&mut command(&(count / 2 + 2).to_string()));
    assert_eq!(by_number(&log).len(), (count / 2 + 2) * 2, "{more}");
}

/// The processes that the threads of a process have started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<i32> {
    let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
    let of_thread = |path: std::path::PathBuf| std::fs::read_to_string(path.join("children"));
    let lists = threads.into_iter().flatten().flatten();
    let lists = lists.filter_map(|thread| of_thread(thread.path()).ok());
    let lists: Vec<String> = lists.collect();
    let numbers = lists.iter().flat_map(|list| list.split_whitespace());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_reaches_the_engines_first_makes_none_of_them_lose() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let mut running = match_command(&log, "hanging,turn=60", "hanging,turn=60")
        .args(["-j2", "--rounds", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut engines = Vec::new();
    while engines.len() < 4 {
        assert!(
            running.try_wait().expect("a state").is_none(),
            "no game ends by itself"
        );
        std::thread::sleep(Duration::from_millis(20));
        engines = children(running.id());
    }
    // Long enough for all of them to be asked for a move.
    std::thread::sleep(Duration::from_millis(500));
    for engine in engines {
        let _ = kill(Pid::from_raw(engine), Signal::SIGTERM);
    }
    std::thread::sleep(Duration::from_millis(100));
    kill(Pid::from_raw(running.id() as i32), Signal::SIGTERM).expect("it is running");
    assert_eq!(running.wait().expect("it ends").code(), Some(130));
    assert_eq!(games(&log), Vec::<Value>::new());
}

#[cfg(unix)]
#[test]
fn an_engine_that_the_system_cannot_start_any_longer_loses_no_game_but_ends_the_match() {
    use std::os::unix::fs::PermissionsExt;
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let engine = place.file("engine.sh");
    // Started once to be greeted and once to play; then it is gone.
    let script = format!(
        "#!/bin/sh\n[ -e seen ] && rm -f \"$0\"\ntouch seen\nexec {}\n",
        brains::command("first_free")
    );
    std::fs::write(&engine, script).expect("a script");
    std::fs::set_permissions(&engine, PermissionsExt::from_mode(0o755)).expect("a program");
    let output = match_command(&log, "last_free", "first_free")
        .arg("--engine")
        .arg(format!("name=leaving,cmd={}", engine.display()))
        .args(["--fresh", "--rounds", "3"])
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot start"), "{said}");
    let reasons = games(&log).into_iter().map(|game| game["reason"].clone());
    assert!(reasons.clone().count() > 0 && reasons.clone().all(|reason| reason != "crash"));
}

#[test]
fn a_torn_line_is_replaced_and_its_game_played_again() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    succeed(match_command(&log, "first_free", "last_free").args(["--rounds", "2"]));
    let whole = by_number(&log);
    let text = std::fs::read(&log).expect("a log");
    std::fs::write(&log, &text[..text.len() - 10]).expect("a torn log");
    succeed(match_command(&log, "first_free", "last_free").args(["--rounds", "2", "--resume"]));
    let again = by_number(&log);
    let moves = |games: &BTreeMap<u64, Value>| -> Vec<Value> {
        games.values().map(|game| game["moves"].clone()).collect()
    };
    assert_eq!(moves(&again), moves(&whole));
}

#[test]
fn another_match_is_not_mixed_into_a_log() {
    let place = Workplace::new();
    let log = place.file("log.jsonl");
    let command = || {
        let mut command = match_command(&log, "first_free", "last_free");
        command.args(["--rounds", "1"]);
        command
    };
    succeed(&mut command());
    let text = std::fs::read(&log).expect("a log");
    for arguments in [&[][..], &["--resume", "--rule", "renju"][..]] {
        let output = command().args(arguments).output().expect("it starts");
        assert!(!output.status.success(), "{arguments:?}");
    }
    assert_eq!(std::fs::read(&log).expect("a log"), text, "it is untouched");
    succeed(command().args(["--resume"]));
    assert_eq!(by_number(&log).len(), 2, "nothing was left to play");
}
