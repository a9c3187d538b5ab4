//! How good a position is for the side to move, by the network of its rule.
//! Decided games are not its business.
//!
//! The features of the position looked at last are kept, and only what stones
//! came to it since then change is computed anew; what they overwrite goes to a
//! journal, from which they are taken back. Nothing is done for positions that
//! nobody asks about, such as those of the solvers.
//!
//! The unit: a score of 200 is a chance of winning of 1/(1+1/e), 73 %.

#![expect(clippy::inline_always, reason = "compiled twice, see `Work`")]

mod policy;
mod region_sums;

use super::cache::Cache;
use super::head::{
    CHANNELS, HALF, HIDDEN1, Head, INPUTS, PartialSums, UNIT, WEIGHT_UNIT, clipped_relu,
};
use super::network::{FEATURE_DIVISOR, Network, Row};
use super::surroundings::Surroundings;
use crate::board::lines::{LINE_COUNT, visible_cells};
use crate::board::{Board, Direction};
use crate::pattern::RuleTables;
use crate::pattern::rule_tables::boxed_array;
use crate::position::Position;
use crate::types::score::MAX_EVALUATION;
use crate::types::{CELL_COUNT, Color, MAX_SIDE, Point, Processor, Rule, Score, Work};

pub use crate::types::score::LOGIT;
pub use policy::{POLICY_LOGIT, last_stones};
use region_sums::RegionSums;

/// What a stone changed on one line of one cell.
#[derive(Clone, Copy)]
struct Change {
    cell: Point,
    direction: Direction,
    /// The codes of the line.
    before: u16,
    after: u16,
}

/// A stone that was added, with what is needed to take it back.
struct Step {
    stone: Point,
    color: Color,
    /// Where its changes begin.
    from: usize,
    /// The features before it.
    features: [i32; CHANNELS],
}

/// The evaluation of one searching thread.
pub struct Evaluator {
    network: &'static Network,
    tables: &'static RuleTables,
    /// The lines of the board looked at last.
    seen: [[u64; LINE_COUNT]; 2],
    stone_count: usize,
    /// By cell, the codes of its lines. This and the sums are up to date for
    /// empty cells.
    codes: Box<[[u16; 4]; CELL_COUNT]>,
    /// By cell, the sum of the rows of its lines.
    sums: Box<[Row; CELL_COUNT]>,
    /// The sums over the empty cells, negative ones left out.
    features: [i32; CHANNELS],
    /// Some of them by region.
    regions: RegionSums,
    /// The stones added since the last [`reset`](Self::reset), oldest first.
    steps: Vec<Step>,
    /// What they changed.
    changes: Vec<Change>,
    /// For each change the cell's sum before it; what lies behind is of no account.
    old_sums: Vec<Row>,
    /// The first hidden layer of the position with this hash, the last one whose
    /// value was computed: its policy is often asked for next.
    hidden1: Option<(u64, [i16; HIDDEN1])>,
    /// What candidates add to the logits of their neighbours; zeros but while a
    /// policy is computed.
    surroundings: Surroundings<PartialSums>,
    /// Of this rule and network alone.
    cache: Cache,
    processor: Processor,
}

impl Evaluator {
    /// An evaluation under a rule that has seen no position yet.
    pub fn new(rule: Rule) -> Self {
        Self::with_network(rule, Network::of(rule))
    }

    /// The same with another network than the one built in.
    pub fn with_network(rule: Rule, network: &'static Network) -> Self {
        Self {
            network,
            tables: RuleTables::of(rule),
            // As if the board were full of walls.
            seen: [[u64::MAX; LINE_COUNT]; 2],
            stone_count: 0,
            codes: boxed_array(|_| [0; 4]),
            sums: boxed_array(|_| Row([0; CHANNELS])),
            features: [0; CHANNELS],
            regions: RegionSums::default(),
            steps: Vec::new(),
            changes: Vec::new(),
            old_sums: Vec::new(),
            hidden1: None,
            surroundings: Surroundings::default(),
            cache: Cache::new(),
            processor: Processor::present(),
        }
    }

