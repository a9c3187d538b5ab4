//! One number for every shape, learned as a sum of smoother parts: one for
//! each line pattern, one for each pair of patterns and one for the shape
//! itself. Shapes that hardly occur thus follow from those that do.

use crate::pattern::LinePattern;
use crate::pattern::line::CellPatterns;

const LINES: usize = LinePattern::COUNT;
const PAIRS: usize = LINES * (LINES + 1) / 2;
/// Parameters behind the numbers of all shapes.
pub const PARAMETERS: usize = LINES + PAIRS + CellPatterns::SHAPE_COUNT;
/// Parts that are common to many shapes: four lines and their six pairs.
const COMMON_PARTS: usize = 10;

/// Pull towards the start, relative to the option, of the common parts.
const COMMON_DECAY: f32 = 0.1;

/// Which parameters make up the number of each shape.
pub struct ShapeModel {
    parts: Vec<[u16; COMMON_PARTS]>,
}

impl Default for ShapeModel {
    fn default() -> Self {
        Self {
            parts: CellPatterns::shapes().map(parts).collect(),
        }
    }
}

impl ShapeModel {
    /// Parameters that give each line pattern its value and nothing else.
    pub fn start(line_values: &[f32; LINES]) -> Vec<f32> {
        let mut parameters = vec![0.0; PARAMETERS];
        parameters[..LINES].copy_from_slice(line_values);
        parameters
    }

    /// How strongly each parameter is pulled towards its start.
    pub fn decay(strength: f32) -> Vec<f32> {
        let mut decay = vec![strength; PARAMETERS];
        decay[..LINES + PAIRS].fill(strength * COMMON_DECAY);
        decay
    }

    /// The numbers of all shapes. The shape of four dead lines is worth nothing.
    pub fn expand(&self, parameters: &[f32], numbers: &mut [f32]) {
        let own = &parameters[LINES + PAIRS..];
        for (shape, number) in numbers.iter_mut().enumerate() {
            let common = self.parts[shape].iter();
            *number = own[shape] + common.map(|&part| parameters[part as usize]).sum::<f32>();
        }
        numbers[0] = 0.0;
    }

    /// The slopes of the parameters from the slopes of the numbers.
    pub fn fold(&self, slopes: &[f32], gradient: &mut [f32]) {
        gradient[..LINES + PAIRS].fill(0.0);
        gradient[LINES + PAIRS..].copy_from_slice(slopes);
        gradient[LINES + PAIRS] = 0.0;
        for (shape, &slope) in slopes.iter().enumerate().skip(1) {
            if slope != 0.0 {
                for &part in &self.parts[shape] {
                    gradient[part as usize] += slope;
                }
            }
        }
    }
}

fn parts(patterns: CellPatterns) -> [u16; COMMON_PARTS] {
    let mut parts = [0; COMMON_PARTS];
    let mut count = 0;
    for first in 0..4 {
        let a = patterns.get(first) as usize;
        parts[count] = a as u16;
        count += 1;
        for second in first + 1..4 {
            let b = patterns.get(second) as usize;
            let (high, low) = (a.max(b), a.min(b));
            parts[count] = (LINES + high * (high + 1) / 2 + low) as u16;
            count += 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_is_the_slope_of_expanding() {
        let model = ShapeModel::default();
        let random = &mut fastrand::Rng::with_seed(1);
        let parameters: Vec<f32> = (0..PARAMETERS).map(|_| random.f32()).collect();
        let slopes: Vec<f32> = (0..CellPatterns::SHAPE_COUNT)
            .map(|_| random.f32() - 0.5)
            .collect();
        let mut gradient = vec![0.0; PARAMETERS];
        model.fold(&slopes, &mut gradient);
        let value = |parameters: &[f32]| {
            let mut numbers = vec![0.0; CellPatterns::SHAPE_COUNT];
            model.expand(parameters, &mut numbers);
            let products = numbers.iter().zip(&slopes).map(|(a, b)| f64::from(a * b));
            products.sum::<f64>()
        };
        for index in [0, 3, 14, 15, 20, 134, 135, 136, 1000, PARAMETERS - 1] {
            let mut moved = parameters.clone();
            moved[index] += 1.0;
            let slope = value(&moved) - value(&parameters);
            assert!((slope - f64::from(gradient[index])).abs() < 0.05, "{index}");
        }
    }
}
