//! `golden make` goes on after a kill, whatever the number of threads; `golden
//! judge` reads what it made, and `tune` leaves it out.

use super::{Workplace, succeed};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn quinte(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(arguments);
    command
}

/// Games of few nodes on a small board.
fn play(out: &Path) {
    let mut command = quinte(&["selfplay", "--rules", "freestyle", "--sizes", "12"]);
    command.args(["--nodes", "30", "--seed", "5", "--games", "60", "--out"]);
    succeed(command.arg(out));
}

fn make(games: &Path, out: &Path) -> Command {
    make_with("2000", games, out)
}

fn make_with(nodes: &str, games: &Path, out: &Path) -> Command {
    let mut command = quinte(&["golden", "make", "--size", "12", "--count", "30"]);
    command.args(["--nodes", nodes, "--seed", "3"]);
    command.arg(games).arg("--out").arg(out);
    command
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text")
}

fn refused(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    assert_eq!(status.code(), Some(2));
    String::from_utf8_lossy(&stderr).into_owned()
}

#[test]
fn neither_kills_nor_threads_change_a_set() {
    let place = Workplace::new();
    let (games, whole, torn) = (place.file("games"), place.file("whole"), place.file("torn"));
    play(&games);
    let report = succeed(&mut make(&games, &whole));
    assert!(report.contains("15 near edges, 15 elsewhere"), "{report}");
    let made = text(&whole);
    assert_eq!(made.lines().count(), 31);
    for length in [0, made.len() / 3, made.len() - 2] {
        std::fs::write(&torn, &made[..length]).expect("a torn file");
        succeed(make(&games, &torn).args(["--threads", "2"]));
        assert_eq!(text(&torn), made, "cut after {length} bytes");
    }
    let killed = place.file("killed");
    for kill in 0..3 {
        let mut running = make(&games, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(30 + kill * 37));
        running.kill().expect("the run goes on or has ended");
        running.wait().expect("it ends");
    }
    succeed(&mut make(&games, &killed));
    assert_eq!(text(&killed), made);
    let report = succeed(&mut make(&games, &killed));
    assert!(report.contains("there already"), "{report}");
    let told = refused(&mut make_with("3000", &games, &killed));
    assert!(told.contains("another way"), "{told}");
    let told = refused(make(&games, &place.file("other")).args(["--rule", "renju"]));
    assert!(told.contains("no games of renju"), "{told}");
}

#[test]
fn networks_are_judged_and_the_set_is_not_learned_from() {
    let place = Workplace::new();
    let (games, set, network) = (
        place.file("games"),
        place.file("set"),
        place.file("network"),
    );
    play(&games);
    succeed(&mut make(&games, &set));
    let judge = || {
        let mut command = quinte(&["golden", "judge", "--nodes", "2000"]);
        command.arg(&set);
        command
    };
    let table = succeed(&mut judge());
    assert!(table.contains("30 positions of freestyle 12x12"), "{table}");
    let json = succeed(judge().args(["--json", "--threads", "2"]));
    let figures: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let searched = &figures["rows"][1];
    // The same search made the set; only the size of its table differs.
    assert_eq!(searched["golden_move_first"], 1.0, "{json}");
    assert_eq!(searched["nodes"], 2000, "{json}");
    let json = succeed(judge().args(["--json", "--set", "late_move_base=1"]));
    let other: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(other["rows"][0], figures["rows"][0], "the static value");
    assert_ne!(&other["rows"][1], searched, "another search");
    let told = refused(judge().args(["--set", "late_move_base=0"]));
    assert!(told.contains("is not a value of late_move_base"), "{told}");
    let tune = || {
        let mut command = quinte(&["tune", "--rule", "freestyle", "--epochs", "1", "--out"]);
        command.arg(&network).arg(&games);
        command
    };
    let report = succeed(&mut tune());
    assert!(report.contains("as golden: 0"), "{report}");
    let report = succeed(tune().arg("--without").arg(&set));
    assert!(report.contains("as golden: 30"), "{report}");
    succeed(
        judge()
            .arg("--network")
            .arg(&network)
            .args(["--nodes", "0"]),
    );
    let told = refused(judge().arg("--network").arg(&set));
    assert!(told.contains("cannot use"), "{told}");
    let told = refused(quinte(&["golden", "judge"]).arg(&network));
    assert!(told.contains("is not a golden set"), "{told}");
}
