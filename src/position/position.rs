//! The incremental core: for every empty cell, colour and direction what a
//! stone would make there, the class of every cell, sets and counts of cells
//! by class, the sum of cell values, and the candidate cells.
//!
//! `play` recomputes only the cells that the stone can touch, and of those
//! touches only the ones that changed; what it overwrote goes to a journal
//! from which `undo` restores it.

use super::candidates::{Candidates, Saved};
use super::values::{CellTable, Urgency, Values};
use crate::board::{Bitboard, Board, Direction};
use crate::pattern::line::CellPatterns;
use crate::pattern::{LinePattern, RuleTables, Threat};
use crate::types::{BoardSize, CELL_COUNT, Color, Point, Rule};

/// What is known of one empty cell; for stones and walls, nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CellState {
    patterns: [CellPatterns; 2],
    values: [Values<i16>; 2],
    threats: [Threat; 2],
}

const NOTHING: CellState = CellState {
    patterns: [CellPatterns(0); 2],
    values: [Values {
        to_move: 0,
        waiting: 0,
    }; 2],
    threats: [Threat::Quiet; 2],
};

/// A cell as it was before the newest move.
#[derive(Clone, Copy)]
struct Overwritten {
    point: Point,
    state: CellState,
}

/// What `undo` needs beside the overwritten cells.
#[derive(Clone, Copy)]
struct Mark {
    journal_length: usize,
    values: [Values<i32>; 2],
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

/// A board with everything the search asks about it.
#[derive(Clone)]
pub struct Position {
    board: Board,
    tables: &'static RuleTables,
    meanings: &'static CellTable,
    cells: Box<[CellState; CELL_COUNT]>,
    threats: [ThreatSets; 2],
    values: [Values<i32>; 2],
    candidates: Candidates,
    journal: Vec<Overwritten>,
    marks: Vec<Mark>,
}

impl Position {
    /// The position on a board, under the rule of the table.
    pub fn new(board: &Board, meanings: &'static CellTable) -> Self {
        let mut position = Self {
            board: board.clone(),
            tables: meanings.rules(),
            meanings,
            cells: Box::new([NOTHING; CELL_COUNT]),
            threats: [ThreatSets::EMPTY; 2],
            values: [Values::default(); 2],
            candidates: Candidates::none(),
            journal: Vec::with_capacity(4096),
            marks: Vec::with_capacity(board.size().cells()),
        };
        for &stone in board.history() {
            position.candidates.add(stone);
        }
        for point in board.empty().iter() {
            position.set_cell(point, position.compute_patterns(point));
        }
        // The stones so far are given: there is nothing to undo yet.
        position.journal.clear();
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
        self.cells[point.index()].threats[color.index()]
    }

    /// What a stone of this colour on the cell would make in each direction.
    pub const fn patterns(&self, color: Color, point: Point) -> CellPatterns {
        self.cells[point.index()].patterns[color.index()]
    }

    /// The cells of one class, which must not be [`Threat::Quiet`].
    pub const fn cells_with(&self, color: Color, threat: Threat) -> &Bitboard {
        &self.threats[color.index()].sets[threat.index()]
    }

    /// Number of cells of one class, which must not be [`Threat::Quiet`].
    pub const fn count(&self, color: Color, threat: Threat) -> usize {
        self.threats[color.index()].counts[threat.index()] as usize
    }

    /// The sums of the cell values of one colour.
    pub const fn values(&self, color: Color) -> Values<i32> {
        self.values[color.index()]
    }

    /// How much a stone on the empty cell is worth trying, going by what this
    /// colour could make there.
    pub fn urgency(&self, color: Color, point: Point) -> Urgency {
        self.meanings.urgency(color, self.patterns(color, point))
    }

    /// What the turn is worth to the side to move.
    pub const fn tempo(&self) -> i16 {
        self.meanings.tempo(self.side_to_move())
    }

    /// The empty cells near stones.
    pub fn candidates(&self) -> Bitboard {
        self.candidates.to_set() & *self.board.empty()
    }

    /// Puts a stone of the side to move on an empty cell.
    pub fn play(&mut self, point: Point) {
        self.marks.push(Mark {
            journal_length: self.journal.len(),
            values: self.values,
            candidates: self.candidates.add(point),
        });
        self.board.play(point);
        self.set_cell(point, NOTHING.patterns);
        for direction in Direction::ALL {
            self.update_line(direction, point);
        }
    }

