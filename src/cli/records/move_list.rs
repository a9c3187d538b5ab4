//! Reads what people paste: move lists (`h8i9`, `H8 I9`, `1. h8 2. i9`), whose rows count from
//! below; those that the protocol prints (`7,7 8,8`), whose rows count from above; and diagrams,
//! also with letters above and numbers beside them.

use super::paper::{PaperGame, Rows, shorten};
use crate::board::text::parse_diagram;
use crate::types::{MAX_SIDE, Point};
use anyhow::{Context, bail, ensure};

/// Whether the text can only be a diagram.
pub fn is_diagram(text: &str) -> bool {
    let cells = |line: &str| {
        let rest = strip_number(line);
        rest.len() > 1 && rest.chars().all(|c| ".xXoO# \t".contains(c))
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    text.contains('.') && lines.filter(|line| !is_letters(line)).all(cells)
}

/// Reads a diagram as it looks: what is drawn on top lies on top, whichever way the rows
/// beside it are numbered.
pub fn read_diagram(text: &str) -> anyhow::Result<PaperGame> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: Vec<&str> = lines
        .filter(|line| !is_letters(line))
        .map(strip_number)
        .collect();
    Ok(PaperGame::from_board(&parse_diagram(&rows.join("\n"))?))
}

/// A line of column names, in order.
fn is_letters(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    let mut expected = ('a'..='z').chain('A'..='Z');
    line.trim().len() > 1
        && letters
            .clone()
            .all(|c| expected.next() == Some(c.to_ascii_lowercase()))
}

fn strip_number(line: &str) -> &str {
    line.trim()
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Reads move lists: one game a line, unless the lines are numbered on (`3. j10`) or each
/// holds a single move. Lines that begin with `#` are comments.
pub fn read(text: &str, most: usize) -> anyhow::Result<Vec<PaperGame>> {
    let mut games: Vec<Vec<Point>> = Vec::new();
    let mut rows = None;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let moves = read_line(line, &mut rows).with_context(|| format!("line {}", at + 1))?;
        let goes_on = moves.number.is_some_and(|number| number > 1);
        match games.last_mut() {
            Some(game) if goes_on => game.extend(moves.points),
            _ => games.push(moves.points),
        }
        ensure!(games.len() <= most, "there are more than {most} games");
    }
    if games.len() > 1 && games.iter().all(|game| game.len() == 1) {
        games = vec![games.concat()];
    }
    let several = games.len() > 1;
    let read = games.iter().enumerate().map(|(index, points)| {
        let game = PaperGame::from_points(None, rows.unwrap_or_default(), points);
        game.with_context(|| {
            if several {
                format!("game {}", index + 1)
            } else {
                "the moves".to_owned()
            }
        })
    });
    read.collect()
}

/// One line of a list.
struct Moves {
    /// The number in front of its first move, if there is one.
    number: Option<u32>,
    points: Vec<Point>,
}

/// Reads a line. Its moves must be written as those before it, whose rows are given.
fn read_line(line: &str, rows: &mut Option<Rows>) -> anyhow::Result<Moves> {
    let mut moves = Moves {
        number: None,
        points: Vec::new(),
    };
    let mut rest = skip_separators(line);
    while !rest.is_empty() {
        if let Some((number, behind)) = split_number(rest) {
            if moves.points.is_empty() {
                moves.number = moves.number.or(Some(number));
            }
            rest = skip_separators(behind);
        }
        let Some((counted, point, behind)) = split_name(rest).or_else(|| split_pair(rest)) else {
            bail!("'{}' is not a move such as h8 or 7,7", shorten(rest, 16));
        };
        ensure!(
            *rows.get_or_insert(counted) == counted,
            "'{}' is written in another way than the moves before it",
            shorten(rest, 16)
        );
        moves.points.push(point);
        rest = skip_separators(behind);
    }
    Ok(moves)
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || ",;:-".contains(c))
}

/// How many digits a text begins with.
fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// A move's number and what follows it, which must be a move: `12.`, `12)`, or `12` and a blank.
fn split_number(text: &str) -> Option<(u32, &str)> {
    let (number, behind) = text.split_at(count_digits(text));
    let number = number.parse().ok()?;
    let is_marked = behind.starts_with(|c: char| c.is_whitespace() || ".):".contains(c));
    let behind = behind.trim_start_matches(['.', ')', ':']);
    (is_marked && !skip_separators(behind).is_empty()).then_some((number, behind))
}

