//! Reads the Smart Game Format: the main line of every tree in a file.
//! Variations, comments and properties that mean nothing here are passed over.

use super::Winner;
use super::paper::{PaperGame, PaperMove, Rows, name, shorten};
use crate::board::Cell;
use crate::cli::units::{parse_rule, parse_size};
use crate::tree::sgf::notation::{self, Scanner};
use crate::types::{CELL_COUNT, Color, Point, Rule};
use anyhow::{Context, bail, ensure};
use std::time::Duration;

/// Reads all games of a file; `most` of them at most.
pub fn read(text: &str, most: usize) -> anyhow::Result<Vec<PaperGame>> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while scanner.find_tree() {
        ensure!(games.len() < most, "there are more than {most} games");
        let number = games.len() + 1;
        let game = read_tree(&mut scanner).with_context(|| format!("game {number}"))?;
        games.push(game);
    }
    Ok(games)
}

/// Reads one game behind its opening bracket. The first branch is always the main line, so
/// that the main line ends with the first closing bracket.
fn read_tree(scanner: &mut Scanner) -> anyhow::Result<PaperGame> {
    let mut game = PaperGame::new(None);
    let mut depth = 1_usize;
    let mut is_main = true;
    while depth > 0 {
        match scanner.next_sign().context("the text ends within a game")? {
            '(' => {
                depth += 1;
                scanner.skip();
            }
            ')' => {
                depth -= 1;
                is_main = false;
                scanner.skip();
            }
            ';' => scanner.skip(),
            _ => {
                let (property, values) = scanner.property()?;
                if is_main {
                    take(&mut game, property, &values)?;
                }
            }
        }
    }
    game.checked()
}

/// Adds what a property tells.
fn take(game: &mut PaperGame, property: &str, values: &[String]) -> anyhow::Result<()> {
    let value = values[0].as_str();
    let bad = || format!("{property}[{}]", shorten(value, 24));
    match property {
        "GM" => ensure!(value.trim() == "4", "{} is not gomoku, GM[4]", bad()),
        "SZ" => {
            game.size = parse_size(&value.replace(':', "x")).with_context(bad)?;
            game.size_is_told = true;
        }
        "RU" => game.rule = rule_named(value),
        "PB" => game.black = name(value),
        "PW" => game.white = name(value),
        "RE" => game.winner = winner(value),
        "EV" | "TE" => note(game, value),
        "PL" => game.first = color(value).with_context(bad)?,
        "B" | "W" => take_move(game, property == "B", value).with_context(bad)?,
        "AB" => set_up(game, Color::Black, values)?,
        "AW" => set_up(game, Color::White, values)?,
        "C" | "N" => comment(game, value),
        _ => {}
    }
    Ok(())
}

fn take_move(game: &mut PaperGame, black: bool, value: &str) -> anyhow::Result<()> {
    let color = Color::ALL[usize::from(!black)];
    // An empty value is a pass: the next move's colour says all about it.
    if value.trim().is_empty() {
        return Ok(());
    }
    ensure!(
        game.moves.len() < CELL_COUNT,
        "there are more moves than cells"
    );
    let point = point(game, value)?;
    game.moves.push(PaperMove {
        point,
        color,
        time: None,
    });
    Ok(())
}

/// Stones that lie there from the beginning, single or as rectangles (`aa:cc`).
fn set_up(game: &mut PaperGame, color: Color, values: &[String]) -> anyhow::Result<()> {
    ensure!(
        game.moves.is_empty(),
        "stones are set up in the middle of the game"
    );
    for value in values {
        let bad = || {
            format!(
                "A{}[{}]",
                if color == Color::Black { 'B' } else { 'W' },
                value
            )
        };
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (from, to) = (
            point(game, from).with_context(bad)?,
            point(game, to).with_context(bad)?,
        );
        for y in from.y()..=to.y() {
            let row = (from.x()..=to.x()).map(|x| (Point::new(x, y), Cell::Stone(color)));
            game.setup.extend(row);
        }
        ensure!(
            game.setup.len() <= CELL_COUNT,
            "there are more stones than cells"
        );
    }
    let count = |color| {
        let stone = Cell::Stone(color);
        game.setup.iter().filter(|(_, cell)| *cell == stone).count()
    };
    let black_moves = count(Color::Black) <= count(Color::White);
    game.first = Color::ALL[usize::from(!black_moves)];
    Ok(())
}

