//! The pipes: bytes become lines, lines become text. One channel carries both
//! what is read and what the engine answers, so that their order is that in
//! which they happened and nothing is lost between them. Parses nothing.

mod allowance;

use super::response::Response;
use super::session::{Event, Session};
use crate::database::Database;
use crate::engine::{Engine, Options, Thinker};
use crate::search::{Clock, Params, Searcher, SystemClock, threads};
use allowance::{Allowance, Ticket};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest line kept; what lies beyond is dropped. A position of a full
/// board on one line takes about 10,000 bytes.
const LONGEST_LINE: usize = 1 << 16;

/// Bytes read at once.
const BLOCK: usize = 1 << 12;

/// Events that may wait. Input is bounded by its [`Allowance`] too.
const MOST_EVENTS: usize = 1 << 10;

/// Bytes of input that were read and not yet acted upon. A manager that sends
/// faster than we act waits in turn, so that no amount of input fills the
/// memory. A body of a full board takes about an eighth of this.
const MOST_WAITING: usize = 1 << 20;

/// How long a search without a limit of time may go on while nobody reads and
/// hears a stop: what managers give to a move unless told otherwise.
const LONGEST_UNHEARD: Duration = Duration::from_secs(30);

/// Serves the manager at the standard streams until it leaves, with a search
/// tuned by these numbers, with these options until told others, and with a
/// memory of positions if there is one.
pub fn serve_standard_streams(params: Params, options: Options, database: Option<Arc<Database>>) {
    let make_thinker = move |bytes| Searcher::with_params(bytes, params.clone());
    serve_with(
        io::stdin(),
        &mut io::stdout(),
        options,
        database,
        make_thinker,
    );
}

/// Serves a manager until it leaves or closes a stream. If the system has no
/// thread to give for reading, reads between moves.
pub fn serve<T: Thinker + 'static>(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: Options,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
) {
    serve_with(input, output, options, None, make_thinker);
}

/// As [`serve`], with a memory of positions if there is one.
fn serve_with<T: Thinker + 'static>(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: Options,
    database: Option<Arc<Database>>,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
) {
    let clock = Arc::new(SystemClock::start());
    let (sender, events) = sync_channel(MOST_EVENTS);
    let answers = sender.clone();
    let mut engine = Engine::start(Arc::clone(&clock) as _, make_thinker, move |event| {
        // Nobody listens any more once the session is over.
        let _ = answers.send((Event::Engine(event), Ticket::default()));
    });
    engine.change_options(|current| *current = options);
    let mut session = Session::new(engine);
    if let Some(database) = database {
        session.set_database(database);
    }
    let mut conversation = Conversation {
        session,
        events,
        output,
    };
    let allowance = Allowance::new(MOST_WAITING);
    let reader = Reader {
        sender,
        allowance: Arc::clone(&allowance),
        clock,
    };
    if let Some(mut input) = start_reading(input, reader) {
        conversation.go_on_alone(&mut input, LONGEST_UNHEARD);
    } else {
        conversation.go_on(&allowance);
    }
    allowance.close();
}

/// An event, and for a line the part of the allowance that it takes.
type Ticketed = (Event, Ticket);

/// Whether a conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    GoesOn,
    IsOver,
}

/// The session between the channel of events and the output.
struct Conversation<'a, W> {
    session: Session,
    events: Receiver<Ticketed>,
    output: &'a mut W,
}

