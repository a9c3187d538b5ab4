//! Half a line as one colour sees it from a cell: its own stones and empty
//! cells outward, up to the first thing it can never pass. What lies beyond
//! that cannot matter, so a handful of arms describes every neighbourhood.
//!
//! ```text
//!   cell  -> outward        own stones   length   end
//!     c   . X . O X         .X.          3        Opponent
//!     c   X X |             XX           2        Wall
//!     c   . . X . .         ..X..        5        Open (the window ends)
//! ```

/// Cells that are looked at on each side of a cell, at most. Every five that a
/// stone can complete lies within four cells of it, and the cells that tell
/// an exact or enclosed five from others within five.
pub const MAX_REACH: usize = 5;

/// Arms are numbered below this.
pub const ARM_LIMIT: usize = 128;

/// What ends an arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Nothing within reach.
    Open,
    /// An opponent's stone.
    Opponent,
    /// The edge of the board or another cell dead for both.
    Wall,
}

/// Half a line as one colour sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arm {
    /// Own stones, the nearest cell in bit 0.
    own: u8,
    /// Cells up to the end.
    length: u8,
    end: End,
}

impl Arm {
    /// Reads an arm from the bits of the nearest five cells, nearest in bit 0:
    /// own stones and opponent's stones, walls set in both.
    pub fn from_bits(own: u8, opponent: u8, reach: usize) -> Self {
        let length = (opponent.trailing_zeros() as usize).min(reach);
        let end = if length == reach {
            End::Open
        } else if own >> length & 1 == 1 {
            End::Wall
        } else {
            End::Opponent
        };
        Self {
            own: own & ((1 << length) - 1),
            length: length as u8,
            end,
        }
    }

    /// Every arm of this reach.
    pub fn all(reach: usize) -> impl Iterator<Item = Self> {
        let blocked = [End::Opponent, End::Wall]
            .into_iter()
            .flat_map(move |end| (0..reach).map(move |length| (length, end)));
        blocked
            .chain([(reach, End::Open)])
            .flat_map(|(length, end)| {
                (0..1 << length).map(move |own| Self {
                    own,
                    length: length as u8,
                    end,
                })
            })
    }

    /// A number below [`ARM_LIMIT`], different for arms that must be told
    /// apart. Unless walls matter, a wall is an opponent's stone.
    pub fn number(self, walls_matter: bool) -> usize {
        // Arms by length like the rows of a binary heap; walls follow after them.
        let heap = (1 << self.length) - 1 + self.own as usize;
        if walls_matter && self.end == End::Wall {
            (1 << (MAX_REACH + 1)) - 1 + heap
        } else {
            heap
        }
    }

    /// Own stones next to the cell, without a gap.
    pub fn run(self) -> usize {
        self.own.trailing_ones() as usize
    }

    /// Whether an opponent's stone stands right behind the run.
    pub fn run_is_blocked(self) -> bool {
        self.run() == self.length as usize && self.end == End::Opponent
    }

    /// Distances (0 is the nearest) of the empty cells.
    pub fn empty_cells(self) -> impl Iterator<Item = usize> {
        (0..self.length as usize).filter(move |&cell| self.own >> cell & 1 == 0)
    }

    /// The arm after an own stone on an empty cell.
    #[must_use]
    pub const fn with_own(self, cell: usize) -> Self {
        Self {
            own: self.own | 1 << cell,
            ..self
        }
    }

    /// The arm after an opponent's stone on an empty cell.
    #[must_use]
    pub const fn with_opponent(self, cell: usize) -> Self {
        Self {
            own: self.own & ((1 << cell) - 1),
            length: cell as u8,
            end: End::Opponent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_are_unique_and_within_the_limit() {
        for reach in [4, MAX_REACH] {
            let numbers: HashSet<_> = Arm::all(reach).map(|arm| arm.number(true)).collect();
            assert_eq!(numbers.len(), Arm::all(reach).count());
            assert!(numbers.iter().all(|&number| number < ARM_LIMIT));
        }
    }

    #[test]
    fn reading_stops_at_the_first_obstacle() {
        let arm = Arm::from_bits(0b10010, 0b01000, 5);
        assert_eq!(
            arm,
            Arm {
                own: 0b010,
                length: 3,
                end: End::Opponent
            }
        );
        let wall = Arm::from_bits(0b11111, 0b11100, 5);
        assert_eq!(
            wall,
            Arm {
                own: 0b11,
                length: 2,
                end: End::Wall
            }
        );
        assert_eq!(wall.run(), 2);
        assert!(!wall.run_is_blocked());
        let short = Arm::from_bits(0b10000, 0b10000, 4);
        assert_eq!(
            short,
            Arm {
                own: 0,
                length: 4,
                end: End::Open
            }
        );
    }

    #[test]
    fn stones_change_arms_as_reading_the_changed_bits_would() {
        for own in 0..32u8 {
            for opponent in 0..32u8 {
                let arm = Arm::from_bits(own, opponent, 5);
                for cell in arm.empty_cells() {
                    let bit = 1 << cell;
                    assert_eq!(arm.with_own(cell), Arm::from_bits(own | bit, opponent, 5));
                    assert_eq!(
                        arm.with_opponent(cell),
                        Arm::from_bits(own, opponent | bit, 5)
                    );
                }
            }
        }
    }
}
