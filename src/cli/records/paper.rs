//! A game as somebody wrote it down: whatever a record tells, checked so far
//! that every stone lies on an empty cell of the board. Says nothing about who
//! should have won.

use super::{GameRecord, Winner};
use crate::board::{Board, Cell};
use crate::types::{BoardSize, Color, Point, Rule};
use anyhow::{Context, ensure};
use std::time::Duration;

/// Sides to try, in order, for a record that does not tell its board.
const USUAL_SIDES: [usize; 4] = [15, 19, 20, 32];
/// Names are cut here: a player's name is no place for a novel.
const LONGEST_NAME: usize = 120;

/// From which edge a record counts its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    /// From the upper one, as files of programs do.
    #[default]
    FromAbove,
    /// From the lower one, as people do.
    FromBelow,
}

/// One move on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperMove {
    /// Where.
    pub point: Point,
    /// Whose stone.
    pub color: Color,
    /// How long its player thought, where the record tells.
    pub time: Option<Duration>,
}

/// A game on paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperGame {
    /// The board.
    pub size: BoardSize,
    /// Whether the record itself names the board; otherwise `size` is a guess.
    pub size_is_told: bool,
    /// How the record counts rows. Points have theirs from above as soon as the game is
    /// [`checked`](Self::checked).
    pub rows: Rows,
    /// The rule, where the record names one we know.
    pub rule: Option<Rule>,
    /// Stones and walls that lay there before the first move.
    pub setup: Vec<(Point, Cell)>,
    /// Whose turn it was before the first move.
    pub first: Color,
    /// The moves.
    pub moves: Vec<PaperMove>,
    /// The name of the first player.
    pub black: Option<String>,
    /// The name of the second player.
    pub white: Option<String>,
    /// Who won, where the record tells.
    pub winner: Option<Winner>,
    /// What else the record says about the game: an event, a round, how it ended.
    pub note: Option<String>,
}

impl PaperGame {
    /// An empty game on a board that the record names, or on one still to be guessed.
    pub fn new(size: Option<BoardSize>) -> Self {
        Self {
            size: size.unwrap_or_else(|| usual_size(USUAL_SIDES[0])),
            size_is_told: size.is_some(),
            rows: Rows::default(),
            rule: None,
            setup: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            black: None,
            white: None,
            winner: None,
            note: None,
        }
    }

    /// A game of alternating moves, black first.
    pub fn from_points(
        size: Option<BoardSize>,
        rows: Rows,
        points: &[Point],
    ) -> anyhow::Result<Self> {
        let mut game = Self::new(size);
        game.rows = rows;
        for (index, &point) in points.iter().enumerate() {
            game.moves.push(PaperMove {
                point,
                color: Color::ALL[index % 2],
                time: None,
            });
        }
        game.checked()
    }

    /// A position without a single move.
    pub fn from_board(board: &Board) -> Self {
        let mut game = Self::new(Some(board.size()));
        game.setup = board
            .size()
            .points()
            .map(|point| (point, board.cell(point)))
            .filter(|&(_, cell)| cell != Cell::Empty)
            .collect();
        game.first = board.side_to_move();
        game
    }

    /// A game of one of our matches.
    pub fn from_record(record: &GameRecord) -> anyhow::Result<Self> {
        let mut game = Self::from_points(
            Some(record.board_size()?),
            Rows::FromAbove,
            &record.points()?,
        )?;
        let played = game.moves.iter_mut().skip(record.opening);
        for (played, &milliseconds) in played.zip(&record.times) {
            played.time = Some(Duration::from_millis(milliseconds));
        }
        game.rule = record.rule().ok();
        game.black = name(&record.black);
        game.white = name(&record.white);
        game.winner = Some(record.winner);
        game.note = Some(record.reason.to_string());
        Ok(game)
    }

    /// The same game on another board, for records that do not tell theirs.
    pub fn on_board(mut self, size: BoardSize) -> anyhow::Result<Self> {
        // Back to what was written: rows from below are others on another board.
        self.count_rows_the_other_way();
        self.size = size;
        self.size_is_told = true;
        self.checked()
    }

    /// Turns rows that are counted from below into rows from above, or back.
    fn count_rows_the_other_way(&mut self) {
        if self.rows == Rows::FromBelow {
            let stones = self.setup.iter_mut().map(|(point, _)| point);
            let moves = self.moves.iter_mut().map(|played| &mut played.point);
            for point in stones.chain(moves) {
                *point = self.size.flip_rows(*point);
            }
        }
    }

    /// The board before the first move.
    pub fn start(&self) -> Board {
        let mut board = Board::new(self.size);
        for &(point, cell) in &self.setup {
            match cell {
                Cell::Stone(color) => board.put(point, color),
                Cell::Wall => board.add_wall(point),
                Cell::Empty => {}
            }
        }
        board.set_side_to_move(self.first);
        board
    }

    /// The board after so many moves, or after all of them if there are fewer.
    pub fn board_after(&self, moves: usize) -> Board {
        let mut board = self.start();
        for played in self.moves.iter().take(moves) {
            board.put(played.point, played.color);
        }
        // Whoever plays the next move on paper is to move, passes or not.
        if let Some(next) = self.moves.get(moves) {
            board.set_side_to_move(next.color);
        }
        board
    }

