//! **enfant**, the child's way (document 001, section 5): "its aim is to win
//! and it has no precise strategy. It picks a column at random and makes it
//! its priority; of course it tries to block an opponent about to win."
//!
//! The document's column, which fills with four stones, is here a window of
//! five cells in any direction that no stone of the opponent bars. The child
//! likes a window that already holds one of its stones, plays cell after cell
//! of it, and looks for another one only when the opponent has spoiled it.
//! Knows nothing of threes, and nothing of what the opponent plans.

use super::Player;
use super::sight::{Window, legal_moves, open_windows, win_or_block};
use crate::board::Board;
use crate::types::{Point, Rule};
use fastrand::Rng;

/// The child, with the line it is set on.
#[derive(Default)]
pub struct Enfant {
    favourite: Option<Window>,
}

impl Player for Enfant {
    fn choose(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> Option<Point> {
        let side = board.side_to_move();
        let moves = legal_moves(rule, board);
        if let Some(point) = win_or_block(rule, board, &moves, random) {
            return Some(point);
        }
        let playable = |window: &Window| -> Vec<Point> {
            let cells = window.iter().copied();
            cells.filter(|cell| moves.contains(cell)).collect()
        };
        let windows = open_windows(board, side);
        self.favourite = self
            .favourite
            .filter(|window| windows.contains(window) && !playable(window).is_empty())
            .or_else(|| {
                pick_window(
                    board,
                    &windows,
                    |window| !playable(window).is_empty(),
                    random,
                )
            });
        let cells = self.favourite.as_ref().map_or(moves.clone(), playable);
        random.choice(cells)
    }
}

/// Any window that can be played in, rather one with a stone of one's own.
fn pick_window(
    board: &Board,
    windows: &[Window],
    is_playable: impl Fn(&Window) -> bool,
    random: &mut Rng,
) -> Option<Window> {
    let own = board.stones(board.side_to_move());
    let begun = |window: &&Window| window.iter().any(|&cell| own.contains(cell));
    let mut liked: Vec<Window> = windows.iter().filter(begun).copied().collect();
    liked.retain(&is_playable);
    if liked.is_empty() {
        liked = windows.to_vec();
        liked.retain(&is_playable);
    }
    random.choice(liked)
}

#[cfg(test)]
mod tests {
    use super::super::test_boards::{answer, board};
    use super::*;

    #[test]
    fn it_wins_rather_than_blocks() {
        for seed in 0..8 {
            let child = Enfant::default();
            assert_eq!(answer(child, &board("a1a3b1b3c1c3d1d3"), seed), "e1");
        }
    }

    #[test]
    fn it_blocks_an_imminent_five() {
        for seed in 0..8 {
            let child = Enfant::default();
            assert_eq!(answer(child, &board("a1h8b1k3c1n9d1"), seed), "e1");
        }
    }

    #[test]
    fn it_sticks_to_its_line_until_the_opponent_spoils_it() {
        let mut child = Enfant::default();
        let random = &mut Rng::with_seed(5);
        let mut board = board("h8a1");
        let first = child
            .choose(&board, Rule::Freestyle, random)
            .expect("a move");
        let line = child.favourite.expect("a favourite");
        assert!(line.contains(&first));
        board.play(first);
        board.play("o15".parse().expect("a point"));
        let second = child
            .choose(&board, Rule::Freestyle, random)
            .expect("a move");
        assert_eq!(child.favourite, Some(line));
        assert!(line.contains(&second));
        let spoiled = line.into_iter().find(|&cell| board.is_empty(cell));
        board.pass();
        board.play(spoiled.expect("an empty cell"));
        child.choose(&board, Rule::Freestyle, random);
        assert_ne!(child.favourite, Some(line));
    }
}
