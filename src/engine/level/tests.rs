//! The names of the ladder and what its rungs play.

use super::*;
use crate::engine::thinker::fakes::FixedMoves;
use crate::search::{ManualClock, Silent, TimeBudget};
use crate::types::{BoardSize, Point};
use std::sync::Arc;

fn level(text: &str) -> Level {
    text.parse().expect("a level")
}

#[test]
fn every_level_has_a_name_and_a_number_that_read_back() {
    for number in 1..=10 {
        let level = Level::from_number(number).expect("a level");
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(number.to_string().parse(), Ok(level));
        assert_eq!(format!("LEVEL{number}").parse(), Ok(level));
    }
    assert_eq!(level("6").to_string(), "motifs");
    assert_eq!(level("full"), Level::FULL);
    for text in [
        "",
        "0",
        "11",
        "level",
        "level0",
        "-1",
        "expert",
        "999999999999999999999",
    ] {
        assert!(text.parse::<Level>().is_err(), "{text}");
    }
}

#[test]
fn strength_spans_the_ladder_and_only_a_hundred_is_full() {
    let name = |strength| Level::from_strength(strength).to_string();
    assert_eq!(name(0), "enfant");
    assert_eq!(name(-7), "enfant");
    assert_eq!(name(99), "level9");
    assert_eq!(name(100), "full");
    assert_eq!(name(i64::MAX), "full");
    let rungs: std::collections::BTreeSet<Level> = (0..=100).map(Level::from_strength).collect();
    assert_eq!(rungs.len(), 10);
}

#[test]
fn a_copy_of_the_program_is_named_after_its_level() {
    let named = Level::from_program_name;
    assert_eq!(named("pbrain-quinte-motifs"), Some(level("motifs")));
    assert_eq!(named("Pbrain-Quinte-Level3"), Some(level("clans")));
    assert_eq!(named("pbrain-quinte"), None);
    assert_eq!(named("pbrain-quinte-2026"), None);
    assert_eq!(
        named("pbrain-quinte-2"),
        None,
        "the second of several copies"
    );
    assert_eq!(named("pbrain-other-motifs"), None);
}

/// What a level plays on a board where the search would take the corner.
fn play(name: &str, board: &Board, memory: &mut LevelMemory) -> Option<Point> {
    let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
    let mut at_level = AtLevel {
        level: level(name),
        thinker: &mut FixedMoves::default(),
        memory,
    };
    let question = Question::new(board.clone(), Rule::Freestyle, Limits::depth(1));
    at_level.think(&question, &control, &mut Silent).best_move()
}

#[test]
fn documents_play_for_themselves_and_higher_levels_by_the_search() {
    let board = Board::new(BoardSize::square(15).expect("a size"));
    let memory = &mut LevelMemory::default();
    assert_eq!(play("stratege", &board, memory), Some(Point::new(7, 7)));
    assert_eq!(play("level8", &board, memory), Some(Point::new(0, 0)));
    assert_eq!(play("full", &board, memory), Some(Point::new(0, 0)));
}

#[test]
fn clearing_makes_a_level_repeat_itself() {
    let board = Board::new(BoardSize::square(15).expect("a size"));
    let memory = &mut LevelMemory::default();
    let first: Vec<_> = (0..5).map(|_| play("enfant", &board, memory)).collect();
    *memory = LevelMemory::default();
    let second: Vec<_> = (0..5).map(|_| play("enfant", &board, memory)).collect();
    assert_eq!(first, second);
}

fn lines(scores: &[Score]) -> Vec<Line> {
    let line = |&score| Line {
        moves: vec![],
        score,
        depth: 1,
        selective_depth: 1,
    };
    scores.iter().map(line).collect()
}

#[test]
fn the_choice_falls_on_good_lines_only_and_on_the_best_when_the_game_is_decided() {
    let restraint = Restraint {
        nodes: 1,
        lines: 3,
        temperature: 100,
    };
    let random = &mut Rng::with_seed(1);
    let mut chosen = [0; 4];
    for _ in 0..1_000 {
        chosen[pick(&lines(&[50, 20, -51, 50]), restraint, random)] += 1;
    }
    assert!(chosen[0] > chosen[1] && chosen[1] > 0, "{chosen:?}");
    assert_eq!(chosen[2..], [0, 0]);
    for scores in [
        [score::win_in(3), 0],
        [score::loss_in(4), score::loss_in(2)],
    ] {
        for _ in 0..20 {
            assert_eq!(pick(&lines(&scores), restraint, random), 0);
        }
    }
    assert_eq!(pick(&[], restraint, random), 0);
}
