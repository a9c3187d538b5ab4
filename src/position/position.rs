//! The incremental core: for every empty cell, colour and direction what a
//! stone would make there, the class of every cell, sets and counts of cells
//! by class, and the candidate cells.
//!
//! `play` recomputes only the cells that the stone can touch, and of those
//! touches only the ones that changed; what it overwrote goes to a journal
//! from which `undo` restores it.

use super::candidates::{Candidates, Saved};
use super::cell::CellFacts;
use crate::board::lines::visible_cells;
use crate::board::{Bitboard, Board, Direction};
use crate::pattern::arm::MAX_REACH;
use crate::pattern::line::{CellPatterns, PatternPairs};
use crate::pattern::rule_tables::boxed_array;
use crate::pattern::threat::threatens_alike;
use crate::pattern::{RuleTables, Threat};
use crate::types::{BoardSize, CELL_COUNT, Color, Point, Rule};

/// What `undo` needs beside the overwritten cells.
#[derive(Clone, Copy)]
struct Mark {
    journal_length: usize,
    candidates: Saved,
}

/// Sets and counts of cells by class, for one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ThreatSets {
    sets: [Bitboard; Threat::COUNT],
    counts: [u16; Threat::COUNT],
}

impl ThreatSets {
    const EMPTY: Self = Self {
        sets: [Bitboard::EMPTY; Threat::COUNT],
        counts: [0; Threat::COUNT],
    };

    /// Moves a cell from one class to another. Quiet cells are not listed.
    fn change(&mut self, point: Point, from: Threat, to: Threat) {
        if from != Threat::Quiet {
            self.sets[from.index()].remove(point);
            self.counts[from.index()] -= 1;
        }
        if to != Threat::Quiet {
            self.sets[to.index()].insert(point);
            self.counts[to.index()] += 1;
        }
    }
}

/// Moves a cell between the classes of both colours where they differ. Kept
/// out of the hot loop: few cells change their class.
#[inline(never)]
fn change_threats(sets: &mut [ThreatSets; 2], from: CellFacts, to: CellFacts) {
    for color in Color::ALL {
        let (old, new) = (from.threat(color), to.threat(color));
        if old != new {
            sets[color.index()].change(from.point(), old, new);
        }
    }
}

/// A board with everything the search asks about it.
#[derive(Clone)]
pub struct Position {
    board: Board,
    tables: &'static RuleTables,
    cells: Box<[CellFacts; CELL_COUNT]>,
    threats: [ThreatSets; 2],
    candidates: Candidates,
    /// Cells as they were before they changed, up to the journal's length; what
    /// lies behind is of no account.
    journal: Vec<CellFacts>,
    journal_length: usize,
    marks: Vec<Mark>,
}

/// Entries of a journal at first.
const FIRST_JOURNAL: usize = 4096;

/// Cells that a move can change, at most: its own, and those within reach in
/// eight directions; and one place to write to before it is known to be needed.
const MOST_CHANGES: usize = 8 * MAX_REACH + 2;

impl Position {
    /// The position on a board under a rule.
    pub fn new(board: &Board, rule: Rule) -> Self {
        let tables = RuleTables::of(rule);
        let mut position = Self {
            board: board.clone(),
            tables,
            cells: boxed_array(|index| {
                CellFacts::new(tables, Point::from_index(index), PatternPairs::default())
            }),
            threats: [ThreatSets::EMPTY; 2],
            candidates: Candidates::none(),
            journal: Vec::new(),
            journal_length: 0,
            marks: Vec::with_capacity(board.size().cells()),
        };
        for &stone in board.history() {
            position.candidates.add(stone);
        }
        for point in board.empty().iter() {
            position.set_cell(point, position.compute_patterns(point));
        }
        position
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule played.
    pub const fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// Width and height.
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// The hash of stones and side to move.
    pub const fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// The tables of the rule.
    pub const fn tables(&self) -> &'static RuleTables {
        self.tables
    }

    /// What a stone of this colour on the cell would threaten; stones and
    /// walls are quiet.
    pub const fn threat(&self, color: Color, point: Point) -> Threat {
        self.cells[point.index()].threat(color)
    }

    /// What a stone of this colour on the cell would make in each direction.
    pub const fn patterns(&self, color: Color, point: Point) -> CellPatterns {
        self.cells[point.index()].patterns().of(color)
    }

    /// The cells of one class, which must not be [`Threat::Quiet`].
    pub const fn cells_with(&self, color: Color, threat: Threat) -> &Bitboard {
        &self.threats[color.index()].sets[threat.index()]
    }

    /// Number of cells of one class, which must not be [`Threat::Quiet`].
    pub const fn count(&self, color: Color, threat: Threat) -> usize {
        self.threats[color.index()].counts[threat.index()] as usize
    }

