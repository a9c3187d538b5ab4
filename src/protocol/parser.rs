//! Lines to commands. A pure state machine: its only memory is what is being
//! sent over several lines, the body of a position (`BOARD` … `DONE`) above
//! all. Reads no stream, never fails; what it cannot read becomes a command
//! that says so.

use super::command::{Body, Command, Coordinates, Purpose, SoosorvRequest, Stone};
use super::database::{DatabaseFile, DatabaseRequest, Quoted, text_from_bytes};
use super::error::ProtocolError;
use super::info::Info;
use super::scanner::Scanner;
use crate::types::BoardSize;

/// More stones than any board has cells, repeats included. The rest is
/// counted as garbage, so that no sender can fill the memory.
const MOST_STONES: usize = 4_096;

/// The state between lines.
#[derive(Debug, Default)]
pub struct Parser {
    begun: Option<Begun>,
}

/// What is being sent.
#[derive(Debug)]
enum Begun {
    /// A position, and what for.
    Stones(Aim, Body),
    /// A comment for the database; stones follow it.
    Text(Quoted),
    /// A command whose file is named by the next line.
    FileName(DatabaseFile),
}

/// What stones are sent for.
#[derive(Debug)]
enum Aim {
    Purpose(Purpose),
    Database(DatabaseRequest),
}

impl From<Purpose> for Aim {
    fn from(purpose: Purpose) -> Self {
        Self::Purpose(purpose)
    }
}

impl Parser {
    /// Whether a command is being sent that takes more lines.
    pub const fn is_in_body(&self) -> bool {
        self.begun.is_some()
    }

    /// Takes a line without its end. `None` if it completes no command.
    pub fn feed(&mut self, line: &[u8]) -> Option<Command> {
        if let Some(Begun::Text(text)) = self.begun.take_if(|begun| matches!(begun, Begun::Text(_)))
        {
            return self.read_text(text, line);
        }
        let mut words = Scanner::new(line);
        if words.is_at_end() {
            return None;
        }
        match self.begun.take() {
            // Whoever leaves without naming the file is heard.
            Some(Begun::FileName(_)) if words.clone().word().eq_ignore_ascii_case(b"END") => {
                self.begin(words)
            }
            Some(Begun::FileName(command)) => {
                Some(Command::DatabaseFile(command, text_from_bytes(line)))
            }
            Some(Begun::Stones(aim, body)) => self.continue_body(aim, body, words),
            Some(Begun::Text(_)) | None => self.begin(words),
        }
    }

    /// Inside a body only stones are expected, but a manager that leaves or
    /// starts anew is heard: its words cannot be stones.
    fn continue_body(&mut self, aim: Aim, body: Body, words: Scanner) -> Option<Command> {
        let word = words.clone().word().to_ascii_uppercase();
        match word.as_slice() {
            b"END" | b"START" | b"RESTART" | b"RECTSTART" => self.begin(words),
            b"INFO" => {
                self.begun = Some(Begun::Stones(aim, body));
                self.begin(words)
            }
            _ => self.read_stones(aim, body, words),
        }
    }

    /// Reads a comment to its closing quote, behind which stones follow.
    fn read_text(&mut self, mut text: Quoted, line: &[u8]) -> Option<Command> {
        if let Some((text, words)) = text.read(line) {
            let request = DatabaseRequest::EditText(text);
            return self.read_stones(Aim::Database(request), Body::default(), words);
        }
        self.begun = Some(Begun::Text(text));
        None
    }

    fn begin(&mut self, mut words: Scanner) -> Option<Command> {
        let word = words.word().to_ascii_uppercase();
        let command = match word.as_slice() {
            b"START" | b"RECTSTART" => {
                let size = board_size(words);
                size.map_or_else(Command::Broken, Command::Start)
            }
            b"RESTART" => Command::Restart,
            b"BEGIN" => Command::Begin,
            b"TURN" => with_coordinates(words, Command::Turn),
            b"TAKEBACK" => with_coordinates(words, Command::TakeBack),
            b"PLAY" => with_coordinates(words, Command::Play),
            b"BOARD" => return self.begin_stones(Purpose::Move, words),
            b"YXBOARD" => return self.begin_stones(Purpose::SetUp, words),
            b"SWAP2BOARD" => return self.begin_stones(Purpose::Swap2, words),
            b"YXBLOCK" => return self.begin_stones(Purpose::Bar, words),
            b"YXBLOCKUNDO" => return self.begin_stones(Purpose::Unbar, words),
            b"YXBLOCKPATH" => return self.begin_stones(Purpose::BarPath, words),
            b"YXBLOCKPATHUNDO" => return self.begin_stones(Purpose::UnbarPath, words),
            b"INFO" => Command::Info(Info::parse(words)),
            b"ABOUT" => Command::About,
            b"END" => Command::End,
            b"STOP" | b"YXSTOP" => Command::Stop,
            b"YXSHOWFORBID" => Command::ShowForbidden,
            b"YXNBEST" => {
                let lines = words.whole_number().unwrap_or(1).max(1);
                Command::BestLines(usize::try_from(lines).unwrap_or(usize::MAX))
            }
            b"YXSEARCHDEFEND" => Command::SearchDefence,
            b"YXBALANCEONE" => Command::Balance(1, words.whole_number().unwrap_or(0)),
            b"YXBALANCETWO" => Command::Balance(2, words.whole_number().unwrap_or(0)),
            b"YXSWAP2STEP1" => Command::Swap2Step(1),
            b"YXSWAP2STEP2" => Command::Swap2Step(2),
            b"YXSWAP2STEP3" => Command::Swap2Step(3),
            b"YXBLOCKRESET" => Command::UnbarAll,
            b"YXBLOCKPATHRESET" => Command::UnbarAllPaths,
            b"YXSHOWINFO" => Command::ShowLimits,
            b"YXSHOWHASHUSAGE" => Command::ShowHashfull,
            b"YXHASHCLEAR" => Command::ClearHash,
            b"RELOADCONFIG" => Command::Calculator,
            b"YXSAVEDATABASE" => Command::SaveDatabase,
            b"YXDBCHECK" => Command::CheckDatabase,
            b"YXDBFIX" => Command::RepairDatabase,
            b"YXEDITTEXTDATABASE" => return self.read_text(Quoted::default(), words.rest()),
            other => return self.begin_other(other, words),
        };
        Some(command)
    }

