//! Whole games by a script: what a person types and what the table shows, with
//! an opponent that knows its moves.

use super::super::clock::ClockTerms;
use super::super::session::Agreement;
use super::*;
use crate::board::text::parse_points;
use crate::cli::records;
use crate::cli::terminal::look::visible_width;
use crate::engine::{Answer, Decision, Level, Task};
use crate::search::ManualClock;
use crate::types::{BoardSize, Rule};
use std::collections::VecDeque;
use std::time::Duration;

/// Decides what it was told to, then plays the first empty cells of row 15, the upper one.
struct Scripted {
    decisions: VecDeque<Decision>,
    name: String,
    games: usize,
}

impl Opponent for Scripted {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn answer(&mut self, session: &Session, _: Task) -> anyhow::Result<Answer> {
        let free = (0..15)
            .map(|x| Point::new(x, 0))
            .find(|&point| session.board().is_empty(point));
        let scripted = self.decisions.pop_front();
        Ok(Answer {
            decision: scripted.unwrap_or_else(|| Decision::Stones(free.into_iter().collect())),
            outcome: None,
        })
    }

    fn hint(&mut self, _: &Session) -> anyhow::Result<Option<Line>> {
        Ok(Some(Line {
            moves: points(&format!("c3d4{}", "n13o14".repeat(30))),
            score: 40,
            depth: 3,
            selective_depth: 5,
        }))
    }

    fn set_level(&mut self, level: Level) {
        self.name = level.to_string();
    }

    fn new_game(&mut self) {
        self.games += 1;
    }
}

/// The points by the names that people call them.
fn points(text: &str) -> Vec<Point> {
    let size = BoardSize::square(15).expect("a size");
    let typed = parse_points(text).expect("points");
    typed.iter().map(|&point| size.flip_rows(point)).collect()
}

struct Evening {
    text: String,
    session: Session,
    games: usize,
}

fn evening(swap2: bool, decisions: &[Decision], look: Look, script: &str) -> Evening {
    let mut opponent = Scripted {
        decisions: decisions.iter().cloned().collect(),
        name: "robot".to_owned(),
        games: 0,
    };
    let session = Session::new(Agreement {
        rule: Rule::Freestyle,
        size: BoardSize::square(15).expect("a size"),
        first: Seat::Person,
        swap2,
        start: Vec::new(),
        clock: ClockTerms {
            whole: Some(Duration::from_secs(3_600)),
            increment: Duration::ZERO,
        },
    });
    let mut output = Vec::new();
    let mut kept = None;
    let clock = Arc::new(ManualClock::default());
    let typer = SlowTyper {
        lines: script.split_inclusive('\n').map(str::to_owned).collect(),
        clock: Arc::clone(&clock),
    };
    let mut table = Table {
        input: io::BufReader::with_capacity(1 << 16, typer),
        output: &mut output,
        opponent: &mut opponent,
        look,
        clock,
        keep: &mut |session, _| kept = Some(session.board().clone()),
    };
    let session = table.run(session).expect("a quiet evening");
    assert_eq!(
        kept.as_ref(),
        Some(session.board()),
        "the newest state is kept"
    );
    Evening {
        text: String::from_utf8(output).expect("text"),
        session,
        games: opponent.games,
    }
}

/// Types one line at a time and takes ten seconds for each.
struct SlowTyper {
    lines: VecDeque<String>,
    clock: Arc<ManualClock>,
}