    /// Takes the newest stone back.
    ///
    /// # Panics
    /// If no stone was played since the position was made.
    pub fn undo(&mut self) {
        let mark = self.marks.pop().expect("undo follows a play");
        let point = self.board.last_move().expect("undo follows a play");
        self.board.undo();
        while self.journal.len() > mark.journal_length {
            let Some(Overwritten { point, state }) = self.journal.pop() else {
                break;
            };
            let cell = &mut self.cells[point.index()];
            for (color, sets) in self.threats.iter_mut().enumerate() {
                let (from, to) = (cell.threats[color], state.threats[color]);
                if from != to {
                    sets.change(point, from, to);
                }
            }
            *cell = state;
        }
        self.values = mark.values;
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

    /// Recomputes one direction of the empty cells around a new stone.
    fn update_line(&mut self, direction: Direction, stone: Point) {
        let line = self.board.line(direction.line(stone));
        let bit = direction.bit(stone);
        for step in [1, -1] {
            let mut point = stone.index() as isize;
            let mut at = bit as isize;
            let mut seen = [false; 2];
            for _ in 0..self.tables.reach() {
                at += step;
                point += step * direction.stride();
                let [black, white] = line.map(|word| word >> at & 1 == 1);
                if black || white {
                    // Neither colour sees past a stone of the other: behind
                    // one of each, the new stone changes nothing any more.
                    seen = [seen[0] || black, seen[1] || white];
                    if seen == [true; 2] {
                        break;
                    }
                    continue;
                }
                let patterns = self.tables.line_patterns(line, at as usize);
                self.set_patterns(Point::from_index(point as usize), direction, patterns);
            }
        }
    }

    /// Notes what a stone on the cell makes in one direction.
    #[inline]
    fn set_patterns(&mut self, point: Point, direction: Direction, patterns: [LinePattern; 2]) {
        let old = self.cells[point.index()].patterns;
        let new = [
            old[0].with(direction.index(), patterns[0]),
            old[1].with(direction.index(), patterns[1]),
        ];
        if new != old {
            self.set_cell(point, new);
        }
    }

    /// Overwrites a cell, journalled.
    #[inline]
    fn set_cell(&mut self, point: Point, patterns: [CellPatterns; 2]) {
        let cell = &mut self.cells[point.index()];
        self.journal.push(Overwritten {
            point,
            state: *cell,
        });
        for color in Color::ALL {
            let index = color.index();
            if cell.patterns[index] == patterns[index] {
                continue;
            }
            let meaning = self.meanings.meaning(color, patterns[index]);
            self.values[index].exchange(cell.values[index], meaning.values);
            if cell.threats[index] != meaning.threat {
                self.threats[index].change(point, cell.threats[index], meaning.threat);
            }
            cell.patterns[index] = patterns[index];
            cell.values[index] = meaning.values;
            cell.threats[index] = meaning.threat;
        }
    }

    /// What stones on an empty cell would make, from scratch.
    fn compute_patterns(&self, point: Point) -> [CellPatterns; 2] {
        let mut cell = [CellPatterns::default(); 2];
        for direction in Direction::ALL {
            let line = self.board.line(direction.line(point));
            let patterns = self.tables.line_patterns(line, direction.bit(point));
            for (packed, pattern) in cell.iter_mut().zip(patterns) {
                *packed = packed.with(direction.index(), pattern);
            }
        }
        cell
    }

    /// The same position made from scratch.
    pub(super) fn recomputed(&self) -> Self {
        Self::new(&self.board, self.meanings)
    }

    /// Whether another position knows the same of a cell.
    pub(super) fn same_cell(&self, other: &Self, point: Point) -> bool {
        self.cells[point.index()] == other.cells[point.index()]
    }

    /// Whether another position has the same sets, counts, sums and candidates.
    pub(super) fn same_sums(&self, other: &Self) -> Result<(), String> {
        if self.threats != other.threats {
            return Err("the sets of cells by class differ".to_owned());
        }
        if self.values != other.values {
            return Err(format!(
                "values {:?}, from scratch {:?}",
                self.values, other.values
            ));
        }
        if self.candidates != other.candidates {
            return Err("the candidates differ".to_owned());
        }
        Ok(())
    }
}
