//! Results between two engines, and what they say about their strength: Elo,
//! its interval, the likelihood of superiority. Knows no names and no games.

/// The quantile of the normal distribution for a two-sided interval of 95 %.
const QUANTILE_95: f64 = 1.959_964;

/// Results from the first engine's point of view.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games from the same opening with colours swapped, by the half points won in
    /// both together: 0 is two losses, 4 two wins.
    pub pairs: [u64; 5],
    /// Pairs in which the same colour won both games, whoever played it: Black, White.
    pub by_color: [u64; 2],
}

/// What a tally says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely difference in Elo; infinite when every game was won or lost.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The likelihood that the first engine is the stronger one.
    pub superiority: f64,
}

impl Tally {
    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game in which the first engine got this many half points (0, 1 or 2).
    pub const fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair in which the first engine got this many half points (0 to 4).
    pub const fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points] += 1;
    }

    /// Number of pairs of which both games are known.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Pairs in which the first engine got more than half of the points.
    pub const fn pairs_won(&self) -> u64 {
        self.pairs[3] + self.pairs[4]
    }

    /// Pairs in which both engines got half of the points.
    pub const fn pairs_split(&self) -> u64 {
        self.pairs[2]
    }

    /// Pairs in which the first engine got less than half of the points.
    pub const fn pairs_lost(&self) -> u64 {
        self.pairs[0] + self.pairs[1]
    }

    /// The share of the pairs that colour alone decided, from 0 to 1; such pairs tell nothing
    /// about the engines. Nothing without pairs.
    pub fn share_by_color(&self) -> Option<f64> {
        let by_color: u64 = self.by_color.iter().sum();
        (self.pair_count() > 0).then(|| by_color as f64 / self.pair_count() as f64)
    }

    /// Adds the results of other games, also from the first engine's point of view.
    pub fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        let pairs = self.pairs.iter_mut().zip(other.pairs);
        let by_color = self.by_color.iter_mut().zip(other.by_color);
        pairs.chain(by_color).for_each(|(sum, count)| *sum += count);
    }

    /// The share of the points won, from 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The standard error of the score. Pairs are the sample where there are enough of them:
    /// two games from one opening are not independent.
    fn standard_error(&self) -> Option<f64> {
        let games = [self.losses, self.draws, self.wins];
        let error = if self.pair_count() >= 2 {
            standard_error(&self.pairs)
        } else {
            standard_error(&games)
        };
        error.filter(|&error| error > 0.0)
    }

    /// The interval and the superiority when all results are the same. A clean sweep of many
    /// pairs still tells something: a worse engine would hardly have won them all. Other
    /// results without spread tell nothing of the spread to come.
    fn without_spread(&self) -> (f64, f64, f64) {
        let pairs = self.pair_count().max(1) as i32;
        let by_chance = 0.5_f64.powi(pairs);
        // The score that sweeps so many pairs in one case of forty, the tail of the interval.
        let bound = 0.025_f64.powf(f64::from(pairs).recip());
        if self.wins == self.games() {
            (elo(bound), f64::INFINITY, 1.0 - by_chance)
        } else if self.losses == self.games() {
            (f64::NEG_INFINITY, elo(1.0 - bound), by_chance)
        } else {
            (f64::NEG_INFINITY, f64::INFINITY, 0.5)
        }
    }

    /// What these results say; `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.games() == 0 {
            return None;
        }
        let score = self.score();
        let (low, high, superiority) = self.standard_error().map_or_else(
            || self.without_spread(),
            |error| {
                (
                    elo(QUANTILE_95.mul_add(-error, score)),
                    elo(QUANTILE_95.mul_add(error, score)),
                    normal_distribution((score - 0.5) / error),
                )
            },
        );
        Some(Estimate {
            elo: elo(score),
            low,
            high,
            superiority,
        })
    }
}

/// The standard error of the mean of a sample, given how often each of equally
/// spaced values from 0 to 1 occurred.
fn standard_error(counts: &[u64]) -> Option<f64> {
    let number = counts.iter().sum::<u64>() as f64;
    if number < 2.0 {
        return None;
    }
    let value = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let moment = |power: i32| {
        counts
            .iter()
            .enumerate()
            .map(|(index, &count)| count as f64 * value(index).powi(power))
            .sum::<f64>()
            / number
    };
    let variance = moment(1).mul_add(-moment(1), moment(2)).max(0.0);
    // One less than the number: the mean was taken from the same sample.
    Some((variance / (number - 1.0)).sqrt())
}

