//! The table at which a game is played: reads lines, draws the picture, lets
//! the opponent think, and carries commands out. Everything comes in and goes
//! out through what it is given, so tests sit at the same table.

use super::clock::Seat;
use super::command::{self, Command};
use super::opponent::Opponent;
use super::saving;
use super::screen;
use super::session::{Session, Wants};
use crate::cli::records::{Ending, PlayedGame, Reason};
use crate::cli::terminal::look::{visible_width, wrap};
use crate::cli::terminal::values::in_words;
use crate::cli::terminal::{Look, Paint};
use crate::engine::Task;
use crate::search::{Clock, Line};
use crate::types::{BoardSize, Color, Point};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Rows that stand below the picture: what was said, and what is typed.
const ROWS_BELOW: usize = 2;

/// Longer lines are cut: nobody types them, and memory must not run out.
const LONGEST_LINE: u64 = 4_096;

/// Clears the screen and goes to its upper left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// A table.
pub struct Table<'a, R, W> {
    /// Where lines come from.
    pub input: R,
    /// Where everything is written.
    pub output: W,
    /// Who sits opposite.
    pub opponent: &'a mut dyn Opponent,
    /// How to write.
    pub look: Look,
    /// What the time is.
    pub clock: Arc<dyn Clock>,
    /// Is shown the game, and the opponent's name, whenever they may have changed.
    pub keep: &'a mut dyn FnMut(&Session, String),
}

/// Whether to go on after a command, and what to show.
enum Effect {
    /// The picture has changed.
    Draw,
    /// Stones are gone, as this says, and with them the time that they took.
    TakenBack(String),
    /// Only these lines are new.
    Say(Vec<String>),
    /// A move to look at.
    Show(Option<Line>),
    /// A game from the beginning.
    Restart,
    /// The person leaves.
    Leave,
}

