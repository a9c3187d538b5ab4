//! An analysis for people: the board with the good moves on it, a line for
//! each, and a decided game move by move. Makes text and prints nothing.

use super::analysis::Analysis;
use crate::board::Board;
use crate::cli::records::Reason;
use crate::cli::records::subject::Subject;
use crate::cli::terminal::board_view::{letter, stone};
use crate::cli::terminal::look::{beside, visible_width, wrap};
use crate::cli::terminal::values::{in_words, winners_moves};
use crate::cli::terminal::{BoardView, Look, Mark, Paint};
use crate::search::Line;
use crate::types::score::{chance, is_loss, is_win};
use crate::types::{BoardSize, Color, Point, Score};
use std::time::Duration;

/// Columns between the board and what stands beside it.
const GAP: usize = 3;

/// Columns below which nothing is put beside the board.
const NARROWEST_PANEL: usize = 22;

/// The whole report, with a line end.
pub fn write(subject: &Subject, analysis: &Analysis, look: Look) -> String {
    let mut lines = Vec::new();
    // The position and its values come last: a terminal of 24 rows still shows them then.
    if let Some(forced) = &analysis.forced {
        lines.extend(forced_game(subject, analysis, look));
        let view = BoardView::new(&subject.board).with_line(&forced.moves);
        lines.push(String::new());
        lines.extend(view.lines(look));
        lines.push(String::new());
    }
    lines.extend([heading(subject, look), String::new()]);
    let panel = panel(subject, analysis, look);
    let board = board_with_choices(subject, analysis).lines(look);
    lines.extend(join(&board, &panel, look));
    if subject.ending.is_none() {
        lines.push(String::new());
        lines.extend(variations(subject, analysis, look));
    }
    // Blanks behind a line are of use to nobody.
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n") + "\n"
}

/// Puts the panel beside the board where there is room, else below it.
fn join(board: &[String], panel: &[String], look: Look) -> Vec<String> {
    let width = board.first().map_or(0, |line| visible_width(line));
    if width + GAP + NARROWEST_PANEL <= look.width {
        return beside(board, panel, GAP);
    }
    [board, panel].concat()
}

fn heading(subject: &Subject, look: Look) -> String {
    let board = &subject.board;
    let turn = match subject.ending {
        Some(_) => "over".to_owned(),
        None => format!("{} to move", board.side_to_move()),
    };
    let count = board.stone_count();
    let plural = if count == 1 { "stone" } else { "stones" };
    let title = format!(
        "{} on {}, {turn} after {count} {plural}",
        subject.rule,
        board.size()
    );
    look.paint(Paint::Strong, &title)
}

fn board_with_choices<'a>(subject: &'a Subject, analysis: &Analysis) -> BoardView<'a> {
    let lit = if subject.ending.is_some() {
        subject.last_stones.clone()
    } else {
        subject.last_move().into_iter().collect()
    };
    let mut view = BoardView::new(&subject.board).lit(lit);
    if subject.ending.is_some() {
        return view;
    }
    for (rank, line) in analysis.lines.iter().enumerate() {
        if let Some(&point) = line.moves.first() {
            view.mark(point, Mark::Choice(rank));
        }
    }
    for point in subject.forbidden() {
        view.mark(point, Mark::Forbidden);
    }
    view
}

/// The short list beside the board.
fn panel(subject: &Subject, analysis: &Analysis, look: Look) -> Vec<String> {
    let mut lines = vec![String::new()];
    if let Some(ending) = &subject.ending {
        let winner = ending.winner.map_or_else(
            || "The game is a draw".to_owned(),
            |winner| format!("{} has won", capital(winner)),
        );
        lines.push(look.paint(Paint::Good, &winner));
        let reason = match ending.reason {
            Reason::Five => "five in a row".to_owned(),
            other => other.to_string(),
        };
        lines.push(look.paint(Paint::Faint, &format!("({reason})")));
        return lines;
    }
    for (rank, line) in analysis.lines.iter().enumerate() {
        let Some(&point) = line.moves.first() else {
            continue;
        };
        let name = letter(rank).unwrap_or('+').to_string();
        lines.push(format!(
            "{} {:<4} {}",
            look.paint(Paint::Point, &name),
            subject.board.size().name(point),
            value(line.score, look)
        ));
    }
    if !subject.forbidden().is_empty() {
        let sign = if look.color { '×' } else { '!' };
        lines.push(String::new());
        lines.push(look.paint(Paint::Faint, &format!("{sign} forbidden to black")));
    }
    lines.push(String::new());
    lines.extend(effort(analysis).map(|text| look.paint(Paint::Faint, &text)));
    lines
}

