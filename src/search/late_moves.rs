//! Late moves: how many are tried at all (late move pruning, LMP) and how much
//! less deep (late move reductions, LMR). Searches nothing.

use super::node::{Danger, Node, NodeKind, PLY};
use super::params::Params;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::types::Point;

/// Reductions are tabulated up to this depth and this many moves.
const TABULATED: usize = 64;
/// Stones this near can work together.
const NEAR: usize = 4;

/// Plies taken off late moves, in thousandths, by depth and number of the move.
pub(super) type Reductions = Box<[[i32; TABULATED]; TABULATED]>;

/// The reductions by these parameters.
pub(super) fn reductions(params: &Params) -> Reductions {
    let logs: [i32; TABULATED] = std::array::from_fn(natural_log);
    let mut table = Box::new([[0; TABULATED]; TABULATED]);
    for (row, depth_log) in table.iter_mut().zip(logs).skip(1) {
        for (entry, number_log) in row.iter_mut().zip(logs).skip(1) {
            let product = depth_log * number_log / 1000;
            *entry = params.reduction_base + params.reduction_factor * product / 1000;
        }
    }
    table
}

/// The natural logarithm in thousandths, by integers only, so that every
/// machine searches the same tree; 0 for 0.
fn natural_log(number: usize) -> i32 {
    const EULER: i64 = 577_216;
    // ln(n) is the sum of 1/k below n minus a constant; for table entries
    // the harmonic sum with its correction terms is exact enough.
    let n = number.max(1) as i64;
    let harmonic: i64 = (1..=n).map(|k| 1_000_000 / k).sum();
    let log = harmonic - EULER - 500_000 / n + 83_333 / (n * n);
    (log / 1000).max(0) as i32
}

impl Worker<'_> {
    /// Step 12: how many moves are tried at this depth.
    pub(super) fn late_move_limit(&self, depth: i32, is_improving: bool) -> usize {
        let plies = (depth / PLY).max(1);
        let growth = plies * (self.params.late_move_linear + plies * self.params.late_move_factor);
        let count = self.params.late_move_base + growth / 1000;
        (if is_improving { count } else { count / 2 }) as usize
    }

    /// Step 14: how much less deep the move with the present number is searched at first.
    pub(super) fn reduction<N: NodeKind>(&self, node: &Node, point: Point, threat: Threat) -> i32 {
        let us = self.position.side_to_move();
        let blocks = self.position.threat(us.opponent(), point) >= Threat::OpenThree;
        let row = &self.reductions[((node.depth / PLY) as usize).min(TABULATED - 1)];
        let mut reduction = row[node.move_count.min(TABULATED - 1)];
        if !node.is_improving && reduction > PLY {
            reduction += self.params.reduction_worsening;
        }
        if node.is_cut {
            reduction += self.params.reduction_cut;
        }
        if N::IS_PV {
            reduction -= PLY;
        }
        let learned = self.memory.history.score(us, node.previous, point);
        reduction -= learned * PLY / self.params.reduction_history;
        if threat == Threat::Quiet && !blocks {
            reduction += self.params.reduction_quiet;
        }
        let own_last = node.ply.checked_sub(2).map(|ply| self.stack[ply]);
        if node.danger == Danger::OpenFour && !blocks {
            // A four that only puts off the answer.
            let is_far =
                |other: Option<Point>| other.is_none_or(|other| point.distance(other) > NEAR);
            if is_far(node.previous) {
                reduction += self.params.reduction_delay;
            }
            if is_far(own_last.and_then(|entry| entry.moved)) {
                reduction += self.params.reduction_delay / 2;
            }
        }
        let attacks = |threat| threat >= Threat::OpenThree;
        let goes_on = own_last.is_some_and(|entry| attacks(entry.threat)) && attacks(threat);
        if node.danger == Danger::None && goes_on {
            reduction -= self.params.reduction_attack;
        }
        reduction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        for number in 1..TABULATED {
            let exact = (number as f64).ln() * 1000.0;
            assert!(
                (f64::from(natural_log(number)) - exact).abs() < 12.0,
                "{number}"
            );
        }
    }

    #[test]
    fn nothing_is_taken_off_where_there_is_no_depth_or_no_move() {
        let table = reductions(&Params::default());
        assert!(table[0].iter().all(|&reduction| reduction == 0));
        assert!(table.iter().all(|row| row[0] == 0));
        assert!(table[20][20] > table[5][5]);
    }
}
