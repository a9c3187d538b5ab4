//! Tests of the pipes, with players whose moves are known.

use super::*;
use crate::engine::thinker::fakes::{FixedMoves, Patient};
use std::time::Instant;

fn talk<T: Thinker + 'static>(input: &[u8], make: impl Fn(usize) -> T + Send + 'static) -> String {
    let mut output = Vec::new();
    serve(
        io::Cursor::new(input.to_vec()),
        &mut output,
        Options::default(),
        make,
    );
    String::from_utf8(output).expect("text")
}

#[test]
fn every_style_of_line_ends_is_understood() {
    let mut lines = Lines::default();
    let split = lines.split(b"a\nb\r\nc\rd\n\n\r\r\ne");
    // Of empty lines only one between two LF may mean something.
    assert_eq!(split, [&b"a"[..], b"b", b"c", b"d", b""]);
    assert_eq!(lines.split(b"f\n"), [b"ef"]);
    assert_eq!(lines.rest(), None);
}

#[test]
fn long_lines_are_cut() {
    let mut lines = Lines::default();
    lines.split(&vec![b'x'; 3 * LONGEST_LINE]);
    let split = lines.split(b"\nshort\n");
    assert_eq!(split[0].len(), LONGEST_LINE);
    assert_eq!(split[1], b"short");
}

#[test]
fn a_script_gets_its_answers_before_the_end_of_input_ends_the_engine() {
    let script = b"START 15\r\nINFO message 0\r\nBEGIN\nTURN 9,9";
    assert_eq!(talk(script, |_| FixedMoves::default()), "OK\n0,0\n1,0\n");
}

#[test]
fn the_end_of_input_cuts_a_search_short_and_prints_its_move() {
    let script = b"START 15\nINFO timeout_turn 3600000\nINFO message 0\nBEGIN\n";
    let begun = Instant::now();
    assert_eq!(talk(script, |_| Patient), "OK\n0,0\n");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn end_ends_the_engine_without_another_word() {
    let script = b"START 15\nINFO timeout_turn 3600000\nBEGIN\nEND\nABOUT\n";
    assert_eq!(talk(script, |_| Patient), "OK\n");
}

#[test]
fn a_manager_that_no_longer_listens_is_a_clean_end() {
    /// Counts in vain.
    struct Closed(usize);
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let script = io::Cursor::new(b"ABOUT\nABOUT\n".to_vec());
    let mut closed = Closed(0);
    serve(script, &mut closed, Options::default(), |_| {
        FixedMoves::default()
    });
    assert_eq!(closed.0, 1, "it leaves instead of trying on");
}

#[test]
fn each_line_is_one_write() {
    struct Writes(Vec<Vec<u8>>);
    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writes = Writes(Vec::new());
    let script = io::Cursor::new(b"START 15\nBEGIN\n".to_vec());
    serve(script, &mut writes, Options::default(), |_| {
        FixedMoves::default()
    });
    assert!(writes.0.len() >= 2);
    assert!(writes.0.iter().all(|line| line.ends_with(b"\n")));
}

/// What is said without a thread to read.
fn talk_alone<T: Thinker + 'static>(
    input: &[u8],
    make: impl Fn(usize) -> T + Send + 'static,
) -> String {
    let (sender, events) = sync_channel(MOST_EVENTS);
    let clock = Arc::new(SystemClock::start());
    let engine = Engine::start(clock, make, move |event| {
        // A test that has ended needs no answer.
        let _ = sender.send((Event::Engine(event), Ticket::default()));
    });
    let mut output = Vec::new();
    let mut conversation = Conversation {
        session: Session::new(engine),
        events,
        output: &mut output,
    };
    conversation.go_on_alone(&mut io::Cursor::new(input), Duration::from_millis(30));
    String::from_utf8(output).expect("text")
}

#[test]
fn without_a_thread_to_read_a_game_is_played_between_reads() {
    let script = b"INFO message 0\nSTART 15\nBEGIN\nTURN 9,9\nNONSENSE\nTURN 8,8";
    let text = talk_alone(script, |_| FixedMoves::default());
    assert_eq!(text, "OK\n0,0\n1,0\nUNKNOWN command\n2,0\n");
}

#[test]
fn without_a_thread_to_read_a_search_without_end_comes_to_one() {
    let script = b"INFO message 0\nSTART 15\nYXNBEST 1\nABOUT\n";
    let text = talk_alone(script, |_| Patient);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..2], ["OK", "0,0"]);
    assert!(lines[2].starts_with("name="), "{text}");
}

#[test]
fn a_flood_of_lines_gets_its_answers_in_order() {
    // More than may wait at once, so that the reader is held up.
    let turns = (0..9_000).map(|number| format!("TURN {number},{number}\n"));
    let flood = format!(
        "INFO message 0\nSTART 32\nBEGIN\n{}",
        turns.collect::<String>()
    );
    let answers = talk(flood.as_bytes(), |_| FixedMoves::default());
    let lines: Vec<_> = answers.lines().collect();
    assert_eq!(lines.len(), 2 + 9_000);
    assert_eq!(lines[..2], ["OK", "0,0"]);
    for (number, line) in lines[2..].iter().enumerate() {
        let is_possible = (1..32).contains(&number);
        assert_eq!(is_possible, !line.starts_with("ERROR"), "{number}: {line}");
    }
}
