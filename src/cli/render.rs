//! `render`: a position or a game as a picture for documents.

use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::picture::{
    BoardPicture, LONGEST, Mark, MarkKind, Numbers, Pace, Scene, is_drawn, to_animation, to_png,
    to_svg,
};
use crate::cli::records::{self, PaperGame};
use crate::cli::units::{parse_duration, parse_size};
use crate::types::{BoardSize, Point};
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Wider pictures than this are mistakes: four bytes a pixel must fit into memory.
const WIDEST: u32 = 8_192;

/// The endings of files that tell the format.
const SVG: &str = "svg";
const PNG: &str = "png";
/// A PNG that is animated, by its other name.
const APNG: &str = "apng";

/// Draw a position or a game as SVG or PNG, or a game move by move as an animated PNG.
///
/// GAME is a file (PSQ, SGF, the log of a match, a diagram, a list of moves), - for the
/// standard input, or the moves themselves (h8i9j10, or 7,7 8,8 9,9).
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file, or the moves.
    game: String,
    /// Where to write the picture; its ending, .svg, .png or .apng, tells the format.
    #[arg(long, short, value_name = "FILE", value_parser = parse_output)]
    output: PathBuf,
    /// The board, such as 15 or 20x15, where the game does not tell it.
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    size: Option<BoardSize>,
    /// Which game of a file with several, counted from 1.
    #[arg(long = "game", value_name = "NUMBER")]
    number: Option<usize>,
    /// Show the board after so many moves instead of all.
    #[arg(long = "move", value_name = "COUNT")]
    moves: Option<usize>,
    /// What is written on the stones.
    #[arg(long, value_enum, default_value_t = Numbers::All)]
    numbers: Numbers,
    /// Mark a point with a ring (h8) or with letters (h8=A); may be given several times.
    #[arg(long, value_parser = parse_mark, value_name = "POINT[=TEXT]")]
    mark: Vec<Mark>,
    /// Leave out the letters and numbers along the edges.
    #[arg(long)]
    no_coordinates: bool,
    /// The picture's width in pixels.
    #[arg(long, default_value_t = 720, value_parser = clap::value_parser!(u32).range(50..=i64::from(WIDEST)), value_name = "PIXELS")]
    width: u32,
    /// Show the game move by move, as an animated PNG; the ending .apng says the same.
    #[arg(long)]
    animate: bool,
    /// How long an animation shows a move, in seconds unless it says otherwise (800ms).
    #[arg(long, default_value = "0.8", value_parser = parse_delay, value_name = "TIME")]
    delay: Duration,
    /// How long an animation shows the last move.
    #[arg(long, default_value = "3", value_parser = parse_delay, value_name = "TIME")]
    hold: Duration,
    /// How often an animation runs; 0 is without end.
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    loops: u32,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    destination::check(&args.output).map_err(refuse)?;
    let picture = read(args)
        .and_then(|game| draw(&game, args))
        .map_err(refuse)?;
    destination::write(&args.output, &picture)?;
    Ok(ExitCode::SUCCESS)
}

fn read(args: &Args) -> Result<PaperGame> {
    let game = records::choose(records::read_argument(&args.game)?, args.number)?;
    match args.size {
        Some(size) if !game.size_is_told => game.on_board(size),
        Some(size) if size != game.size => {
            bail!("the game says that its board is {}, not {size}", game.size)
        }
        _ => Ok(game),
    }
}

fn draw(game: &PaperGame, args: &Args) -> Result<Vec<u8>> {
    let count = args.moves.unwrap_or(game.moves.len());
    ensure!(
        count <= game.moves.len(),
        "the game has {} moves, so --move {count} is not in it",
        game.moves.len()
    );
    let marks = args
        .mark
        .iter()
        .map(|typed| on_board(game.size, typed))
        .collect::<Result<Vec<_>>>()?;
    if ending(&args.output) == SVG {
        ensure!(
            !args.animate,
            "an SVG is a still picture: --animate needs .png or .apng"
        );
        let scene = scene(game, count, &marks, args);
        return Ok(to_svg(&scene, args.width as f32).into_bytes());
    }
    check_letters(&args.mark)?;
    if args.animate || ending(&args.output) == APNG {
        return animate(game, count, &marks, args);
    }
    to_png(&scene(game, count, &marks, args), args.width)
}

/// The board after so many moves.
fn scene(game: &PaperGame, count: usize, marks: &[Mark], args: &Args) -> Scene {
    let moves: Vec<Point> = game.moves[..count].iter().map(|m| m.point).collect();
    BoardPicture {
        board: &game.board_after(count),
        moves: &moves,
        numbers: args.numbers,
        marks,
        coordinates: !args.no_coordinates,
    }
    .scene()
}

