//! What the moves of a game were worth: which were mistakes, which let a win
//! slip, and how well each player did. Compares numbers; knows no page.

use super::study::{Insight, Study, value_of_move};
use crate::cli::records::{PaperGame, PaperMove};
use crate::cli::terminal::values::winners_moves;
use crate::types::score::{chance, is_decisive, is_loss, is_win};
use crate::types::{Color, Point, Score};
use serde::Serialize;

/// Losses of winning chances from which a move is called inaccurate, a mistake, a blunder.
const INACCURACY: f64 = 0.07;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.30;

/// A chance as it is told: three digits are more than anybody sees. Moves are judged
/// by what is told, so that whoever reads the numbers comes to the same result.
pub fn round(chance: f64) -> f64 {
    (chance * 1000.0).round() / 1000.0
}

/// What a move is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Part of an opening that the players did not choose.
    Opening,
    /// The engine's own choice.
    Best,
    /// Nothing to complain about.
    Good,
    /// A little worse than possible.
    Inaccuracy,
    /// Clearly worse than possible.
    Mistake,
    /// The game turned here.
    Blunder,
    /// A forced win was there and was not taken.
    MissedWin,
}

/// The judgement on one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What the move is called.
    pub kind: Kind,
    /// The chance of winning that it gave away, from 0 to 1.
    pub loss: f64,
    /// Whether it lets the opponent win by force, which was not so before.
    pub allows_win: bool,
}

/// How well a player did.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Performance {
    /// Moves that were judged.
    pub moves: usize,
    /// Moves that the engine would have played.
    pub best: usize,
    /// How many were inaccurate.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
    /// How many forced wins were not taken.
    pub missed_wins: usize,
    /// The chance of winning that a move gave away on average.
    pub loss: f64,
}

