//! What the engine says, and the exact text of it. Decides nothing.

use super::command::Coordinates;
use super::error::ProtocolError;
use crate::engine::Level;
use std::fmt;

/// Managers cut or refuse lines of 8,000 bytes and more; people read far less.
const LONGEST_MESSAGE: usize = 1_000;

/// One line to the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Done.
    Ok,
    /// Not done, and why.
    Error(ProtocolError),
    /// Not understood.
    Unknown,
    /// Who we are, at which level.
    About(Level),
    /// Our stones: one, or two or three in a swap2 opening.
    Stones(Vec<Coordinates>),
    /// We change colours.
    Swap,
    /// The forbidden points.
    Forbidden(Vec<Coordinates>),
    /// Something for people.
    Message(String),
    /// Something about the search for analysis boards that asked for it.
    Info(String),
    /// A comment kept in the database. The one answer that may take several
    /// lines, as it is read up to its closing quote.
    Comment(String),
}

impl fmt::Display for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => formatter.write_str("OK"),
            Self::Error(error) => write!(formatter, "ERROR {error}"),
            Self::Unknown => formatter.write_str("UNKNOWN command"),
            Self::About(level) => {
                formatter.write_str("name=\"Quinte")?;
                if *level != Level::FULL {
                    write!(formatter, " {level}")?;
                }
                write!(
                    formatter,
                    "\", version=\"{}\", author=\"Quinte authors\", country=\"International\"",
                    env!("CARGO_PKG_VERSION")
                )
            }
            Self::Stones(stones) => {
                for (number, stone) in stones.iter().enumerate() {
                    let gap = if number == 0 { "" } else { " " };
                    write!(formatter, "{gap}{stone}")?;
                }
                Ok(())
            }
            Self::Swap => formatter.write_str("SWAP"),
            Self::Forbidden(points) => {
                formatter.write_str("FORBID ")?;
                for Coordinates(first, second) in points {
                    write!(formatter, "{first:02}{second:02}")?;
                }
                formatter.write_str(".")
            }
            Self::Message(text) => write!(formatter, "MESSAGE {}", one_line(text)),
            Self::Info(text) => write!(formatter, "INFO {}", one_line(text)),
            Self::Comment(text) => {
                formatter.write_str("MESSAGE DATABASE TEXT \"")?;
                for character in text.chars() {
                    match character {
                        '"' | '\\' => write!(formatter, "\\{character}")?,
                        '\n' => formatter.write_str("\n")?,
                        other if other.is_control() => formatter.write_str(" ")?,
                        other => write!(formatter, "{other}")?,
                    }
                }
                formatter.write_str("\"")
            }
        }
    }
}

/// A text made fit for one line.
fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST_MESSAGE).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_exact() {
        let stones = |stones: &[(i64, i64)]| {
            Response::Stones(stones.iter().map(|&(x, y)| Coordinates(x, y)).collect())
        };
        for (response, text) in [
            (Response::Ok, "OK"),
            (Response::Unknown, "UNKNOWN command"),
            (Response::Swap, "SWAP"),
            (stones(&[(7, 12)]), "7,12"),
            (stones(&[(7, 7), (8, 8), (9, 9)]), "7,7 8,8 9,9"),
            (Response::Forbidden(vec![]), "FORBID ."),
            (
                Response::Forbidden(vec![Coordinates(7, 12), Coordinates(0, 3)]),
                "FORBID 07120003.",
            ),
            (Response::Info("PV DONE".into()), "INFO PV DONE"),
            (
                Response::Comment("a \"b\" \\\r\nc".into()),
                "MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\ \nc\"",
            ),
            (
                Response::Error(ProtocolError::BoardFull),
                "ERROR board is full",
            ),
        ] {
            assert_eq!(response.to_string(), text);
        }
    }

    #[test]
    fn about_carries_the_version_of_the_package() {
        let text = Response::About(Level::FULL).to_string();
        assert!(text.starts_with("name=\"Quinte\", version=\""));
        assert!(text.contains(env!("CARGO_PKG_VERSION")));
        assert!(!text.contains('\n'));
    }

    #[test]
    fn messages_are_one_short_line() {
        let text = Response::Message("a\r\nb".repeat(10_000)).to_string();
        assert!(text.len() < 8_000);
        assert!(text.starts_with("MESSAGE a  b"));
        assert!(!text.contains(['\r', '\n']));
    }
}
