//! What a search found, as a line that people and programs read.

use super::analysis::{Notation, value};
use super::info::Dialect;
use crate::search::{Line, Outcome, Progress};
use std::fmt::Write;
use std::time::Duration;

/// The longest line of play to print, in moves.
const LONGEST_LINE: usize = 24;

/// A text for each line found, best first.
pub fn summary(outcome: &Outcome, notation: Notation) -> Vec<String> {
    let Outcome {
        lines,
        nodes,
        elapsed,
        ..
    } = outcome;
    let count = lines.len();
    let mut texts: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(rank, line)| {
            let rank = (count > 1).then_some(rank);
            describe(line, rank, *nodes, *elapsed, notation)
        })
        .collect();
    if is_narrow(notation) && !texts.is_empty() {
        texts.push(effort(*nodes, *elapsed));
    }
    texts
}

/// Whether there is room for the first moves only if nothing else is told: the
/// pane of Yixin-Board shows 50 to 65 characters.
fn is_narrow(notation: Notation) -> bool {
    notation.dialect == Dialect::Yixin
}

/// A text for what was found so far of one of so many lines.
pub fn interim(progress: &Progress, lines: usize, notation: Notation) -> String {
    let Progress {
        rank,
        line,
        nodes,
        elapsed,
        ..
    } = progress;
    let rank = (lines > 1).then_some(*rank);
    describe(line, rank, *nodes, *elapsed, notation)
}

/// The form that most readers of such lines know, where there is room with the
/// effort between value and moves.
fn describe(
    line: &Line,
    rank: Option<usize>,
    nodes: u64,
    elapsed: Duration,
    notation: Notation,
) -> String {
    let rank = rank.map_or_else(String::new, |rank| format!(" multipv {}", rank + 1));
    let effort = if is_narrow(notation) {
        String::new()
    } else {
        format!(" {}", effort(nodes, elapsed))
    };
    let mut text = format!(
        "depth {}-{}{rank} ev {}{effort} pv",
        line.depth,
        line.selective_depth,
        value(line.score),
    );
    for &point in line.moves.iter().take(LONGEST_LINE) {
        // Writing to a String cannot fail.
        let _ = write!(text, " {}", notation.size.name(point));
    }
    text
}

/// What a search took.
fn effort(nodes: u64, elapsed: Duration) -> String {
    let milliseconds = elapsed.as_millis() as u64;
    let speed = nodes / milliseconds.max(1);
    format!("n {} n/ms {speed} tm {milliseconds}", short(nodes))
}

/// A number of at most five digits, in thousands and so on if need be.
fn short(number: u64) -> String {
    const LARGEST: u64 = 99_999;
    let mut number = number;
    for unit in ["", "K", "M"] {
        if number <= LARGEST {
            return format!("{number}{unit}");
        }
        number /= 1_000;
    }
    format!("{number}G")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Point, score};

    fn notation(dialect: Dialect) -> Notation {
        let size = size();
        Notation { dialect, size }
    }

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a valid size")
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
            hashfull: 0,
        }
    }

    fn summary(outcome: &Outcome) -> Vec<String> {
        super::summary(outcome, notation(Dialect::Gomocup))
    }

    #[test]
    fn a_score_is_printed_with_the_effort_behind_it() {
        assert_eq!(
            summary(&outcome(45, 3)),
            ["depth 12-23 ev 45 n 3000 n/ms 2 tm 1500 pv a15 b15 c15"]
        );
    }

    #[test]
    fn rows_are_those_of_the_board_that_shows_them() {
        let texts = super::summary(&outcome(45, 3), notation(Dialect::Yixin));
        assert_eq!(
            texts,
            ["depth 12-23 ev 45 pv a15 b15 c15", "n 3000 n/ms 2 tm 1500"]
        );
    }

    #[test]
    fn one_of_several_lines_is_numbered() {
        let mut several = outcome(45, 1);
        several.lines.push(several.lines[0].clone());
        assert_eq!(
            summary(&several),
            [
                "depth 12-23 multipv 1 ev 45 n 3000 n/ms 2 tm 1500 pv a15",
                "depth 12-23 multipv 2 ev 45 n 3000 n/ms 2 tm 1500 pv a15"
            ]
        );
    }

    #[test]
    fn what_is_found_so_far_has_the_same_form() {
        let Outcome { lines, nodes, .. } = outcome(45, 1);
        let progress = Progress {
            rank: 1,
            line: lines[0].clone(),
            nodes,
            elapsed: Duration::from_millis(1_500),
            hashfull: 0,
        };
        let text = |lines| interim(&progress, lines, notation(Dialect::Gomocup));
        assert_eq!(
            text(2),
            "depth 12-23 multipv 2 ev 45 n 3000 n/ms 2 tm 1500 pv a15"
        );
        assert_eq!(text(1), "depth 12-23 ev 45 n 3000 n/ms 2 tm 1500 pv a15");
    }

    #[test]
    fn decided_games_are_printed_as_distances() {
        assert!(summary(&outcome(score::win_in(7), 1))[0].contains(" ev +M7 n "));
        assert!(summary(&outcome(score::loss_in(4), 1))[0].contains(" ev -M4 n "));
    }

    #[test]
    fn long_lines_are_cut() {
        let text = summary(&outcome(0, 225)).remove(0);
        let (_, moves) = text.split_once(" pv ").expect("moves");
        assert!(text.len() < 300, "{text}");
        assert_eq!(moves.split(' ').count(), LONGEST_LINE);
        assert!(moves.split(' ').all(|word| word.parse::<Point>().is_ok()));
    }

    #[test]
    fn the_first_moves_of_a_long_search_are_within_what_a_board_shows() {
        let mut long = outcome(-1_234, 20);
        long.nodes = 12_345_678_901;
        long.elapsed = Duration::from_millis(1_234_567);
        let text = summary(&long).remove(0);
        assert!(text[..65].contains(" pv a15 b15"), "{text}");
        long.lines.push(long.lines[0].clone());
        let text = super::summary(&long, notation(Dialect::Yixin)).remove(1);
        assert!(text[..50].contains(" pv a15 b15 c15"), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0, "0"),
            (99_999, "99999"),
            (100_000, "100K"),
            (459_398, "459K"),
            (123_456_789, "123M"),
            (99_999_999_999, "99999M"),
            (u64::MAX, "18446744073G"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn no_time_at_all_divides_by_nothing() {
        let mut outcome = outcome(0, 1);
        outcome.elapsed = Duration::ZERO;
        outcome.nodes = u64::MAX;
        assert_eq!(summary(&outcome).len(), 1);
    }
}