impl<R: BufRead, W: Write> Table<'_, R, W> {
    /// Plays until the person leaves; gives back the game as it then stands.
    pub fn run(&mut self, mut session: Session) -> anyhow::Result<Session> {
        self.opponent.new_game();
        (self.keep)(&session, self.opponent.name());
        self.draw(&session, None)?;
        self.say(&["Type a point such as h8 to play, or help.".to_owned()])?;
        if let Some(sentence) = self.too_high(&session) {
            self.say(&[sentence])?;
        }
        // How long the person has thought about the present move.
        let mut thought = Duration::ZERO;
        loop {
            (self.keep)(&session, self.opponent.name());
            if let Wants::Engine(task) = session.wants() {
                self.think(&mut session, task)?;
                thought = Duration::ZERO;
                continue;
            }
            let started = self.clock.now();
            let Some(line) = self.ask(&screen::prompt(&session))? else {
                self.say(&[String::new()])?;
                return Ok(session);
            };
            thought += self.clock.now().saturating_sub(started);
            if session.person_runs_out_of_time(thought) {
                self.draw(&session, None)?;
                self.say(&["Your time is up.".to_owned()])?;
                continue;
            }
            let effect = match command::parse(&line) {
                Ok(command) => self.carry_out(command, &mut session, thought)?,
                Err(sentence) => Effect::Say(vec![sentence]),
            };
            match effect {
                Effect::Draw => self.draw(&session, None)?,
                Effect::TakenBack(sentence) => {
                    thought = Duration::ZERO;
                    self.draw(&session, None)?;
                    self.say(&[sentence])?;
                }
                Effect::Say(lines) => self.say(&lines)?,
                Effect::Show(line) => self.show_hint(&session, line.as_ref())?,
                Effect::Restart => {
                    session = Session::new(session.agreement().clone());
                    thought = Duration::ZERO;
                    self.opponent.new_game();
                    self.draw(&session, None)?;
                }
                Effect::Leave => return Ok(session),
            }
        }
    }

    /// What to say if the picture is higher than the terminal.
    fn too_high(&self, session: &Session) -> Option<String> {
        let picture = screen::picture(session, &self.opponent.name(), None, self.look);
        let needed = picture.len() + ROWS_BELOW;
        let height = self.look.height.filter(|&height| height < needed)?;
        Some(format!(
            "This board needs {needed} rows and the terminal has {height}: its upper rows scroll off. \
             Make the terminal higher or its letters smaller."
        ))
    }

    /// Reads a line; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let prompt = self.look.paint(Paint::Strong, prompt.trim_end());
        write!(self.output, "{prompt} ")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut self.input, LONGEST_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if !self.look.live {
            // Where nobody types, no line end has moved the cursor on.
            writeln!(self.output)?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Says something; a terminal would break long sentences within a word.
    fn say(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            if self.look.live && visible_width(line) > self.look.width {
                let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
                self.print(&wrap(&words, self.look.width, 0))?;
            } else {
                writeln!(self.output, "{line}")?;
            }
        }
        self.output.flush()
    }

    fn print(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }

    /// Draws the picture, on a live terminal over the old one.
    fn draw(&mut self, session: &Session, hint: Option<Point>) -> io::Result<()> {
        let name = self.opponent.name();
        let lines = screen::picture(session, &name, hint, self.look);
        if self.look.live {
            write!(self.output, "{CLEAR}")?;
        } else {
            writeln!(self.output)?;
        }
        self.print(&lines)
    }

    /// Says on a live terminal what is being waited for; the next picture takes it away.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.look.live {
            let dots = if self.look.color { "…" } else { "..." };
            let text = format!("{text} {dots}");
            write!(self.output, "{}", self.look.paint(Paint::Faint, &text))?;
        }
        self.output.flush()
    }

    /// Lets the opponent move.
    fn think(&mut self, session: &mut Session, task: Task) -> anyhow::Result<()> {
        let name = self.opponent.name();
        self.remark(&format!("{name} is thinking"))?;
        let stones = session.board().stone_count();
        let in_opening = session.color(Seat::Engine).is_none();
        let started = self.clock.now();
        let answer = self.opponent.answer(session, task)?;
        let time = self.clock.now().saturating_sub(started);
        session.engine_decides(&answer.decision, time);
        self.draw(session, None)?;
        let mut said = Vec::new();
        if in_opening && let Some(color) = session.color(Seat::Engine) {
            said.push(format!("{name} takes {color}."));
        }
        let put = &session.board().history()[stones..];
        if !put.is_empty() {
            let names = session.board().size().names(put).replace(' ', ", ");
            said.push(format!("{name} plays {names}."));
        }
        self.say(&[said.join(" ")])?;
        Ok(())
    }

    /// Does what the person wants.
    fn carry_out(
        &mut self,
        command: Command,
        session: &mut Session,
        thought: Duration,
    ) -> anyhow::Result<Effect> {
        let said = |result: Result<(), String>| match result {
            Ok(()) => Effect::Draw,
            Err(sentence) => Effect::Say(vec![sentence]),
        };
        Ok(match command {
            Command::Nothing => Effect::Say(Vec::new()),
            Command::Stones(typed) => said(
                on_board(session.board().size(), &typed)
                    .and_then(|points| session.person_puts(&points, thought)),
            ),
            Command::Take(color) => said(session.person_takes(color)),
            Command::Two => said(session.person_wants_two()),
            Command::Resign => said(session.person_resigns()),
            Command::Undo => take_back(session),
            Command::Hint if session.wants() == Wants::Move => {
                self.remark("Looking for a move")?;
                Effect::Show(self.opponent.hint(session)?)
            }
            Command::Hint => Effect::Say(vec!["There is no move to find now.".to_owned()]),
            Command::Moves => Effect::Say(self.list_moves(session)),
            Command::Clock => Effect::Say(self.show_clocks(session, thought)),
            Command::Level(level) => {
                self.opponent.set_level(level);
                let name = self.opponent.name();
                Effect::Say(vec![format!("You now play against {name}.")])
            }
            Command::Board => Effect::Draw,
            Command::Save { path, overwrite } => {
                Effect::Say(vec![self.save(session, &path, overwrite)])
            }
            Command::New => Effect::Restart,
            Command::Help => Effect::Say(screen::help(self.look)),
            Command::Quit => Effect::Leave,
        })
    }

    fn show_hint(&mut self, session: &Session, line: Option<&Line>) -> io::Result<()> {
        let Some(line) = line else {
            return self.say(&["I have no idea.".to_owned()]);
        };
        self.draw(session, line.moves.first().copied())?;
        let value = in_words(line.score);
        let mut words = vec![format!("Hint A: {value} with")];
        let size = session.board().size();
        words.extend(line.moves.iter().map(|&point| size.name(point)));
        // As many moves as fit on one line: the board stays in sight.
        let lines = wrap(&words, self.look.width.saturating_sub(1), 0);
        self.say(&lines[..1])
    }

    fn list_moves(&self, session: &Session) -> Vec<String> {
        let moves = session.board().history();
        if moves.is_empty() {
            return vec!["No move was played yet.".to_owned()];
        }
        let size = session.board().size();
        let words: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(index, &point)| format!("{}.{}", index + 1, size.name(point)))
            .collect();
        let mut lines = wrap(&words, self.look.width, 0);
        lines.push(format!(
            "For analyze: {}",
            size.names(moves).replace(' ', "")
        ));
        lines
    }

    fn show_clocks(&self, session: &Session, thought: Duration) -> Vec<String> {
        let clocks = session.clocks();
        let name = self.opponent.name();
        vec![format!(
            "You: {}. {name}: {}.",
            clocks.show(Seat::Person, thought),
            clocks.show(Seat::Engine, Duration::ZERO)
        )]
    }

    /// Saves the game and says so, or says why not.
    fn save(&self, session: &Session, path: &Path, overwrite: bool) -> String {
        let saved = save(session, &self.opponent.name(), path, overwrite);
        match saved {
            Ok(()) => format!("Saved to {}.", path.display()),
            Err(_) if path.exists() && !overwrite => format!(
                "{0} exists already; to write over it, type: save! {0}",
                path.display()
            ),
            Err(error) => format!("Sorry, I {error:#}."),
        }
    }
}

