//! The opening by swap2 between two engines under the referee: the opener puts
//! three stones, the chooser takes a colour or puts two more, and then the
//! opener takes a colour. Plays no move after the opening.
//!
//! Until the colours are settled the opener sits as Black and the chooser as
//! White: a fault on the way is lost by that colour.

use super::brain::{Brain, Silence};
use super::contestant::Contestant;
use super::dialog::{self, Swap2Answer};
use super::game::{Game, Seat, Stopped, lost};
use super::limits::Limits;
use super::process::Attention;
use crate::cli::interrupt::Stop;
use crate::cli::records::swap2::Choice;
use crate::cli::records::{Ending, Reason};
use crate::types::{BoardSize, Color, Point, Rule};
use std::time::{Duration, Instant};

/// The time for the step that shows whether an engine knows swap2.
const TRIAL: Duration = Duration::from_secs(1);

/// One step of the opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who made it: 0 is the opener, 1 the chooser.
    pub player: usize,
    /// What was done.
    pub choice: Choice,
    /// How long it took.
    pub time: Duration,
}

/// What the players agreed on.
#[derive(Clone, Default, Debug)]
pub(super) struct Agreement {
    /// Whether the opener plays White.
    pub is_exchanged: bool,
    /// How it came about.
    pub steps: Vec<Step>,
}

/// What the rules of swap2 make of an answer.
#[derive(PartialEq, Eq, Debug)]
enum Meaning {
    /// Stones of the opening.
    Stones(Choice),
    /// The colour of the player that answers; White comes with its first stone.
    Color(Color),
}

/// The meaning of an answer when so many stones lie on the board; `None` if the rules know none.
const fn meaning(stones: usize, answer: &Swap2Answer) -> Option<Meaning> {
    let count = match answer {
        Swap2Answer::Swap => 0,
        Swap2Answer::Stones(points) => points.len(),
    };
    Some(match (stones, count) {
        (0, 3) => Meaning::Stones(Choice::Three),
        (3, 2) => Meaning::Stones(Choice::Two),
        (3 | 5, 0) => Meaning::Color(Color::Black),
        (3 | 5, 1) => Meaning::Color(Color::White),
        _ => return None,
    })
}

impl Game<'_> {
    /// Lets the players make the opening and settle their colours; a fault ends the game.
    pub(super) fn agree(
        &mut self,
        seats: &mut [Seat<'_>; 2],
        stop: &Stop,
        agreement: &mut Agreement,
    ) -> Result<Option<Ending>, Stopped> {
        for player in [0, 1, 0] {
            let seat_color = Color::ALL[player];
            let (answer, time) = match self.ask_step(&mut seats[player], seat_color, stop)? {
                Ok(told) => told,
                Err(ending) => return Ok(Some(ending)),
            };
            let stones = self.board.stone_count();
            let illegal = || {
                let detail = format!("'{answer}' in swap2 with {stones} stones on the board");
                lost(seat_color, Reason::Illegal, detail)
            };
            let Some(meaning) = meaning(stones, &answer) else {
                return Ok(Some(illegal()));
            };
            let mut note = |choice| {
                agreement.steps.push(Step {
                    player,
                    choice,
                    time,
                });
            };
            match (meaning, &answer) {
                (Meaning::Stones(choice), Swap2Answer::Stones(points)) => {
                    if !self.put(points) {
                        return Ok(Some(illegal()));
                    }
                    note(choice);
                }
                (Meaning::Color(Color::White), Swap2Answer::Stones(points)) => {
                    note(Choice::White);
                    agreement.is_exchanged = seat_color != Color::White;
                    let place = |&(x, y): &(i64, i64)| self.place(Color::White, x, y, time);
                    return Ok(points.first().and_then(place));
                }
                _ => {
                    note(Choice::Black);
                    agreement.is_exchanged = seat_color != Color::Black;
                    return Ok(None);
                }
            }
        }
        // With five stones nothing but a colour has a meaning.
        Ok(None)
    }

    /// Asks a player for its step.
    fn ask_step(
        &mut self,
        seat: &mut Seat<'_>,
        color: Color,
        stop: &Stop,
    ) -> Result<Result<(Swap2Answer, Duration), Ending>, Stopped> {
        let asked = Instant::now();
        dialog::ask_swap2(seat.brain, self.board.history(), self.left(color));
        self.hear(seat, color, asked, |seat, deadline| {
            seat.brain.wait_for(deadline, stop, dialog::parse_swap2)
        })
    }

    /// Puts stones of the opening; false if a cell is taken or off the board.
    fn put(&mut self, points: &[(i64, i64)]) -> bool {
        points.iter().all(|&(x, y)| {
            let point = self.terms.size.point(x, y);
            let free = point.filter(|&point| self.board.is_empty(point));
            free.is_some_and(|point| {
                self.board.play(point);
                true
            })
        })
    }
}

