//! The engine's look at every position of a finished game, from the last to
//! the first: what it learns about the end is still in its table when it comes
//! to the moves that led there. Judges no move and writes nothing.

use crate::board::{Bitboard, Board};
use crate::cli::probes::forced::{self, Means};
use crate::cli::probes::good_lines::join;
use crate::cli::records::subject::{cut_at_end, five};
use crate::cli::records::{Ending, PaperGame};
use crate::engine::Recall;
use crate::search::{
    Control, Limits, Line, Outcome, Question, Searcher, Silent, SystemClock, TimeBudget,
};
use crate::types::score::{
    after_move, before_move, is_decisive, is_win, loss_in, plies_to_end, win_in,
};
use crate::types::{Color, Point, Rule, Score};
use std::sync::Arc;
use std::time::Duration;

/// Memory for the engine's table.
const TABLE_BYTES: usize = 128 << 20;
/// The part of the effort, in tenths, that goes to the best move alone: the solvers of
/// forced wins work only then. The rest is for the alternatives or for a win's whole line.
const BEST_MOVE_TENTHS: u32 = 6;

/// How hard the engine looks at each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So long.
    Time(Duration),
    /// So many nodes: the same on every machine.
    Nodes(u64),
}

impl Effort {
    /// The limits of a search that may take some tenths of the effort and ends before
    /// the whole is over. `control`, which gets the time, began with the position.
    pub fn limits(self, control: &Control, tenths: u32, lines: usize) -> Limits {
        let limits = match self {
            Self::Nodes(nodes) => Limits::nodes((nodes.saturating_mul(tenths.into()) / 10).max(1)),
            Self::Time(whole) => {
                let now = control.now();
                let until = Some((now + whole * tenths / 10).min(whole));
                control.set_budget(TimeBudget {
                    started: now,
                    ..TimeBudget::until(until)
                });
                Limits::NONE
            }
        };
        Limits { lines, ..limits }
    }
}

/// What the engine thinks of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// Who is to move.
    pub mover: Color,
    /// The value for the side to move.
    pub score: Score,
    /// The best lines, best first; none when the game is over.
    pub lines: Vec<Line>,
    /// Whether the first line is a forced win with its last stone.
    pub shows_win: bool,
}

/// A game with all that the engine thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// The game, without moves behind its end.
    pub game: PaperGame,
    /// The rule it was looked at with.
    pub rule: Rule,
    /// How it ended on the board, if it did.
    pub ending: Option<Ending>,
    /// One for the position before each move, and one for the last.
    pub insights: Vec<Insight>,
}

impl Study {
    /// The stones of the line that won, if one did.
    pub fn winning_stones(&self) -> Vec<Point> {
        let board = self.game.board_after(usize::MAX);
        let winner = self.ending.as_ref().and_then(|ending| ending.winner);
        let stones = winner.and_then(|winner| five(self.rule, &board, winner));
        stones.unwrap_or_default()
    }
}

/// Looks at games.
pub struct Student {
    searcher: Searcher,
    effort: Effort,
    lines: usize,
    threads: usize,
    /// The memory of positions, if there is one.
    pub recall: Option<Recall>,
}

impl Student {
    /// A student that looks for so many good moves with this effort, on so many threads.
    pub fn new(effort: Effort, lines: usize, threads: usize) -> Self {
        Self {
            searcher: Searcher::new(TABLE_BYTES),
            effort,
            lines,
            threads,
            recall: None,
        }
    }

    /// The limits of a search for some of the effort on a position.
    fn limits(&self, control: &Control, tenths: u32, lines: usize) -> Limits {
        Limits {
            threads: self.threads,
            ..self.effort.limits(control, tenths, lines)
        }
    }

