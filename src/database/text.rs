//! Positions as text, one a line, to be read by people and other programs:
//! fields with tabs between them, in the order rule, board, black stones, white
//! stones, side to move, value, depth, bound, flags (proven 1, in a book 2, marked
//! 4), best move, label, comment, cells. Stones are a move list such as `h8i9`, `-` stands for nothing, and `\\n`,
//! `\\t` and `\\\\` for characters that would end a field.

use super::record::{Bound, Record};
use super::store::Entry;
use crate::board::Board;
use crate::board::text::parse_points;
use crate::types::score::is_decisive;
use crate::types::{BoardSize, Color, Point, Rule};
use std::fmt::Write;

/// The first line of such a text.
pub const HEADER: &str = "# quinte positions 1";

/// Fields of a line.
const FIELDS: usize = 13;

/// The line of a position.
pub fn write(entry: &Entry) -> String {
    let Entry {
        rule,
        board,
        record,
    } = entry;
    let size = board.size();
    let stones = |color| {
        let mut text = String::new();
        for point in board.stones(color).iter() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{point}");
        }
        or_dash(&text).to_owned()
    };
    let to_move = match board.side_to_move() {
        Color::Black => "black",
        Color::White => "white",
    };
    let best = record.best.map(|point| point.to_string());
    let label = record.label.map(|label| char::from(label).to_string());
    let cells: Vec<String> = record
        .cells
        .iter()
        .map(|(point, text)| format!("{point}={}", escape(text)))
        .collect();
    [
        rule.name().to_owned(),
        format!("{}x{}", size.width(), size.height()),
        stones(Color::Black),
        stones(Color::White),
        to_move.to_owned(),
        record.value.to_string(),
        record.depth.to_string(),
        record.bound.number().to_string(),
        (u8::from(record.is_proven)
            | u8::from(record.is_in_book) << 1
            | u8::from(record.is_marked) << 2)
            .to_string(),
        or_dash(&best.unwrap_or_default()).to_owned(),
        or_dash(&escape(&label.unwrap_or_default())).to_owned(),
        or_dash(&escape(&record.comment)).to_owned(),
        or_dash(&cells.join(",")).to_owned(),
    ]
    .join("\t")
}

/// The position of a line; `None` if it makes no sense. Comments and empty
/// lines are none either.
pub fn read(line: &str) -> Option<Entry> {
    let fields: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
    let fields: [&str; FIELDS] = fields.try_into().ok()?;
    let [
        rule,
        board,
        black,
        white,
        to_move,
        value,
        depth,
        bound,
        flags,
        best,
        label,
        comment,
        cells,
    ] = fields;
    let rule: Rule = rule.parse().ok()?;
    let (width, height) = board.split_once('x')?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?)?;
    let mut board = Board::new(size);
    for (stones, color) in [(black, Color::Black), (white, Color::White)] {
        for point in points(stones)? {
            if !size.contains(point) || !board.is_empty(point) {
                return None;
            }
            board.put(point, color);
        }
    }
    board.set_side_to_move(match to_move {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return None,
    });
    let on_board = |point: &Point| size.contains(*point);
    let best: Option<Point> = match best {
        "-" => None,
        best => Some(best.parse().ok().filter(on_board)?),
    };
    let mut record = Record::found(value.parse().ok()?, depth.parse().ok()?, best, false);
    record.bound = Bound::from_number(bound.parse().ok()?)?;
    let flags: u8 = flags.parse().ok()?;
    record.is_proven = flags & 1 != 0 && is_decisive(record.value);
    record.is_in_book = flags & 2 != 0;
    record.is_marked = flags & 4 != 0;
    record.label = match label {
        "-" => None,
        label => Some(u8::try_from(unescape(label).chars().next()?).ok()?),
    };
    if comment != "-" {
        record.comment = unescape(comment);
    }
    for cell in cells.split(',').filter(|_| cells != "-") {
        let (point, text) = cell.split_once('=')?;
        let point = point.parse().ok().filter(on_board)?;
        record.set_cell(point, &unescape(text));
    }
    Some(Entry {
        rule,
        board,
        record,
    })
}

fn points(text: &str) -> Option<Vec<Point>> {
    if text == "-" {
        return Some(Vec::new());
    }
    parse_points(text).ok()
}

const fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// A text without characters that would end a field; a lone dash and the comma
/// between cells are among them.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            ',' => escaped.push_str("\\c"),
            '-' => escaped.push_str("\\d"),
            '\\' => escaped.push_str("\\\\"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some('t') => plain.push('\t'),
            Some('c') => plain.push(','),
            Some('d') => plain.push('-'),
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::win_in;
    use proptest::prelude::*;

    fn entry(comment: &str, label: &str) -> Entry {
        let mut board = Board::new(BoardSize::new(20, 15).expect("a valid size"));
        for point in parse_points("h8i9j7").expect("points") {
            board.play(point);
        }
        let best = "t15".parse().expect("a point");
        let mut record = Record::found(win_in(9), 17, Some(best), true);
        record.comment = comment.to_owned();
        record.label = Some(b'W');
        record.set_cell("a1".parse().expect("a point"), label);
        // As it is kept, a position has no order of its stones.
        let again = read(&write(&Entry {
            rule: Rule::Renju,
            board,
            record: Record::default(),
        }));
        let board = again.expect("a line").board;
        Entry {
            rule: Rule::Renju,
            board,
            record,
        }
    }

    #[test]
    fn a_line_is_plain() {
        let text = write(&entry("", "A"));
        assert_eq!(
            text,
            "renju\t20x15\th8j7\ti9\twhite\t31991\t17\t3\t1\tt15\tW\t-\ta1=A"
                .replace("h8j7", "j7h8")
        );
    }

    #[test]
    fn lines_that_make_no_sense_are_no_positions() {
        let good = write(&entry("text", "A"));
        assert!(read(&good).is_some());
        for bad in [
            "",
            "# comment",
            HEADER,
            "a\tb",
            &good.replace("renju", "go"),
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        for (from, to) in [
            ("20x15", "3x99"),
            ("20x15", "x"),
            ("white", "red"),
            ("t15", "t16"),
            ("\ti9\t", "\th8\t"),
            ("\ti9\t", "\tz20\t"),
            ("a1=", "a1"),
        ] {
            assert_eq!(read(&good.replace(from, to)), None, "{from} {to}");
        }
    }

    proptest! {
        #[test]
        fn lines_come_back(comment in "\\PC{0,30}[\n\t\\\\,-]{0,4}", label in "[a-z,=-]{0,6}") {
            let entry = entry(&comment, &label);
            let line = write(&entry);
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(read(&line), Some(entry));
        }

        #[test]
        fn any_text_is_a_position_or_none(text in "\\PC{0,80}") {
            let _ = read(&text);
        }
    }
}