impl<W: Write> Conversation<'_, W> {
    /// Serves until the manager leaves, while another thread reads.
    fn go_on(&mut self, allowance: &Allowance) {
        while let Some((event, ticket)) = self.next_event(self.session.deadline()) {
            if self.happen(event) == Course::IsOver {
                return;
            }
            allowance.set_waiting(self.session.waiting_bytes());
            drop(ticket);
        }
    }

    /// Serves until the manager leaves, reading whenever nothing is thought
    /// about, and thinking no longer than `longest` where no clock runs.
    fn go_on_alone(&mut self, input: &mut impl Read, longest: Duration) {
        log::error!("reading between moves only");
        let mut lines = Lines::default();
        let mut block = [0; BLOCK];
        loop {
            let count = read_block(input, &mut block);
            let read = lines.split(block.get(..count).unwrap_or_default());
            let rest = if count == 0 { lines.rest() } else { None };
            for line in read.into_iter().chain(rest) {
                let event = Event::Line(line, self.session.now());
                if self.happen(event) == Course::IsOver || self.finish(longest) == Course::IsOver {
                    return;
                }
            }
            if count == 0 {
                return;
            }
        }
    }

    /// Lets the engine finish what it does, and has it stop after so long if it
    /// would go on until it is told to.
    fn finish(&mut self, longest: Duration) -> Course {
        let latest = self.session.now() + longest;
        while self.session.is_busy() {
            let deadline = self.session.deadline();
            let event = match self.next_event(deadline.or(Some(latest))) {
                Some((Event::Timer, _)) if deadline.is_none() => {
                    Event::Line(b"STOP".to_vec(), self.session.now())
                }
                Some((event, _)) => event,
                None => return Course::IsOver,
            };
            if self.happen(event) == Course::IsOver {
                return Course::IsOver;
            }
        }
        Course::GoesOn
    }

    /// Waits for what happens next, for the timer at this time on the engine's
    /// clock; `None` if nothing can happen any more.
    fn next_event(&self, deadline: Option<Duration>) -> Option<Ticketed> {
        let event = match deadline {
            None => self
                .events
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self
                .events
                .recv_timeout(deadline.saturating_sub(self.session.now())),
        };
        match event {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => Some((Event::Timer, Ticket::default())),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn happen(&mut self, event: Event) -> Course {
        let reply = self.session.handle(event);
        if write(self.output, &reply.lines).is_err() {
            log::warn!("the manager no longer listens");
            return Course::IsOver;
        }
        if reply.is_over {
            Course::IsOver
        } else {
            Course::GoesOn
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

/// What the reading thread needs besides the input.
struct Reader {
    sender: SyncSender<Ticketed>,
    allowance: Arc<Allowance>,
    clock: Arc<SystemClock>,
}

/// Has a thread read the input; gives the input back if the system has none.
fn start_reading<R: Read + Send + 'static>(input: R, reader: Reader) -> Option<R> {
    let place = Arc::new(Mutex::new(Some(input)));
    let shared = Arc::clone(&place);
    let take =
        |place: &Mutex<Option<R>>| place.lock().unwrap_or_else(PoisonError::into_inner).take();
    let thread = threads::spawn("reader", move || {
        if let Some(input) = take(&shared) {
            reader.read(input);
        }
    });
    match thread {
        Ok(()) => None,
        Err(error) => {
            log::error!("the reading thread cannot be started: {error}");
            take(&place)
        }
    }
}

impl Reader {
    /// Reads until the input ends or nobody listens.
    fn read(&self, mut input: impl Read) {
        let mut lines = Lines::default();
        let mut block = [0; BLOCK];
        loop {
            let count = read_block(&mut input, &mut block);
            let read_at = self.clock.now();
            let read = lines.split(block.get(..count).unwrap_or_default());
            let rest = if count == 0 { lines.rest() } else { None };
            for line in read.into_iter().chain(rest) {
                let Some(ticket) = self.allowance.take(line.len()) else {
                    return;
                };
                let event = Event::Line(line, read_at);
                if self.sender.send((event, ticket)).is_err() {
                    return;
                }
            }
            if count == 0 {
                break;
            }
        }
        // Nobody listens any more if the session is over.
        let _ = self.sender.send((Event::EndOfInput, Ticket::default()));
    }
}

/// Reads some bytes; 0 at the end of the input or when it breaks off.
fn read_block(input: &mut impl Read, block: &mut [u8]) -> usize {
    loop {
        match input.read(block) {
            Ok(count) => return count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("the input broke off: {error}");
                return 0;
            }
        }
    }
}

/// Cuts bytes into lines. CR and LF both end a line, so that all three styles
/// of line ends are understood; empty lines are dropped, but one between two LF
/// may be part of a comment.
#[derive(Default)]
struct Lines {
    current: Vec<u8>,
    last: u8,
}

impl Lines {
    fn split(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for &byte in bytes {
            let last = std::mem::replace(&mut self.last, byte);
            if byte == b'\n' && last == b'\n' {
                lines.push(Vec::new());
            } else if byte == b'\n' || byte == b'\r' {
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
mod tests;
