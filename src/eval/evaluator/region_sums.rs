//! Some features of the empty cells summed by region, kept up to date for
//! `evaluator`, and the most that any region has: where on the board most is
//! going on, which a sum over all cells cannot tell.

use crate::eval::head::{
    HALF, REGION_CELL_LIMIT, REGION_CHANNELS, REGION_DIVISOR, REGION_FROM, REGION_HALF,
};
use crate::eval::network::Row;
use crate::eval::regions::Regions;
use crate::types::{BoardSize, Color, Point};

/// The features of a cell or region, Black's perspective first.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct RegionSum([i16; REGION_CHANNELS]);

/// The sums of all regions of the board looked at last.
#[derive(Default)]
pub(super) struct RegionSums {
    regions: Regions,
    /// The sums before each stone that can be taken back, oldest first, and at the
    /// end those of now.
    stack: Vec<RegionSum>,
    /// Where those of now begin.
    from: usize,
}

impl RegionSums {
    /// Begins with a board of which no cell was added.
    pub fn reset(&mut self, size: BoardSize) {
        self.regions = Regions::new(size);
        let empty = RegionSum([0; REGION_CHANNELS]);
        self.stack.clear();
        self.stack.resize(self.regions.count(), empty);
        self.from = 0;
    }

    /// Adds a cell with this sum of rows.
    pub fn add(&mut self, cell: Point, sum: &Row) {
        self.change(cell, &features(sum));
    }

    /// Puts a cell's new sum of rows in the place of the old one.
    #[inline(always)]
    pub fn exchange(&mut self, cell: Point, old: &Row, new: &Row) {
        let mut change = features(new);
        for (change, old) in change.0.iter_mut().zip(features(old).0) {
            *change -= old;
        }
        self.change(cell, &change);
    }

    #[inline(always)]
    fn change(&mut self, cell: Point, change: &RegionSum) {
        let sums = &mut self.stack[self.from..];
        for range in self.regions.of(cell) {
            for sum in &mut sums[range] {
                for (sum, change) in sum.0.iter_mut().zip(change.0) {
                    *sum += change;
                }
            }
        }
    }

    /// Remembers the sums, to come back to them.
    #[inline(always)]
    pub fn keep(&mut self) {
        let from = self.stack.len();
        self.stack.extend_from_within(self.from..);
        self.from = from;
    }

    /// Comes back to the sums kept last.
    #[inline(always)]
    pub fn take_back(&mut self) {
        self.stack.truncate(self.from);
        self.from -= self.regions.count();
    }

    /// The most that any region has of each feature, as the head of a side to move
    /// sees it.
    #[inline(always)]
    pub fn most(&self, us: Color) -> [i16; REGION_CHANNELS] {
        let mut most = [0; REGION_CHANNELS];
        for sum in &self.stack[self.from..] {
            for (most, &sum) in most.iter_mut().zip(&sum.0) {
                *most = sum.max(*most);
            }
        }
        let mut inputs = most.map(|most| most / REGION_DIVISOR as i16);
        if us == Color::White {
            inputs.rotate_left(REGION_HALF);
        }
        inputs
    }
}

/// The features of a cell that count in its regions.
#[inline(always)]
fn features(sum: &Row) -> RegionSum {
    let mut features = [0; REGION_CHANNELS];
    let (black, white) = features.split_at_mut(REGION_HALF);
    black.copy_from_slice(&sum.0[REGION_FROM..HALF]);
    white.copy_from_slice(&sum.0[HALF + REGION_FROM..]);
    for feature in &mut features {
        *feature = (*feature).clamp(0, REGION_CELL_LIMIT);
    }
    RegionSum(features)
}
