//! One game of the engine against itself.

use super::older::Older;
use super::opening::random_opening;
use super::record::{
    Alternative, GameResult, MOST_ALTERNATIVES, MoveClass, PlayedMove, TrainingGame,
};
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
    /// Some moves get more, if this is set.
    pub full: Option<FullMoves>,
}

/// Moves that get more nodes than others, to be learned from.
#[derive(Clone, Copy, Debug)]
pub struct FullMoves {
    /// Their nodes.
    pub nodes: u64,
    /// The chance of a move to be one.
    pub share: f64,
}

impl Setting {
    /// The class of the next move. No number is drawn where all moves are alike, so that
    /// seeds mean the same games as ever there.
    fn draw_class(&self, random: &mut fastrand::Rng) -> MoveClass {
        match self.full {
            None => MoveClass::Plain,
            Some(full) if random.f64() < full.share => MoveClass::Full,
            Some(_) => MoveClass::Quick,
        }
    }

    fn nodes_of(&self, class: MoveClass) -> u64 {
        let full = self.full.filter(|_| class == MoveClass::Full);
        full.map_or(self.nodes, |full| full.nodes)
    }
}

/// Plays a game; the seed, and the older games where they are given, decide it
/// completely. Nothing if the control stopped it.
pub fn play(
    setting: &Setting,
    older: Option<&Older>,
    seed: u64,
    searcher: &mut Searcher,
    control: &Control,
) -> Option<TrainingGame> {
    let mut random = fastrand::Rng::with_seed(seed);
    let Setting { rule, size, .. } = *setting;
    // What an earlier game left behind must not change this one.
    searcher.clear();
    let older = older.and_then(|older| older.start(&mut random, rule, size));
    let opening =
        older.unwrap_or_else(|| random_opening(&mut random, rule, size, searcher, control));
    let count = |nodes: u64| u32::try_from(nodes).unwrap_or(u32::MAX);
    let mut record = TrainingGame {
        rule,
        size,
        nodes: count(setting.nodes),
        full_nodes: setting.full.map_or(0, |full| count(full.nodes)),
        relabel_nodes: 0,
        seed,
        result: GameResult::Draw,
        opening,
        moves: Vec::new(),
    };
    let mut board = record.opening_board();
    loop {
        let explore = record.moves.len() < EXPLORING_MOVES && random.usize(..EXPLORING_CHANCE) == 0;
        let class = setting.draw_class(&mut random);
        let question = question(&board, setting, class, explore);
        let outcome = searcher.think(&question, control, &mut Silent);
        if control.is_stopped() {
            return None;
        }
        let us = board.side_to_move();
        let mut played = choose(&outcome, class, &mut random)?;
        if !is_decisive(played.score) && random.usize(..STRAY_CHANCE) == 0 {
            stray(&board, rule, &mut random, &mut played);
        }
        let point = played.point;
        record.moves.push(played);
        if let Some(result) = result_of(&board, rule, us, point) {
            record.result = result;
            return Some(record);
        }
        board.play(point);
        if is_dull(&board, &record.moves) {
            return Some(record);
        }
    }
}

/// What the search is asked for a move of this class.
fn question(board: &Board, setting: &Setting, class: MoveClass, explore: bool) -> Question {
    let nodes = setting.nodes_of(class);
    let mut limits = Limits::nodes(nodes);
    if explore {
        limits.lines = EXPLORING_LINES;
        limits.max_nodes = Some(nodes * EXPLORING_LINES as u64);
    }
    Question::new(board.clone(), setting.rule, limits)
}

/// One of the lines that are nearly as good as the best.
fn choose(outcome: &Outcome, class: MoveClass, random: &mut fastrand::Rng) -> Option<PlayedMove> {
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
        class,
        alternatives: alternatives(outcome),
    })
}

/// The first moves of a search for several; of what it had no time to look at it knows
/// nothing.
fn alternatives(outcome: &Outcome) -> Vec<Alternative> {
    if outcome.lines.len() < 2 {
        return Vec::new();
    }
    let searched = outcome
        .lines
        .iter()
        .filter(|line| line.depth > 0 || is_decisive(line.score));
    let moves = searched.filter_map(|line| {
        let point = *line.moves.first()?;
        let score = line.score;
        Some(Alternative { point, score })
    });
    moves.take(MOST_ALTERNATIVES).collect()
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
    if verdict(rule, board, point) == Verdict::Continues && point != played.point {
        if played.alternatives.is_empty() {
            played.alternatives.push(Alternative {
                point: played.point,
                score: played.score,
            });
        }
        played.exploring = true;
        played.point = point;
    }
}

