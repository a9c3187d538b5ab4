//! Who sits opposite: asks for moves and waits for them. The engine is one;
//! tests have another. Judges nothing.

use super::clock::Seat;
use super::session::Session;
use crate::engine::{Answer, Engine, EngineEvent, Level, Report, Task, ThreadCount};
use crate::game::ClockInfo;
use crate::search::{Clock, Line, Searcher, SystemClock};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Waits this long when the engine has set no date.
const GLANCE: Duration = Duration::from_millis(200);

/// A hint takes this long at least: what a hasty engine finds is worth little, and on a busy
/// machine it may be nothing.
const LEAST_HINT: Duration = Duration::from_secs(1);

/// Somebody to play against.
pub trait Opponent {
    /// How it is called.
    fn name(&self) -> String;

    /// What it does, now that it is its turn.
    fn answer(&mut self, session: &Session, task: Task) -> anyhow::Result<Answer>;

    /// The best line of the strongest player it can be, for the side to move.
    fn hint(&mut self, session: &Session) -> anyhow::Result<Option<Line>>;

    /// Plays at another level from now on.
    fn set_level(&mut self, level: Level);

    /// A new game begins.
    fn new_game(&mut self);
}

/// The engine as an opponent.
pub struct EngineOpponent {
    engine: Engine,
    events: Receiver<EngineEvent>,
    clock: Arc<dyn Clock>,
    level: Level,
    turn: Duration,
}

impl EngineOpponent {
    /// An engine of this level that thinks at most so long about a move, on so many threads
    /// where the level allows it.
    pub fn start(level: Level, turn: Duration, threads: ThreadCount) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        let (sender, events) = mpsc::channel();
        // A report that nobody waits for any more may get lost.
        let sink = move |event| drop(sender.send(event));
        let mut engine = Engine::start(Arc::clone(&clock), Searcher::new, sink);
        engine.change_options(|options| options.threads = threads);
        Self {
            engine,
            events,
            clock,
            level,
            turn,
        }
    }

    /// Thinks at a level, within a time for the move and, if given, for the game.
    fn think(
        &mut self,
        session: &Session,
        task: Task,
        level: Level,
        (turn, left): (Duration, Option<Duration>),
    ) -> anyhow::Result<Answer> {
        let mut times = ClockInfo::default();
        times.set_turn(turn.as_millis().max(1) as i64);
        if let Some(left) = left {
            times.set_left(left.as_millis() as i64);
        }
        self.engine.change_options(|options| {
            options.level = level;
            options.clock = times;
        });
        let started = self.clock.now();
        self.engine.go(session.game(), task, started);
        loop {
            let patience = self.engine.deadline().map_or(GLANCE, |deadline| {
                deadline.saturating_sub(self.clock.now()) + Duration::from_millis(1)
            });
            let report = match self.events.recv_timeout(patience) {
                Ok(event) => self.engine.accept(event),
                Err(RecvTimeoutError::Timeout) => self.engine.give_up(),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the engine is gone"),
            };
            if let Some(Report::Answer(answer)) = report {
                return Ok(answer);
            }
        }
    }
}

impl Opponent for EngineOpponent {
    fn name(&self) -> String {
        if self.level == Level::FULL {
            "Quinte".to_owned()
        } else {
            format!("Quinte {}", self.level)
        }
    }

    fn answer(&mut self, session: &Session, task: Task) -> anyhow::Result<Answer> {
        let left = session.clocks().left(Seat::Engine);
        self.think(session, task, self.level, (self.turn, left))
    }

    fn hint(&mut self, session: &Session) -> anyhow::Result<Option<Line>> {
        let task = Task::Move { lines: 1 };
        let turn = self.turn.max(LEAST_HINT);
        let answer = self.think(session, task, Level::FULL, (turn, None))?;
        let lines = answer.outcome.map(|outcome| outcome.lines);
        Ok(lines.and_then(|lines| lines.into_iter().next()))
    }

    fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.engine.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::ClockTerms;
    use super::super::session::Agreement;
    use super::*;
    use crate::board::text::parse_points;
    use crate::engine::Decision;
    use crate::types::{BoardSize, Rule};

    fn session(start: &str, swap2: bool) -> Session {
        Session::new(Agreement {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a size"),
            first: Seat::Engine,
            swap2,
            start: parse_points(start).expect("points"),
            clock: ClockTerms::default(),
        })
    }

    fn engine(level: Level, milliseconds: u64, threads: i64) -> EngineOpponent {
        let turn = Duration::from_millis(milliseconds);
        EngineOpponent::start(level, turn, ThreadCount::new(threads))
    }

    fn decision(level: u64, session: &Session, task: Task) -> Decision {
        let level = Level::from_number(level).expect("a level");
        let mut opponent = engine(level, 50, 1);
        opponent.new_game();
        opponent.answer(session, task).expect("an answer").decision
    }

    #[test]
    fn every_level_completes_a_five() {
        let session = session("h8a1i8a3j8a5k8a7", false);
        for level in 1..=10 {
            let Decision::Stones(points) = decision(level, &session, Task::Move { lines: 1 })
            else {
                panic!("level {level} has no stone");
            };
            let name = points[0].to_string();
            assert!(["g8", "l8"].contains(&name.as_str()), "{level}: {name}");
        }
    }

    #[test]
    fn an_opening_of_three_stones_is_put() {
        let session = session("", true);
        let Decision::Stones(points) = decision(10, &session, Task::Swap2) else {
            panic!("no stones");
        };
        assert_eq!(points.len(), 3);
    }

    #[test]
    fn a_hint_is_given_at_full_strength_whatever_the_level() {
        let session = session("h8a1i8a3j8a5", false);
        let level = Level::from_number(1).expect("a level");
        // A win is found at once; the time is for slow machines.
        let mut opponent = engine(level, 20_000, 2);
        let line = opponent.hint(&session).expect("an answer").expect("a line");
        let name = line.moves[0].to_string();
        assert!(["g8", "k8"].contains(&name.as_str()), "{name}");
        assert_eq!(opponent.name(), "Quinte enfant");
        assert_eq!(opponent.engine.options().memory().threads, 2);
    }
}