/// A point by its name, `h8`, and what follows it.
fn split_name(text: &str) -> Option<(Rows, Point, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let end = letters + count_digits(&text[letters..]);
    Some((Rows::FromBelow, text[..end].parse().ok()?, &text[end..]))
}

/// A point as the protocol writes it, column and row counted from 0, and what follows it. A third
/// number behind another comma is something else, such as a time.
fn split_pair(text: &str) -> Option<(Rows, Point, &str)> {
    let (column, behind) = text.split_at(count_digits(text));
    let behind = behind.strip_prefix(',')?;
    let (row, behind) = behind.split_at(count_digits(behind));
    let on_board = |number: &str| number.parse().ok().filter(|&side: &usize| side < MAX_SIDE);
    let is_last = !behind.starts_with(',') || count_digits(&behind[1..]) == 0;
    let point = Point::new(on_board(column)?, on_board(row)?);
    is_last.then_some((Rows::FromAbove, point, behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::diagram;

    fn moves(text: &str) -> Vec<String> {
        let games = read(text, 100).expect(text);
        let points = |game: &PaperGame| game.moves.iter().map(|m| m.point).collect::<Vec<_>>();
        games
            .iter()
            .map(|game| game.size.names(&points(game)).replace(' ', ""))
            .collect()
    }

    #[test]
    fn one_game_in_every_way_of_writing_it() {
        for text in [
            "h8i9j10",
            "H8I9J10",
            "h8 i9 j10",
            "H8, I9, J10",
            "h8-i9-j10",
            "1. h8 2. i9 3. j10",
            "1.h8 i9 2.j10",
            "1) H8\n2) I9\n3) J10",
            "1 h8\n2 i9\n3 j10\n",
            "h8\ni9\nj10",
            "# a comment\n1. h8 i9\n2. j10\n",
            "7,7 8,6 9,5",
            "7,7, 8,6; 9,5",
            "7,7\n8,6\n9,5\n",
            "1. 7,7 2. 8,6 3. 9,5",
        ] {
            assert_eq!(moves(text), ["h8i9j10"], "{text}");
        }
    }

    #[test]
    fn every_line_is_a_game_otherwise() {
        assert_eq!(moves("h8i9\nj10k9\n"), ["h8i9", "j10k9"]);
        assert_eq!(moves("1. h8 2. i9\n1. a1 2. b2\n3. c3"), ["h8i9", "a1b2c3"]);
    }

    #[test]
    fn broken_lists_are_refused_with_the_line() {
        for (text, part) in [
            ("h8i9\nh8?", "line 2"),
            ("h", "line 1"),
            ("h99", "line 1"),
            ("zz1", "line 1"),
            ("h-8", "line 1"),
            ("é8", "line 1"),
            ("h8h8", "taken"),
            ("a1a2\nb1b1", "game 2"),
            ("7,7 7,7", "taken"),
            ("12", "'12' is not a move such as h8 or 7,7"),
            ("12 13", "'13'"),
            ("1. 2. 3.", "'2. 3.'"),
            ("h8 9", "'9'"),
            ("h8 7,7", "another way"),
            ("h8i9\n7,7 8,8", "line 2"),
            ("7,7,8,8", "'7,7,8,8'"),
            ("8,8,250\n9,9,120\n", "line 1"),
            ("7,32", "'7,32'"),
            ("7,", "'7,'"),
            ("7,é", "'7,é'"),
            ("99999999999999999999. h8", "line 1"),
        ] {
            let error = format!("{:#}", read(text, 100).expect_err(text));
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(read(&"a1b1\n".repeat(5), 4).is_err());
    }

    #[test]
    fn diagrams_may_have_coordinates() {
        let plain = "X....\n.....\n..O..\n.....\n....X";
        let framed = "  A B C D E\n1 X . . . . 1\n2 . . . . .\n3 . . O . .\n4 . . . . .\n5 . . . . X\n  a b c d e";
        let from_below =
            "5 X . . . .\n4 . . . . .\n3 . . O . .\n2 . . . . .\n1 . . . . X\n  a b c d e";
        for text in [plain, framed, from_below] {
            assert!(is_diagram(text), "{text}");
            let game = read_diagram(text).expect(text);
            assert_eq!(diagram(&game.start()), plain);
        }
        for text in ["h8i9", "1. h8 2. i9", "", "o1o2", "1. o1 2. x1"] {
            assert!(!is_diagram(text), "{text}");
        }
        assert!(read_diagram("...\n...").is_err());
    }
}
