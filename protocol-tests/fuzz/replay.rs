//! Replays the corpus of the fuzzer in `cargo test`, each file by the target
//! that its directory names. Needs no fuzzer; `scripts/fuzz` looks for more.

#[path = "src/model.rs"]
mod model;
#[path = "src/players.rs"]
mod players;
#[path = "src/records.rs"]
mod records;
#[path = "src/reference.rs"]
mod reference;
#[path = "src/session.rs"]
mod session;
#[path = "src/trees.rs"]
mod trees;

use std::path::Path;

/// Runs every file of a directory of the corpus.
fn replay(target: &str, run: fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("protocol-tests/fuzz/corpus")
        .join(target);
    let entries = std::fs::read_dir(&directory).expect("the corpus is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "the corpus of {target} is empty");
    for file in files {
        // Shown when the file makes the test fail.
        println!("{}", file.display());
        run(&std::fs::read(&file).expect("a readable file"));
    }
}

#[test]
fn the_corpus_of_the_session_passes() {
    replay("session", session::run);
}

#[test]
fn the_corpus_of_the_records_passes() {
    replay("records", records::run);
}

#[test]
fn the_corpus_of_the_trees_passes() {
    replay("trees", trees::run);
}

#[test]
fn the_corpus_of_the_model_passes() {
    replay("model", model::run);
}
