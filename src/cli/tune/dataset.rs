//! What is learned from: positions of recorded games, as the network sees
//! them, with the chance of winning that it should tell.

use crate::board::{Board, Direction};
use crate::cli::chances::best_scale;
use crate::cli::golden::set::Likes;
use crate::cli::probes::quiet::Quiet;
use crate::cli::selfplay::record::{GameResult, MoveClass, PlayedMove, TrainingGame};
use crate::eval::evaluator::last_stones;
use crate::eval::network::stage;
use crate::eval::offset::offset_class;
use crate::pattern::RuleTables;
use crate::position::Position;
use crate::types::score::is_decisive;
use crate::types::{BoardSize, Color, Point, Rule};
use std::collections::HashSet;
use std::ops::Range;

pub use crate::cli::chances::{chance, cross_entropy};

/// Positions with the chance of winning to be learned.
#[derive(Default)]
pub struct Positions {
    cells: Vec<Cell>,
    ends: Vec<usize>,
    /// The sizes of the boards.
    pub sizes: Vec<BoardSize>,
    /// The colour to move, as an index.
    pub movers: Vec<u8>,
    /// The stage of the game.
    pub stages: Vec<u8>,
    /// The wanted chance of winning.
    pub targets: Vec<f32>,
    chosen: Vec<u16>,
}

/// An empty cell of a position as the network sees it.
#[derive(Clone, Copy)]
pub struct Cell {
    /// The codes of its lines.
    pub codes: [u16; 4],
    /// The classes of its offsets from the opponent's last stone and from the
    /// own one.
    pub offsets: [u8; 2],
    /// Where it is.
    pub point: Point,
    /// Whether moves there are looked at: then its neighbours know of it.
    pub is_candidate: bool,
}

/// Stands for no move.
const NO_MOVE: u16 = u16::MAX;

impl Positions {
    /// Number of positions.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Every empty cell of a position that has stones on its lines.
    pub fn cells(&self, position: usize) -> &[Cell] {
        &self.cells[self.range(position)]
    }

    fn range(&self, position: usize) -> Range<usize> {
        let before = position.checked_sub(1);
        before.map_or(0, |before| self.ends[before])..self.ends[position]
    }

    /// Which of the cells the search chose; nothing if it chose another or
    /// the move is not to be learned.
    pub fn chosen(&self, position: usize) -> Option<usize> {
        let chosen = self.chosen[position];
        (chosen != NO_MOVE).then_some(chosen as usize)
    }

    /// Adds a position with the chance and the move to be learned.
    pub fn add(&mut self, position: &Position, target: f32, best: Option<Point>) {
        let (tables, board) = (RuleTables::of(position.rule()), position.board());
        let candidates = position.candidates();
        let from = self.cells.len();
        let mut chosen = NO_MOVE;
        let stones = last_stones(board);
        for point in board.empty().iter() {
            let codes = Direction::ALL.map(|direction| {
                let line = board.line(direction.line(point));
                tables.line_code(line, direction.bit(point))
            });
            if codes.iter().any(|&code| tables.code_has_stones(code)) {
                if best == Some(point) {
                    chosen = (self.cells.len() - from) as u16;
                }
                self.cells.push(Cell {
                    codes: codes.map(|code| code as u16),
                    offsets: stones.map(|stone| offset_class(stone, point) as u8),
                    point,
                    is_candidate: candidates.contains(point),
                });
            }
        }
        self.ends.push(self.cells.len());
        self.sizes.push(board.size());
        self.movers.push(board.side_to_move().index() as u8);
        self.stages.push(stage(board.stone_count()) as u8);
        self.targets.push(target);
        self.chosen.push(chosen);
    }
}

/// Weights of the search's score at every step of a game, by how much thought the
/// move got; see `targets`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blend {
    /// Of quick moves, and of all where they do not differ.
    pub quick: f32,
    /// Of full moves.
    pub full: f32,
    /// Of moves that were judged again.
    pub relabelled: f32,
}

