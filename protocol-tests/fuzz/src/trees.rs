//! Bytes of a file through the readers of variations and positions: `RenLib`,
//! SGF trees, texts, keys and records of positions, questions of `analyze --jsonl`.
//! Whatever is accepted must come back when it is written. The file of positions
//! itself is tried by the tests of `src/database/store.rs`.

use quinte::board::Symmetry;
use quinte::cli::analyze::batch::Request;
use quinte::database::{Record, key, text};
use quinte::tree::{GameTree, renlib, sgf};
use quinte::types::BoardSize;

/// Runs one input: a byte that chooses the reader, then the file.
///
/// # Panics
/// If a reader panics or what it accepts does not come back.
pub fn run(data: &[u8]) {
    let Some((&reader, file)) = data.split_first() else {
        return;
    };
    match reader % 6 {
        0 => read_renlib(file),
        1 => read_sgf(&String::from_utf8_lossy(file)),
        2 => read_text(&String::from_utf8_lossy(file)),
        3 => read_key(file),
        4 => read_record(file),
        _ => read_questions(&String::from_utf8_lossy(file)),
    }
}

/// Behind a byte for the board and one for the way it lies.
fn read_record(bytes: &[u8]) {
    let [width, turn, record @ ..] = bytes else {
        return;
    };
    let Some(size) = BoardSize::square(usize::from(*width)) else {
        return;
    };
    // A square has eight.
    let symmetry = Symmetry::all(size).nth(usize::from(*turn) % 8);
    let symmetry = symmetry.expect("as many as the board has");
    if let Ok(record) = Record::decode(record, size, symmetry) {
        let written = record.encode(size, symmetry);
        let again = Record::decode(&written, size, symmetry);
        assert_eq!(again.expect("what was written is read"), record);
    }
}

fn read_questions(file: &str) {
    for line in file.lines() {
        if let Ok((_, board)) = Request::read(line).and_then(|asked| asked.position(None, None)) {
            assert!(board.stone_count() <= board.size().cells());
        }
    }
}

/// As it is, and behind a right beginning.
fn read_renlib(file: &[u8]) {
    let mut whole = b"\xffRenLib\xff\x03\x00".to_vec();
    whole.resize(20, 0xff);
    whole.extend(file);
    for bytes in [file, &whole] {
        if let Ok(tree) = renlib::read(bytes) {
            walk(&tree);
            let written = renlib::write(&tree).expect("a board of 15x15");
            walk(&renlib::read(&written).expect("what was written is read"));
        }
    }
}

fn read_sgf(file: &str) {
    if let Ok(read) = sgf::read(file) {
        walk(&read.tree);
        let again = sgf::read(&sgf::write(&read.tree, &[]));
        assert_eq!(again.expect("what was written is read").tree, read.tree);
    }
}

fn walk(tree: &GameTree) {
    let mut count = 0;
    let left_out = tree.visit(|_, board| {
        count += 1;
        assert!(board.stone_count() <= board.size().cells());
        Ok::<(), ()>(())
    });
    assert!(count + left_out.expect("no error") <= tree.len());
}

fn read_text(file: &str) {
    for line in file.lines() {
        if let Some(entry) = text::read(line) {
            let again = text::read(&text::write(&entry));
            assert_eq!(again.expect("what was written is read"), entry);
        }
    }
}

fn read_key(bytes: &[u8]) {
    if let Some((rule, board)) = key::position(bytes) {
        let again = key::Key::new(rule, &board).expect("no walls");
        let (_, turned) = key::position(again.bytes()).expect("a key");
        let once_more = key::Key::new(rule, &turned).expect("no walls");
        assert_eq!(again.bytes(), once_more.bytes());
    }
}
