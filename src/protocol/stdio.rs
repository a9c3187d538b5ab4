//! The pipes: bytes become lines, lines become text. One channel carries both
//! what is read and what the engine answers, so that their order is that in
//! which they happened and nothing is lost between them. Parses nothing.

use super::response::Response;
use super::session::{Event, Session};
use crate::engine::{Engine, Options, Thinker};
use crate::search::{Clock, Params, Searcher, SystemClock};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;

/// The longest line kept; what lies beyond is dropped. A position of a full
/// board on one line takes about 10,000 bytes.
const LONGEST_LINE: usize = 1 << 16;

/// Bytes read at once.
const BLOCK: usize = 1 << 12;

/// Events that may wait. A manager that sends faster than we act waits in
/// turn, so that no amount of input fills the memory.
const MOST_EVENTS: usize = 1 << 10;

/// Serves the manager at the standard streams until it leaves, with a search
/// tuned by these numbers, with these options until told others.
pub fn serve_standard_streams(params: Params, options: Options) -> io::Result<()> {
    serve(io::stdin(), &mut io::stdout(), options, move |bytes| {
        Searcher::with_params(bytes, params.clone())
    })
}

/// Serves a manager until it leaves or closes a stream.
pub fn serve<T: Thinker + 'static>(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: Options,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
) -> io::Result<()> {
    let clock = Arc::new(SystemClock::start());
    let (sender, events) = sync_channel(MOST_EVENTS);
    let answers = sender.clone();
    let mut engine = Engine::start(Arc::clone(&clock) as _, make_thinker, move |event| {
        // Nobody listens any more once the session is over.
        let _ = answers.send(Event::Engine(event));
    })?;
    engine.change_options(|current| *current = options);
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || read(input, &sender, &*clock))?;
    let mut session = Session::new(engine);
    loop {
        let event = match session.deadline() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => events.recv_timeout(deadline.saturating_sub(session.now())),
        };
        let event = match event {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Timer,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let reply = session.handle(event);
        if write(output, &reply.lines).is_err() {
            log::warn!("the manager no longer listens");
            return Ok(());
        }
        if reply.is_over {
            return Ok(());
        }
    }
}

/// One flushed write a line: some managers do not join split lines.
fn write(output: &mut impl Write, lines: &[Response]) -> io::Result<()> {
    for line in lines {
        output.write_all(format!("{line}\n").as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Reads until the input ends or nobody listens.
fn read(mut input: impl Read, sender: &SyncSender<Event>, clock: &dyn Clock) {
    let mut lines = Lines::default();
    let mut block = [0; BLOCK];
    loop {
        let count = match input.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("the input broke off: {error}");
                break;
            }
        };
        let read_at = clock.now();
        for line in lines.split(block.get(..count).unwrap_or_default()) {
            if sender.send(Event::Line(line, read_at)).is_err() {
                return;
            }
        }
    }
    let rest = lines.rest().map(|line| Event::Line(line, clock.now()));
    for event in rest.into_iter().chain([Event::EndOfInput]) {
        if sender.send(event).is_err() {
            return;
        }
    }
}

/// Cuts bytes into lines. CR and LF both end a line, so that all three styles
/// of line ends are understood; empty lines are dropped.
#[derive(Default)]
struct Lines {
    current: Vec<u8>,
}

impl Lines {
    fn split(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if byte == b'\n' || byte == b'\r' {
                lines.extend(self.rest());
            } else if self.current.len() < LONGEST_LINE {
                self.current.push(byte);
            }
        }
        lines
    }

    /// The line begun, if any.
    fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.current.is_empty()).then(|| std::mem::take(&mut self.current))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::thinker::fakes::{FixedMoves, Patient};
    use std::time::{Duration, Instant};

    fn talk<T: Thinker + 'static>(
        input: &[u8],
        make: impl Fn(usize) -> T + Send + 'static,
    ) -> String {
        let mut output = Vec::new();
        serve(
            io::Cursor::new(input.to_vec()),
            &mut output,
            Options::default(),
            make,
        )
        .expect("threads");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn every_style_of_line_ends_is_understood() {
        let mut lines = Lines::default();
        let split = lines.split(b"a\nb\r\nc\rd\n\n\r\r\ne");
        assert_eq!(split, [b"a", b"b", b"c", b"d"]);
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
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let script = io::Cursor::new(b"ABOUT\nABOUT\n".to_vec());
        let result = serve(script, &mut Closed, Options::default(), |_| {
            FixedMoves::default()
        });
        assert!(result.is_ok());
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
        })
        .expect("threads");
        assert!(writes.0.len() >= 2);
        assert!(writes.0.iter().all(|line| line.ends_with(b"\n")));
    }
}
