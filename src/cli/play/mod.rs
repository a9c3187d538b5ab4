//! `play`: a person against the engine at any level, or two engines to watch,
//! on a terminal of 80 columns. Input is by lines: the terminal is never put
//! into a mode that it would have to be brought back from.

mod clock;
mod command;
mod opponent;
mod saving;
mod screen;
mod session;
mod table;
mod watch;

use crate::cli::arena::contestant::Contestant;
use crate::cli::arena::limits::Limits;
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::interrupt::{self, INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::records::subject::{self, Source};
use crate::cli::terminal::{Look, LookArgs};
use crate::cli::units::{
    parse_color, parse_duration, parse_rule, parse_size, parse_span, parse_threads,
};
use crate::engine::{Level, ThreadCount};
use crate::search::SystemClock;
use crate::types::{BoardSize, Color, Point, Rule};
use anyhow::{Context, ensure};
use clock::{ClockTerms, Seat};
use opponent::{EngineOpponent, Opponent};
use session::{Agreement, Session};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::Table;
use watch::Fixture;

/// Shown below the options.
const EXAMPLES: &str = "\
An ENGINE is a command or a list of settings, as in match: name=new,cmd=./pbrain-a,turn=2.

Examples:
  pbrain-quinte play --level 4
  pbrain-quinte play --rule renju --as white --clock 10m --increment 5
  pbrain-quinte play --swap2 --level full
  pbrain-quinte play --watch ./pbrain-rival --turn 2        (against Quinte itself)
  pbrain-quinte play --watch ./pbrain-a ./pbrain-b --save game.psq";

/// Play against the engine, or watch two engines play.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How strong the engine plays: 1 to 10, or a name such as motifs
    #[arg(long, short, default_value = "full", value_name = "LEVEL")]
    level: Level,
    /// Your colour; black moves first, and puts the stones of a swap2 opening
    #[arg(long = "as", value_name = "COLOUR", default_value = "black", value_parser = parse_color)]
    color: Color,
    /// The rule: freestyle, standard, renju, caro, caro-exact [default: what the record of --from says, or freestyle]
    #[arg(long, value_parser = parse_rule)]
    rule: Option<Rule>,
    /// The board: 15, or 30x20 [default: the record's, or the smallest usual one that fits]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// Begin with a swap2 opening
    #[arg(long, conflicts_with = "from")]
    swap2: bool,
    /// Begin after these moves: h8i9, 7,7 8,8, or a file
    #[arg(long, value_name = "MOVES")]
    from: Option<String>,
    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N", requires = "from")]
    game: Option<usize>,
    /// The engine's time for a move
    #[arg(long, default_value = "3", value_name = "TIME", value_parser = parse_duration)]
    turn: Duration,
    /// Threads of the full engine, at most as many as the machine has
    #[arg(long, default_value = "1", value_name = "COUNT", value_parser = parse_threads)]
    threads: ThreadCount,
    /// The time of each player for the whole game: 10m, 90 [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_span)]
    clock: Option<Duration>,
    /// What every move adds to its player's clock
    #[arg(long, value_name = "TIME", requires = "clock", value_parser = parse_duration)]
    increment: Option<Duration>,
    /// Write the game to a PSQ or SGF file when it is left, by Ctrl-C too
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Watch ENGINE play against ENGINE2, or against Quinte itself
    #[arg(long, value_names = ["ENGINE", "ENGINE2"], num_args = 1..=2, conflicts_with_all = ["swap2", "files"])]
    watch: Vec<String>,
    /// Time to look at each move of a watched game
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = parse_duration)]
    pause: Option<Duration>,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    pub(super) networks: Networks,
}

impl Args {
    /// Whether others play, and this program looks on.
    pub(super) const fn is_watched(&self) -> bool {
        !self.watch.is_empty()
    }

    /// What to begin with: the rule, the board, and stones that must not end the game already.
    fn start(&self) -> anyhow::Result<Start> {
        let subject = subject::read(&Source {
            text: self.from.clone(),
            rule: self.rule,
            size: self.size,
            game: self.game,
            ..Source::default()
        })?;
        ensure!(
            subject.in_order,
            "--from needs moves in their order, not a diagram"
        );
        ensure!(subject.ending.is_none(), "the game of --from is over");
        Ok(Start {
            rule: subject.rule,
            size: subject.board.size(),
            stones: subject.board.history().to_vec(),
        })
    }

    fn check_save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        ensure!(
            saving::is_known(path),
            "--save: '{}' ends neither in .psq nor in .sgf",
            path.display()
        );
        destination::check(path).context("--save")?;
        ensure!(
            !path.exists(),
            "--save: '{}' exists already",
            path.display()
        );
        Ok(())
    }
}

