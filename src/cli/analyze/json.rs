//! An analysis as one JSON document for programs. `docs/analyze.md` describes
//! every field; fields may be added, never renamed.

use super::analysis::Analysis;
use crate::board::text::diagram;
use crate::cli::records::Ending;
use crate::cli::records::subject::Subject;
use crate::search::Line;
use crate::types::score::{chance, is_decisive, is_loss, is_win, plies_to_end};
use crate::types::{BoardSize, Color, Point};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Document {
    position: Position,
    over: Option<Over>,
    best: Option<String>,
    lines: Vec<BestLine>,
    forced: Option<ForcedLine>,
    nodes: u64,
    milliseconds: u64,
    nodes_per_second: Option<u64>,
}

#[derive(Serialize)]
struct Position {
    rule: String,
    width: usize,
    height: usize,
    /// Absent where the order of the stones is not known.
    moves: Option<Vec<String>>,
    diagram: Vec<String>,
    side_to_move: String,
    last_move: Option<String>,
    forbidden: Vec<String>,
}

#[derive(Serialize)]
struct Over {
    winner: Option<String>,
    reason: String,
    stones: Vec<String>,
}

#[derive(Serialize)]
struct BestLine {
    rank: usize,
    #[serde(rename = "move")]
    first: Option<String>,
    score: Option<i32>,
    chance: f64,
    wins_in_plies: Option<usize>,
    loses_in_plies: Option<usize>,
    depth: u32,
    selective_depth: u32,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct ForcedLine {
    winner: String,
    complete: bool,
    moves: Vec<String>,
}

/// The document, with a line end.
pub fn write(subject: &Subject, analysis: &Analysis) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&document(subject, analysis))? + "\n")
}

/// The document as a value, to be part of another one.
pub fn value(subject: &Subject, analysis: &Analysis) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(document(subject, analysis))?)
}

fn document(subject: &Subject, analysis: &Analysis) -> Document {
    let size = subject.board.size();
    let forced = analysis.forced.as_ref().map(|forced| ForcedLine {
        winner: forced.winner.to_string(),
        complete: forced.is_complete,
        moves: names(size, &forced.moves),
    });
    let milliseconds = analysis.elapsed.as_millis() as u64;
    let lines = analysis.lines.iter().enumerate();
    Document {
        position: position(subject),
        over: subject.ending.as_ref().map(|ending| over(subject, ending)),
        best: analysis
            .lines
            .first()
            .and_then(|line| line.moves.first())
            .map(|&point| size.name(point)),
        lines: lines
            .map(|(index, line)| best_line(size, index + 1, line))
            .collect(),
        forced,
        nodes: analysis.nodes,
        milliseconds,
        nodes_per_second: (analysis.nodes * 1_000).checked_div(milliseconds),
    }
}

fn names(size: BoardSize, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| size.name(point)).collect()
}

fn position(subject: &Subject) -> Position {
    let board = &subject.board;
    let size = board.size();
    Position {
        rule: subject.rule.to_string(),
        width: size.width(),
        height: size.height(),
        moves: subject.in_order.then(|| names(size, board.history())),
        diagram: diagram(board).lines().map(str::to_owned).collect(),
        side_to_move: board.side_to_move().to_string(),
        last_move: subject.last_move().map(|point| size.name(point)),
        forbidden: names(size, &subject.forbidden()),
    }
}

fn over(subject: &Subject, ending: &Ending) -> Over {
    Over {
        winner: ending.winner.as_ref().map(Color::to_string),
        reason: ending.reason.to_string(),
        stones: names(subject.board.size(), &subject.last_stones),
    }
}

fn best_line(size: BoardSize, rank: usize, line: &Line) -> BestLine {
    let plies = plies_to_end(line.score);
    BestLine {
        rank,
        first: line.moves.first().map(|&point| size.name(point)),
        // A decided game has a distance instead of a score.
        score: (!is_decisive(line.score)).then_some(line.score),
        chance: (chance(line.score) * 1e4).round() / 1e4,
        wins_in_plies: is_win(line.score).then_some(plies),
        loses_in_plies: is_loss(line.score).then_some(plies),
        depth: line.depth,
        selective_depth: line.selective_depth,
        moves: names(size, &line.moves),
    }
}
