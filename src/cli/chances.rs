//! Chances of winning beside each other: what a prediction costs where the truth
//! is known, and the scale by which scores predict best. Knows neither games nor
//! networks.

/// The chance of winning that belongs to a score in logistic units.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss of predicting `chance(logit)` where the truth is `target`.
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    // log(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - target * logit
}

/// The entropy of a target: no prediction has a smaller loss.
pub fn entropy(target: f32) -> f32 {
    let certain = target.clamp(1e-6, 1.0 - 1e-6);
    cross_entropy((certain / (1.0 - certain)).ln(), target)
}

/// The scale that makes `chance(score / scale)` fit the wanted chances best,
/// and the mean loss that is left.
pub fn best_scale(pairs: &[(f32, f32)]) -> (f32, f32) {
    let loss = |scale: f32| -> f64 {
        let losses = pairs
            .iter()
            .map(|&(score, wanted)| f64::from(cross_entropy(score / scale, wanted)));
        losses.sum::<f64>() / pairs.len().max(1) as f64
    };
    // The loss has a single minimum: narrow down on a logarithmic axis.
    let (mut low, mut high) = (20_f32.ln(), 5000_f32.ln());
    while high - low > 0.002 {
        let third = (high - low) / 3.0;
        if loss((low + third).exp()) < loss((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    let scale = f32::midpoint(low, high).exp();
    (scale, loss(scale) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_entropy_is_least_at_the_truth() {
        for target in [0.1, 0.5, 0.8_f32] {
            let best = (target / (1.0 - target)).ln();
            let least = cross_entropy(best, target);
            assert!((least - entropy(target)).abs() < 1e-6);
            assert!(least < cross_entropy(best + 0.1, target));
            assert!(least < cross_entropy(best - 0.1, target));
            assert!((chance(best) - target).abs() < 1e-6);
        }
        assert!(cross_entropy(1000.0, 1.0).abs() < 1e-6);
        assert!(entropy(0.0).abs() < 1e-4 && entropy(1.0).abs() < 1e-4);
    }

    #[test]
    fn the_scale_that_made_the_chances_is_found_again() {
        let pairs: Vec<(f32, f32)> = (-10..=10)
            .map(|step| 40.0 * step as f32)
            .map(|score| (score, chance(score / 170.0)))
            .collect();
        let (scale, loss) = best_scale(&pairs);
        assert!((scale - 170.0).abs() < 1.0, "{scale}");
        let least: f32 = pairs.iter().map(|&(_, wanted)| entropy(wanted)).sum();
        assert!((loss - least / pairs.len() as f32).abs() < 1e-4);
    }
}