impl Blend {
    const fn of(self, class: MoveClass) -> f32 {
        match class {
            MoveClass::Plain | MoveClass::Quick => self.quick,
            MoveClass::Full => self.full,
            MoveClass::Relabelled => self.relabelled,
        }
    }
}

/// Turns games into positions to learn.
pub struct Collector {
    rule: Rule,
    blend: Blend,
    seen: HashSet<(BoardSize, u64)>,
    /// Positions that are never learned from.
    without: Likes,
    /// Positions that were met before.
    pub repeated: usize,
    /// Positions left out as never to be learned from.
    pub golden: usize,
}

impl Collector {
    /// For games of a rule, with positions that are never learned from.
    pub fn new(rule: Rule, blend: Blend, without: Likes) -> Self {
        Self {
            rule,
            blend,
            seen: HashSet::new(),
            without,
            repeated: 0,
            golden: 0,
        }
    }

    /// Adds the positions of a game whose scores have this scale.
    pub fn add(&mut self, game: &TrainingGame, score_scale: f32, positions: &mut Positions) {
        let mut position = Position::new(&game.opening_board(), self.rule);
        let targets = targets(game, score_scale, self.blend);
        // Its solver knows positions by their stones, which mean something else on another board.
        let mut quiet = Quiet::new();
        for (played, &target) in game.moves.iter().zip(&targets) {
            if self.is_wanted(position.board()) && quiet.holds(&mut position) {
                positions.add(&position, target, learned_move(played));
            }
            position.play(played.point);
        }
    }

    /// Whether a position was not met before and may be learned from.
    fn is_wanted(&mut self, board: &Board) -> bool {
        let is_new = self.seen.insert((board.size(), board.hash()));
        let is_golden = self.without.contains(board);
        self.repeated += usize::from(!is_new);
        self.golden += usize::from(is_new && is_golden);
        is_new && !is_golden
    }
}

/// The chance of winning to be learned for the side to move before each move:
/// at every step the search's score is blended with what came after it, at the
/// end the result. A move played for variety says nothing about the position
/// before it, so that there the search's score alone counts; so it does where it
/// proved the result.
fn targets(game: &TrainingGame, score_scale: f32, blend: Blend) -> Vec<f32> {
    let mut color = game.opening_board().side_to_move();
    if game.moves.len().is_multiple_of(2) {
        color = color.opponent();
    }
    // What came after the last move, for the side that made it.
    let mut after = result_for(game.result, color);
    let mut targets: Vec<f32> = Vec::with_capacity(game.moves.len());
    for played in game.moves.iter().rev() {
        let searched = chance(played.score as f32 / score_scale);
        let target = if played.exploring || is_decisive(played.score) {
            searched
        } else {
            let share = blend.of(played.class);
            share * searched + (1.0 - share) * after
        };
        targets.push(target);
        after = 1.0 - target;
    }
    targets.reverse();
    targets
}

/// The move that the policy learns: what the search thought best. Where moves
/// differ, quick ones are only there to carry the game on.
fn learned_move(played: &PlayedMove) -> Option<Point> {
    if played.class == MoveClass::Quick {
        return None;
    }
    played.best()
}

/// The result of a game as a chance of winning for a colour.
pub fn result_for(result: GameResult, color: Color) -> f32 {
    match result {
        GameResult::Draw => 0.5,
        GameResult::Win(winner) if winner == color => 1.0,
        GameResult::Win(_) => 0.0,
    }
}

