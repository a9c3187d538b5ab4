//! Scores in words for people: with chances, and decided games as a number of
//! moves. Computes nothing about positions.

use crate::types::Score;
use crate::types::score::{chance, is_decisive, is_win, plies_to_end};

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
