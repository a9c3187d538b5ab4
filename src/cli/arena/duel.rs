//! Some game pairs between two bots of this very program, for tools that need
//! many short matches. Writes no log and prints nothing.

use super::contestant::Contestant;
use super::game::Terms;
use super::limits::Limits;
use super::openings::Opening;
use super::process::EngineCommand;
use super::runner::{self, Plan};
use super::schedule;
use super::tally::Tally;
use crate::cli::interrupt::Stop;
use crate::cli::records::Reason;
use crate::types::{BoardSize, Color, Rule};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::Duration;

/// How long a bot that searches a number of nodes is waited for.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long it may take to start.
const START_UP: Duration = Duration::from_secs(30);

/// What all games of a duel have in common.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The bots' program.
    pub program: PathBuf,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes for each move.
    pub nodes: u64,
    /// Bytes of memory for each bot.
    pub memory: u64,
    /// The openings; they come again turned or mirrored when they are used up.
    pub openings: Vec<Opening>,
    /// Games played at the same time.
    pub concurrency: usize,
}

impl Duel {
    /// Plays the openings of these rounds, each with both colours, between bots
    /// with these arguments. The result is the first one's; `None` if the duel
    /// was stopped.
    pub fn play(
        &self,
        arguments: [Vec<String>; 2],
        rounds: Range<usize>,
        stop: &Stop,
    ) -> anyhow::Result<Option<Tally>> {
        let mut games = schedule::games(&[[0, 1]], rounds.end, &self.openings, self.size);
        games.retain(|fixture| rounds.contains(&fixture.round));
        let total = games.len();
        let plan = Plan {
            terms: self.terms(),
            contestants: arguments.map(|words| self.contestant(words)).to_vec(),
            games,
            concurrency: self.concurrency,
            fresh: false,
        };
        let mut tally = Tally::default();
        runner::run(&plan, stop, |fixture, played| {
            let ending = &played.ending;
            // A bot that fails says nothing about its numbers.
            anyhow::ensure!(
                !matches!(
                    ending.reason,
                    Reason::Crash | Reason::Hang | Reason::Illegal
                ),
                "a bot lost by {}: {}",
                ending.reason,
                ending.detail.as_deref().unwrap_or_default()
            );
            let players = played.by_color(fixture.players);
            let winner = ending.winner.map(|color: Color| players[color.index()]);
            tally.add_game(match winner {
                Some(0) => 2,
                Some(_) => 0,
                None => 1,
            });
            Ok(ControlFlow::Continue(()))
        })?;
        let is_whole = tally.games() == total as u64 && !stop.is_set();
        Ok(is_whole.then_some(tally))
    }

    fn terms(&self) -> Terms {
        Terms {
            rule: self.rule,
            size: self.size,
            swap2: false,
            draw_after: None,
            tolerance: PATIENCE,
            patience: PATIENCE,
            start_up: START_UP,
            unclocked: PATIENCE,
        }
    }

    fn contestant(&self, arguments: Vec<String>) -> Contestant {
        Contestant {
            name: arguments.join(" "),
            command_line: self.program.to_string_lossy().into_owned(),
            command: EngineCommand::program(&self.program).arguments(arguments),
            limits: Limits {
                nodes: Some(self.nodes),
                memory: self.memory,
                ..Limits::default()
            },
        }
    }
}