    /// The game as it was written, if all its stones lie on different cells of its board. A
    /// board that is not told becomes the smallest usual one that holds them.
    pub fn checked(mut self) -> anyhow::Result<Self> {
        let setup = self.setup.iter().map(|&(point, _)| point);
        let points = setup.clone().chain(self.moves.iter().map(|m| m.point));
        if !self.size_is_told {
            let fits = |side: &&usize| {
                let mut points = points.clone();
                points.all(|point| point.x() < **side && point.y() < **side)
            };
            let side = USUAL_SIDES.iter().find(fits).copied();
            self.size = side.map_or(self.size, usual_size);
        }
        let mut empty = Board::new(self.size).empty().to_owned();
        let before = setup.count();
        for (index, point) in points.enumerate() {
            let what = || {
                let name = self.name_as_written(point);
                if index < before {
                    format!("the stone on {name}")
                } else {
                    format!("move {}, {name},", index - before + 1)
                }
            };
            ensure!(
                self.size.contains(point),
                "{} lies outside the {} board",
                what(),
                self.size
            );
            ensure!(
                empty.contains(point),
                "{} is on a cell that is taken",
                what()
            );
            empty.remove(point);
        }
        self.count_rows_the_other_way();
        Ok(self)
    }

    /// What people call a point that is still as it was written.
    fn name_as_written(&self, point: Point) -> String {
        match self.rows {
            Rows::FromBelow => point.to_string(),
            Rows::FromAbove if self.size.contains(point) => self.size.name(point),
            Rows::FromAbove => format!(
                "column {}, row {} from the top",
                point.x() + 1,
                point.y() + 1
            ),
        }
    }
}

fn usual_size(side: usize) -> BoardSize {
    BoardSize::square(side).expect("the usual sides are valid")
}

/// A point counted from zero, if the board can hold it. The message names the text.
pub fn point_on(size: BoardSize, x: i64, y: i64, text: &str) -> anyhow::Result<Point> {
    size.point(x, y)
        .with_context(|| format!("'{}' lies outside the {size} board", shorten(text, 24)))
}

/// A player's name without blanks around it and not too long; `None` when nothing is left.
pub fn name(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| shorten(text, LONGEST_NAME))
}

/// The beginning of a text, with a sign that it was cut.
pub fn shorten(text: &str, longest: usize) -> String {
    let mut cut: String = text
        .chars()
        .take(longest)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(longest).is_some() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::super::game_record::tests::sample;
    use super::*;
    use crate::board::text::{diagram, parse_diagram, parse_points};

    fn points(text: &str) -> Vec<Point> {
        parse_points(text).expect("a list of moves")
    }

    #[test]
    fn a_board_that_is_not_told_is_the_smallest_usual_one_that_fits() {
        for (moves, side) in [("h8o15", 15), ("h8p1", 19), ("t20", 20), ("af1", 32)] {
            let game =
                PaperGame::from_points(None, Rows::FromAbove, &points(moves)).expect("a game");
            assert_eq!(game.size.width(), side, "{moves}");
        }
        let game = PaperGame::from_points(None, Rows::FromAbove, &points("h8")).expect("a game");
        let size = BoardSize::square(20).expect("a size");
        assert_eq!(game.on_board(size).expect("still a game").size, size);
    }

    #[test]
    fn rows_from_below_follow_the_board() {
        let game = PaperGame::from_points(None, Rows::FromBelow, &points("a1h8")).expect("a game");
        let cells = |game: &PaperGame| game.moves.iter().map(|m| m.point).collect::<Vec<_>>();
        assert_eq!(cells(&game), [Point::new(0, 14), Point::new(7, 7)]);
        let size = BoardSize::square(20).expect("a size");
        let game = game.on_board(size).expect("still a game");
        assert_eq!(cells(&game), [Point::new(0, 19), Point::new(7, 12)]);
        let size = BoardSize::square(6).expect("a size");
        let error = game.on_board(size).expect_err("h8 is outside");
        assert!(error.to_string().contains("h8"), "{error}");
    }

    #[test]
    fn taken_cells_and_points_outside_are_named() {
        let size = BoardSize::square(15);
        let error =
            PaperGame::from_points(size, Rows::FromAbove, &points("h8i9h8")).expect_err("h8 twice");
        assert!(error.to_string().contains("move 3, h8"), "{error}");
        let error = PaperGame::from_points(size, Rows::FromAbove, &points("h8p1"))
            .expect_err("p1 is outside");
        assert!(error.to_string().contains("15x15"), "{error}");
    }

    #[test]
    fn a_position_is_a_game_without_moves() {
        let text = "X....\n.O...\n..#..\n.....\n....X";
        let board = parse_diagram(text).expect("a diagram");
        let game = PaperGame::from_board(&board);
        assert_eq!(diagram(&game.start()), text);
        assert_eq!(game.start().side_to_move(), Color::White);
    }

    #[test]
    fn a_match_game_keeps_its_times_behind_the_opening() {
        let game = PaperGame::from_record(&sample()).expect("a valid record");
        assert_eq!(game.moves[2].time, None);
        assert_eq!(game.moves[3].time, Some(Duration::from_millis(250)));
        assert_eq!(game.winner, Some(Winner::White));
        assert_eq!(game.board_after(2).side_to_move(), Color::Black);
        assert_eq!(game.board_after(99).stone_count(), 4);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(name("  x\n "), Some("x".to_owned()));
        assert_eq!(name(" "), None);
        let long = name(&"é".repeat(500)).expect("a name");
        assert_eq!(long.chars().count(), LONGEST_NAME + 1);
    }
}