/// What the analysis took.
fn effort(analysis: &Analysis) -> impl Iterator<Item = String> {
    let best = analysis.lines.first();
    let depth = best.map(|line| format!("depth {}-{}", line.depth, line.selective_depth));
    let nodes = format!("{} nodes", grouped(analysis.nodes));
    let time = seconds(analysis.elapsed);
    depth.into_iter().chain([nodes, time])
}

/// The value of a line, coloured by who should be glad of it.
fn value(score: Score, look: Look) -> String {
    let words = in_words(score);
    let percent = 100.0 * chance(score);
    if is_win(score) || percent >= 60.0 {
        look.paint(Paint::Good, &words)
    } else if is_loss(score) || percent <= 40.0 {
        look.paint(Paint::Bad, &words)
    } else {
        words
    }
}

/// One line of play for each good move.
fn variations(subject: &Subject, analysis: &Analysis, look: Look) -> Vec<String> {
    let lines = analysis.lines.iter().enumerate();
    let size = subject.board.size();
    lines
        .flat_map(|(rank, line)| variation(size, rank, line, look))
        .collect()
}

/// A line of play, wrapped to the width of the terminal.
fn variation(size: BoardSize, rank: usize, line: &Line, look: Look) -> Vec<String> {
    let name = letter(rank).unwrap_or('+').to_string();
    // Painted text has more letters than columns, so the blanks are counted before.
    let words = in_words(line.score);
    let padding = " ".repeat(12_usize.saturating_sub(words.len()));
    let start = format!(
        "{}  {}{padding} {:>2}-{:<3}",
        look.paint(Paint::Point, &name),
        value(line.score, look),
        line.depth,
        line.selective_depth,
    );
    let moves = line.moves.iter().map(|&point| size.name(point));
    let words: Vec<String> = std::iter::once(start).chain(moves).collect();
    wrap(&words, look.width, 23)
}

/// The decided game as a numbered list of moves.
fn forced_game(subject: &Subject, analysis: &Analysis, look: Look) -> Vec<String> {
    let (Some(forced), Some(best)) = (&analysis.forced, analysis.lines.first()) else {
        return Vec::new();
    };
    let count = winners_moves(best.score);
    let plural = if count == 1 { "move" } else { "moves" };
    let title = format!(
        "{} wins by force in {count} {plural}{}",
        capital(forced.winner),
        if forced.is_complete {
            ":"
        } else {
            "; this much of it is known:"
        }
    );
    let paint = if is_win(best.score) {
        Paint::Good
    } else {
        Paint::Bad
    };
    let mut lines = vec![look.paint(paint, &title)];
    lines.extend(wrap(
        &numbered(&subject.board, &forced.moves, look),
        look.width,
        0,
    ));
    lines
}

/// The moves with their numbers and colours: `1.X h8`.
fn numbered(board: &Board, moves: &[Point], look: Look) -> Vec<String> {
    let mut color = board.side_to_move();
    let word = |(index, &point): (usize, &Point)| {
        let sign = stone(color, look);
        color = color.opponent();
        format!("{:>3}. {sign} {:<4}", index + 1, board.size().name(point))
    };
    moves.iter().enumerate().map(word).collect()
}

/// The colour with a capital letter.
pub fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A count with its thousands apart: `1,234,567`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time with as many digits as a person wants.
pub fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return format!("{} ms", time.as_millis());
    }
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests;
