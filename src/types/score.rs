//! Scores of positions from the point of view of the side to move. A decided
//! game is an exact distance: [`win_in`] and [`loss_in`] count plies from the
//! node they are returned to.

/// A score in evaluation units; decided games lie beyond [`DECISIVE`].
pub type Score = i32;

/// Above every score that can occur.
pub const INFINITE: Score = 32_001;
/// The score of a game that is won already.
pub const WIN: Score = 32_000;
/// The longest forced win, in plies, that a score can express.
pub const MAX_PLY: usize = 1_024;
/// Scores at or beyond this, on either side, are decided games.
pub const DECISIVE: Score = WIN - MAX_PLY as Score;
/// The largest value an evaluation may give to an undecided position.
pub const MAX_EVALUATION: Score = 20_000;

/// The score of a chance of winning of 1/(1+1/e), 73 %: one logit.
pub const LOGIT: Score = 200;

/// The score nearest to a number, which may come from anywhere.
pub fn nearest(number: i64) -> Score {
    number.clamp(-i64::from(WIN), i64::from(WIN)) as Score
}

/// The side to move wins with the stone in `plies` plies (1: its own one now; an
/// even number: by a foul).
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The side to move loses with the stone in `plies` plies (an odd number: its own
/// one, a foul).
pub const fn loss_in(plies: usize) -> Score {
    plies as Score - WIN
}

/// Whether the score says that the game is decided.
pub const fn is_decisive(score: Score) -> bool {
    score >= DECISIVE || score <= -DECISIVE
}

/// Whether the score is a proven win of the side to move.
pub const fn is_win(score: Score) -> bool {
    score >= DECISIVE
}

/// Whether the score is a proven loss of the side to move.
pub const fn is_loss(score: Score) -> bool {
    score <= -DECISIVE
}

/// Plies until the last stone of a decided game.
pub const fn plies_to_end(score: Score) -> usize {
    (WIN - score.abs()) as usize
}

/// A score before the best move as its opponent sees it after it, one ply
/// nearer to the end.
pub const fn after_move(score: Score) -> Score {
    from_other_side(score, plies_to_end(score).saturating_sub(1))
}

/// A score after a move as the side that made it sees it before it, one ply
/// farther from the end.
pub const fn before_move(score: Score) -> Score {
    from_other_side(score, plies_to_end(score) + 1)
}

/// A score seen by the opponent; a decided game ends in so many plies.
const fn from_other_side(score: Score, plies: usize) -> Score {
    if is_win(score) {
        loss_in(plies)
    } else if is_loss(score) {
        win_in(plies)
    } else {
        -score
    }
}

/// The chance of winning, from 0 to 1, of the side whose score this is.
pub fn chance(score: Score) -> f64 {
    if is_decisive(score) {
        return if is_win(score) { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / f64::from(LOGIT)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_zero_and_certain_when_decided() {
        assert!((chance(0) - 0.5).abs() < 1e-9);
        assert!(chance(100) > 0.55 && chance(-100) < 0.45);
        assert!((chance(win_in(9)) - 1.0).abs() < 1e-9);
        assert!(chance(loss_in(8)).abs() < 1e-9);
        assert!((chance(200) - 0.731).abs() < 0.001);
    }

    #[test]
    fn a_move_turns_a_score_around_and_brings_the_end_nearer() {
        assert_eq!(after_move(win_in(5)), loss_in(4));
        assert_eq!(after_move(loss_in(4)), win_in(3));
        assert_eq!(after_move(-30), 30);
        for score in [win_in(5), loss_in(4), -30, 0] {
            assert_eq!(before_move(after_move(score)), score);
        }
        assert_eq!(before_move(loss_in(0)), win_in(1));
    }

    #[test]
    fn distances_read_back() {
        for plies in [0, 1, 2, 17, 200] {
            assert_eq!(plies_to_end(win_in(plies)), plies);
            assert_eq!(plies_to_end(loss_in(plies)), plies);
            assert!(is_win(win_in(plies)) && is_loss(loss_in(plies)));
        }
        assert!(!is_decisive(MAX_EVALUATION) && !is_decisive(-MAX_EVALUATION));
        assert!(win_in(1) > win_in(3), "a quicker win is better");
    }
}