/// Two letters, column and row from the top, `a` to `z` and on with capitals. Some editors of
/// gomoku write `h8` instead, and count from below as people do.
fn point(game: &mut PaperGame, text: &str) -> anyhow::Result<Point> {
    let (point, rows) = match text.trim().as_bytes() {
        &[_, row] if row.is_ascii_alphabetic() => (notation::point(text), Rows::FromAbove),
        _ => (text.trim().parse().ok(), Rows::FromBelow),
    };
    let point = point.context("this is not a point such as hh")?;
    let is_first = game.moves.is_empty() && game.setup.is_empty();
    ensure!(
        is_first || game.rows == rows,
        "points are written in two ways, such as hh and h8"
    );
    game.rows = rows;
    Ok(point)
}

fn color(text: &str) -> anyhow::Result<Color> {
    match text.trim().bytes().next() {
        Some(b'B' | b'b' | b'1') => Ok(Color::Black),
        Some(b'W' | b'w' | b'2') => Ok(Color::White),
        _ => bail!("this is no colour"),
    }
}

/// The rule of a record, by its name or by the number that managers use.
pub fn rule_named(text: &str) -> Option<Rule> {
    let text = text.trim().to_ascii_lowercase();
    if text == "gomoku" {
        return Some(Rule::Freestyle);
    }
    let named = || {
        Rule::ALL
            .into_iter()
            .find(|rule| text.contains(rule.name()))
    };
    parse_rule(&text).ok().or_else(named)
}

fn winner(text: &str) -> Option<Winner> {
    match text.trim().to_ascii_lowercase().as_bytes() {
        [b'b', b'+', ..] => Some(Winner::Black),
        [b'w', b'+', ..] => Some(Winner::White),
        b"0" | b"draw" | b"jigo" => Some(Winner::Draw),
        _ => None,
    }
}

fn note(game: &mut PaperGame, value: &str) {
    let Some(value) = name(value) else { return };
    game.note = Some(match game.note.take() {
        Some(note) if note != value => shorten(&format!("{note}: {value}"), 240),
        _ => value,
    });
}

