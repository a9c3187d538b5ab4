//! The game as a person sees it: the board, the players with their clocks and
//! the newest moves beside it, sentences below. Makes text and prints nothing.

use super::clock::Seat;
use super::command::HELP;
use super::session::{Session, Wants};
use crate::board::Board;
use crate::cli::records::subject::five;
use crate::cli::records::{Ending, Reason};
use crate::cli::terminal::board_view::stone;
use crate::cli::terminal::look::{beside, visible_width};
use crate::cli::terminal::{BoardView, Look, Mark, Paint};
use crate::engine::legality;
use crate::types::{Color, Point, Rule};
use std::time::Duration;

/// Columns between the board and the panel.
const GAP: usize = 2;

/// The narrowest panel that is put beside the board.
const NARROWEST_PANEL: usize = 26;

/// Moves shown in the panel.
const NEWEST_MOVES: usize = 12;

/// Names are cut here.
const LONGEST_NAME: usize = 22;

/// A player of the game as the panel shows it.
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// The colour, once that is settled.
    pub color: Option<Color>,
    /// The clock.
    pub clock: String,
    /// Whether it is this player's turn.
    pub is_to_move: bool,
}

/// What the panel beside a board shows.
pub struct Panel {
    /// Rule, board, kind of opening.
    pub title: String,
    /// Both players.
    pub players: [PlayerLine; 2],
    /// How the game ended, if it did.
    pub result: Option<String>,
}

/// A board with its panel, as lines.
pub fn draw(view: &BoardView<'_>, board: &Board, panel: &Panel, look: Look) -> Vec<String> {
    let board_lines = view.lines(look);
    let panel_lines = panel_lines(board, panel, look);
    let width = board_lines.first().map_or(0, |line| visible_width(line));
    let mut lines = if width + GAP + NARROWEST_PANEL <= look.width {
        beside(&board_lines, &panel_lines, GAP)
    } else {
        // No room: the players in one line each, below.
        let below = panel_lines.into_iter().filter(|line| !line.is_empty());
        board_lines.into_iter().chain(below).collect()
    };
    // Blanks behind a line are of use to nobody.
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// The board of a game: the newest stone or the winning ones lit.
pub fn view(board: &Board, rule: Rule, is_over: bool) -> BoardView<'_> {
    let winner = board.side_to_move().opponent();
    let won = is_over.then(|| five(rule, board, winner)).flatten();
    let lit = won.unwrap_or_else(|| board.last_move().into_iter().collect());
    BoardView::new(board).lit(lit)
}

fn panel_lines(board: &Board, panel: &Panel, look: Look) -> Vec<String> {
    let mut lines = vec![look.paint(Paint::Strong, &panel.title), String::new()];
    for player in &panel.players {
        lines.extend(player_lines(player, look));
    }
    lines.push(String::new());
    if let Some(result) = &panel.result {
        lines.push(look.paint(Paint::Good, result));
        lines.push(String::new());
    }
    lines.extend(newest_moves(board, look));
    lines
}

fn player_lines(player: &PlayerLine, look: Look) -> [String; 2] {
    let sign = player
        .color
        .map_or_else(|| " ".to_owned(), |color| stone(color, look));
    let name: String = player.name.chars().take(LONGEST_NAME).collect();
    let (arrow, name) = if player.is_to_move {
        (">", look.paint(Paint::Strong, &name))
    } else {
        (" ", name)
    };
    let clock = look.paint(Paint::Faint, &player.clock);
    [format!("{arrow} {sign} {name}"), format!("    {clock}")]
}

/// The newest moves, two of them a line.
fn newest_moves(board: &Board, look: Look) -> Vec<String> {
    let moves = board.history();
    // An even number is left out, so that black stays on the left.
    let hidden = moves.len().saturating_sub(NEWEST_MOVES).next_multiple_of(2);
    let pair = |(index, pair): (usize, &[Point])| {
        let number = hidden + 2 * index + 1;
        let names: Vec<String> = pair
            .iter()
            .map(|&point| format!("{:<4}", board.size().name(point)))
            .collect();
        let number = look.paint(Paint::Faint, &format!("{number:>3}."));
        format!("{number} {}", names.join(" "))
    };
    moves[hidden.min(moves.len())..]
        .chunks(2)
        .enumerate()
        .map(pair)
        .collect()
}

/// The whole picture of a session; a hint is marked on the board.
pub fn picture(session: &Session, opponent: &str, hint: Option<Point>, look: Look) -> Vec<String> {
    let board = session.board();
    let agreement = session.agreement();
    let is_over = session.ending().is_some();
    let mut view = view(board, agreement.rule, is_over);
    if let Some(point) = hint {
        view.mark(point, Mark::Choice(0));
    }
    if session.wants() == Wants::Move {
        for point in legality::forbidden_points(agreement.rule, board) {
            view.mark(point, Mark::Forbidden);
        }
    }
    let player = |seat: Seat| PlayerLine {
        name: match seat {
            Seat::Person => "You".to_owned(),
            Seat::Engine => opponent.to_owned(),
        },
        color: session.color(seat),
        clock: session.clocks().show(seat, Duration::ZERO),
        is_to_move: match session.wants() {
            Wants::Nothing => false,
            Wants::Engine(_) => seat == Seat::Engine,
            _ => seat == Seat::Person,
        },
    };
    let panel = Panel {
        title: format!(
            "{} {}{}",
            agreement.rule,
            agreement.size,
            if agreement.swap2 { ", swap2" } else { "" }
        ),
        players: [Seat::Person, Seat::Engine].map(player),
        result: session.ending().map(|ending| result(ending, opponent)),
    };
    draw(&view, board, &panel, look)
}

/// How a game ended, as a sentence.
pub fn result(ending: &Ending<Seat>, opponent: &str) -> String {
    let Some(winner) = ending.winner else {
        return "The board is full: a draw.".to_owned();
    };
    let (winner, loser) = match winner {
        Seat::Person => ("You win", opponent),
        Seat::Engine => ("You lose", "you"),
    };
    match (ending.reason, &ending.detail) {
        (Reason::Five, _) => format!("{winner}: five in a row."),
        (Reason::Resignation, _) => format!("{winner}: {loser} gave up."),
        (Reason::Time, _) => format!("{winner}: the time is up."),
        (_, Some(detail)) => format!("{winner}: {detail}."),
        (reason, None) => format!("{winner}: {reason}."),
    }
}

/// What the person is asked for.
pub fn prompt(session: &Session) -> String {
    let color = session.color(Seat::Person);
    match session.wants() {
        Wants::Move => color.map_or_else(
            || "Your move: ".to_owned(),
            |color| format!("Your move ({color}): "),
        ),
        Wants::Stones(left) => {
            let next = session.board().side_to_move();
            let plural = if left == 1 { "stone" } else { "stones" };
            format!("Put {left} {plural} of the opening ({next} is next): ")
        }
        Wants::Choice { two: true } => "Take black or white, or put two more: ".to_owned(),
        Wants::Choice { two: false } => "Take black or white: ".to_owned(),
        Wants::Engine(_) => String::new(),
        Wants::Nothing => "new, undo, save or quit: ".to_owned(),
    }
}

/// The commands and what they do.
pub fn help(look: Look) -> Vec<String> {
    HELP.iter()
        .map(|(command, meaning)| {
            let command = format!("{command:<14}");
            format!("  {}{meaning}", look.paint(Paint::Point, &command))
        })
        .collect()
}
