//! The page: its parts, which are files of their own, and all that was found as
//! data. Nothing from a game gets into it as anything but data or escaped text.

use super::judgement::{self, Judgement, Kind, Performance, chance_of_black, moves_to_win, round};
use super::script;
use super::study::{Insight, Study, value_of_move};
use crate::board::Cell;
use crate::cli::page::Page;
use crate::cli::records::{Ending, Reason, Winner};
use crate::search::Line;
use crate::types::score::chance;
use crate::types::score::is_win;
use crate::types::{Color, Point};
use serde::Serialize;

/// Moves of a line that are worth keeping when it is no forced win.
const LONGEST_LINE: usize = 12;

/// All that the script needs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageData {
    engine: String,
    effort: String,
    games: Vec<GameData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameData {
    black: String,
    white: String,
    rule: &'static str,
    rule_is_told: bool,
    width: usize,
    height: usize,
    /// `black`, `white`, `draw`, or nothing.
    winner: Option<Winner>,
    how: Option<String>,
    /// Cells and whose stone lies there: 0 black, 1 white, 2 nobody's.
    setup: Vec<(usize, u8)>,
    moves: Vec<MoveData>,
    /// One more than moves.
    positions: Vec<PositionData>,
    /// The cells of the winning line.
    five: Vec<usize>,
    players: [Performance; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveData {
    cell: usize,
    white: bool,
    milliseconds: Option<u128>,
    kind: Kind,
    /// The chance that the move gave away, and the chance it kept, for its player.
    loss: f64,
    kept: f64,
    allows_win: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionData {
    white_moves: bool,
    /// Black's chance of winning.
    chance: f64,
    /// How many stones the winner still needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_in: Option<usize>,
    lines: Vec<LineData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineData {
    cells: Vec<usize>,
    /// The chance of the side to move.
    chance: f64,
    /// How many stones the winner needs, and whether the side to move is the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_in: Option<usize>,
    wins: bool,
    /// Whether the last cell of the line ends the game.
    whole: bool,
}

fn page_data(studies: &[Study], effort: &str) -> PageData {
    PageData {
        engine: format!("Quinte {}", env!("CARGO_PKG_VERSION")),
        effort: effort.to_owned(),
        games: studies.iter().map(game_data).collect(),
    }
}

/// What the page shows, as data for programs.
pub fn json(studies: &[Study], effort: &str) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&page_data(studies, effort))? + "\n")
}

/// The whole page.
pub fn page(studies: &[Study], effort: &str) -> anyhow::Result<String> {
    let data = page_data(studies, effort);
    let page = Page {
        title: &title(&data.games),
        subject: "game review",
        tools: include_str!("tools.html"),
        body: include_str!("page.html"),
        styles: &script::STYLES,
        modules: &script::MODULES,
    };
    page.with(&data)
}

fn title(games: &[GameData]) -> String {
    match games {
        [game] => format!("{} – {}: game review", game.black, game.white),
        games => format!("{} games: review", games.len()),
    }
}

/// What the terminal shows when the page is written.
pub fn summary(studies: &[Study]) -> String {
    let lines = studies.iter().map(|study| {
        let judgements = judgement::judge(study);
        let game = game_data(study);
        let count = |kind| judgements.iter().filter(|one| one.kind == kind).count();
        let counts = [
            (game.moves.len(), "move", "moves"),
            (count(Kind::MissedWin), "missed win", "missed wins"),
            (count(Kind::Blunder), "blunder", "blunders"),
            (count(Kind::Mistake), "mistake", "mistakes"),
            (count(Kind::Inaccuracy), "inaccuracy", "inaccuracies"),
        ];
        let counts = counts.map(|(count, one, many)| {
            let noun = if count == 1 { one } else { many };
            format!("{count} {noun}")
        });
        format!("{} – {}: {}", game.black, game.white, counts.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// How a game ended on the board, in words.
fn how(ending: &Ending) -> String {
    match (ending.reason, &ending.detail) {
        (Reason::Five, _) => "five in a row".to_owned(),
        (Reason::FullBoard, _) => "a full board".to_owned(),
        (reason, Some(detail)) => format!("a {reason}, {detail}"),
        (reason, None) => reason.to_string(),
    }
}

fn game_data(study: &Study) -> GameData {
    let game = &study.game;
    let cell = |point: Point| point.y() * game.size.width() + point.x();
    let judgements = judgement::judge(study);
    let on_board = study
        .ending
        .as_ref()
        .map(|ending| Winner::from(ending.winner));
    let name = |name: &Option<String>, default: &str| name.clone().unwrap_or(default.to_owned());
    GameData {
        black: name(&game.black, "Black"),
        white: name(&game.white, "White"),
        rule: study.rule.name(),
        rule_is_told: game.rule.is_some(),
        width: game.size.width(),
        height: game.size.height(),
        winner: on_board.or(game.winner),
        how: study
            .ending
            .as_ref()
            .map_or_else(|| game.note.clone(), |ending| Some(how(ending))),
        setup: game
            .setup
            .iter()
            .map(|&(point, stone)| (cell(point), stone_code(stone)))
            .collect(),
        moves: moves_data(study, &judgements, &cell),
        positions: study
            .insights
            .iter()
            .map(|insight| position_data(insight, &cell))
            .collect(),
        five: study.winning_stones().into_iter().map(cell).collect(),
        players: Color::ALL.map(|color| judgement::performance(study, &judgements, color)),
    }
}

const fn stone_code(stone: Cell) -> u8 {
    match stone {
        Cell::Stone(Color::Black) => 0,
        Cell::Stone(Color::White) => 1,
        Cell::Wall | Cell::Empty => 2,
    }
}

fn moves_data(
    study: &Study,
    judgements: &[Judgement],
    cell: &dyn Fn(Point) -> usize,
) -> Vec<MoveData> {
    let moves = study.game.moves.iter().zip(judgements);
    let moves = moves.zip(&study.insights[1..]);
    moves
        .map(|((played, judgement), after)| MoveData {
            cell: cell(played.point),
            white: played.color == Color::White,
            milliseconds: played.time.map(|time| time.as_millis()),
            kind: judgement.kind,
            loss: round(judgement.loss),
            kept: round(chance(value_of_move(after))),
            allows_win: judgement.allows_win,
        })
        .collect()
}

fn position_data(insight: &Insight, cell: &dyn Fn(Point) -> usize) -> PositionData {
    let line_data = |(rank, line): (usize, &Line)| {
        let longest = if is_win(line.score) {
            usize::MAX
        } else {
            LONGEST_LINE
        };
        LineData {
            cells: line
                .moves
                .iter()
                .take(longest)
                .map(|&point| cell(point))
                .collect(),
            chance: round(chance(line.score)),
            decided_in: moves_to_win(line.score),
            wins: is_win(line.score),
            whole: rank == 0 && insight.shows_win,
        }
    };
    PositionData {
        white_moves: insight.mover == Color::White,
        chance: round(chance_of_black(insight)),
        decided_in: moves_to_win(insight.score),
        lines: insight.lines.iter().enumerate().map(line_data).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::study::{Effort, Student};
    use super::*;
    use crate::cli::records::read;
    use crate::types::Rule;

    fn study(black: &str) -> Study {
        let mut game = read(b"h8a1i8a2j8a3c3").expect("a game").remove(0);
        game.black = Some(black.to_owned());
        Student::new(Effort::Nodes(5_000), 2, 1).study(game, Rule::Freestyle, &mut || {})
    }

    /// The data of a page as a reader of HTML and JSON finds it.
    fn data_of(page: &str) -> serde_json::Value {
        let (_, rest) = page.split_once("id=\"data\">").expect("a script of data");
        let (json, _) = rest.split_once("</script>").expect("its end");
        serde_json::from_str(json).expect("valid JSON")
    }

    #[test]
    fn hostile_names_stay_names() {
        for name in [
            "</script><script>alert(1)</script>",
            "<!--<script>",
            "{{script}}",
            "\"&'\\",
            "\u{2028}",
        ] {
            let page = page(&[study(name)], "5000 nodes").expect("a page");
            assert_eq!(data_of(&page)["games"][0]["black"], name);
            assert_eq!(page.matches("</script>").count(), 2, "{name}");
            assert_eq!(page.matches("<script").count(), 2, "{name}");
            assert!(!page.contains("alert(1)</"));
        }
    }

    #[test]
    fn the_summary_counts_in_good_grammar() {
        let text = summary(&[study("somebody")]);
        assert!(text.starts_with("somebody – "), "{text}");
        let (_, counts) = text.split_once(": ").expect("counts");
        assert!(counts.starts_with("7 moves, 1 missed win, "), "{text}");
        let singular = ["move", "missed win", "blunder", "mistake", "inaccuracy"];
        for (count, singular) in counts.split(", ").zip(singular) {
            let (number, word) = count.split_once(' ').expect("a number and a word");
            assert_eq!(number == "1", word == singular, "{text}");
        }
    }

    #[test]
    fn the_page_needs_nothing_from_outside() {
        let page = page(&[study("x")], "5000 nodes").expect("a page");
        crate::cli::page::check_closed(&page);
    }

    #[test]
    fn the_data_tell_the_game_and_its_missed_win() {
        let page = page(&[study("x")], "5000 nodes").expect("a page");
        let game = &data_of(&page)["games"][0];
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(7));
        assert_eq!(game["positions"].as_array().map(Vec::len), Some(8));
        let last = &game["moves"][6];
        assert_eq!(last["kind"], "missed-win");
        assert_eq!(game["positions"][6]["lines"][0]["whole"], true);
        assert_eq!(game["positions"][6]["decidedIn"], 2);
        assert_eq!(game["players"][0]["missedWins"], 1);
    }
}
