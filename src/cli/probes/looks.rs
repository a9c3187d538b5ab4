//! Looks at a position with more and more nodes, as long as it seems even: most
//! positions are turned down by the first ones, which cost next to nothing.
//! Knows neither how positions are made nor where they are kept.

use crate::board::Board;
use crate::search::{Control, Limits, Line, Question, Searcher, Silent};
use crate::types::{Rule, Score};

/// By how much the nodes of a look exceed those of the look before.
const GROWTH: u64 = 8;
/// Fewer nodes than this tell nothing.
const FEWEST_NODES: u64 = 150;
/// How much wider than the next one's the margin of a look is. With eight times the nodes scores
/// move by about 50 either way; of what lies further from even, too little passes the next look
/// to pay for it.
const WIDER: Score = 25;

/// One look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Its nodes.
    pub nodes: u64,
    /// The largest score, for either side, that passes.
    pub margin: Score,
}

/// The looks that lead up to the last one, which has these nodes and this margin.
pub fn ladder(nodes: u64, within: Score) -> Vec<Look> {
    let mut look = Look {
        nodes,
        margin: within,
    };
    let mut looks = vec![look];
    while look.nodes / GROWTH >= FEWEST_NODES {
        look.nodes /= GROWTH;
        look.margin += WIDER;
        looks.push(look);
    }
    looks.reverse();
    looks
}

/// The number of the first look that a position does not pass; nothing if it
/// passes all. The answer depends on the position alone. A stopped control
/// makes it worthless.
pub fn first_failure(
    board: &Board,
    rule: Rule,
    looks: &[Look],
    searcher: &mut Searcher,
    control: &Control,
) -> Option<usize> {
    // What an earlier position left behind must not change this answer.
    searcher.clear();
    looks.iter().position(|look| {
        let score = score(board, rule, look.nodes, searcher, control);
        score.is_none_or(|score| score.abs() > look.margin)
    })
}

/// What a search of so many nodes thinks of the side to move.
pub fn score(
    board: &Board,
    rule: Rule,
    nodes: u64,
    searcher: &mut Searcher,
    control: &Control,
) -> Option<Score> {
    best(board, rule, nodes, searcher, control).map(|line| line.score)
}

/// The best line that a search of so many nodes finds.
pub fn best(
    board: &Board,
    rule: Rule,
    nodes: u64,
    searcher: &mut Searcher,
    control: &Control,
) -> Option<Line> {
    let question = Question::new(board.clone(), rule, Limits::nodes(nodes));
    let outcome = searcher.think(&question, control, &mut Silent);
    outcome.lines.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_points;
    use crate::search::{SystemClock, TimeBudget};
    use crate::types::BoardSize;
    use std::sync::Arc;

    #[test]
    fn looks_grow_and_their_margins_shrink_to_what_was_asked_for() {
        let looks = ladder(80_000, 50);
        let found: Vec<(u64, Score)> = looks.iter().map(|one| (one.nodes, one.margin)).collect();
        assert_eq!(found, [(156, 125), (1250, 100), (10_000, 75), (80_000, 50)]);
        let single = Look {
            nodes: 20,
            margin: 7,
        };
        assert_eq!(ladder(20, 7), [single]);
    }

    #[test]
    fn a_won_position_fails_at_once_and_the_same_way_each_time() {
        let size = BoardSize::square(15).expect("a valid size");
        let mut board = Board::new(size);
        for point in parse_points("h8a1i8c2j8e1").expect("valid moves") {
            board.play(point);
        }
        let mut searcher = Searcher::new(1 << 20);
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let looks = ladder(20_000, 50);
        let mut ask =
            |looks: &[Look]| first_failure(&board, Rule::Freestyle, looks, &mut searcher, &control);
        assert_eq!(ask(&looks), Some(0));
        assert_eq!(ask(&looks), Some(0));
        let lenient = Look {
            nodes: 300,
            margin: Score::MAX,
        };
        assert_eq!(ask(&[lenient]), None);
    }
}