/// The points that a person means, who counts rows from below.
fn on_board(size: BoardSize, typed: &[Point]) -> Result<Vec<Point>, String> {
    match typed.iter().find(|&&point| !size.contains(point)) {
        Some(point) => Err(format!("{point} is not on this {size} board.")),
        None => Ok(typed.iter().map(|&point| size.flip_rows(point)).collect()),
    }
}

/// Takes stones back and tells which.
fn take_back(session: &mut Session) -> Effect {
    let moves = session.board().history().to_vec();
    match session.undo() {
        Ok(0) => Effect::TakenBack("You have not resigned; the game goes on.".to_owned()),
        Ok(count) => {
            let size = session.board().size();
            let taken = size.names(&moves[moves.len() - count..]).replace(' ', ", ");
            Effect::TakenBack(format!("Taken back: {taken}."))
        }
        Err(sentence) => Effect::Say(vec![sentence]),
    }
}

/// Writes a session's game to a file.
pub fn save(session: &Session, opponent: &str, path: &Path, overwrite: bool) -> anyhow::Result<()> {
    let person = session.color(Seat::Person).unwrap_or(Color::Black);
    let (you, other) = ("You".to_owned(), opponent.to_owned());
    let names = match person {
        Color::Black => [you, other],
        Color::White => [other, you],
    };
    let game = PlayedGame {
        names,
        rule: session.agreement().rule,
        size: session.board().size(),
        moves: session.board().history(),
        opening: session.opening(),
        times: session.times(),
        ending: ending(session),
    };
    saving::save(path, game, overwrite)
}

/// How the game ended, as records tell it. A game without colours yet is an unfinished one,
/// even if it was given up.
fn ending(session: &Session) -> Ending {
    let settled = session.ending().zip(session.color(Seat::Person));
    let Some((ending, person)) = settled else {
        return Ending::drawn(Reason::Unfinished);
    };
    ending.clone().map(|seat| match seat {
        Seat::Person => person,
        Seat::Engine => person.opponent(),
    })
}

#[cfg(test)]
mod tests;
