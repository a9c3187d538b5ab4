//! Scores in words for people: chances, and decided games as a number of
//! moves. Computes nothing about positions.

use crate::eval::evaluator::LOGIT;
use crate::types::Score;
use crate::types::score::{is_decisive, is_win, plies_to_end};

/// The chance of winning, from 0 to 1, of the side whose score this is.
pub fn chance(score: Score) -> f64 {
    if is_decisive(score) {
        return if is_win(score) { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / f64::from(LOGIT)).exp())
}

/// How many stones the winner of a decided game still has to put.
pub const fn winners_moves(score: Score) -> usize {
    plies_to_end(score).div_ceil(2)
}

/// The score in a few words: `+83 60 %`, `wins in 3`, `loses in 2`.
pub fn in_words(score: Score) -> String {
    if is_decisive(score) {
        let verb = if is_win(score) { "wins" } else { "loses" };
        return format!("{verb} in {}", winners_moves(score));
    }
    format!("{score:+} {:.0} %", 100.0 * chance(score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{loss_in, win_in};

    #[test]
    fn chances_are_even_at_zero_and_certain_when_decided() {
        assert!((chance(0) - 0.5).abs() < 1e-9);
        assert!(chance(100) > 0.55 && chance(-100) < 0.45);
        assert!((chance(win_in(9)) - 1.0).abs() < 1e-9);
        assert!(chance(loss_in(8)).abs() < 1e-9);
        assert!((chance(200) - 0.731).abs() < 0.001);
    }

    #[test]
    fn decided_games_are_told_in_moves_of_the_winner() {
        let words = in_words;
        assert_eq!(words(win_in(1)), "wins in 1");
        assert_eq!(words(win_in(5)), "wins in 3");
        assert_eq!(words(loss_in(2)), "loses in 1");
        assert_eq!(words(loss_in(4)), "loses in 2");
        assert_eq!(words(0), "+0 50 %");
        assert_eq!(words(-40), "-40 45 %");
    }
}
