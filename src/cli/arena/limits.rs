//! What an engine is allowed in a game: time, nodes, depth, memory, threads.
//! Also reads such figures from text. Knows nothing of processes.

use crate::engine::ThreadCount;
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

/// Splits a text into a number and the unit behind it.
fn number_and_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim())
}

/// Reads a time: `2` and `2s` are seconds, `500ms` milliseconds, `3m` minutes.
pub fn parse_duration(text: &str) -> anyhow::Result<Duration> {
    let (number, unit) = number_and_unit(text);
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => anyhow::bail!("'{text}' is not a time such as 2, 500ms or 3m"),
    };
    number
        .parse::<f64>()
        .ok()
        .and_then(|number| Duration::try_from_secs_f64(number * scale).ok())
        // Milliseconds are what the protocol speaks.
        .map(|time| Duration::from_millis(time.as_secs_f64().mul_add(1000.0, 0.5) as u64))
        .ok_or_else(|| anyhow::anyhow!("'{text}' is not a time such as 2, 500ms or 3m"))
}

/// Reads a time above zero.
pub fn parse_span(text: &str) -> anyhow::Result<Duration> {
    let time = parse_duration(text)?;
    anyhow::ensure!(!time.is_zero(), "some time is needed, such as 2 or 500ms");
    Ok(time)
}

/// Reads a memory size: plain bytes, or with a unit such as `350M` or `2G`.
pub fn parse_memory(text: &str) -> anyhow::Result<u64> {
    let (number, unit) = number_and_unit(text);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => anyhow::bail!("'{text}' is not a memory size such as 350M"),
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| anyhow::anyhow!("'{text}' is not a memory size such as 350M"))
}

/// Reads a count above zero; `k` and `M` stand for thousands and millions.
pub fn parse_count(text: &str) -> anyhow::Result<u64> {
    let (number, unit) = number_and_unit(text);
    let scale = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        _ => 0,
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(scale))
        .filter(|&count| count > 0)
        .ok_or_else(|| anyhow::anyhow!("'{text}' is not a count such as 50000 or 50k"))
}

/// Reads a number of threads; more than the machine runs at once are as many as it does.
pub fn parse_threads(text: &str) -> anyhow::Result<ThreadCount> {
    let count: u32 = text
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| anyhow::anyhow!("'{text}' is not a number of threads such as 2"))?;
    Ok(ThreadCount::new(count.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_a_number_above_zero_and_no_more_than_the_machine_has() {
        let threads = |text: &str| parse_threads(text).expect(text).get();
        assert_eq!((threads("1"), threads("2")), (1, 2));
        assert_eq!(threads("4000000000"), ThreadCount::most());
        for text in ["0", "-1", "", "two", "1k", "99999999999"] {
            assert!(parse_threads(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_units_and_seconds_need_none() {
        for (text, milliseconds) in [
            ("2", 2000),
            ("0.25", 250),
            ("500ms", 500),
            ("3m", 180_000),
            ("1h", 3_600_000),
            ("0", 0),
        ] {
            let time = parse_duration(text).expect(text);
            assert_eq!(time, Duration::from_millis(milliseconds), "{text}");
        }
        for text in ["", "x", "-1", "1d", "1.2.3", "99999999999999999999999"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert!(parse_span(text).is_err(), "{text}");
        }
        assert!(parse_span("0").is_err() && parse_span("0.1ms").is_err());
        assert_eq!(parse_span("1ms").expect("a time").as_millis(), 1);
    }

    #[test]
    fn memory_and_counts_have_units_too() {
        assert_eq!(parse_memory("350M").expect("valid"), 367_001_600);
        assert_eq!(parse_memory("1024").expect("valid"), 1024);
        assert!(parse_memory("1X").is_err() && parse_memory("99999999999G").is_err());
        assert_eq!(parse_count("50k").expect("valid"), 50_000);
        assert!(parse_count("0").is_err() && parse_count("5x").is_err());
    }

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
