//! Openings that Yixin-Board negotiates step by step: asked for by commands of
//! their own and told by messages alone, row first, refusals too. Decides
//! nothing; the engine does.

use super::Session;
use crate::board::Bitboard;
use crate::engine::soosorv::MOST_FIFTHS;
use crate::engine::{Decision, SoosorvStep, Task};
use crate::protocol::command::{Body, Coordinates, Purpose, SoosorvRequest};
use crate::protocol::info::Dialect;
use crate::protocol::response::Response;
use crate::types::Point;
use std::time::Duration;

/// Stones before White keeps one of the fifth ones.
const BEFORE_FIFTHS: usize = 4;

/// A step whose answer is told by messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpeningStep {
    /// Of swap2, with so many stones on the board.
    Swap2(usize),
    /// Of Soosorv-8.
    Soosorv(SoosorvStep),
}

impl Session {
    /// `YXSWAP2STEP1` to `3`. The first begins a new game: Yixin-Board, with
    /// the computer as Black, says so by nothing else.
    pub(super) fn swap2_step(&mut self, step: u8, began: Duration) {
        let needed = match step {
            1 => {
                self.clear_board();
                0
            }
            2 => 3,
            _ => 5,
        };
        self.opening_step(OpeningStep::Swap2(needed), began);
    }

    /// `YXSOOSORVSTEP1` to `6`, with the stones so far.
    pub(super) fn soosorv_step(&mut self, request: SoosorvRequest, body: &Body, began: Duration) {
        let (before, offered) = body
            .stones
            .split_at_checked(BEFORE_FIFTHS)
            .unwrap_or((&body.stones, &[]));
        let is_choice = request.step == 6;
        let position = Body {
            stones: if is_choice { before } else { &body.stones }.to_vec(),
            garbage: body.garbage,
        };
        if let Err(error) = self.set_up(Purpose::Swap2, &position) {
            self.print(Response::Message(error.to_string()));
            return;
        }
        let fifths = request.fifths.clamp(1, MOST_FIFTHS as i64) as usize;
        let step = match request.step {
            1 => SoosorvStep::Open,
            2 => SoosorvStep::TakeAfterThree,
            3 => SoosorvStep::Fourth,
            4 => SoosorvStep::TakeAfterFour(fifths),
            5 => SoosorvStep::Offer(fifths),
            _ => {
                let mut points = Bitboard::EMPTY;
                for stone in offered {
                    if let Ok((_, point)) = self.locate(stone.at) {
                        points.insert(point);
                    }
                }
                SoosorvStep::Keep(points)
            }
        };
        self.opening_step(OpeningStep::Soosorv(step), began);
    }

    fn opening_step(&mut self, step: OpeningStep, began: Duration) {
        let (name, task, needed) = match step {
            OpeningStep::Swap2(needed) => ("swap2", Task::Swap2, needed),
            OpeningStep::Soosorv(step) => ("Soosorv-8", Task::Soosorv(step), step.stones()),
        };
        let stones = self.game.as_ref().map(|game| game.board().stone_count());
        if stones == Some(needed) {
            self.think(task, began);
            self.opening_step = Some(step);
        } else {
            let text = format!("this step of {name} needs a board of {needed} stones");
            self.print(Response::Message(text));
        }
    }

    /// Tells a decision of a step.
    pub(super) fn tell_opening_step(&mut self, step: OpeningStep, decision: &Decision) {
        let (name, texts) = match step {
            OpeningStep::Swap2(stones) => ("SWAP2", about_swap2(stones, decision)),
            OpeningStep::Soosorv(step) => ("SOOSORV", about_soosorv(step, decision)),
        };
        for text in texts {
            self.print(Response::Message(format!("{name} {text}")));
        }
    }
}

/// A point, row first.
fn place(point: Point) -> String {
    let Coordinates(row, column) = Dialect::Yixin.coordinates(point);
    format!("{row} {column}")
}

/// Stones with their numbers in the game.
fn numbered(first: usize, stones: &[Point]) -> Vec<String> {
    let stone = |(number, &point): (usize, &Point)| format!("MOVE{number} {}", place(point));
    (first..).zip(stones).map(stone).collect()
}

fn answer_to(question: &str, decision: &Decision) -> Vec<String> {
    let answer = if *decision == Decision::Swap {
        "YES"
    } else {
        "NO"
    };
    vec![format!("{question} {answer}")]
}

fn about_swap2(stones: usize, decision: &Decision) -> Vec<String> {
    match decision {
        Decision::Stones(points) if points.len() > 1 => numbered(stones + 1, points),
        _ if stones == 5 => answer_to("SWAP2", decision),
        _ => answer_to("SWAP1", decision),
    }
}

fn about_soosorv(step: SoosorvStep, decision: &Decision) -> Vec<String> {
    match (step, decision) {
        (SoosorvStep::TakeAfterThree, _) => answer_to("SWAP1", decision),
        (SoosorvStep::TakeAfterFour(_), _) => answer_to("SWAP2", decision),
        (SoosorvStep::Open, Decision::Stones(points)) => numbered(1, points),
        (SoosorvStep::Offer(_), Decision::Stones(points)) => {
            let offers = points
                .iter()
                .map(|&point| format!("MOVE5 {}", place(point)));
            let begin = std::iter::once("MOVE5 REFRESH".to_owned());
            begin
                .chain(offers)
                .chain(["MOVE5 DONE".to_owned()])
                .collect()
        }
        (SoosorvStep::Keep(_), Decision::Stones(points)) => {
            let kept = points.first();
            kept.map(|&point| format!("MOVE5C {}", place(point)))
                .into_iter()
                .collect()
        }
        (_, Decision::Fourth { stone, fifths }) => {
            vec![format!("MOVE4 {} {fifths}", place(*stone))]
        }
        _ => vec!["there is nothing to choose from".to_owned()],
    }
}