/// Asks every engine for a step once: one that does not know swap2 should end the match before
/// it begins.
pub fn require(
    contestants: &[Contestant],
    rule: Rule,
    size: BoardSize,
    patience: Duration,
    stop: &Stop,
) -> anyhow::Result<()> {
    for contestant in contestants {
        let mut brain = Brain::start(contestant, Attention::Answers)?;
        dialog::greet(&mut brain, patience, stop)?;
        let limits = Limits {
            turn: Some(contestant.limits.turn.map_or(TRIAL, |turn| turn.min(TRIAL))),
            game: None,
            ..contestant.limits.clone()
        };
        // An engine that does not start a game loses its games by that.
        let started = dialog::start_game(&mut brain, rule, size, &limits, patience, stop);
        if started.is_ok() {
            try_step(&mut brain, size, patience, stop).map_err(|reason| {
                anyhow::anyhow!(
                    "'{}' does not play swap2: {reason}; --swap2 needs engines that answer \
                     SWAP2BOARD, with stones as 'x,y' lines, as the protocol of Gomocup has it",
                    contestant.name
                )
            })?;
        }
        brain.quit();
    }
    Ok(())
}

/// Asks for a step with three stones on the board: some engines know the command, but not the
/// form of its stones.
fn try_step(
    brain: &mut Brain,
    size: BoardSize,
    patience: Duration,
    stop: &Stop,
) -> Result<(), String> {
    let (x, y) = (size.width() / 2, size.height() / 2);
    let stones = [(x, y), (x + 1, y), (x - 1, y + 1)].map(|(x, y)| Point::new(x, y));
    dialog::ask_swap2(brain, &stones, None);
    let accept = |line: &str| {
        if dialog::is_refusal(line) {
            return Some(Err(format!("it answers '{line}' to SWAP2BOARD")));
        }
        dialog::parse_swap2(line).map(|_| Ok(()))
    };
    let deadline = Instant::now() + TRIAL + patience;
    match brain.wait_for(deadline, stop, accept) {
        Ok((answer, _)) => answer,
        Err(Silence::Gone) => Err(format!("it ended at SWAP2BOARD{}", brain.last_words())),
        Err(Silence::Deadline) => Err("it does not answer SWAP2BOARD".to_owned()),
        Err(Silence::Stopped) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_on_the_board_decide_what_an_answer_means() {
        let swap = Swap2Answer::Swap;
        let stones = |count: i64| Swap2Answer::Stones((0..count).map(|x| (x, 0)).collect());
        for (on_board, answer, wanted) in [
            (0, stones(3), Some(Meaning::Stones(Choice::Three))),
            (3, stones(2), Some(Meaning::Stones(Choice::Two))),
            (3, stones(1), Some(Meaning::Color(Color::White))),
            (3, swap.clone(), Some(Meaning::Color(Color::Black))),
            (5, stones(1), Some(Meaning::Color(Color::White))),
            (5, swap.clone(), Some(Meaning::Color(Color::Black))),
            (0, swap, None),
            (0, stones(1), None),
            (0, stones(2), None),
            (3, stones(3), None),
            (5, stones(2), None),
        ] {
            assert_eq!(meaning(on_board, &answer), wanted, "{on_board} {answer}");
        }
    }
}
