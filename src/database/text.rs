//! Positions as text, one a line, to be read by people and other programs:
//! fields with tabs between them, in the order rule, board, black stones, white
//! stones, side to move, value, depth, bound, flags (proven 1, in a book 2, marked
//! 4), best move, label, comment, cells. Stones are a move list such as `h8i9`, whose rows
//! count from below, `-` stands for nothing, and `\\n`, `\\t` and `\\\\` for characters that
//! would end a field.

use super::Entry;
use super::record::{Bound, Record};
use crate::board::Board;
use crate::board::text::parse_points;
use crate::types::score::{is_decisive, nearest};
use crate::types::{BoardSize, Color, Point, Rule};

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
            text.push_str(&size.name(point));
        }
        or_dash(&text).to_owned()
    };
    let mover = match board.side_to_move() {
        Color::Black => "black",
        Color::White => "white",
    };
    let best = record.best.map(|point| size.name(point));
    let label = record.label.map(|label| char::from(label).to_string());
    let cells: Vec<String> = record
        .cells
        .iter()
        .map(|&(point, ref text)| format!("{}={}", size.name(point), escape(text)))
        .collect();
    [
        rule.name().to_owned(),
        format!("{}x{}", size.width(), size.height()),
        stones(Color::Black),
        stones(Color::White),
        mover.to_owned(),
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
        mover,
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
        let named = |typed| named_point(typed, size);
        let points = points(stones)?.into_iter().map(named);
        let mut points = points.collect::<Option<Vec<Point>>>()?;
        // Whatever order they are written in, the position has none.
        points.sort_unstable();
        for point in points {
            if !board.is_empty(point) {
                return None;
            }
            board.put(point, color);
        }
    }
    board.set_side_to_move(match mover {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return None,
    });
    let named = |text: &str| named_point(text.parse().ok()?, size);
    let best = match best {
        "-" => None,
        best => Some(named(best)?),
    };
    let mut record = Record::found(
        nearest(value.parse().ok()?),
        depth.parse().ok()?,
        best,
        false,
    );
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
        record.set_cell(named(point)?, &unescape(text));
    }
    Some(Entry {
        rule,
        board,
        record,
    })
}

/// The cell that people call so, if the board has it.
fn named_point(typed: Point, size: BoardSize) -> Option<Point> {
    size.contains(typed).then(|| size.flip_rows(typed))
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
            "renju\t20x15\tj9h8\ti7\twhite\t31991\t17\t3\t1\tt1\tW\t-\ta15=A"
        );
    }

    #[test]
    fn lines_that_make_no_sense_are_no_positions() {
        let good = write(&entry("text", "A"));
        assert!(read(&good).is_some());
        assert_eq!(read(&good.replace("j9h8", "h8j9")), read(&good));
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
            ("t1\t", "t16\t"),
            ("\ti7\t", "\th8\t"),
            ("\ti7\t", "\tz20\t"),
            ("a15=", "a15"),
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
