//! The features kept from position to position against those of a fresh
//! start without wide instructions, and against the plain sum that they
//! stand for.

use super::policy::POLICY_DIVISOR;
use super::*;
use crate::eval::head::{
    NEAR_HALF, REGION_CELL_LIMIT, REGION_CHANNELS, REGION_DIVISOR, REGION_FROM, REGION_HALF,
};
use crate::eval::network::tests::random_blocks;
use crate::eval::offset::offset_class;
use crate::types::{BoardSize, Color};

const SIZES: [(usize, usize); 4] = [(5, 5), (7, 13), (15, 15), (32, 32)];

/// A network of random numbers, which no symmetry makes right by chance.
fn random_network(rule: Rule) -> &'static Network {
    Box::leak(Box::new(Network::new(rule, &random_blocks(rule, 9))))
}

/// The sum of a cell by its definition.
fn plain_sum(network: &Network, board: &Board, rule: Rule, point: Point) -> [i32; CHANNELS] {
    let rows = Direction::ALL.map(|direction| {
        let line = board.line(direction.line(point));
        network.row(RuleTables::of(rule).line_code(line, direction.bit(point)))
    });
    std::array::from_fn(|channel| rows.iter().map(|row| i32::from(row.0[channel])).sum())
}

/// The features by their definition.
fn plain_features(network: &Network, board: &Board, rule: Rule) -> [i32; CHANNELS] {
    let mut features = [0; CHANNELS];
    for point in board.empty().iter() {
        let sum = plain_sum(network, board, rule, point);
        for (feature, sum) in features.iter_mut().zip(sum) {
            *feature += sum.max(0);
        }
    }
    features
}

/// The most that any region has of each feature, by the definition.
fn plain_most(network: &Network, board: &Board, rule: Rule, us: Color) -> [i16; REGION_CHANNELS] {
    let starts = |side: usize| (0..=side - 5 - (side + 1) % 2).step_by(2);
    let width = |side: usize| 5 + (side + 1) % 2;
    let size = board.size();
    let channels = (REGION_FROM..HALF).chain(HALF + REGION_FROM..CHANNELS);
    let mut channels: Vec<usize> = channels.collect();
    if us == Color::White {
        channels.rotate_left(REGION_HALF);
    }
    let mut most = [0; REGION_CHANNELS];
    for x in starts(size.width()) {
        for y in starts(size.height()) {
            let cells = board.empty().iter().filter(|cell| {
                (x..x + width(size.width())).contains(&cell.x())
                    && (y..y + width(size.height())).contains(&cell.y())
            });
            let mut sums = [0; REGION_CHANNELS];
            for cell in cells {
                let features = plain_sum(network, board, rule, cell);
                for (sum, &channel) in sums.iter_mut().zip(&channels) {
                    *sum += features[channel].clamp(0, REGION_CELL_LIMIT.into());
                }
            }
            for (most, sum) in most.iter_mut().zip(sums) {
                *most = sum.max(*most);
            }
        }
    }
    most.map(|most| (most / REGION_DIVISOR) as i16)
}

/// What the candidates near a cell add to its logit, by the definition.
fn plain_near(network: &Network, position: &Position, point: Point) -> i64 {
    let (rule, us) = (position.rule(), position.side_to_move());
    let near = position.candidates().iter().map(|other| {
        let (dx, dy) = (point.x().abs_diff(other.x()), point.y().abs_diff(other.y()));
        let class = match (dx.min(dy), dx.max(dy)) {
            (0, 1) => 0,
            (0, 2) => 1,
            (1, 1) => 2,
            (2, 2) => 3,
            _ => return 0,
        };
        let sum = plain_sum(network, position.board(), rule, other);
        let input = oriented(&sum, us, clipped_relu);
        let known = (0..NEAR_HALF).chain(HALF..HALF + NEAR_HALF);
        let weights = &network.head(us, position.board().stone_count()).policy_near[class];
        let products = known
            .zip(weights)
            .map(|(channel, &weight)| i64::from(weight) * i64::from(input[channel]));
        products.sum::<i64>()
    });
    near.sum()
}

