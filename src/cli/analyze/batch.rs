//! `analyze --jsonl`: questions in, answers out, one JSON object a line, several
//! positions at a time, each on a thread of its own. For servers, bots and
//! scripts; `docs/analyze.md` describes every field.

use super::analysis::{self, Analysis, Bounds};
use super::{Args, DEFAULT_TIME, json};
use crate::board::text::parse_moves;
use crate::board::{Bitboard, Board};
use crate::cli::fault::refuse;
use crate::cli::memory;
use crate::cli::records::subject::Subject;
use crate::cli::units::{board_size, parse_rule, parse_size};
use crate::engine::Recall;
use crate::search::{Control, Searcher, Silent, SystemClock, TimeBudget};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Questions that may wait; whoever sends more waits in turn.
const MOST_WAITING: usize = 10_000;

/// The least memory of a searching thread.
const LEAST_MEMORY: u64 = 1 << 20;

/// A line of input: a question, or the wish to end one.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    moves: String,
    rule: Option<String>,
    size: Option<Value>,
    lines: Option<usize>,
    milliseconds: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    cancel: Option<Value>,
}

/// A question that makes sense.
struct Job {
    id: Value,
    subject: Subject,
    bounds: Bounds,
    control: Arc<Control>,
}

/// What waits and what is under way.
#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    running: Vec<(Value, Arc<Control>)>,
    is_closed: bool,
}

