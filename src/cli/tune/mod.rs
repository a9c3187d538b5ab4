//! `tune`: learns the network of the evaluation from games.

pub mod adam;
pub mod curve;
pub mod dataset;
pub mod layout;
pub mod model;
pub mod regions;
pub mod training;

use crate::cli::chances::entropy;
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::golden::set::{GoldenSet, Likes};
use crate::cli::selfplay::record::TrainingGame;
use crate::cli::selfplay::shard::{list_shards, read_shard};
use crate::cli::units::parse_rule;
use crate::eval::network::{self, STAGES};
use crate::types::Rule;
use crate::types::score::LOGIT;
use anyhow::{Context, Result, ensure};
use dataset::{Blend, Collector, Positions, cross_entropy, fit_score_scale};
use layout::Layout;
use model::Model;
use std::path::PathBuf;
use std::process::ExitCode;
use training::{Epoch, Schedule, train};

/// One game in so many is kept for validation.
const VALIDATION_SHARE: u64 = 20;
/// Units of the evaluation for a logit, where the games do not tell theirs.
const SCORE_SCALE: f32 = LOGIT as f32;

/// Learn the network of the evaluation from games.
///
/// Prints the losses of every epoch, writes the network, and beside it the
/// losses as numbers (.csv) and as a picture (.svg).
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of games, or directories with such files.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The rule to learn; games of other rules are left out.
    #[arg(long, value_parser = parse_rule)]
    rule: Rule,
    /// Rules whose games are learned from as if they were played under the rule
    /// to learn: most of what wins is the same. They are never among the unseen games.
    #[arg(long, value_delimiter = ',', value_name = "RULE,...", value_parser = parse_rule)]
    also: Vec<Rule>,
    /// Where to write the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A network to go on from, instead of a first guess by chance.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Golden sets: their positions, turned and mirrored too, are never learned from.
    #[arg(long, value_name = "SET", num_args = 1..)]
    without: Vec<PathBuf>,
    /// Weight of the search's score in the wanted chance of winning, at every step
    /// back from the result of the game.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    blend: f32,
    /// The same at full moves, where games have such; the policy is learned from those then.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    full_blend: f32,
    /// The same at moves that `selfplay relabel` judged again.
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    relabel_blend: f32,
    /// How many times all positions are looked at.
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// The learning rate at first.
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    /// How strongly rare lines follow the patterns they show, or stay as they
    /// are in the network to go on from.
    #[arg(long, default_value_t = 0.1)]
    decay: f32,
    /// What the first guess, the order of positions and the choice of unseen
    /// games depend on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (training, validation) = prepare(args).map_err(refuse)?;
    println!("no loss can be below {:.5}", least_loss(&validation));
    let layout = Layout::new(args.rule);
    let schedule = Schedule {
        epochs: args.epochs,
        rate: args.rate,
        decay: args.decay,
        seed: args.seed,
    };
    let start = start(args, &layout).map_err(refuse)?;
    let learned = train(&layout, start, &training, &validation, &schedule, show);
    let model = Model::new(&layout, &learned.parameters);
    show_stages(&model, &validation);
    show_moves(&model, &validation);
    let blocks = model.to_blocks();
    destination::write(&args.out, &network::encode(args.rule, &blocks))?;
    let csv = curve::to_csv(&learned.epochs);
    destination::write(&args.out.with_extension("csv"), csv.as_bytes())?;
    let svg = curve::to_svg(&learned.epochs);
    destination::write(&args.out.with_extension("svg"), svg.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The positions to learn from and unseen ones, if all that is asked for can be done.
fn prepare(args: &Args) -> Result<(Positions, Positions)> {
    let shares = [args.blend, args.full_blend, args.relabel_blend];
    ensure!(
        shares.iter().all(|share| (0.0..=1.0).contains(share)),
        "a blend is from 0 to 1"
    );
    destination::check(&args.out)?;
    let (training, validation) = collect(args)?;
    ensure!(
        training.count() > 0 && validation.count() > 0,
        "there are too few games"
    );
    Ok((training, validation))
}

/// The numbers that learning begins with.
fn start(args: &Args, layout: &Layout) -> Result<Vec<f32>> {
    let Some(file) = &args.from else {
        return Ok(layout.start(&mut fastrand::Rng::with_seed(args.seed)));
    };
    let read = || anyhow::Ok(network::decode(args.rule, &std::fs::read(file)?)?);
    let blocks = read().with_context(|| format!("cannot go on from {}", file.display()))?;
    Ok(layout.resume(&blocks))
}

/// The positions that must not be learned from.
fn golden(args: &Args) -> Result<Likes> {
    let mut likes = Likes::default();
    for file in &args.without {
        let set = GoldenSet::read(file)?;
        ensure!(
            set.heading.rule == args.rule,
            "'{}' is a set of {}, which is not what is learned",
            file.display(),
            set.heading.rule
        );
        for position in &set.positions {
            likes.insert(&position.board);
        }
    }
    Ok(likes)
}

/// Reads the games and splits them into those to learn from and unseen ones.
fn collect(args: &Args) -> Result<(Positions, Positions)> {
    let mut files: Vec<Vec<TrainingGame>> = Vec::new();
    for file in list_shards(&args.games)? {
        let mut games = read_shard(&file)?.games;
        games.retain(|game| game.rule == args.rule || args.also.contains(&game.rule));
        files.push(games);
    }
    let all: Vec<&TrainingGame> = files.iter().flatten().collect();
    let common_scale = fit_score_scale(&all).unwrap_or(SCORE_SCALE);
    println!(
        "{} games; one logit is {common_scale:.0} units of their scores",
        all.len()
    );
    let mut random = fastrand::Rng::with_seed(args.seed);
    let blend = Blend {
        quick: args.blend,
        full: args.full_blend,
        relabelled: args.relabel_blend,
    };
    let mut collector = Collector::new(args.rule, blend, golden(args)?);
    let (mut training, mut validation) = (Positions::default(), Positions::default());
    for games in &files {
        // A file is the work of one program, whose scores have a scale of their own.
        let scale = fit_score_scale(&games.iter().collect::<Vec<_>>()).unwrap_or(common_scale);
        for game in games {
            let unseen = game.rule == args.rule && random.u64(..VALIDATION_SHARE) == 0;
            let samples = if unseen {
                &mut validation
            } else {
                &mut training
            };
            collector.add(game, scale, samples);
        }
    }
    println!(
        "positions to learn from: {}, unseen: {}, left out as repeated: {}, as golden: {}",
        training.count(),
        validation.count(),
        collector.repeated,
        collector.golden
    );
    Ok((training, validation))
}

fn show(number: usize, epoch: Epoch) {
    println!(
        "epoch {number:2}: training {:.5}, unseen games {:.5}",
        epoch.training, epoch.validation
    );
}

/// The value's loss on unseen games, by the stage of the game.
fn show_stages(model: &Model<'_>, set: &Positions) {
    for stage in 0..STAGES {
        let numbers = (0..set.count()).filter(|&number| set.stages[number] as usize == stage);
        let losses = numbers.map(|number| {
            let target = set.targets[number];
            let loss = cross_entropy(model.predict(set, number), target);
            (loss, entropy(target))
        });
        let (count, loss, least) =
            losses.fold((0, 0.0, 0.0), |(count, loss, least), (one, best)| {
                (count + 1, loss + f64::from(one), least + f64::from(best))
            });
        let mean = |sum: f64| sum / f64::from(count.max(1));
        println!(
            "stage {}: {count} unseen, loss {:.5}, not below {:.5}",
            stage + 1,
            mean(loss),
            mean(least)
        );
    }
}

/// How well the moves that the search chose in unseen games are foretold.
fn show_moves(model: &Model<'_>, set: &Positions) {
    let judged: Vec<(f32, usize)> = (0..set.count())
        .filter_map(|number| model.judge_move(set, number))
        .collect();
    let count = judged.len().max(1) as f32;
    let loss = judged.iter().map(|(loss, _)| loss).sum::<f32>() / count;
    let [first, three, eight] = [1, 3, 8].map(|places| {
        let found = judged.iter().filter(|(_, higher)| *higher < places).count();
        100.0 * found as f32 / count
    });
    println!(
        "moves: loss {loss:.5}, the chosen one is first in {first:.1} %, among 3 in {three:.1} %, \
         among 8 in {eight:.1} %"
    );
}

/// The entropy of the targets: the least loss there can be.
fn least_loss(set: &Positions) -> f32 {
    let entropies = set.targets.iter().map(|&target| entropy(target));
    entropies.sum::<f32>() / set.count() as f32
}
