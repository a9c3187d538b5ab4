//! Lines of chance into the session, with an independent count of the answers
//! that are due. To send a million of each kind:
//! `QUINTE_FUZZ_LINES=1000000 cargo test --lib lines_of_chance`.

use super::Talk;
use crate::engine::thinker::fakes::FixedMoves;
use crate::protocol::command::{Command, Purpose};
use crate::protocol::{Event, Parser, Response};

/// Lines to send when `QUINTE_FUZZ_LINES` does not say.
const LINES: usize = 20_000;

/// A generator of chance that is the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn number(&mut self) -> String {
        match self.below(12) {
            0 => "-1".into(),
            1 => "99999999999999999999".into(),
            2 => "2147483647".into(),
            _ => self.below(22).to_string(),
        }
    }

    fn coordinates(&mut self) -> String {
        let comma = self.pick(&[",", ",", ",", ",", " , ", ";", ""]);
        format!("{}{comma}{}", self.number(), self.number())
    }

    /// Mostly lines that a manager could send, or nearly.
    fn line(&mut self) -> Vec<u8> {
        let text = match self.below(26) {
            0 | 1 => format!(
                "START {}",
                self.pick(&["5", "6", "15", "20 5", "abc", "0", "99"])
            ),
            2 => "RESTART".into(),
            3 => format!("RECTSTART {}", self.coordinates()),
            4 | 5 => "BEGIN".into(),
            6..=9 => format!("TURN {}", self.coordinates()),
            10 => format!("TAKEBACK {}", self.coordinates()),
            11 => format!("PLAY {}", self.coordinates()),
            12 => self.pick(&["BOARD", "YXBOARD", "SWAP2BOARD"]).into(),
            13 | 14 => format!(
                "{},{}",
                self.coordinates(),
                self.pick(&["1", "2", "3", "7"])
            ),
            15 | 16 => self.pick(&["DONE", "done", " DONE "]).into(),
            17 => {
                let key = self.pick(&["timeout_turn", "time_left", "rule", "max_memory", "x", ""]);
                format!("INFO {key} {}", self.number())
            }
            18 => self
                .pick(&["ABOUT", "STOP", "YXSTOP", "YXSHOWFORBID"])
                .into(),
            19 => format!("YXNBEST {}", self.number()),
            20 => format!(
                "YXBOARD {},1 {},2 DONE",
                self.coordinates(),
                self.coordinates()
            ),
            21 => self
                .pick(&["", " ", "HELLO", "yxhashclear", "RELOADCONFIG"])
                .into(),
            22 => self
                .pick(&[
                    "YXBLOCK",
                    "YXBLOCKUNDO",
                    "YXBLOCKPATH",
                    "YXBLOCKPATHUNDO",
                    "YXBLOCKRESET",
                    "YXBLOCKPATHRESET",
                    "YXSHOWHASHUSAGE",
                    "YXQUERYDATABASEALLT",
                    "YXEDITTEXTDATABASE \"a\"7,7",
                    "YXEDITTEXTDATABASE \"a",
                    "YXSETDATABASE",
                    "YXDBCHECK",
                    "YXSWAP2STEP1",
                    "YXSWAP2STEP2",
                    "YXSWAP2STEP3",
                    "YXSOOSORVSTEP1",
                    "YXSOOSORVSTEP2",
                    "YXSOOSORVSTEP4 3",
                    "YXSOOSORVSTEP6",
                    "YXSEARCHDEFEND",
                ])
                .into(),
            23 => {
                let command = self.pick(&["YXBALANCEONE", "YXBALANCETWO", "INFO show_detail"]);
                format!("{command} {}", self.number())
            }
            _ => return (0..self.below(40)).map(|_| self.below(256) as u8).collect(),
        };
        text.into_bytes()
    }
}

/// Whether exactly one answer is due for the command.
fn demands_answer(command: &Command) -> bool {
    !matches!(
        command,
        Command::Info(_)
            | Command::Stop
            | Command::ShowLimits
            | Command::ShowHashfull
            | Command::ClearHash
            | Command::Calculator
            | Command::UnbarAll
            | Command::UnbarAllPaths
            | Command::Swap2Step(_)
            | Command::SoosorvStep(..)
            | Command::Database(..)
            | Command::DatabaseFile(..)
            | Command::SaveDatabase
            | Command::CheckDatabase
            | Command::RepairDatabase
            | Command::Position(
                Purpose::SetUp
                    | Purpose::Bar
                    | Purpose::Unbar
                    | Purpose::BarPath
                    | Purpose::UnbarPath,
                _
            )
    )
}

