//! The game of a person against the engine: whose turn it is, what a command
//! does to the game, and how it ends. Reads and writes nothing, waits for
//! nothing, and asks no engine: it says what it wants to happen next.

use super::clock::{ClockTerms, Clocks, Seat};
use crate::board::Board;
use crate::cli::records::{Ending, Reason};
use crate::engine::{Decision, Task};
use crate::game::Game;
use crate::rules::{self, Verdict};
use crate::types::{BoardSize, Color, Point, Rule};
use std::time::Duration;

/// What is agreed before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Who moves first, or begins the opening.
    pub first: Seat,
    /// Whether the game begins with a swap2 opening.
    pub swap2: bool,
    /// Stones that lie on the board already.
    pub start: Vec<Point>,
    /// The clocks.
    pub clock: ClockTerms,
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// An opening in which this player still puts so many stones.
    Placing { seat: Seat, left: usize },
    /// An opening in which this player takes a colour.
    Choosing(Seat),
    /// The game itself.
    Playing,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// A move of the person.
    Move,
    /// So many stones of the person, in an opening.
    Stones(usize),
    /// The person's choice of a colour; two more stones may be allowed.
    Choice {
        /// Whether two more stones may be put.
        two: bool,
    },
    /// The engine.
    Engine(Task),
    /// Nothing: the game is over.
    Nothing,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Session {
    agreement: Agreement,
    game: Game,
    phase: Phase,
    /// Who has the black stones, once that is settled.
    black: Option<Seat>,
    /// Stones of the start and the opening, which nobody takes back.
    opening: usize,
    /// The time of each stone after the opening.
    times: Vec<Duration>,
    clocks: Clocks,
    /// The clocks before each stone after the opening: what is taken back gives its time back.
    earlier_clocks: Vec<Clocks>,
    ending: Option<Ending<Seat>>,
}

impl Session {
    /// A game before its first move. The stones of the start must lie on
    /// different cells of the board.
    pub fn new(agreement: Agreement) -> Self {
        let mut game = Game::new(agreement.size);
        game.set_rule(agreement.rule);
        for &point in &agreement.start {
            // A stone that cannot lie there is left out.
            let _ = game.play(point);
        }
        let opening = game.board().stone_count();
        let first = agreement.first;
        let mover = game.board().side_to_move();
        let (phase, black) = if agreement.swap2 {
            let phase = Phase::Placing {
                seat: first,
                left: 3,
            };
            (phase, None)
        } else if mover == Color::Black {
            (Phase::Playing, Some(first))
        } else {
            (Phase::Playing, Some(first.other()))
        };
        Self {
            clocks: Clocks::new(agreement.clock),
            agreement,
            game,
            phase,
            black,
            opening,
            times: Vec::new(),
            earlier_clocks: Vec::new(),
            ending: None,
        }
    }

