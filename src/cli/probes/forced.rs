//! A decided game, move by move to its last stone. The search proves wins
//! without always telling the whole line; here the rest is asked for, position
//! by position. Shows nothing and knows nobody who does.

use crate::board::Board;
use crate::rules::{Verdict, verdict};
use crate::search::{Control, Limits, Line, Question, Searcher, Silent};
use crate::types::score::is_win;
use crate::types::{Color, Point, Rule};

/// An attack must be proven again without the moves that were looked at around it, so it gets
/// this many times the nodes; it seldom needs them.
const ATTACK_NODES: u64 = 5;

/// A line that is longer than any the solvers find is a mistake of ours.
const LONGEST: usize = 225;

/// A decided game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Who wins.
    pub winner: Color,
    /// The moves of both sides from the position on.
    pub moves: Vec<Point>,
    /// Whether the last move ends the game; else the rest was not found within the limits.
    pub is_complete: bool,
}

/// What the rest of a line is looked for with.
pub struct Means<'a> {
    /// Who looks; its table still knows the proof.
    pub searcher: &'a mut Searcher,
    /// Whose time holds for the whole rest.
    pub control: &'a Control,
    /// The nodes for each further position.
    pub limits: Limits,
}

/// Follows a line with a decided score to its end.
pub fn to_the_end(board: &Board, rule: Rule, line: &Line, means: &mut Means<'_>) -> Forced {
    let mover = board.side_to_move();
    let winner = if is_win(line.score) {
        mover
    } else {
        mover.opponent()
    };
    let mut path = Path {
        board: board.clone(),
        rule,
        winner,
        moves: Vec::new(),
        is_over: false,
    };
    path.follow(&line.moves);
    while !path.is_over && path.moves.len() < LONGEST && !means.control.must_stop() {
        let known = path.moves.len();
        path.follow(&means.next_moves(&path));
        if path.moves.len() == known {
            break;
        }
    }
    Forced {
        winner,
        is_complete: path.is_over,
        moves: path.moves,
    }
}

impl Means<'_> {
    /// How the game goes on after the moves so far; nothing if that is not known.
    fn next_moves(&mut self, path: &Path) -> Vec<Point> {
        let is_attack = path.board.side_to_move() == path.winner;
        let limits = Limits {
            max_nodes: self.limits.max_nodes.map(|nodes| share(nodes, is_attack)),
            ..self.limits
        };
        let question = Question::new(path.board.clone(), path.rule, limits);
        let outcome = self.searcher.think(&question, self.control, &mut Silent);
        let Some(mut best) = outcome.lines.into_iter().next() else {
            return Vec::new();
        };
        if !is_attack {
            // Only the reply itself: what the loser hopes for next need not happen.
            best.moves.truncate(1);
        } else if !is_win(best.score) {
            return Vec::new();
        }
        best.moves
    }
}

/// The nodes for one further position. A defence that loses anyway is cheap.
fn share(nodes: u64, is_attack: bool) -> u64 {
    if is_attack {
        nodes.saturating_mul(ATTACK_NODES)
    } else {
        (nodes / 2).max(1)
    }
}

/// The moves so far and the board after them.
struct Path {
    board: Board,
    rule: Rule,
    winner: Color,
    moves: Vec<Point>,
    is_over: bool,
}

impl Path {
    /// Plays moves until the winner has won. A line never ends in the
    /// winner's misfortune: what cannot be played is left out with all after it.
    fn follow(&mut self, line: &[Point]) {
        for &point in line {
            if self.is_over || !self.board.is_empty(point) {
                return;
            }
            let mover = self.board.side_to_move();
            let verdict = verdict(self.rule, &self.board, point);
            let won = match verdict {
                Verdict::Wins => mover,
                Verdict::Foul(_) => mover.opponent(),
                Verdict::Continues | Verdict::Draw => self.winner.opponent(),
            };
            if verdict != Verdict::Continues && won != self.winner {
                return;
            }
            self.board.play(point);
            self.moves.push(point);
            self.is_over = verdict != Verdict::Continues;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::{parse_moves, parse_points};
    use crate::search::{SystemClock, TimeBudget};
    use crate::types::score::{loss_in, win_in};
    use crate::types::{BoardSize, Score};
    use std::sync::Arc;

    fn follow(moves: &str, line: &str, score: Score) -> (Board, Forced) {
        let size = BoardSize::square(15).expect("a size");
        let board = parse_moves(size, moves).expect("moves");
        let line = Line {
            moves: parse_points(line).expect("a line"),
            score,
            depth: 1,
            selective_depth: 1,
        };
        let mut means = Means {
            searcher: &mut Searcher::new(1 << 20),
            control: &Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED),
            limits: Limits::nodes(20_000),
        };
        let forced = to_the_end(&board, Rule::Freestyle, &line, &mut means);
        (board, forced)
    }

    /// Plays the line and says who made a five with its last stone.
    fn winner_by_replay(mut board: Board, line: &[Point]) -> Option<Color> {
        let (last, before) = line.split_last()?;
        for &point in before {
            assert_eq!(verdict(Rule::Freestyle, &board, point), Verdict::Continues);
            board.play(point);
        }
        let mover = board.side_to_move();
        (verdict(Rule::Freestyle, &board, *last) == Verdict::Wins).then_some(mover)
    }

    #[test]
    fn a_first_move_alone_is_followed_to_the_five() {
        let (board, forced) = follow("h8a1i8a3j8a5", "k8", win_in(3));
        assert!(forced.is_complete);
        assert_eq!(forced.winner, Color::Black);
        assert_eq!(forced.moves.len(), 3);
        assert_eq!(winner_by_replay(board, &forced.moves), Some(Color::Black));
    }

    #[test]
    fn a_lost_game_is_followed_to_the_winners_five() {
        let (board, forced) = follow("h8a1i8a3j8a5k8", "g8", loss_in(2));
        assert!(forced.is_complete);
        assert_eq!(forced.winner, Color::Black);
        assert_eq!(forced.moves.len(), 2);
        assert_eq!(winner_by_replay(board, &forced.moves), Some(Color::Black));
    }

    #[test]
    fn what_cannot_be_played_is_left_out_and_the_rest_looked_for() {
        let (board, forced) = follow("h8a1i8a3j8a5", "k8k8a2", win_in(3));
        assert!(forced.is_complete);
        assert_eq!(winner_by_replay(board, &forced.moves), Some(Color::Black));
    }

    #[test]
    fn a_line_that_was_never_won_is_told_as_incomplete() {
        // White has the worse of it: no search, however strong, proves a win.
        for (moves, line) in [("h8", "i9"), ("h8a1i9", "a2"), ("h8a1i9", "h8")] {
            let is_complete = follow(moves, line, win_in(3)).1.is_complete;
            assert!(!is_complete, "{moves} {line}");
        }
    }
}
