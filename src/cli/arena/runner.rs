//! Plays the games of a match on several threads. Each thread keeps its
//! engines running from game to game, and starts one anew that died or hung.
//! Knows nothing of files, tables or progress.

use super::brain::Brain;
use super::contestant::Contestant;
use super::dialog;
use super::game::{self, Played, Seat, Terms};
use super::process::Attention;
use super::schedule::Fixture;
use crate::cli::interrupt::Stop;
use crate::cli::records::{Ending, Reason};
use crate::types::Color;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// All that is needed to play a match.
pub struct Plan {
    /// The terms of every game.
    pub terms: Terms,
    /// The engines.
    pub contestants: Vec<Contestant>,
    /// The games to play, in this order.
    pub games: Vec<Fixture>,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// Whether every game gets new processes.
    pub fresh: bool,
}

/// Plays all games, or those that end before it is told to stop. `finished`
/// hears of each on the calling thread, and says whether to go on; games under
/// way are then broken off, as they are after an error, such as an engine that
/// the system cannot start (any longer).
pub fn run(
    plan: &Plan,
    stop: &Stop,
    mut finished: impl FnMut(&Fixture, Played) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let stop = &stop.part();
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..plan.concurrency.min(plan.games.len()) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || Worker::new(plan, stop).run(next, &sender));
        }
        drop(sender);
        for (index, played) in results {
            let going = played.and_then(|played| finished(&plan.games[index], played));
            if !matches!(going, Ok(ControlFlow::Continue(()))) {
                stop.set();
                return going.map(drop);
            }
        }
        Ok(())
    })
}

/// One thread's engines.
struct Worker<'a> {
    plan: &'a Plan,
    stop: &'a Stop,
    brains: HashMap<usize, Brain>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, stop: &'a Stop) -> Self {
        Self {
            plan,
            stop,
            brains: HashMap::new(),
        }
    }

    /// Plays games until none is left.
    fn run(mut self, next: &AtomicUsize, results: &Sender<(usize, anyhow::Result<Played>)>) {
        while !self.stop.is_set() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.plan.games.get(index) else {
                break;
            };
            let Some(played) = self.play(fixture).transpose() else {
                break;
            };
            if results.send((index, played)).is_err() {
                break;
            }
        }
        self.dismiss(|_| true);
    }

    /// Ends the processes of some engines.
    fn dismiss(&mut self, which: impl Fn(usize) -> bool) {
        let numbers: Vec<usize> = self.brains.keys().copied().collect();
        for number in numbers.into_iter().filter(|&number| which(number)) {
            if let Some(brain) = self.brains.remove(&number) {
                brain.quit();
            }
        }
    }

    /// Plays a game; none if it was stopped.
    fn play(&mut self, fixture: &Fixture) -> anyhow::Result<Option<Played>> {
        let players = fixture.players;
        let fresh = self.plan.fresh;
        self.dismiss(|number| fresh || !players.contains(&number));
        let mut brains = Vec::with_capacity(2);
        for color in Color::ALL {
            match self.brain(players[color.index()])? {
                Ok(brain) => brains.push(brain),
                Err(_) if self.stop.is_set() => return Ok(None),
                Err(error) => return Ok(Some(not_started(fixture, color, &error))),
            }
        }
        let limits = players.map(|number| &self.plan.contestants[number].limits);
        let [black, white] = brains.as_mut_slice() else {
            return Ok(None);
        };
        let seats =
            [(black, limits[0]), (white, limits[1])].map(|(brain, limits)| Seat { brain, limits });
        let terms = &self.plan.terms;
        let Ok(played) = game::play(terms, &fixture.opening, seats, self.stop) else {
            return Ok(None);
        };
        for (number, (color, brain)) in played
            .by_color(Color::ALL)
            .into_iter()
            .zip(brains)
            .enumerate()
        {
            // A process that failed is of no further use, and one that does not know the board
            // is not to be trusted with the next. Dropping it kills it.
            let failed = matches!(
                played.ending.reason,
                Reason::Crash | Reason::Hang | Reason::Illegal
            ) && played.ending.winner == Some(color.opponent());
            if !failed {
                self.brains.insert(players[number], brain);
            }
        }
        Ok(Some(played))
    }

    /// The engine's process: the one that is running, or a new one, unless that does not
    /// greet. An error where the system starts none: no game is lost by that.
    fn brain(&mut self, number: usize) -> anyhow::Result<anyhow::Result<Brain>> {
        if let Some(brain) = self.brains.remove(&number) {
            return Ok(Ok(brain));
        }
        let mut brain = Brain::start(&self.plan.contestants[number], Attention::Answers)?;
        let greeted = dialog::greet(&mut brain, self.plan.terms.start_up, self.stop);
        Ok(greeted.map(|_| brain))
    }
}

/// The game is lost by an engine that did not even greet.
fn not_started(fixture: &Fixture, color: Color, error: &anyhow::Error) -> Played {
    Played {
        moves: fixture.opening.clone(),
        opening: fixture.opening.len(),
        times: Vec::new(),
        is_exchanged: false,
        swap2: Vec::new(),
        ending: Ending {
            detail: Some(format!("{error:#}")),
            ..Ending::won(color.opponent(), Reason::Crash)
        },
    }
}
