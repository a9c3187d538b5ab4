//! One game between two running engines under a referee: who is asked, how
//! long the answer took, what it did to the board, and how the game ended.

use super::brain::{Brain, Silence};
use super::dialog::{self, Answer};
use super::limits::Limits;
use super::swap2::{Agreement, Step};
use crate::board::Board;
use crate::cli::interrupt::Stop;
use crate::cli::records::{Ending, Reason};
use crate::rules::verdict;
use crate::types::{BoardSize, Color, Point, Rule};
use std::time::{Duration, Instant};

/// What all games of a match share.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Whether the engines make the opening themselves, by swap2.
    pub swap2: bool,
    /// The number of stones at which a game is called a draw.
    pub draw_after: Option<usize>,
    /// How much later than its limit an answer may come.
    pub tolerance: Duration,
    /// How much longer a late answer is waited for before the engine is killed.
    pub patience: Duration,
    /// How long an engine may take to answer ABOUT, and START.
    pub start_up: Duration,
    /// How long an answer is waited for when no clock bounds it.
    pub unclocked: Duration,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// All stones, the opening first.
    pub moves: Vec<Point>,
    /// How many of them are the opening.
    pub opening: usize,
    /// The thinking time of each stone after the opening.
    pub times: Vec<Duration>,
    /// How it ended.
    pub ending: Ending,
    /// Whether the players chose the colours that they did not sit down with.
    pub is_exchanged: bool,
    /// How the opening was made, if by swap2.
    pub swap2: Vec<Step>,
}

impl Played {
    /// Black and white of those who sat down, the opener of swap2 first.
    pub fn by_color<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.is_exchanged {
            [second, first]
        } else {
            [first, second]
        }
    }
}

/// An engine at the board.
pub struct Seat<'a> {
    /// The process.
    pub brain: &'a mut Brain,
    /// Its limits.
    pub limits: &'a Limits,
}

/// The match was stopped in the middle of the game.
#[derive(Debug)]
pub struct Stopped;

/// Is told the board and all thinking times after every stone.
pub type Observer<'a> = &'a mut dyn FnMut(&Board, &[Duration]);

