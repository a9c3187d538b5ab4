//! Commands made from bytes, legal and illegal, in any order and with any
//! pace, to a session and to the reference model: both must give the same
//! answers in the same order.

use crate::players::FirstCell;
use crate::reference::{Due, Model, Wish};
use quinte::engine::{Engine, EngineEvent};
use quinte::protocol::{Event, Reply, Response, Session};
use quinte::search::ManualClock;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// An answer that takes longer than this never comes.
const PATIENCE: Duration = Duration::from_secs(20);
/// Commands of one input: longer inputs find nothing more and take their time.
const MOST_COMMANDS: usize = 200;

/// Runs one input.
///
/// # Panics
/// If the session differs from the model.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut talk = Talk::new();
    for _ in 0..MOST_COMMANDS {
        let Some(kind) = bytes.next() else {
            break;
        };
        // The upper bit: the manager sends on without waiting.
        talk.say(kind & 0x7f, &mut bytes, kind & 0x80 != 0);
        if talk.is_over {
            return;
        }
    }
    talk.leave();
}

/// The input, byte by byte.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// From -2 to 33.
    fn number(&mut self) -> i64 {
        i64::from(self.next().unwrap_or(0)) % 36 - 2
    }

    fn pair(&mut self) -> (i64, i64) {
        (self.number(), self.number())
    }

    fn stones(&mut self) -> Vec<(i64, i64, i64)> {
        let count = self.next().unwrap_or(0) % 12;
        let stone = |_| {
            let (first, second) = self.pair();
            let field = i64::from(self.next().unwrap_or(1)) % 6 - 1;
            (first, second, field)
        };
        (0..count).map(stone).collect()
    }
}

struct Talk {
    session: Session,
    answers: Receiver<EngineEvent>,
    clock: Arc<ManualClock>,
    model: Model,
    printed: Vec<String>,
    is_over: bool,
}

impl Talk {
    fn new() -> Self {
        let clock = Arc::new(ManualClock::default());
        let make = |_| FirstCell { is_patient: true };
        let (engine, answers) = Engine::with_channel(Arc::clone(&clock) as _, make);
        Self {
            session: Session::new(engine),
            answers,
            clock,
            model: Model::default(),
            printed: Vec::new(),
            is_over: false,
        }
    }

    /// One command, made from the kind and the bytes that follow.
    fn say(&mut self, kind: u8, bytes: &mut Bytes, is_hasty: bool) {
        let text_and_wish = match kind % 24 {
            0 => {
                let side = [5, 6, 15, 20, 4, 33][usize::from(bytes.next().unwrap_or(0)) % 6];
                (format!("START {side}"), Wish::Start(side, side))
            }
            1 => {
                let (columns, rows) = bytes.pair();
                let text = format!("RECTSTART {columns},{rows}");
                (text, Wish::Start(columns, rows))
            }
            2 => ("RESTART".into(), Wish::Restart),
            3 => ("BEGIN".into(), Wish::Think),
            4..=7 => {
                let (first, second) = bytes.pair();
                (format!("TURN {first},{second}"), Wish::Turn(first, second))
            }
            8 => {
                let (first, second) = bytes.pair();
                (format!("PLAY {first},{second}"), Wish::Play(first, second))
            }
            9 => {
                let (first, second) = bytes.pair();
                take_back(first, second)
            }
            10 => {
                let newest = self.model.newest().unwrap_or_default();
                let (first, second) = self.model.cell(newest.0, newest.1);
                take_back(first, second)
            }
            11 => return self.position(bytes, "BOARD", false, is_hasty),
            12 => return self.position(bytes, "YXBOARD", true, is_hasty),
            13 => ("YXSHOWFORBID".into(), Wish::Forbidden),
            14 => ("ABOUT".into(), Wish::About),
            15 => ("YXSTOP".into(), Wish::Stop),
            16 => ("INFO timeout_turn 0".into(), Wish::Hurry(true)),
            17 => ("INFO timeout_turn 100000".into(), Wish::Hurry(false)),
            18 => ("yxshowinfo".into(), Wish::RowsFirst),
            19 => ("TURN 7".into(), Wish::Broken),
            20 => (silent(bytes), Wish::Silent),
            21 => (format!("YXNBEST {}", bytes.number()), Wish::Think),
            22 => return self.let_time_pass(),
            _ => match bytes.next().unwrap_or(1) {
                0 => return self.end(),
                _ => ("HELLO".into(), Wish::Unknown),
            },
        };
        self.tell(&text_and_wish.0);
        self.model.hear(&text_and_wish.1);
        self.pause(is_hasty);
    }

