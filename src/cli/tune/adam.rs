//! Adam: gradient descent with a step size for each parameter, from running
//! means of its gradient and of its square, and a pull towards the start.

/// How much of the running mean of gradients is kept at each step.
const MEAN_KEPT: f32 = 0.9;
/// How much of the running mean of squared gradients is kept.
const SQUARE_KEPT: f32 = 0.999;
/// Keeps steps finite where there never was a gradient.
const EPSILON: f32 = 1e-8;

/// The state of the descent.
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    mean_correction: f32,
    square_correction: f32,
}

impl Adam {
    /// For this many parameters.
    pub fn new(parameters: usize) -> Self {
        Self {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            mean_correction: 1.0,
            square_correction: 1.0,
        }
    }

    /// Moves the parameters against the gradient by about the rate, and by
    /// `rate * decay` of the way back to the start.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradient: &[f32],
        start: &[f32],
        decay: &[f32],
        rate: f32,
    ) {
        self.mean_correction *= MEAN_KEPT;
        self.square_correction *= SQUARE_KEPT;
        let mean_scale = 1.0 / (1.0 - self.mean_correction);
        let square_scale = 1.0 / (1.0 - self.square_correction);
        for (index, parameter) in parameters.iter_mut().enumerate() {
            let partial = gradient[index];
            let mean = &mut self.mean[index];
            let square = &mut self.square[index];
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * partial;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * partial * partial;
            let direction = *mean * mean_scale / ((*square * square_scale).sqrt() + EPSILON);
            let back = decay[index] * (*parameter - start[index]);
            *parameter -= rate * (direction + back);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_bowl_is_found() {
        let target = [3.0, -2.0];
        let mut parameters = [0.0; 2];
        let mut adam = Adam::new(2);
        for _ in 0..3000 {
            let gradient = [0, 1].map(|i| parameters[i] - target[i]);
            adam.step(&mut parameters, &gradient, &[0.0; 2], &[0.0; 2], 0.01);
        }
        for (value, wanted) in parameters.iter().zip(target) {
            assert!((value - wanted).abs() < 0.05, "{value} is not {wanted}");
        }
    }

    #[test]
    fn parameters_without_gradient_return_to_the_start() {
        let mut parameters = [1.0];
        let mut adam = Adam::new(1);
        for _ in 0..1000 {
            adam.step(&mut parameters, &[0.0], &[0.25], &[1.0], 0.01);
        }
        assert!((parameters[0] - 0.25).abs() < 0.01);
    }
}
