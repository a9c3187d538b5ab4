//! Tests of what searches read from the memory of positions, and write into it.

use super::*;
use crate::database::test_file::TestDatabase;
use crate::search::Limits;
use crate::types::BoardSize;
use crate::types::score::loss_in;

const RULE: Rule = Rule::Freestyle;

/// A memory whose file is gone when the test is over.
struct TestRecall(
    Recall,
    #[expect(dead_code, reason = "removes the file")] TestDatabase,
);

impl TestRecall {
    fn new() -> Self {
        let database = TestDatabase::new();
        Self(Recall::new(Arc::clone(&database.database)), database)
    }

    fn learn(&self, stones: &str, record: Record) {
        let written = self.0.database.change(RULE, &board(stones), |kept| {
            kept.learn(record);
        });
        written.expect("written");
    }

    fn known(&self, stones: &str) -> Option<Line> {
        let outcome = self.0.known(RULE, &board(stones), &Bitboard::EMPTY)?;
        assert_eq!(outcome.nodes, 0);
        outcome.lines.into_iter().next()
    }
}

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

fn outcome(lines: Vec<Line>) -> Outcome {
    Outcome {
        nodes: 1_000,
        ..Outcome::without_search(lines)
    }
}

fn line(moves: &str, score: Score, depth: u32) -> Line {
    Line {
        moves: crate::board::text::parse_points(moves).expect("points"),
        score,
        depth,
        selective_depth: depth,
    }
}

#[test]
fn a_proven_position_is_known_with_its_line() {
    let memory = TestRecall::new();
    memory.learn("h8i9", Record::found(win_in(5), 9, Some(point("j7")), true));
    memory.learn(
        "h8i9j7",
        Record::found(loss_in(4), 8, Some(point("a1")), true),
    );
    memory.learn(
        "h8i9j7a1",
        Record::found(win_in(3), 8, Some(point("g9")), true),
    );
    let known = memory.known("h8i9").expect("known");
    assert_eq!(known.moves, ["j7", "a1", "g9"].map(point));
    assert_eq!(known.score, win_in(5));
    assert_eq!(memory.known("h8i8"), None);
}

#[test]
fn a_value_that_is_not_proven_is_searched_again() {
    let memory = TestRecall::new();
    memory.learn("h8i9", Record::found(300, 30, Some(point("j7")), false));
    assert_eq!(memory.known("h8i9"), None);
}

#[test]
fn a_move_to_a_lost_position_wins_and_one_to_a_won_position_is_left_out() {
    let memory = TestRecall::new();
    memory.learn("h8i9j7", Record::found(win_in(6), 9, None, true));
    let losing = memory.0.losing_moves(RULE, &board("h8i9"));
    // The position is symmetric: the image of the move loses too.
    assert_eq!(losing.iter().count(), 2);
    assert!(losing.contains(point("j7")));
    assert_eq!(memory.known("h8i9"), None);
    memory.learn("h8i9k5", Record::found(loss_in(6), 9, None, true));
    memory.learn("h8i9k6", Record::found(loss_in(4), 9, None, true));
    let known = memory.known("h8i9").expect("known");
    assert_eq!(known.score, win_in(5), "the shortest");
}

#[test]
fn barred_and_impossible_moves_are_not_played_from_memory() {
    let memory = TestRecall::new();
    memory.learn("h8i9", Record::found(win_in(5), 9, Some(point("j7")), true));
    let mut barred = Bitboard::EMPTY;
    barred.insert(point("j7"));
    assert!(memory.0.known(RULE, &board("h8i9"), &barred).is_none());
    memory.learn("h8i7", Record::found(win_in(5), 9, Some(point("h8")), true));
    assert_eq!(memory.known("h8i7"), None, "a taken cell");
}

#[test]
fn what_a_search_found_is_written_with_the_positions_behind_its_moves() {
    let memory = TestRecall::new();
    let found = outcome(vec![line("j7a1", 40, 12), line("k7", -9, 12)]);
    memory.0.note(RULE, &board("h8i9"), &found);
    let get = |stones| {
        let record = memory.0.database.get(RULE, &board(stones));
        record.expect("read").expect("kept")
    };
    let root = get("h8i9");
    assert_eq!(
        (root.value, root.depth, root.best),
        (40, 12, Some(point("j7")))
    );
    let first = get("h8i9j7");
    assert_eq!(
        (first.value, first.depth, first.best),
        (-40, 11, Some(point("a1")))
    );
    assert_eq!(get("h8i9k7").value, 9);
    assert!(!root.is_proven && !first.is_proven);
}

#[test]
fn wins_are_proven_when_found_and_losses_when_searched_to_their_end() {
    assert!(is_proven(win_in(9), 1));
    assert!(!is_proven(loss_in(8), 7));
    assert!(is_proven(loss_in(8), 8));
    assert!(!is_proven(500, 99));
}

#[test]
fn leaving_waits_for_what_is_being_written() {
    let memory = TestRecall::new();
    let writer = memory.0.clone();
    let (begun, wait) = std::sync::mpsc::channel();
    let thread = thread::spawn(move || {
        let guard = writer.announce_writing();
        begun.send(()).expect("somebody waits");
        thread::sleep(Duration::from_millis(30));
        writer.note(RULE, &board("h8"), &outcome(vec![line("i9", 5, 12)]));
        drop(guard);
    });
    wait.recv().expect("begun");
    memory.0.finish_writing();
    assert!(!memory.0.database.is_empty().expect("counted"));
    thread.join().expect("no panic");
    // Nobody waits for a writer that hangs.
    let _hanging = memory.0.announce_writing();
    memory.0.finish_writing();
}

#[test]
fn shallow_values_and_what_came_from_memory_are_not_written() {
    let memory = TestRecall::new();
    memory
        .0
        .note(RULE, &board("h8"), &outcome(vec![line("i9", 5, 3)]));
    let mut recalled = outcome(vec![line("i9", win_in(3), 9)]);
    recalled.nodes = 0;
    memory.0.note(RULE, &board("h8"), &recalled);
    assert!(memory.0.database.is_empty().expect("counted"));
    memory
        .0
        .note(RULE, &board("h8"), &outcome(vec![line("i9", win_in(3), 1)]));
    assert!(!memory.0.database.is_empty().expect("counted"), "a proof");
    let silent = Recall {
        writes: false,
        ..memory.0.clone()
    };
    let before = memory.0.database.len().expect("counted");
    silent.note(
        RULE,
        &board("a1b2"),
        &outcome(vec![line("i9", win_in(3), 9)]),
    );
    assert_eq!(memory.0.database.len().expect("counted"), before);
}

#[test]
fn with_moves_barred_only_a_win_tells_about_the_position() {
    let memory = TestRecall::new();
    let mut limits = Limits::NONE;
    limits.root_moves.barred.insert(point("i9"));
    let question = Question::new(board("h8"), RULE, limits);
    let value = |stones| {
        let record = memory.0.database.get(RULE, &board(stones)).expect("read");
        record.map(|record| record.value)
    };
    memory
        .0
        .note_answer(&question, &outcome(vec![line("j9a1", -300, 12)]));
    assert_eq!((value("h8"), value("h8j9")), (None, Some(300)));
    memory
        .0
        .note_answer(&question, &outcome(vec![line("j9", win_in(7), 12)]));
    assert_eq!(value("h8"), Some(win_in(7)));
}
