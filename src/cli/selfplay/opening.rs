//! Random openings that are roughly balanced: stones anywhere on the board, kept
//! only if a short search sees no clear advantage.

use crate::cli::arena::openings::stones::Style;
use crate::cli::probes::looks::score;
use crate::search::{Control, Searcher};
use crate::types::{BoardSize, Point, Rule, Score};

/// Where tournaments begin, edges and corners too: that is what the evaluation
/// must know.
const STYLE: Style = Style::TOURNAMENT;
/// The largest score, in units of the evaluation, of a balanced opening.
const BALANCED: Score = 100;
/// Nodes of the search that judges an opening.
const JUDGING_NODES: u64 = 4000;

/// A balanced opening on an empty board.
pub fn random_opening(
    random: &mut fastrand::Rng,
    rule: Rule,
    size: BoardSize,
    searcher: &mut Searcher,
    control: &Control,
) -> Vec<Point> {
    loop {
        let Some(board) = STYLE.stones(random, rule, size) else {
            continue;
        };
        let score = score(&board, rule, JUDGING_NODES, searcher, control);
        let balanced = score.is_some_and(|score| score.abs() <= BALANCED);
        if balanced || control.is_stopped() {
            return board.history().to_vec();
        }
    }
}
