//! Tests of the store: what is written is read again, whatever happens to the file.

use super::*;
use crate::board::Symmetry;
use crate::database::Bound;
use crate::database::test_file::TestFile;
use crate::types::score::win_in;

fn board(stones: &str) -> Board {
    let mut board = Board::new(BoardSize::square(15).expect("a valid size"));
    for point in crate::board::text::parse_points(stones).expect("points") {
        board.play(point);
    }
    board
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

const RULE: Rule = Rule::Freestyle;

#[test]
fn what_is_written_is_there_after_the_file_is_closed() {
    let file = TestFile::new();
    let position = board("h8i9");
    let record = Record::found(win_in(7), 12, Some(point("j7")), true);
    let learned = record.clone();
    file.open()
        .change(RULE, &position, |kept| kept.learn(learned))
        .expect("written");
    let database = file.open();
    assert_eq!(database.get(RULE, &position).expect("read"), Some(record));
    assert_eq!(database.get(Rule::Renju, &position).expect("read"), None);
    assert_eq!(database.get(RULE, &board("h8i8")).expect("read"), None);
    assert_eq!(database.len().expect("counted"), 1);
}

#[test]
fn a_position_is_found_whichever_way_it_lies_with_its_best_move_turned() {
    let file = TestFile::new();
    let database = file.open();
    let position = board("h8i9k8");
    let mut record = Record::found(3, 9, Some(point("j7")), false);
    record.set_cell(point("a1"), "X");
    database
        .change(RULE, &position, |kept| kept.learn(record))
        .expect("written");
    for symmetry in Symmetry::all(position.size()) {
        let mut turned = Board::new(position.size());
        for &stone in position.history() {
            turned.play(symmetry.apply(stone));
        }
        let found = database.get(RULE, &turned).expect("read").expect("kept");
        assert_eq!(found.best, Some(symmetry.apply(point("j7"))));
        assert_eq!(found.cells, [(symmetry.apply(point("a1")), "X".to_owned())]);
    }
}

#[test]
fn moves_are_found_with_what_is_kept_behind_them() {
    let file = TestFile::new();
    let database = file.open();
    for (stones, value) in [("h8i9", 5), ("h8i8", 6), ("g7", 7)] {
        let learned = Record::found(value, 3, None, false);
        database
            .change(RULE, &board(stones), |kept| kept.learn(learned))
            .expect("written");
    }
    let moves = database.moves(RULE, &board("h8")).expect("read");
    // Every image of the two moves on the symmetric board.
    assert_eq!(moves.len(), 8);
    assert!(
        moves
            .iter()
            .any(|(at, record)| *at == point("i9") && record.value == 5)
    );
    assert!(
        moves
            .iter()
            .any(|(at, record)| *at == point("h7") && record.value == 6)
    );
}

#[test]
fn changes_come_all_together_or_not_at_all() {
    let file = TestFile::new();
    let database = file.open();
    let result = database.edit(|changes| {
        changes.change(RULE, &board("h8"), |kept| kept.depth = 3)?;
        Err::<(), _>(DatabaseError::ReadOnly)
    });
    assert!(result.is_err());
    assert!(database.is_empty().expect("counted"));
}

#[test]
fn a_blank_record_is_taken_out() {
    let file = TestFile::new();
    let database = file.open();
    let position = board("h8");
    let comment = |text: &str| {
        let text = text.to_owned();
        database
            .change(RULE, &position, |kept| kept.comment = text)
            .expect("written");
    };
    comment("note");
    assert_eq!(database.len().expect("counted"), 1);
    comment("");
    assert_eq!(database.len().expect("counted"), 0);
    comment("again");
    let removed = database.edit(|changes| changes.remove(RULE, &position));
    assert!(removed.expect("written"));
    assert!(database.is_empty().expect("counted"));
}

#[test]
fn one_process_writes_or_many_read() {
    let file = TestFile::new();
    let writer = file.open();
    writer
        .change(RULE, &board("h8"), |kept| kept.depth = 3)
        .expect("written");
    for access in [Access::Read, Access::Write] {
        let second = Database::open(&file.0, access);
        assert!(matches!(second, Err(DatabaseError::InUse)), "{access:?}");
    }
    drop(writer);
    let readers = [(); 3].map(|()| Database::open(&file.0, Access::Read).expect("a reader"));
    for reader in &readers {
        assert!(reader.is_read_only());
        assert_eq!(reader.len().expect("counted"), 1);
        let refused = reader.change(RULE, &board("h8"), |kept| kept.depth = 4);
        assert!(matches!(refused, Err(DatabaseError::ReadOnly)));
    }
}

#[test]
fn positions_are_visited_by_rule_and_board_few_stones_first() {
    let file = TestFile::new();
    let database = file.open();
    for (rule, stones) in [
        (RULE, "h8i9j8"),
        (Rule::Renju, "h8"),
        (RULE, "h8"),
        (RULE, ""),
    ] {
        database
            .change(rule, &board(stones), |kept| {
                *kept = Record::found(1, 1, None, false);
            })
            .expect("written");
    }
    let visit = |of| {
        let mut counts = Vec::new();
        let visited = database.visit(of, |entry| {
            assert_eq!(entry.record.bound, Bound::Exact);
            counts.push(entry.board.stone_count());
            Visit::GoOn
        });
        visited.expect("read");
        counts
    };
    let size = board("").size();
    assert_eq!(visit(Some((RULE, size))), [0, 1, 3]);
    assert!(visit(Some((Rule::Caro, size))).is_empty());
    assert_eq!(visit(None).len(), 4);
}

#[test]
fn files_of_another_kind_are_refused_in_words() {
    let file = TestFile::new();
    std::fs::write(
        &file.0,
        "not a database, but long enough to look at".repeat(200),
    )
    .expect("written");
    let error = Database::open(&file.0, Access::Write)
        .err()
        .expect("an error");
    assert!(error.to_string().contains("database"), "{error}");
    let missing = TestFile::new();
    assert!(Database::open(&missing.0, Access::Read).is_err());
}

#[test]
fn a_format_of_tomorrow_is_refused() {
    let file = TestFile::new();
    drop(file.open());
    {
        let raw = redb::Database::open(&file.0).expect("open");
        let transaction = raw.begin_write().expect("begun");
        transaction
            .open_table(FACTS)
            .expect("a table")
            .insert(FORMAT, VERSION + 1)
            .expect("inserted");
        transaction.commit().expect("committed");
    }
    for access in [Access::Read, Access::Write] {
        let error = Database::open(&file.0, access).err().expect("an error");
        assert!(matches!(error, DatabaseError::Format(version) if version == VERSION + 1));
    }
}

#[test]
fn a_file_can_be_checked_and_made_smaller() {
    let file = TestFile::new();
    let database = file.open();
    database
        .change(RULE, &board("h8"), |kept| kept.depth = 3)
        .expect("written");
    assert!(database.check().expect("checked"));
    database.compact().expect("compacted");
    assert_eq!(database.len().expect("counted"), 1);
}

/// How many damaged files are tried; a search for faults asks for more.
const DAMAGED_FILES: &str = "QUINTE_DAMAGED_FILES";

/// Whatever was done to a file, it is refused, or works as far as it can.
#[test]
fn a_file_that_was_cut_off_or_overwritten_is_never_a_panic() {
    let sound = TestFile::new();
    let database = sound.open();
    let written = database.edit(|changes| {
        for number in 0..2_000 {
            let mut board = Board::new(BoardSize::square(15).expect("a valid size"));
            for step in [1, 7, 31] {
                let index = (number * step + step) % 225;
                let point = Point::new(index % 15, index / 15);
                if board.is_empty(point) {
                    board.play(point);
                }
            }
            let comment = format!("note {number}").repeat(number % 40);
            changes.change(RULE, &board, |record| record.comment = comment)?;
        }
        Ok(())
    });
    written.expect("written");
    drop(database);
    let bytes = std::fs::read(&sound.0).expect("a file");
    let count = std::env::var(DAMAGED_FILES).map_or(24, |count| count.parse().expect("a number"));
    let mut random = fastrand::Rng::with_seed(7);
    let mut refused = 0;
    for number in 0..count {
        let mut bytes = bytes.clone();
        match number % 4 {
            0 => bytes.truncate(random.usize(..bytes.len())),
            1 => bytes[random.usize(..512)] ^= 1 << random.u8(..8),
            2 => {
                for _ in 0..200 {
                    let at = random.usize(..bytes.len());
                    bytes[at] = random.u8(..);
                }
            }
            _ => {
                let at = random.usize(..bytes.len());
                let end = bytes.len().min(at + random.usize(..9_000));
                random.fill(&mut bytes[at..end]);
            }
        }
        for access in [Access::Read, Access::Write] {
            let file = TestFile::new();
            std::fs::write(&file.0, &bytes).expect("written");
            refused += usize::from(use_all(&file, access).is_err());
        }
    }
    assert!(refused > 0, "some of {count} files must be beyond use");
}

/// Uses every door of a file.
fn use_all(file: &TestFile, access: Access) -> Result<(), DatabaseError> {
    let database = Database::open(&file.0, access)?;
    let results = [
        database.len().map(drop),
        database.get(RULE, &board("h8")).map(drop),
        database.moves(RULE, &board("h8i9")).map(drop),
        database.visit(None, |_| Visit::GoOn),
        database.change(RULE, &board("a1"), |record| {
            record.comment = "new".to_owned();
        }),
        database.check().map(drop),
        database.compact(),
    ];
    let read_only = |error: &DatabaseError| matches!(error, DatabaseError::ReadOnly);
    let mut errors = results.into_iter().filter_map(Result::err);
    errors.find(|error| !read_only(error)).map_or(Ok(()), Err)
}
