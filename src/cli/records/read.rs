//! One door for every kind of record: tells the formats apart by their
//! content and bounds what is read, whatever somebody hands in.

use super::paper::{PaperGame, shorten};
use super::{log, move_list, psq_reader, sgf_reader};
use anyhow::{Context, ensure};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Files longer than this are no records: the longest tournament we know has a tenth of it.
pub const LONGEST_FILE: u64 = 64 << 20;
/// Texts longer than this are no names of files.
const LONGEST_PATH: usize = 1_024;
/// More games than this in one file are refused, so that memory stays bounded.
pub const MOST_GAMES: usize = 20_000;

/// Reads all games of a file, `-` being the standard input.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<PaperGame>> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let length = if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LONGEST_FILE + 1)
            .read_to_end(&mut bytes)
    } else {
        let file = File::open(path).with_context(|| format!("cannot open '{shown}'"))?;
        file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)
    };
    let length = length.with_context(|| format!("cannot read '{shown}'"))?;
    ensure!(
        length as u64 <= LONGEST_FILE,
        "'{shown}' is longer than {} MiB",
        LONGEST_FILE >> 20
    );
    read(&bytes).with_context(|| format!("in '{shown}'"))
}

/// The records in a directory with one of these endings, by name; a file is itself.
pub fn files(path: &Path, endings: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("in '{}'", path.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.path();
        let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
        let is_record = endings
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending));
        if is_record && file.is_file() {
            files.push(file);
        }
    }
    let (last, others) = endings.split_last().context("no endings are known")?;
    let names = others.iter().map(|ending| format!("no .{ending} "));
    ensure!(
        !files.is_empty(),
        "there is {}and no .{last} file in '{}'",
        names.collect::<String>(),
        path.display()
    );
    files.sort();
    Ok(files)
}

/// Reads what somebody typed: the name of a file, `-`, or the game itself. Games are told
/// from the names of files by whether there is such a file.
pub fn read_argument(text: &str) -> anyhow::Result<Vec<PaperGame>> {
    let path = Path::new(text);
    if text == "-" || (text.len() <= LONGEST_PATH && path.exists()) {
        return read_file(path);
    }
    read(text.as_bytes()).with_context(|| {
        if text.contains(['/', '\\']) || path.extension().is_some() {
            let shown = shorten(text, 60);
            format!("there is no file '{shown}', and as moves it cannot be read")
        } else {
            "give moves (h8i9, or 7,7 8,8), a diagram, a file, or - for the standard input"
                .to_owned()
        }
    })
}

/// The game of this number, counted from 1, or the only one.
pub fn choose(games: Vec<PaperGame>, number: Option<usize>) -> anyhow::Result<PaperGame> {
    let count = games.len();
    ensure!(
        number.is_some() || count == 1,
        "there are {count} games in it: choose one by --game 1 to --game {count}"
    );
    let game = games.into_iter().nth(number.unwrap_or(1).wrapping_sub(1));
    game.with_context(|| format!("there is no game {}: it holds {count}", number.unwrap_or(1)))
}

/// Reads all games of a record: a PSQ file, an SGF file, the log of a match, a diagram or
/// move lists. A record without any game is an error.
pub fn read(bytes: &[u8]) -> anyhow::Result<Vec<PaperGame>> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let games = if text.starts_with(psq_reader::MAGIC) {
        vec![psq_reader::read(text)?]
    } else if text.starts_with('(') {
        sgf_reader::read(text, MOST_GAMES)?
    } else if text.starts_with('{') {
        read_log(text.as_bytes())?
    } else if move_list::is_diagram(text) {
        vec![move_list::read_diagram(text)?]
    } else {
        move_list::read(text, MOST_GAMES)?
    };
    ensure!(!games.is_empty(), "there is no game in it");
    Ok(games)
}

