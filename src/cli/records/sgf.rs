//! The Smart Game Format (version 4, game 4 is gomoku): a tree of properties
//! that editors for go and gomoku read.

use super::{GameRecord, Winner, swap2};
use crate::tree::sgf::notation::{escape, place, sides};
use std::fmt::Write;

/// Moves on one line of text.
const MOVES_PER_LINE: usize = 8;

/// The game as one SGF game tree.
pub fn write(record: &GameRecord) -> anyhow::Result<String> {
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]SZ[{}]GN[{}]RO[{}]RU[{}]PB[{}]PW[{}]RE[{}]C[{}]",
        sides(record.board_size()?),
        record.game + 1,
        record.round,
        escape(&record.rule),
        escape(&record.black),
        escape(&record.white),
        result(record),
        escape(&comment(record)),
    );
    let times = std::iter::repeat_n(None, record.opening).chain(record.times.iter().map(Some));
    for (index, (point, time)) in record.points()?.iter().zip(times).enumerate() {
        if index % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let color = if index % 2 == 0 { 'B' } else { 'W' };
        write!(text, ";{color}[{}]", place(*point))?;
        if let Some(time) = time {
            write!(text, "C[{time} ms]")?;
        }
    }
    text.push_str(")\n");
    Ok(text)
}

fn result(record: &GameRecord) -> &'static str {
    use super::Reason::{Crash, Five, Foul, Hang, Illegal, Resignation, Time, Unfinished};
    match (record.winner, record.reason) {
        (_, Unfinished) => "?",
        (Winner::Draw, _) => "0",
        (Winner::Black, Time | Hang) => "B+T",
        (Winner::White, Time | Hang) => "W+T",
        (Winner::Black, Foul | Illegal | Crash) => "B+F",
        (Winner::White, Foul | Illegal | Crash) => "W+F",
        (Winner::Black, Resignation) => "B+R",
        (Winner::White, Resignation) => "W+R",
        (Winner::Black, Five) => "B+1",
        (Winner::White, Five) => "W+1",
        (Winner::Black, _) => "B+",
        (Winner::White, _) => "W+",
    }
}

fn comment(record: &GameRecord) -> String {
    let reason = record.detail.as_ref().map_or_else(
        || record.reason.to_string(),
        |detail| format!("{}: {detail}", record.reason),
    );
    if record.swap2.is_empty() {
        return reason;
    }
    format!("{reason}\nswap2: {}", swap2::describe(&record.swap2))
}

#[cfg(test)]
mod tests {
    use super::super::Reason;
    use super::super::game_record::tests::sample;
    use super::super::swap2::{Choice, Swap2Step};
    use super::*;

    #[test]
    fn a_game_is_one_tree_with_escaped_names() {
        assert_eq!(
            write(&sample()).expect("a valid record"),
            "(;FF[4]GM[4]CA[UTF-8]SZ[15]GN[5]RO[3]RU[renju]PB[new]PW[old\\]one]RE[W+T]\
             C[time\\: 1500 ms of 1000 ms]\n;B[hh];W[ii];B[jj];W[aa]C[250 ms])\n"
        );
    }

    #[test]
    fn an_opening_by_swap2_is_told() {
        let mut record = sample();
        let step = |engine: &str, choice| Swap2Step {
            engine: engine.to_owned(),
            choice,
            time: 9,
        };
        record.swap2 = vec![
            step("new", Choice::Three),
            step("old]one", Choice::Two),
            step("new", Choice::Black),
        ];
        let text = write(&record).expect("a valid record");
        let told = "swap2\\: new put three stones, old\\]one put two more, new took Black]";
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn a_game_given_up_or_left_says_so() {
        let mut record = sample();
        record.reason = Reason::Resignation;
        assert_eq!(result(&record), "W+R");
        record.reason = Reason::Unfinished;
        assert_eq!(result(&record), "?");
    }
}
