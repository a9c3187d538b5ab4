//! What analysis boards ask of a memory of positions, and how they say it.
//! Reads words of one line; which lines belong together is the parser's
//! business. Knows no store.

use super::command::Coordinates;
use super::scanner::Scanner;

/// The longest comment or label kept, in bytes; what lies beyond is dropped,
/// so that no sender can fill the memory.
const LONGEST_TEXT: usize = 1 << 16;

/// Something asked about the position whose stones follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseRequest {
    /// `YXQUERYDATABASEALL`, and with its comment `YXQUERYDATABASEALLT`: what
    /// is known of every move.
    Moves {
        /// Whether the comment on the position is wanted too.
        with_text: bool,
    },
    /// `YXQUERYDATABASEONE`: what is known of the position.
    Position,
    /// `YXQUERYDATABASETEXT`: the comment on it.
    Text,
    /// `YXSETBESTMOVEDATABASE`: the newest stone is the best move.
    SetBestMove,
    /// `YXCLEARBESTMOVEDATABASE`: the newest stone is not the best move.
    ClearBestMove,
    /// `YXDELETEDATABASEONE`, `YXDELETEDATABASEALL`.
    Delete(Deletion),
    /// `YXEDITLABELDATABASE`: a short text on a cell.
    EditLabel(Coordinates, String),
    /// `YXEDITTEXTDATABASE`: a comment on the position.
    EditText(String),
    /// `YXEDITTVDDATABASE`: what is known of the position.
    Edit(Edit),
}

/// What to forget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The position alone.
    Position,
    /// Positions that follow from it.
    Below {
        /// Those to forget.
        which: Forgotten,
        /// Whether to look behind positions that are kept.
        goes_on: bool,
    },
}

/// Positions to forget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forgotten {
    /// All.
    All,
    /// Won ones.
    Won,
    /// Lost ones.
    Lost,
    /// Won and lost ones.
    Decided,
    /// Neither won nor lost ones.
    Undecided,
    /// Won and lost ones of which nobody knows how long they take.
    DecidedWithoutDistance,
    /// Won and lost ones that take at most so many plies.
    DecidedWithin(u32),
}

/// New values for a position, where they are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// A letter: `W`, `L` and `D` say how the game ends.
    pub label: Option<u8>,
    /// The value for the side that is to move.
    pub value: Option<i64>,
    /// The depth of the search behind the value.
    pub depth: Option<i64>,
}

/// Something to be done with a file, whose name is the next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseFile {
    /// `YXSETDATABASE`: remember positions in it.
    Open,
    /// `YXDBMERGE`: take its positions over.
    Merge,
    /// `YXDBSPLIT`: write positions from the one on the board on to it.
    Split,
    /// `YXLIBTODB`: take a `RenLib` file over.
    ImportLibrary,
    /// `YXDBTOLIB`: write a `RenLib` file.
    ExportLibrary,
    /// `YXDBTOTXT`: write positions of this board and rule as text.
    ExportText,
    /// `YXDBTOTXTALL`: write all positions as text.
    ExportAllText,
    /// `YXTXTTODB`: take such a text over.
    ImportText,
    /// `YXDBTOPOS`: write the stones of positions as text.
    ExportPositions,
    /// `YXHASHDUMP`: write the search's table.
    DumpTable,
    /// `YXHASHLOAD`: read the search's table.
    LoadTable,
}

impl DatabaseFile {
    /// The command of this name.
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"YXSETDATABASE" => Self::Open,
            b"YXDBMERGE" => Self::Merge,
            b"YXDBSPLIT" => Self::Split,
            b"YXLIBTODB" => Self::ImportLibrary,
            b"YXDBTOLIB" => Self::ExportLibrary,
            b"YXDBTOTXT" => Self::ExportText,
            b"YXDBTOTXTALL" => Self::ExportAllText,
            b"YXTXTTODB" => Self::ImportText,
            b"YXDBTOPOS" => Self::ExportPositions,
            b"YXHASHDUMP" => Self::DumpTable,
            b"YXHASHLOAD" => Self::LoadTable,
            _ => return None,
        })
    }
}