/// Plays one game; `seats` are black and white, or with swap2 the one who opens and the one who
/// chooses.
pub fn play(
    terms: &Terms,
    opening: &[Point],
    seats: [Seat<'_>; 2],
    stop: &Stop,
) -> Result<Played, Stopped> {
    play_watched(terms, opening, seats, stop, &mut |_, _| {})
}

/// Plays one game that somebody watches.
pub fn play_watched(
    terms: &Terms,
    opening: &[Point],
    mut seats: [Seat<'_>; 2],
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<Played, Stopped> {
    let mut game = Game::new(terms, opening, &seats);
    let mut agreement = Agreement::default();
    let ending = match game.start(&mut seats, stop)? {
        Some(ending) => Some(ending),
        None if terms.swap2 => game.agree(&mut seats, stop, &mut agreement)?,
        None => None,
    };
    // The last stone of an agreement may be the first one after it.
    let opening = game.board.stone_count() - game.times.len();
    if agreement.is_exchanged {
        seats.reverse();
        game.left.reverse();
    }
    let ending = match ending {
        Some(ending) => ending,
        None => game.run(&mut seats, stop, observer)?,
    };
    Ok(Played {
        moves: game.board.history().to_vec(),
        opening,
        times: game.times,
        ending,
        is_exchanged: agreement.is_exchanged,
        swap2: agreement.steps,
    })
}

/// A game under way.
pub(super) struct Game<'a> {
    pub(super) terms: &'a Terms,
    pub(super) board: Board,
    times: Vec<Duration>,
    /// Milliseconds on each side's clock; `None` without a clock.
    left: [Option<i64>; 2],
    /// Whether the side has seen all stones but the opponent's last.
    follows: [bool; 2],
}

/// The side that is named here lost.
pub(super) fn lost(color: Color, reason: Reason, detail: impl Into<Option<String>>) -> Ending {
    Ending {
        detail: detail.into(),
        ..Ending::won(color.opponent(), reason)
    }
}

/// What an engine's silence means for the game.
fn silent(
    seat: &mut Seat<'_>,
    color: Color,
    silence: Silence,
    what: &str,
) -> Result<Ending, Stopped> {
    match silence {
        Silence::Gone => {
            let words = seat.brain.last_words();
            Ok(lost(color, Reason::Crash, format!("ended {what}{words}")))
        }
        Silence::Deadline => {
            let said = seat.brain.stray();
            let said = said.map_or_else(String::new, |line| format!("; it said '{line}'"));
            Ok(lost(color, Reason::Hang, format!("silent {what}{said}")))
        }
        Silence::Stopped => Err(Stopped),
    }
}

impl<'a> Game<'a> {
    fn new(terms: &'a Terms, opening: &[Point], seats: &[Seat<'_>; 2]) -> Self {
        let mut board = Board::new(terms.size);
        for &point in opening {
            board.play(point);
        }
        let clock = |seat: &Seat<'_>| seat.limits.game.map(|time| time.as_millis() as i64);
        Self {
            terms,
            board,
            times: Vec::new(),
            left: [clock(&seats[0]), clock(&seats[1])],
            follows: [false; 2],
        }
    }

    /// Starts both engines; the first that fails loses.
    fn start(&self, seats: &mut [Seat<'_>; 2], stop: &Stop) -> Result<Option<Ending>, Stopped> {
        let Terms { rule, size, .. } = *self.terms;
        for color in Color::ALL {
            let seat = &mut seats[color.index()];
            let patience = self.terms.start_up;
            let started = dialog::start_game(seat.brain, rule, size, seat.limits, patience, stop);
            if let Err(silence) = started {
                return silent(seat, color, silence, "at START").map(Some);
            }
        }
        Ok(None)
    }

    /// Lets both sides move in turn until the game ends.
    fn run(
        &mut self,
        seats: &mut [Seat<'_>; 2],
        stop: &Stop,
        observer: Observer<'_>,
    ) -> Result<Ending, Stopped> {
        loop {
            if let Some(ending) = self.adjudicate() {
                return Ok(ending);
            }
            let color = self.board.side_to_move();
            let seat = &mut seats[color.index()];
            let ending = self.turn(seat, color, stop)?;
            observer(&self.board, &self.times);
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Ends a game that no stone can end any more.
    fn adjudicate(&self) -> Option<Ending> {
        let stones = self.board.stone_count();
        let reason = if self.board.empty().is_empty() {
            Reason::FullBoard
        } else if self.terms.draw_after.is_some_and(|limit| stones >= limit) {
            Reason::DrawAfter
        } else {
            return None;
        };
        Some(Ending::drawn(reason))
    }

    /// Lets one side move.
    fn turn(
        &mut self,
        seat: &mut Seat<'_>,
        color: Color,
        stop: &Stop,
    ) -> Result<Option<Ending>, Stopped> {
        let side = color.index();
        let asked = Instant::now();
        dialog::ask_move(seat.brain, &self.board, self.follows[side], self.left[side]);
        self.follows[side] = true;
        let answer = |seat: &mut Seat<'_>, deadline| answer(seat, deadline, stop);
        Ok(match self.hear(seat, color, asked, answer)? {
            Ok(((x, y), used)) => self.place(color, x, y, used),
            Err(ending) => Some(ending),
        })
    }

    /// Waits for the answer of a side that was asked, while its clock runs. An answer that does
    /// not come, or too late, ends the game.
    pub(super) fn hear<T>(
        &mut self,
        seat: &mut Seat<'_>,
        color: Color,
        asked: Instant,
        answer: impl FnOnce(&mut Seat<'_>, Instant) -> Result<(T, Instant), Silence>,
    ) -> Result<Result<(T, Duration), Ending>, Stopped> {
        let side = color.index();
        let limit = self.limit(seat, side);
        let deadline = asked
            + limit.map_or(self.terms.unclocked, |limit| {
                limit + self.terms.tolerance + self.terms.patience
            });
        let (told, at) = match answer(seat, deadline) {
            Ok(answer) => answer,
            Err(silence) => return silent(seat, color, silence, "when asked to move").map(Err),
        };
        let used = at.saturating_duration_since(asked);
        if let Some(limit) = limit.filter(|&limit| used > limit + self.terms.tolerance) {
            let detail = format!("{} ms of {} ms", used.as_millis(), limit.as_millis());
            return Ok(Err(lost(color, Reason::Time, detail)));
        }
        if let Some(left) = &mut self.left[side] {
            *left += seat.limits.increment.as_millis() as i64 - used.as_millis() as i64;
        }
        Ok(Ok((told, used)))
    }

    /// Milliseconds on a side's clock; `None` without a clock.
    pub(super) const fn left(&self, color: Color) -> Option<i64> {
        self.left[color.index()]
    }

    /// The time that the side has for its move.
    fn limit(&self, seat: &Seat<'_>, side: usize) -> Option<Duration> {
        let left = self.left[side].map(|left| Duration::from_millis(left.max(0) as u64));
        match (seat.limits.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// Puts the stone on the board, if that is allowed, and judges it.
    pub(super) fn place(&mut self, color: Color, x: i64, y: i64, used: Duration) -> Option<Ending> {
        let point = self
            .terms
            .size
            .point(x, y)
            .filter(|&point| self.board.is_empty(point));
        let Some(point) = point else {
            return Some(lost(color, Reason::Illegal, format!("{x},{y}")));
        };
        let verdict = verdict(self.terms.rule, &self.board, point);
        self.board.play(point);
        self.times.push(used);
        Ending::by_verdict(verdict, color, color.opponent())
    }
}

/// Waits for the engine's move, and plays along when it suggests one first.
fn answer(
    seat: &mut Seat<'_>,
    deadline: Instant,
    stop: &Stop,
) -> Result<((i64, i64), Instant), Silence> {
    loop {
        let (answer, at) = seat.brain.wait_for(deadline, stop, dialog::parse_answer)?;
        match answer {
            Answer::Move(x, y) => return Ok(((x, y), at)),
            Answer::Suggestion(x, y) => dialog::accept_suggestion(seat.brain, x, y),
        }
    }
}
