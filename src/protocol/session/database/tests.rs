//! Tests of a session with a memory of positions, without a process.

use super::super::tests::Talk;
use super::*;
use crate::database::Access;
use crate::engine::Thinker;
use crate::engine::thinker::fakes::FixedMoves;
use crate::types::score::{loss_in, win_in};
use crate::types::{BoardSize, Score};
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// A conversation in Yixin-Board's way with a database in a folder of its own,
/// which is gone when the test is over.
struct Desk {
    talk: Talk,
    folder: PathBuf,
}

impl Desk {
    fn new() -> Self {
        Self::with(|_| FixedMoves::default())
    }

    fn with<T: Thinker + 'static>(make: impl Fn(usize) -> T + Send + 'static) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quinte-session-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let mut talk = Talk::new(make);
        let database = Database::open(&folder.join("my.qdb"), Access::Write);
        talk.session
            .set_database(Arc::new(database.expect("a database")));
        talk.tell("yxshowinfo\nINFO message 0\nINFO timeout_turn 1000\nstart 15 15");
        Self { talk, folder }
    }

    fn tell(&mut self, lines: &str) -> String {
        self.talk.tell(lines)
    }

    fn learn(&mut self, stones: &[(usize, usize)], record: Record) {
        let mut board = Board::new(BoardSize::square(15).expect("a valid size"));
        for &(row, column) in stones {
            board.play(crate::types::Point::new(column, row));
        }
        let database = self.talk.session.shelf.database.clone().expect("open");
        let written = database.change(Rule::Freestyle, &board, |kept| kept.learn(record));
        written.expect("written");
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const fn found(value: Score, depth: u16, is_proven: bool) -> Record {
    Record::found(value, depth, None, is_proven)
}

#[test]
fn every_known_move_is_told_with_its_label() {
    let mut desk = Desk::new();
    desk.learn(&[(7, 7), (6, 8), (5, 3)], found(loss_in(4), 9, true));
    desk.learn(&[(7, 7), (6, 8), (5, 4)], found(win_in(11), 9, true));
    desk.learn(&[(7, 7), (6, 8), (5, 6)], found(200, 12, false));
    let cells = [
        ("5 3", "W5", "W5", "-31996 9 3 0"),
        ("5 4", "L12", "L", "31989 9 3 0"),
        ("5 6", "26%", "26", "200 12 3 0"),
    ];
    // The first Yixin-Board, which shows two characters, and dhbloo's, which shows four.
    for (command, is_long, end) in [
        ("yxquerydatabaseall", false, "MESSAGE DATABASE DONE"),
        ("yxquerydatabaseallt", true, "MESSAGE DATABASE TEXT \"\""),
    ] {
        let told = desk.tell(&format!("{command}\n7,7\n6,8\ndone"));
        let lines: Vec<&str> = told.split('|').collect();
        assert_eq!(lines.first(), Some(&"MESSAGE DATABASE REFRESH"));
        assert_eq!(lines.last(), Some(&end));
        for (cell, long, short, rest) in cells {
            let label = packed(if is_long { long } else { short });
            let line = format!("MESSAGE DATABASE {cell} {label} {rest}");
            assert!(lines.contains(&line.as_str()), "{line}\n{told}");
        }
    }
    assert_eq!(
        desk.tell("yxquerydatabaseallt\ndone"),
        "MESSAGE DATABASE REFRESH|MESSAGE DATABASE DONE|MESSAGE DATABASE TEXT \"\""
    );
}

#[test]
fn a_position_is_told_or_nothing() {
    let mut desk = Desk::new();
    desk.learn(&[(7, 7)], found(loss_in(4), 9, true));
    let ask = "yxquerydatabaseone\n7,7\ndone";
    assert_eq!(desk.tell(ask), "MESSAGE DATABASE ONE 87 -31996 9 3 W5");
    assert_eq!(
        desk.tell("yxquerydatabaseone\n7,8\ndone"),
        "MESSAGE DATABASE ONE 0 0 0 0"
    );
    desk.learn(&[(7, 8)], found(0, 3, false));
    assert_eq!(
        desk.tell("yxquerydatabaseone\n7,8\ndone"),
        "MESSAGE DATABASE ONE -1 0 3 3 50%"
    );
}

#[test]
fn comments_and_labels_are_written_and_read_again() {
    let mut desk = Desk::new();
    assert_eq!(
        desk.tell("yxedittextdatabase \"one \\\"two\\\"\n\nthree\"7,7\ndone"),
        ""
    );
    assert_eq!(
        desk.tell("yxquerydatabasetext\n7,7\ndone"),
        "MESSAGE DATABASE TEXT \"one \\\"two\\\"\n\nthree\""
    );
    assert_eq!(desk.tell("yxeditlabeldatabase 6,8 A1\n7,7\ndone"), "");
    assert_eq!(
        desk.tell("yxquerydatabaseall\n7,7\ndone"),
        "MESSAGE DATABASE REFRESH|MESSAGE DATABASE 6 8 -1 0 0 0 0 A1|MESSAGE DATABASE DONE"
    );
    // The comment shows on the move that leads to its position.
    let told = desk.tell("yxquerydatabaseall\ndone");
    assert!(told.contains("MESSAGE DATABASE 7 7 -1 0 0 0 1|"), "{told}");
    desk.tell("yxeditlabeldatabase 6,8 \n7,7\ndone\nyxedittextdatabase \"\"7,7\ndone");
    assert_eq!(
        desk.tell("yxquerydatabaseone\n7,7\ndone"),
        "MESSAGE DATABASE ONE 0 0 0 0"
    );
}

#[test]
fn values_and_letters_can_be_written() {
    let mut desk = Desk::new();
    let edit = |words: &str| format!("yxedittvddatabase {words}\n7,7\ndone");
    assert_eq!(
        desk.tell(&edit("2 -1 -30 0")),
        "MESSAGE DATABASE ONE -1 -30 0 3 53%"
    );
    assert_eq!(
        desk.tell(&edit("4 -1 0 12")),
        "MESSAGE DATABASE ONE -1 -30 12 3 53%"
    );
    assert_eq!(
        desk.tell(&edit("1 87 0 0")),
        "MESSAGE DATABASE ONE 87 -30 12 3 W*"
    );
    assert_eq!(
        desk.tell(&edit("1 -1 0 0")),
        "MESSAGE DATABASE ONE -1 -30 12 3 53%"
    );
    // No game is decided earlier than at once.
    assert_eq!(
        desk.tell(&edit("3 87 32767 0")),
        "MESSAGE DATABASE ONE 87 32000 12 3 W1"
    );
    desk.tell("yxsetbestmovedatabase\n7,7\n6,8\ndone");
    let database = desk.talk.session.shelf.database.clone().expect("open");
    let mut board = Board::new(BoardSize::square(15).expect("a valid size"));
    board.play(crate::types::Point::new(7, 7));
    let best = |database: &Database| {
        let record = database.get(Rule::Freestyle, &board).expect("read");
        record.expect("kept").best
    };
    assert_eq!(best(&database), Some(crate::types::Point::new(8, 6)));
    desk.tell("yxclearbestmovedatabase\n7,7\n6,8\ndone");
    assert_eq!(best(&database), None);
}

#[test]
fn positions_are_forgotten_as_asked_for() {
    let filled = || {
        let mut desk = Desk::new();
        desk.learn(&[(7, 7)], found(5, 3, false));
        desk.learn(&[(7, 7), (6, 8)], found(loss_in(4), 9, true));
        desk.learn(&[(7, 7), (6, 8), (0, 3)], found(win_in(3), 9, true));
        desk.learn(&[(7, 7), (7, 8)], found(9, 3, false));
        desk.learn(&[(7, 7), (7, 8), (0, 4)], found(loss_in(8), 3, true));
        desk
    };
    for (words, left) in [
        ("one", 4),
        ("all", 1),
        ("all nonwl", 4),
        ("all nonwlrecursive", 4),
        ("all w", 4),
        ("all wrecursive", 3),
        ("all l", 5),
        ("all wl", 3),
        ("all wlrecursive", 2),
        ("all wlinsteprecursive 5", 3),
        ("all wlnosteprecursive", 5),
    ] {
        let mut desk = filled();
        assert_eq!(
            desk.tell(&format!("yxdeletedatabase{words}\n7,7\ndone")),
            ""
        );
        let database = desk.talk.session.shelf.database.clone().expect("open");
        assert_eq!(database.len().expect("counted"), left, "{words}");
    }
}

#[test]
fn nothing_is_written_where_it_is_protected() {
    let mut desk = Desk::new();
    desk.tell("info database_readonly 1");
    for command in [
        "yxedittextdatabase \"q\"7,7\ndone",
        "yxtxttodb\nother.txt",
        "yxlibtodb\nother.lib",
        "yxdbmerge\nother.qdb",
        "yxdbfix",
    ] {
        let told = desk.tell(command);
        assert!(told.contains("for reading only"), "{command}: {told}");
    }
    assert_eq!(
        desk.tell("yxquerydatabasetext\n7,7\ndone"),
        "MESSAGE DATABASE TEXT \"\""
    );
    desk.tell("info database_readonly 0\nyxedittextdatabase \"q\"7,7\ndone");
    assert_eq!(
        desk.tell("yxquerydatabasetext\n7,7\ndone"),
        "MESSAGE DATABASE TEXT \"q\""
    );
}

#[test]
fn no_memory_of_positions_is_written_over() {
    let mut desk = Desk::new();
    desk.tell("yxedittextdatabase \"q\"7,7\ndone");
    desk.tell("yxdbsplit\nother.qdb");
    let names = fs::read_dir(&desk.folder).expect("the folder");
    let names = names.map(|entry| entry.expect("a file").file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
    assert!(names.len() >= 2, "{names:?}");
    for name in names {
        for command in ["yxdbtotxt", "yxdbtotxtall", "yxdbtopos"] {
            let told = desk.tell(&format!("{command}\n{name}"));
            assert!(
                told.contains("not written over"),
                "{command} {name}: {told}"
            );
        }
    }
    assert_eq!(
        desk.tell("yxquerydatabasetext\n7,7\ndone"),
        "MESSAGE DATABASE TEXT \"q\""
    );
}

#[test]
fn files_outside_the_folder_are_not_touched() {
    let mut desk = Desk::new();
    desk.tell("yxedittextdatabase \"q\"7,7\ndone");
    let outside = desk.folder.with_extension("outside");
    let _ = fs::remove_file(&outside);
    let name = outside.file_name().expect("a name").to_string_lossy();
    for path in [
        format!("../{name}"),
        outside.display().to_string(),
        format!("no/../../{name}"),
        "..".to_owned(),
        "/etc/passwd".to_owned(),
    ] {
        for command in [
            "yxdbtotxtall",
            "yxsetdatabase",
            "yxdbsplit",
            "yxdbmerge",
            "yxtxttodb",
        ] {
            let told = desk.tell(&format!("{command}\n{path}"));
            assert!(
                told.contains("outside the folder"),
                "{command} {path}: {told}"
            );
        }
        assert!(!outside.exists());
    }
    // Another folder is allowed once it is told, and only with a database.
    let other = desk.folder.join("other");
    fs::create_dir_all(&other).expect("a folder");
    desk.tell(&format!("info folder {}", other.display()));
    let path = other.join("there.txt");
    desk.tell(&format!("yxdbtotxtall\n{}", path.display()));
    assert!(path.exists());
    let mut without = Talk::new(|_| FixedMoves::default());
    without.tell(&format!("start 15\ninfo folder {}", other.display()));
    assert_eq!(
        without.tell("yxsetdatabase\nnew.qdb\nyxdbtotxtall\nnew.txt"),
        ""
    );
    assert!(!other.join("new.qdb").exists() && !other.join("new.txt").exists());
    let told = desk.tell("yxdbtotxtall\npositions.txt");
    assert!(told.contains("1 positions written"), "{told}");
    assert!(desk.folder.join("positions.txt").exists());
}

#[test]
fn positions_go_from_one_file_to_another() {
    let mut desk = Desk::new();
    desk.learn(&[(7, 7)], found(5, 3, false));
    desk.learn(&[(7, 7), (6, 8)], found(loss_in(4), 9, true));
    desk.learn(&[(0, 0)], found(5, 3, false));
    desk.tell("yxdbtotxt\nall.txt");
    desk.tell("yxboard\n7,7,2\ndone\nyxdbsplit\npart.qdb");
    let told = desk.tell("yxsetdatabase\nother.qdb");
    assert!(told.contains("other.qdb"), "{told}");
    let count = |desk: &Desk| {
        let database = desk.talk.session.shelf.database.clone().expect("open");
        database.len().expect("counted")
    };
    assert_eq!(count(&desk), 0);
    assert!(desk.tell("yxdbmerge\npart.qdb").contains("2 positions"));
    assert_eq!(count(&desk), 2);
    assert!(desk.tell("yxtxttodb\nall.txt").contains("3 positions"));
    assert_eq!(count(&desk), 3);
    assert!(
        desk.tell("yxdbmerge\nmissing.qdb")
            .contains("cannot be used")
    );
    assert!(desk.tell("yxsavedatabase").contains("all is kept"));
    assert!(desk.tell("yxdbcheck").contains("sound"));
}

#[test]
fn a_position_that_is_decided_is_not_searched_again() {
    struct Forbidden;
    impl Thinker for Forbidden {
        fn think(
            &mut self,
            _: &crate::search::Question,
            _: &crate::search::Control,
            _: &mut dyn crate::search::Observer,
        ) -> crate::search::Outcome {
            panic!("this position is known");
        }
    }
    let mut desk = Desk::with(|_| Forbidden);
    let best = crate::types::Point::new(8, 6);
    desk.learn(&[(7, 7)], Record::found(win_in(9), 9, Some(best), true));
    assert_eq!(desk.talk.ask("board\n7,7,2\ndone"), "6,8");
    // Without the memory the search is asked, and fails here.
    desk.tell("info usedatabase 0");
    assert_ne!(desk.talk.ask("board\n7,7,2\ndone"), "6,8");
}
