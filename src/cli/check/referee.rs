//! Follows the position through the commands sent to an engine, so that its
//! moves can be judged. Reads commands as leniently as an engine should;
//! never sees the engine itself.

use crate::board::Board;
use crate::protocol::info::{RuleNumbers, rule_from_number};
use crate::rules;
use crate::types::{BoardSize, Color, Point, Rule};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Engine,
    Opponent,
    /// A stone of a finished line in a continuous game.
    Nobody,
}

/// Which command's list of stones is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum List {
    /// BOARD and YXBOARD: lines `x,y,field`.
    Fields,
    /// SWAP2BOARD: lines `x,y`.
    Swap2,
}

/// Knows what stands on the board according to the manager's commands and
/// the engine's answers.
#[derive(Debug)]
pub struct Referee {
    size: Option<BoardSize>,
    rule: Rule,
    yixin: bool,
    stones: Vec<(Point, Owner)>,
    list: Option<List>,
    unfinished_line: Vec<u8>,
}

impl Default for Referee {
    fn default() -> Self {
        Self::new()
    }
}

impl Referee {
    /// Before the first command.
    pub const fn new() -> Self {
        Self {
            size: None,
            rule: Rule::Freestyle,
            yixin: false,
            stones: Vec::new(),
            list: None,
            unfinished_line: Vec::new(),
        }
    }

