//! What is kept of a position, and its bytes. Decides which of two records
//! about the same position is the better one.

use super::error::DatabaseError;
use super::key::{cell, point_of};
use crate::board::Symmetry;
use crate::types::score::{is_decisive, is_loss, is_win, nearest};
use crate::types::{BoardSize, Point, Score};

/// The longest text on a cell, in bytes: boards show six characters.
const LONGEST_LABEL: usize = 255;

/// How the value of a record is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// There is no value.
    #[default]
    None,
    /// It is at most that.
    Upper,
    /// It is at least that.
    Lower,
    /// It is that.
    Exact,
}

impl Bound {
    /// A number for it, which analysis boards know too.
    pub const fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Upper => 1,
            Self::Lower => 2,
            Self::Exact => 3,
        }
    }

    /// The meaning of such a number.
    pub const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            3 => Self::Exact,
            _ => return None,
        })
    }
}

/// What is kept of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The value for the side to move.
    pub value: Score,
    /// How deep the search was that found it.
    pub depth: u16,
    /// How the value is meant.
    pub bound: Bound,
    /// Whether the value, a decided game, was proven: searching again is in vain.
    pub is_proven: bool,
    /// Whether the position belongs to a book, even if nothing is known of it.
    pub is_in_book: bool,
    /// Whether people marked the move that leads here.
    pub is_marked: bool,
    /// The best move.
    pub best: Option<Point>,
    /// A letter that people gave to the position; `W`, `L` and `D` say how the
    /// game ends for the side that has just moved.
    pub label: Option<u8>,
    /// What people wrote about the position.
    pub comment: String,
    /// What people wrote on cells.
    pub cells: Vec<(Point, String)>,
}

impl Record {
    /// What a search of this depth has found.
    pub const fn found(value: Score, depth: u16, best: Option<Point>, is_proven: bool) -> Self {
        Self {
            value,
            depth,
            bound: Bound::Exact,
            is_proven,
            is_in_book: false,
            is_marked: false,
            best,
            label: None,
            comment: String::new(),
            cells: Vec::new(),
        }
    }

    /// Whether it says nothing.
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the side to move is known to win.
    pub const fn is_won(&self) -> bool {
        self.is_proven && is_win(self.value)
    }

    /// Whether the side to move is known to lose.
    pub const fn is_lost(&self) -> bool {
        self.is_proven && is_loss(self.value)
    }

    /// Takes over what another record about the position knows better: a proof,
    /// or else a value of no less depth. What people wrote is kept, and taken
    /// over where there was nothing.
    pub fn learn(&mut self, other: Self) {
        let knows_better = match (self.is_proven, other.is_proven) {
            (true, true) => other.value.abs() >= self.value.abs(),
            (proven, other_proven) if proven != other_proven => other_proven,
            _ => {
                other.bound != Bound::None
                    && (self.bound == Bound::None || other.depth >= self.depth)
            }
        };
        if knows_better {
            self.value = other.value;
            self.depth = other.depth;
            self.bound = other.bound;
            self.is_proven = other.is_proven;
            self.best = other.best.or(self.best);
        }
        self.is_in_book |= other.is_in_book;
        self.is_marked |= other.is_marked;
        self.best = self.best.or(other.best);
        self.label = self.label.or(other.label);
        if self.comment.is_empty() {
            self.comment = other.comment;
        }
        for (point, text) in other.cells {
            if self.cells.iter().all(|(taken, _)| *taken != point) {
                self.cells.push((point, text));
            }
        }
        self.cells.sort_unstable();
    }

    /// Writes a text on a cell, or, if it is empty, takes it away.
    pub fn set_cell(&mut self, point: Point, text: &str) {
        self.cells.retain(|(other, _)| *other != point);
        let mut kept = String::new();
        for character in text.chars() {
            if kept.len() + character.len_utf8() > LONGEST_LABEL {
                break;
            }
            kept.push(character);
        }
        if !kept.is_empty() {
            self.cells.push((point, kept));
            self.cells.sort_unstable();
        }
    }

