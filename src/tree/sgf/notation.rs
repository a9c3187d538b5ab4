//! The signs of the Smart Game Format: properties and their values, points as
//! two letters, texts. Knows no trees and no games.

use crate::tree::TreeError;
use crate::types::{BoardSize, Point};

/// How many characters of what cannot be read are shown.
const SHOWN: usize = 12;

/// What is still to be read.
pub struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    /// At the beginning of a text.
    pub const fn new(text: &'t str) -> Self {
        Self { rest: text }
    }

    /// Goes behind the bracket that opens the next tree; what lies between trees
    /// is no part of the format. False if there is none.
    pub fn find_tree(&mut self) -> bool {
        let behind = self.rest.split_once('(').map(|(_, behind)| behind);
        self.rest = behind.unwrap_or_default();
        behind.is_some()
    }

    /// The next sign that is no blank.
    pub fn next_sign(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Passes over one sign of one byte.
    pub fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    /// A name and all values behind it, at least one.
    pub fn property(&mut self) -> Result<(&'t str, Vec<String>), TreeError> {
        let start = self.rest;
        let end = start.find(|c: char| !c.is_ascii_alphabetic());
        let (name, rest) = start.split_at(end.unwrap_or(start.len()));
        self.rest = rest;
        let mut values = Vec::new();
        while self.next_sign() == Some('[') {
            self.skip();
            values.push(self.value()?);
        }
        if name.is_empty() || values.is_empty() {
            let text: String = start.chars().take(SHOWN).collect();
            return Err(TreeError::Content(format!("'{text}'")));
        }
        Ok((name, values))
    }

    /// The text up to the closing bracket; a backslash takes the meaning from a
    /// sign.
    fn value(&mut self) -> Result<String, TreeError> {
        let mut value = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                ']' => {
                    self.rest = self.rest.get(at + 1..).unwrap_or_default();
                    return Ok(value);
                }
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                other => value.push(other),
            }
        }
        Err(TreeError::Ends)
    }
}

/// A point of two letters, column and row from above, `a` to `z` and on with
/// capitals.
pub fn point(text: &str) -> Option<Point> {
    let side = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'F' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match text.trim().as_bytes() {
        &[column, row] => Some(Point::new(side(column)?, side(row)?)),
        _ => None,
    }
}

/// The two letters of a point.
pub fn place(point: Point) -> String {
    let letter = |number: usize| {
        let first = if number < 26 { b'a' } else { b'A' };
        char::from(first + (number % 26) as u8)
    };
    [letter(point.x()), letter(point.y())].iter().collect()
}

/// The value of the property for the size of the board.
pub fn sides(size: BoardSize) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

/// A text as a value: brackets and backslashes have a meaning of their own.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MAX_SIDE;

    #[test]
    fn every_point_survives_its_letters() {
        let size = BoardSize::square(MAX_SIDE).expect("a valid size");
        for cell in size.points() {
            assert_eq!(point(&place(cell)), Some(cell));
        }
        let corners = [(0, 25), (26, 31)].map(|(x, y)| place(Point::new(x, y)));
        assert_eq!(corners, ["az", "AF"]);
        for text in ["", "a", "abc", "h8", "aG"] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn every_text_survives_its_brackets() {
        for text in ["", "]", "a\\", "b:c", "[x]\\]", "é\n"] {
            let written = format!("C[{}]", escape(text));
            let read = Scanner::new(&written).property().expect("a property");
            assert_eq!(read, ("C", vec![text.to_owned()]));
        }
    }
}
