//! Positions as text: a diagram to read and print, and move lists such as
//! `h8i9`. For tests, tools and people; the search never calls it.

use super::board::{Board, Cell};
use crate::types::{BoardSize, Color, Point};
use std::fmt::Write;

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextError {
    /// A diagram whose rows differ in length, or of an impossible size.
    Shape,
    /// A character that is none of `.`, `X`, `O`, `#`.
    Character(char),
    /// A move list broken at this text.
    Move(String),
    /// A move to a point that is taken or outside the board.
    Unplayable(Point),
}

impl std::fmt::Display for TextError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(formatter, "a diagram needs equal rows, from 5x5 to 32x32"),
            Self::Character(c) => write!(formatter, "'{c}' is none of . X O #"),
            Self::Move(text) => write!(formatter, "'{text}' is not a move list such as h8i9"),
            Self::Unplayable(point) => write!(formatter, "{point} is taken or outside the board"),
        }
    }
}

impl std::error::Error for TextError {}

/// Reads a diagram: one line a row, the upper row first, `.` empty, `X` black, `O`
/// white, `#` wall, blanks ignored. Black is to move when the stones are
/// equal in number, otherwise the side with fewer.
pub fn parse_diagram(text: &str) -> Result<Board, TextError> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| {
            line.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<Vec<_>>()
        })
        .filter(|row| !row.is_empty())
        .collect();
    let width = rows.first().ok_or(TextError::Shape)?.len();
    if rows.iter().any(|row| row.len() != width) {
        return Err(TextError::Shape);
    }
    let size = BoardSize::new(width, rows.len()).ok_or(TextError::Shape)?;
    let mut board = Board::new(size);
    for point in size.points() {
        match rows[point.y()][point.x()] {
            '.' => {}
            'X' | 'x' => board.put(point, Color::Black),
            'O' | 'o' => board.put(point, Color::White),
            '#' => board.add_wall(point),
            other => return Err(TextError::Character(other)),
        }
    }
    let [black, white] = Color::ALL.map(|color| board.stones(color).len());
    board.set_side_to_move(if black <= white {
        Color::Black
    } else {
        Color::White
    });
    Ok(board)
}

/// Prints a diagram that [`parse_diagram`] reads back.
pub fn diagram(board: &Board) -> String {
    let mut text = String::new();
    for point in board.size().points() {
        if point.x() == 0 && point.y() > 0 {
            text.push('\n');
        }
        text.push(match board.cell(point) {
            Cell::Empty => '.',
            Cell::Stone(Color::Black) => 'X',
            Cell::Stone(Color::White) => 'O',
            Cell::Wall => '#',
        });
    }
    text
}

/// Reads points written without separators (`h8i9`); blanks and commas between them are allowed.
pub fn parse_points(text: &str) -> Result<Vec<Point>, TextError> {
    let bytes = text.as_bytes();
    let error = |from: usize| TextError::Move(text.chars().skip(from).take(16).collect());
    let mut points = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() || bytes[at] == b',' {
            at += 1;
            continue;
        }
        let letters = bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let digits = bytes[at + letters..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let end = at + letters + digits;
        let point = text.get(at..end).and_then(|point| point.parse().ok());
        points.push(point.ok_or_else(|| error(at))?);
        at = end;
    }
    Ok(points)
}

/// A board after the moves of [`parse_points`], black first, colours alternating.
pub fn parse_moves(size: BoardSize, text: &str) -> Result<Board, TextError> {
    let mut board = Board::new(size);
    for point in parse_points(text)? {
        if !size.contains(point) || !board.is_empty(point) {
            return Err(TextError::Unplayable(point));
        }
        board.play(point);
    }
    Ok(board)
}

/// Points without separators, as [`parse_points`] reads them.
pub fn points_to_text(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut text, point| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{point}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_round_trip() {
        let text = "X....O.\n.......\n...#...\n.......\n......X";
        let board = parse_diagram(text).expect("a valid diagram");
        assert_eq!(diagram(&board), text);
        assert_eq!(board.side_to_move(), Color::White);
    }

    #[test]
    fn bad_diagrams_are_refused() {
        assert_eq!(parse_diagram(""), Err(TextError::Shape));
        assert_eq!(parse_diagram("....."), Err(TextError::Shape));
        let strange = ".....\n.....\n..?..\n.....\n.....";
        assert_eq!(parse_diagram(strange), Err(TextError::Character('?')));
    }

    #[test]
    fn move_lists_round_trip() {
        let text = "h8i9a1o15";
        let points = parse_points(text).expect("a valid list");
        assert_eq!(points_to_text(&points), text);
        assert_eq!(parse_points("h8, i9 a1\to15"), Ok(points));
        let size = BoardSize::square(15).expect("a valid size");
        assert!(matches!(
            parse_moves(size, "h8h8"),
            Err(TextError::Unplayable(_))
        ));
        assert!(matches!(
            parse_moves(size, "h8p1"),
            Err(TextError::Unplayable(_))
        ));
        for text in ["h", "8", "h8?", "é"] {
            assert!(
                matches!(parse_points(text), Err(TextError::Move(_))),
                "{text}"
            );
        }
    }
}
