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

use super::analyze::parse_color;
use super::analyze::subject::{self, Source};
use super::match_games::contestant::Contestant;
use super::match_games::limits::{Limits, parse_duration, parse_threads};
use super::match_games::{INTERRUPTED, watch_for_interruption};
use super::records::game_record::parse_size;
use super::terminal::{Look, LookArgs};
use crate::engine::{Level, ThreadCount};
use crate::search::SystemClock;
use crate::types::{BoardSize, Color, Point, Rule};
use anyhow::{Context, ensure};
use clock::{ClockTerms, Seat};
use opponent::{EngineOpponent, Opponent};
use session::{Agreement, Session};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    /// The rule: freestyle, standard, renju, caro, caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The board: 15, or 30x20
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Begin with a swap2 opening
    #[arg(long, conflicts_with = "from")]
    swap2: bool,
    /// Begin after these moves: h8i9, or a file with one game
    #[arg(long, value_name = "MOVES")]
    from: Option<String>,
    /// The engine's time for a move
    #[arg(long, default_value = "3", value_name = "TIME", value_parser = parse_duration)]
    turn: Duration,
    /// Threads of the full engine, at most as many as the machine has
    #[arg(long, default_value = "1", value_name = "COUNT", value_parser = parse_threads)]
    threads: ThreadCount,
    /// The time of each player for the whole game: 10m, 90 [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    clock: Option<Duration>,
    /// What every move adds to its player's clock
    #[arg(long, value_name = "TIME", requires = "clock", value_parser = parse_duration)]
    increment: Option<Duration>,
    /// Write the game to a PSQ or SGF file when it is left or over
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Watch ENGINE play against ENGINE2, or against Quinte itself
    #[arg(long, value_names = ["ENGINE", "ENGINE2"], num_args = 1..=2, conflicts_with = "swap2")]
    watch: Vec<String>,
    /// Time to look at each move of a watched game
    #[arg(long, default_value = "0", value_name = "TIME", value_parser = parse_duration)]
    pause: Duration,
    #[command(flatten)]
    look: LookArgs,
}

impl Args {
    /// The stones to begin with, which must not end the game already.
    fn start(&self) -> anyhow::Result<Vec<Point>> {
        let Some(text) = &self.from else {
            return Ok(Vec::new());
        };
        let subject = subject::read(&Source {
            text: Some(text.clone()),
            rule: Some(self.rule),
            size: Some(self.size),
            ..Source::default()
        })?;
        ensure!(
            subject.in_order,
            "--from needs moves in their order, not a diagram"
        );
        ensure!(subject.ending.is_none(), "the game of --from is over");
        Ok(subject.board.history().to_vec())
    }

    fn check_save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        let line = format!("save {}", path.display());
        if let Err(sentence) = command::parse(&line) {
            anyhow::bail!("--save: {sentence}");
        }
        ensure!(!path.exists(), "'{}' exists already", path.display());
        Ok(())
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.check_save()?;
    if args.watch.is_empty() {
        play(args)
    } else {
        watch_engines(args)
    }
}

fn play(args: &Args) -> anyhow::Result<ExitCode> {
    let look = args.look.look();
    leave_politely(look)?;
    let mut opponent = EngineOpponent::start(args.level, args.turn, args.threads);
    let start = args.start()?;
    // Who is black moves first from the empty board, but not from every position.
    let black_is_next = start.len().is_multiple_of(2);
    let first = if (args.color == Color::Black) == black_is_next {
        Seat::Person
    } else {
        Seat::Engine
    };
    let session = Session::new(Agreement {
        rule: args.rule,
        size: args.size,
        first,
        swap2: args.swap2,
        start,
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
    };
    let session = table.run(session)?;
    drop(table);
    if let Some(path) = &args.save {
        table::save(&session, &opponent.name(), path, false)?;
        println!("Saved to {}.", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Ctrl-C leaves at once. Nothing but a colour can be left behind on the
/// terminal, and that is ended here.
fn leave_politely(look: Look) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        // The table holds the lock of the standard output; the error stream is the same terminal.
        let end = if look.color { "\x1b[0m\n" } else { "\n" };
        let _ = std::io::stderr().write_all(end.as_bytes());
        std::process::exit(INTERRUPTED.into());
    })?;
    Ok(())
}

fn watch_engines(args: &Args) -> anyhow::Result<ExitCode> {
    let interrupted = Arc::new(AtomicBool::new(false));
    watch_for_interruption(&interrupted)?;
    let limits = Limits {
        turn: Some(args.turn),
        game: args.clock,
        increment: args.increment.unwrap_or_default(),
        // Engines that never heard of threads need not hear of them.
        threads: Some(args.threads.get() as u64).filter(|&count| count > 1),
        ..Limits::default()
    };
    let first = Contestant::parse(&args.watch[0], &limits)?;
    let second = match args.watch.get(1) {
        Some(text) => Contestant::parse(text, &limits)?,
        None => quinte(args.level, &limits)?,
    };
    // A single engine sits where the person would.
    let engines = match (args.watch.len(), args.color) {
        (1, Color::White) => [second, first],
        _ => [first, second],
    };
    let fixture = Fixture {
        engines,
        rule: args.rule,
        size: args.size,
        start: args.start()?,
        pause: args.pause,
        save: args.save.clone(),
    };
    let mut out = std::io::stdout().lock();
    let ending = watch::watch(fixture, args.look.look(), &mut out, &interrupted)?;
    if ending.is_none() {
        writeln!(out, "Interrupted.")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// This program as an engine to watch.
fn quinte(level: Level, limits: &Limits) -> anyhow::Result<Contestant> {
    let program = std::env::current_exe().context("cannot find this program")?;
    Ok(Contestant {
        name: String::new(),
        command: program.display().to_string(),
        program,
        arguments: vec!["--level".to_owned(), level.to_string()],
        directory: None,
        limits: limits.clone(),
    })
}
