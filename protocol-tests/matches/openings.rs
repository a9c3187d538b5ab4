//! `openings` makes legal openings that are not alike, goes on after a kill, and
//! asks a second engine; `match` finds openings by name.

use super::{Workplace, brains, games, match_command, succeed};
use quinte::board::Board;
use quinte::board::text::points_to_text;
use quinte::cli::arena::openings::{Opening, likeness, read, shipped};
use quinte::rules::{Verdict, verdict};
use quinte::types::{BoardSize, Rule};
use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SIDE: usize = 9;
const COUNT: usize = 25;

fn size() -> BoardSize {
    BoardSize::square(SIDE).expect("a valid side")
}

/// Makes openings on a small board with few nodes.
fn openings(rule: Rule, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["openings", "--rule", &rule.to_string()]);
    command.args(["--size", &SIDE.to_string(), "--seed", "4"]);
    command.args(["--count", &COUNT.to_string()]);
    command.args(["--nodes", "1500", "--within", "150", "--out"]);
    command.arg(out);
    command
}

/// The error that a command ends with.
fn fail(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn openings_are_legal_and_not_alike() {
    let place = Workplace::new();
    for rule in Rule::ALL {
        let out = place.file(&rule.to_string());
        let report = succeed(&mut openings(rule, &out));
        assert!(report.contains("25 openings, 0 of them"), "{report}");
        let made = read(&out, rule, size()).expect("a file that match can read");
        let kinds: HashSet<Opening> = made.iter().map(|one| likeness(one, size())).collect();
        assert_eq!((made.len(), kinds.len()), (COUNT, COUNT), "{rule}");
        for opening in &made {
            let mut board = Board::new(size());
            for &point in opening {
                assert_eq!(verdict(rule, &board, point), Verdict::Continues);
                board.play(point);
            }
        }
    }
}

#[test]
fn neither_kills_nor_torn_lines_nor_threads_change_what_is_made() {
    let place = Workplace::new();
    let (whole, torn) = (place.file("whole"), place.file("torn"));
    succeed(&mut openings(Rule::Freestyle, &whole));
    let text = std::fs::read_to_string(&whole).expect("openings");
    for length in [0, 5, text.len() / 3, text.len() / 2, text.len() - 2] {
        std::fs::write(&torn, &text[..length]).expect("a torn file");
        succeed(openings(Rule::Freestyle, &torn).arg("-j2"));
        let again = std::fs::read_to_string(&torn).expect("openings");
        assert_eq!(again, text, "cut after {length} bytes");
    }
    let killed = place.file("killed");
    for kill in 0..6 {
        let mut running = openings(Rule::Freestyle, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(20 + kill * 37 % 90));
        running.kill().expect("the run goes on or has ended");
        running.wait().expect("it ends");
    }
    succeed(&mut openings(Rule::Freestyle, &killed));
    assert_eq!(std::fs::read_to_string(&killed).expect("openings"), text);
    let report = succeed(&mut openings(Rule::Freestyle, &killed));
    assert!(report.contains("25 openings are there already"), "{report}");
    succeed(openings(Rule::Freestyle, &killed).args(["--count", "30"]));
    let more = std::fs::read_to_string(&killed).expect("openings");
    assert!(
        more.starts_with(&text) && more.lines().count() == 31,
        "{more}"
    );
}

#[test]
fn a_file_that_was_made_otherwise_is_refused_and_kept() {
    let place = Workplace::new();
    let out = place.file("openings");
    succeed(openings(Rule::Freestyle, &out).args(["--count", "2"]));
    let text = std::fs::read(&out).expect("openings");
    for arguments in [["--seed", "5"], ["--nodes", "1600"], ["--within", "9"]] {
        let error = fail(openings(Rule::Freestyle, &out).args(arguments));
        assert!(error.contains("made in another way"), "{error}");
        assert_eq!(std::fs::read(&out).expect("openings"), text);
    }
    let error = fail(openings(Rule::Freestyle, &out).args(["-j", "0"]));
    assert!(error.contains("-j"), "{error}");
}

#[test]
fn a_second_engine_has_a_say() {
    let place = Workplace::new();
    let out = place.file("judged");
    let judge = format!("cmd='{}',nodes=2000", env!("CARGO_BIN_EXE_pbrain-quinte"));
    let mut command = openings(Rule::Renju, &out);
    command.args([
        "--judge",
        &judge,
        "--judge-within",
        "40",
        "--count",
        "8",
        "-j2",
    ]);
    let report = succeed(&mut command);
    assert!(!report.contains(" 0 by the second engine"), "{report}");
    let text = std::fs::read_to_string(&out).expect("openings");
    let heading = text.lines().next().unwrap_or_default();
    assert!(
        heading.ends_with("; Quinte (nodes=2000) within 40"),
        "{heading}"
    );
    let alone = place.file("alone");
    succeed(openings(Rule::Renju, &alone).args(["--count", "200"]));
    let all = std::fs::read_to_string(&alone).expect("openings");
    assert!(
        text.lines().skip(1).all(|line| all.contains(line)),
        "{text}"
    );
}

#[test]
fn a_second_engine_that_tells_no_score_is_an_error() {
    let place = Workplace::new();
    let mut command = openings(Rule::Freestyle, &place.file("openings"));
    command.args(["-j2", "--judge", &brains::command("first_free")]);
    let error = fail(&mut command);
    assert!(error.contains("Test tells no score"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_second_engine_that_ends_is_an_error() {
    let place = Workplace::new();
    let mut command = openings(Rule::Freestyle, &place.file("openings"));
    command.args(["-j2", "--judge", "name=short,cmd=sh -c 'read line'"]);
    let error = fail(&mut command);
    assert!(error.contains("ended before it answered"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_stop_ends_in_order() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Workplace::new();
    let out = place.file("openings");
    let running = openings(Rule::Freestyle, &out)
        .args(["--count", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = || std::fs::read_to_string(&out).map_or(0, |text| text.matches('\n').count());
    while lines() < 3 {
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(Pid::from_raw(running.id() as i32), Signal::SIGINT).expect("it is running");
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains("turned down"), "{report}");
    read(&out, Rule::Freestyle, size()).expect("whole lines");
}

#[test]
fn a_match_finds_its_openings_by_rule_and_board_or_by_name() {
    let place = Workplace::new();
    let size = BoardSize::square(15).expect("a valid side");
    let first = |name: &str, rule| {
        let openings = shipped::choose(Some(Path::new(name)), rule, size).expect("a list");
        points_to_text(&openings[0])
    };
    for (rule, asked, name) in [
        (Rule::Standard, &[][..], "standard15"),
        (Rule::CaroExact, &[][..], "caro15"),
        (Rule::Renju, &["--openings", "renju15"][..], "renju15"),
    ] {
        let log = place.file(&format!("{rule}.jsonl"));
        let mut command = match_command(&log, "first_free", "last_free");
        command.args(["--size", "15", "--rounds", "1", "--draw-after", "12"]);
        let table = succeed(command.args(["--rule", &rule.to_string()]).args(asked));
        assert!(table.contains("  pairs: won "), "{table}");
        for game in games(&log) {
            let moves = game["moves"].as_str().expect("moves");
            assert!(moves.starts_with(&first(name, rule)), "{rule}: {moves}");
        }
    }
    let log = place.file("none.jsonl");
    let mut command = match_command(&log, "first_free", "last_free");
    let error = fail(command.args(["--openings", "freestyle25"]));
    assert!(error.contains("'freestyle25'") && error.contains("freestyle20, freestyle15"));
}
