//! What a search found, as a line for people.

use crate::search::{Line, Outcome};
use crate::types::{BoardSize, score};

/// The longest line of play to print, in moves.
const LONGEST_LINE: usize = 24;

/// A text for each line found, best first.
pub fn summary(outcome: &Outcome, size: BoardSize) -> Vec<String> {
    outcome
        .lines
        .iter()
        .map(|line| describe(line, outcome, size))
        .collect()
}

fn describe(line: &Line, outcome: &Outcome, size: BoardSize) -> String {
    let milliseconds = outcome.elapsed.as_millis() as u64;
    let per_second = outcome.nodes.saturating_mul(1_000) / milliseconds.max(1);
    let mut text = format!(
        "depth {}-{} {} nodes {} speed {}/s time {} ms line {}",
        line.depth,
        line.selective_depth,
        value(line.score),
        outcome.nodes,
        per_second,
        milliseconds,
        size.names(line.moves.iter().take(LONGEST_LINE))
    );
    if line.moves.len() > LONGEST_LINE {
        text.push_str(" ...");
    }
    text
}

/// The value for the side to move: a score, or the end of the game and the
/// number of stones until it, both sides' counted.
fn value(score: score::Score) -> String {
    let plies = score::plies_to_end(score);
    if score::is_win(score) {
        format!("win in {plies} plies")
    } else if score::is_loss(score) {
        format!("loss in {plies} plies")
    } else {
        format!("score {score}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;
    use std::time::Duration;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a valid size")
    }

    fn summary(outcome: &Outcome) -> Vec<String> {
        super::summary(outcome, size())
    }

    fn outcome(score: score::Score, moves: usize) -> Outcome {
        Outcome {
            lines: vec![Line {
                moves: size().points().take(moves).collect::<Vec<Point>>(),
                score,
                depth: 12,
                selective_depth: 23,
            }],
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            table_use: 0,
        }
    }

    #[test]
    fn a_score_is_printed_with_the_effort_behind_it() {
        assert_eq!(
            summary(&outcome(45, 3)),
            ["depth 12-23 score 45 nodes 3000 speed 2000/s time 1500 ms line a15 b15 c15"]
        );
    }

    #[test]
    fn decided_games_are_printed_as_distances() {
        assert!(summary(&outcome(score::win_in(7), 1))[0].contains("win in 7 plies"));
        assert!(summary(&outcome(score::loss_in(4), 1))[0].contains("loss in 4 plies"));
    }

    #[test]
    fn long_lines_are_cut() {
        let text = summary(&outcome(0, 225)).remove(0);
        assert!(text.len() < 300 && text.ends_with(" ..."), "{text}");
    }

    #[test]
    fn no_time_at_all_divides_by_nothing() {
        let mut outcome = outcome(0, 1);
        outcome.elapsed = Duration::ZERO;
        outcome.nodes = u64::MAX;
        assert_eq!(summary(&outcome).len(), 1);
    }
}
