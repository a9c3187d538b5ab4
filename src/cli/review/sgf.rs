//! A review as SGF: every move with what it was worth, and where it was a
//! mistake the better line as a variation.

use super::judgement::{self, Judgement, Kind};
use super::study::{Insight, Study, value_of_move};
use crate::cli::records::PaperGame;
use crate::tree::{GameTree, Node, NodeId, sgf};
use crate::types::score::chance;
use crate::types::score::{is_decisive, is_win, plies_to_end};
use crate::types::{Color, Score};
use anyhow::{Result, ensure};

/// Moves of a better line that are worth keeping when it is no forced win.
const LONGEST_LINE: usize = 12;

/// Refuses games that begin with stones which nobody played.
pub fn check(games: &[PaperGame]) -> Result<()> {
    for (number, game) in games.iter().enumerate() {
        ensure!(
            game.setup.is_empty(),
            "game {} begins with stones set up: write a page or JSON instead",
            number + 1
        );
    }
    Ok(())
}

/// All games, one after the other.
pub fn write(studies: &[Study]) -> Result<String> {
    studies.iter().map(write_game).collect()
}

fn write_game(study: &Study) -> Result<String> {
    let game = &study.game;
    let mut tree = GameTree::new(game.size);
    let mut at = tree.root();
    let mut to_move = Color::Black;
    let judgements = judgement::judge(study);
    for (index, played) in game.moves.iter().enumerate() {
        let [before, after] = [index, index + 1].map(|index| study.insights.get(index));
        if played.color != to_move {
            at = tree.add(at, Node::default())?;
        }
        let parent = at;
        let judgement = judgements.get(index);
        let comment = comment(after, judgement);
        at = tree.add(at, Node::new(Some(played.point), comment, false))?;
        if let (Some(before), Some(judgement)) = (before, judgement)
            && is_mistake(judgement.kind)
        {
            add_better_line(&mut tree, parent, before)?;
        }
        to_move = played.color.opponent();
    }
    let name = |name: &Option<String>, usual: &str| name.clone().unwrap_or(usual.to_owned());
    let (black, white) = (name(&game.black, "Black"), name(&game.white, "White"));
    let result = study
        .ending
        .as_ref()
        .map_or("?", |ending| match ending.winner {
            Some(Color::Black) => "B+",
            Some(Color::White) => "W+",
            None => "0",
        });
    let properties = [
        ("RU", study.rule.name()),
        ("PB", &black),
        ("PW", &white),
        ("RE", result),
    ];
    Ok(sgf::write(&tree, &properties))
}

const fn is_mistake(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Inaccuracy | Kind::Mistake | Kind::Blunder | Kind::MissedWin
    )
}

/// What a move was worth to its player.
fn comment(after: Option<&Insight>, judgement: Option<&Judgement>) -> String {
    let value = after.map(|after| value(value_of_move(after)));
    let name = judgement.and_then(|judgement| match judgement.kind {
        Kind::Inaccuracy => Some("inaccuracy"),
        Kind::Mistake => Some("mistake"),
        Kind::Blunder => Some("blunder"),
        Kind::MissedWin => Some("missed win"),
        Kind::Opening | Kind::Best | Kind::Good => None,
    });
    let parts = name.map(str::to_owned).into_iter().chain(value);
    parts.collect::<Vec<_>>().join(", ")
}

/// A value in words: a chance, or the end of the game.
fn value(score: Score) -> String {
    let plies = plies_to_end(score);
    match (is_decisive(score), is_win(score)) {
        (true, true) => format!("wins, {plies} plies to the end"),
        (true, false) => format!("loses, {plies} plies to the end"),
        _ => format!("{:.0} %", chance(score) * 100.0),
    }
}

fn add_better_line(tree: &mut GameTree, parent: NodeId, before: &Insight) -> Result<()> {
    let Some(line) = before.lines.first() else {
        return Ok(());
    };
    let most = if before.shows_win {
        usize::MAX
    } else {
        LONGEST_LINE
    };
    let mut at = parent;
    for (index, &point) in line.moves.iter().take(most).enumerate() {
        let comment = if index == 0 {
            format!("better: {}", value(line.score))
        } else {
            String::new()
        };
        at = tree.add(at, Node::new(Some(point), comment, false))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Line;
    use crate::types::score::win_in;
    use crate::types::{Point, Rule};

    fn insight(mover: Color, score: Score, text: &str) -> Insight {
        Insight {
            mover,
            score,
            lines: vec![Line {
                moves: crate::board::text::parse_points(text).expect("points"),
                score,
                depth: 5,
                selective_depth: 9,
            }],
            shows_win: true,
        }
    }

    #[test]
    fn mistakes_are_named_and_the_better_line_is_a_variation() {
        let games = crate::cli::records::read(b"(;GM[4]SZ[15]PB[An];B[hh];W[ii])").expect("a game");
        let study = Study {
            game: games.into_iter().next().expect("a game"),
            rule: Rule::Standard,
            ending: None,
            insights: vec![
                insight(Color::Black, win_in(5), "j7j8j9"),
                insight(Color::White, -20, "i9"),
                insight(Color::Black, 10, "a1"),
            ],
        };
        let text = write(&[study.clone(), study]).expect("written");
        assert_eq!(text.matches("(;FF[4]").count(), 2);
        let read = sgf::read(&text).expect("a tree");
        assert_eq!(read.rule.as_deref(), Some("standard"));
        let tree = read.tree;
        let [played, better] = tree.node(tree.root()).children() else {
            panic!("two branches: {text}");
        };
        assert_eq!(tree.node(*played).comment, "missed win, 52 %");
        assert_eq!(tree.node(*better).point, Some(Point::new(9, 6)));
        assert_eq!(
            tree.node(*better).comment,
            "better: wins, 5 plies to the end"
        );
        assert_eq!(tree.len(), 6);
        assert!(text.contains("PB[An]PW[White]"), "{text}");
    }
}
