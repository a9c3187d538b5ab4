//! A forced win to its last stone. The search proves a win without always
//! telling the whole line, so the rest is asked for position by position, as
//! long as the limits allow.

use crate::board::Board;
use crate::rules::{Verdict, verdict};
use crate::search::{Control, Limits, Searcher, Silent};
use crate::types::score::is_win;
use crate::types::{Point, Rule};

/// An attack must be proven again without the moves that were looked at around it, so it gets
/// this many times the nodes; it seldom needs them.
const ATTACK_NODES: u64 = 5;
/// No shown line is longer: nobody plays through more.
const LONGEST: usize = 80;

/// Follows a line by which the side to move wins, each further position within a share of
/// the nodes and all of them within the time. Says whether its last stone ends the game.
pub fn whole_line(
    board: &Board,
    rule: Rule,
    line: &[Point],
    searcher: &mut Searcher,
    limits: &Limits,
    control: &Control,
) -> (Vec<Point>, bool) {
    let winner = board.side_to_move();
    let mut board = board.clone();
    let mut moves = Vec::new();
    let mut next = line.to_vec();
    loop {
        for point in next {
            if !board.is_empty(point) {
                return (moves, false);
            }
            let player = board.side_to_move();
            let result = match verdict(rule, &board, point) {
                Verdict::Continues => None,
                Verdict::Wins => Some(player),
                Verdict::Foul(_) => Some(player.opponent()),
                Verdict::Draw => return (moves, false),
            };
            if result.is_some_and(|by| by != winner) {
                return (moves, false);
            }
            board.play(point);
            moves.push(point);
            if result.is_some() {
                return (moves, true);
            }
        }
        if moves.len() >= LONGEST || control.must_stop() {
            return (moves, false);
        }
        let is_attack = board.side_to_move() == winner;
        let limits = Limits {
            started: control.now(),
            max_nodes: limits.max_nodes.map(|nodes| share(nodes, is_attack)),
            ..*limits
        };
        let outcome = searcher.think(&board, rule, &limits, control, &mut Silent);
        let Some(best) = outcome.lines.into_iter().next() else {
            return (moves, false);
        };
        next = if is_attack {
            if !is_win(best.score) {
                return (moves, false);
            }
            best.moves
        } else {
            // Only the reply itself: what the loser hopes for next need not happen.
            best.moves.into_iter().take(1).collect()
        };
        if next.is_empty() {
            return (moves, false);
        }
    }
}

/// The nodes for one further position. A defence that loses anyway is cheap.
fn share(nodes: u64, is_attack: bool) -> u64 {
    if is_attack {
        nodes.saturating_mul(ATTACK_NODES)
    } else {
        (nodes / 2).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::{parse_moves, parse_points};
    use crate::search::SystemClock;
    use crate::types::BoardSize;
    use std::sync::Arc;

    fn follow(moves: &str, line: &str) -> (Vec<Point>, bool) {
        let size = BoardSize::square(15).expect("a size");
        let board = parse_moves(size, moves).expect("moves");
        let line = parse_points(line).expect("a line");
        let control = Control::new(Arc::new(SystemClock::start()));
        let mut searcher = Searcher::new(1 << 20);
        let limits = Limits::nodes(20_000);
        whole_line(
            &board,
            Rule::Freestyle,
            &line,
            &mut searcher,
            &limits,
            &control,
        )
    }

    #[test]
    fn a_first_move_is_followed_to_the_five() {
        let (line, is_whole) = follow("h8a1i8a3j8a5", "k8");
        assert!(is_whole);
        assert_eq!(line.len(), 3);
    }

    #[test]
    fn a_line_that_cannot_be_played_or_does_not_win_is_not_called_whole() {
        assert!(!follow("h8a1i8a3j8a5", "k8k8").1);
        assert!(!follow("h8a1", "i9").1);
    }
}