    fn position(&mut self, bytes: &mut Bytes, command: &str, is_silent: bool, is_hasty: bool) {
        let stones = bytes.stones();
        self.tell(command);
        for (first, second, field) in &stones {
            self.tell(&format!("{first},{second},{field}"));
        }
        self.tell("DONE");
        self.model.hear(&Wish::Position(stones, is_silent));
        self.pause(is_hasty);
    }

    fn pause(&mut self, is_hasty: bool) {
        if !is_hasty {
            self.settle();
        }
    }

    fn tell(&mut self, line: &str) {
        let now = self.session.now();
        self.happen(Event::Line(line.into(), now));
    }

    fn happen(&mut self, event: Event) {
        let Reply { lines, is_over } = self.session.handle(event);
        self.is_over |= is_over;
        let is_answer =
            |line: &&Response| !matches!(line, Response::Message(_) | Response::Info(_));
        let answers = lines.iter().filter(is_answer);
        self.printed.extend(answers.map(ToString::to_string));
    }

    /// Lets the engine speak until every answer due is there, and compares.
    fn settle(&mut self) {
        self.model.settle();
        while self.printed.len() < self.model.due.len() {
            let Ok(event) = self.answers.recv_timeout(PATIENCE) else {
                panic!("due {:?}, printed {:?}", self.model.due, self.printed);
            };
            self.happen(Event::Engine(event));
        }
        let due = std::mem::take(&mut self.model.due);
        let printed = std::mem::take(&mut self.printed);
        assert_eq!(due.len(), printed.len(), "due {due:?}, printed {printed:?}");
        for (wanted, line) in due.iter().zip(&printed) {
            let is_right = self.is_right(*wanted, line);
            assert!(is_right, "due {due:?}, printed {printed:?}");
        }
    }

    fn is_right(&mut self, wanted: Due, line: &str) -> bool {
        match wanted {
            Due::Done => line == "OK",
            Due::Refusal => line.starts_with("ERROR "),
            Due::Unknown => line.starts_with("UNKNOWN"),
            Due::About => line.starts_with("name="),
            Due::NothingForbidden => line == "FORBID .",
            Due::Numbers(first, second) => line == format!("{first},{second}"),
            Due::AnyMove => {
                let numbers = line.split_once(',');
                let numbers = numbers.and_then(|(x, y)| x.parse().ok().zip(y.parse().ok()));
                numbers.is_some_and(|(first, second)| self.model.moved(first, second))
            }
        }
    }

    /// The time of the search runs out and nothing comes from it.
    fn let_time_pass(&mut self) {
        self.settle();
        let deadline = self.session.deadline();
        let Some(deadline) = deadline.filter(|_| self.model.is_thinking()) else {
            return;
        };
        let wait = deadline.saturating_sub(self.session.now());
        self.clock.advance(wait + Duration::from_millis(1));
        self.happen(Event::Timer);
        self.model.give_up();
        self.settle();
    }

    fn end(&mut self) {
        self.settle();
        self.tell("END");
        assert!(
            self.is_over && self.printed.is_empty(),
            "{:?}",
            self.printed
        );
    }

    /// The input ends: a move that is thought about comes, and nothing else.
    fn leave(&mut self) {
        self.settle();
        if self.model.is_thinking() {
            self.model.conclude();
        }
        self.happen(Event::EndOfInput);
        self.settle();
        assert!(self.is_over, "the end of input ends the engine");
    }
}

fn take_back(first: i64, second: i64) -> (String, Wish) {
    (
        format!("TAKEBACK {first},{second}"),
        Wish::TakeBack(first, second),
    )
}

/// A line that is never answered and changes nothing that the model knows.
fn silent(bytes: &mut Bytes) -> String {
    let which = usize::from(bytes.next().unwrap_or(0));
    let value = [
        "1",
        "-1",
        "0",
        "9223372036854775808",
        "18446744073709551615",
        "99999999999999999999999",
        "abc",
        "",
        "367001600",
    ][usize::from(bytes.next().unwrap_or(0)) % 9];
    let keys = [
        "max_memory",
        "thread_num",
        "hash_size",
        "max_depth",
        "max_node",
        "pondering",
        "game_type",
        "evaluate",
        "folder",
        "nonsense",
    ];
    match which % 16 {
        10 => "yxhashclear".into(),
        11 => "INFO rule 1".into(),
        12 => "INFO rule 8".into(),
        13 => "INFO rule 9".into(),
        14 => "yxshowhashusage".into(),
        15 => String::new(),
        key => format!("INFO {} {value}", keys[key]),
    }
}
