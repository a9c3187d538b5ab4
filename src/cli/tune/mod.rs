//! `tune`: learns the numbers of evaluation and move ordering from games.

pub mod adam;
pub mod curve;
pub mod dataset;
pub mod shape_model;
pub mod tasks;
pub mod training;

use crate::cli::selfplay::record::GameRecord;
use crate::cli::selfplay::shard::{list_shards, read_shard};
use crate::eval::hand::{self, LINE_TO_MOVE, LINE_WAITING};
use crate::eval::weights::SUBUNITS;
use crate::eval::{ShapeWeights, Weights};
use crate::pattern::line::CellPatterns;
use crate::position::{Urgency, Values, Worth};
use crate::types::{Color, Rule};
use anyhow::{Context, Result, ensure};
use curve::Curve;
use dataset::{Collector, SHAPES, Samples, best_scale, cross_entropy, fit_score_scale, is_weak};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tasks::{MoveTask, ValueTask};
use training::{Epoch, Learned, Schedule, train};

/// One game in so many is kept for validation.
const VALIDATION_SHARE: u64 = 20;
/// The hand-written numbers as a first guess of logits for the move ordering.
const HAND_MOVE_SCALE: f32 = 15.0;

/// Learn the numbers of the evaluation and of the move ordering from games.
///
/// Prints the losses of every epoch, writes the weights, and beside them the
/// losses as numbers (.csv) and as a picture (.svg).
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of games, or directories with such files.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The rule to learn; games of other rules are left out.
    #[arg(long)]
    rule: Rule,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Share of the search's score in the wanted chance of winning; the rest
    /// is the result of the game.
    #[arg(long, default_value_t = 0.3)]
    blend: f32,
    /// Score of a position won with 73 % (1/(1+1/e)).
    #[arg(long, default_value_t = 200.0)]
    scale: f32,
    /// Units of move ordering for one logit.
    #[arg(long, default_value_t = 6.0)]
    move_scale: f32,
    /// Keep the move ordering written by hand.
    #[arg(long)]
    hand_order: bool,
    /// The most epochs.
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    /// The first rate of learning of the evaluation.
    #[arg(long, default_value_t = 0.0005)]
    rate: f32,
    /// The first rate of learning of the move ordering.
    #[arg(long, default_value_t = 0.01)]
    move_rate: f32,
    /// How strongly rare shapes follow the commoner parts they are made of.
    #[arg(long, default_value_t = 1.0)]
    decay: f32,
    /// What the order of samples and the choice of unseen games depend on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    ensure!((0.0..=1.0).contains(&args.blend), "a blend is from 0 to 1");
    // Renju treats the colours differently; elsewhere they share their numbers.
    let colors = if args.rule == Rule::Renju { 2 } else { 1 };
    let (training, validation) = collect(args, colors)?;
    ensure!(
        training.values.count() > 0 && validation.values.count() > 0,
        "there are too few games"
    );
    let values = learn_values(args, &training, &validation, colors);
    let moves = learn_moves(args, &training, &validation, colors);
    let weights = to_weights(args, colors, &values.numbers, &moves.numbers);
    write(&args.out, &weights.encode(args.rule))?;
    let curves = [
        Curve {
            name: "evaluation",
            learned: &values,
        },
        Curve {
            name: "move ordering",
            learned: &moves,
        },
    ];
    write(
        &args.out.with_extension("csv"),
        curve::to_csv(&curves).as_bytes(),
    )?;
    write(
        &args.out.with_extension("svg"),
        curve::to_svg(&curves).as_bytes(),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the games and splits them into those to learn from and unseen ones.
fn collect(args: &Args, colors: usize) -> Result<(Samples, Samples)> {
    let mut files: Vec<Vec<GameRecord>> = Vec::new();
    for file in list_shards(&args.games)? {
        let mut games = read_shard(&file)?.games;
        games.retain(|game| game.rule == args.rule);
        files.push(games);
    }
    let all: Vec<&GameRecord> = files.iter().flatten().collect();
    let common_scale = fit_score_scale(&all).unwrap_or(args.scale);
    println!(
        "{} games; one logit is {common_scale:.0} units of their scores",
        all.len()
    );
    let mut random = fastrand::Rng::with_seed(args.seed);
    let mut collector = Collector::new(args.rule, colors, args.blend);
    let (mut training, mut validation) = (Samples::default(), Samples::default());
    for games in &files {
        // A file is the work of one program, whose scores have a scale of their own.
        let scale = fit_score_scale(&games.iter().collect::<Vec<_>>()).unwrap_or(common_scale);
        for game in games {
            let unseen = random.u64(..VALIDATION_SHARE) == 0;
            let samples = if unseen {
                &mut validation
            } else {
                &mut training
            };
            collector.add(game, scale, samples);
        }
    }
    println!(
        "positions to learn from: {} ({} for moves), unseen: {} ({}), left out as repeated: {}",
        training.values.count(),
        training.moves.count(),
        validation.values.count(),
        validation.moves.count(),
        collector.repeated
    );
    Ok((training, validation))
}

fn schedule(args: &Args, rate: f32) -> Schedule {
    Schedule {
        epochs: args.epochs,
        rate,
        decay: args.decay,
        seed: args.seed,
    }
}

fn show(number: usize, epoch: Epoch) {
    println!(
        "epoch {number:2}: training {:.5}, unseen games {:.5}",
        epoch.training, epoch.validation
    );
}

fn learn_values(args: &Args, training: &Samples, validation: &Samples, colors: usize) -> Learned {
    let task = ValueTask {
        training,
        validation,
        colors,
    };
    let start: Vec<[f32; 15]> = [LINE_TO_MOVE, LINE_WAITING]
        .iter()
        .cycle()
        .take(2 * colors)
        .map(|line| line.map(|value| f32::from(value) / args.scale))
        .collect();
    println!("evaluation");
    let learned = train(&task, &start, &schedule(args, args.rate), show);
    let set = &validation.values;
    let new =
        (0..set.count()).map(|sample| task.predict(set, sample, &learned.numbers) * args.scale);
    let pairs = |scores: &[f32]| -> Vec<(f32, f32)> {
        let targets = set.targets.iter().copied();
        scores.iter().copied().zip(targets).collect()
    };
    let now: Vec<f32> = new.collect();
    for (name, scores) in [("program's", &set.evaluations), ("new", &now)] {
        let (scale, loss) = best_scale(&pairs(scores));
        println!(
            "{name} evaluation: loss {loss:.5} at its best scale {scale:.0}, deviation {:.0}",
            deviation(scores)
        );
    }
    let entropies = set.targets.iter().map(|&target| {
        let certain = target.clamp(1e-6, 1.0 - 1e-6);
        cross_entropy((certain / (1.0 - certain)).ln(), target)
    });
    let least = entropies.sum::<f32>() / set.count() as f32;
    println!("no loss can be below {least:.5}");
    learned
}

fn learn_moves(args: &Args, training: &Samples, validation: &Samples, colors: usize) -> Learned {
    let task = MoveTask {
        training,
        validation,
        colors,
    };
    let start: Vec<[f32; 15]> = (0..2 * colors)
        .map(|_| LINE_TO_MOVE.map(|value| f32::from(value) / HAND_MOVE_SCALE))
        .collect();
    println!("move ordering");
    let learned = train(&task, &start, &schedule(args, args.move_rate), show);
    let found = [1, 3, 8].map(|first| 100.0 * task.found_among_first(&learned.numbers, first));
    println!(
        "unseen games {:.5} before; the chosen move is first in {:.1} %, among 3 in {:.1} %, \
         among 8 in {:.1} %",
        learned.before, found[0], found[1], found[2]
    );
    learned
}

fn deviation(values: &[f32]) -> f32 {
    let count = values.len() as f32;
    let mean = values.iter().sum::<f32>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (squares.sum::<f32>() / count).sqrt()
}

/// Logits as the integers of the engine.
fn to_weights(args: &Args, colors: usize, values: &[f32], moves: &[f32]) -> Weights {
    let value = |index: usize| {
        let subunits = args.scale * f32::from(SUBUNITS);
        (values[index] * subunits).round() as i16
    };
    let hand = hand::weights();
    let urgency = |color: usize, shape: usize| {
        if args.hand_order {
            return hand.table(Color::ALL[color]).worth[shape].urgency;
        }
        let number = |index: usize| (moves[index] * args.move_scale).round() as i16;
        let attack = 2 * color * SHAPES + shape;
        Urgency {
            attack: number(attack),
            defence: number(attack + SHAPES),
        }
    };
    let table = |color: usize| ShapeWeights {
        tempo: value(2 * colors * SHAPES + color),
        worth: CellPatterns::shapes()
            .enumerate()
            .map(|(shape, patterns)| {
                let first = 2 * color * SHAPES + shape;
                let second = first + SHAPES;
                let values = if is_weak(patterns) {
                    [shape, shape]
                } else {
                    [first, second]
                };
                Worth {
                    values: Values {
                        to_move: value(values[0]),
                        waiting: value(values[1]),
                    },
                    urgency: urgency(color, shape),
                }
            })
            .collect(),
    };
    Weights::new((0..colors).map(table).collect())
}
