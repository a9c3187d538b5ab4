//! Reads what people paste: move lists (`h8i9`, `H8 I9`, `1. h8 2. i9`), whose
//! rows count from below, and diagrams, also with letters above and numbers
//! beside them.

use super::paper::{PaperGame, Rows, shorten};
use crate::board::text::parse_diagram;
use crate::types::Point;
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
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let moves = read_line(line).with_context(|| format!("line {}", at + 1))?;
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
        let game = PaperGame::from_points(None, Rows::FromBelow, points);
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

fn read_line(line: &str) -> anyhow::Result<Moves> {
    let mut moves = Moves {
        number: None,
        points: Vec::new(),
    };
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;:-".contains(c));
        if rest.is_empty() {
            return Ok(moves);
        }
        if let Some((number, behind)) = split_number(rest) {
            if moves.points.is_empty() {
                moves.number = moves.number.or(Some(number));
            }
            rest = behind;
            continue;
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = rest[letters..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let (point, behind) = rest.split_at(letters + digits);
        let Ok(point) = point.parse() else {
            bail!("'{}' is not a move such as h8", shorten(rest, 16));
        };
        moves.points.push(point);
        rest = behind;
    }
}

/// A move's number and what follows it: `12.`, `12)`, or `12` and a blank.
fn split_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    let behind = text[digits..].trim_start_matches(['.', ')']);
    Some((number, behind))
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
