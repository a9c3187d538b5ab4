//! What a manager says to an engine and understands from it: START, INFO,
//! BEGIN, BOARD, TURN, SWAP2BOARD, ABOUT and their answers. Judges nothing.

use super::brain::{Brain, Silence};
use super::contestant::{Contestant, make_names_unique};
use super::limits::Limits;
use super::process::Attention;
use crate::board::Board;
use crate::cli::interrupt::Stop;
use crate::protocol::info::rule_number;
use crate::types::{BoardSize, Point, Rule};
use anyhow::Context;
use std::fmt;
use std::time::{Duration, Instant};

/// What managers send for "no limit" on the clock of a whole game.
const UNLIMITED_GAME: i64 = i32::MAX as i64;
/// Milliseconds sent when only nodes or depth bound a move. Yixin-Board sends this number
/// for "no limit", so engines are used to it and no product of it overflows.
const UNLIMITED_TURN: u128 = 2_000_000;

/// The pause before a new game. An engine that has just sent its last move may
/// still be on its way back to reading: one was seen to lose START that way
/// once in eighty games.
const BREATH: Duration = Duration::from_millis(10);
/// How long an answer to ABOUT is waited for after a line that is none.
const AFTER_BANNER: Duration = Duration::from_secs(2);

/// Says hello to a new process and waits until it is awake, so that loading
/// does not fall into its first move. Gives back the engine's name, if it tells one; an engine
/// that is gone before it ever answered is an error.
pub fn greet(brain: &mut Brain, patience: Duration, stop: &Stop) -> anyhow::Result<Option<String>> {
    brain.send("ABOUT");
    let mut deadline = Instant::now() + patience;
    let mut is_awake = false;
    loop {
        let (line, at) = match brain.wait_for(deadline, stop, |line| Some(line.to_owned())) {
            Ok(answer) => answer,
            Err(Silence::Gone) if !is_awake => {
                anyhow::bail!("it ended before it answered{}", brain.last_words());
            }
            Err(_) => return Ok(None),
        };
        is_awake = true;
        if let Some(name) = name_of(&line) {
            return Ok(Some(name));
        }
        if is_refusal(&line) {
            return Ok(None);
        }
        // A banner, or an answer in free words: a name may still follow, but soon.
        deadline = deadline.min(at + AFTER_BANNER);
    }
}

/// Starts an engine and says hello; one without a name gets the one that it tells.
pub fn start_named(
    contestant: &mut Contestant,
    patience: Duration,
    stop: &Stop,
) -> anyhow::Result<Brain> {
    let mut brain = Brain::start(contestant, Attention::Answers)?;
    let name = greet(&mut brain, patience, stop)
        .with_context(|| format!("the engine '{}'", contestant.command_line))?;
    if contestant.name.is_empty() {
        contestant.name = name.unwrap_or_else(|| contestant.command.program_name());
    }
    Ok(brain)
}

/// Starts every engine once: a command that does not work should end the match
/// before it begins, and engines without a name are asked for it.
pub fn name_all(
    contestants: &mut [Contestant],
    patience: Duration,
    stop: &Stop,
) -> anyhow::Result<()> {
    for contestant in &mut *contestants {
        start_named(contestant, patience, stop)?.quit();
    }
    make_names_unique(contestants);
    Ok(())
}

