//! `analyze`: what the engine thinks of a position, for people in colour and
//! for programs as JSON.

mod analysis;
pub mod batch;
mod json;
mod live;
mod report;

use crate::board::Bitboard;
use crate::cli::fault::refuse;
use crate::cli::interrupt;
use crate::cli::memory;
use crate::cli::networks::Networks;
use crate::cli::records::subject::{self, Source, Subject};
use crate::cli::terminal::{Look, LookArgs};
use crate::cli::units::{
    parse_color, parse_count, parse_memory, parse_rule, parse_size, parse_span, parse_threads,
};
use crate::engine::ThreadCount;
use crate::search::{Control, Observer, Searcher, Silent, SystemClock, TimeBudget};
use crate::types::{BoardSize, Color, Rule};
use analysis::{Analysis, Bounds};
use anyhow::{Context, anyhow};
use live::Live;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The time for an analysis when nothing was said.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Shown below the options.
const EXAMPLES: &str = "\
A POSITION is a list of moves (h8i9, h8 i9, 1. h8 2. i9, or 7,7 8,8 as the protocol has them), a diagram of . X O as it looks,
the name of a file (PSQ, SGF, a log of matches, moves or a diagram), or - for the standard input.
Rows count from below: a1 is the lower left corner.
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
    #[arg(long, value_parser = parse_rule)]
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
    #[command(flatten)]
    pub(super) networks: Networks,
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
    args.networks.install([subject.rule]).map_err(refuse)?;
    let recall = args.database.as_deref().map(memory::recall).transpose();
    let recall = recall.map_err(refuse)?;
    let look = args.look.look();
    let clock = Arc::new(SystemClock::start());
    let control = Arc::new(Control::new(clock, TimeBudget::UNLIMITED));
    watch_for_interruption(&control)?;
    let known = recall.as_ref().and_then(|recall| {
        let known = recall.known(subject.rule, &subject.board, &Bitboard::EMPTY)?;
        Some(Analysis::of(known))
    });
    let analysis = match known {
        _ if subject.ending.is_some() => Analysis::nothing(),
        Some(known) => known,
        None => think(args, &subject, &control, look),
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

fn think(args: &Args, subject: &Subject, control: &Control, look: Look) -> Analysis {
    let mut searcher = Searcher::new(args.memory as usize);
    let Subject { board, rule, .. } = subject;
    let bounds = args.bounds();
    let mut analyze = |observer: &mut dyn Observer| {
        analysis::analyze(board, *rule, &bounds, &mut searcher, control, observer)
    };
    if !look.live || args.json {
        return analyze(&mut Silent);
    }
    let live = Live::new(std::io::stdout(), look, board.size());
    live::show(live, analyze)
}

/// The first Ctrl-C ends the thinking; the next one ends the program.
fn watch_for_interruption(control: &Arc<Control>) -> anyhow::Result<()> {
    let control = Arc::clone(control);
    interrupt::on_interruption(move || {
        let was_heard = control.is_stopped();
        control.stop();
        was_heard
    })
}