fn read_log(bytes: &[u8]) -> anyhow::Result<Vec<PaperGame>> {
    let games = log::parse(bytes)?.games;
    ensure!(
        games.len() <= MOST_GAMES,
        "there are more than {MOST_GAMES} games"
    );
    let games = games.iter().map(|record| {
        PaperGame::from_record(record).with_context(|| format!("game {}", record.game + 1))
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::super::{GameRecord, Reason, Winner};
    use super::super::{psq, sgf};
    use super::*;
    use crate::types::{BoardSize, Color, Point, Rule};
    use proptest::prelude::*;
    use std::time::Duration;

    /// Any game that our writers may get: distinct points, times behind the opening.
    fn records() -> impl Strategy<Value = GameRecord> {
        let name = "[ -~äé字]{1,12}".prop_map(|name| format!("p{}q", name.trim()));
        let names = (name.clone(), name);
        let size = (5_usize..=32, 5_usize..=32);
        (
            size,
            0_usize..40,
            any::<u64>(),
            0_usize..6,
            names,
            0_usize..3,
            0_usize..5,
        )
            .prop_map(
                |((width, height), count, seed, opening, names, winner, rule)| {
                    let size = BoardSize::new(width, height).expect("in range");
                    let mut points: Vec<Point> = size.points().collect();
                    fastrand::Rng::with_seed(seed).shuffle(&mut points);
                    points.truncate(count.min(size.cells()));
                    let opening = opening.min(points.len());
                    GameRecord {
                        game: 0,
                        round: 1,
                        black: names.0,
                        white: names.1,
                        winner: [Winner::Black, Winner::White, Winner::Draw][winner],
                        reason: Reason::Five,
                        detail: None,
                        rule: Rule::ALL[rule].name().to_owned(),
                        size: format!("{width}x{height}"),
                        opening,
                        moves: GameRecord::write_moves(&points),
                        times: (0..points.len() - opening).map(|n| 7 * n as u64).collect(),
                        swap2: Vec::new(),
                        ended: 0,
                    }
                },
            )
    }

    /// The moves with their times in milliseconds, none counting as zero.
    fn moves(game: &PaperGame) -> Vec<(Point, Color, u128)> {
        let time = |time: Option<Duration>| time.map_or(0, |time| time.as_millis());
        game.moves
            .iter()
            .map(|m| (m.point, m.color, time(m.time)))
            .collect()
    }

    proptest! {
        #[test]
        fn what_we_write_we_read(record in records()) {
            let expected = PaperGame::from_record(&record).expect("a valid record");
            let psq = psq::write(&record).expect("a valid record");
            let [game] = &read(psq.as_bytes()).expect("a PSQ file")[..] else { panic!("one game") };
            prop_assert_eq!(game.size, expected.size);
            prop_assert_eq!(moves(game), moves(&expected));
            prop_assert_eq!(&game.black, &expected.black);
            prop_assert_eq!(&game.white, &expected.white);
            let sgf = sgf::write(&record).expect("a valid record").repeat(2);
            let games = read(sgf.as_bytes()).expect("an SGF file");
            prop_assert_eq!(games.len(), 2);
            prop_assert_eq!(&games[0], &expected);
            prop_assert_eq!(&games[1], &expected);
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }

        #[test]
        fn broken_records_never_make_the_reader_panic(
            record in records(),
            cut in any::<prop::sample::Index>(),
            at in any::<prop::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let psq = psq::write(&record).expect("a valid record");
            let sgf = sgf::write(&record).expect("a valid record");
            for text in [psq, sgf, record.moves] {
                let mut bytes = text.into_bytes();
                let _ = read(&bytes[..cut.index(bytes.len() + 1)]);
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                    if let Ok(games) = read(&bytes) {
                        for game in games {
                            game.board_after(usize::MAX);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_format_is_told_by_its_content() {
        let record = super::super::game_record::tests::sample();
        let log = format!(
            "{}\n{}\n",
            r#"{"match":{"run":"1","rule":"renju","size":"15x15","pairing":"gauntlet","engines":[],"openings":"0","draw_after":null}}"#,
            serde_json::json!({ "game": record })
        );
        for text in [
            psq::write(&record).expect("a valid record"),
            sgf::write(&record).expect("a valid record"),
            log,
            "\u{feff} h8i9j10a1\r\n".to_owned(),
        ] {
            let games = read(text.as_bytes()).expect(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].moves.len(), 4, "{text}");
        }
        let diagram = ".....\n.X...\n.....\n.....\n.....";
        assert_eq!(
            read(diagram.as_bytes()).expect("a diagram")[0].setup.len(),
            1
        );
    }

    #[test]
    fn nothing_and_nonsense_are_refused() {
        for text in [
            "",
            " \n",
            "# h8",
            "hello",
            "12",
            "8,8,250\n9,9,120\n",
            "\0\0\0",
            "{}",
            "{\"match\":1}\n",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_was_typed_is_a_file_or_a_game_or_explained() {
        assert_eq!(read_argument("h8i9").expect("a game")[0].moves.len(), 2);
        for (text, part) in [
            ("hello", "give moves"),
            ("none/such.psq", "no file 'none/such.psq'"),
            ("h8\\i9", "no file"),
        ] {
            let error = read_argument(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(read_argument(&"a1".repeat(5_000)).is_err(), "taken cells");
    }

    #[test]
    fn of_several_games_one_must_be_chosen() {
        let games = || read(b"h8i9\nj10k10l11\n").expect("two games");
        let error = choose(games(), None).expect_err("which?").to_string();
        assert!(error.contains("2 games"), "{error}");
        assert_eq!(choose(games(), Some(2)).expect("a game").moves.len(), 3);
        for number in [0, 3, usize::MAX] {
            assert!(choose(games(), Some(number)).is_err(), "{number}");
        }
        assert!(choose(read(b"h8").expect("a game"), None).is_ok());
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read_file(Path::new("no/such.psq")).expect_err("no such file");
        assert!(error.to_string().contains("no/such.psq"), "{error}");
    }
}