/// What a game begins with.
struct Start {
    rule: Rule,
    size: BoardSize,
    stones: Vec<Point>,
}

/// A game as it stands, with the opponent's name.
type Standing = Arc<Mutex<Option<(Session, String)>>>;

/// Runs the sub-command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.check_save().map_err(refuse)?;
    let start = args.start().map_err(refuse)?;
    args.networks.install([start.rule]).map_err(refuse)?;
    if args.is_watched() {
        watch_engines(args, start)
    } else {
        play(args, start)
    }
}

fn play(args: &Args, start: Start) -> anyhow::Result<ExitCode> {
    let look = args.look.look();
    let standing = Standing::default();
    leave_politely(look, args.save.clone(), Arc::clone(&standing))?;
    let mut opponent = EngineOpponent::start(args.level, args.turn, args.threads);
    // Who is black moves first from the empty board, but not from every position.
    let black_is_next = start.stones.len().is_multiple_of(2);
    let first = if (args.color == Color::Black) == black_is_next {
        Seat::Person
    } else {
        Seat::Engine
    };
    let session = Session::new(Agreement {
        rule: start.rule,
        size: start.size,
        first,
        swap2: args.swap2,
        start: start.stones,
        clock: ClockTerms {
            whole: args.clock,
            increment: args.increment.unwrap_or_default(),
        },
    });
    let mut table = Table {
        input: std::io::stdin().lock(),
        output: std::io::stdout().lock(),
        opponent: &mut opponent,
        look,
        clock: Arc::new(SystemClock::start()),
        keep: &mut |session, name| {
            if let Ok(mut standing) = standing.lock() {
                *standing = Some((session.clone(), name));
            }
        },
    };
    let session = table.run(session)?;
    drop(table);
    if let Some(path) = &args.save {
        println!("{}", save_on_leaving(&session, &opponent.name(), path)?);
    }
    Ok(ExitCode::SUCCESS)
}

/// Ctrl-C leaves at once, but not without saving the game if that was asked for. Nothing
/// but a colour can be left behind on the terminal, and that is ended here.
fn leave_politely(look: Look, save: Option<PathBuf>, standing: Standing) -> anyhow::Result<()> {
    interrupt::on_interruption(move || {
        let mut text = if look.color { "\x1b[0m\n" } else { "\n" }.to_owned();
        let standing = standing.lock().ok();
        let game = standing.as_ref().and_then(|standing| standing.as_ref());
        if let (Some(path), Some((session, name))) = (&save, game) {
            let saved = save_on_leaving(session, name, path);
            text += &saved.unwrap_or_else(|error| format!("Error: {error:#}"));
            text.push('\n');
        }
        // The table holds the lock of the standard output; the error stream is the same terminal.
        let _ = std::io::stderr().write_all(text.as_bytes());
        // Leave now.
        true
    })
}

/// Writes the game and says so. A file of this name was not there when the game began, so it
/// can only be an earlier state of the game, saved by a command.
fn save_on_leaving(session: &Session, opponent: &str, path: &Path) -> anyhow::Result<String> {
    table::save(session, opponent, path, true)?;
    Ok(format!("Saved to {}.", path.display()))
}

fn watch_engines(args: &Args, start: Start) -> anyhow::Result<ExitCode> {
    let stop = Stop::at_interruption()?;
    let limits = Limits {
        turn: Some(args.turn),
        game: args.clock,
        increment: args.increment.unwrap_or_default(),
        // Engines that never heard of threads need not hear of them.
        threads: Some(args.threads.get() as u64).filter(|&count| count > 1),
        ..Limits::default()
    };
    let first = Contestant::parse(&args.watch[0], &limits).map_err(refuse)?;
    let second = match args.watch.get(1) {
        Some(text) => Contestant::parse(text, &limits).map_err(refuse)?,
        None => Contestant::this_program(&["--level", &args.level.to_string()], &limits)?,
    };
    // A single engine sits where the person would.
    let engines = match (args.watch.len(), args.color) {
        (1, Color::White) => [second, first],
        _ => [first, second],
    };
    let fixture = Fixture {
        engines,
        rule: start.rule,
        size: start.size,
        start: start.stones,
        pause: args.pause.unwrap_or_default(),
        save: args.save.clone(),
    };
    let mut out = std::io::stdout().lock();
    let is_over = watch::watch(fixture, args.look.look(), &mut out, &stop)?;
    Ok(if is_over {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INTERRUPTED)
    })
}