    /// How good the position is for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(known) = self.cache.get(position.hash()) {
            return known;
        }
        let evaluation = self.processor.run(Value {
            evaluator: self,
            position,
        });
        self.cache.put(position.hash(), evaluation);
        evaluation
    }

    #[inline(always)]
    fn compute(&mut self, position: &Position) -> Score {
        self.update(position.board());
        let us = position.side_to_move();
        let inputs = self.head_input(us);
        let head = self.head(us);
        let hidden1 = head.first_hidden(&inputs);
        let value = head.value(&inputs, &hidden1);
        self.hidden1 = Some((position.hash(), hidden1));
        let score = i64::from(value) * i64::from(LOGIT) / i64::from(UNIT * WEIGHT_UNIT);
        (score as Score).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The last layers for a side to move on the board looked at last.
    fn head(&self, us: Color) -> &'static Head {
        self.network.head(us, self.stone_count)
    }

    /// The accumulated features as the head of a side to move sees them.
    #[inline(always)]
    fn head_input(&self, us: Color) -> [i16; INPUTS] {
        let features = oriented(&self.features, us, |feature| {
            clipped_relu(feature / FEATURE_DIVISOR)
        });
        let mut inputs = [0; INPUTS];
        let (of_board, of_regions) = inputs.split_at_mut(CHANNELS);
        of_board.copy_from_slice(&features);
        of_regions.copy_from_slice(&self.regions.most(us));
        inputs
    }

    /// Brings everything up to the stones of the board.
    #[inline(always)]
    fn update(&mut self, board: &Board) {
        let stays = |step: &&Step| board.stones(step.color).contains(step.stone);
        let stay = self.steps.iter().take_while(stays).count();
        while self.steps.len() > stay {
            self.take_back();
        }
        if self.has_more_than(board) {
            self.reset(board);
            return;
        }
        // In the order of play, so that what is taken back first lies on top.
        let missing = board.stone_count() - self.stone_count;
        let stones = board.history().iter().rev();
        let added: smallvec::SmallVec<[Point; 32]> = stones
            .filter(|&&stone| self.is_empty(stone))
            .take(missing)
            .copied()
            .collect();
        for &stone in added.iter().rev() {
            self.add(board, stone);
        }
    }

    /// Whether the board looked at last has stones or walls that this one has
    /// not, or this one other walls.
    #[inline(always)]
    fn has_more_than(&self, board: &Board) -> bool {
        // The first lines are the rows; all of them are looked at, without a
        // way out, so that the compiler can take several at a time.
        let mut more = 0;
        for y in 0..MAX_SIDE {
            let [black, white] = board.line(y);
            let [old_black, old_white] = self.seen_line(y);
            more |= old_black & !black | old_white & !white;
            more |= (black & white) ^ (old_black & old_white);
        }
        more != 0
    }

    fn is_empty(&self, point: Point) -> bool {
        let [black, white] = self.seen_line(Direction::Horizontal.line(point));
        (black | white) >> Direction::Horizontal.bit(point) & 1 == 0
    }

    const fn seen_line(&self, number: usize) -> [u64; 2] {
        [self.seen[0][number], self.seen[1][number]]
    }

    /// Computes everything anew; nothing can be taken back any more.
    fn reset(&mut self, board: &Board) {
        self.steps.clear();
        self.changes.clear();
        self.stone_count = board.stone_count();
        for (color, seen) in self.seen.iter_mut().enumerate() {
            *seen = std::array::from_fn(|number| board.line(number)[color]);
        }
        self.features = [0; CHANNELS];
        self.regions.reset(board.size());
        for point in board.empty().iter() {
            self.compute_cell(point);
        }
    }

    /// Computes an empty cell and adds it to the features.
    fn compute_cell(&mut self, point: Point) {
        let mut sum = Row([0; CHANNELS]);
        for direction in Direction::ALL {
            let line = self.seen_line(direction.line(point));
            let code = self.tables.line_code(line, direction.bit(point));
            self.codes[point.index()][direction.index()] = code as u16;
            let row = self.network.row(code);
            for (sum, number) in sum.0.iter_mut().zip(row.0) {
                *sum += number;
            }
        }
        for (feature, sum) in self.features.iter_mut().zip(sum.0) {
            *feature += i32::from(sum.max(0));
        }
        self.regions.add(point, &sum);
        self.sums[point.index()] = sum;
    }

    /// Adds a stone of the board.
    #[inline(always)]
    fn add(&mut self, board: &Board, stone: Point) {
        let is_black = board.stones(Color::Black).contains(stone);
        let color = if is_black { Color::Black } else { Color::White };
        let from = self.changes.len();
        self.steps.push(Step {
            stone,
            color,
            from,
            features: self.features,
        });
        self.stone_count += 1;
        let words = &mut self.seen[color.index()];
        for direction in Direction::ALL {
            words[direction.line(stone)] |= 1 << direction.bit(stone);
        }
        let sum = &self.sums[stone.index()];
        subtract(&mut self.features, sum);
        self.regions.keep();
        self.regions.exchange(stone, sum, &Row([0; CHANNELS]));
        // One by one, so that each is code of its own with constant steps.
        self.change_line(Direction::Horizontal, stone);
        self.change_line(Direction::Vertical, stone);
        self.change_line(Direction::Diagonal, stone);
        self.change_line(Direction::AntiDiagonal, stone);
        self.apply(from);
    }

    /// Takes the newest stone back.
    #[inline(always)]
    fn take_back(&mut self) {
        let Some(step) = self.steps.pop() else {
            return;
        };
        self.stone_count -= 1;
        let words = &mut self.seen[step.color.index()];
        for direction in Direction::ALL {
            words[direction.line(step.stone)] &= !(1 << direction.bit(step.stone));
        }
        // A stone changes no cell twice: the order is of no account.
        let changes = self.changes[step.from..].iter();
        for (change, sum) in changes.zip(&self.old_sums[step.from..]) {
            self.codes[change.cell.index()][change.direction.index()] = change.before;
            self.sums[change.cell.index()] = *sum;
        }
        self.changes.truncate(step.from);
        self.features = step.features;
        self.regions.take_back();
    }

    /// Writes the new codes of the empty cells that see a new stone in one
    /// direction, and notes the changes.
    #[inline(always)]
    fn change_line(&mut self, direction: Direction, stone: Point) {
        let line = self.seen_line(direction.line(stone));
        let bit = direction.bit(stone);
        let (first, mut empty) = visible_cells(line, bit, self.tables.reach());
        while empty != 0 {
            let at = first + empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let offset = (at as isize - bit as isize) * direction.stride();
            let cell = Point::from_index((stone.index() as isize + offset) as usize);
            let after = self.tables.line_code(line, at) as u16;
            let code = &mut self.codes[cell.index()][direction.index()];
            let before = std::mem::replace(code, after);
            if before != after {
                self.changes.push(Change {
                    cell,
                    direction,
                    before,
                    after,
                });
            }
        }
    }

    /// Brings sums and features up to the changes from an index on.
    #[inline(always)]
    fn apply(&mut self, from: usize) {
        let changes = &self.changes[from..];
        if self.old_sums.len() < self.changes.len() {
            self.old_sums
                .resize(2 * self.changes.len(), Row([0; CHANNELS]));
        }
        let most = self.network.changes_in_16_bits();
        let old_sums = self.old_sums[from..].chunks_mut(most);
        for (changes, old_sums) in changes.chunks(most).zip(old_sums) {
            let mut total = [0; CHANNELS];
            for (change, old_sum) in changes.iter().zip(old_sums) {
                let sum = &mut self.sums[change.cell.index()];
                *old_sum = *sum;
                let new = self.network.row(change.after as usize);
                let old = self.network.row(change.before as usize);
                exchange(&mut total, sum, new, old);
                self.regions.exchange(change.cell, old_sum, sum);
            }
            for (feature, change) in self.features.iter_mut().zip(total) {
                *feature += i32::from(change);
            }
        }
    }
}

