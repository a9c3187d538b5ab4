//! A board drawn with letters: coordinates around it, stones, marks on cells.
//! In colour it looks like wood; plain it is `X`, `O` and dots. Row 1 is the
//! lowest. Decides nothing about the game.

use super::look::Look;
use crate::board::{Board, Cell};
use crate::cli::stars::stars;
use crate::types::{Color, Point};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The widest board, in terminal columns, for which cells may be three columns wide.
const WIDEST: usize = 80;

/// Columns taken by the row numbers on both sides of the board.
const LABELS: usize = 7;

/// Letters that name marked cells. `O` and `X` are stones in a plain diagram.
const LETTERS: &str = "ABCDEFGHIJKLMNPQRSTUVWYZ";

/// Codes of the coloured look, from the usual 256 colours.
mod codes {
    pub const WOOD: &str = "38;5;94;48;5;179";
    pub const BLACK: &str = "38;5;16;48;5;179";
    pub const WHITE: &str = "1;38;5;231;48;5;179";
    pub const LIT_BLACK: &str = "38;5;16;48;5;71";
    pub const LIT_WHITE: &str = "1;38;5;231;48;5;71";
    pub const WALL: &str = "38;5;240;48;5;179";
    pub const BEST: &str = "1;38;5;231;48;5;25";
    pub const OTHER: &str = "1;38;5;25;48;5;187";
    pub const FORBIDDEN: &str = "1;38;5;160;48;5;179";
    pub const NUMBER_ON_BLACK: &str = "1;38;5;231;48;5;16";
    pub const NUMBER_ON_WHITE: &str = "1;38;5;16;48;5;231";
    pub const LABEL: &str = "2";
}

/// A sign on an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// One of the moves that the text speaks of, by its rank counted from 0.
    Choice(usize),
    /// A stone to come: its number and colour.
    Numbered(usize, Color),
    /// A point that the rule forbids to the side to move.
    Forbidden,
}

/// The letters of a column, counted from 0.
fn column_name(column: usize) -> String {
    let point = Point::new(column, 0).to_string();
    point
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// The letter by which a choice is called, as long as there are letters.
pub fn letter(rank: usize) -> Option<char> {
    LETTERS.chars().nth(rank)
}

/// A stone as it looks on the board, to stand in a text.
pub fn stone(color: Color, look: Look) -> String {
    match (color, look.color) {
        (Color::Black, false) => "X".to_owned(),
        (Color::White, false) => "O".to_owned(),
        (Color::Black, true) => look.styled(codes::BLACK, "●"),
        (Color::White, true) => look.styled(codes::WHITE, "●"),
    }
}

/// A board to draw.
pub struct BoardView<'a> {
    board: &'a Board,
    lit: Vec<Point>,
    marks: BTreeMap<Point, Mark>,
}

/// What is written on a cell: the sign, and its style when coloured.
struct Sign {
    text: String,
    code: &'static str,
}