    /// Looks at all positions of a game. `looked` is called after each.
    pub fn study(&mut self, mut game: PaperGame, rule: Rule, looked: &mut dyn FnMut()) -> Study {
        let ending = cut_at_end(&mut game, rule);
        self.searcher.clear();
        let count = game.moves.len();
        let mut insights = Vec::with_capacity(count + 1);
        for moves in (0..=count).rev() {
            let board = game.board_after(moves);
            let mut insight = match &ending {
                Some(ending) if moves == count => finished(&board, ending),
                _ => self.look(&board, rule),
            };
            if let Some(next) = insights.last() {
                learn_from_next(&mut insight, game.moves[moves].point, next);
            }
            insights.push(insight);
            looked();
        }
        insights.reverse();
        carry_wins_forward(&game, &mut insights);
        Study {
            game,
            rule,
            ending,
            insights,
        }
    }

    /// Looks at a position whose game goes on, or remembers it.
    fn look(&mut self, board: &Board, rule: Rule) -> Insight {
        let Some(recall) = self.recall.clone() else {
            return self.search(board, rule);
        };
        if let Some(known) = recall.known(rule, board, &Bitboard::EMPTY) {
            let first = known.lines.first();
            return Insight {
                mover: board.side_to_move(),
                score: first.map_or(0, |line| line.score),
                shows_win: first.is_some_and(|line| {
                    is_win(line.score) && line.moves.len() == plies_to_end(line.score)
                }),
                lines: known.lines,
            };
        }
        let insight = self.search(board, rule);
        let mut found = Outcome::without_search(insight.lines.clone());
        found.lines.truncate(self.lines);
        recall.note(rule, board, &found);
        insight
    }

    fn search(&mut self, board: &Board, rule: Rule) -> Insight {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let mut insight = Insight {
            mover: board.side_to_move(),
            score: 0,
            lines: Vec::new(),
            shows_win: false,
        };
        let limits = self.limits(&control, BEST_MOVE_TENTHS, 1);
        let mut question = Question::new(board.clone(), rule, limits);
        let outcome = self.searcher.think(&question, &control, &mut Silent);
        insight.lines = outcome.lines;
        let score = insight.lines.first().map_or(0, |line| line.score);
        if let Some(line) = insight.lines.first_mut().filter(|_| is_win(score)) {
            let limits = self.limits(&control, 10, 1);
            let mut means = Means {
                searcher: &mut self.searcher,
                control: &control,
                limits,
            };
            let forced = forced::to_the_end(board, rule, line, &mut means);
            line.moves = forced.moves;
            insight.shows_win = forced.is_complete;
        } else if !is_decisive(score) && self.lines > 1 {
            question.limits = self.limits(&control, 10 - BEST_MOVE_TENTHS, self.lines);
            let outcome = self.searcher.think(&question, &control, &mut Silent);
            insight.lines = join(std::mem::take(&mut insight.lines), outcome.lines);
        }
        insight.score = insight.lines.first().map_or(0, |line| line.score);
        insight
    }
}

fn finished(board: &Board, ending: &Ending) -> Insight {
    let mover = board.side_to_move();
    let score = match ending.winner {
        None => 0,
        Some(winner) if winner == mover => win_in(0),
        Some(_) => loss_in(0),
    };
    Insight {
        mover,
        score,
        lines: Vec::new(),
        shows_win: false,
    }
}

/// What the value of a position is worth to the player whose move led there.
pub fn value_of_move(next: &Insight) -> Score {
    before_move(next.score)
}

/// A position is worth no less than its played move, which was looked at already.
fn learn_from_next(insight: &mut Insight, played: Point, next: &Insight) {
    if next.mover == insight.mover {
        return; // Somebody passed: the two have nothing to do with each other.
    }
    let value = value_of_move(next);
    let same = insight
        .lines
        .iter()
        .position(|line| line.moves.first() == Some(&played));
    if value <= insight.score && same != Some(0) {
        return;
    }
    if is_win(insight.score) && (insight.shows_win || !is_win(value)) {
        return; // A win that can be shown is worth more than a shorter number.
    }
    let mut moves = vec![played];
    moves.extend(next.lines.first().iter().flat_map(|line| &line.moves));
    let known = same.map(|at| insight.lines.remove(at));
    insight.lines.insert(
        0,
        Line {
            moves,
            score: value,
            depth: known.as_ref().map_or(1, |line| line.depth),
            selective_depth: known.map_or(1, |line| line.selective_depth),
        },
    );
    insight.lines.sort_by_key(|line| -line.score);
    insight.score = insight.lines[0].score;
}