/// The game move by move. Marks are about the position at the end, and come with it.
fn animate(game: &PaperGame, count: usize, marks: &[Mark], args: &Args) -> Result<Vec<u8>> {
    let scenes: Vec<Scene> = (0..=count)
        .map(|number| {
            let marks = if number == count { marks } else { &[] };
            scene(game, number, marks, args)
        })
        .collect();
    let pace = Pace {
        delay: args.delay,
        hold: args.hold,
        loops: args.loops,
    };
    to_animation(&scenes, args.width, pace)
}

/// The mark where a person wants it, who counts rows from below.
fn on_board(size: BoardSize, typed: &Mark) -> Result<Mark> {
    ensure!(
        size.contains(typed.point),
        "{} lies outside the {size} board",
        typed.point
    );
    Ok(Mark {
        point: size.flip_rows(typed.point),
        kind: typed.kind.clone(),
    })
}

/// A PNG is made without a font: its letters are few.
fn check_letters(marks: &[Mark]) -> Result<()> {
    for mark in marks {
        if let MarkKind::Text(label) = &mark.kind {
            ensure!(
                label.chars().all(is_drawn),
                "a PNG can show the letters A to Z and digits, not '{label}'; an SVG can"
            );
        }
    }
    Ok(())
}

fn parse_output(text: &str) -> Result<PathBuf> {
    let path = PathBuf::from(text);
    ensure!(
        [SVG, PNG, APNG].contains(&ending(&path).as_str()),
        "it ends neither in .svg nor in .png or .apng"
    );
    Ok(path)
}

/// The time of a frame: some viewers run through shorter ones as slowly as they like.
fn parse_delay(text: &str) -> Result<Duration> {
    let delay = parse_duration(text)?;
    let shortest = Duration::from_millis(20);
    ensure!(
        (shortest..=LONGEST).contains(&delay),
        "a picture is shown for {shortest:?} to {LONGEST:?}"
    );
    Ok(delay)
}

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

fn parse_mark(text: &str) -> Result<Mark> {
    let (point, kind) = match text.split_once('=') {
        None => (text, MarkKind::Ring),
        Some((point, label)) => {
            ensure!(
                (1..=3).contains(&label.chars().count()),
                "'{label}' is not one to three letters"
            );
            (point, MarkKind::Text(label.to_owned()))
        }
    };
    Ok(Mark {
        point: point.parse()?,
        kind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn args(line: &str) -> Args {
        Line::try_parse_from(line.split(' ')).expect(line).args
    }

    fn picture(line: &str) -> Result<Vec<u8>> {
        let args = args(line);
        draw(&read(&args)?, &args)
    }

    #[test]
    fn the_ending_tells_the_format() {
        let svg = picture("render h8i9 -o a.svg").expect("a picture");
        assert!(svg.starts_with(b"<svg"));
        let png = picture("render h8i9 -o a.PNG --width 100").expect("a picture");
        assert!(png.starts_with(b"\x89PNG"));
        assert!(parse_output("a.gif").is_err() && parse_output("png").is_err());
    }

    #[test]
    fn a_game_becomes_an_animation() {
        let frames = |file: &[u8]| {
            let chunk = file.windows(4).position(|name| name == b"acTL")?;
            let count = file[chunk + 4..chunk + 8].try_into().ok()?;
            Some(u32::from_be_bytes(count))
        };
        let line = "render h8i9j10 -o a.png --width 100";
        assert_eq!(frames(&picture(line).expect("a still picture")), None);
        for (line, count) in [
            (
                "render h8i9j10 -o a.png --width 100 --animate --delay 50ms",
                4,
            ),
            ("render h8i9j10 -o a.apng --width 100 --mark a1=A", 4),
            ("render h8i9j10 -o a.apng --width 100 --move 1", 2),
        ] {
            assert_eq!(frames(&picture(line).expect(line)), Some(count), "{line}");
        }
        assert!(picture("render h8 -o a.svg --animate").is_err());
        for delay in ["0", "1ms", "66", "soon"] {
            assert!(parse_delay(delay).is_err(), "{delay}");
        }
    }

    #[test]
    fn marks_and_moves_are_drawn() {
        let line = "render h8i9j10 -o a.svg --move 2 --mark a1=A --mark h8";
        let svg = String::from_utf8(picture(line).expect("a picture")).expect("text");
        assert!(svg.contains(">A</text>") && svg.contains(">2</text>"));
        assert!(
            !svg.contains("class=\"black\" cx=\"416\""),
            "j10 is not played yet"
        );
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        for line in [
            "render h8h8 -o a.svg",
            "render h8 -o a.svg --move 2",
            "render h8 -o a.svg --game 2",
            "render h8 -o a.svg --game 0",
            "render h8 -o a.svg --mark p1",
            "render h8 -o a.png --mark a1=é",
        ] {
            assert!(picture(line).is_err(), "{line}");
        }
        assert!(parse_mark("h8=toolong").is_err() && parse_mark("=A").is_err());
    }
}