/// The desk between the reader and the threads that think.
#[derive(Default)]
struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question in, when there is room.
    fn add(&self, job: Job) {
        let mut state = self.lock();
        while state.waiting.len() >= MOST_WAITING {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.push_back(job);
        self.changed.notify_all();
    }

    /// The next question; `None` when there will be no more.
    fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                let control = Arc::clone(&job.control);
                state.running.push((job.id.clone(), control));
                self.changed.notify_all();
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A question is answered.
    fn finish(&self, control: &Arc<Control>) {
        let is_other = |(_, other): &(Value, Arc<Control>)| !Arc::ptr_eq(other, control);
        self.lock().running.retain(is_other);
    }

    /// Ends what has this id: what waits is given back, what runs stops.
    fn cancel(&self, id: &Value) -> (Vec<Job>, usize) {
        let mut state = self.lock();
        let (dropped, kept) = state.waiting.drain(..).partition(|job| job.id == *id);
        state.waiting = kept;
        let running = state.running.iter().filter(|(other, _)| other == id);
        let stopped = running.inspect(|(_, control)| control.stop()).count();
        self.changed.notify_all();
        (Vec::from(dropped), stopped)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

/// Answers questions until there are no more.
pub fn run(args: &Args) -> Result<ExitCode> {
    // Questions may be about any rule.
    args.networks.install(Rule::ALL).map_err(refuse)?;
    let recall = args.database.as_deref().map(memory::recall).transpose();
    let recall = recall.map_err(refuse)?;
    let workers = args.threads.get();
    let memory = (args.memory / workers as u64).max(LEAST_MEMORY) as usize;
    let desk = Desk::default();
    thread::scope(|scope| -> Result<()> {
        let mut spawned = Ok(());
        for _ in 0..workers {
            let work = || work(&desk, memory, recall.as_ref());
            spawned = spawned.and(thread::Builder::new().spawn_scoped(scope, work).map(drop));
        }
        let heard = spawned
            .context("cannot start a thread")
            .and_then(|()| listen(&desk, args));
        // Whatever has happened: those who wait for questions would wait for ever.
        desk.close();
        heard
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Reads questions to their end.
fn listen(desk: &Desk, args: &Args) -> Result<()> {
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.context("cannot read the questions")?;
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            hear(desk, args, text.trim());
        }
    }
    Ok(())
}

/// Does what a line of input asks for.
fn hear(desk: &Desk, args: &Args, text: &str) {
    let request = match Request::read(text) {
        Ok(request) => request,
        Err(error) => return tell(&json!({"id": null, "error": error.to_string()})),
    };
    if let Some(id) = &request.cancel {
        let (dropped, stopped) = desk.cancel(id);
        for job in &dropped {
            tell(&json!({"id": job.id, "cancelled": true}));
        }
        if dropped.is_empty() && stopped == 0 {
            tell(&json!({"id": id, "error": "nothing with this id waits or runs"}));
        }
        return;
    }
    match job(args, &request) {
        Ok(job) => desk.add(job),
        Err(error) => tell(&json!({"id": request.id, "error": format!("{error:#}")})),
    }
}

impl Request {
    /// Reads one line.
    pub fn read(text: &str) -> Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// The position that is asked about; what is not told is as usual.
    pub fn position(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<(Rule, Board)> {
        let rule = match &self.rule {
            Some(name) => parse_rule(name)?,
            None => rule.unwrap_or(Rule::Freestyle),
        };
        let told = match &self.size {
            None => None,
            Some(Value::String(text)) => Some(parse_size(text)?),
            Some(number) => Some(parse_size(&number.to_string())?),
        };
        let size = board_size(rule, told.or(size))?;
        let read = parse_moves(size, &self.moves).context("moves")?;
        // People count rows from below.
        let mut board = Board::new(size);
        for &point in read.history() {
            board.play(size.flip_rows(point));
        }
        Ok((rule, board))
    }
}

fn job(args: &Args, request: &Request) -> Result<Job> {
    let (rule, board) = request.position(args.rule, args.size)?;
    let lines = request.lines.unwrap_or(args.lines);
    ensure!(lines > 0, "lines: 0 is not a number of moves such as 3");
    let is_told =
        request.milliseconds.is_some() || request.nodes.is_some() || request.depth.is_some();
    let usual = args.bounds();
    let bounds = if is_told {
        Bounds {
            time: request.milliseconds.map(Duration::from_millis),
            nodes: request.nodes,
            depth: request.depth,
            ..usual
        }
    } else {
        usual
    };
    let is_bounded = bounds.time.is_some() || bounds.nodes.is_some() || bounds.depth.is_some();
    Ok(Job {
        id: request.id.clone(),
        subject: Subject::of_board(board, rule),
        bounds: Bounds {
            time: bounds.time.or((!is_bounded).then_some(DEFAULT_TIME)),
            lines,
            threads: 1,
            ..bounds
        },
        control: Arc::new(Control::new(
            Arc::new(SystemClock::start()),
            TimeBudget::UNLIMITED,
        )),
    })
}

/// Answers questions one after the other.
fn work(desk: &Desk, memory: usize, recall: Option<&Recall>) {
    let mut searcher = Searcher::new(memory);
    while let Some(job) = desk.take() {
        let analysis = think(&job, &mut searcher, recall);
        desk.finish(&job.control);
        let mut answer = match json::value(&job.subject, &analysis) {
            Ok(answer) => answer,
            Err(error) => json!({"error": error.to_string()}),
        };
        if let Value::Object(fields) = &mut answer {
            fields.insert("id".to_owned(), job.id.clone());
            if job.control.is_stopped() {
                fields.insert("cancelled".to_owned(), Value::Bool(true));
            }
        }
        tell(&answer);
    }
}

fn think(job: &Job, searcher: &mut Searcher, recall: Option<&Recall>) -> Analysis {
    let Subject { board, rule, .. } = &job.subject;
    if job.subject.ending.is_some() {
        return Analysis::nothing();
    }
    if let Some(known) = recall.and_then(|recall| recall.known(*rule, board, &Bitboard::EMPTY)) {
        return Analysis::of(known);
    }
    let control = &job.control;
    let analysis = analysis::analyze(board, *rule, &job.bounds, searcher, control, &mut Silent);
    if let Some(recall) = recall {
        recall.note(*rule, board, &analysis.outcome());
    }
    analysis
}

/// Writes an answer in one line.
fn tell(answer: &Value) {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{answer}").and_then(|()| out.flush());
    // Whoever no longer listens needs no answers.
    if written.is_err() {
        std::process::exit(0);
    }
}