impl DatabaseRequest {
    /// The request of this name, and what follows it on its line; stones may
    /// stand behind it. `None` if there is none of this name. A comment, which
    /// may go on for lines, is not read here.
    pub(super) fn parse<'a>(name: &[u8], mut words: Scanner<'a>) -> Option<(Self, Scanner<'a>)> {
        let request = match name {
            b"YXQUERYDATABASEALL" => Self::Moves { with_text: false },
            b"YXQUERYDATABASEALLT" => Self::Moves { with_text: true },
            b"YXQUERYDATABASEONE" => Self::Position,
            b"YXQUERYDATABASETEXT" => Self::Text,
            b"YXSETBESTMOVEDATABASE" => Self::SetBestMove,
            b"YXCLEARBESTMOVEDATABASE" => Self::ClearBestMove,
            b"YXDELETEDATABASEONE" => Self::Delete(Deletion::Position),
            b"YXDELETEDATABASEALL" => Self::Delete(read_deletion(&mut words)),
            b"YXEDITTVDDATABASE" => Self::Edit(read_edit(&mut words)),
            b"YXEDITLABELDATABASE" => {
                let (first, second) = words.pair().unwrap_or((-1, -1));
                let text = text_from_bytes(words.rest());
                words = Scanner::new(b"");
                Self::EditLabel(Coordinates(first, second), text)
            }
            _ => return None,
        };
        Some((request, words))
    }
}

/// Which positions below one to forget: all unless a word says otherwise.
fn read_deletion(words: &mut Scanner) -> Deletion {
    let mut ahead = *words;
    let word = ahead.word().to_ascii_uppercase();
    let (kind, goes_on) = match word.strip_suffix(b"RECURSIVE") {
        Some(kind) => (kind, true),
        None => (word.as_slice(), false),
    };
    let which = match kind {
        b"W" => Forgotten::Won,
        b"L" => Forgotten::Lost,
        b"WL" => Forgotten::Decided,
        b"NONWL" => Forgotten::Undecided,
        b"WLNOSTEP" => Forgotten::DecidedWithoutDistance,
        b"WLINSTEP" => {
            let plies = ahead.whole_number().unwrap_or(0);
            Forgotten::DecidedWithin(u32::try_from(plies).unwrap_or(0))
        }
        // Stones follow, or nothing does.
        _ => {
            return Deletion::Below {
                which: Forgotten::All,
                goes_on: true,
            };
        }
    };
    *words = ahead;
    Deletion::Below { which, goes_on }
}

/// A mask of what is told (1 label, 2 value, 4 depth), then all three.
fn read_edit(words: &mut Scanner) -> Edit {
    let mut number = || words.whole_number().unwrap_or(0);
    let (mask, label, value, depth) = (number(), number(), number(), number());
    let told = |bit: i64| mask & bit != 0;
    Edit {
        label: told(1).then(|| u8::try_from(label).unwrap_or(0)),
        value: told(2).then_some(value),
        depth: told(4).then_some(depth),
    }
}

/// A comment in quotes as it comes, line by line: `\"` and `\\` stand for a
/// quote and a backslash.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Quoted {
    bytes: Vec<u8>,
    is_begun: bool,
}

impl Quoted {
    /// Takes a line. The text and what stands behind its closing quote if that
    /// has come.
    pub fn read<'a>(&mut self, line: &'a [u8]) -> Option<(String, Scanner<'a>)> {
        let mut rest = line;
        if self.is_begun {
            self.push(b'\n');
        } else {
            let blanks = line.iter().take_while(|byte| **byte <= b' ').count();
            rest = line.get(blanks..).unwrap_or_default();
            // Without quotes the line is the text.
            let Some(quoted) = rest.strip_prefix(b"\"") else {
                return Some((text_from_bytes(rest), Scanner::new(b"")));
            };
            rest = quoted;
            self.is_begun = true;
        }
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match byte {
                b'"' => return Some((text_from_bytes(&self.bytes), Scanner::new(rest))),
                b'\\' => {
                    if let Some((&escaped, after)) = rest.split_first() {
                        rest = after;
                        self.push(escaped);
                    }
                }
                _ => self.push(byte),
            }
        }
        None
    }

    fn push(&mut self, byte: u8) {
        if self.bytes.len() < LONGEST_TEXT {
            self.bytes.push(byte);
        }
    }
}

/// A text as sent, without blanks around it.
pub(super) fn text_from_bytes(bytes: &[u8]) -> String {
    let bytes = bytes.get(..LONGEST_TEXT).unwrap_or(bytes);
    String::from_utf8_lossy(bytes).trim().to_owned()
}

#[cfg(test)]
mod tests;
