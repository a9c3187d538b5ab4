//! What an engine is allowed in a game: time, nodes, depth, memory, threads.
//! Knows nothing of processes.

use crate::cli::units::{parse_count, parse_duration, parse_memory};
use std::fmt;
use std::time::Duration;

/// The memory that Gomocup grants, in bytes.
const TOURNAMENT_MEMORY: u64 = 350 << 20;

/// The limits of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Time for one move.
    pub turn: Option<Duration>,
    /// Time for all moves of a game.
    pub game: Option<Duration>,
    /// Time added to the game's clock after each move.
    pub increment: Duration,
    /// Nodes for one move; engines that do not know the extension ignore it.
    pub nodes: Option<u64>,
    /// Depth of one move's search; engines that do not know the extension ignore it.
    pub depth: Option<u64>,
    /// Bytes of memory for the whole process.
    pub memory: u64,
    /// Search threads; engines that do not know the extension ignore it.
    pub threads: Option<u64>,
    /// Further `INFO key value` lines.
    pub info: Vec<(String, String)>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turn: None,
            game: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
            memory: TOURNAMENT_MEMORY,
            threads: None,
            info: Vec::new(),
        }
    }
}

impl Limits {
    /// Whether nothing at all bounds the thinking.
    pub const fn is_boundless(&self) -> bool {
        self.turn.is_none() && self.game.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// Sets one limit by its name, as in `turn=1`.
    ///
    /// # Errors
    /// When the value cannot be read. `Ok(false)` means that there is no such name.
    pub fn set(&mut self, key: &str, value: &str) -> anyhow::Result<bool> {
        match key {
            "turn" => self.turn = Some(parse_duration(value)?),
            "match" => self.game = Some(parse_duration(value)?),
            "increment" => self.increment = parse_duration(value)?,
            "nodes" => self.nodes = Some(parse_count(value)?),
            "depth" => self.depth = Some(parse_count(value)?),
            "memory" => self.memory = parse_memory(value)?,
            "threads" => self.threads = Some(parse_count(value)?),
            _ => match key.strip_prefix("info.") {
                Some(name) if !name.is_empty() => {
                    self.info.push((name.to_owned(), value.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }
}

/// The limits in the words of the command line, such as `turn=1s nodes=5000`.
impl fmt::Display for Limits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(turn) = self.turn {
            words.push(format!("turn={turn:?}"));
        }
        if let Some(game) = self.game {
            words.push(format!("match={game:?}"));
        }
        if !self.increment.is_zero() {
            words.push(format!("increment={:?}", self.increment));
        }
        for (name, count) in [
            ("nodes", self.nodes),
            ("depth", self.depth),
            ("threads", self.threads),
        ] {
            if let Some(count) = count {
                words.push(format!("{name}={count}"));
            }
        }
        if self.memory != TOURNAMENT_MEMORY {
            words.push(format!("memory={}", self.memory));
        }
        for (key, value) in &self.info {
            words.push(format!("info.{key}={value}"));
        }
        formatter.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name_and_print_the_same_names() {
        let mut limits = Limits::default();
        assert!(limits.is_boundless());
        for (key, value) in [
            ("turn", "1"),
            ("match", "60"),
            ("increment", "100ms"),
            ("nodes", "5k"),
            ("threads", "2"),
            ("info.style", "sharp"),
        ] {
            assert!(limits.set(key, value).expect("a valid limit"), "{key}");
        }
        assert!(!limits.is_boundless());
        assert!(!limits.set("info.", "1").expect("no such name"));
        assert!(!limits.set("colour", "1").expect("no such name"));
        assert!(limits.set("turn", "soon").is_err());
        assert_eq!(
            limits.to_string(),
            "turn=1s match=60s increment=100ms nodes=5000 threads=2 info.style=sharp"
        );
    }
}
