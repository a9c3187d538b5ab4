//! The memory of positions as processes use it: killed at any moment, asked
//! again on another day, filled from files and written to files.

use super::{TemporaryFile, fail, quinte, refuse, succeed};
use quinte::board::text::parse_moves;
use quinte::database::{Access, Database};
use quinte::types::{BoardSize, Rule};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// A bot with a memory of positions, spoken to as Yixin-Board does.
struct Bot {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(database: &str) -> Self {
        let mut child = quinte(&["--database", database])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the bot starts");
        let mut bot = Self {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        };
        bot.send("yxshowinfo\nstart 15 15\ninfo rule 2");
        bot.wait_for("OK");
        bot
    }

    /// Sends lines; one that is no longer read is lost.
    fn send(&mut self, lines: &str) {
        let _ = self.input.write_all(format!("{lines}\n").as_bytes());
        let _ = self.input.flush();
    }

    /// Reads lines up to one that begins so; `None` if the bot is gone.
    fn wait_for(&mut self, start: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with(start) {
                return Some(line.trim_end().to_owned());
            }
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A position of two stones, a different one for every number below 2,205,
/// whichever way the board is turned: the first stone lies in one eighth of it.
fn stones(number: usize) -> [(usize, usize); 2] {
    let eighth = (0..7).flat_map(|row| (row + 1..7).map(move |column| (row, column)));
    let first = eighth
        .into_iter()
        .nth(number / 105)
        .expect("a small number");
    let second = 120 + number % 105;
    [first, (second / 15, second % 15)]
}

#[test]
fn what_was_acknowledged_survives_fifty_kills() {
    let file = TemporaryFile::new("qdb");
    let mut acknowledged = 0;
    for round in 0..50_u64 {
        // Any moment from the first writing on; no two rounds alike.
        let moment = Duration::from_micros(round * 7_919 % 97_000);
        let mut bot = Bot::start(file.name());
        let started = Instant::now();
        let mut last = acknowledged;
        while started.elapsed() < moment && last < 40 * (round as usize + 1) {
            let [(row, column), (other_row, other_column)] = stones(last);
            let place = format!("{row},{column}\n{other_row},{other_column}\ndone");
            bot.send(&format!(
                "yxedittextdatabase \"note {last}\"{place}\nyxquerydatabasetext\n{place}"
            ));
            let answer = bot.wait_for("MESSAGE DATABASE TEXT").expect("an answer");
            assert_eq!(answer, format!("MESSAGE DATABASE TEXT \"note {last}\""));
            last += 1;
        }
        // One more is on its way when the end comes.
        let [(row, column), (other_row, other_column)] = stones(last);
        bot.send(&format!(
            "yxedittextdatabase \"note {last}\"{row},{column}\n{other_row},{other_column}\ndone"
        ));
        bot.child.kill().expect("killed");
        bot.child.wait().expect("gone");
        acknowledged = last;
    }
    assert!(acknowledged > 50, "{acknowledged} were written");
    let database = Database::open(&file.0, Access::Write).expect("the file is sound");
    assert!(database.check().expect("checked"));
    let size = BoardSize::square(15).expect("a valid size");
    for number in 0..acknowledged {
        let mut board = quinte::board::Board::new(size);
        for (row, column) in stones(number) {
            board.play(quinte::types::Point::new(column, row));
        }
        let record = database.get(Rule::Renju, &board).expect("read");
        let comment = record.map(|record| record.comment);
        assert_eq!(comment.as_deref(), Some(format!("note {number}").as_str()));
    }
}

#[test]
fn a_position_proven_yesterday_is_answered_at_once_today() {
    let file = TemporaryFile::new("qdb");
    // Black wins by fours and threes, not at once.
    let board = "board\n7,7,1\n6,8,2\n8,7,1\n6,6,2\n7,8,1\n9,9,2\n6,7,1\n5,7,2\ndone";
    let mut yesterday = Bot::start(file.name());
    yesterday.send("info timeout_turn 20000\ninfo time_left 100000000");
    yesterday.send(board);
    let first = yesterday.wait_for("MESSAGE depth").expect("a line");
    let mut last = first;
    loop {
        let mut line = String::new();
        yesterday.output.read_line(&mut line).expect("a line");
        if line.starts_with("MESSAGE depth") {
            last = line;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
    }
    assert!(last.contains(" ev +M"), "{last}");
    // Written after the answer; leaving waits for it.
    yesterday.send("end");
    yesterday.child.wait().expect("gone");
    drop(yesterday);

    let mut today = Bot::start(file.name());
    today.send("info timeout_turn 20000\ninfo time_left 100000000");
    today.send(board);
    let told = today.wait_for("MESSAGE depth").expect("a line");
    assert!(told.contains(" ev +M"), "{told}");
    let effort = today.wait_for("MESSAGE n ").expect("a line");
    assert!(effort.starts_with("MESSAGE n 0 n/ms 0 tm 0"), "{effort}");
}

#[test]
fn files_go_in_and_out_and_are_the_same_again() {
    let database = TemporaryFile::new("qdb");
    let tree = TemporaryFile::new("sgf");
    std::fs::write(
        &tree.0,
        "(;GM[4]SZ[15]RU[renju]C[start];B[hh](;W[hg]C[direct];B[ii])(;W[ig];B[hg]))",
    )
    .expect("written");
    let told = succeed(
        &mut quinte(&["book", "import", database.name(), tree.name()]),
        "",
    );
    assert!(
        told.contains("6 positions taken over, 0 left out"),
        "{told}"
    );
    // `hg` is one above the middle: h9, as people count.
    let query = ["book", "query", database.name(), "h8h9", "--rule", "renju"];
    assert!(succeed(&mut quinte(&query), "").contains("direct"));
    let text = TemporaryFile::new("txt");
    let export = |from: &TemporaryFile, to: &TemporaryFile| {
        let words = ["book", "export", from.name(), to.name(), "--rule", "renju"];
        succeed(&mut quinte(&words), "");
    };
    export(&database, &text);
    for ending in ["lib", "sgf", "txt"] {
        let out = TemporaryFile::new(ending);
        export(&database, &out);
        let second = TemporaryFile::new("qdb");
        let words = [
            "book",
            "import",
            second.name(),
            out.name(),
            "--rule",
            "renju",
        ];
        succeed(&mut quinte(&words), "");
        let again = TemporaryFile::new("txt");
        export(&second, &again);
        let read = |file: &TemporaryFile| std::fs::read_to_string(&file.0).expect("text");
        assert_eq!(read(&again), read(&text), "{ending}");
    }
    let stats = succeed(&mut quinte(&["book", "stats", database.name()]), "");
    assert!(stats.contains("renju 15x15"), "{stats}");
}

#[test]
fn move_lists_count_rows_from_below() {
    let database = TemporaryFile::new("qdb");
    let tree = TemporaryFile::new("sgf");
    // Letters of SGF count from the upper left: a15 (a text on b14), then o13 with a comment.
    let sgf = "(;GM[4]SZ[15]RU[1];B[aa]LB[bb:A];W[oc]C[right])";
    std::fs::write(&tree.0, sgf).expect("written");
    let import = ["book", "import", database.name(), tree.name()];
    succeed(&mut quinte(&import), "");
    let query = |moves: &str| {
        let words = [
            "book",
            "query",
            database.name(),
            moves,
            "--rule",
            "standard",
        ];
        succeed(&mut quinte(&words), "")
    };
    let told = query("a15");
    assert!(told.contains("b14 A") && told.contains(" o13  "), "{told}");
    assert!(query("a15o13").contains("right"));
    // The same with the board upside down is the same position, told as it lies there.
    let told = query("a1");
    assert!(told.contains("b2 A") && told.contains(" o3  "), "{told}");
    assert!(query("a15o3").contains("not known"));

    let words = [
        "book",
        "query",
        database.name(),
        "a15p1",
        "--rule",
        "standard",
    ];
    let error = refuse(&mut quinte(&words));
    assert!(error.contains("p1 lies outside"), "{error}");
    let words = [
        "book",
        "query",
        database.name(),
        "a15a15",
        "--rule",
        "standard",
    ];
    let error = refuse(&mut quinte(&words));
    assert!(error.contains("a15 is played twice"), "{error}");

    let explore = [
        "book",
        "explore",
        database.name(),
        "a15o14b15o13c15o12d15a1",
    ];
    let explore = [
        &explore[..],
        &["--rule", "standard", "--positions", "1", "--nodes", "2k"],
    ];
    let told = succeed(&mut quinte(&explore.concat()), "");
    assert!(told.contains("best move e15"), "{told}");
}

#[test]
fn exploring_goes_on_where_it_ended() {
    let file = TemporaryFile::new("qdb");
    let explore = |positions: &str| {
        let words = [
            "book",
            "explore",
            file.name(),
            "h8i9",
            "--size",
            "15",
            "--positions",
            positions,
            "--nodes",
            "3k",
        ];
        succeed(&mut quinte(&words), "")
    };
    assert!(explore("3").contains("3 positions explored"));
    let count = || {
        let database = Database::open(&file.0, Access::Read).expect("a database");
        database.len().expect("counted")
    };
    let before = count();
    assert!(explore("3").contains("3 positions explored"));
    assert!(count() > before, "other positions");
    let database = Database::open(&file.0, Access::Read).expect("a database");
    let board = parse_moves(BoardSize::square(15).expect("a valid size"), "h8i9");
    let record = database
        .get(Rule::Freestyle, &board.expect("moves"))
        .expect("read");
    assert!(record.is_some_and(|record| record.best.is_some()));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let missing = TemporaryFile::new("qdb");
    let error = refuse(&mut quinte(&["book", "stats", missing.name()]));
    assert!(error.contains("cannot read"), "{error}");
    let broken = TemporaryFile::new("lib");
    std::fs::write(&broken.0, b"\xffRenLib\xff").expect("written");
    let database = TemporaryFile::new("qdb");
    let error = fail(&mut quinte(&[
        "book",
        "import",
        database.name(),
        broken.name(),
    ]));
    assert!(
        error.contains(broken.name()) && error.contains("ends"),
        "{error}"
    );
    let error = refuse(&mut quinte(&[
        "book",
        "export",
        database.name(),
        "picture.png",
    ]));
    assert!(error.contains(".lib, .sgf or .txt"), "{error}");
}
