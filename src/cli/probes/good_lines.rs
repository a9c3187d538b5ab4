//! The good moves of a position, put together from two searches of it. Searches
//! nothing itself.

use crate::search::Line;
use crate::types::score::{is_decisive, is_win};

/// Joins the lines of two searches of a position: each move once. A decided
/// score is proven; otherwise the newer search knows better, since it knows
/// what the older one wrote into the table. What it had no time to look at
/// it does not know.
pub fn join(older: Vec<Line>, newer: Vec<Line>) -> Vec<Line> {
    let is_known = |line: &Line| line.depth > 0 || is_decisive(line.score);
    let mut lines: Vec<Line> = newer.into_iter().filter(is_known).collect();
    for line in older {
        let same = |other: &Line| other.moves.first() == line.moves.first();
        match lines.iter().position(same) {
            Some(at) => {
                let known = lines[at].score;
                let is_better = line.score > known || !is_decisive(known);
                if is_decisive(line.score) && is_better {
                    lines[at] = line;
                }
            }
            None if is_win(line.score) || lines.is_empty() => lines.push(line),
            None => {}
        }
    }
    lines.sort_by_key(|line| -line.score);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;
    use crate::types::score::win_in;

    fn line(point: &str, score: Score) -> Line {
        Line::of_move(point.parse().expect("a point"), score)
    }

    #[test]
    fn joined_lines_hold_each_move_once_and_keep_what_is_proven() {
        let older = vec![line("a1", win_in(5)), line("b1", 70)];
        let newer = vec![line("b1", 30), line("a1", 10), line("c1", 20)];
        let joined = join(older, newer);
        assert_eq!(
            joined,
            [line("a1", win_in(5)), line("b1", 30), line("c1", 20)]
        );
        assert_eq!(join(vec![line("a1", 7)], Vec::new()), [line("a1", 7)]);
    }

    #[test]
    fn what_was_not_looked_at_leaves_the_older_line_in_force() {
        let glance = |point, score| Line {
            depth: 0,
            ..line(point, score)
        };
        let joined = join(vec![line("a1", 7)], vec![glance("b1", 90), line("c1", 5)]);
        assert_eq!(joined, [line("c1", 5)]);
        assert_eq!(
            join(vec![line("a1", 7)], vec![glance("b1", 90)]),
            [line("a1", 7)]
        );
        let proven = glance("b1", win_in(3));
        assert_eq!(join(vec![line("a1", 7)], vec![proven.clone()]), [proven]);
    }
}
