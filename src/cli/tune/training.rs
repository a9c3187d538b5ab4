//! The loop that both kinds of tables are learned by: mini-batches, a falling
//! rate, and a stop when unseen games are no longer predicted better.

use super::adam::Adam;
use super::dataset::SHAPES;
use super::shape_model::{PARAMETERS, ShapeModel};

/// Samples between two steps.
const BATCH: usize = 1024;
/// The rate is multiplied by this after each epoch.
const RATE_KEPT: f32 = 0.85;
/// Epochs without progress after which to stop.
const PATIENCE: usize = 4;

/// What is learned: tables of numbers by shape, and single numbers.
pub trait Task {
    /// How many tables there are.
    fn tables(&self) -> usize;
    /// How many numbers beside the tables.
    fn singles(&self) -> usize;
    /// Number of samples to learn from.
    fn training_count(&self) -> usize;
    /// The loss of one sample; its slopes are added to the gradient.
    fn learn(&self, sample: usize, numbers: &[f32], slopes: &mut [f32]) -> f32;
    /// The mean loss on unseen games.
    fn validate(&self, numbers: &[f32]) -> f32;
}

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The most epochs.
    pub epochs: usize,
    /// The first rate.
    pub rate: f32,
    /// The pull of the shapes' own parts towards nothing.
    pub decay: f32,
    /// What the order of samples depends on.
    pub seed: u64,
}

/// The losses of one epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Mean loss while learning.
    pub training: f32,
    /// Mean loss on unseen games.
    pub validation: f32,
}

/// What was learned.
pub struct Learned {
    /// The tables one after the other, then the single numbers.
    pub numbers: Vec<f32>,
    /// Mean loss on unseen games before learning.
    pub before: f32,
    /// The losses.
    pub epochs: Vec<Epoch>,
}

/// Learns; `line_values` are the first guess for each table.
pub fn train(
    task: &impl Task,
    line_values: &[[f32; 15]],
    schedule: &Schedule,
    mut progress: impl FnMut(usize, Epoch),
) -> Learned {
    let model = ShapeModel::default();
    let mut start: Vec<f32> = line_values.iter().flat_map(ShapeModel::start).collect();
    start.resize(start.len() + task.singles(), 0.0);
    let mut decay: Vec<f32> = (0..task.tables())
        .flat_map(|_| ShapeModel::decay(schedule.decay))
        .collect();
    decay.resize(start.len(), 0.0);
    let mut descent = Descent {
        adam: Adam::new(start.len()),
        parameters: start.clone(),
        gradient: vec![0.0; start.len()],
        numbers: vec![0.0; task.tables() * SHAPES + task.singles()],
        slopes: vec![0.0; task.tables() * SHAPES + task.singles()],
        start,
        decay,
        tables: task.tables(),
        model,
    };
    descent.expand();
    let before = task.validate(&descent.numbers);
    let mut best = (before, descent.numbers.clone());
    let mut epochs: Vec<Epoch> = Vec::new();
    let mut order: Vec<usize> = (0..task.training_count()).collect();
    let mut random = fastrand::Rng::with_seed(schedule.seed);
    let mut rate = schedule.rate;
    let mut since_best = 0;
    for number in 0..schedule.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            loss += descent.step(task, batch, rate);
        }
        let epoch = Epoch {
            training: (loss / order.len().max(1) as f64) as f32,
            validation: task.validate(&descent.numbers),
        };
        progress(number + 1, epoch);
        epochs.push(epoch);
        rate *= RATE_KEPT;
        since_best += 1;
        if epoch.validation < best.0 {
            best = (epoch.validation, descent.numbers.clone());
            since_best = 0;
        }
        if since_best >= PATIENCE {
            break;
        }
    }
    Learned {
        numbers: best.1,
        before,
        epochs,
    }
}

/// The state of learning.
struct Descent {
    model: ShapeModel,
    tables: usize,
    adam: Adam,
    parameters: Vec<f32>,
    start: Vec<f32>,
    decay: Vec<f32>,
    gradient: Vec<f32>,
    numbers: Vec<f32>,
    slopes: Vec<f32>,
}

impl Descent {
    /// One step; the sum of the losses before it.
    fn step(&mut self, task: &impl Task, batch: &[usize], rate: f32) -> f64 {
        self.slopes.fill(0.0);
        let mut loss = 0.0;
        for &sample in batch {
            loss += f64::from(task.learn(sample, &self.numbers, &mut self.slopes));
        }
        let share = 1.0 / batch.len() as f32;
        self.slopes.iter_mut().for_each(|slope| *slope *= share);
        for table in 0..self.tables {
            self.model.fold(
                &self.slopes[table * SHAPES..][..SHAPES],
                &mut self.gradient[table * PARAMETERS..][..PARAMETERS],
            );
        }
        self.gradient[self.tables * PARAMETERS..]
            .copy_from_slice(&self.slopes[self.tables * SHAPES..]);
        self.adam.step(
            &mut self.parameters,
            &self.gradient,
            &self.start,
            &self.decay,
            rate,
        );
        self.expand();
        loss
    }

    fn expand(&mut self) {
        for table in 0..self.tables {
            self.model.expand(
                &self.parameters[table * PARAMETERS..][..PARAMETERS],
                &mut self.numbers[table * SHAPES..][..SHAPES],
            );
        }
        self.numbers[self.tables * SHAPES..]
            .copy_from_slice(&self.parameters[self.tables * PARAMETERS..]);
    }
}
