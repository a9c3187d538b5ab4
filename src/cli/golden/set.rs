//! Golden sets as text: a first line that tells the rule, the board, the nodes
//! and the seed, then one position a line: its moves, the score for the side to
//! move, the best move. Searches nothing. `docs/training.md` shows one.

use crate::board::text::{parse_moves, parse_points, points_to_text};
use crate::board::{Board, Symmetry};
use crate::types::{BoardSize, Point, Rule, Score};
use anyhow::{Context, Result, ensure};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// How the first line of a set begins.
const MARK: &str = "# golden positions: ";
/// Stones whose centre has fewer rows than this between it and the edge, itself
/// counted, lie near the edge.
const EDGE_ROWS: f64 = 4.0;

/// How the positions of a set were made; the first line of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// What the choice of positions depends on.
    pub seed: u64,
}

impl fmt::Display for Heading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            size,
            nodes,
            seed,
        } = self;
        write!(formatter, "{MARK}{rule} {size}, {nodes} nodes, seed {seed}")
    }
}

impl Heading {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.strip_prefix(MARK)?.split(", ");
        let (rule, size) = parts.next()?.split_once(' ')?;
        let (width, height) = size.split_once('x')?;
        let heading = Self {
            rule: rule.parse().ok()?,
            size: BoardSize::new(width.parse().ok()?, height.parse().ok()?)?,
            nodes: parts.next()?.strip_suffix(" nodes")?.parse().ok()?,
            seed: parts.next()?.strip_prefix("seed ")?.parse().ok()?,
        };
        parts.next().is_none().then_some(heading)
    }
}

/// A position and what a long search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoldenPosition {
    /// The stones in the order of play, the side to move behind the last of them.
    pub board: Board,
    /// The value for the side to move.
    pub score: Score,
    /// The best move.
    pub best: Point,
}

impl GoldenPosition {
    /// The position as a line of its file.
    pub fn to_line(&self) -> String {
        let moves = points_to_text(self.board.history());
        format!("{moves} {} {}", self.score, self.best)
    }

    fn parse(line: &str, size: BoardSize) -> Result<Self> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [moves, score, best] = fields[..] else {
            anyhow::bail!("moves, a score and the best move are wanted");
        };
        let board = parse_moves(size, moves)?;
        let score = score.parse().ok();
        let score = score.with_context(|| format!("'{}' is not a score", fields[1]))?;
        let best = parse_points(best)?;
        let is_move = |&&point: &&Point| size.contains(point) && board.is_empty(point);
        let best = *best
            .first()
            .filter(is_move)
            .context("no move can be best")?;
        Ok(Self { board, score, best })
    }
}

/// A golden set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoldenSet {
    /// How it was made.
    pub heading: Heading,
    /// Its positions.
    pub positions: Vec<GoldenPosition>,
}

impl GoldenSet {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let read = || Self::parse(&std::fs::read_to_string(path)?);
        read().with_context(|| format!("'{}' is not a golden set", path.display()))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let heading = lines.next().and_then(Heading::parse);
        let heading = heading.with_context(|| format!("it does not begin with '{MARK}...'"))?;
        let positions = lines.enumerate().map(|(number, line)| {
            GoldenPosition::parse(line, heading.size)
                .with_context(|| format!("line {}", number + 2))
        });
        Ok(Self {
            heading,
            positions: positions.collect::<Result<_>>()?,
        })
    }
}

/// Positions of which no two turn or mirror into each other, by their boards and hashes.
#[derive(Default)]
pub struct Likes(HashSet<(BoardSize, u64)>);

impl Likes {
    /// Adds a position; false if it, or one like it, is there already.
    pub fn insert(&mut self, board: &Board) -> bool {
        let size = board.size();
        let is_new = !self.contains(board);
        for symmetry in Symmetry::all(size) {
            let mut image = Board::new(size);
            for &point in board.history() {
                image.play(symmetry.apply(point));
            }
            self.0.insert((size, image.hash()));
        }
        is_new
    }

    /// Whether this position, or one like it, was added.
    pub fn contains(&self, board: &Board) -> bool {
        self.0.contains(&(board.size(), board.hash()))
    }

    /// Adds all positions of a set.
    pub fn extend(&mut self, set: &GoldenSet) -> Result<()> {
        for position in &set.positions {
            ensure!(
                self.insert(&position.board),
                "the position {} occurs twice",
                points_to_text(position.board.history())
            );
        }
        Ok(())
    }
}

/// Whether the centre of the stones lies near an edge.
pub fn is_near_edge(board: &Board) -> bool {
    let count = board.stone_count().max(1) as f64;
    let to_edge = |length: usize, place: fn(Point) -> usize| {
        let sum: usize = board.history().iter().map(|&stone| place(stone)).sum();
        let middle = sum as f64 / count;
        middle.min((length - 1) as f64 - middle)
    };
    let size = board.size();
    to_edge(size.width(), Point::x).min(to_edge(size.height(), Point::y)) < EDGE_ROWS
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# golden positions: renju 15x15, 200000 nodes, seed 7\n\
                        h8i9 -35 j10\na1b2c3 31 o15\n";

    #[test]
    fn sets_read_back_as_written() {
        let set = GoldenSet::parse(TEXT).expect("a valid set");
        assert_eq!(
            (set.heading.rule, set.heading.nodes),
            (Rule::Renju, 200_000)
        );
        assert_eq!(set.positions[0].score, -35);
        let lines: Vec<String> = set.positions.iter().map(GoldenPosition::to_line).collect();
        assert_eq!(format!("{}\n{}\n", set.heading, lines.join("\n")), TEXT);
    }

    #[test]
    fn what_is_no_golden_position_is_refused_with_its_line() {
        for (line, told) in [
            ("h8i9 -35", "wanted"),
            ("h8h8 3 a1", "h8"),
            ("h8 x a1", "'x'"),
            ("h8 3 h8", "no move"),
            ("h8 3 p1", "no move"),
            ("", "wanted"),
        ] {
            let error = GoldenSet::parse(&format!("{TEXT}{line}\n")).expect_err(line);
            let error = format!("{error:#}");
            assert!(error.contains("line 4") && error.contains(told), "{error}");
        }
        for heading in ["", "# openings: renju", "# golden positions: renju 15x15"] {
            assert!(GoldenSet::parse(heading).is_err(), "{heading}");
        }
    }

    #[test]
    fn positions_that_are_alike_are_known() {
        let size = BoardSize::square(15).expect("a valid size");
        let board = |moves| parse_moves(size, moves).expect("valid moves");
        let mut likes = Likes::default();
        assert!(likes.insert(&board("a1b3c5")));
        assert!(!likes.insert(&board("c5b3a1")), "another order");
        assert!(!likes.insert(&board("o1n3m5")), "mirrored");
        assert!(likes.contains(&board("e13c14a15")), "turned");
        assert!(likes.insert(&board("b3a1c5")), "other colours");
        assert!(!likes.contains(&board("a1b3")));
    }

    #[test]
    fn the_edge_is_four_rows_wide() {
        let size = BoardSize::new(20, 15).expect("a valid size");
        for (moves, is_near) in [
            ("d8", true),
            ("e8", false),
            ("q8", true),
            ("p8", false),
            ("j4", true),
            ("j5", false),
            ("j12", true),
            ("j11", false),
            ("a8p8", false),
        ] {
            let board = parse_moves(size, moves).expect("valid moves");
            assert_eq!(is_near_edge(&board), is_near, "{moves}");
        }
    }
}
