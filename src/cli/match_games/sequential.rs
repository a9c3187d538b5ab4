//! The sequential probability ratio test on pairs of games: is the first
//! engine better by `elo1` (accept) or only by `elo0` (reject)? Stops as soon
//! as the results decide it at the wanted error rates.
//!
//! The likelihood ratio is the generalised one: under each hypothesis the
//! frequencies of the five pair results are those most likely to have given
//! the sample among all with the hypothesis's mean score.

use crate::cli::arena::tally::expected_score;

/// Stands for a pair result that has not occurred, so that no frequency is zero.
const UNSEEN: f64 = 1e-3;
/// Halvings when a root is searched: more than a double has bits.
const HALVINGS: usize = 60;

/// The test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The difference in Elo of the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference in Elo of the hypothesis to be accepted.
    pub elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted though `elo1` is true.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Open,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
}

impl SequentialTest {
    /// A test, if the numbers make one.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> anyhow::Result<Self> {
        anyhow::ensure!(
            elo0.is_finite() && elo1.is_finite() && elo0 < elo1,
            "the sequential test needs elo0 below elo1, not {elo0} and {elo1}"
        );
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        anyhow::ensure!(
            is_rate(alpha) && is_rate(beta),
            "alpha and beta are error rates between 0 and 0.5, not {alpha} and {beta}"
        );
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The logarithms of the likelihood ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the likelihood ratio of these pair results.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let tilted = |elo: f64| tilt(&frequencies, expected_score(elo));
        let (under0, under1) = (tilted(self.elo0), tilted(self.elo1));
        (0..counts.len())
            .map(|index| counts[index] * (under1[index] / under0[index]).ln())
            .sum()
    }

    /// Whether the results decide the test.
    pub fn decide(&self, pairs: &[u64; 5]) -> Decision {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Decision::Accepted
        } else if ratio <= lower {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

/// The frequencies with this mean that are most likely to have given the
/// sample: `f / (1 + x (value - mean))` with the `x` that makes the mean right.
fn tilt(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |index: usize| index as f64 / 4.0 - mean;
    // Falls in x; every factor 1 + x * distance is above zero between these ends.
    let excess = |x: f64| -> f64 {
        (0..5)
            .map(|index| frequencies[index] * distance(index) / x.mul_add(distance(index), 1.0))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = low.midpoint(high);
    std::array::from_fn(|index| frequencies[index] / x.mul_add(distance(index), 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;

    fn test() -> SequentialTest {
        SequentialTest::new(0.0, 50.0, 0.05, 0.05).expect("a valid test")
    }

    #[test]
    fn impossible_tests_are_refused() {
        assert!(SequentialTest::new(10.0, 10.0, 0.05, 0.05).is_err());
        assert!(SequentialTest::new(0.0, 10.0, 0.0, 0.05).is_err());
        assert!(SequentialTest::new(0.0, 10.0, 0.05, 0.7).is_err());
        assert!(SequentialTest::new(f64::NAN, 10.0, 0.05, 0.05).is_err());
    }

    #[test]
    fn tilted_frequencies_are_a_distribution_with_the_wanted_mean() {
        let frequencies = [0.1, 0.2, 0.4, 0.25, 0.05];
        for wanted in [0.3, 0.5, 0.52, 0.7] {
            let tilted = tilt(&frequencies, wanted);
            let total: f64 = tilted.iter().sum();
            let mean: f64 = (0..5).map(|index| tilted[index] * index as f64 / 4.0).sum();
            assert!((total - 1.0).abs() < 1e-9 && (mean - wanted).abs() < 1e-9);
        }
        let own_mean = 0.4875;
        let same = tilt(&frequencies, own_mean);
        assert!((0..5).all(|index| (same[index] - frequencies[index]).abs() < 1e-9));
    }

    #[test]
    fn the_ratio_is_close_to_its_normal_approximation() {
        // For large samples the ratio nears n (s1 - s0) (2 s - s0 - s1) / (2 variance).
        let pairs = [100, 400, 900, 430, 110];
        let count: f64 = pairs.iter().sum::<u64>() as f64;
        let value = |index: usize| index as f64 / 4.0;
        let mean = (0..5).map(|i| pairs[i] as f64 * value(i)).sum::<f64>() / count;
        let square = (0..5)
            .map(|i| pairs[i] as f64 * value(i).powi(2))
            .sum::<f64>()
            / count;
        let variance = square - mean * mean;
        let test = SequentialTest::new(0.0, 10.0, 0.05, 0.05).expect("a valid test");
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let normal = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = test.log_likelihood_ratio(&pairs);
        assert!((exact - normal).abs() < 0.02, "{exact} and {normal}");
    }

    #[test]
    fn one_sided_results_decide_and_none_do_not() {
        assert_eq!(test().decide(&[0; 5]), Decision::Open);
        assert_eq!(test().decide(&[0, 0, 0, 0, 1]), Decision::Open);
        assert_eq!(test().decide(&[0, 0, 5, 20, 40]), Decision::Accepted);
        assert_eq!(test().decide(&[40, 20, 5, 0, 0]), Decision::Rejected);
    }

    /// Plays pairs at a true difference in Elo until the test decides. Openings favour one
    /// side, so that the two games of a pair depend on each other.
    fn simulate(test: &SequentialTest, true_elo: f64, seed: u64) -> Decision {
        let mut pairs = [0; 5];
        let mut numbers = (0_u64..).map(|number| mix(seed << 32 | number) as f64 / u64::MAX as f64);
        let mut random = || numbers.next().unwrap_or(0.0);
        loop {
            // The score of the favoured side grows as much as that of the other falls, so the
            // mean of the two games stays at the true score.
            let bias = 0.25 * random();
            let score = expected_score(true_elo);
            let mut half_points = 0;
            for win in [score + bias, score - bias] {
                let drawn = 0.08;
                let point = random();
                half_points += if point < win - drawn / 2.0 {
                    2
                } else {
                    usize::from(point < win + drawn / 2.0)
                };
            }
            pairs[half_points] += 1;
            match test.decide(&pairs) {
                Decision::Open => {}
                decision => return decision,
            }
        }
    }

    #[test]
    fn the_error_rates_are_kept_in_simulated_matches() {
        let runs = 1_500;
        let wrong = |true_elo: f64, wrong: Decision, offset: u64| {
            (0..runs)
                .filter(|seed| simulate(&test(), true_elo, seed + offset) == wrong)
                .count() as f64
                / runs as f64
        };
        // Three standard deviations of the simulation above the promised rate.
        let most = 0.05 + 3.0 * (0.05_f64 * 0.95 / runs as f64).sqrt();
        let false_accepts = wrong(0.0, Decision::Accepted, 0);
        let false_rejects = wrong(50.0, Decision::Rejected, runs);
        assert!(false_accepts <= most, "alpha is {false_accepts}");
        assert!(false_rejects <= most, "beta is {false_rejects}");
        // A test that never errs would only be slow.
        assert!(false_accepts >= 0.01 && false_rejects >= 0.01);
    }
}
