//! What an answer line may look like: reading the patterns of a transcript
//! and comparing a line with them. Knows no process and no time.

use super::referee::Referee;
use crate::types::Point;
use std::fmt;

/// Lines of which one must match.
#[derive(Debug, Clone)]
pub struct Answer {
    text: String,
    alternatives: Vec<Pattern>,
}

#[derive(Debug, Clone)]
enum Pattern {
    /// Exactly `OK`.
    Ok,
    /// `ERROR`, alone or with a text.
    Error,
    /// `UNKNOWN`, alone or with a text.
    Unknown,
    /// ERROR or UNKNOWN: the engine does not offer this, and the transcript ends.
    Decline,
    /// `name="...", version="...", author="...", country="..."`.
    About,
    /// Anything that has the form of a move, legal or not.
    Cell,
    /// The cell of the newest stone.
    Newest,
    /// A legal move that the filter admits.
    Move(Filter),
    /// This many different legal moves on one line.
    Moves(usize),
    /// `SWAP` in any case.
    Swap,
    /// `FORBID` with these points in any order.
    Forbid(Vec<Point>),
    /// Exactly this line.
    Text(String),
}

#[derive(Debug, Clone)]
enum Filter {
    Any,
    In(Vec<Point>),
    NotIn(Vec<Point>),
}

/// A text that is no pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePatternError(String);

impl fmt::Display for ParsePatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "'{}' is no pattern", self.0)
    }
}

impl std::error::Error for ParsePatternError {}

/// Reads patterns separated by `or`.
pub fn parse_answer(text: &str) -> Result<Answer, ParsePatternError> {
    let alternatives: Result<Vec<Pattern>, _> = text.split(" or ").map(parse_pattern).collect();
    Ok(Answer {
        text: text.to_owned(),
        alternatives: alternatives?,
    })
}

fn parse_pattern(text: &str) -> Result<Pattern, ParsePatternError> {
    let error = || ParsePatternError(text.to_owned());
    let cells = |list: &str| {
        let points: Option<Vec<Point>> = list.split_whitespace().map(parse_cell).collect();
        points.filter(|points| !points.is_empty()).ok_or_else(error)
    };
    Ok(match text {
        "OK" => Pattern::Ok,
        "error" => Pattern::Error,
        "unknown" => Pattern::Unknown,
        "decline" => Pattern::Decline,
        "about" => Pattern::About,
        "cell" => Pattern::Cell,
        "newest" => Pattern::Newest,
        "move" => Pattern::Move(Filter::Any),
        "two moves" => Pattern::Moves(2),
        "three moves" => Pattern::Moves(3),
        "swap" => Pattern::Swap,
        "forbid nothing" => Pattern::Forbid(Vec::new()),
        _ => {
            if let Some(list) = text.strip_prefix("move in ") {
                Pattern::Move(Filter::In(cells(list)?))
            } else if let Some(list) = text.strip_prefix("move not in ") {
                Pattern::Move(Filter::NotIn(cells(list)?))
            } else if let Some(list) = text.strip_prefix("forbid ") {
                Pattern::Forbid(cells(list)?)
            } else {
                let quoted = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
                Pattern::Text(quoted.ok_or_else(error)?.to_owned())
            }
        }
    })
}

/// Reads a cell as `7,7` or `h8`.
fn parse_cell(text: &str) -> Option<Point> {
    if text.contains(',') {
        let (x, y) = parse_move(text)?;
        crate::types::BoardSize::square(crate::types::MAX_SIDE)?.point(x, y)
    } else {
        text.parse().ok()
    }
}

/// Reads a move as managers do at their strictest: digits, comma, digits.
pub fn parse_move(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    Some((number(x)?, number(y)?))
}

/// What a matching line means for what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// The engine put stones on these cells.
    Stones(Vec<Point>),
    /// Nothing changes.
    Plain,
    /// The engine does not offer what the transcript is about.
    Declined,
}

impl Answer {
    /// Compares a line with the patterns; the error says why none matches.
    pub fn compare(&self, line: &str, referee: &Referee) -> Result<Match, String> {
        let mut reasons = Vec::new();
        for pattern in &self.alternatives {
            match pattern.compare(line, referee) {
                Ok(found) => return Ok(found),
                Err(reason) => reasons.extend(reason),
            }
        }
        Err(reasons.join("; "))
    }