/// The difference in Elo that lets this score be expected.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score that is expected at this difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The standard normal distribution function, to seven digits: the
/// approximation 26.2.17 of Abramowitz and Stegun's handbook.
fn normal_distribution(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [
        1.330_274_429,
        -1.821_255_978,
        1.781_477_937,
        -0.356_563_782,
        0.319_381_530,
    ];
    let t = 1.0 / 0.231_641_9_f64.mul_add(x.abs(), 1.0);
    let sum = COEFFICIENTS
        .iter()
        .fold(0.0, |sum: f64, coefficient| sum.mul_add(t, *coefficient))
        * t;
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let upper_tail = density * sum;
    if x >= 0.0 {
        1.0 - upper_tail
    } else {
        upper_tail
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64, tolerance: f64) -> bool {
        (left - right).abs() <= tolerance
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        for difference in [-400.0, -20.0, 0.0, 5.0, 190.85] {
            assert!(near(elo(expected_score(difference)), difference, 1e-9));
        }
        assert!(near(elo(0.75), 190.85, 0.01), "three out of four");
        assert!(elo(1.0).is_infinite() && elo(1.0) > 0.0);
        assert!(elo(0.0).is_infinite() && elo(0.0) < 0.0);
    }

    #[test]
    fn the_normal_distribution_matches_its_table() {
        for (x, probability) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.0, 0.158_655_3),
            (1.959_964, 0.975),
            (-3.0, 0.001_349_9),
        ] {
            assert!(near(normal_distribution(x), probability, 1e-6), "{x}");
        }
    }

    #[test]
    fn the_interval_is_that_of_the_pairs() {
        let mut tally = Tally::default();
        for half_points in [0, 1, 2, 2, 2, 3, 3, 4, 4, 4] {
            tally.add_pair(half_points);
        }
        tally.wins = 11;
        tally.draws = 3;
        tally.losses = 6;
        // The sample of ten values 0, 1/4, 2/4 (3x), 3/4 (2x), 1 (3x), by hand:
        // mean 0.625, variance 1.03125 / 9.
        let error = (1.031_25_f64 / 9.0 / 10.0).sqrt();
        let estimate = tally.estimate().expect("games were played");
        assert!(near(estimate.low, elo(0.625 - 1.959_964 * error), 1e-6));
        assert!(near(estimate.high, elo(0.625 + 1.959_964 * error), 1e-6));
        assert!(near(estimate.elo, elo(0.625), 1e-9));
        assert!(near(
            estimate.superiority,
            normal_distribution(0.125 / error),
            1e-9
        ));
    }

    #[test]
    fn pairs_are_won_split_or_lost_and_some_by_colour() {
        assert_eq!(Tally::default().share_by_color(), None);
        let mut tally = Tally {
            pairs: [1, 2, 5, 3, 4],
            by_color: [3, 1],
            ..Tally::default()
        };
        let counts = (tally.pairs_won(), tally.pairs_split(), tally.pairs_lost());
        assert_eq!(counts, (7, 5, 3));
        assert_eq!(tally.share_by_color(), Some(4.0 / 15.0));
        tally.add(&tally.clone());
        assert_eq!((tally.pair_count(), tally.by_color), (30, [6, 2]));
    }

    #[test]
    fn a_clean_sweep_has_no_finite_elo() {
        let mut tally = Tally::default();
        assert_eq!(tally.estimate(), None);
        tally.add_game(2);
        tally.add_game(2);
        tally.add_pair(4);
        let estimate = tally.estimate().expect("games were played");
        assert!(estimate.elo.is_infinite() && estimate.elo > 0.0);
        assert!(near(estimate.superiority, 0.5, 0.0), "nothing is known yet");
    }

    #[test]
    fn a_clean_sweep_of_many_pairs_shows_who_is_stronger() {
        let sweep = |half_points: usize| {
            let mut tally = Tally::default();
            for _ in 0..50 {
                tally.add_game(half_points);
                tally.add_game(half_points);
                tally.add_pair(2 * half_points);
            }
            tally.estimate().expect("games were played")
        };
        let (won, lost) = (sweep(2), sweep(0));
        // 0.929 to the power of 50 is one fortieth.
        assert!(near(won.low, elo(0.928_88), 0.1), "{won:?}");
        assert!(won.high.is_infinite() && won.superiority > 0.999_999);
        assert!(near(lost.high, -won.low, 1e-6) && lost.superiority < 1e-6);
        let drawn = sweep(1);
        assert!(near(drawn.superiority, 0.5, 0.0) && drawn.low.is_infinite());
    }
}