    /// The same of the position after its board was turned, or turned back.
    fn moved(mut self, image: impl Fn(Point) -> Point) -> Self {
        self.best = self.best.map(&image);
        for (point, _) in &mut self.cells {
            *point = image(*point);
        }
        self.cells.sort_unstable();
        self
    }

    /// Its bytes, for a board turned this way.
    pub fn encode(&self, size: BoardSize, symmetry: Symmetry) -> Vec<u8> {
        let record = self.clone().moved(|point| symmetry.apply(point));
        let best = record.best.map_or(NO_MOVE, |point| cell(size, point));
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let mut bytes = vec![
            flag(record.is_proven, PROVEN)
                | flag(record.is_in_book, IN_BOOK)
                | flag(record.is_marked, MARKED),
            record.bound.number(),
            record.label.unwrap_or(0),
        ];
        bytes.extend((record.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16).to_le_bytes());
        bytes.extend(record.depth.to_le_bytes());
        bytes.extend(best.to_le_bytes());
        if record.comment.is_empty() && record.cells.is_empty() {
            return bytes;
        }
        bytes.extend((record.comment.len() as u32).to_le_bytes());
        bytes.extend(record.comment.as_bytes());
        for (point, text) in &record.cells {
            bytes.extend(cell(size, *point).to_le_bytes());
            bytes.push(text.len().min(LONGEST_LABEL) as u8);
            bytes.extend(text.as_bytes().iter().take(LONGEST_LABEL));
        }
        bytes
    }

    /// The record of these bytes, its board turned back.
    pub fn decode(
        bytes: &[u8],
        size: BoardSize,
        symmetry: Symmetry,
    ) -> Result<Self, DatabaseError> {
        let damaged = || DatabaseError::Damaged("a record makes no sense".to_owned());
        let record = Self::read(bytes, size).ok_or_else(damaged)?;
        Ok(record.moved(|point| symmetry.undo(point)))
    }