    /// The first cell of one class, which must not be [`Threat::Quiet`]. Most of
    /// the time there is none, and the count knows.
    pub fn first_with(&self, color: Color, threat: Threat) -> Option<Point> {
        if self.count(color, threat) == 0 {
            return None;
        }
        self.cells_with(color, threat).first()
    }

    /// The empty cells near stones.
    pub fn candidates(&self) -> Bitboard {
        self.candidates.to_set() & *self.board.empty()
    }

    /// Puts a stone of the side to move on an empty cell.
    pub fn play(&mut self, point: Point) {
        self.marks.push(Mark {
            journal_length: self.journal_length,
            candidates: self.candidates.add(point),
        });
        self.board.place(point);
        if self.journal.len() < self.journal_length + MOST_CHANGES {
            let room = (2 * self.journal.len()).max(FIRST_JOURNAL);
            self.journal.resize(room, CellFacts::default());
        }
        self.journal[self.journal_length] = self.set_cell(point, PatternPairs::default());
        self.journal_length += 1;
        self.update_line(Direction::Horizontal, point);
        self.update_line(Direction::Vertical, point);
        self.update_line(Direction::Diagonal, point);
        self.update_line(Direction::AntiDiagonal, point);
    }

    /// Takes the newest stone back.
    ///
    /// # Panics
    /// If no stone was played since the position was made.
    pub fn undo(&mut self) {
        let mark = self.marks.pop().expect("undo follows a play");
        let point = self.board.last_move().expect("undo follows a play");
        self.board.undo();
        for old in &self.journal[mark.journal_length..self.journal_length] {
            let place = &mut self.cells[old.point().index()];
            if place.has_other_threats(*old) {
                change_threats(&mut self.threats, *place, *old);
            }
            *place = *old;
        }
        self.journal_length = mark.journal_length;
        self.candidates.restore(point, &mark.candidates);
    }

    /// Gives the turn to the other side without a stone; a second call undoes it.
    pub const fn pass(&mut self) {
        self.board.pass();
    }

    /// Plays a stone for the time of the call only.
    pub fn with_move<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        self.play(point);
        let result = look(self);
        self.undo();
        result
    }

    /// Recomputes one direction of the empty cells around a new stone. Always
    /// inlined, so that each direction is code of its own with constant steps.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a tenth of the speed of play and undo, measured"
    )]
    fn update_line(&mut self, direction: Direction, stone: Point) {
        let line = self.board.line(direction.line(stone));
        let bit = direction.bit(stone);
        let (first, mut empty) = visible_cells(line, bit, self.tables.reach());
        let (tables, cells) = (self.tables, &mut *self.cells);
        let journal = self.journal.as_mut_slice();
        let mut length = self.journal_length;
        while empty != 0 {
            let at = first + empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let offset = (at as isize - bit as isize) * direction.stride();
            let point = Point::from_index((stone.index() as isize + offset) as usize);
            let old = cells[point.index()];
            let pair = tables.line_patterns(line, at);
            let old_pair = old.patterns().get(direction.index());
            // Written in any case, and kept if there was a change: nobody can
            // foretell which, and a wrong guess costs more than a write.
            journal[length] = old;
            length += usize::from(pair != old_pair);
            let mut new = old.with_pair(direction.index(), pair);
            if !threatens_alike(pair, old_pair) {
                new = CellFacts::new(tables, point, new.patterns());
                change_threats(&mut self.threats, old, new);
            }
            cells[point.index()] = new;
        }
        self.journal_length = length;
    }

    /// Overwrites a cell and says what it was.
    fn set_cell(&mut self, point: Point, patterns: PatternPairs) -> CellFacts {
        let new = CellFacts::new(self.tables, point, patterns);
        let old = std::mem::replace(&mut self.cells[point.index()], new);
        if new.has_other_threats(old) {
            change_threats(&mut self.threats, old, new);
        }
        old
    }

    /// What stones on an empty cell would make, from scratch.
    fn compute_patterns(&self, point: Point) -> PatternPairs {
        Direction::ALL
            .into_iter()
            .fold(PatternPairs::default(), |pairs, direction| {
                let line = self.board.line(direction.line(point));
                let pair = self.tables.line_patterns(line, direction.bit(point));
                pairs.with(direction.index(), pair)
            })
    }

    /// The same position made from scratch.
    pub(super) fn recomputed(&self) -> Self {
        Self::new(&self.board, self.rule())
    }

    /// Whether another position knows the same of a cell.
    pub(super) fn same_cell(&self, other: &Self, point: Point) -> bool {
        self.cells[point.index()] == other.cells[point.index()]
    }

    /// Whether another position has the same sets, counts and candidates.
    pub(super) fn same_sets(&self, other: &Self) -> Result<(), String> {
        if self.threats != other.threats {
            return Err("the sets of cells by class differ".to_owned());
        }
        if self.candidates != other.candidates {
            return Err("the candidates differ".to_owned());
        }
        Ok(())
    }
}