impl io::Read for SlowTyper {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.clock.advance(Duration::from_secs(10));
        let line = self.lines.pop_front().unwrap_or_default();
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

fn plain(script: &str) -> Evening {
    evening(false, &[], Look::PLAIN, script)
}

#[test]
fn a_game_is_won_by_typing_points() {
    let Evening { text, session, .. } = plain("h8\ni8\nj8\nk8\nl8\nquit\n");
    let ending = session.ending().expect("an end");
    assert_eq!(ending.winner, Some(Seat::Person));
    assert!(text.contains("robot plays a15."), "{text}");
    assert!(text.contains("You win: five in a row."), "{text}");
    assert!(text.contains("(X X X X X)"), "{text}");
}

#[test]
fn nonsense_at_every_prompt_never_ends_the_game() {
    let script = "\n\nhello\nh\nh99\np15\nundo\nlevel x\nsave\ntwo\nblack\n\u{0}\u{1b}[31m\n\
                  h8\nh8\na15\ni8 j8\nundo undo\nhint me\nmoves\nclock\nboard\nhelp\n?\n";
    let long = "x".repeat(10_000);
    let Evening { text, session, .. } = plain(&format!("{script}{long}\nquit\n"));
    assert_eq!(session.ending(), None);
    assert_eq!(session.board().stone_count(), 2);
    for part in [
        "I do not understand 'hello'",
        "p15 is not on this 15x15 board",
        "no move of yours",
        "not a level",
        "h8 is taken",
        "a15 is taken",
        "One move at a time",
        "1.h8 2.a15",
        "For analyze: h8a15",
        "left. robot: 1:00:00 left.",
        "take back your last move",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('\x1b'), "plain text holds no codes");
}

#[test]
fn a_move_costs_all_the_time_since_the_turn_began() {
    let Evening { text, session, .. } = plain("clock\nhint\nh8\nclock\nquit\n");
    assert!(text.contains("You: 59:50 left."), "{text}");
    assert!(text.contains("You: 59:20 left."), "{text}");
    assert_eq!(session.times()[0], Duration::from_secs(30));
}

#[test]
fn a_clock_that_falls_ends_the_game_at_the_next_line() {
    let script = "\n".repeat(365) + "h8\nquit\n";
    let Evening { text, session, .. } = plain(&script);
    assert!(text.contains("You lose: the time is up."), "{text}");
    assert_eq!(session.board().stone_count(), 0);
}

#[test]
fn a_game_lost_on_time_goes_on_after_taking_back() {
    let script = "h8\n".to_owned() + &"\n".repeat(365) + "undo\ni8\nquit\n";
    let Evening { text, session, .. } = plain(&script);
    assert!(text.contains("You lose: the time is up."), "{text}");
    assert!(text.contains("Taken back: h8, a15."), "{text}");
    assert_eq!(session.ending(), None);
    assert_eq!(session.board().stone_count(), 2);
    assert!(text.contains("59:50 left"), "{text}");
}

#[test]
fn a_long_sentence_is_broken_between_its_words_on_a_terminal() {
    let look = Look {
        live: true,
        width: 40,
        ..Look::PLAIN
    };
    let Evening { text, .. } = evening(false, &[], look, "level 99\nquit\n");
    let from = text.find("Sorry").expect("a sentence");
    let lines: Vec<&str> = text[from..].lines().take(3).collect();
    assert!(lines[1].starts_with("enfant, cases"), "{lines:?}");
    assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
}

#[test]
fn the_end_of_the_input_leaves_the_game_as_it_stands() {
    assert_eq!(plain("").session.board().stone_count(), 0);
    assert_eq!(plain("h8").session.board().stone_count(), 2);
}

#[test]
fn undo_hint_level_new_and_resign_do_what_they_say() {
    let Evening { text, session, .. } = plain("h8\ni8\nundo\nhint\nlevel motifs\nj8\n");
    assert_eq!(session.board().stone_count(), 4);
    assert!(text.contains("Hint A: +40 55 % with c3 d4"), "{text}");
    assert!(text.contains(" 3  . . A ."), "{text}");
    assert!(text.contains("You now play against motifs."), "{text}");
    assert!(text.contains("motifs plays"), "{text}");
    let evening = plain("h8\nresign\nundo\n");
    assert!(
        evening
            .text
            .contains("You have not resigned; the game goes on.")
    );
    assert_eq!(evening.session.ending(), None);
    assert_eq!(evening.session.board().stone_count(), 2);
    let evening = plain("h8\nresign\nhint\nnew\ni8\n");
    assert!(evening.text.contains("You lose: you gave up."));
    assert!(evening.text.contains("no move to find"));
    assert_eq!(evening.session.ending(), None);
    assert_eq!(evening.session.board().stone_count(), 2);
    assert_eq!(evening.games, 2, "the opponent knows of both games");
}

#[test]
fn a_hint_is_one_line_of_whole_moves() {
    let text = plain("hint\n").text;
    let hint = text.lines().find(|line| line.contains("Hint A:"));
    let hint = hint.map(|line| &line[line.find("Hint").expect("found above")..]);
    let hint = hint.expect("a hint");
    assert!((70..80).contains(&hint.len()), "{hint}");
    assert!(hint.ends_with(" n13") || hint.ends_with(" o14"), "{hint}");
}

#[test]
fn a_swap2_opening_is_led_from_prompt_to_prompt() {
    let two = Decision::Stones(points("j10k11"));
    let script = "h8\ni9 g7\nh1\ntwo\nwhite\nl12\nquit\n";
    let Evening { text, session, .. } = evening(true, &[two], Look::PLAIN, script);
    for part in [
        "Put 3 stones of the opening (black is next):",
        "Put 2 stones of the opening (white is next):",
        "robot plays j10, k11.",
        "Take black or white:",
        "First choose: black or white.",
        "Two stones were put already",
        "Your move (white):",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(session.color(Seat::Person), Some(Color::White));
    assert_eq!(session.board().stone_count(), 7);
    let swapped = evening(true, &[Decision::Swap], Look::PLAIN, "h8 i9 g7\nquit\n");
    assert!(
        swapped.text.contains("robot takes black."),
        "{}",
        swapped.text
    );
}

#[test]
fn a_saved_game_is_read_back_and_not_written_over_unasked() {
    let directory = std::env::temp_dir().join(format!("quinte-play-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    for name in ["game.psq", "game.SGF"] {
        let path = directory.join(name);
        let shown = path.display();
        let script = format!("h8\ni8\nsave {shown}\nsave {shown}\nj8\nsave! {shown}\nquit\n");
        let Evening { text, session, .. } = plain(&script);
        assert!(text.contains(&format!("Saved to {shown}.")), "{text}");
        assert!(text.contains("exists already"), "{text}");
        let games = records::read_file(&path).expect("our own record");
        let read: Vec<Point> = games[0].moves.iter().map(|played| played.point).collect();
        assert_eq!(read, session.board().history());
        assert_eq!(games[0].black.as_deref(), Some("You"));
        assert_eq!(games[0].white.as_deref(), Some("robot"));
    }
    let nowhere = directory.join("none/game.psq");
    let text = plain(&format!("save {}\nquit\n", nowhere.display())).text;
    assert!(text.contains("Sorry, I cannot write"), "{text}");
    let _ = std::fs::remove_dir_all(&directory);
}

#[test]
fn a_coloured_evening_fits_eighty_columns_and_ends_every_colour() {
    let look = Look {
        color: true,
        live: true,
        width: 80,
        height: None,
    };
    let Evening { text, .. } = evening(false, &[], look, "h8\nhint\nhelp\nmoves\nquit\n");
    assert!(text.contains("\x1b[2J"), "the picture is drawn anew");
    for line in text.split("\x1b[H").flat_map(str::lines) {
        let line = line.replace("\x1b[2J", "");
        // The remark before an answer shares its line with the prompt that nobody ended.
        assert!(visible_width(&line) <= 80 + 40, "{line}");
    }
    let opened = text.matches("\x1b[").count()
        - text.matches("\x1b[2J").count()
        - text.matches("\x1b[H").count();
    assert_eq!(opened, 2 * text.matches("\x1b[0m").count());
}

#[test]
fn a_board_higher_than_the_terminal_is_not_silent_about_it() {
    let words = "upper rows scroll off";
    for (height, is_told) in [(Some(16), true), (Some(24), false), (None, false)] {
        let look = Look {
            height,
            ..Look::PLAIN
        };
        let Evening { text, .. } = evening(false, &[], look, "quit\n");
        assert_eq!(text.contains(words), is_told, "{height:?}: {text}");
    }
}

#[test]
fn the_picture_of_a_twenty_by_twenty_game_fits_a_terminal_of_80_by_24() {
    let mut session = Session::new(Agreement {
        rule: Rule::Freestyle,
        size: BoardSize::square(20).expect("a size"),
        first: Seat::Person,
        swap2: false,
        start: parse_points("j10k11l12m13n14").expect("points"),
        clock: ClockTerms::default(),
    });
    session.person_resigns().expect("a game to give up");
    for color in [false, true] {
        let look = Look {
            color,
            live: true,
            width: 80,
            height: None,
        };
        let lines = screen::picture(&session, "Quinte stratege", None, look);
        // One line for a sentence and one for the prompt.
        assert!(lines.len() + 2 <= 24, "{}", lines.len());
        for line in &lines {
            assert!(visible_width(line) <= 80, "{line}");
        }
    }
}