/// Black's chance of winning in a position.
pub fn chance_of_black(insight: &Insight) -> f64 {
    let chance = chance(insight.score);
    match insight.mover {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}

/// How many stones the winner still needs, if the score is decided.
pub fn moves_to_win(score: Score) -> Option<usize> {
    is_decisive(score).then(|| winners_moves(score))
}

/// Judges every move of a game.
pub fn judge(study: &Study) -> Vec<Judgement> {
    let pairs = study.insights.iter().zip(&study.insights[1..]);
    let opening = length_of_opening(&study.game);
    let judge = |(index, ((before, after), played)): (usize, (_, &PaperMove))| {
        if index < opening {
            return Judgement::without_loss(Kind::Opening);
        }
        judge_move([before, after], played.point)
    };
    pairs
        .zip(&study.game.moves)
        .enumerate()
        .map(judge)
        .collect()
}

/// The moves at the beginning that nobody thought about, where all others have a time.
fn length_of_opening(game: &PaperGame) -> usize {
    let first = game.moves.iter().position(|played| played.time.is_some());
    first.unwrap_or(0)
}

impl Judgement {
    const fn without_loss(kind: Kind) -> Self {
        Self {
            kind,
            loss: 0.0,
            allows_win: false,
        }
    }
}

impl Insight {
    /// Whether this is the move that the engine would play.
    fn plays(&self, point: Point) -> bool {
        self.lines.first().and_then(|line| line.moves.first()) == Some(&point)
    }
}

fn judge_move([before, after]: [&Insight; 2], played: Point) -> Judgement {
    let is_best = before.plays(played);
    // Behind a pass, or a position that nobody looked at, there is nothing to compare.
    if before.mover == after.mover || before.lines.is_empty() {
        return Judgement::without_loss(Kind::Good);
    }
    let value = value_of_move(after);
    let loss = round(round(chance(before.score)) - round(chance(value))).max(0.0);
    let kind = match loss {
        _ if is_best => Kind::Best,
        _ if is_win(before.score) && !is_win(value) => Kind::MissedWin,
        loss if loss >= BLUNDER => Kind::Blunder,
        loss if loss >= MISTAKE => Kind::Mistake,
        loss if loss >= INACCURACY => Kind::Inaccuracy,
        _ => Kind::Good,
    };
    Judgement {
        kind,
        loss: if is_best { 0.0 } else { loss },
        allows_win: !is_best && is_loss(value) && !is_loss(before.score),
    }
}

/// How well a player did in a game.
pub fn performance(study: &Study, judgements: &[Judgement], color: Color) -> Performance {
    let mut sum = Performance::default();
    let played = study.game.moves.iter().zip(judgements);
    let judged = played.filter(|(played, one)| played.color == color && one.kind != Kind::Opening);
    for (_, judgement) in judged {
        sum.moves += 1;
        sum.loss += judgement.loss;
        match judgement.kind {
            Kind::Best => sum.best += 1,
            Kind::Opening | Kind::Good => {}
            Kind::Inaccuracy => sum.inaccuracies += 1,
            Kind::Mistake => sum.mistakes += 1,
            Kind::Blunder => sum.blunders += 1,
            Kind::MissedWin => sum.missed_wins += 1,
        }
    }
    sum.loss /= sum.moves.max(1) as f64;
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Line;
    use crate::types::score::{loss_in, win_in};

    fn insight(mover: Color, score: Score) -> Insight {
        Insight {
            mover,
            score,
            lines: vec![Line {
                moves: vec![Point::new(0, 0)],
                score,
                depth: 1,
                selective_depth: 1,
            }],
            shows_win: false,
        }
    }

    fn kind(before: Score, after: Score, is_best: bool) -> Judgement {
        let (before, after) = (insight(Color::Black, before), insight(Color::White, after));
        let played = Point::new(0, usize::from(!is_best));
        judge_move([&before, &after], played)
    }

    #[test]
    fn chances_are_those_of_the_evaluation() {
        let black = chance_of_black(&insight(Color::White, 200));
        assert!((black - 0.269).abs() < 0.001);
        assert_eq!(moves_to_win(win_in(5)), Some(3));
        assert_eq!(moves_to_win(loss_in(4)), Some(2));
        assert_eq!(moves_to_win(0), None);
    }

    #[test]
    fn moves_are_called_by_what_they_give_away() {
        assert_eq!(kind(100, -100, false).kind, Kind::Good);
        assert_eq!(kind(100, -20, false).kind, Kind::Inaccuracy);
        assert_eq!(kind(100, 50, false).kind, Kind::Mistake);
        assert_eq!(kind(100, 300, false).kind, Kind::Blunder);
        assert_eq!(kind(100, 300, true).kind, Kind::Best);
        assert_eq!(kind(win_in(5), -300, false).kind, Kind::MissedWin);
        assert_eq!(kind(win_in(5), loss_in(8), false).kind, Kind::Good);
    }

    #[test]
    fn the_page_for_browsers_judges_by_the_same_limits() {
        let script = include_str!("../../web/app/judgement.js");
        for (name, limit) in [
            ("INACCURACY", INACCURACY),
            ("MISTAKE", MISTAKE),
            ("BLUNDER", BLUNDER),
        ] {
            let line = format!("const {name} = {limit};");
            assert!(script.contains(&line), "{line}");
        }
    }

    #[test]
    fn an_opening_is_what_has_no_times_before_the_first_that_has() {
        let length = |text: &str| {
            let games = crate::cli::records::read(text.as_bytes()).expect(text);
            length_of_opening(&games[0])
        };
        assert_eq!(length("(;GM[4];B[aa];W[bb];B[cc]C[5 ms];W[dd])"), 2);
        assert_eq!(length("(;GM[4];B[aa];W[bb];B[cc])"), 0, "nothing is known");
        assert_eq!(length("(;GM[4];B[aa]C[1 ms];W[bb])"), 0);
    }

    #[test]
    fn a_move_that_lets_the_opponent_win_is_told_once() {
        let judgement = kind(50, win_in(7), false);
        assert_eq!(
            (judgement.kind, judgement.allows_win),
            (Kind::Blunder, true)
        );
        assert!(
            !kind(loss_in(8), win_in(7), false).allows_win,
            "lost before"
        );
    }
}
