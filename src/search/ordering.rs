//! Which move to try first: scores for a list of moves and a picker that takes
//! the best one left. Never calls the search.

use super::history::History;
use super::params::Params;
use super::urgency;
use crate::pattern::Threat;
use crate::position::Position;
use crate::types::Point;

/// A move with its score; higher is tried earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub point: Point,
    /// Its score.
    pub score: i32,
}

/// What moves are ordered by beside statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The network's policy logits, which the moves have as their scores so far.
    Policy,
    /// The patterns of both colours: under attack, where the network has
    /// learned nothing.
    Patterns,
}

/// Scores moves by the basis and by what worked before.
pub fn score_moves(
    moves: &mut [ScoredMove],
    basis: Basis,
    position: &Position,
    history: &History,
    params: &Params,
) {
    let us = position.side_to_move();
    let previous = position.board().last_move();
    for scored in moves {
        let point = scored.point;
        let bonus = threat_bonus(position.threat(us, point));
        let value = match basis {
            Basis::Policy => {
                scored.score * params.order_policy + bonus * params.order_threat / 1000
            }
            Basis::Patterns => {
                let attack = i32::from(urgency::attack(position, us, point));
                let defence = i32::from(urgency::defence(position, us.opponent(), point));
                attack * params.order_attack + defence * params.order_defence + bonus
            }
        };
        scored.score = value + history.score(us, previous, point) * 1000 / params.order_history;
    }
}

/// Moves that force come before moves that do not.
const fn threat_bonus(threat: Threat) -> i32 {
    match threat {
        Threat::FourThree => 200_000,
        Threat::DoubleThree => 80_000,
        Threat::Four => 20_000,
        Threat::OpenThree => 10_000,
        _ => 0,
    }
}

/// Brings the best of the moves from an index on to that place, if there is
/// one; equal scores go by point.
pub fn pick_best(moves: &mut [ScoredMove], from: usize) -> Option<ScoredMove> {
    let left = moves.get_mut(from..)?;
    let (mut best, mut most) = (0, i64::MIN);
    for (index, scored) in left.iter().enumerate() {
        let rank = rank(*scored);
        best = if rank > most { index } else { best };
        most = rank.max(most);
    }
    if best < left.len() {
        left.swap(0, best);
    }
    left.first().copied()
}

/// Score and point in one number, the larger the better: one comparison instead
/// of two that wait for each other.
fn rank(scored: ScoredMove) -> i64 {
    i64::from(scored.score) * (1 << 16) - scored.point.index() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_best_first_and_ties_by_point() {
        let scored = |x, score| ScoredMove {
            point: Point::new(x, 0),
            score,
        };
        let mut moves = vec![scored(4, 1), scored(3, 7), scored(2, 1), scored(1, 7)];
        let order: Vec<_> = (0..5)
            .map(|from| pick_best(&mut moves, from).map(|scored| scored.point.x()))
            .collect();
        assert_eq!(order, [Some(1), Some(3), Some(2), Some(4), None]);
    }
}
