//! What a person may type at the board, and what it means. Reads text only;
//! knows no game.

use super::saving;
use crate::board::text::parse_points;
use crate::engine::Level;
use crate::types::{Color, Point};
use std::path::PathBuf;

/// The commands and what they do, for people.
pub const HELP: [(&str, &str); 14] = [
    (
        "h8",
        "play there (letter and number; a1 is the lower left corner)",
    ),
    ("undo", "take back your last move and the answer to it"),
    ("hint", "ask the full engine for a move"),
    ("moves", "list the moves of the game"),
    ("clock", "show the clocks"),
    (
        "level 5",
        "change how strong the engine plays: 1 to 10, or a name",
    ),
    ("board", "draw the board again"),
    (
        "save FILE",
        "write the game: FILE.psq or FILE.sgf (save! writes over)",
    ),
    ("black, white", "swap2: take a colour"),
    ("two", "swap2: put two more stones"),
    ("resign", "give the game up"),
    ("new", "begin a new game"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Something a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Stones on these points, rows as typed, from below; one except in an opening.
    Stones(Vec<Point>),
    /// Take a move back.
    Undo,
    /// What would a strong player do?
    Hint,
    /// The list of moves.
    Moves,
    /// The clocks.
    Clock,
    /// Another strength.
    Level(Level),
    /// The board once more.
    Board,
    /// Write the game to a file.
    Save {
        /// Where.
        path: PathBuf,
        /// Whether a file that exists may be lost.
        overwrite: bool,
    },
    /// Take this colour in a swap2 opening.
    Take(Color),
    /// Put two stones in a swap2 opening.
    Two,
    /// Give up.
    Resign,
    /// A new game.
    New,
    /// What can be typed?
    Help,
    /// Leave.
    Quit,
    /// Nothing was typed.
    Nothing,
}

/// Reads a line; the error is a sentence for the person.
pub fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let command = match word.to_lowercase().as_str() {
        "" => Command::Nothing,
        "undo" | "u" | "back" => Command::Undo,
        "hint" => Command::Hint,
        "moves" => Command::Moves,
        "clock" | "time" => Command::Clock,
        "board" | "show" => Command::Board,
        "black" => Command::Take(Color::Black),
        "white" => Command::Take(Color::White),
        "two" => Command::Two,
        "resign" => Command::Resign,
        "new" | "restart" => Command::New,
        "help" | "?" => Command::Help,
        "quit" | "q" | "exit" | "bye" => Command::Quit,
        "level" => return level(rest),
        "save" => return save(rest, false),
        "save!" => return save(rest, true),
        _ => return stones(line),
    };
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("'{word}' stands alone; what is '{}'?", cut(rest)))
    }
}

fn level(text: &str) -> Result<Command, String> {
    if text.is_empty() {
        return Err("Which level? Say level 1 to level 10.".to_owned());
    }
    let level = text.parse::<Level>();
    level
        .map(Command::Level)
        .map_err(|error| format!("Sorry, {error}."))
}

fn save(text: &str, overwrite: bool) -> Result<Command, String> {
    let path = PathBuf::from(text);
    if saving::is_known(&path) {
        return Ok(Command::Save { path, overwrite });
    }
    Err("Give a name that ends in .psq or .sgf, such as: save game.psq".to_owned())
}

/// Points, with or without blanks in them: `h8`, `H 8`, `h8 i9`.
fn stones(line: &str) -> Result<Command, String> {
    let joined: String = line.split_whitespace().collect();
    match parse_points(&joined) {
        Ok(points) if !points.is_empty() => Ok(Command::Stones(points)),
        _ => Err(format!(
            "I do not understand '{}'. Type a point such as h8, or help.",
            cut(line)
        )),
    }
}

/// So much of a text as fits into a sentence, without anything a terminal would obey.
fn cut(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { '?' } else { c });
    let mut short: String = visible.take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn points_are_read_however_they_are_typed() {
        for text in ["h8", "H8", " h 8 ", "h8\r"] {
            assert_eq!(
                parse(text),
                Ok(Command::Stones(vec![Point::new(7, 7)])),
                "{text}"
            );
        }
        let three = parse("h8 i9, g7").expect("three points");
        assert!(matches!(three, Command::Stones(points) if points.len() == 3));
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (example, _) in HELP {
            for word in example.split(", ") {
                let word = word.replace("FILE", "game.psq");
                assert!(parse(&word).is_ok(), "{word}");
                assert!(parse(&word.to_uppercase()).is_ok(), "{word}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_answered_by_a_sentence() {
        for (text, part) in [
            ("hello", "help"),
            ("h", "help"),
            ("99", "help"),
            ("h99", "help"),
            ("undo 3", "alone"),
            ("level", "level 1"),
            ("level 99", "not a level"),
            ("save", ".psq"),
            ("save game.txt", ".psq"),
            ("\x1b[2Jboo", "?[2Jboo"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
            assert!(!error.contains('\x1b'), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(line in ".{0,60}") {
            let _ = parse(&line);
        }
    }
}