/// A comment at a move may be its time (`724ms`, `250 ms`); at the root it is a note.
fn comment(game: &mut PaperGame, value: &str) {
    let Some(last) = game.moves.last_mut() else {
        note(game, value);
        return;
    };
    let milliseconds = value.trim().strip_suffix("ms").map(str::trim_end);
    if let Some(time) = milliseconds.and_then(|time| time.parse().ok()) {
        last.time = Some(Duration::from_millis(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> PaperGame {
        let mut games = read(text, 10).expect(text);
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0)
    }

    #[test]
    fn the_manager_s_games_are_read_with_rule_result_and_times() {
        let text = "(;FF[4]GM[4]GN[1]EV[carbon x rapfi]DT[2026.11.16 02:00:40]RO[1.1]RU[4]SZ[15]\
                    PB[carbon]PW[rapfi]RE[W+1]TE[White win by five connection]\n\
                    ;B[im]C[opening move];W[ho]C[opening move];B[en]C[1068ms];W[gl]C[0ms])\n\n\
                    (;FF[4]GM[4]RU[0]SZ[20];B[tt])\n";
        let games = read(text, 10).expect("two games");
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.rule, Some(Rule::Renju));
        assert_eq!(game.winner, Some(Winner::White));
        assert_eq!(game.black.as_deref(), Some("carbon"));
        assert_eq!(game.moves[1].time, None);
        assert_eq!(game.moves[2].time, Some(Duration::from_millis(1068)));
        assert_eq!(game.moves[3].time, Some(Duration::ZERO));
        assert_eq!(game.moves[0].point, Point::new(8, 12));
        assert_eq!(games[1].rule, Some(Rule::Freestyle));
    }

    #[test]
    fn only_the_main_line_of_a_tree_is_a_game() {
        let game = one("(;GM[4];B[aa](;W[bb](;B[cc])(;B[dd];W[ee]))(;W[ff];B[gg]))");
        let points: Vec<String> = game.moves.iter().map(|m| m.point.to_string()).collect();
        assert_eq!(points, ["a1", "b2", "c3"]);
    }

    #[test]
    fn letters_count_rows_from_the_top_and_numbers_from_below() {
        let letters = one("(;GM[4]SZ[15];B[ab];W[hh];B[oo])");
        let numbers = one("(;GM[4]SZ[15];B[a14];W[h8];B[o1])");
        assert_eq!(letters.moves, numbers.moves);
        let small = one("(;GM[4];B[a1]SZ[6];W[b2])");
        assert_eq!(small.moves[0].point, Point::new(0, 5));
        let error = read("(;GM[4];B[aa];W[b2])", 10).expect_err("two ways");
        assert!(format!("{error:#}").contains("two ways"), "{error:#}");
    }

    #[test]
    fn escaped_signs_and_brackets_in_comments_are_text() {
        let game = one("( ; GM [4] PB[a\\]b\\\\] C[(;B[zz\\]] ; B [aa] )");
        assert_eq!(game.black.as_deref(), Some("a]b\\"));
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn positions_are_set_up_with_stones_and_rectangles() {
        let game = one("(;GM[4]SZ[15]AB[aa:ca][hh]AW[bb])");
        assert_eq!(game.setup.len(), 5);
        assert_eq!(game.first, Color::White);
        let game = one("(;GM[4]SZ[15]AB[aa]AW[bb]PL[W];W[cc])");
        assert_eq!(game.first, Color::White);
        assert_eq!(game.start().side_to_move(), Color::White);
    }

    #[test]
    fn a_pass_is_no_move_and_colours_are_kept() {
        let game = one("(;GM[4];B[aa];W[];B[bb];W[cc])");
        let colors: Vec<Color> = game.moves.iter().map(|m| m.color).collect();
        assert_eq!(colors, [Color::Black, Color::Black, Color::White]);
    }

    #[test]
    fn broken_games_are_refused_with_a_reason() {
        for (text, part) in [
            ("(;GM[4]", "ends within a game"),
            ("(;GM[4", "ends in the middle"),
            ("(;GM[4];B[aa\\", "ends in the middle"),
            ("(;GM[1];B[aa])", "not gomoku"),
            ("(;SZ[99])", "SZ[99]"),
            ("(;SZ[-5])", "SZ[-5]"),
            ("(;B[zz]SZ[15])", "outside"),
            ("(;B[aa];W[aa])", "taken"),
            ("(;B[a!])", "not a point"),
            ("(;B)", "'B)' makes no sense"),
            ("(;[aa])", "'[aa])' makes no sense"),
            ("(;é[aa])", "'é[aa])' makes no sense"),
            ("(;AB[aa:zz][aa:zz][aa:zz])", "more stones than cells"),
            ("(;AB[aa][aa])", "taken"),
            ("(;B[aa]AB[bb])", "in the middle"),
        ] {
            let error = format!("{:#}", read(text, 10).expect_err(text));
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_million_brackets_and_too_many_games_are_harmless() {
        let error = read(&"(;".repeat(1_000_000), 10).expect_err("never closed");
        assert!(format!("{error:#}").contains("ends within a game"));
        let error = read(&"(;B[aa])".repeat(11), 10).expect_err("eleven games");
        assert!(error.to_string().contains("more than 10"), "{error}");
    }
}
