//! One game of the engine against itself.

use super::opening::random_opening;
use super::record::{GameRecord, GameResult, PlayedMove};
use crate::board::Board;
use crate::rules::{Verdict, verdict};
use crate::search::{Control, Limits, Outcome, Question, Searcher, Silent};
use crate::types::score::is_decisive;
use crate::types::{BoardSize, Color, Point, Rule, Score};

/// In how many chosen moves from the opening variety is allowed.
const EXPLORING_MOVES: usize = 10;
/// One in so many of them is played for variety.
const EXPLORING_CHANCE: usize = 3;
/// Lines compared for variety; each gets the nodes of an ordinary move.
const EXPLORING_LINES: usize = 3;
/// How much worse than the best a move played for variety may be.
const EXPLORING_MARGIN: Score = 40;
/// One move in so many, anywhere in a game that is not decided, is a stray
/// one near the stones: the search meets bad moves all the time, so the
/// evaluation must learn what they cost.
const STRAY_CHANCE: usize = 40;
/// How far from a stone a stray move may lie.
const STRAY_DISTANCE: usize = 2;
/// From this many stones on, a game of quiet scores is a draw ...
const DRAW_STONES: usize = 160;
/// ... if this many last scores ...
const DRAW_MOVES: usize = 20;
/// ... are no larger than this.
const DRAW_SCORE: Score = 60;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes for each move.
    pub nodes: u64,
}

/// Plays a game; the seed decides it completely. Nothing if the control
/// stopped it.
pub fn play(
    setting: &Setting,
    seed: u64,
    searcher: &mut Searcher,
    control: &Control,
) -> Option<GameRecord> {
    let mut random = fastrand::Rng::with_seed(seed);
    let Setting { rule, size, nodes } = *setting;
    // What an earlier game left behind must not change this one.
    searcher.clear();
    let opening = random_opening(&mut random, rule, size, searcher, control);
    let mut record = GameRecord {
        rule,
        size,
        nodes: u32::try_from(nodes).unwrap_or(u32::MAX),
        seed,
        result: GameResult::Draw,
        opening,
        moves: Vec::new(),
    };
    let mut board = record.opening_board();
    loop {
        let explore = record.moves.len() < EXPLORING_MOVES && random.usize(..EXPLORING_CHANCE) == 0;
        let outcome = think(&board, setting, explore, searcher, control);
        if control.is_stopped() {
            return None;
        }
        let us = board.side_to_move();
        let mut played = choose(&outcome, &mut random)?;
        if !is_decisive(played.score) && random.usize(..STRAY_CHANCE) == 0 {
            stray(&board, rule, &mut random, &mut played);
        }
        record.moves.push(played);
        if let Some(result) = result_of(&board, rule, us, played) {
            record.result = result;
            return Some(record);
        }
        board.play(played.point);
        if is_dull(&board, &record.moves) {
            return Some(record);
        }
    }
}

fn think(
    board: &Board,
    setting: &Setting,
    explore: bool,
    searcher: &mut Searcher,
    control: &Control,
) -> Outcome {
    let mut limits = Limits::nodes(setting.nodes);
    if explore {
        limits.lines = EXPLORING_LINES;
        limits.max_nodes = Some(setting.nodes * EXPLORING_LINES as u64);
    }
    let question = Question::new(board.clone(), setting.rule, limits);
    searcher.think(&question, control, &mut Silent)
}

/// One of the lines that are nearly as good as the best.
fn choose(outcome: &Outcome, random: &mut fastrand::Rng) -> Option<PlayedMove> {
    let best = outcome.lines.first()?;
    let near: Vec<Point> = outcome
        .lines
        .iter()
        .filter(|line| line.score >= best.score - EXPLORING_MARGIN)
        .filter_map(|line| line.moves.first().copied())
        .collect();
    let point = *near.get(random.usize(..near.len().max(1)))?;
    Some(PlayedMove {
        point,
        score: best.score,
        exploring: outcome.best_move() != Some(point),
    })
}

/// Makes the move a random one beside the stones, unless that ends the game.
fn stray(board: &Board, rule: Rule, random: &mut fastrand::Rng, played: &mut PlayedMove) {
    let near: Vec<Point> = board
        .empty()
        .iter()
        .filter(|point| {
            let mut stones = board.history().iter();
            stones.any(|stone| stone.distance(*point) <= STRAY_DISTANCE)
        })
        .collect();
    let Some(&point) = near.get(random.usize(..near.len().max(1))) else {
        return;
    };
    if verdict(rule, board, point) == Verdict::Continues {
        played.exploring |= point != played.point;
        played.point = point;
    }
}

/// The result, if the move about to be played ends the game. Proven wins are
/// played out: how they are won is what the evaluation must learn.
fn result_of(board: &Board, rule: Rule, us: Color, played: PlayedMove) -> Option<GameResult> {
    match verdict(rule, board, played.point) {
        Verdict::Continues => None,
        Verdict::Wins => Some(GameResult::Win(us)),
        Verdict::Foul(_) => Some(GameResult::Win(us.opponent())),
        Verdict::Draw => Some(GameResult::Draw),
    }
}

/// Whether nothing has happened for so long that nothing will.
fn is_dull(board: &Board, moves: &[PlayedMove]) -> bool {
    board.stone_count() >= DRAW_STONES
        && moves.len() >= DRAW_MOVES
        && moves[moves.len() - DRAW_MOVES..]
            .iter()
            .all(|played| played.score.abs() <= DRAW_SCORE)
}

#[cfg(test)]
mod tests {
    use super::super::record::Version;
    use super::*;
    use crate::search::{SystemClock, TimeBudget};
    use std::sync::Arc;

    fn game(rule: Rule, side: usize, seed: u64) -> GameRecord {
        let setting = Setting {
            rule,
            size: BoardSize::square(side).expect("a valid size"),
            nodes: 100,
        };
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        play(&setting, seed, &mut Searcher::new(1 << 20), &control).expect("nothing stops it")
    }

    #[test]
    fn the_seed_decides_the_game() {
        let one = game(Rule::Freestyle, 11, 1);
        assert_eq!(one, game(Rule::Freestyle, 11, 1));
        assert_ne!(one, game(Rule::Freestyle, 11, 2));
    }

    #[test]
    fn games_of_every_rule_end_and_can_be_written() {
        for rule in Rule::ALL {
            let record = game(rule, 9, 3);
            assert!(!record.moves.is_empty());
            let again = GameRecord::decode(&record.encode(), Version::Two).expect("a valid record");
            assert_eq!(again, record);
        }
    }
}