/// The result, if the move about to be played ends the game. Proven wins are
/// played out: how they are won is what the evaluation must learn.
fn result_of(board: &Board, rule: Rule, us: Color, point: Point) -> Option<GameResult> {
    match verdict(rule, board, point) {
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

    fn setting(rule: Rule, side: usize, full: Option<FullMoves>) -> Setting {
        Setting {
            rule,
            size: BoardSize::square(side).expect("a valid size"),
            nodes: 100,
            full,
        }
    }

    fn game(setting: &Setting, older: Option<&Older>, seed: u64) -> TrainingGame {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let mut searcher = Searcher::new(1 << 20);
        play(setting, older, seed, &mut searcher, &control).expect("nothing stops it")
    }

    #[test]
    fn the_seed_decides_the_game() {
        let setting = setting(Rule::Freestyle, 11, None);
        let one = game(&setting, None, 1);
        assert_eq!(one, game(&setting, None, 1));
        assert_ne!(one, game(&setting, None, 2));
        assert!(one.moves.iter().all(|one| one.class == MoveClass::Plain));
    }

    #[test]
    fn games_of_every_rule_end_and_can_be_written() {
        for rule in Rule::ALL {
            let record = game(&setting(rule, 9, None), None, 3);
            assert!(!record.moves.is_empty());
            let again =
                TrainingGame::decode(&record.encode(), Version::Three).expect("a valid record");
            assert_eq!(again, record);
        }
    }

    #[test]
    fn some_moves_get_more_nodes_and_say_so() {
        let full = FullMoves {
            nodes: 300,
            share: 0.3,
        };
        let setting = setting(Rule::Freestyle, 11, Some(full));
        let games: Vec<TrainingGame> = (0..6).map(|seed| game(&setting, None, seed)).collect();
        let moves: Vec<&PlayedMove> = games.iter().flat_map(|game| &game.moves).collect();
        let count = |class| moves.iter().filter(|played| played.class == class).count();
        let (quick, full) = (count(MoveClass::Quick), count(MoveClass::Full));
        assert_eq!(quick + full, moves.len());
        assert!(full > 0 && full < quick, "{full} of {}", moves.len());
        assert!(games.iter().all(|game| game.full_nodes == 300));
        let question = |class| question(&games[0].opening_board(), &setting, class, false);
        assert_eq!(question(MoveClass::Quick).limits.max_nodes, Some(100));
        assert_eq!(question(MoveClass::Full).limits.max_nodes, Some(300));
    }

    #[test]
    fn what_the_search_thought_best_is_known_whatever_is_played() {
        let setting = setting(Rule::Freestyle, 11, None);
        let games: Vec<TrainingGame> = (0..6).map(|seed| game(&setting, None, seed)).collect();
        let moves: Vec<&PlayedMove> = games.iter().flat_map(|game| &game.moves).collect();
        let for_variety = moves.iter().filter(|played| played.exploring);
        assert!(for_variety.clone().count() > 0);
        for played in for_variety {
            assert!(played.best().is_some_and(|best| best != played.point));
            assert_eq!(played.alternatives[0].score, played.score);
        }
        assert!(moves.iter().any(|played| played.alternatives.len() == 3));
    }

    #[test]
    fn games_begin_some_moves_into_older_ones() {
        let setting = setting(Rule::Freestyle, 11, None);
        let first: Vec<TrainingGame> = (0..4).map(|seed| game(&setting, None, seed)).collect();
        let older = Older::new(first.clone(), 1.0, 16);
        let second = game(&setting, Some(&older), 9);
        let is_begun_by = |game: &TrainingGame| {
            let moves = game.moves.iter().map(|played| played.point);
            let points: Vec<Point> = game.opening.iter().copied().chain(moves).collect();
            points.starts_with(&second.opening) && second.opening.len() > game.opening.len()
        };
        assert!(first.iter().any(is_begun_by), "{:?}", second.opening);
        let never = Older::new(first, 0.0, 16);
        let third = game(&setting, Some(&never), 9);
        assert!(third.opening.len() < second.opening.len());
    }
}