    /// Whether a line that matches may be the fruit of thinking.
    pub fn takes_thought(&self) -> bool {
        self.alternatives.iter().any(|pattern| {
            matches!(
                pattern,
                Pattern::Cell | Pattern::Move(_) | Pattern::Moves(_) | Pattern::Swap
            )
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Pattern {
    /// `Err(None)` when there is no more to say than that the line is another one.
    fn compare(&self, line: &str, referee: &Referee) -> Result<Match, Option<String>> {
        let when = |matches: bool| if matches { Ok(Match::Plain) } else { Err(None) };
        match self {
            Self::Ok => when(line == "OK"),
            Self::Error => when(starts_with_word(line, "ERROR")),
            Self::Unknown => when(starts_with_word(line, "UNKNOWN")),
            Self::Decline => {
                if starts_with_word(line, "ERROR") || starts_with_word(line, "UNKNOWN") {
                    Ok(Match::Declined)
                } else {
                    Err(None)
                }
            }
            Self::About => compare_about(line).map_err(Some),
            Self::Cell => when(parse_move(line).is_some()),
            Self::Newest => when(
                referee
                    .newest()
                    .is_some_and(|point| line == format!("{},{}", point.x(), point.y())),
            ),
            Self::Move(filter) => compare_moves(line, 1, filter, referee),
            Self::Moves(count) => compare_moves(line, *count, &Filter::Any, referee),
            Self::Swap => when(line.eq_ignore_ascii_case("SWAP")),
            Self::Forbid(points) => compare_forbidden(line, points).map_err(Some),
            Self::Text(text) => when(line == text),
        }
    }
}

/// Whether the line is the word, or begins with the word and a blank.
pub fn starts_with_word(line: &str, word: &str) -> bool {
    line.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
        && matches!(line.as_bytes().get(word.len()), None | Some(b' '))
}

fn compare_about(line: &str) -> Result<Match, String> {
    for key in ["name", "version", "author", "country"] {
        if quoted_value(line, key).is_none_or(str::is_empty) {
            return Err(format!("{key}=\"...\" is missing"));
        }
    }
    Ok(Match::Plain)
}

/// What stands in quotes after the key; blanks around the sign of equality are allowed.
fn quoted_value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(key)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let (value, _) = rest.strip_prefix('"')?.split_once('"')?;
    Some(value)
}

fn compare_moves(
    line: &str,
    count: usize,
    filter: &Filter,
    referee: &Referee,
) -> Result<Match, Option<String>> {
    let cells: Option<Vec<(i64, i64)>> = line.split(' ').map(parse_move).collect();
    let cells = cells.filter(|cells| cells.len() == count).ok_or_else(|| {
        let blanks = line.trim() != line && line.trim().split(' ').all(|t| parse_move(t).is_some());
        blanks.then(|| "blanks around the move".to_owned())
    })?;
    let mut points = Vec::new();
    for (x, y) in cells {
        let point = referee.judge_move(x, y).map_err(Some)?;
        if points.contains(&point) {
            return Err(Some(format!("{x},{y} is named twice")));
        }
        let admitted = match filter {
            Filter::Any => true,
            Filter::In(list) => list.contains(&point),
            Filter::NotIn(list) => !list.contains(&point),
        };
        if !admitted {
            return Err(Some(format!("{x},{y} is a wrong move here")));
        }
        points.push(point);
    }
    Ok(Match::Stones(points))
}

fn compare_forbidden(line: &str, expected: &[Point]) -> Result<Match, String> {
    let digits = line
        .strip_prefix("FORBID ")
        .and_then(|rest| rest.strip_suffix('.'))
        .ok_or("not of the form 'FORBID xxyyxxyy.'")?;
    if digits.len() % 4 != 0 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("a point is not four digits".to_owned());
    }
    let mut found: Vec<&str> = (0..digits.len() / 4)
        .map(|index| &digits[index * 4..index * 4 + 4])
        .collect();
    let mut wanted: Vec<String> = expected
        .iter()
        .map(|point| format!("{:02}{:02}", point.x(), point.y()))
        .collect();
    found.sort_unstable();
    wanted.sort_unstable();
    if found == wanted {
        Ok(Match::Plain)
    } else {
        Err(format!("the forbidden points are {wanted:?}"))
    }
}

/// The form of a line for people or analysis boards: words that must be
/// there, and places for what differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form(Vec<String>);

impl Form {
    /// Reads a form. `N` stands for a whole number, `F` for any number, `X,Y` for
    /// two numbers with a comma, `...` at the end for whatever follows.
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether a line has this form.
    pub fn fits(&self, line: &str) -> bool {
        let mut words = line.split(' ');
        for form in &self.0 {
            if form == "..." {
                return true;
            }
            let Some(word) = words.next() else {
                return false;
            };
            let is_pair = |between| {
                let pair = word.split_once(between);
                pair.is_some_and(|(x, y)| x.parse::<u32>().is_ok() && y.parse::<u32>().is_ok())
            };
            let fits = match form.as_str() {
                "N" => word.parse::<i64>().is_ok(),
                "F" => word.parse::<f64>().is_ok(),
                "X,Y" => is_pair(','),
                "N-N" => is_pair('-'),
                literal => word == literal,
            };
            if !fits {
                return false;
            }
        }
        words.next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, line: &str) -> bool {
        let mut referee = Referee::new();
        referee.hear(b"START 15\r\n");
        referee.hear(b"TURN 7,7\r\n");
        let answer = parse_answer(pattern).expect(pattern);
        answer.compare(line, &referee).is_ok()
    }

    #[test]
    fn fixed_answers_match_exactly() {
        assert!(matches("OK", "OK"));
        for line in ["ok", "OK ", " OK", "OK - ready", ""] {
            assert!(!matches("OK", line), "{line}");
        }
        assert!(matches("\"7,8\"", "7,8") && !matches("\"7,8\"", "7,8 "));
    }

    #[test]
    fn errors_are_free_texts() {
        assert!(matches("error", "ERROR") && matches("error", "error not yet"));
        assert!(!matches("error", "ERRORS") && !matches("error", "OK"));
        assert!(matches("unknown or error", "UNKNOWN command"));
    }

    #[test]
    fn moves_must_be_clean_and_legal() {
        assert!(matches("move", "0,14"));
        for line in [
            "7,7", "15,0", "0,0 ", " 0,0", "0, 0", "-1,0", "+1,0", "0", "0,0,1", "a,b",
        ] {
            assert!(!matches("move", line), "{line}");
        }
        assert!(matches("move in h9 8,8", "7,8") && matches("move in h9 8,8", "8,8"));
        assert!(!matches("move in h9", "7,9"));
        assert!(matches("move not in h9", "7,9") && !matches("move not in h9", "7,8"));
        assert!(matches("cell", "7,7") && !matches("cell", "7,7 "));
        assert!(matches("newest", "7,7") && !matches("newest", "7,8"));
        assert!(matches("three moves", "1,1 2,2 3,3"));
        assert!(!matches("three moves", "1,1 2,2 1,1") && !matches("two moves", "1,1"));
    }

    #[test]
    fn about_needs_its_four_keys() {
        let full = r#"name="a", version="1", author="b", country="c""#;
        assert!(matches("about", full));
        assert!(matches("about", &full.replace('=', " = ")));
        assert!(!matches("about", r#"name="a", version="1""#));
        assert!(!matches("about", &full.replace("\"a\"", "\"\"")));
    }

    #[test]
    fn forbidden_points_come_in_any_order() {
        assert!(matches("forbid nothing", "FORBID ."));
        assert!(matches("forbid 6,8 10,2", "FORBID 10020608."));
        for line in ["FORBID .", "FORBID 0608", "FORBID 0608.", "FORBID 061 002."] {
            assert!(!matches("forbid 6,8 10,2", line), "{line}");
        }
    }

    #[test]
    fn texts_that_are_no_patterns_are_refused() {
        for text in [
            "",
            "ok",
            "move in",
            "move in z99",
            "forbid",
            "\"open",
            "move or",
        ] {
            assert!(parse_answer(text).is_err(), "{text}");
        }
    }

    #[test]
    fn forms_have_places_for_numbers_and_cells() {
        for (form, line, fits) in [
            ("A N-N B", "A 12-23 B", true),
            ("A N-N B", "A 12 B", false),
            ("A N-N B", "A 1,2 B", false),
            ("MESSAGE REALTIME VAL N", "MESSAGE REALTIME VAL -45", true),
            ("MESSAGE REALTIME VAL N", "MESSAGE REALTIME VAL 4.5", false),
            ("MESSAGE REALTIME VAL N", "MESSAGE REALTIME VAL", false),
            ("MESSAGE REALTIME VAL N", "MESSAGE REALTIME VAL 1 2", false),
            ("MESSAGE REALTIME VAL N", "MESSAGE  REALTIME VAL 1", false),
            ("INFO WINRATE F", "INFO WINRATE 0.5123", true),
            ("INFO BESTLINE X,Y ...", "INFO BESTLINE 7,7 8,8", true),
            ("INFO BESTLINE X,Y ...", "INFO BESTLINE 7,7", true),
            ("INFO BESTLINE X,Y ...", "INFO BESTLINE h8", false),
            ("INFO BESTLINE X,Y ...", "INFO BESTLINE 7,-7", false),
        ] {
            assert_eq!(Form::new(form).fits(line), fits, "{form}: {line}");
        }
    }
}