/// Finds `name="..."` in the answer to ABOUT.
fn name_of(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("name")?;
    let rest = rest.trim_start().strip_prefix('=')?;
    let (name, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    (!name.trim().is_empty()).then(|| name.trim().to_owned())
}

/// Starts a new game and tells its rule and limits; waits for the engine's OK.
pub fn start_game(
    brain: &mut Brain,
    rule: Rule,
    size: BoardSize,
    limits: &Limits,
    patience: Duration,
    stop: &Stop,
) -> Result<(), Silence> {
    std::thread::sleep(BREATH);
    brain.forget_pending();
    if size.width() == size.height() {
        brain.send(&format!("START {}", size.width()));
    } else {
        brain.send(&format!("RECTSTART {},{}", size.width(), size.height()));
    }
    let deadline = Instant::now() + patience;
    let is_ok = |line: &str| line.trim().eq_ignore_ascii_case("OK").then_some(());
    brain.wait_for(deadline, stop, is_ok)?;
    for line in info_lines(rule, limits) {
        brain.send(&line);
    }
    Ok(())
}

/// The INFO lines of a new game.
fn info_lines(rule: Rule, limits: &Limits) -> Vec<String> {
    // An engine without a turn limit may use the whole game's time for a move.
    let turn = limits
        .turn
        .or(limits.game)
        .map_or(UNLIMITED_TURN, |time| time.as_millis());
    let game = limits.game.map_or(0, |time| time.as_millis());
    let mut lines = vec![
        format!("INFO timeout_turn {turn}"),
        format!("INFO timeout_match {game}"),
        format!("INFO max_memory {}", limits.memory),
        // Two engines in a tournament.
        "INFO game_type 2".to_owned(),
        format!("INFO rule {}", rule_number(rule)),
    ];
    if !limits.increment.is_zero() {
        lines.push(format!(
            "INFO time_increment {}",
            limits.increment.as_millis()
        ));
    }
    for (key, count) in [
        ("max_node", limits.nodes),
        ("max_depth", limits.depth),
        ("thread_num", limits.threads),
    ] {
        if let Some(count) = count {
            lines.push(format!("INFO {key} {count}"));
        }
    }
    for (key, value) in &limits.info {
        lines.push(format!("INFO {key} {value}"));
    }
    lines
}

/// Asks for a move. `follows` says that the engine knows all stones but the last.
pub fn ask_move(brain: &mut Brain, board: &Board, follows: bool, time_left: Option<i64>) {
    brain.forget_pending();
    tell_time(brain, time_left);
    match board.last_move() {
        None => brain.send("BEGIN"),
        Some(point) if follows => brain.send(&format!("TURN {},{}", point.x(), point.y())),
        Some(_) => {
            let own = board.stones(board.side_to_move());
            let mut lines = vec!["BOARD".to_owned()];
            lines.extend(board.history().iter().map(|&point| {
                let field = if own.contains(point) { 1 } else { 2 };
                format!("{},{},{field}", point.x(), point.y())
            }));
            lines.push("DONE".to_owned());
            brain.send(&lines.join("\n"));
        }
    }
}

fn tell_time(brain: &mut Brain, time_left: Option<i64>) {
    let left = time_left.unwrap_or(UNLIMITED_GAME);
    brain.send(&format!("INFO time_left {left}"));
}

/// Asks for a step of swap2: three stones, or a choice when there are some.
pub fn ask_swap2(brain: &mut Brain, stones: &[Point], time_left: Option<i64>) {
    brain.forget_pending();
    tell_time(brain, time_left);
    let mut lines = vec!["SWAP2BOARD".to_owned()];
    lines.extend(stones.iter().map(|at| format!("{},{}", at.x(), at.y())));
    lines.push("DONE".to_owned());
    brain.send(&lines.join("\n"));
}

/// What an engine answers to a step of swap2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Swap2Answer {
    /// It wants the other colour.
    Swap,
    /// It puts these stones, wherever they are.
    Stones(Vec<(i64, i64)>),
}

impl fmt::Display for Swap2Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swap => formatter.write_str("SWAP"),
            Self::Stones(stones) => {
                let words: Vec<String> = stones.iter().map(|(x, y)| format!("{x},{y}")).collect();
                formatter.write_str(&words.join(" "))
            }
        }
    }
}

/// Reads an answer to a step of swap2, as the Gomocup judge does; `None` for all other lines.
pub fn parse_swap2(line: &str) -> Option<Swap2Answer> {
    let line = line.trim();
    let word = line.split_whitespace().next()?;
    if word
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("SWAP"))
    {
        return Some(Swap2Answer::Swap);
    }
    let stones = line.split_whitespace().map(coordinates);
    stones.collect::<Option<_>>().map(Swap2Answer::Stones)
}