/// Plays, takes back and passes at random.
fn wander(position: &mut Position, played: &mut usize, random: &mut fastrand::Rng) {
    for _ in 0..random.usize(1..6) {
        if *played > 0 && random.usize(..3) == 0 {
            position.undo();
            *played -= 1;
            continue;
        }
        let candidates: Vec<Point> = position.candidates().iter().collect();
        let all: Vec<Point> = position.board().empty().iter().collect();
        let cells = if random.bool() { &candidates } else { &all };
        if let Some(&point) = cells.get(random.usize(..cells.len().max(1))) {
            position.play(point);
            *played += 1;
        }
    }
}

#[test]
fn features_follow_the_stones_whatever_was_looked_at_before() {
    let mut random = fastrand::Rng::with_seed(3);
    for rule in Rule::ALL {
        let network = random_network(rule);
        for (width, height) in SIZES {
            let size = BoardSize::new(width, height).expect("a valid size");
            let mut position = Position::new(&Board::new(size), rule);
            let mut evaluator = Evaluator::with_network(rule, network);
            let mut played = 0;
            for _ in 0..60 {
                wander(&mut position, &mut played, &mut random);
                let score = evaluator.evaluate(&position);
                // What is known already needs no features.
                evaluator.update(position.board());
                let wanted = plain_features(network, position.board(), rule);
                assert_eq!(evaluator.features, wanted, "{rule} {width}x{height}");
                let mut fresh = Evaluator::with_network(rule, network);
                fresh.processor = Processor::PLAIN;
                assert_eq!(score, fresh.evaluate(&position));
                let policy = |evaluator: &mut Evaluator| {
                    let mut logits: Vec<(Point, i32)> = position
                        .board()
                        .empty()
                        .iter()
                        .map(|point| (point, 0))
                        .collect();
                    let moves = logits.iter_mut().map(|(point, logit)| (*point, logit));
                    evaluator.policy(&position, moves);
                    logits
                };
                let logits = policy(&mut evaluator);
                assert_eq!(logits, policy(&mut fresh));
                let us = position.side_to_move();
                let head = network.head(us, position.board().stone_count());
                let features = oriented(&wanted, us, |sum| clipped_relu(sum / FEATURE_DIVISOR));
                let most = plain_most(network, position.board(), rule, us);
                let inputs = [&features[..], &most].concat();
                let inputs = inputs.try_into().expect("as many as there are");
                assert_eq!(evaluator.head_input(us), inputs, "{rule} {width}x{height}");
                let weights = head.policy_weights(&head.first_hidden(&inputs));
                let [theirs, ours] = last_stones(position.board());
                for (point, logit) in logits {
                    let sum = plain_sum(network, position.board(), rule, point);
                    let input = oriented(&sum, us, clipped_relu);
                    let products = weights.iter().zip(input);
                    let own: i32 = products.map(|(&a, b)| i32::from(a) * i32::from(b)).sum();
                    let near = plain_near(network, &position, point);
                    let reply = head.policy_reply[offset_class(theirs, point)];
                    let follow = head.policy_follow[offset_class(ours, point)];
                    let sum = near + i64::from(own + reply + follow);
                    assert_eq!(i64::from(logit), sum / i64::from(POLICY_DIVISOR));
                }
            }
        }
    }
}

#[test]
fn exchanging_the_colours_changes_nothing_where_the_rule_does_not_tell_them_apart() {
    let mut random = fastrand::Rng::with_seed(4);
    let size = BoardSize::square(15).expect("a valid size");
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact] {
        let mut evaluator = Evaluator::with_network(rule, random_network(rule));
        let mut boards = [Board::new(size), Board::new(size)];
        boards[1].set_side_to_move(Color::White);
        for _ in 0..40 {
            let cells: Vec<Point> = boards[0].empty().iter().collect();
            let point = cells[random.usize(..cells.len())];
            let scores = boards.each_mut().map(|board| {
                board.play(point);
                evaluator.evaluate(&Position::new(board, rule))
            });
            assert_eq!(scores[0], scores[1], "{rule}");
        }
    }
}
