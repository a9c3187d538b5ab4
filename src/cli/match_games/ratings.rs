//! Ratings of several engines from all their games: the Elo figures that make
//! the results most likely (the model of Bradley and Terry, a draw being half
//! a win for both). Knows no names.

/// Points added to both sides of every pairing that was played, so that an engine that won
/// or lost all its games still has a finite rating.
const PRIOR: f64 = 0.25;
/// Rounds of improvement; the ratings of a large field settle in far fewer.
const ROUNDS: usize = 2_000;

/// One engine's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo; the average of all engines is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval, the others' ratings taken as true.
    pub error: f64,
}

/// The ratings, given each engine's points against each other one.
pub fn rate(points: &[Vec<f64>]) -> Vec<Rating> {
    let count = points.len();
    let total = |a: usize, b: usize| {
        let played = points[a][b] + points[b][a];
        if played > 0.0 {
            2.0_f64.mul_add(PRIOR, played)
        } else {
            0.0
        }
    };
    let won = |a: usize| -> f64 {
        (0..count)
            .filter(|&b| b != a && total(a, b) > 0.0)
            .map(|b| points[a][b] + PRIOR)
            .sum()
    };
    let mut strengths = vec![1.0_f64; count];
    for _ in 0..ROUNDS {
        for a in 0..count {
            let weight: f64 = (0..count)
                .filter(|&b| b != a)
                .map(|b| total(a, b) / (strengths[a] + strengths[b]))
                .sum();
            if weight > 0.0 {
                strengths[a] = won(a) / weight;
            }
        }
        // Only ratios count; the scale would drift away.
        let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / count as f64;
        for strength in &mut strengths {
            *strength /= mean.exp();
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    (0..count)
        .map(|a| {
            let information: f64 = (0..count)
                .filter(|&b| b != a)
                .map(|b| {
                    let expected = strengths[a] / (strengths[a] + strengths[b]);
                    total(a, b) * expected * (1.0 - expected)
                })
                .sum();
            Rating {
                elo: scale * strengths[a].ln(),
                error: 1.959_964 * scale / information.sqrt(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arena::tally::elo;

    #[test]
    fn two_engines_stand_apart_by_the_elo_of_their_score() {
        let ratings = rate(&[vec![0.0, 749.75], vec![249.75, 0.0]]);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - elo(0.75)).abs() < 0.01, "{difference}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn strength_carries_over_through_common_opponents() {
        // The first beats the second as the second beats the third; the first and the third
        // have not met.
        let ratings = rate(&[
            vec![0.0, 299.75, 0.0],
            vec![99.75, 0.0, 299.75],
            vec![0.0, 99.75, 0.0],
        ]);
        let difference = ratings[0].elo - ratings[2].elo;
        assert!((difference - 2.0 * elo(0.75)).abs() < 0.5, "{difference}");
        assert!(
            ratings[1].error < ratings[0].error,
            "it played twice as much"
        );
    }

    #[test]
    fn a_clean_sweep_is_finite_and_no_games_are_no_news() {
        let ratings = rate(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        assert!(ratings[0].elo.is_finite() && ratings[0].elo > 100.0);
        let ratings = rate(&[vec![0.0, 0.0], vec![0.0, 0.0]]);
        assert!(ratings[0].elo.abs() < 1e-9 && ratings[0].error.is_infinite());
    }
}
