//! Random games on all rules and odd sizes: after every play and undo the
//! incremental state must equal one made from scratch, and the tables must
//! agree with the judges.
//!
//! `QUINTE_RANDOM_GAMES` sets the number of games for each rule and size.

use crate::board::Board;
use crate::board::zobrist::mix;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rules;
use crate::types::{BoardSize, Color, Point, Rule};

const SIZES: [(usize, usize); 5] = [(5, 5), (7, 13), (15, 15), (20, 20), (32, 32)];

/// A small generator of repeatable numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % limit as u64) as usize
    }
}

fn games_per_case() -> usize {
    std::env::var("QUINTE_RANDOM_GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2)
}

/// Picks a cell, often near other stones, so that lines arise.
fn random_cell(position: &Position, numbers: &mut Numbers) -> Option<Point> {
    let near: Vec<Point> = position.candidates().iter().collect();
    let all: Vec<Point> = position.board().empty().iter().collect();
    let cells = if near.is_empty() || numbers.below(10) == 0 {
        all
    } else {
        near
    };
    (!cells.is_empty()).then(|| cells[numbers.below(cells.len())])
}

fn random_game(
    rule: Rule,
    size: BoardSize,
    seed: u64,
    visit: &mut dyn FnMut(&mut Position, &mut Numbers),
) {
    let mut numbers = Numbers(seed << 20);
    let mut board = Board::new(size);
    if numbers.below(4) == 0 {
        board.add_wall(size.center());
    }
    let mut position = Position::new(&board, rule);
    let mut played = 0;
    for _ in 0..size.cells().min(150) {
        if played > 0 && numbers.below(5) == 0 {
            position.undo();
            played -= 1;
        } else if let Some(point) = random_cell(&position, &mut numbers) {
            position.play(point);
            played += 1;
        }
        visit(&mut position, &mut numbers);
    }
    for _ in 0..played {
        position.undo();
    }
    assert_eq!(position.board(), &board);
    visit(&mut position, &mut numbers);
}

fn random_games(visit: &mut dyn FnMut(&mut Position, &mut Numbers)) {
    for rule in Rule::ALL {
        for (width, height) in SIZES {
            let size = BoardSize::new(width, height).expect("a valid size");
            for game in 0..games_per_case() {
                random_game(rule, size, game as u64 + 1, visit);
            }
        }
    }
}

#[test]
fn play_and_undo_keep_everything_exact() {
    let mut positions = 0_u64;
    random_games(&mut |position, _| {
        positions += 1;
        if let Err(difference) = position.check() {
            let diagram = crate::board::text::diagram(position.board());
            panic!("{difference} under {}:\n{diagram}", position.rule());
        }
    });
    println!("{positions} positions checked");
}

#[test]
fn tables_agree_with_the_judges() {
    let mut cells = 0_u64;
    random_games(&mut |position, numbers| {
        let empty: Vec<Point> = position.board().empty().iter().collect();
        for _ in 0..8.min(empty.len()) {
            let point = empty[numbers.below(empty.len())];
            cells += 1;
            for color in Color::ALL {
                let (rule, board) = (position.rule(), position.board());
                let wins = rules::wins(rule, board, point, color);
                let foul = rules::foul(rule, board, point, color);
                let diagram = || crate::board::text::diagram(position.board());
                let five = position.threat(color, point) == Threat::Five;
                assert_eq!(five, wins, "{rule} {color} {point}\n{}", diagram());
                let legal = position.clone().is_legal(color, point);
                assert_eq!(
                    legal,
                    foul.is_none(),
                    "{rule} {color} {point} {foul:?}\n{}",
                    diagram()
                );
            }
        }
    });
    println!("{cells} cells compared");
}