    /// What was agreed.
    pub const fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// The game as the engine wants it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        self.game.board()
    }

    /// Stones of the start and the opening.
    pub const fn opening(&self) -> usize {
        self.opening
    }

    /// The time of each stone after the opening.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// The clocks.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How the game ended, if it did.
    pub const fn ending(&self) -> Option<&Ending<Seat>> {
        self.ending.as_ref()
    }

    /// The colour of a player, once that is settled.
    pub fn color(&self, seat: Seat) -> Option<Color> {
        let black = self.black?;
        Some(if black == seat {
            Color::Black
        } else {
            Color::White
        })
    }

    /// What the game waits for.
    pub fn wants(&self) -> Wants {
        if self.ending.is_some() {
            return Wants::Nothing;
        }
        match self.phase {
            Phase::Placing {
                seat: Seat::Person,
                left,
            } => Wants::Stones(left),
            Phase::Choosing(Seat::Person) => Wants::Choice {
                two: self.opening_stones() == 3,
            },
            Phase::Placing { .. } | Phase::Choosing(_) => Wants::Engine(Task::Swap2),
            Phase::Playing if self.seat_to_move() == Seat::Person => Wants::Move,
            Phase::Playing => Wants::Engine(Task::Move { lines: 1 }),
        }
    }

    /// Puts stones of the person: one, or in an opening up to so many as are
    /// still to be put. The error is a sentence for the person.
    pub fn person_puts(&mut self, points: &[Point], time: Duration) -> Result<(), String> {
        match self.wants() {
            Wants::Move => {
                let &[point] = points else {
                    return Err("One move at a time, please.".to_owned());
                };
                self.check(point)?;
                self.play(Seat::Person, point, time);
                Ok(())
            }
            Wants::Stones(left) => self.place(points, left),
            Wants::Choice { two: true } => {
                Err("First choose: black, white, or two (more stones).".to_owned())
            }
            Wants::Choice { two: false } => Err("First choose: black or white.".to_owned()),
            Wants::Engine(_) => Err("It is not your turn.".to_owned()),
            Wants::Nothing => Err("The game is over. Type new, undo or quit.".to_owned()),
        }
    }

    /// The person takes a colour in the opening.
    pub fn person_takes(&mut self, color: Color) -> Result<(), String> {
        let Wants::Choice { .. } = self.wants() else {
            return Err("There is no colour to choose now.".to_owned());
        };
        self.begin(Seat::Person, color);
        Ok(())
    }

    /// The person wants to put two more stones.
    pub fn person_wants_two(&mut self) -> Result<(), String> {
        match self.wants() {
            Wants::Choice { two: true } => {
                self.phase = Phase::Placing {
                    seat: Seat::Person,
                    left: 2,
                };
                Ok(())
            }
            Wants::Choice { two: false } => {
                Err("Two stones were put already; choose black or white.".to_owned())
            }
            _ => Err("Two stones can be put only in a swap2 opening.".to_owned()),
        }
    }

    /// Ends the game if the person has thought about this move for longer than
    /// the clock allows. Whether it did.
    pub fn person_runs_out_of_time(&mut self, thought: Duration) -> bool {
        let left = self.clocks.left(Seat::Person);
        let is_out = self.wants() == Wants::Move && left.is_some_and(|left| thought > left);
        if is_out {
            // The clock is told, so that it shows that nothing is left.
            let _ = self.clocks.spend(Seat::Person, thought);
            self.end(Ending::won(Seat::Engine, Reason::Time));
        }
        is_out
    }

    /// The person gives up.
    pub fn person_resigns(&mut self) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("The game is over already.".to_owned());
        }
        self.end(Ending::won(Seat::Engine, Reason::Resignation));
        Ok(())
    }

    /// Takes back what the person did last: giving up, or the newest stone and all after it,
    /// with their time. How many stones went.
    pub fn undo(&mut self) -> Result<usize, String> {
        if self
            .ending
            .as_ref()
            .is_some_and(|ending| ending.reason == Reason::Resignation)
        {
            self.ending = None;
            return Ok(0);
        }
        let stones = self.board().stone_count();
        let person = self.color(Seat::Person).filter(|_| stones > self.opening);
        let Some(person) = person else {
            return Err("There is no move of yours to take back.".to_owned());
        };
        let own = self.board().stones(person);
        let kept = (self.opening..stones)
            .rev()
            .find(|&index| own.contains(self.board().history()[index]))
            .ok_or("There is no move of yours to take back.")?;
        for _ in kept..stones {
            if let Some(point) = self.board().last_move() {
                let _ = self.game.take_back(point);
            }
        }
        let kept_times = kept - self.opening;
        self.times.truncate(kept_times);
        if let Some(&clocks) = self.earlier_clocks.get(kept_times) {
            self.clocks = clocks;
        }
        self.earlier_clocks.truncate(kept_times);
        self.ending = None;
        Ok(stones - kept)
    }

    /// What the engine has decided.
    pub fn engine_decides(&mut self, decision: &Decision, time: Duration) {
        match (self.phase, decision) {
            (_, Decision::Nothing) => self.end(Ending::drawn(Reason::FullBoard)),
            (Phase::Playing, Decision::Stones(points)) => {
                if let Some(&point) = points.first() {
                    self.play(Seat::Engine, point, time);
                }
            }
            // The engine changes colours only when asked to choose one, and an opening
            // by Soosorv is not played here.
            (Phase::Playing, Decision::Swap) | (_, Decision::Fourth { .. }) => {}
            (_, Decision::Swap) => self.begin(Seat::Engine, Color::Black),
            (Phase::Choosing(_), Decision::Stones(points)) if points.len() == 1 => {
                self.begin(Seat::Engine, Color::White);
                self.play(Seat::Engine, points[0], time);
            }
            (Phase::Placing { .. } | Phase::Choosing(_), Decision::Stones(points)) => {
                for &point in points {
                    self.put_opening_stone(point);
                }
                self.phase = Phase::Choosing(Seat::Person);
            }
        }
    }

    /// Whose turn it is in the game itself.
    pub fn seat_to_move(&self) -> Seat {
        let black = self.black.unwrap_or(self.agreement.first);
        match self.board().side_to_move() {
            Color::Black => black,
            Color::White => black.other(),
        }
    }

    fn opening_stones(&self) -> usize {
        self.board().stone_count()
    }

    /// Why the person may not play here.
    fn check(&self, point: Point) -> Result<(), String> {
        let board = self.board();
        if !board.size().contains(point) {
            return Err(format!("That is not on this {} board.", board.size()));
        }
        let name = board.size().name(point);
        if !board.is_empty(point) {
            return Err(format!("{name} is taken."));
        }
        match rules::verdict(self.agreement.rule, board, point) {
            Verdict::Foul(foul) => Err(format!("{name} is forbidden to black: {foul}.")),
            _ => Ok(()),
        }
    }

    /// Stones of an opening: all or none.
    fn place(&mut self, points: &[Point], left: usize) -> Result<(), String> {
        if points.len() > left {
            let plural = if left == 1 { "stone" } else { "stones" };
            return Err(format!("Only {left} {plural} more, please."));
        }
        let before = self.clone();
        for &point in points {
            if let Err(sentence) = self.check(point) {
                *self = before;
                return Err(sentence);
            }
            self.put_opening_stone(point);
        }
        let left = left - points.len();
        self.phase = if left == 0 {
            Phase::Choosing(Seat::Engine)
        } else {
            Phase::Placing {
                seat: Seat::Person,
                left,
            }
        };
        Ok(())
    }

    fn put_opening_stone(&mut self, point: Point) {
        if self.game.play(point).is_ok() {
            self.opening += 1;
        }
    }

    /// Ends the opening: this player has taken this colour.
    fn begin(&mut self, seat: Seat, color: Color) {
        self.black = Some(if color == Color::Black {
            seat
        } else {
            seat.other()
        });
        self.phase = Phase::Playing;
    }

    fn play(&mut self, seat: Seat, point: Point, time: Duration) {
        let clocks = self.clocks;
        if !self.clocks.spend(seat, time) {
            self.end(Ending::won(seat.other(), Reason::Time));
            return;
        }
        let verdict = rules::verdict(self.agreement.rule, self.board(), point);
        if self.game.play(point).is_err() {
            return;
        }
        self.times.push(time);
        self.earlier_clocks.push(clocks);
        if let Some(ending) = Ending::by_verdict(verdict, seat, seat.other()) {
            self.end(ending);
        }
    }

    fn end(&mut self, ending: Ending<Seat>) {
        self.ending = Some(ending);
    }
}

#[cfg(test)]
mod tests;