impl<'a> BoardView<'a> {
    /// The board as it stands.
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            lit: Vec::new(),
            marks: BTreeMap::new(),
        }
    }

    /// Makes some stones stand out, such as the newest or those that won.
    #[must_use]
    pub fn lit(mut self, points: impl IntoIterator<Item = Point>) -> Self {
        self.lit.extend(points);
        self
    }

    /// Puts a sign on an empty cell. A cell keeps the first sign it is given.
    pub fn mark(&mut self, point: Point, mark: Mark) {
        if self.board.is_empty(point) {
            self.marks.entry(point).or_insert(mark);
        }
    }

    /// The stones of a line of play as numbers, the side to move first.
    #[must_use]
    pub fn with_line(mut self, line: &[Point]) -> Self {
        let mut color = self.board.side_to_move();
        for (index, &point) in line.iter().enumerate() {
            self.mark(point, Mark::Numbered(index + 1, color));
            color = color.opponent();
        }
        self
    }

    /// The lines of the drawing, all of the same width.
    pub fn lines(&self, look: Look) -> Vec<String> {
        let letters = self.letters(look);
        let mut lines = letters.clone();
        lines.extend((0..self.board.size().height()).map(|row| {
            if look.color {
                self.wooden_row(row, look)
            } else {
                self.plain_row(row)
            }
        }));
        lines.extend(letters);
        lines
    }

    /// Columns for one cell: numbers of two digits want room between them.
    fn cell_width(&self) -> usize {
        let columns = self.board.size().width();
        let has_numbers = self
            .marks
            .values()
            .any(|mark| matches!(mark, Mark::Numbered(..)));
        if has_numbers && 3 * columns + LABELS <= WIDEST {
            3
        } else {
            2
        }
    }

    /// The names of the columns. Where names of two letters would touch each other, the
    /// letters stand one above the other.
    fn letters(&self, look: Look) -> Vec<String> {
        let cell = self.cell_width();
        let names: Vec<String> = (0..self.board.size().width()).map(column_name).collect();
        let touch = names.iter().any(|name| name.len() >= cell);
        let rows = if touch {
            let upper = |name: &String| name[..name.len() - 1].to_owned();
            let lower = |name: &String| name[name.len() - 1..].to_owned();
            vec![
                names.iter().map(upper).collect::<Vec<_>>(),
                names.iter().map(lower).collect(),
            ]
        } else {
            vec![names]
        };
        rows.iter()
            .map(|names| {
                let cells: Vec<String> =
                    names.iter().map(|name| format!("{name:>cell$}")).collect();
                // Cells end with their sign; the columns on both sides are the rows' numbers.
                look.styled(codes::LABEL, &format!("   {}    ", cells.concat()))
            })
            .collect()
    }

    fn plain_row(&self, y: usize) -> String {
        let cell = self.cell_width();
        let size = self.board.size();
        let is_lit = |x: usize| self.lit.contains(&Point::new(x, y));
        let number = size.height() - y;
        let mut text = format!("{number:>2} ");
        for x in 0..size.width() {
            let sign = self.sign(Point::new(x, y), false).text;
            let before = match (x > 0 && is_lit(x - 1), is_lit(x)) {
                (false, true) => '(',
                (true, false) => ')',
                _ => ' ',
            };
            // The bracket stands next to the sign it belongs to.
            let blanks = cell.saturating_sub(sign.chars().count());
            let _ = match (before, blanks) {
                (_, 0) => Ok(()),
                (')', _) => write!(text, "{before:<blanks$}"),
                _ => write!(text, "{before:>blanks$}"),
            };
            text.push_str(&sign);
        }
        text.push(if is_lit(size.width() - 1) { ')' } else { ' ' });
        let _ = write!(text, " {number:<2}");
        text
    }

    fn wooden_row(&self, y: usize, look: Look) -> String {
        let cell = self.cell_width();
        let size = self.board.size();
        let number = size.height() - y;
        let mut text = look.styled(codes::LABEL, &format!("{number:>2} "));
        for x in 0..size.width() {
            let sign = self.sign(Point::new(x, y), true);
            let blanks = cell.saturating_sub(sign.text.chars().count());
            let line = if x > 0 { "─" } else { " " };
            text.push_str(&look.styled(codes::WOOD, &line.repeat(blanks)));
            text.push_str(&look.styled(sign.code, &sign.text));
        }
        text.push_str(&look.styled(codes::WOOD, " "));
        text.push_str(&look.styled(codes::LABEL, &format!(" {number:<2}")));
        text
    }

    fn sign(&self, point: Point, color: bool) -> Sign {
        let sign = |text: String, code| Sign { text, code };
        let is_lit = self.lit.contains(&point);
        match (self.board.cell(point), color) {
            (Cell::Stone(Color::Black), false) => sign("X".to_owned(), ""),
            (Cell::Stone(Color::White), false) => sign("O".to_owned(), ""),
            (Cell::Stone(stone), true) => sign(
                "●".to_owned(),
                match (stone, is_lit) {
                    (Color::Black, false) => codes::BLACK,
                    (Color::White, false) => codes::WHITE,
                    (Color::Black, true) => codes::LIT_BLACK,
                    (Color::White, true) => codes::LIT_WHITE,
                },
            ),
            (Cell::Wall, false) => sign("#".to_owned(), ""),
            (Cell::Wall, true) => sign("█".to_owned(), codes::WALL),
            (Cell::Empty, _) => self.marks.get(&point).map_or_else(
                || {
                    let crossing = if color { self.crossing(point) } else { '.' };
                    sign(crossing.to_string(), codes::WOOD)
                },
                |&mark| self.marked(mark, color),
            ),
        }
    }

    fn marked(&self, mark: Mark, color: bool) -> Sign {
        match mark {
            Mark::Choice(rank) => Sign {
                text: letter(rank).unwrap_or('+').to_string(),
                code: if rank == 0 { codes::BEST } else { codes::OTHER },
            },
            Mark::Forbidden => Sign {
                text: if color { "×" } else { "!" }.to_owned(),
                code: codes::FORBIDDEN,
            },
            // Two digits are all the room there is; the text tells the rest.
            Mark::Numbered(number, stone) => Sign {
                text: if color && self.cell_width() > 2 {
                    format!("{:>2}", number % 100)
                } else {
                    (number % 100).to_string()
                },
                code: match stone {
                    Color::Black => codes::NUMBER_ON_BLACK,
                    Color::White => codes::NUMBER_ON_WHITE,
                },
            },
        }
    }

    /// Where the lines of the board cross, with the dots that boards have.
    fn crossing(&self, point: Point) -> char {
        let size = self.board.size();
        if stars(size).contains(&point) {
            return '•';
        }
        let third = |at: usize, side: usize| {
            if at == 0 {
                0
            } else if at + 1 == side {
                2
            } else {
                1
            }
        };
        let rows = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
        rows[third(point.y(), size.height())][third(point.x(), size.width())]
    }
}

#[cfg(test)]
mod tests;
