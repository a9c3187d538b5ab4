//! A puzzle as plain data, for every file that it is written to. Finds nothing.

use super::solution::Solution;
use crate::board::{Board, Cell};
use crate::types::{BoardSize, Color, Point, Rule};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// A position in which exactly one first move wins. Cells count from the upper left corner, row
/// by row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// The name of the rule.
    pub rule: String,
    /// The board.
    pub width: usize,
    /// The board.
    pub height: usize,
    /// The stones of Black.
    pub black: Vec<usize>,
    /// The stones of White.
    pub white: Vec<usize>,
    /// Cells that belong to nobody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<usize>,
    /// Whether White is to move, and wins.
    pub white_moves: bool,
    /// The stone that was put last, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<usize>,
    /// Where the position comes from.
    pub source: String,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// The winner's stones up to the five, against the longest defence.
    pub length: usize,
    /// Whether every move of the solution is a four.
    pub fours_only: bool,
    /// Fours that put the same solution off by a move, and change nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detours: Vec<usize>,
    /// The threats that do not win.
    pub wrong: Vec<Wrong>,
    /// The solution; the first step is the position itself.
    pub tree: Vec<Step>,
    /// What is known about how hard it is, and how sure.
    pub evidence: Evidence,
}

/// A first move that does not win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wrong {
    /// The move.
    pub cell: usize,
    /// The reply after which no win by threats is left, if that was proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<usize>,
}

/// A position of the solution with the winner to move. Its names are short, since there are
/// hundreds in a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The move.
    #[serde(rename = "m")]
    pub cell: usize,
    /// Other moves that were found to win here.
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<usize>,
    /// Where the winner makes five after the move.
    #[serde(rename = "f", default, skip_serializing_if = "Vec::is_empty")]
    pub fives: Vec<usize>,
    /// The replies that can matter, the longest defence first, each with the number of the step
    /// that answers it. With none, nothing stops the five.
    #[serde(rename = "r", default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<(usize, usize)>,
}

/// What was seen while the puzzle was made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Nodes that the proof of the win took.
    pub proof_nodes: u64,
    /// Nodes that each other first move got.
    pub other_nodes: u64,
    /// Threats that were refuted to the end.
    pub refuted: usize,
    /// Threats about which the nodes did not suffice.
    pub open: usize,
    /// The fewest nodes with which a search chooses the right move, and goes on choosing it.
    pub seen_at: Option<u64>,
    /// Whether the move ordering of the network, without any search, has it first.
    pub guessed: bool,
}

impl Puzzle {
    /// The rule.
    pub fn rule(&self) -> Result<Rule> {
        Ok(self.rule.parse()?)
    }

    /// The board's size.
    pub fn size(&self) -> Result<BoardSize> {
        BoardSize::new(self.width, self.height).context("there is no such board")
    }

    /// The point of a cell.
    pub fn point(&self, cell: usize) -> Point {
        Point::new(cell % self.width, cell / self.width)
    }

    /// The position.
    pub fn board(&self) -> Result<Board> {
        let size = self.size()?;
        let mut board = Board::new(size);
        let stones = [(&self.black, Color::Black), (&self.white, Color::White)];
        for (cells, color) in stones {
            for &cell in cells {
                let point = self.point(cell);
                ensure!(
                    size.contains(point) && board.is_empty(point),
                    "the cell {cell} cannot hold a stone"
                );
                board.put(point, color);
            }
        }
        for &cell in &self.walls {
            board.add_wall(self.point(cell));
        }
        board.set_side_to_move(self.winner());
        Ok(board)
    }

    /// Who is to move, and wins.
    pub const fn winner(&self) -> Color {
        if self.white_moves {
            Color::White
        } else {
            Color::Black
        }
    }
}

/// The number of a point, row by row.
pub const fn cell(size: BoardSize, point: Point) -> usize {
    point.y() * size.width() + point.x()
}

/// The cells of a kind.
pub fn cells(board: &Board, kind: Cell) -> Vec<usize> {
    let points = board.size().points();
    let of_kind = points.filter(|&point| board.cell(point) == kind);
    of_kind.map(|point| cell(board.size(), point)).collect()
}

/// The steps of a solution.
pub fn steps(size: BoardSize, solution: &Solution) -> Vec<Step> {
    let all = |points: &[Point]| points.iter().map(|&point| cell(size, point)).collect();
    let steps = solution.steps.iter().map(|step| Step {
        cell: cell(size, step.point),
        also: all(&step.also),
        fives: all(&step.fives),
        replies: step
            .replies
            .iter()
            .map(|&(reply, next)| (cell(size, reply), next))
            .collect(),
    });
    steps.collect()
}
