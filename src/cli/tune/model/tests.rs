//! Slopes against differences, and the network in integers against the one
//! that was learned.

use super::*;
use crate::board::Board;
use crate::eval::Network;
use crate::eval::evaluator::{Evaluator, LOGIT};
use crate::position::Position;
use crate::types::{BoardSize, Point};

/// Random positions with random targets, and their boards.
fn random_positions(rule: Rule, count: usize) -> (Positions, Vec<Board>) {
    let mut random = fastrand::Rng::with_seed(8);
    let size = BoardSize::square(15).expect("a valid size");
    let mut positions = Positions::default();
    let boards: Vec<Board> = (0..count)
        .map(|_| {
            let mut board = Board::new(size);
            for _ in 0..random.usize(4..40) {
                let cells: Vec<Point> = board.empty().iter().collect();
                board.play(cells[random.usize(..cells.len())]);
            }
            let cells: Vec<Point> = board.empty().iter().collect();
            let best = cells[random.usize(..cells.len())];
            positions.add(rule, &board, random.f32(), Some(best));
            board
        })
        .collect();
    (positions, boards)
}

#[test]
fn slopes_are_those_of_the_loss() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let layout = Layout::new(rule);
        let (positions, _) = random_positions(rule, 6);
        let mut parameters = layout.start(&mut fastrand::Rng::with_seed(2));
        let mut slopes = Slopes::new(&layout);
        let model = Model::new(&layout, &parameters);
        for number in 0..positions.count() {
            model.learn(&positions, number, &mut slopes);
        }
        let mut gradient = vec![0.0; layout.parameters()];
        slopes.to_gradient(&layout, positions.count(), &mut gradient);
        let loss = |parameters: &[f32]| -> f64 {
            let model = Model::new(&layout, parameters);
            let losses = (0..positions.count()).map(|number| {
                let logit = model.predict(&positions, number);
                let rated = model
                    .judge_move(&positions, number)
                    .map_or(0.0, |(loss, _)| loss);
                f64::from(cross_entropy(logit, positions.targets[number]) + MOVE_SHARE * rated)
            });
            losses.sum::<f64>() / positions.count() as f64
        };
        // The parameters that matter most, of every kind.
        let heads = layout.pair_numbers() + layout.row_numbers();
        for kind in [
            0..layout.pair_numbers(),
            layout.pair_numbers()..heads,
            heads..gradient.len(),
        ] {
            let mut steepest: Vec<usize> = kind.collect();
            steepest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
            for &index in &steepest[..10] {
                const STEP: f32 = 0.001;
                let kept = parameters[index];
                let [above, below] = [STEP, -STEP].map(|step| {
                    parameters[index] = kept + step;
                    loss(&parameters)
                });
                parameters[index] = kept;
                let slope = (above - below) / f64::from(2.0 * STEP);
                let wanted = f64::from(gradient[index]);
                assert!(
                    (slope - wanted).abs() < 0.02 + 0.05 * wanted.abs(),
                    "{slope} {wanted}"
                );
            }
        }
    }
}

#[test]
fn the_engine_computes_what_was_learned() {
    for rule in [Rule::Standard, Rule::Renju] {
        let layout = Layout::new(rule);
        let parameters = layout.start(&mut fastrand::Rng::with_seed(5));
        let model = Model::new(&layout, &parameters);
        let network: &'static Network = Box::leak(Box::new(Network::new(rule, &model.to_blocks())));
        let (positions, boards) = random_positions(rule, 40);
        for (number, board) in boards.iter().enumerate() {
            let score =
                Evaluator::with_network(rule, network).evaluate(&Position::new(board, rule));
            let wanted = model.predict(&positions, number) * LOGIT as f32;
            assert!(
                (score as f32 - wanted).abs() < 4.0 + 0.02 * wanted.abs(),
                "{score} {wanted}"
            );
        }
    }
}

#[test]
fn learning_goes_on_from_a_network_as_it_is() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let layout = Layout::new(rule);
        let parameters = layout.start(&mut fastrand::Rng::with_seed(6));
        let blocks = Model::new(&layout, &parameters).to_blocks();
        let resumed = layout.resume(&blocks);
        assert_eq!(resumed.len(), layout.parameters());
        assert_eq!(Model::new(&layout, &resumed).to_blocks(), blocks);
    }
}
