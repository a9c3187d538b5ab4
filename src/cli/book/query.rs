//! What a memory of positions holds, as tables for people.

use crate::board::Board;
use crate::database::{Bound, Database, Record, Visit};
use crate::types::score::{is_win, plies_to_end};
use crate::types::{Rule, Score};
use anyhow::Result;
use std::collections::BTreeMap;

/// What is counted of a rule and board.
#[derive(Default)]
struct Counts {
    positions: u64,
    searched: u64,
    proven: u64,
    comments: u64,
    most_stones: usize,
}

/// Prints how many positions there are, by rule and board.
pub fn stats(database: &Database) -> Result<()> {
    let mut counts: BTreeMap<(usize, String), Counts> = BTreeMap::new();
    database.visit(None, |entry| {
        let board = format!("{} {}", entry.rule, entry.board.size());
        let counts = counts.entry((entry.rule.index(), board)).or_default();
        counts.positions += 1;
        counts.searched += u64::from(entry.record.bound != Bound::None);
        counts.proven += u64::from(entry.record.is_proven);
        counts.comments += u64::from(!entry.record.comment.is_empty());
        counts.most_stones = counts.most_stones.max(entry.board.stone_count());
        Visit::GoOn
    })?;
    println!("rule and board      positions  searched    proven  comments  most stones");
    for ((_, board), counts) in counts {
        println!(
            "{board:18} {:10} {:9} {:9} {:9} {:12}",
            counts.positions, counts.searched, counts.proven, counts.comments, counts.most_stones
        );
    }
    Ok(())
}

/// Prints what is known of a position and of its moves.
pub fn query(database: &Database, rule: Rule, board: &Board) -> Result<()> {
    let name = |point| board.size().name(point);
    match database.get(rule, board)? {
        None => println!("this position is not known"),
        Some(record) => {
            println!("{}", describe(record.value, &record));
            if let Some(best) = record.best {
                println!("best move {}", name(best));
            }
            if !record.comment.is_empty() {
                println!("{}", record.comment);
            }
            for &(point, ref text) in &record.cells {
                println!("{} {text}", name(point));
            }
        }
    }
    let mut moves = database.moves(rule, board)?;
    moves.sort_by_key(|(point, record)| (record.value, *point));
    for (point, record) in moves {
        let value = describe(after(record.value), &record);
        println!("{:>4}  {value}", name(point));
    }
    Ok(())
}

/// A value behind a move, for the side that makes it.
const fn after(value: Score) -> Score {
    -value
}

/// A value, a bound, and how it was found.
fn describe(value: Score, record: &Record) -> String {
    let bound = match record.bound {
        Bound::None => return "in the book".to_owned(),
        Bound::Upper => "at most ",
        Bound::Lower => "at least ",
        Bound::Exact => "",
    };
    let plies = plies_to_end(record.value);
    let value = match (record.is_proven, is_win(value)) {
        (true, true) => format!("win, {plies} plies to the end"),
        (true, false) => format!("loss, {plies} plies to the end"),
        _ => format!("{bound}{value:+}"),
    };
    format!("{value}, depth {}", record.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{loss_in, win_in};

    #[test]
    fn records_are_described_for_the_side_that_moves() {
        let found = |value, is_proven| Record::found(value, 12, None, is_proven);
        let open = found(-45, false);
        assert_eq!(describe(after(open.value), &open), "+45, depth 12");
        let lost = found(loss_in(4), true);
        assert_eq!(
            describe(after(lost.value), &lost),
            "win, 4 plies to the end, depth 12"
        );
        let won = found(win_in(9), true);
        assert_eq!(
            describe(won.value, &won),
            "win, 9 plies to the end, depth 12"
        );
        assert_eq!(describe(0, &Record::default()), "in the book");
    }
}
