//! `analyze`: what the engine thinks of a position, for people in colour and
//! for programs as JSON.

mod analysis;
mod batch;
mod json;
mod live;
mod report;
pub mod subject;

use super::fault::refuse;
use super::match_games::INTERRUPTED;
use super::match_games::limits::{parse_count, parse_memory, parse_span, parse_threads};
use super::memory;
use super::records::game_record::parse_size;
use super::terminal::{Look, LookArgs};
use crate::board::Bitboard;
use crate::engine::ThreadCount;
use crate::search::{Control, Observer, Searcher, Silent, SystemClock};
use crate::types::{BoardSize, Color, Rule};
use analysis::{Analysis, Bounds};
use anyhow::{Context, anyhow};
use live::Live;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use subject::{Source, Subject};

/// The time for an analysis when nothing was said.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// The stack of the thread that thinks: a forced win may go down a thousand plies.
const STACK_BYTES: usize = 64 << 20;

/// Shown below the options.
const EXAMPLES: &str = "\
A POSITION is a list of moves (h8i9, h8 i9, 1. h8 2. i9), a diagram of . X O with row 1 on top,
the name of a file (PSQ, SGF, a log of matches, moves or a diagram), or - for the standard input.
Ctrl-C ends the thinking, not the report; a second one ends the program.

Examples:
  pbrain-quinte analyze h8i9i7 --time 10
  pbrain-quinte analyze game.psq --move 24 --lines 5
  pbrain-quinte analyze game.sgf --rule renju --nodes 1M --json
  pbrain-quinte analyze --infinite h8";

/// Tell what the engine thinks of a position.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Moves, a diagram, a file, or - (see below) [default: the empty board]
    position: Vec<String>,
    /// Stop after this many moves of the game
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The rule: freestyle, standard, renju, caro, caro-exact [default: what the record says, or freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The board: 15, or 30x20 [default: the record's, or the smallest usual one that fits]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// Whose turn it is [default: what the stones say]
    #[arg(long, value_name = "COLOUR", value_parser = parse_color)]
    side: Option<Color>,
    /// How many good moves to tell
    #[arg(long, short = 'n', value_name = "COUNT", default_value = "3", value_parser = parse_lines)]
    lines: usize,
    /// Time to think: 10, 500ms, 2m [default: 3 when nothing else is limited]
    #[arg(long, short, value_name = "TIME", value_parser = parse_span)]
    time: Option<Duration>,
    /// Nodes to visit: 50000, 50k, 2M
    #[arg(long, value_name = "COUNT", value_parser = parse_count)]
    nodes: Option<u64>,
    /// The deepest iteration
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Think until Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth"])]
    infinite: bool,
    /// Memory for what the search remembers
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = parse_memory)]
    memory: u64,
    /// Threads to search with, at most as many as the machine has
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = parse_threads)]
    threads: ThreadCount,
    /// Remember positions in this file: what is found is kept, and what is decided there is told
    /// at once
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Write one JSON document (docs/analyze.md describes it)
    #[arg(long)]
    json: bool,
    /// Answer questions from the standard input, one JSON object a line, several at a time over
    /// the threads (docs/analyze.md describes them)
    #[arg(long, conflicts_with_all = ["json", "position", "moves", "game", "side", "infinite"])]
    jsonl: bool,
    #[command(flatten)]
    look: LookArgs,
}

impl Args {
    fn bounds(&self) -> Bounds {
        let is_bounded = self.nodes.is_some() || self.depth.is_some() || self.infinite;
        Bounds {
            time: self.time.or((!is_bounded).then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: self.depth,
            lines: self.lines,
            threads: self.threads.get(),
        }
    }

    fn source(&self) -> Source {
        Source {
            // Moves may be typed with blanks between them.
            text: (!self.position.is_empty()).then(|| self.position.join(" ")),
            rule: self.rule,
            size: self.size,
            moves: self.moves,
            game: self.game,
            side: self.side,
        }
    }
}

/// Reads the name of a colour.
pub(super) fn parse_color(text: &str) -> anyhow::Result<Color> {
    let name = text.to_lowercase();
    Color::ALL
        .into_iter()
        .find(|color| color.to_string().starts_with(&name) && !name.is_empty())
        .ok_or_else(|| anyhow!("'{text}' is neither black nor white"))
}

fn parse_lines(text: &str) -> anyhow::Result<usize> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| anyhow!("'{text}' is not a number of moves such as 3"))
}

/// Runs the sub-command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.jsonl {
        return batch::run(args);
    }
    let subject = subject::read(&args.source()).map_err(refuse)?;
    let recall = args.database.as_deref().map(memory::recall).transpose()?;
    let look = args.look.look();
    let control = Arc::new(Control::new(Arc::new(SystemClock::start())));
    watch_for_interruption(&control)?;
    let known = recall.as_ref().and_then(|recall| {
        let known = recall.known(subject.rule, &subject.board, &Bitboard::EMPTY)?;
        Some(Analysis::of(known))
    });
    let analysis = match known {
        _ if subject.ending.is_some() => Analysis::nothing(),
        Some(known) => known,
        None => think(args, &subject, &control, look)?,
    };
    if let Some(recall) = &recall {
        recall.note(subject.rule, &subject.board, &analysis.outcome());
    }
    let text = if args.json {
        json::write(&subject, &analysis)?
    } else {
        report::write(&subject, &analysis, look)
    };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write the report")?;
    Ok(ExitCode::SUCCESS)
}

/// Thinks on a thread of its own, which has the stack that long forced wins take.
fn think(
    args: &Args,
    subject: &Subject,
    control: &Arc<Control>,
    look: Look,
) -> anyhow::Result<Analysis> {
    let (board, rule, bounds) = (subject.board.clone(), subject.rule, args.bounds());
    let control = Arc::clone(control);
    let is_live = look.live && !args.json;
    let memory = args.memory as usize;
    let thinker = std::thread::Builder::new().stack_size(STACK_BYTES);
    let thread = thinker.spawn(move || {
        let mut searcher = Searcher::new(memory);
        let mut live = Live::new(std::io::stdout(), look);
        let observer: &mut dyn Observer = if is_live { &mut live } else { &mut Silent };
        let analysis = analysis::analyze(&board, rule, &bounds, &mut searcher, &control, observer);
        live.clear();
        analysis
    })?;
    // A fault there is a fault here: who runs the command tells of it.
    Ok(thread
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// The first Ctrl-C ends the thinking; the next one ends the program.
fn watch_for_interruption(control: &Arc<Control>) -> anyhow::Result<()> {
    let control = Arc::clone(control);
    ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(INTERRUPTED.into());
        }
        control.stop();
    })?;
    Ok(())
}
