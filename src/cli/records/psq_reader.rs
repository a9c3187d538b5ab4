//! Reads Piskvork's saved games. Their heading tells the board and which of
//! the two named players began; a name may be missing, the rule always is.

use super::paper::{PaperGame, PaperMove, name, point_on, shorten};
use crate::cli::units::parse_size;
use crate::types::{BoardSize, Color};
use anyhow::{Context, ensure};
use std::time::Duration;

/// How every such file begins.
pub const MAGIC: &str = "Piskvorky";

/// Reads the text of a `.psq` file.
pub fn read(text: &str) -> anyhow::Result<PaperGame> {
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    let (_, heading) = lines.next().context("the file is empty")?;
    let (size, second_begins) = read_heading(heading).context("line 1")?;
    let mut game = PaperGame::new(Some(size));
    while let Some((at, line)) = lines.next_if(|(_, line)| line.is_empty() || is_move(line)) {
        if line.is_empty() {
            continue;
        }
        let color = Color::ALL[game.moves.len() % 2];
        game.moves
            .push(read_move(size, line, color).with_context(|| format!("line {}", at + 1))?);
        ensure!(
            game.moves.len() <= size.cells(),
            "there are more moves than cells"
        );
    }
    hide_times_of_opening(&mut game.moves);
    // Two names and a code follow, or the code alone: a game of people has no names.
    let rest: Vec<&str> = lines.map(|(_, line)| line).take(3).collect();
    if let [one, two, _] = rest[..] {
        let mut names = [name(one), name(two)];
        if second_begins {
            names.reverse();
        }
        [game.black, game.white] = names;
    }
    game.checked()
}

/// The board and whether the second player began:
/// `Piskvorky 20x20, 11:11, 0`.
fn read_heading(line: &str) -> anyhow::Result<(BoardSize, bool)> {
    let rest = line
        .strip_prefix(MAGIC)
        .with_context(|| format!("'{}' does not begin with {MAGIC}", shorten(line, 24)))?;
    let mut fields = rest.split(',').map(str::trim);
    let size = fields.next().unwrap_or_default();
    let size = parse_size(&shorten(size, 16))?;
    let begins = fields.nth(1).unwrap_or("0");
    Ok((size, begins == "1"))
}

fn is_move(line: &str) -> bool {
    let numbers = |c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | ' ');
    line.contains(',') && line.chars().all(numbers)
}

fn read_move(size: BoardSize, line: &str, color: Color) -> anyhow::Result<PaperMove> {
    let error = || format!("'{}' is not a move such as 8,8,250", shorten(line, 24));
    let mut numbers = line.split(',').map(|field| field.trim().parse::<i64>());
    let mut next = || numbers.next().transpose().with_context(error);
    let (x, y, time) = (next()?, next()?, next()?);
    let (x, y) = x.zip(y).with_context(error)?;
    let point = point_on(size, x.saturating_sub(1), y.saturating_sub(1), line)?;
    let time = time.and_then(|time| u64::try_from(time).ok());
    Ok(PaperMove {
        point,
        color,
        time: time.map(Duration::from_millis),
    })
}

/// An opening that was put on the board has zeros for times: nobody thought about it.
fn hide_times_of_opening(moves: &mut [PaperMove]) {
    let opening = moves
        .iter_mut()
        .take_while(|played| played.time == Some(Duration::ZERO));
    for played in opening {
        played.time = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;

    const GAME: &str = "Piskvorky 20x15, 11:11, 0\r\n10,8,0\r\n11,9,0\r\n20,15,731\r\n1,1,0\r\n\
                        AI-one.zip\r\nAI-two.zip\r\n-1\r\n";

    #[test]
    fn a_tournament_game_is_read_with_names_and_times() {
        let game = read(GAME).expect("a valid game");
        assert_eq!((game.size.width(), game.size.height()), (20, 15));
        assert_eq!(game.moves.len(), 4);
        assert_eq!(game.moves[2].point, Point::new(19, 14));
        let times: Vec<_> = game.moves.iter().map(|played| played.time).collect();
        let milliseconds = |time| Some(Duration::from_millis(time));
        assert_eq!(times, [None, None, milliseconds(731), milliseconds(0)]);
        assert_eq!(game.black.as_deref(), Some("AI-one.zip"));
        assert_eq!(game.white.as_deref(), Some("AI-two.zip"));
    }

    #[test]
    fn the_heading_tells_who_began() {
        let game = read(&GAME.replace("11:11, 0", "11:11, 1")).expect("a valid game");
        assert_eq!(game.black.as_deref(), Some("AI-two.zip"));
    }

    #[test]
    fn games_of_people_have_no_names() {
        let game = read("Piskvorky 15x15, 0:0, 0\n8,8,100\n9,9\n0\n").expect("a valid game");
        assert_eq!((game.moves.len(), game.black), (2, None));
        assert_eq!(game.moves[1].time, None);
    }

    #[test]
    fn broken_games_are_refused_with_the_line() {
        for (text, part) in [
            ("", "empty"),
            ("Piskvorky", "line 1"),
            ("Piskvorky 99x99, 11:11, 0", "line 1"),
            ("Piskvorky -5x15, 11:11, 0", "line 1"),
            ("Piskvorky 15x15, 0:0, 0\n16,1,0\n", "line 2"),
            ("Piskvorky 15x15, 0:0, 0\n-3,1,0\n", "line 2"),
            ("Piskvorky 15x15, 0:0, 0\n0,1,0\n", "line 2"),
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "taken"),
            ("Piskvorky 15x15, 0:0, 0\n8,,\n", "line 2"),
            (
                "Piskvorky 15x15, 0:0, 0\n99999999999999999999,1,0\n",
                "line 2",
            ),
            (
                "Piskvorky 15x15, 0:0, 0\n-9223372036854775808,1\n",
                "line 2",
            ),
        ] {
            let error = format!("{:#}", read(text).expect_err(text));
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
