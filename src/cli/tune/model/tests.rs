//! Slopes against differences, and the network in integers against the one
//! that was learned.

use super::*;
use crate::board::{Board, Direction};
use crate::eval::Network;
use crate::eval::evaluator::{Evaluator, LOGIT, POLICY_LOGIT};
use crate::pattern::RuleTables;
use crate::position::Position;
use crate::types::{BoardSize, Point, Rule};

/// Random positions with random targets, and their boards.
fn random_positions(rule: Rule, count: usize) -> (Positions, Vec<Board>) {
    let mut random = fastrand::Rng::with_seed(8);
    let size = BoardSize::square(15).expect("a valid size");
    let mut positions = Positions::default();
    let boards: Vec<Board> = (0..count)
        .map(|_| {
            let mut board = Board::new(size);
            for _ in 0..random.usize(4..70) {
                let cells: Vec<Point> = board.empty().iter().collect();
                board.play(cells[random.usize(..cells.len())]);
            }
            let cells: Vec<Point> = board.empty().iter().collect();
            let best = cells[random.usize(..cells.len())];
            positions.add(&Position::new(&board, rule), random.f32(), Some(best));
            board
        })
        .collect();
    (positions, boards)
}

#[test]
fn gradients_are_those_of_the_loss() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let layout = Layout::new(rule);
        let (positions, _) = random_positions(rule, 6);
        let mut parameters = random_parameters(&layout, 2);
        let mut gradients = Gradients::new(&layout);
        let model = Model::new(&layout, &parameters);
        for number in 0..positions.count() {
            model.learn(&positions, number, &mut gradients);
        }
        let mut gradient = vec![0.0; layout.parameters()];
        gradients.add_to(&layout, positions.count(), &mut gradient);
        let loss = |parameters: &[f32]| -> f64 {
            let model = Model::new(&layout, parameters);
            let losses = (0..positions.count()).map(|number| {
                let logit = model.predict(&positions, number);
                let rated = model
                    .judge_move(&positions, number)
                    .map_or(0.0, |(loss, _)| loss);
                f64::from(cross_entropy(logit, positions.targets[number]) + POLICY_WEIGHT * rated)
            });
            losses.sum::<f64>() / positions.count() as f64
        };
        // The parameters that matter most, of every kind.
        let sections = layout.split(&gradient);
        let (pairs, heads) = (sections.pairs.len(), gradient.len() - sections.heads.len());
        for kind in [0..pairs, pairs..heads, heads..gradient.len()] {
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
                let measured = (above - below) / f64::from(2.0 * STEP);
                let wanted = f64::from(gradient[index]);
                assert!(
                    (measured - wanted).abs() < 0.02 + 0.05 * wanted.abs(),
                    "{measured} {wanted}"
                );
            }
        }
    }
}

/// A first guess with small random numbers also where learning begins with zero.
fn random_parameters(layout: &Layout, seed: u64) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut parameters = layout.start(&mut random);
    for number in layout.split_mut(&mut parameters).heads {
        *number += (random.f32() - 0.5) * 0.1;
    }
    parameters
}

#[test]
fn the_engine_computes_what_was_learned() {
    for rule in [Rule::Standard, Rule::Renju] {
        let layout = Layout::new(rule);
        let model = Model::new(&layout, &random_parameters(&layout, 5));
        let network: &'static Network = Box::leak(Box::new(Network::new(rule, &model.to_blocks())));
        let (positions, boards) = random_positions(rule, 40);
        for (number, board) in boards.iter().enumerate() {
            let position = Position::new(board, rule);
            let mut evaluator = Evaluator::with_network(rule, network);
            // Quantised weights differ by up to 1/1024; a logit is a sum of many.
            let near = |computed: i32, logit: f32, unit: i32| {
                let wanted = logit * unit as f32;
                let slack = 0.1 * unit as f32 + 0.02 * wanted.abs();
                let error = (computed as f32 - wanted).abs();
                assert!(error < slack, "{computed} {wanted}");
            };
            let score = evaluator.evaluate(&position);
            near(score, model.predict(&positions, number), LOGIT);
            let tables = RuleTables::of(rule);
            let sees_stones = |&point: &Point| {
                Direction::ALL.into_iter().any(|direction| {
                    let line = board.line(direction.line(point));
                    tables.code_has_stones(tables.line_code(line, direction.bit(point)))
                })
            };
            let cells: Vec<Point> = board.empty().iter().filter(sees_stones).collect();
            let mut logits = vec![0; cells.len()];
            evaluator.policy(&position, cells.iter().copied().zip(&mut logits));
            let mut sums = Vec::new();
            let activations = model.forward(&positions, number, &mut sums);
            let wanted = model.policy(&positions, number, &activations, &sums);
            assert_eq!(
                logits.len(),
                wanted.len(),
                "every cell has stones on its lines"
            );
            for (logit, wanted) in logits.into_iter().zip(wanted) {
                near(logit, wanted, POLICY_LOGIT);
            }
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
