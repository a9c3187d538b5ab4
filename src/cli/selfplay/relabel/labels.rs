//! What later searches found, by position: the lines of the file that a killed
//! run goes on from, and how games are changed by them. Searches nothing.

use crate::board::Board;
use crate::board::zobrist::mix;
use crate::cli::selfplay::record::{Alternative, MoveClass, TrainingGame};
use crate::types::{Point, Rule};
use anyhow::{Context, Result};
use std::collections::HashMap;

/// What became of a position; nothing if its two searches did not agree.
pub type Label = Option<Alternative>;

/// What is known of positions, by their keys.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Labels(pub HashMap<u64, Label>);

/// The position on this board under a rule, as a number.
pub fn key(rule: Rule, board: &Board) -> u64 {
    let size = board.size();
    let subject = [rule.index(), size.width(), size.height()];
    let subject = subject.iter().fold(0, |sum, &part| sum << 8 | part as u64);
    mix(board.hash() ^ mix(subject))
}

/// A line of the file.
pub fn to_line(key: u64, label: Label) -> String {
    match label {
        Some(Alternative { point, score }) => format!("{key:016x} {score} {point}"),
        None => format!("{key:016x} -"),
    }
}

impl Labels {
    /// Reads the file, whose first line tells how it was made.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().enumerate().skip(1);
        let labels = lines.map(|(number, line)| {
            parse_line(line).with_context(|| format!("line {}: '{line}'", number + 1))
        });
        Ok(Self(labels.collect::<Result<_>>()?))
    }

    /// Writes what is known into a game; how many moves that changed.
    pub fn apply(&self, game: &mut TrainingGame, nodes: u32) -> usize {
        let mut board = game.opening_board();
        let (rule, mut changed) = (game.rule, 0);
        for played in &mut game.moves {
            let known = self.0.get(&key(rule, &board)).copied().flatten();
            if let Some(best) = known.filter(|best| board.is_empty(best.point)) {
                played.score = best.score;
                played.class = MoveClass::Relabelled;
                played.alternatives = vec![best];
                changed += 1;
            }
            board.play(played.point);
        }
        if changed > 0 {
            game.relabel_nodes = nodes;
        }
        changed
    }
}

fn parse_line(line: &str) -> Result<(u64, Label)> {
    let mut fields = line.split(' ');
    let mut field = || fields.next().context("something is missing");
    let key = u64::from_str_radix(field()?, 16)?;
    let score = field()?;
    if score == "-" {
        return Ok((key, None));
    }
    let point: Point = field()?.parse().ok().context("a point is wanted")?;
    let score = score.parse()?;
    Ok((key, Some(Alternative { point, score })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::selfplay::record::tests::sample;

    #[test]
    fn labels_read_back_as_written() {
        let point = Point::new(3, 4);
        let labels = [
            (7, None),
            (u64::MAX, Some(Alternative { point, score: -5 })),
        ];
        let lines: Vec<String> = labels
            .iter()
            .map(|&(key, label)| to_line(key, label))
            .collect();
        let read = Labels::parse(&format!("# how\n{}\n", lines.join("\n"))).expect("labels");
        assert_eq!(read.0, HashMap::from(labels));
        for bad in ["x", "12", "12 3", "12 3 ??", "12 x a1", ""] {
            let error = Labels::parse(&format!("# how\n{bad}\n")).expect_err(bad);
            assert!(error.to_string().contains("line 2"), "{error}");
        }
    }

    #[test]
    fn games_are_changed_where_searches_agreed() {
        let mut game = sample(4);
        let before = game.clone();
        let mut board = game.opening_board();
        board.play(game.moves[0].point);
        let best = Alternative {
            point: Point::new(14, 14),
            score: 77,
        };
        let opening = key(game.rule, &game.opening_board());
        let labels = HashMap::from([(key(game.rule, &board), Some(best)), (opening, None)]);
        assert_eq!(Labels(labels).apply(&mut game, 40_000), 1);
        assert_eq!(game.relabel_nodes, 40_000);
        let relabelled = &game.moves[1];
        assert_eq!(
            (relabelled.score, relabelled.class),
            (77, MoveClass::Relabelled)
        );
        assert_eq!(relabelled.best(), Some(best.point));
        assert_eq!(game.moves[0], before.moves[0]);
        assert_eq!(game.moves[2..], before.moves[2..]);
        assert_eq!(relabelled.point, before.moves[1].point);
        let other = key(Rule::ALL[0], &board);
        assert_ne!(key(Rule::ALL[1], &board), other, "rules are told apart");
    }
}