/// Whether the engine says that it does not know a command, or not in this form.
pub fn is_refusal(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["UNKNOWN", "ERROR"]
        .iter()
        .any(|no| word.eq_ignore_ascii_case(no))
}

/// What an engine answers when asked for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Its move, wherever that is.
    Move(i64, i64),
    /// A move that it wants to be told to play.
    Suggestion(i64, i64),
}

/// Reads an answer; `None` for all other lines.
pub fn parse_answer(line: &str) -> Option<Answer> {
    let line = line.trim();
    if let Some(rest) = line
        .get(..8)
        .filter(|word| word.eq_ignore_ascii_case("SUGGEST "))
        .map(|_| &line[8..])
    {
        return coordinates(rest).map(|(x, y)| Answer::Suggestion(x, y));
    }
    coordinates(line).map(|(x, y)| Answer::Move(x, y))
}

fn coordinates(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Tells the engine to play the move that it suggested.
pub fn accept_suggestion(brain: &mut Brain, x: i64, y: i64) {
    brain.send(&format!("PLAY {x},{y}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_numbers_with_a_comma_are_a_move() {
        assert_eq!(parse_answer("7,8"), Some(Answer::Move(7, 8)));
        assert_eq!(parse_answer(" -1, 30 "), Some(Answer::Move(-1, 30)));
        assert_eq!(parse_answer("suggest 3,4"), Some(Answer::Suggestion(3, 4)));
        for line in [
            "OK",
            "7",
            "7,8,1",
            "7;8",
            "ERROR 1,1",
            "x,y",
            "SUGGEST",
            "é,1",
        ] {
            assert_eq!(parse_answer(line), None, "{line}");
        }
    }

    #[test]
    fn a_step_of_swap2_is_a_swap_or_stones() {
        let stones = |stones: &[(i64, i64)]| Some(Swap2Answer::Stones(stones.to_vec()));
        for line in ["SWAP", "swap ", "Swapped"] {
            assert_eq!(parse_swap2(line), Some(Swap2Answer::Swap), "{line}");
        }
        assert_eq!(parse_swap2("7,8"), stones(&[(7, 8)]));
        assert_eq!(
            parse_swap2(" 7,8  -1,3 0,99"),
            stones(&[(7, 8), (-1, 3), (0, 99)])
        );
        for line in ["", "OK", "7,8 x", "MESSAGE 7,8", "7", "7,8,1", "é"] {
            assert_eq!(parse_swap2(line), None, "{line}");
        }
    }

    #[test]
    fn the_name_is_taken_from_about() {
        let about = r#"name="Quinte", version="1.0", author="us", country="--""#;
        assert_eq!(name_of(about), Some("Quinte".to_owned()));
        let spaced = r#"name = "Wine", version ="2.1", author = "JinJieWang""#;
        assert_eq!(name_of(spaced), Some("Wine".to_owned()));
        assert_eq!(name_of("name=\"\""), None);
        assert_eq!(name_of("name"), None);
        assert_eq!(name_of("OK"), None);
    }

    #[test]
    fn a_game_starts_with_rule_and_limits() {
        let mut limits = Limits::default();
        assert!(limits.set("nodes", "5000").expect("a limit"));
        assert!(limits.set("info.style", "2").expect("a limit"));
        assert_eq!(
            info_lines(Rule::Renju, &limits),
            [
                "INFO timeout_turn 2000000",
                "INFO timeout_match 0",
                "INFO max_memory 367001600",
                "INFO game_type 2",
                "INFO rule 4",
                "INFO max_node 5000",
                "INFO style 2",
            ]
        );
        assert!(limits.set("match", "60").expect("a limit"));
        assert_eq!(
            info_lines(Rule::Renju, &limits)[0],
            "INFO timeout_turn 60000"
        );
    }
}