/// [`Evaluator::compute`] as work for a processor.
struct Value<'a> {
    evaluator: &'a mut Evaluator,
    position: &'a Position,
}

impl Work for Value<'_> {
    type Result = Score;

    #[inline(always)]
    fn run(self) -> Score {
        self.evaluator.compute(self.position)
    }
}

/// These channels with the perspective of the side to move first; or the other
/// way round, since halves that change places twice are where they were.
#[inline(always)]
fn oriented<T: Copy>(
    channels: &[T; CHANNELS],
    us: Color,
    input: impl Fn(T) -> i16,
) -> [i16; CHANNELS] {
    let mut inputs = [0; CHANNELS];
    let (own, other) = inputs.split_at_mut(HALF);
    let (black, white) = match us {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    // Whole halves, so that the compiler can take many channels at a time.
    for index in 0..HALF {
        black[index] = input(channels[index]);
    }
    for index in 0..HALF {
        white[index] = input(channels[HALF + index]);
    }
    inputs
}

/// Takes a cell out of the features.
#[inline(always)]
fn subtract(features: &mut [i32; CHANNELS], sum: &Row) {
    for (feature, sum) in features.iter_mut().zip(sum.0) {
        *feature -= i32::from(sum.max(0));
    }
}

/// Exchanges a row in a cell's sum and adds what that does to the features to
/// a total.
#[inline(always)]
fn exchange(total: &mut [i16; CHANNELS], sum: &mut Row, new: &Row, old: &Row) {
    let rows = new.0.iter().zip(&old.0);
    for ((total, sum), (new, old)) in total.iter_mut().zip(&mut sum.0).zip(rows) {
        let after = *sum + (new - old);
        *total += after.max(0) - (*sum).max(0);
        *sum = after;
    }
}

#[cfg(test)]
mod tests;