    /// Takes note of bytes sent to the engine.
    pub fn hear(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\r' || byte == b'\n' {
                let line = std::mem::take(&mut self.unfinished_line);
                self.hear_line(&String::from_utf8_lossy(&line));
            } else {
                self.unfinished_line.push(byte);
            }
        }
    }

    fn hear_line(&mut self, line: &str) {
        if let Some(list) = self.list {
            return self.hear_stones(list, line);
        }
        let line = line.trim();
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let numbers = integers(rest);
        match (word.to_ascii_uppercase().as_str(), numbers.as_slice()) {
            ("START", [side]) => self.start(*side, *side),
            ("START" | "RECTSTART", [width, height]) => self.start(*width, *height),
            ("RESTART", _) => self.stones.clear(),
            ("TURN", [x, y]) => self.put(*x, *y, Owner::Opponent),
            ("PLAY", [x, y]) => self.put(*x, *y, Owner::Engine),
            ("TAKEBACK", [x, y]) => {
                let point = self.size.and_then(|size| size.point(*x, *y));
                if self.newest().is_some_and(|newest| point == Some(newest)) {
                    self.stones.pop();
                }
            }
            ("BOARD" | "YXBOARD", _) => self.begin_list(List::Fields, rest),
            ("SWAP2BOARD", _) => self.begin_list(List::Swap2, rest),
            ("YXSHOWINFO", _) => self.yixin = true,
            ("INFO", [value]) if rest.trim().to_ascii_lowercase().starts_with("rule ") => {
                self.set_rule(*value);
            }
            _ => {}
        }
    }

    fn start(&mut self, width: i64, height: i64) {
        let width = usize::try_from(width).unwrap_or(0);
        let height = usize::try_from(height).unwrap_or(0);
        if let Some(size) = BoardSize::new(width, height) {
            self.size = Some(size);
            self.stones.clear();
        }
    }

    fn set_rule(&mut self, value: i64) {
        let numbers = if self.yixin {
            RuleNumbers::Yixin
        } else {
            RuleNumbers::Gomocup
        };
        self.rule = rule_from_number(value, numbers);
    }

    fn begin_list(&mut self, list: List, same_line: &str) {
        self.stones.clear();
        self.list = Some(list);
        for item in same_line.split_whitespace() {
            self.hear_stones(list, item);
        }
    }

    fn hear_stones(&mut self, list: List, line: &str) {
        if line.trim().eq_ignore_ascii_case("DONE") {
            self.list = None;
            return;
        }
        match (list, integers(line).as_slice()) {
            (List::Fields, [x, y, 1]) => self.put(*x, *y, Owner::Engine),
            (List::Fields, [x, y, 2]) | (List::Swap2, [x, y]) => {
                self.put(*x, *y, Owner::Opponent);
            }
            (List::Fields, [x, y, 3]) => self.put(*x, *y, Owner::Nobody),
            _ => {}
        }
    }

    /// A stone off the board or on a taken cell is an error of the manager's
    /// that must leave the position as it was.
    fn put(&mut self, x: i64, y: i64, owner: Owner) {
        let Some(point) = self.size.and_then(|size| size.point(x, y)) else {
            return;
        };
        if !self.is_taken(point) {
            self.stones.push((point, owner));
        }
    }

    fn is_taken(&self, point: Point) -> bool {
        self.stones.iter().any(|&(taken, _)| taken == point)
    }

    /// Takes note of a stone the engine put.
    pub fn engine_plays(&mut self, point: Point) {
        self.stones.push((point, Owner::Engine));
    }

    /// The newest stone.
    pub fn newest(&self) -> Option<Point> {
        self.stones.last().map(|&(point, _)| point)
    }

    /// Whether the engine may play there: the point, or what is wrong with it.
    pub fn judge_move(&self, x: i64, y: i64) -> Result<Point, String> {
        let size = self.size.ok_or("no board was set up")?;
        let point = size
            .point(x, y)
            .ok_or_else(|| format!("{x},{y} is off the {size} board"))?;
        if self.is_taken(point) {
            return Err(format!("{x},{y} ({}) is occupied", size.name(point)));
        }
        let (board, color) = self.board(size);
        match rules::foul(self.rule, &board, point, color) {
            Some(foul) => {
                let name = size.name(point);
                Err(format!("{x},{y} ({name}) is forbidden: {foul:?}"))
            }
            None => Ok(point),
        }
    }

    /// The board and the engine's colour, the engine being to move: black
    /// when the number of stones is even.
    fn board(&self, size: BoardSize) -> (Board, Color) {
        let color = if self.stones.len().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        let mut board = Board::new(size);
        for &(point, owner) in &self.stones {
            match owner {
                Owner::Nobody => board.add_wall(point),
                Owner::Engine | Owner::Opponent => {
                    let of_engine = owner == Owner::Engine;
                    board.put(point, if of_engine { color } else { color.opponent() });
                }
            }
        }
        board.set_side_to_move(color);
        (board, color)
    }

    /// An empty cell on which the opponent neither wins nor commits a foul if
    /// there is one, scattered so that the stones make no lines.
    pub fn free_cell(&self) -> Option<Point> {
        let size = self.size?;
        let points: Vec<Point> = size.points().collect();
        // Steps of about 0.38 of the board spread stones evenly; the step must
        // have no factor in common with the number of cells to reach them all.
        let step = (points.len() * 191 / 500..points.len())
            .find(|&step| greatest_common_divisor(step, points.len()) == 1)?;
        let scattered = || {
            (0..points.len())
                .map(|index| points[index * step % points.len()])
                .filter(|&point| !self.is_taken(point))
        };
        let (board, engine) = self.board(size);
        let opponent = engine.opponent();
        scattered()
            .find(|&point| {
                !rules::wins(self.rule, &board, point, opponent)
                    && rules::foul(self.rule, &board, point, opponent).is_none()
            })
            .or_else(|| scattered().next())
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The integers in a text; what lies between them does not matter. One that
/// is too long to be a coordinate counts as the largest there is.
fn integers(text: &str) -> Vec<i64> {
    let separators = |c: char| !c.is_ascii_digit() && c != '-';
    text.split(separators)
        .filter(|part| part.bytes().any(|byte| byte.is_ascii_digit()))
        .map(|part| part.parse().unwrap_or(i64::MAX))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referee(commands: &str) -> Referee {
        let mut referee = Referee::new();
        referee.hear(commands.as_bytes());
        referee
    }

    #[test]
    fn moves_before_start_are_illegal() {
        assert!(referee("TURN 7,7\n").judge_move(0, 0).is_err());
    }

    #[test]
    fn stones_are_remembered_until_the_next_game() {
        let mut referee = referee("start 15\r\nturn 7, 7\rINFO time_left 5\nTURN 7,7\nTURN 99,1\n");
        assert!(referee.judge_move(7, 7).is_err());
        referee.engine_plays(Point::new(8, 8));
        assert!(referee.judge_move(8, 8).is_err());
        referee.hear(b"TAKEBACK 7,7\n");
        assert_eq!(referee.newest(), Some(Point::new(8, 8)));
        referee.hear(b"TAKEBACK 8,8\n");
        assert!(referee.judge_move(8, 8).is_ok() && referee.judge_move(7, 7).is_err());
        referee.hear(b"REST");
        referee.hear(b"ART\n");
        assert!(referee.judge_move(7, 7).is_ok());
    }

    #[test]
    fn lists_of_stones_are_read_in_both_forms() {
        for text in [
            "START 15\nBOARD\n1,1,1\n2,2,2\n1,1,2\n99,1,1\nrubbish\nDONE\n",
            "START 15\nyxboard 1,1,1 2,2,2 done\n",
            "START 15\nSWAP2BOARD\n1,1\n2,2\nDONE\n",
        ] {
            let referee = referee(text);
            assert!(referee.judge_move(1, 1).is_err(), "{text}");
            assert!(referee.judge_move(2, 2).is_err(), "{text}");
            assert!(referee.judge_move(3, 3).is_ok(), "{text}");
        }
    }

    #[test]
    fn free_cells_fill_the_board_without_a_taken_one() {
        let mut referee = referee("RECTSTART 7,5\n");
        let mut seen = Vec::new();
        while let Some(point) = referee.free_cell() {
            assert!(!seen.contains(&point));
            seen.push(point);
            referee.hear(format!("TURN {},{}\n", point.x(), point.y()).as_bytes());
        }
        assert_eq!(seen.len(), 35);
    }

    #[test]
    fn a_renju_foul_is_illegal_for_black_alone() {
        let double_three = "START 15\nINFO rule 4\nBOARD\n5,7,1\n6,7,1\n7,5,1\n7,6,1\n\
            0,0,2\n14,0,2\n0,14,2\n14,14,2\n";
        let black = referee(&format!("{double_three}DONE\n"));
        assert!(black.judge_move(7, 7).is_err());
        let white = referee(&format!("{double_three}3,3,2\nDONE\n"));
        assert!(white.judge_move(7, 7).is_ok());
        let free = referee(&format!("{double_three}DONE\nINFO rule 0\n"));
        assert!(free.judge_move(7, 7).is_ok());
    }
}
