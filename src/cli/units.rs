//! What people type on the command line: times, counts, memory, threads, board
//! sizes, rules and colours. Every command reads them here, so that they are
//! written alike everywhere. Knows no command.

use crate::engine::ThreadCount;
use crate::protocol::info::rule_number;
use crate::types::{BoardSize, Color, Rule};
use anyhow::Context;
use std::time::Duration;

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

/// Reads a board's size: `15` or `30x20`.
pub fn parse_size(text: &str) -> anyhow::Result<BoardSize> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    width
        .trim()
        .parse()
        .ok()
        .zip(height.trim().parse().ok())
        .and_then(|(width, height)| BoardSize::new(width, height))
        .with_context(|| format!("'{text}' is not a size from 5 to 32 such as 15 or 30x20"))
}

/// The board of the tournament's leagues unless another one was named.
pub fn board_size(rule: Rule, asked: Option<BoardSize>) -> anyhow::Result<BoardSize> {
    let side = if rule == Rule::Freestyle { 20 } else { 15 };
    asked
        .or_else(|| BoardSize::square(side))
        .ok_or_else(|| anyhow::anyhow!("no board of side {side}"))
}

/// Reads a rule by its name or its number in the protocol.
pub fn parse_rule(text: &str) -> anyhow::Result<Rule> {
    match numbered_rule(text) {
        Some(rule) => Ok(rule),
        None => Ok(text.parse()?),
    }
}

/// The rule whose number in the protocol this is.
fn numbered_rule(text: &str) -> Option<Rule> {
    let number: i64 = text.parse().ok()?;
    Rule::ALL
        .into_iter()
        .find(|&rule| rule_number(rule) == number)
}

/// Reads the name of a colour, or its beginning.
pub fn parse_color(text: &str) -> anyhow::Result<Color> {
    let name = text.to_lowercase();
    Color::ALL
        .into_iter()
        .find(|color| color.to_string().starts_with(&name) && !name.is_empty())
        .with_context(|| format!("'{text}' is neither black nor white"))
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
    fn rules_have_names_and_the_numbers_of_the_protocol() {
        for (name, number, rule) in [
            ("freestyle", "0", Rule::Freestyle),
            ("standard", "1", Rule::Standard),
            ("renju", "4", Rule::Renju),
            ("caro", "8", Rule::Caro),
            ("caro-exact", "9", Rule::CaroExact),
        ] {
            assert_eq!(parse_rule(name).expect(name), rule);
            assert_eq!(parse_rule(number).expect(number), rule);
        }
        for text in ["", "2", "5", "-1", "gomoku"] {
            assert!(parse_rule(text).is_err(), "{text}");
        }
    }

    #[test]
    fn colours_may_be_shortened() {
        assert_eq!(parse_color("B").expect("a colour"), Color::Black);
        assert_eq!(parse_color("white").expect("a colour"), Color::White);
        assert!(parse_color("").is_err() && parse_color("blue").is_err());
    }

    #[test]
    fn sizes_are_one_side_or_two() {
        assert_eq!(
            parse_size("15").expect("valid"),
            parse_size("15x15").expect("valid")
        );
        assert_eq!(parse_size("30x20").expect("valid").height(), 20);
        for text in ["", "4", "33", "15x", "axb"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
