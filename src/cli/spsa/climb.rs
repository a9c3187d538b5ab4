//! Simultaneous perturbation stochastic approximation, without games: two
//! points on opposite sides of the present one are compared, and all numbers
//! move a little towards the better one. Knows neither files nor engines.
//!
//! Names follow Spall's papers: in iteration `k` the perturbation shrinks as
//! `1 / k^GAMMA` and the gain as `1 / (stability + k)^ALPHA`. As the testing
//! frameworks of chess do, both are given by their values at the end of the run.

use crate::board::zobrist::mix;
use serde::{Deserialize, Serialize};

/// How fast the gain falls.
const ALPHA: f64 = 0.602;
/// How fast the perturbation falls.
const GAMMA: f64 = 0.101;
/// The share of all iterations that keeps the first gains small.
const STABILITY: f64 = 0.1;

/// One number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Number {
    /// Its name.
    pub name: String,
    /// Where it started.
    pub start: i32,
    /// The smallest value allowed.
    pub low: i32,
    /// The largest value allowed.
    pub high: i32,
    /// The perturbation at the end of the run.
    pub step: i32,
    /// Where it is.
    pub value: f64,
}

impl Number {
    /// The whole number nearest to where it is.
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }
}

/// A climb under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Climb {
    /// What the random directions depend on.
    pub seed: u64,
    /// How many iterations there are.
    pub iterations: u64,
    /// The gain at the end: the share of the last perturbation by which one
    /// game more won than lost moves a number.
    pub rate: f64,
    /// How many iterations are done.
    pub done: u64,
    /// The numbers.
    pub numbers: Vec<Number>,
}

/// Two points to compare.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The direction of the first one, by number: 1 or -1.
    signs: Vec<f64>,
    /// The values of both, as whole numbers within their ranges.
    pub points: [Vec<i32>; 2],
}

impl Climb {
    /// Whether all iterations are done.
    pub const fn is_over(&self) -> bool {
        self.done >= self.iterations
    }

    /// The two points of the next iteration; always the same for the same state.
    pub fn comparison(&self) -> Comparison {
        let mut random = fastrand::Rng::with_seed(mix(self.seed ^ mix(self.done)));
        let signs: Vec<f64> = self
            .numbers
            .iter()
            .map(|_| if random.bool() { 1.0 } else { -1.0 })
            .collect();
        let point = |side: f64| {
            let moved = self.numbers.iter().zip(&signs).map(|(number, sign)| {
                let value = (side * sign).mul_add(self.perturbation(number), number.value);
                (value.round() as i32).clamp(number.low, number.high)
            });
            moved.collect()
        };
        let points = [point(1.0), point(-1.0)];
        Comparison { signs, points }
    }

    /// Moves the numbers after a comparison in which the first point won so
    /// many games more than the second.
    pub fn advance(&mut self, comparison: &Comparison, surplus: f64) {
        let gain = self.gain();
        let perturbations: Vec<f64> = self
            .numbers
            .iter()
            .map(|number| self.perturbation(number))
            .collect();
        for ((number, sign), perturbation) in self
            .numbers
            .iter_mut()
            .zip(&comparison.signs)
            .zip(perturbations)
        {
            let moved = (gain * surplus * sign).mul_add(perturbation, number.value);
            number.value = moved.clamp(f64::from(number.low), f64::from(number.high));
        }
        self.done += 1;
    }

    /// How far both points lie from a number in this iteration.
    fn perturbation(&self, number: &Number) -> f64 {
        let left = self.iterations as f64 / (self.done + 1) as f64;
        f64::from(number.step) * left.powf(GAMMA)
    }

    /// The share of the perturbation by which a won game moves a number.
    fn gain(&self) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        let end = stability + self.iterations as f64;
        let now = stability + (self.done + 1) as f64;
        let shrunk = (self.iterations as f64 / (self.done + 1) as f64).powf(2.0 * GAMMA);
        self.rate * (end / now).powf(ALPHA) / shrunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, start: i32, step: i32) -> Number {
        Number {
            name: name.to_owned(),
            start,
            low: 0,
            high: 1000,
            step,
            value: f64::from(start),
        }
    }

    fn climb(iterations: u64, rate: f64, numbers: Vec<Number>) -> Climb {
        Climb {
            seed: 7,
            iterations,
            rate,
            done: 0,
            numbers,
        }
    }

    /// Strength falls with the squared distance from the best point, counted in steps.
    fn strength(numbers: &[Number], point: &[i32], best: &[i32]) -> f64 {
        let distances = numbers.iter().zip(point).zip(best);
        let squares = distances
            .map(|((number, at), best)| (f64::from(at - best) / f64::from(number.step)).powi(2));
        -0.02 * squares.sum::<f64>()
    }

    /// Plays a pair of games whose results chance decides, the likelier the stronger.
    fn surplus(difference: f64, random: &mut fastrand::Rng) -> f64 {
        let chance = 1.0 / (1.0 + (-difference).exp());
        let mut game = || if random.f64() < chance { 1.0 } else { -1.0 };
        game() + game()
    }

    #[test]
    fn it_climbs_to_the_top_of_a_hill_through_noisy_games() {
        let starts = [(300, 20), (900, 50), (20, 3), (500, 40)];
        let best = [380, 650, 35, 500];
        let numbers = starts.map(|(start, step)| number("n", start, step));
        let mut climb = climb(20_000, 0.01, numbers.to_vec());
        let mut random = fastrand::Rng::with_seed(3);
        while !climb.is_over() {
            let comparison = climb.comparison();
            let [first, second] = &comparison.points;
            let difference =
                strength(&climb.numbers, first, &best) - strength(&climb.numbers, second, &best);
            climb.advance(&comparison, surplus(difference, &mut random));
        }
        for (number, best) in climb.numbers.iter().zip(best) {
            let steps = (number.value - f64::from(best)).abs() / f64::from(number.step);
            assert!(steps < 1.0, "{number:?} is {steps} steps from {best}");
        }
    }

    #[test]
    fn points_lie_on_opposite_sides_within_the_range() {
        let mut climb = climb(100, 0.01, vec![number("a", 500, 30), number("b", 2, 30)]);
        for _ in 0..100 {
            let comparison = climb.comparison();
            let [first, second] = &comparison.points;
            assert_eq!(first[0] + second[0], 1000, "mirrored around the value");
            assert!((first[0] - second[0]).abs() >= 60);
            assert!(first[1].min(second[1]) == 0, "held at the end of the range");
            climb.advance(&comparison, 0.0);
        }
        assert!(climb.is_over());
        assert_eq!(climb.numbers[0].rounded(), 500, "draws move nothing");
    }

    #[test]
    fn the_last_win_moves_a_number_by_the_rate() {
        let mut climb = climb(1000, 0.01, vec![number("a", 500, 100)]);
        climb.done = 999;
        let comparison = climb.comparison();
        climb.advance(&comparison, 1.0);
        let moved = (climb.numbers[0].value - 500.0).abs();
        assert!((moved - 1.0).abs() < 1e-9, "{moved}");
    }

    #[test]
    fn a_state_read_back_goes_on_the_same_way() {
        let mut climb = climb(50, 0.02, vec![number("a", 500, 30), number("b", 200, 7)]);
        for _ in 0..20 {
            let comparison = climb.comparison();
            climb.advance(&comparison, 1.0);
        }
        let text = serde_json::to_string(&climb).expect("a text");
        let again: Climb = serde_json::from_str(&text).expect("a state");
        assert_eq!(again.comparison(), climb.comparison());
    }
}
