//! A cell of the board and the size of a board. Knows coordinates only, never
//! what lies on the cell.

use std::fmt;
use std::str::FromStr;

/// The longest side a board may have.
pub const MAX_SIDE: usize = 32;
/// The shortest side a board may have.
pub const MIN_SIDE: usize = 5;
/// Cells of the largest board; every table indexed by `Point::index` has this length.
pub const CELL_COUNT: usize = MAX_SIDE * MAX_SIDE;

/// A cell, stored as `y * 32 + x` whatever the board's size, so that a point
/// means the same on every board and neighbours are constant offsets away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`, both below [`MAX_SIDE`]. Whether it
    /// is on a board is for [`BoardSize::point`] or [`BoardSize::contains`] to say.
    ///
    /// # Panics
    /// If no board has such a point.
    pub const fn new(x: usize, y: usize) -> Self {
        assert!(x < MAX_SIDE && y < MAX_SIDE, "no board is so large");
        Self((y * MAX_SIDE + x) as u16)
    }

    /// The point with this table index.
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < CELL_COUNT);
        Self(index as u16)
    }

    /// Column, counted from 0.
    pub const fn x(self) -> usize {
        self.0 as usize % MAX_SIDE
    }

    /// Row, counted from 0.
    pub const fn y(self) -> usize {
        self.index() / MAX_SIDE
    }

    /// Index into tables of [`CELL_COUNT`] entries. The mask changes nothing;
    /// it lets the compiler see that the index is in range.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & (CELL_COUNT - 1)
    }

    /// The larger of the horizontal and vertical distances to another point.
    pub const fn distance(self, other: Self) -> usize {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }
}

/// Letter-number notation with rows counted from the top, as files have it:
/// `h8` is column 7, row 7; columns past `z` go on with `aa`, `ab` and so on.
/// What people see is a [`BoardSize::name`].
impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |column: usize| char::from(b'a' + column as u8);
        if self.x() < 26 {
            write!(formatter, "{}{}", letter(self.x()), self.y() + 1)
        } else {
            write!(formatter, "a{}{}", letter(self.x() - 26), self.y() + 1)
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A text that is not a point such as `h8`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePointError(String);

impl fmt::Display for ParsePointError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "'{}' is not a point such as h8", self.0)
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParsePointError(text.chars().take(16).collect());
        let digits_at = text.find(|c: char| c.is_ascii_digit()).ok_or_else(error)?;
        let (letters, digits) = text.split_at(digits_at);
        let column = match letters.to_ascii_lowercase().as_bytes() {
            [letter @ b'a'..=b'z'] => usize::from(letter - b'a'),
            [b'a', letter @ b'a'..=b'f'] => 26 + usize::from(letter - b'a'),
            _ => return Err(error()),
        };
        let row: usize = digits.parse().map_err(|_| error())?;
        if row == 0 || row > MAX_SIDE {
            return Err(error());
        }
        Ok(Self::new(column, row - 1))
    }
}

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// A size, or `None` when a side is out of range.
    pub const fn new(width: usize, height: usize) -> Option<Self> {
        if width < MIN_SIDE || width > MAX_SIDE || height < MIN_SIDE || height > MAX_SIDE {
            return None;
        }
        Some(Self {
            width: width as u8,
            height: height as u8,
        })
    }

    /// A square board, or `None` when the side is out of range.
    pub const fn square(side: usize) -> Option<Self> {
        Self::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Whether signed coordinates lie on the board, and if so where.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let on_board =
            (0..self.width() as i64).contains(&x) && (0..self.height() as i64).contains(&y);
        on_board.then(|| Point::new(x as usize, y as usize))
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width() && point.y() < self.height()
    }

    /// The middle cell (the upper left of the middle cells on even sides).
    pub const fn center(self) -> Point {
        Point::new((self.width() - 1) / 2, (self.height() - 1) / 2)
    }

    /// What people call a point of the board: letters for the column, and the row counted from
    /// below, so that `a1` is the lower left corner.
    pub fn name(self, point: Point) -> String {
        self.flip_rows(point).to_string()
    }

    /// The names of points, a blank between them.
    pub fn names<'a>(self, points: impl IntoIterator<Item = &'a Point>) -> String {
        let names: Vec<String> = points.into_iter().map(|&point| self.name(point)).collect();
        names.join(" ")
    }

    /// The point of the board that is as far from the lower edge as this one from the upper:
    /// the way between names that count rows from above and from below.
    pub const fn flip_rows(self, point: Point) -> Point {
        Point::new(point.x(), self.height() - 1 - point.y())
    }

    /// Every point, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_its_notation() {
        let size = BoardSize::square(MAX_SIDE).expect("the maximum is a valid side");
        for point in size.points() {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!("h8".parse(), Ok(Point::new(7, 7)));
    }

    #[test]
    fn people_count_rows_from_below() {
        let size = BoardSize::new(20, 15).expect("a valid size");
        for (x, y, name) in [
            (0, 14, "a1"),
            (0, 0, "a15"),
            (19, 14, "t1"),
            (19, 0, "t15"),
            (7, 7, "h8"),
        ] {
            assert_eq!(size.name(Point::new(x, y)), name);
        }
        for point in size.points() {
            assert_eq!(size.flip_rows(size.flip_rows(point)), point);
        }
        let points = [Point::new(0, 14), Point::new(1, 0)];
        assert_eq!(size.names(&points), "a1 b15");
    }

    #[test]
    fn texts_that_are_no_points_are_refused() {
        for text in [
            "",
            "8",
            "h",
            "h0",
            "h33",
            "ag1",
            "8h",
            "h99999999999999999999",
            "hé8",
        ] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(BoardSize::new(4, 15).is_none());
        assert!(BoardSize::new(15, 33).is_none());
        let size = BoardSize::new(7, 13).expect("7x13 is valid");
        assert_eq!(size.points().count(), size.cells());
        assert!(size.point(-1, 0).is_none() && size.point(7, 0).is_none());
    }
}
