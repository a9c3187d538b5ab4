//! Reads what an engine thinks of a position from the words of its MESSAGE
//! lines, in the forms that engines print. Knows no engine.

use crate::types::Score;
use crate::types::score::WIN;

/// Words after which a score follows.
const NAMES: [&str; 4] = ["score", "eval", "ev", "value"];
/// Words that say by themselves that the game is decided, and for whom.
const DECIDED: [(&str, Score); 4] = [("win", WIN), ("loss", -WIN), ("mate", WIN), ("lose", -WIN)];

/// The score for the side to move that a line of an engine tells, if it tells one.
pub fn score_in(line: &str) -> Option<Score> {
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || "|:=,;()[]".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let (first, words) = words.split_first()?;
    if !first.eq_ignore_ascii_case("MESSAGE") {
        return None;
    }
    let is_name = |word: &&str| NAMES.iter().any(|name| word.eq_ignore_ascii_case(name));
    let named = words
        .windows(2)
        .filter(|pair| is_name(&pair[0]))
        .find_map(|pair| value(pair[1]));
    named.or_else(|| words.iter().find_map(|word| decided(word)))
}

/// A number, a distance to the end such as `+M5`, or a word for it.
fn value(word: &str) -> Option<Score> {
    if let Ok(points) = word.parse::<Score>() {
        return Some(points.clamp(-WIN, WIN));
    }
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = rest.strip_prefix(['M', 'm', '#']);
    if digits.is_some_and(|digits| digits.parse::<u32>().is_ok()) {
        return Some(sign * WIN);
    }
    decided(rest).map(|score| sign * score)
}

fn decided(word: &str) -> Option<Score> {
    let known = DECIDED
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name));
    known.map(|&(_, score)| score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_in_the_forms_that_engines_print() {
        for (line, score) in [
            (
                "MESSAGE depth 16-37 ev 140 n 459K n/ms 478 tm 960 pv h8",
                140,
            ),
            ("MESSAGE depth 9-9 ev +M5 n 12 n/ms 12 tm 1 pv h8", WIN),
            ("MESSAGE depth 9-9 ev -M4 n 12 n/ms 12 tm 1 pv h8", -WIN),
            ("MESSAGE depth 16-37 score 140 nodes 459398 line h8", 140),
            ("MESSAGE depth 9-9 win in 5 plies nodes 12", WIN),
            ("MESSAGE depth 9-9 loss in 4 plies nodes 12", -WIN),
            ("MESSAGE Depth 15-26 | Eval -242 | Time 274ms | K10", -242),
            ("MESSAGE Speed 627K | Depth 15-28 | Eval +M3 | Node 50", WIN),
            ("MESSAGE Depth 4-4 | Eval -M12 | Time 0ms", -WIN),
            ("message ev 45 d 10", 45),
            ("MESSAGE depth=12, score=+31, pv h8", 31),
            ("MESSAGE eval: win", WIN),
        ] {
            assert_eq!(score_in(line), Some(score), "{line}");
        }
    }

    #[test]
    fn other_lines_tell_no_score() {
        for line in [
            "",
            "7,7",
            "OK",
            "score 5",
            "MESSAGE",
            "MESSAGE score",
            "MESSAGE OptiTime 29min | MaxTime 33min",
            "MESSAGE winter 5 evening 4",
            "DEBUG score 5",
        ] {
            assert_eq!(score_in(line), None, "{line}");
        }
    }
}
