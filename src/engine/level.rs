//! How strong to play: the six players of the documents, then the search held
//! back, then the search itself. Turns any thinker into a player of a level;
//! prints nothing and reads no command line.

use super::thinker::Thinker;
use crate::board::Board;
use crate::levels::{Document, Player};
use crate::search::{Control, Course, Limits, Line, Observer, Outcome, Paused, Question, Slice};
use crate::types::{Rule, Score, score};
use fastrand::Rng;
use std::fmt;
use std::str::FromStr;

/// Where every game's random choices start, so that games repeat.
const SEED: u64 = 5;

/// How the search is held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Restraint {
    /// Nodes a move.
    nodes: u64,
    /// How many of the best lines are chosen from.
    lines: usize,
    /// Lines this much worse than the best are never chosen; the nearer to
    /// the best, the likelier.
    temperature: Score,
}

/// The rungs between the documents and the search itself.
const RESTRAINTS: [Restraint; 3] = [
    Restraint {
        nodes: 500,
        lines: 4,
        temperature: 150,
    },
    Restraint {
        nodes: 2_500,
        lines: 3,
        temperature: 80,
    },
    Restraint {
        nodes: 12_000,
        lines: 2,
        temperature: 40,
    },
];

/// A rung of the ladder, from 1 to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl Level {
    /// The search itself.
    pub const FULL: Self = Self((Document::ALL.len() + RESTRAINTS.len() + 1) as u8);

    /// The rung of this number, counted from 1.
    pub fn from_number(number: u64) -> Option<Self> {
        let number = u8::try_from(number).ok()?;
        (1..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// The rung for a strength from 0 to 100; only 100 is the search itself.
    pub fn from_strength(strength: i64) -> Self {
        let below_full = i64::from(Self::FULL.0) - 1;
        let above_first = strength.clamp(0, 100) * below_full / 100;
        Self(u8::try_from(1 + above_first).unwrap_or(Self::FULL.0))
    }

    /// The rung that a program's file name asks for: `pbrain-quinte-motifs`,
    /// `pbrain-quinte-level3`. A mere number tells one copy from another.
    pub fn from_program_name(stem: &str) -> Option<Self> {
        let name = stem.to_ascii_lowercase();
        let level = name.strip_prefix("pbrain-quinte-")?;
        let is_number = level.bytes().all(|byte| byte.is_ascii_digit());
        level.parse().ok().filter(|_| !is_number)
    }

    /// The player of a document, on the lower rungs.
    fn document(self) -> Option<Document> {
        Document::ALL.get(usize::from(self.0) - 1).copied()
    }

    fn restraint(self) -> Option<Restraint> {
        let beyond_documents = usize::from(self.0).checked_sub(Document::ALL.len() + 1);
        RESTRAINTS.get(beyond_documents?).copied()
    }
}

/// The document's name, `level7` to `level9`, or `full`.
impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.document() {
            Some(document) => formatter.write_str(document.name()),
            None if *self == Self::FULL => formatter.write_str("full"),
            None => write!(formatter, "level{}", self.0),
        }
    }
}

/// A text that names no level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseLevelError(String);

impl fmt::Display for ParseLevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "'{}' is not a level (1 to {}, {}, full)",
            self.0,
            Level::FULL.0,
            Document::ALL.map(Document::name).join(", ")
        )
    }
}

impl std::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().to_ascii_lowercase();
        let digits = name.strip_prefix("level").unwrap_or(&name);
        let numbered = digits.parse().ok().and_then(Self::from_number);
        let named = || {
            (1..=Self::FULL.0)
                .map(Self)
                .find(|level| level.to_string() == name)
        };
        numbered
            .or_else(named)
            .ok_or_else(|| ParseLevelError(text.chars().take(32).collect()))
    }
}

/// What a level keeps from move to move.
pub(super) struct LevelMemory {
    player: Option<(Document, Box<dyn Player>)>,
    random: Rng,
}

impl Default for LevelMemory {
    fn default() -> Self {
        Self {
            player: None,
            random: Rng::with_seed(SEED),
        }
    }
}

/// A thinker that plays at a level.
pub(super) struct AtLevel<'a> {
    pub level: Level,
    pub thinker: &'a mut dyn Thinker,
    pub memory: &'a mut LevelMemory,
}

impl AtLevel<'_> {
    /// The document's move as an outcome.
    fn choose(&mut self, document: Document, board: &Board, rule: Rule) -> Outcome {
        let player = self.memory.player.take();
        let (_, player) = self.memory.player.insert(match player {
            Some((found, player)) if found == document => (found, player),
            _ => (document, document.player()),
        });
        let chosen = player.choose(board, rule, &mut self.memory.random);
        let line = chosen.map(|point| Line::of_move(point, 0));
        Outcome::without_search(line.into_iter().collect())
    }
}

impl Thinker for AtLevel<'_> {
    fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome {
        match self.think_for(Slice::WHOLE, None, question, control, observer) {
            Course::Finished(outcome) => outcome,
            Course::Paused(paused) => paused.outcome().clone(),
        }
    }

    fn think_for(
        &mut self,
        slice: Slice,
        paused: Option<Box<Paused>>,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Course {
        if let Some(document) = self.level.document() {
            return Course::Finished(self.choose(document, &question.board, question.rule));
        }
        let Some(restraint) = self.level.restraint() else {
            return self
                .thinker
                .think_for(slice, paused, question, control, observer);
        };
        let limits = question.limits;
        let most_nodes = limits.max_nodes.unwrap_or(u64::MAX);
        let restrained = Question {
            limits: Limits {
                max_nodes: Some(restraint.nodes.min(most_nodes)),
                lines: restraint.lines.max(limits.lines),
                ..limits
            },
            ..question.clone()
        };
        let course = self
            .thinker
            .think_for(slice, paused, &restrained, control, observer);
        let Course::Finished(mut outcome) = course else {
            return course;
        };
        let chosen = pick(&outcome.lines, restraint, &mut self.memory.random);
        if chosen < outcome.lines.len() {
            outcome.lines.swap(0, chosen);
        }
        outcome.lines.truncate(limits.lines);
        Course::Finished(outcome)
    }

    fn resize(&mut self, table_bytes: usize) {
        self.thinker.resize(table_bytes);
    }

    fn clear(&mut self) {
        self.thinker.clear();
        *self.memory = LevelMemory::default();
    }

    fn prepare(&mut self, rule: Rule) {
        self.thinker.prepare(rule);
    }
}

/// Which of the lines to play. A decided game is played as well as it can be,
/// and nobody walks into a loss that was seen.
fn pick(lines: &[Line], restraint: Restraint, random: &mut Rng) -> usize {
    let Some(best) = lines.first().map(|line| line.score) else {
        return 0;
    };
    if score::is_decisive(best) {
        return 0;
    }
    let weight = |line: &Line| restraint.temperature - (best - line.score).max(0);
    let weights: Vec<Score> = lines
        .iter()
        .take(restraint.lines)
        .map(|line| weight(line).max(0))
        .collect();
    let mut ticket = random.i32(0..weights.iter().sum::<Score>().max(1));
    for (index, weight) in weights.into_iter().enumerate() {
        if ticket < weight {
            return index;
        }
        ticket -= weight;
    }
    0
}

#[cfg(test)]
mod tests;
