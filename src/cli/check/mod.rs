//! `pbrain-quinte check`: plays written dialogues against any Gomocup
//! engine and says what differs. Knows nothing of our own engine: it speaks
//! to a process.

pub mod library;
mod memory;
mod pattern;
mod referee;
pub mod report;
pub mod runner;
pub mod transcript;

use crate::cli::arena::process::{Attention, EngineCommand, EngineProcess};
use crate::cli::fault::refuse;
use anyhow::Context;
use report::{Failures, Tally};
use runner::{Mode, Options, Outcome, Report};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;
use transcript::Transcript;

/// Replay protocol dialogues against an engine and report what differs.
///
/// Each dialogue (a "transcript") checks one behaviour that managers such as
/// Piskvork, the Gomocup judge, c-gomoku-cli, qpiskvork or Yixin-Board rely on.
/// The exit code is 0 only if none fails.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  pbrain-quinte check                                   check this very program
  pbrain-quinte check --engine ./pbrain-other           check another engine
  pbrain-quinte check --engine \"wine pbrain-old.exe\" --jobs 1 --time-scale 4
  pbrain-quinte check --engine ./pbrain-other --filter board --dialogues
  pbrain-quinte check --list --filter tactics           show titles, run nothing

Results: pass; FAIL, with the reason, and the dialogue for the first of its cause;
declined, when the engine answers ERROR or UNKNOWN to something optional. A table at
the end counts failures by cause and says which would lose a game in a tournament. Transcripts tagged 'tactics' need
an engine that sees fives and blocks them; leave them out with --skip tactics.")]
pub struct Args {
    /// Command line of the engine; without it, this program checks itself
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// Only transcripts whose name, title or tag contains this
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// No transcripts whose name, title or tag contains this
    #[arg(long, value_name = "TEXT")]
    skip: Vec<String>,

    /// Take the *.txt transcripts of a directory instead of the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    transcripts: Option<PathBuf>,

    /// Send several commands in one write wherever the transcript allows it
    #[arg(long)]
    pipelined: bool,

    /// Show the dialogue of every transcript, not only of the first failure of each cause
    #[arg(long, visible_alias = "verbose")]
    dialogues: bool,

    /// How many engine processes to run at the same time
    #[arg(long, value_name = "N", default_value_t = default_jobs())]
    jobs: usize,

    /// Multiply every deadline, for slow or busy machines
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_scale)]
    time_scale: f64,

    /// Only list the transcripts
    #[arg(long)]
    list: bool,
}

fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn parse_scale(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|scale| (0.1..=1_000.0).contains(scale))
        .ok_or_else(|| format!("'{text}' is not a factor from 0.1 to 1000"))
}

/// Runs the sub-command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let transcripts = choose(args).map_err(refuse)?;
    let name_width = report::name_width(&transcripts);
    let mut output = io::stdout().lock();
    if args.list {
        for transcript in &transcripts {
            let (name, title) = (&transcript.name, &transcript.title);
            let (tags, severity) = (transcript.tags.join(" "), transcript.severity.name());
            writeln!(output, "{name:<name_width$}  {title} [{tags}; {severity}]")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let command = match &args.engine {
        Some(text) => EngineCommand::parse(text).map_err(refuse)?,
        None => EngineCommand::program(
            std::env::current_exe().context("cannot find this program's own path")?,
        ),
    };
    drop(EngineProcess::start(&command, Attention::Answers).map_err(refuse)?);
    let options = Options {
        mode: if args.pipelined {
            Mode::Pipelined
        } else {
            Mode::Normal
        },
        time_scale: args.time_scale,
    };
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut failures = Failures::default();
    play_all(
        &transcripts,
        &command,
        &options,
        args.jobs,
        |transcript, report| {
            tally.add(&report.outcome);
            let shown_before = match &report.outcome {
                Outcome::Failed { reason, .. } => failures.add(transcript, reason),
                _ => None,
            };
            let row = report::row(transcript, report, name_width, shown_before);
            writeln!(output, "{row}")?;
            let is_new = matches!(report.outcome, Outcome::Failed { .. }) && shown_before.is_none();
            if args.dialogues || is_new {
                write!(output, "{}", report::details(report))?;
            }
            output.flush()
        },
    )
    .context("cannot print the results")?;
    write!(output, "{}", failures.summary())?;
    writeln!(output, "{}", tally.summary(started.elapsed()))?;
    Ok(if tally.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The transcripts that are asked for.
fn choose(args: &Args) -> anyhow::Result<Vec<Transcript>> {
    let mut transcripts = match &args.transcripts {
        Some(directory) => library::in_directory(directory)?,
        None => library::embedded()?,
    };
    transcripts.retain(|transcript| {
        args.filter.iter().all(|text| transcript.mentions(text))
            && !args.skip.iter().any(|text| transcript.mentions(text))
    });
    anyhow::ensure!(!transcripts.is_empty(), "no transcript fits the filter");
    Ok(transcripts)
}

/// Plays all transcripts with this many processes at a time and hands over
/// the reports in the order of the transcripts, each as soon as it is known.
/// An error of the receiver ends it when the transcripts under way are over.
pub fn play_all(
    transcripts: &[Transcript],
    command: &EngineCommand,
    options: &Options,
    jobs: usize,
    mut finished: impl FnMut(&Transcript, &Report) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, transcripts.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(transcript) = transcripts.get(index) else {
                        return;
                    };
                    let report = runner::play(transcript, command, options);
                    if sender.send((index, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Report>> = transcripts.iter().map(|_| None).collect();
        let mut shown = 0;
        for (index, report) in receiver {
            waiting[index] = Some(report);
            while let Some(report) = waiting.get_mut(shown).and_then(Option::take) {
                finished(&transcripts[shown], &report)?;
                shown += 1;
            }
        }
        Ok(())
    })
}