/// Who played the first moves of a win has it still, whether or not the next look saw it.
fn carry_wins_forward(game: &PaperGame, insights: &mut [Insight]) {
    for at in 1..insights.len() {
        let (before, rest) = insights.split_at_mut(at);
        let (before, after) = (&before[at - 1], &mut rest[0]);
        let played = game.moves[at - 1].point;
        let Some(line) = before.lines.first() else {
            continue;
        };
        let decided = is_decisive(before.score) && before.mover != after.mover;
        if !decided || is_decisive(after.score) || line.moves.first() != Some(&played) {
            continue;
        }
        let score = after_move(before.score);
        let line = Line {
            moves: line.moves[1..].to_vec(),
            score,
            ..line.clone()
        };
        after.score = score;
        if !line.moves.is_empty() {
            after.shows_win = is_win(score) && line.moves.len() >= plies_to_end(score);
            after.lines = vec![line];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::records::{Reason, read};

    fn study(moves: &str, rule: Rule) -> Study {
        let game = read(moves.as_bytes()).expect("a game").remove(0);
        Student::new(Effort::Nodes(20_000), 3, 1).study(game, rule, &mut || {})
    }

    #[test]
    fn a_game_is_cut_where_it_ended() {
        let found = study("h8a1i8a2j8a3k8a4l8a5", Rule::Freestyle);
        assert_eq!(found.game.moves.len(), 9);
        assert_eq!(found.insights.len(), 10);
        assert_eq!(found.winning_stones().len(), 5);
        let ending = found.ending.expect("five in a row");
        assert_eq!(ending, Ending::won(Color::Black, Reason::Five));
        let last = &found.insights[9];
        assert_eq!((last.mover, last.score), (Color::White, loss_in(0)));
        assert!(last.lines.is_empty());
    }

    #[test]
    fn a_win_is_seen_before_it_is_played_with_its_whole_line() {
        // Black has an open three and White plays far away.
        let found = study("h8a1i8a2j8a3", Rule::Freestyle);
        let last = &found.insights[6];
        assert_eq!(last.score, win_in(3));
        assert!(last.shows_win);
        assert_eq!(last.lines[0].moves.len(), 3);
        // White, to move with a three against it, has not lost yet.
        assert!(!is_decisive(found.insights[5].score));
        assert!(found.insights[5].lines.len() > 1);
    }

    #[test]
    fn the_searches_of_a_student_get_its_threads() {
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        for effort in [Effort::Nodes(1_000), Effort::Time(Duration::from_secs(1))] {
            let limits = Student::new(effort, 3, 2).limits(&control, 6, 3);
            assert_eq!((limits.threads, limits.lines), (2, 3));
        }
    }

    #[test]
    fn a_foul_ends_the_game_for_white() {
        // Black's overline at k8.
        let found = study("h8a1i8a3j8a5l8a7m8a9k8", Rule::Renju);
        let ending = found.ending.expect("a foul");
        assert_eq!(ending.winner, Some(Color::White));
        let detail = ending.detail.expect("a kind of foul");
        assert!(detail.contains("overline"), "{detail}");
    }

    #[test]
    fn a_position_is_worth_what_its_move_was_worth() {
        let line = |point: &str, score| Line {
            moves: vec![point.parse().expect("a point")],
            score,
            depth: 5,
            selective_depth: 9,
        };
        let mut insight = Insight {
            mover: Color::Black,
            score: 20,
            lines: vec![line("a1", 20), line("b1", 10)],
            shows_win: false,
        };
        let next = Insight {
            mover: Color::White,
            score: loss_in(4),
            lines: vec![line("c1", loss_in(4))],
            shows_win: false,
        };
        learn_from_next(&mut insight, "b1".parse().expect("a point"), &next);
        assert_eq!(insight.score, win_in(5));
        assert_eq!(insight.lines.len(), 2);
        assert_eq!(insight.lines[0].moves.len(), 2);
    }
}
