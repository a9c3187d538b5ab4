//! The openings that come with the program, by name, and which list a match
//! takes. Knows neither how they were made nor what is played from them.

use super::{Opening, parse, read};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, bail, ensure};
use std::path::Path;

/// A list of openings that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// What it is called by.
    pub name: &'static str,
    /// The rule that it is balanced for.
    pub rule: Rule,
    /// The side of its board.
    pub side: usize,
    text: &'static str,
}

/// All of them.
pub const SHIPPED: [Shipped; 5] = [
    Shipped {
        name: "freestyle20",
        rule: Rule::Freestyle,
        side: 20,
        text: include_str!("freestyle20.txt"),
    },
    Shipped {
        name: "freestyle15",
        rule: Rule::Freestyle,
        side: 15,
        text: include_str!("freestyle15.txt"),
    },
    Shipped {
        name: "standard15",
        rule: Rule::Standard,
        side: 15,
        text: include_str!("standard15.txt"),
    },
    Shipped {
        name: "renju15",
        rule: Rule::Renju,
        side: 15,
        text: include_str!("renju15.txt"),
    },
    Shipped {
        name: "caro15",
        rule: Rule::Caro,
        side: 15,
        text: include_str!("caro15.txt"),
    },
];

impl Shipped {
    /// The list of this name.
    fn named(name: &Path) -> Option<&'static Self> {
        SHIPPED.iter().find(|list| name.as_os_str() == list.name)
    }

    /// The list for this rule and board.
    fn for_game(rule: Rule, size: BoardSize) -> Option<&'static Self> {
        // The two kinds of caro are as good as one while there are few stones.
        let rule = match rule {
            Rule::CaroExact => Rule::Caro,
            rule => rule,
        };
        SHIPPED
            .iter()
            .find(|list| list.rule == rule && list.fits(size))
    }

    fn fits(&self, size: BoardSize) -> bool {
        BoardSize::square(self.side) == Some(size)
    }

    /// Its openings, for a game by this rule on this board.
    pub fn openings(&self, rule: Rule, size: BoardSize) -> anyhow::Result<Vec<Opening>> {
        let Self { name, side, .. } = self;
        ensure!(
            self.fits(size),
            "the openings {name} are for a board of {side}x{side}, not {size}"
        );
        parse(self.text, rule, size).with_context(|| format!("in the openings {name}"))
    }
}

/// The openings that a match asks for by the path of a file or by name. If it
/// does not, those that come with the program for its rule and board; where
/// there are none, the empty board.
pub fn choose(asked: Option<&Path>, rule: Rule, size: BoardSize) -> anyhow::Result<Vec<Opening>> {
    let Some(asked) = asked else {
        return Shipped::for_game(rule, size).map_or_else(
            || Ok(vec![Opening::new()]),
            |list| list.openings(rule, size),
        );
    };
    // Whatever can be read wins, a pipe too; a directory cannot.
    if asked.exists() && !asked.is_dir() {
        return read(asked, rule, size);
    }
    let Some(list) = Shipped::named(asked) else {
        let names: Vec<&str> = SHIPPED.iter().map(|list| list.name).collect();
        bail!(
            "there is no file of openings '{}'; by name there are {}",
            asked.display(),
            names.join(", ")
        );
    };
    list.openings(rule, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::cli::arena::openings::likeness;
    use crate::cli::arena::openings::stones::is_quiet;
    use crate::rules::{Verdict, verdict};
    use std::collections::HashSet;

    fn size(side: usize) -> BoardSize {
        BoardSize::square(side).expect("a valid side")
    }

    #[test]
    fn every_opening_is_legal_undecided_and_like_no_other() {
        for list in &SHIPPED {
            let size = size(list.side);
            let openings = list.openings(list.rule, size).expect(list.name);
            assert_eq!(openings.len(), 1000, "{}", list.name);
            let mut seen = HashSet::new();
            for opening in &openings {
                let mut board = Board::new(size);
                for &point in opening {
                    let fate = verdict(list.rule, &board, point);
                    assert_eq!(fate, Verdict::Continues, "{} {opening:?}", list.name);
                    board.play(point);
                }
                assert!(is_quiet(&board, list.rule), "{} {opening:?}", list.name);
                assert!(
                    seen.insert(likeness(opening, size)),
                    "{opening:?} is not new"
                );
            }
        }
    }

    #[test]
    fn openings_lie_near_edges_as_well_as_in_the_middle() {
        for list in &SHIPPED {
            let openings = list.openings(list.rule, size(list.side)).expect(list.name);
            let near_edge = |opening: &&Opening| {
                let outer = |at: usize| at < 2 || at + 2 >= list.side;
                opening
                    .iter()
                    .any(|point| outer(point.x()) || outer(point.y()))
            };
            let share = openings.iter().filter(near_edge).count() as f64 / openings.len() as f64;
            assert!((0.3..=0.95).contains(&share), "{}: {share}", list.name);
        }
    }

    #[test]
    fn a_match_takes_the_list_of_its_rule_and_board() {
        let first = |asked: Option<&str>, rule, side| {
            let openings = choose(asked.map(Path::new), rule, size(side)).expect("openings");
            openings[0].clone()
        };
        for list in &SHIPPED {
            let by_name = first(Some(list.name), list.rule, list.side);
            assert_eq!(first(None, list.rule, list.side), by_name, "{}", list.name);
            assert!(!by_name.is_empty());
        }
        let caro = first(None, Rule::Caro, 15);
        assert_eq!(first(None, Rule::CaroExact, 15), caro);
        for (rule, side) in [
            (Rule::Standard, 20),
            (Rule::Renju, 20),
            (Rule::Freestyle, 10),
        ] {
            assert_eq!(first(None, rule, side), Opening::new(), "the empty board");
        }
        let rectangle = BoardSize::new(15, 20).expect("a valid size");
        let openings = choose(None, Rule::Freestyle, rectangle).expect("no list");
        assert_eq!(openings, [Opening::new()]);
    }

    #[test]
    fn a_name_that_is_not_there_is_told_with_those_that_are() {
        let refuse = |name: &str, side| {
            let chosen = choose(Some(Path::new(name)), Rule::Freestyle, size(side));
            format!("{:#}", chosen.expect_err(name))
        };
        let message = refuse("freestyle", 20);
        assert!(message.contains("'freestyle'"), "{message}");
        for list in &SHIPPED {
            assert!(message.contains(list.name), "{message}");
        }
        let message = refuse("freestyle20", 15);
        assert!(message.contains("20x20, not 15x15"), "{message}");
    }

    #[test]
    fn a_file_wins_over_a_name() {
        let place = std::env::temp_dir().join(format!("quinte-shipped-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("a directory");
        let path = place.join("freestyle20");
        std::fs::write(&path, "a1b2\n").expect("a file");
        let openings = choose(Some(&path), Rule::Freestyle, size(20)).expect("a file");
        std::fs::remove_dir_all(&place).expect("it is there");
        assert_eq!(openings.len(), 1);
    }
}