    fn read(bytes: &[u8], size: BoardSize) -> Option<Self> {
        let (header, mut rest) = bytes.split_first_chunk::<9>()?;
        let &[flags, bound, label, v0, v1, d0, d1, b0, b1] = header;
        let value = nearest(i16::from_le_bytes([v0, v1]).into());
        let best = match u16::from_le_bytes([b0, b1]) {
            NO_MOVE => None,
            best => Some(point_of(size, best.into())?),
        };
        let mut record = Self {
            value,
            depth: u16::from_le_bytes([d0, d1]),
            bound: Bound::from_number(bound)?,
            is_proven: flags & PROVEN != 0 && is_decisive(value),
            is_in_book: flags & IN_BOOK != 0,
            is_marked: flags & MARKED != 0,
            best,
            label: (label != 0).then_some(label),
            comment: String::new(),
            cells: Vec::new(),
        };
        if rest.is_empty() {
            return Some(record);
        }
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (comment, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        record.comment = String::from_utf8(comment.to_vec()).ok()?;
        rest = after;
        while !rest.is_empty() {
            let (&[c0, c1, length], after) = rest.split_first_chunk::<3>()?;
            let (text, after) = after.split_at_checked(length.into())?;
            let point = point_of(size, u16::from_le_bytes([c0, c1]).into())?;
            let text = String::from_utf8(text.to_vec()).ok()?;
            record.cells.push((point, text));
            rest = after;
        }
        Some(record)
    }
}

/// Flags of a record.
const PROVEN: u8 = 1;
const IN_BOOK: u8 = 2;
const MARKED: u8 = 4;

/// Stands for "no best move".
const NO_MOVE: u16 = u16::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{loss_in, win_in};
    use proptest::prelude::*;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a valid size")
    }

    fn any_point() -> impl Strategy<Value = Point> {
        (0..15_usize, 0..15_usize).prop_map(|(x, y)| Point::new(x, y))
    }

    fn any_record() -> impl Strategy<Value = Record> {
        let numbers = (
            -32_000..32_000_i32,
            any::<u16>(),
            0..4_u8,
            any::<[bool; 3]>(),
        );
        let words = (
            proptest::option::of(any_point()),
            proptest::option::of(1..=255_u8),
            ".{0,40}",
            proptest::collection::btree_map(0..225_usize, "[a-z]{1,6}", 0..4),
        );
        (numbers, words).prop_map(
            |(
                (value, depth, bound, [proven, is_in_book, is_marked]),
                (best, label, comment, cells),
            )| {
                let mut cells: Vec<(Point, String)> = cells
                    .into_iter()
                    .filter_map(|(cell, text)| Some((point_of(size(), cell)?, text)))
                    .collect();
                cells.sort_unstable();
                Record {
                    value,
                    depth,
                    bound: Bound::from_number(bound).expect("a bound"),
                    is_proven: proven && is_decisive(value),
                    is_in_book,
                    is_marked,
                    best,
                    label,
                    comment,
                    cells,
                }
            },
        )
    }

    proptest! {
        #[test]
        fn records_come_back_whichever_way_the_board_lies(record in any_record()) {
            for symmetry in Symmetry::all(size()) {
                let bytes = record.encode(size(), symmetry);
                let again = Record::decode(&bytes, size(), symmetry).expect("sound bytes");
                prop_assert_eq!(&again, &record);
            }
        }

        #[test]
        fn any_bytes_are_a_record_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let symmetry = Symmetry::all(size()).next().expect("one");
            let _ = Record::decode(&bytes, size(), symmetry);
        }

        #[test]
        fn cut_records_never_panic(record in any_record(), cut in 0..80_usize) {
            let symmetry = Symmetry::all(size()).next().expect("one");
            let bytes = record.encode(size(), symmetry);
            let _ = Record::decode(&bytes[..cut.min(bytes.len())], size(), symmetry);
        }
    }

    fn found(value: Score, depth: u16, is_proven: bool) -> Record {
        Record::found(value, depth, None, is_proven)
    }

    #[test]
    fn a_proof_is_never_forgotten_and_a_shorter_one_learned() {
        let mut record = found(win_in(9), 5, true);
        record.learn(found(40, 30, false));
        assert_eq!(record.value, win_in(9));
        record.learn(found(win_in(5), 3, true));
        assert_eq!(record.value, win_in(5));
        let mut open = found(40, 30, false);
        open.learn(found(loss_in(8), 2, true));
        assert!(open.is_lost() && !open.is_won());
    }

    #[test]
    fn a_deeper_value_replaces_a_shallower_one() {
        let mut record = found(40, 10, false);
        record.learn(found(70, 9, false));
        assert_eq!(record.value, 40);
        record.learn(found(70, 10, false));
        assert_eq!(record.value, 70);
        record.learn(Record::default());
        assert_eq!(record.value, 70, "nothing is not better");
    }

    #[test]
    fn what_people_wrote_stays() {
        let mut record = Record {
            comment: "mine".into(),
            label: Some(b'W'),
            ..Record::default()
        };
        record.set_cell(Point::new(3, 3), "A");
        let mut other = found(5, 9, false);
        other.comment = "theirs".into();
        other.set_cell(Point::new(3, 3), "B");
        other.set_cell(Point::new(4, 4), "C");
        record.learn(other);
        assert_eq!(record.comment, "mine");
        assert_eq!(record.value, 5);
        let cells: Vec<&str> = record.cells.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(cells, ["A", "C"]);
        record.set_cell(Point::new(3, 3), "");
        assert_eq!(record.cells.len(), 1);
        record.set_cell(Point::new(3, 3), &"é".repeat(200));
        assert!(record.cells[0].1.len() <= LONGEST_LABEL);
    }
}
