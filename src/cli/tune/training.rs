//! The loop of learning: mini-batches, a falling rate, and the network that
//! predicted unseen games best.

use super::adam::Adam;
use super::dataset::{Positions, cross_entropy};
use super::layout::Layout;
use super::model::{Gradients, Model};

/// Positions between two steps.
const BATCH: usize = 1024;
/// Parts of a batch, each with a thread and sums of its own: always as many,
/// so that the result does not depend on the machine.
const PARTS: usize = 2;
/// The rate falls in a straight line to this share of the first.
const LAST_RATE: f32 = 0.03;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How many times everything is looked at.
    pub epochs: usize,
    /// The first rate.
    pub rate: f32,
    /// The pull of the lines' own parts back to where they began.
    pub decay: f32,
    /// What the order of positions depends on.
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
    /// The numbers that did best on unseen games.
    pub parameters: Vec<f32>,
    /// The losses.
    pub epochs: Vec<Epoch>,
}

/// Learns from these numbers on, and tells of every epoch.
pub fn train(
    layout: &Layout,
    start: Vec<f32>,
    training: &Positions,
    validation: &Positions,
    schedule: &Schedule,
    mut progress: impl FnMut(usize, Epoch),
) -> Learned {
    let mut random = fastrand::Rng::with_seed(schedule.seed);
    let mut descent = Descent::new(layout, start, schedule.decay);
    let mut best = (f32::INFINITY, descent.parameters.clone());
    let mut epochs: Vec<Epoch> = Vec::new();
    let mut order: Vec<usize> = (0..training.count()).collect();
    let steps = (schedule.epochs * order.len().div_ceil(BATCH)).max(1);
    let mut step = 0;
    for number in 0..schedule.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let done = step as f32 / steps as f32;
            let rate = schedule.rate * (1.0 - done * (1.0 - LAST_RATE));
            loss += descent.step(training, batch, rate);
            step += 1;
        }
        let epoch = Epoch {
            training: (loss / order.len().max(1) as f64) as f32,
            validation: mean_loss(&Model::new(layout, &descent.parameters), validation),
        };
        progress(number + 1, epoch);
        epochs.push(epoch);
        if epoch.validation < best.0 {
            best = (epoch.validation, descent.parameters.clone());
        }
    }
    Learned {
        parameters: best.1,
        epochs,
    }
}

fn mean_loss(model: &Model<'_>, set: &Positions) -> f32 {
    let losses = (0..set.count()).map(|number| {
        let logit = model.predict(set, number);
        f64::from(cross_entropy(logit, set.targets[number]))
    });
    (losses.sum::<f64>() / set.count().max(1) as f64) as f32
}

/// The state of learning.
struct Descent<'a> {
    layout: &'a Layout,
    adam: Adam,
    parameters: Vec<f32>,
    start: Vec<f32>,
    decay: Vec<f32>,
    gradient: Vec<f32>,
    gradients: [Gradients; PARTS],
}

impl<'a> Descent<'a> {
    fn new(layout: &'a Layout, start: Vec<f32>, decay: f32) -> Self {
        let count = layout.parameters();
        Self {
            layout,
            adam: Adam::new(count),
            parameters: start.clone(),
            start,
            decay: layout.decay(decay),
            gradient: vec![0.0; count],
            gradients: std::array::from_fn(|_| Gradients::new(layout)),
        }
    }

    /// One step; the sum of the losses before it.
    fn step(&mut self, set: &Positions, batch: &[usize], rate: f32) -> f64 {
        let model = Model::new(self.layout, &self.parameters);
        let parts = batch.chunks(batch.len().div_ceil(PARTS));
        let loss: f64 = std::thread::scope(|scope| {
            let threads: Vec<_> = parts
                .zip(&mut self.gradients)
                .map(|(part, gradients)| {
                    let model = &model;
                    scope.spawn(move || {
                        gradients.clear();
                        let losses = part
                            .iter()
                            .map(|&number| f64::from(model.learn(set, number, gradients)));
                        losses.sum::<f64>()
                    })
                })
                .collect();
            let losses = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            losses.sum()
        });
        self.gradient.fill(0.0);
        for part in &self.gradients {
            part.add_to(self.layout, batch.len(), &mut self.gradient);
        }
        self.adam.step(
            &mut self.parameters,
            &self.gradient,
            &self.start,
            &self.decay,
            rate,
        );
        loss
    }
}