/// The scale that makes `chance(score / scale)` fit the results of the games
/// best, or nothing when they are too few to tell.
pub fn fit_score_scale(games: &[&TrainingGame]) -> Option<f32> {
    const ENOUGH: usize = 2000;
    let mut pairs: Vec<(f32, f32)> = Vec::new();
    for game in games {
        let mut color = game.opening_board().side_to_move();
        for played in &game.moves {
            if !is_decisive(played.score) {
                pairs.push((played.score as f32, result_for(game.result, color)));
            }
            color = color.opponent();
        }
    }
    if pairs.len() < ENOUGH {
        return None;
    }
    Some(best_scale(&pairs).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::cli::selfplay::record::Alternative;
    use crate::types::{BoardSize, Score};

    /// A game without an opening.
    fn game(result: GameResult, moves: Vec<PlayedMove>) -> TrainingGame {
        TrainingGame {
            rule: Rule::Freestyle,
            size: BoardSize::square(9).expect("a valid size"),
            nodes: 1,
            full_nodes: 0,
            relabel_nodes: 0,
            seed: 0,
            result,
            opening: vec![],
            moves,
        }
    }

    /// A move that nothing is said of but its score and how it was chosen.
    fn played(point: Point, score: Score, exploring: bool, class: MoveClass) -> PlayedMove {
        PlayedMove {
            point,
            score,
            exploring,
            class,
            alternatives: Vec::new(),
        }
    }

    const BLEND: Blend = Blend {
        quick: 0.25,
        full: 0.5,
        relabelled: 1.0,
    };

    #[test]
    fn golden_positions_are_left_out_however_they_are_turned() {
        let board = |moves: &str| {
            let size = BoardSize::square(9).expect("a valid size");
            parse_moves(size, moves).expect("valid moves")
        };
        let moves = board("e5c4g7a1");
        let moves = moves.history().iter();
        let moves = moves.map(|&point| played(point, 0, false, MoveClass::Plain));
        let game = game(GameResult::Draw, moves.collect());
        let mut golden = Likes::default();
        golden.insert(&board("e5c6"));
        golden.insert(&board("a1b1"));
        let mut collector = Collector::new(Rule::Freestyle, BLEND, golden);
        let mut positions = Positions::default();
        collector.add(&game, 200.0, &mut positions);
        collector.add(&game, 200.0, &mut positions);
        assert_eq!((positions.count(), collector.golden), (3, 1));
        assert_eq!(collector.repeated, 4);
    }

    #[test]
    fn targets_go_back_from_the_result_to_the_last_stray_move() {
        let stray =
            |x, score, exploring| played(Point::new(x, 0), score, exploring, MoveClass::Plain);
        // Black, White, Black, White.
        let moves = vec![
            stray(1, 0, false),
            stray(2, -100, true),
            stray(3, 50, false),
            stray(4, 31_990, false),
        ];
        let game = game(GameResult::Win(Color::White), moves);
        let wanted = targets(&game, 100.0, BLEND);
        let near = |number: usize, chance: f32| assert!((wanted[number] - chance).abs() < 1e-4);
        near(3, 1.0); // proven
        near(2, 0.25 * chance(0.5)); // the loser
        near(1, chance(-1.0)); // a move for variety: the search alone
        near(0, 0.25 * 0.5 + 0.75 * (1.0 - chance(-1.0)));
    }

    #[test]
    fn the_word_of_the_search_weighs_by_class_and_quick_moves_teach_no_policy() {
        let point = Point::new(4, 4);
        let of_class = |class| played(Point::new(class as usize, 0), 100, false, class);
        for (class, share) in MoveClass::ALL.into_iter().zip([0.25, 0.25, 0.5, 1.0]) {
            let game = game(GameResult::Win(Color::White), vec![of_class(class)]);
            let wanted = targets(&game, 100.0, BLEND)[0];
            assert!((wanted - share * chance(1.0)).abs() < 1e-6, "{class:?}");
            let learned = (class != MoveClass::Quick).then(|| game.moves[0].point);
            assert_eq!(learned_move(&game.moves[0]), learned);
        }
        let mut other = of_class(MoveClass::Relabelled);
        other.alternatives.push(Alternative { point, score: 100 });
        assert_eq!(
            learned_move(&other),
            Some(point),
            "the later search's choice"
        );
    }
}
