//! `play --watch`: a game between two engines, drawn as it is played. The
//! engines are processes, asked and judged by the same code as in a match.

use super::clock::minutes;
use super::saving;
use super::screen::{self, Panel, PlayerLine};
use crate::board::Board;
use crate::cli::arena::brain::Brain;
use crate::cli::arena::contestant::{Contestant, make_names_unique};
use crate::cli::arena::dialog;
use crate::cli::arena::game::{self, Seat, Terms};
use crate::cli::fault::refuse;
use crate::cli::interrupt::Stop;
use crate::cli::records::{Ending, PlayedGame, Reason};
use crate::cli::terminal::{Look, Paint};
use crate::types::{BoardSize, Color, Point, Rule};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much later than its limit an answer may come: a watched game is no tournament.
const TOLERANCE: Duration = Duration::from_millis(500);

/// How long an engine may be silent beyond its limit, and at its start.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long an answer is waited for when no clock bounds it.
const UNCLOCKED: Duration = Duration::from_secs(600);

/// What to watch.
pub struct Fixture {
    /// The engines: black, white.
    pub engines: [Contestant; 2],
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Stones that lie on the board already.
    pub start: Vec<Point>,
    /// Time to look at each move.
    pub pause: Duration,
    /// Where to save the game.
    pub save: Option<PathBuf>,
}

/// A game that was watched.
struct Watched {
    board: Board,
    times: Vec<Duration>,
    /// How it ended; `None` if it was interrupted.
    ending: Option<Ending>,
}

/// Plays the game, draws it, and saves it. Whether it was played to its end.
pub fn watch(
    mut fixture: Fixture,
    look: Look,
    out: &mut dyn Write,
    stop: &Stop,
) -> anyhow::Result<bool> {
    let mut brains = Vec::new();
    for contestant in &mut fixture.engines {
        brains.push(dialog::start_named(contestant, PATIENCE, stop).map_err(refuse)?);
    }
    make_names_unique(&mut fixture.engines);
    let watched = play(&fixture, &mut brains, look, out, stop)?;
    for brain in brains {
        brain.quit();
    }
    finish(&fixture, &watched, look, out)?;
    Ok(watched.ending.is_some())
}

/// Plays the game with running engines.
fn play(
    fixture: &Fixture,
    brains: &mut [Brain],
    look: Look,
    out: &mut dyn Write,
    stop: &Stop,
) -> anyhow::Result<Watched> {
    let [black, white] = brains else {
        anyhow::bail!("a game needs two engines");
    };
    let [black_limits, white_limits] = fixture.engines.each_ref().map(|one| &one.limits);
    let seats = [
        Seat {
            brain: black,
            limits: black_limits,
        },
        Seat {
            brain: white,
            limits: white_limits,
        },
    ];
    let terms = Terms {
        rule: fixture.rule,
        size: fixture.size,
        swap2: false,
        draw_after: None,
        tolerance: TOLERANCE,
        patience: PATIENCE,
        start_up: PATIENCE,
        unclocked: UNCLOCKED,
    };
    let mut watched = Watched {
        board: board_after(fixture, &fixture.start),
        times: Vec::new(),
        ending: None,
    };
    let mut written = draw(fixture, &watched.board, &[], None, look, out);
    let observer = &mut |board: &Board, times: &[Duration]| {
        watched.board.clone_from(board);
        watched.times = times.to_vec();
        if written.is_ok() {
            written = draw(fixture, board, times, None, look, out);
        }
        if !fixture.pause.is_zero() {
            std::thread::sleep(fixture.pause);
        }
    };
    let played = game::play_watched(&terms, &fixture.start, seats, stop, observer);
    written?;
    if let Ok(played) = played {
        watched.board = board_after(fixture, &played.moves);
        watched.times = played.times;
        watched.ending = Some(played.ending);
    }
    Ok(watched)
}

fn board_after(fixture: &Fixture, moves: &[Point]) -> Board {
    let mut board = Board::new(fixture.size);
    for &point in moves {
        board.play(point);
    }
    board
}

/// Draws the last picture, saves the game, and tells both in one line: with a line more, a
/// board of 20 rows would leave the screen.
fn finish(
    fixture: &Fixture,
    watched: &Watched,
    look: Look,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let said = match &watched.ending {
        Some(ending) => {
            let result = result(fixture, ending);
            let (board, times) = (&watched.board, &watched.times);
            draw(fixture, board, times, Some(&result), look, out)?;
            look.paint(Paint::Good, &result)
        }
        None => "Interrupted.".to_owned(),
    };
    let Some(path) = &fixture.save else {
        writeln!(out, "{said}")?;
        return Ok(());
    };
    save(fixture, watched, path)?;
    writeln!(out, "{said} Saved to {}.", path.display())?;
    Ok(())
}

fn save(fixture: &Fixture, watched: &Watched, path: &Path) -> anyhow::Result<()> {
    let ending = watched.ending.clone();
    let game = PlayedGame {
        names: fixture.engines.each_ref().map(|one| one.name.clone()),
        rule: fixture.rule,
        size: fixture.size,
        moves: watched.board.history(),
        opening: fixture.start.len(),
        times: &watched.times,
        ending: ending.unwrap_or(Ending::drawn(Reason::Unfinished)),
    };
    saving::save(path, game, false)
}

/// How the game ended, as a sentence.
fn result(fixture: &Fixture, ending: &Ending) -> String {
    let Some(winner) = ending.winner else {
        return format!("A draw: {}.", ending.reason);
    };
    let name = &fixture.engines[winner.index()].name;
    let detail = ending.detail.as_ref();
    let detail = detail.map_or_else(String::new, |detail| format!(" ({detail})"));
    match ending.reason {
        Reason::Five => format!("{name} ({winner}) wins: five in a row."),
        reason => format!("{name} ({winner}) wins: {reason}{detail}."),
    }
}

/// Draws the board and the players, on a live terminal over the old picture.
fn draw(
    fixture: &Fixture,
    board: &Board,
    times: &[Duration],
    result: Option<&String>,
    look: Look,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let used = |color: Color| -> Duration {
        // The stones after the start alternate, the next player's first.
        let first = fixture.start.len() % 2;
        let own = times.iter().skip((color.index() + first) % 2).step_by(2);
        own.sum()
    };
    let player = |color: Color| PlayerLine {
        name: fixture.engines[color.index()].name.clone(),
        color: Some(color),
        clock: format!("{} used", minutes(used(color))),
        is_to_move: result.is_none() && board.side_to_move() == color,
    };
    let panel = Panel {
        title: format!("{} {}", fixture.rule, fixture.size),
        players: Color::ALL.map(player),
        result: None,
    };
    let view = screen::view(board, fixture.rule, result.is_some());
    let lines = screen::draw(&view, board, &panel, look);
    let clear = if look.live { "\x1b[2J\x1b[H" } else { "\n" };
    writeln!(out, "{clear}{}", lines.join("\n"))?;
    out.flush()
}
