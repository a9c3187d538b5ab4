//! A decided game, move by move to its last stone. The search proves wins
//! without always telling the whole line; here the rest is asked for, position
//! by position.

use crate::board::Board;
use crate::rules::{Verdict, verdict};
use crate::search::{Control, Limits, Line, Searcher, Silent, TimeBudget};
use crate::types::score::is_win;
use crate::types::{Color, Point, Rule};
use std::time::Duration;

/// Nodes for one position of the rest: the table still knows the proof.
const NODES: u64 = 200_000;

/// The time for the whole rest of a line.
const PATIENCE: Duration = Duration::from_secs(5);

/// A line that is longer than any the solvers find is a mistake of ours.
const LONGEST: usize = 225;

/// A decided game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Who wins.
    pub winner: Color,
    /// The moves of both sides from the position on.
    pub moves: Vec<Point>,
    /// Whether the last move ends the game; else the rest was not found in time.
    pub is_complete: bool,
}

/// Follows a line with a decided score to its end.
pub fn to_the_end(
    board: &Board,
    rule: Rule,
    line: &Line,
    searcher: &mut Searcher,
    control: &Control,
) -> Forced {
    let mover = board.side_to_move();
    let winner = if is_win(line.score) {
        mover
    } else {
        mover.opponent()
    };
    let mut path = Path::new(board, rule, winner);
    path.follow(&line.moves);
    let until = control.now() + PATIENCE;
    control.set_budget(TimeBudget::until(Some(until)));
    while !path.is_over && path.moves.len() < LONGEST && !control.must_stop() {
        let limits = Limits {
            started: control.now(),
            time: control.budget(),
            ..Limits::nodes(NODES)
        };
        let outcome = searcher.think(&path.board, rule, &limits, control, &mut Silent);
        let Some(best) = outcome.lines.first() else {
            break;
        };
        if path.board.side_to_move() == winner {
            if !is_win(best.score) {
                break;
            }
            path.follow(&best.moves);
        } else {
            // Only the first move: the defender's hopes are not to be trusted further.
            path.follow(&best.moves[..1]);
        }
    }
    Forced {
        winner,
        is_complete: path.is_over,
        moves: path.moves,
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
    fn new(board: &Board, rule: Rule, winner: Color) -> Self {
        Self {
            board: board.clone(),
            rule,
            winner,
            moves: Vec::new(),
            is_over: false,
        }
    }

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
    use crate::board::text::parse_moves;
    use crate::search::SystemClock;
    use crate::types::score::{loss_in, win_in};
    use crate::types::{BoardSize, Score};
    use std::sync::Arc;

    fn follow(moves: &str, first: &str, score: Score) -> (Board, Forced) {
        let size = BoardSize::square(15).expect("a size");
        let board = parse_moves(size, moves).expect("moves");
        let line = Line {
            moves: vec![first.parse().expect("a point")],
            score,
            depth: 1,
            selective_depth: 1,
        };
        let control = Control::new(Arc::new(SystemClock::start()));
        let mut searcher = Searcher::new(1 << 20);
        let forced = to_the_end(&board, Rule::Freestyle, &line, &mut searcher, &control);
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
        // Two open twos that cross: k9 would make one three, h8's four wins at once.
        let (board, forced) = follow("h8a1i8a3j8a5", "k8", win_in(3));
        assert!(forced.is_complete);
        assert_eq!(forced.winner, Color::Black);
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
    fn a_line_that_was_never_won_is_told_as_incomplete() {
        let (_, forced) = follow("h8", "i9", win_in(3));
        assert!(!forced.is_complete);
    }
}