/// Whether the command may drop a move that is being thought about.
fn may_drop_move(command: &Command) -> bool {
    matches!(
        command,
        Command::Start(_) | Command::Restart | Command::TakeBack(_)
    )
}

/// How answers of the engine and lines of the manager come together.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Order {
    /// The engine is idle before every line that could drop a move.
    Patient,
    /// In any order; no more answers than due.
    Hasty,
    /// In any order as Yixin-Board speaks; no move is ever dropped.
    Yixin,
}

fn count_lines() -> usize {
    let wanted = std::env::var("QUINTE_FUZZ_LINES").ok();
    wanted.and_then(|count| count.parse().ok()).unwrap_or(LINES)
}

/// Whether the manager may take the line as the answer it waits for.
const fn is_answer(line: &Response) -> bool {
    !matches!(line, Response::Message(_) | Response::Info(_))
}

/// Adds the answers among the printed lines to the count.
fn count_answers(talk: &mut Talk, event: Event) -> usize {
    let reply = talk.session.handle(event);
    assert!(!reply.is_over, "nobody said END");
    for line in &reply.lines {
        let text = line.to_string();
        assert!(text.len() < 8_000 && !text.contains(['\n', '\r']), "{text}");
        assert_eq!(text, text.trim(), "no blanks around a line");
    }
    reply.lines.iter().filter(|line| is_answer(line)).count()
}

fn settle(talk: &mut Talk) -> usize {
    let mut answers = 0;
    while talk.session.is_busy() {
        // An analysis without a clock goes on until it is stopped.
        talk.session.engine.stop();
        let event = talk.answers.recv().expect("the engine lives");
        answers += count_answers(talk, Event::Engine(event));
    }
    answers
}

fn send_lines(order: Order, seed: u64) {
    let mut chance = Chance(seed);
    let mut talk = Talk::new(|_| FixedMoves::default());
    let mut shadow = Parser::default();
    let (mut due, mut answers) = (0, 0);
    if order == Order::Yixin {
        let now = talk.session.now();
        count_answers(&mut talk, Event::Line(b"yxshowinfo".to_vec(), now));
    }
    for _ in 0..count_lines() {
        let line = chance.line();
        if line.to_ascii_uppercase().trim_ascii().starts_with(b"END") {
            continue;
        }
        let command = shadow.feed(&line);
        let may_drop = command.as_ref().is_some_and(may_drop_move);
        due += usize::from(command.as_ref().is_some_and(demands_answer));
        if (order == Order::Patient && may_drop) || chance.below(8) == 0 {
            answers += settle(&mut talk);
        }
        let now = talk.session.now();
        answers += count_answers(&mut talk, Event::Line(line, now));
        assert!(answers <= due, "{order:?}: more answers than commands");
    }
    // Ends a comment, the name of a file and a position, whichever was begun.
    for line in ["\"", "DONE", "DONE", "START 15", "BEGIN"] {
        due += usize::from(
            shadow
                .feed(line.as_bytes())
                .as_ref()
                .is_some_and(demands_answer),
        );
        answers += settle(&mut talk);
        let now = talk.session.now();
        answers += count_answers(&mut talk, Event::Line(line.into(), now));
    }
    answers += settle(&mut talk);
    if order == Order::Hasty {
        assert!(answers <= due);
        assert!(answers * 2 > due, "most moves are not dropped");
    } else {
        assert_eq!(answers, due, "{order:?}: exactly one answer each");
    }
    let game = talk.session.game.as_ref().expect("a game");
    assert_eq!(game.board().stone_count(), 1, "it still plays");
}

#[test]
fn lines_of_chance_get_exactly_one_answer_each() {
    send_lines(Order::Patient, 0x9e37_79b9);
}

#[test]
fn lines_of_chance_in_haste_get_at_most_one_answer_each() {
    send_lines(Order::Hasty, 0x7f4a_7c15);
}

#[test]
fn lines_of_chance_as_yixin_speaks_get_exactly_one_answer_each() {
    send_lines(Order::Yixin, 0xbf58_476d);
}
