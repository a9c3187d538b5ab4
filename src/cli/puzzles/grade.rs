//! How hard a puzzle is: how long it is, whether threes are needed, and what a
//! player sees who searches little. Proves nothing.

use crate::board::{Bitboard, Board};
use crate::cli::probes::looks;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::search::{Control, Limits, Question, RootMoves, Searcher, Silent};
use crate::types::score::is_win;
use crate::types::{Point, Rule};

/// The easiest grade and the hardest one.
pub const GRADES: std::ops::RangeInclusive<u8> = 1..=5;
/// Nodes of the searches that are asked for the first move.
const RUNGS: [u64; 5] = [100, 400, 1_600, 6_400, 25_600];

/// What players see who search little, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whether the network's policy has the right move first.
    pub guessed: bool,
    /// The fewest nodes with which the right move is chosen, there and with all that are more.
    pub seen_at: Option<u64>,
}

/// Looks at positions with little effort.
pub struct Onlooker<'a> {
    /// Who searches.
    pub searcher: &'a mut Searcher,
    /// By what a search is stopped; its answers are worthless then.
    pub control: &'a Control,
}

impl Onlooker<'_> {
    /// What is seen of a position whose right move is known.
    pub fn sight(&mut self, board: &Board, rule: Rule, right: Point) -> Sight {
        let missed = RUNGS.iter().rposition(|&nodes| {
            self.searcher.clear();
            let line = looks::best(board, rule, nodes, self.searcher, self.control);
            line.and_then(|line| line.moves.first().copied()) != Some(right)
        });
        let seen = missed.map_or(0, |missed| missed + 1);
        Sight {
            guessed: guess(board, rule) == Some(right),
            seen_at: RUNGS.get(seen).copied(),
        }
    }

    /// Whether a search of so many nodes proves a win that begins with none of these moves.
    pub fn wins_without(
        &mut self,
        board: &Board,
        rule: Rule,
        barred: &[Point],
        nodes: u64,
    ) -> bool {
        let barred: Bitboard = barred.iter().copied().collect();
        if (*board.empty() & !barred).is_empty() {
            return false;
        }
        let limits = Limits {
            root_moves: RootMoves {
                barred,
                ..RootMoves::ALL
            },
            ..Limits::nodes(nodes)
        };
        self.searcher.clear();
        let question = Question::new(board.clone(), rule, limits);
        let outcome = self.searcher.think(&question, self.control, &mut Silent);
        outcome.lines.first().is_some_and(|line| is_win(line.score))
    }
}

/// The move that the network's policy likes best.
fn guess(board: &Board, rule: Rule) -> Option<Point> {
    let mut position = Position::new(board, rule);
    let us = position.side_to_move();
    let mut moves: Vec<(Point, i32)> = position.candidates().iter().map(|p| (p, 0)).collect();
    moves.retain(|&(point, _)| position.is_legal(us, point));
    let logits = moves.iter_mut().map(|(point, logit)| (*point, logit));
    Evaluator::new(rule).policy(&position, logits);
    let best = moves
        .into_iter()
        .max_by_key(|&(point, logit)| (logit, std::cmp::Reverse(point)));
    best.map(|(point, _)| point)
}

/// The grade, from 1 to 5: points for the length, for threes, and for what is hard to see.
pub fn grade(length: usize, fours_only: bool, sight: Sight) -> u8 {
    let long = match length {
        0..=4 => 0,
        5..=6 => 1,
        7..=9 => 2,
        _ => 3,
    };
    let hidden = match sight.seen_at {
        Some(nodes) if nodes <= RUNGS[1] => 0,
        Some(_) => 1,
        None => 2,
    };
    let points = long + u8::from(!fours_only) + hidden + u8::from(!sight.guessed);
    points.clamp(*GRADES.start(), *GRADES.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::search::{SystemClock, TimeBudget};
    use crate::types::BoardSize;
    use std::sync::Arc;

    #[test]
    fn longer_and_hidden_solutions_are_harder() {
        let plain = Sight {
            guessed: true,
            seen_at: Some(100),
        };
        let hidden = Sight {
            guessed: false,
            seen_at: None,
        };
        assert_eq!(grade(3, true, plain), 1);
        assert_eq!(grade(5, true, plain), 1);
        assert_eq!(grade(5, false, plain), 2);
        assert_eq!(grade(8, false, plain), 3);
        assert_eq!(grade(3, true, hidden), 3);
        assert_eq!(grade(12, false, hidden), 5);
        for length in 3..15 {
            for fours_only in [true, false] {
                let step = |sight| grade(length, fours_only, sight);
                assert!(step(plain) <= step(hidden));
                assert!(grade(length + 1, fours_only, plain) >= step(plain));
                assert!(GRADES.contains(&step(plain)));
            }
        }
    }

    #[test]
    fn onlookers_see_an_open_three_and_no_other_win_without_it() {
        let size = BoardSize::square(15).expect("a size");
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let mut onlooker = Onlooker {
            searcher: &mut Searcher::new(1 << 20),
            control: &control,
        };
        let board = parse_moves(size, "h8a1i8a3j8a5").expect("moves");
        let point = |name: &str| name.parse::<Point>().expect("a point");
        let ends = [point("g8"), point("k8")];
        assert!(onlooker.wins_without(&board, Rule::Freestyle, &ends[..1], 2_000));
        let fours = ["f8", "g8", "k8", "l8"].map(point);
        assert!(!onlooker.wins_without(&board, Rule::Freestyle, &fours, 300));
        let sight = onlooker.sight(&board, Rule::Freestyle, point("a15"));
        assert_eq!(sight.seen_at, None, "nobody plays in the corner");
        assert!(!sight.guessed);
    }
}
