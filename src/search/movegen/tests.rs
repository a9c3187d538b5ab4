//! Replies to threats, compared with trying every cell of the board.

use super::*;
use crate::board::Board;
use crate::board::zobrist::mix;
use crate::types::{BoardSize, Rule};

/// Random positions of one rule, with many lines in a small space.
fn random_positions(rule: Rule, count: u64) -> impl Iterator<Item = Position> {
    let size = BoardSize::square(12).expect("a valid size");
    (0..count).map(move |seed| {
        let mut position = Position::new(&Board::new(size), rule);
        let stones = 8 + mix(seed) % 40;
        for number in 0..stones {
            let near = position.candidates();
            let cells: Vec<Point> = if near.is_empty() {
                vec![size.center()]
            } else {
                near.iter().collect()
            };
            let pick = mix(seed << 16 | number) as usize % cells.len();
            position.play(cells[pick]);
        }
        position
    })
}

#[test]
fn replies_to_a_four_are_all_cells_that_stop_it() {
    let mut seen = 0;
    for rule in Rule::ALL {
        for mut position in random_positions(rule, 400) {
            let us = position.side_to_move();
            if position.count(us.opponent(), Threat::Five) == 0 {
                continue;
            }
            seen += 1;
            let mut expected: Vec<Point> = position.board().empty().iter().collect();
            expected.retain(|&point| {
                position.is_legal(us, point)
                    && position.with_move(point, |p| p.count(us.opponent(), Threat::Five) == 0)
            });
            assert_eq!(stop_five(&mut position).to_vec(), expected, "{rule}");
        }
    }
    assert!(seen > 200, "only {seen} positions with a four");
}

#[test]
fn replies_to_open_fours_are_all_cells_that_spoil_them() {
    let mut seen = 0;
    for rule in Rule::ALL {
        for mut position in random_positions(rule, 600) {
            let attacker = position.side_to_move().opponent();
            if position.count(attacker, Threat::OpenFour) == 0
                || position.count(attacker, Threat::Five) > 0
            {
                continue;
            }
            seen += 1;
            let found = stop_open_fours(&position);
            let before = *position.cells_with(attacker, Threat::OpenFour);
            for point in position.board().empty().iter() {
                let spoils = position.with_move(point, |after| {
                    before
                        .iter()
                        .all(|cell| after.threat(attacker, cell) != Threat::OpenFour)
                });
                assert_eq!(found.contains(point), spoils, "{rule} {point}");
            }
        }
    }
    assert!(seen > 200, "only {seen} positions with an open three");
}