    /// Commands of several lines that only analysis boards have.
    fn begin_other(&mut self, name: &[u8], words: Scanner) -> Option<Command> {
        if let Some([digit @ b'1'..=b'6']) = name.strip_prefix(b"YXSOOSORVSTEP") {
            return self.begin_soosorv(digit - b'0', words);
        }
        if let Some((request, rest)) = DatabaseRequest::parse(name, words) {
            return self.read_stones(Aim::Database(request), Body::default(), rest);
        }
        if let Some(command) = DatabaseFile::from_name(name) {
            self.begun = Some(Begun::FileName(command));
            return None;
        }
        Some(Command::Unknown)
    }

    fn begin_stones(&mut self, purpose: Purpose, words: Scanner) -> Option<Command> {
        self.read_stones(purpose.into(), Body::default(), words)
    }

    /// The first step has no stones, the fourth and fifth a number before them.
    fn begin_soosorv(&mut self, step: u8, mut words: Scanner) -> Option<Command> {
        let fifths = match step {
            4 | 5 => words.whole_number().unwrap_or(1),
            _ => 1,
        };
        let request = SoosorvRequest { step, fifths };
        if step == 1 {
            return Some(Command::SoosorvStep(request, Body::default()));
        }
        self.begin_stones(Purpose::Soosorv(request), words)
    }

    /// Reads stones to the end of the line or to `DONE`, which may stand on a
    /// line of its own or behind the stones.
    fn read_stones(&mut self, aim: Aim, mut body: Body, mut words: Scanner) -> Option<Command> {
        while !words.is_at_end() {
            if let Some((stone, rest)) = read_stone(words) {
                words = rest;
                if body.stones.len() < MOST_STONES {
                    body.stones.push(stone);
                } else {
                    body.garbage += 1;
                }
            } else if words.word().eq_ignore_ascii_case(b"DONE") {
                return Some(match aim {
                    Aim::Purpose(Purpose::Soosorv(request)) => Command::SoosorvStep(request, body),
                    Aim::Purpose(purpose) => Command::Position(purpose, body),
                    Aim::Database(request) => Command::Database(request, body),
                });
            } else {
                body.garbage += 1;
            }
        }
        self.begun = Some(Begun::Stones(aim, body));
        None
    }
}

/// `x,y` or `x,y,field`, and what follows.
fn read_stone(mut words: Scanner) -> Option<(Stone, Scanner)> {
    let (first, second) = words.pair()?;
    let before_field = words;
    let field = if words.comma() {
        Some(words.number()?)
    } else {
        // Blanks after the pair belong to what follows.
        words = before_field;
        None
    };
    let stone = Stone {
        at: Coordinates(first, second),
        field,
    };
    words.is_at_word_end().then_some((stone, words))
}

/// A command followed by `x,y` and nothing else.
fn with_coordinates(words: Scanner, command: impl Fn(Coordinates) -> Command) -> Command {
    let mut arguments = words;
    match arguments.pair() {
        Some((first, second)) if arguments.is_at_end() => command(Coordinates(first, second)),
        _ => Command::Broken(ProtocolError::CoordinatesSyntax(words.excerpt())),
    }
}

/// One number for a square, or width and height with a blank or a comma
/// between them.
fn board_size(words: Scanner) -> Result<BoardSize, ProtocolError> {
    let mut arguments = words;
    let syntax = || ProtocolError::SizeSyntax(words.excerpt());
    let width = arguments.number().ok_or_else(syntax)?;
    let is_word = arguments.is_at_word_end();
    let has_comma = arguments.comma();
    let height = if arguments.is_at_end() && !has_comma {
        width
    } else {
        arguments.number().ok_or_else(syntax)?
    };
    if !(is_word || has_comma) || !arguments.is_at_end() {
        return Err(syntax());
    }
    let side = |number: i64| usize::try_from(number).unwrap_or(0);
    BoardSize::new(side(width), side(height))
        .ok_or(ProtocolError::SizeRange(Coordinates(width, height)))
}

#[cfg(test)]
mod tests;
