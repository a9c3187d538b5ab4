//! A second engine, running beside us, that is asked what it thinks of a
//! position. Speaks through the driver of matches; decides nothing.

use super::score_text::score_in;
use crate::board::Board;
use crate::cli::arena::brain::{Brain, Silence};
use crate::cli::arena::contestant::Contestant;
use crate::cli::arena::dialog;
use crate::cli::arena::process::Attention;
use crate::cli::interrupt::Stop;
use crate::types::{Rule, Score};
use anyhow::{Context, bail};
use std::time::{Duration, Instant};

/// How long the engine may take to start, and to begin a game.
pub const START_UP: Duration = Duration::from_secs(30);
/// How long its answer is waited for: nodes bound its thinking, not time.
const PATIENCE: Duration = Duration::from_secs(600);

/// The second engine.
pub struct Judge<'a> {
    engine: &'a Contestant,
    brain: Brain,
    rule: Rule,
    stop: &'a Stop,
}

impl<'a> Judge<'a> {
    /// Starts the engine.
    pub fn start(engine: &'a Contestant, rule: Rule, stop: &'a Stop) -> anyhow::Result<Self> {
        let mut brain = Brain::start(engine, Attention::Chatter)?;
        dialog::greet(&mut brain, START_UP, stop)
            .with_context(|| format!("the engine '{}'", engine.command_line))?;
        Ok(Self {
            engine,
            brain,
            rule,
            stop,
        })
    }

    /// What the engine thinks of the side to move; nothing if it was stopped.
    pub fn score(&mut self, board: &Board) -> anyhow::Result<Option<Score>> {
        let mut last_score = None;
        match self.think(board, &mut last_score) {
            Ok(()) => {}
            Err(Silence::Stopped) => return Ok(None),
            Err(Silence::Gone) => bail!("the judge {} ended{}", self.engine.name, self.stray()),
            Err(Silence::Deadline) => {
                bail!(
                    "the judge {} does not answer{}",
                    self.engine.name,
                    self.stray()
                )
            }
        }
        if last_score.is_none() {
            bail!(
                "the judge {} tells no score before its move",
                self.engine.name
            );
        }
        Ok(last_score)
    }

    /// Lets it choose a move, and listens to its last score meanwhile.
    fn think(&mut self, board: &Board, last_score: &mut Option<Score>) -> Result<(), Silence> {
        dialog::start_game(
            &mut self.brain,
            self.rule,
            board.size(),
            &self.engine.limits,
            START_UP,
            self.stop,
        )?;
        dialog::ask_move(&mut self.brain, board, false, None);
        let deadline = Instant::now() + PATIENCE;
        let listen = |line: &str| {
            *last_score = score_in(line).or(*last_score);
            dialog::parse_answer(line)
        };
        self.brain.wait_for(deadline, self.stop, listen)?;
        Ok(())
    }

    /// The last line that was no answer, to explain a failure with.
    fn stray(&self) -> String {
        let line = self.brain.stray();
        line.map_or_else(String::new, |line| format!("; it said '{line}'"))
    }

    /// Tells the engine to leave.
    pub fn dismiss(self) {
        self.brain.quit();
    }
}
