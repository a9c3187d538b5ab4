//! What holds for every level: complete, legal games on every rule and on odd
//! sizes, that repeat with the same seed.

use super::*;
use crate::rules::{self, Verdict};
use crate::types::{BoardSize, Color};

/// Plays a level against itself and returns the game; every move is judged.
fn game(document: Document, rule: Rule, size: BoardSize, seed: u64) -> Vec<Point> {
    let mut board = Board::new(size);
    let mut random = Rng::with_seed(seed);
    let mut players = [document.player(), document.player()];
    while !board.empty().is_empty() {
        let color = board.side_to_move();
        let chosen = players[color.index()].choose(&board, rule, &mut random);
        let point = chosen.expect("a cell is empty");
        assert!(board.is_empty(point), "{point} is taken");
        match rules::verdict(rule, &board, point) {
            Verdict::Continues => board.play(point),
            Verdict::Foul(foul) => {
                let is_foul = |cell| rules::foul(rule, &board, cell, color).is_some();
                assert!(board.empty().iter().all(is_foul), "{point}: {foul}");
                break;
            }
            Verdict::Wins | Verdict::Draw => {
                board.play(point);
                break;
            }
        }
    }
    board.history().to_vec()
}

fn sizes() -> [BoardSize; 3] {
    [(5, 5), (6, 9), (11, 7)].map(|(width, height)| BoardSize::new(width, height).expect("a size"))
}

#[test]
fn every_level_plays_whole_legal_games_of_every_rule_that_repeat_with_their_seed() {
    for document in Document::ALL {
        for rule in Rule::ALL {
            for size in sizes() {
                let first = game(document, rule, size, 11);
                assert!(first.len() >= 9, "{document:?} {rule} {size}");
                assert_eq!(
                    first,
                    game(document, rule, size, 11),
                    "{document:?} {rule} {size}"
                );
            }
        }
    }
}

#[test]
fn every_level_answers_on_the_largest_board_and_none_on_a_full_one() {
    let largest = Board::new(BoardSize::square(32).expect("a size"));
    let mut crowded = largest.clone();
    let mut random = Rng::with_seed(3);
    for _ in 0..200 {
        let cells: Vec<Point> = crowded.empty().iter().collect();
        crowded.play(random.choice(cells).expect("an empty cell"));
    }
    let mut full = Board::new(BoardSize::square(5).expect("a size"));
    for cell in full.clone().empty().iter() {
        full.play(cell);
    }
    for document in Document::ALL {
        for board in [&largest, &crowded] {
            let found = document.player().choose(board, Rule::Renju, &mut random);
            assert!(
                found.is_some_and(|point| board.is_empty(point)),
                "{document:?}"
            );
        }
        assert_eq!(
            document.player().choose(&full, Rule::Caro, &mut random),
            None
        );
    }
}

#[test]
fn every_level_plays_around_walls_and_for_white_out_of_turn() {
    let mut board = Board::new(BoardSize::new(7, 5).expect("a size"));
    for x in 0..7 {
        board.add_wall(Point::new(x, 2));
    }
    board.set_side_to_move(Color::White);
    for document in Document::ALL {
        let mut random = Rng::with_seed(1);
        let found = document
            .player()
            .choose(&board, Rule::Standard, &mut random);
        assert!(
            found.is_some_and(|point| board.is_empty(point)),
            "{document:?}"
        );
    }
}
