//! The thinking thread. It owns the thinker, works off orders one by one and
//! survives a panic of the thinker: a bug in the search costs a line in the
//! log, never the game.

use super::engine::{Answer, Decision, EngineEvent, OrderId, Report, Task};
use super::level::{AtLevel, Level, LevelMemory};
use super::mailbox::{Mailbox, Order};
use super::recall::Recall;
use super::thinker::{Question, Thinker};
use super::{balance, legality, soosorv, swap2};
use crate::board::{Bitboard, Board};
use crate::search::{Control, FirstMove, Limits, Line, Observer, Outcome, Progress};
use crate::types::{Point, Rule};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The stack of the thinking thread. Only pages that are used count; a forced
/// win may go down a thousand plies.
const STACK_BYTES: usize = 64 << 20;

/// How often a search that has found all there is looks whether it is stopped:
/// people do not notice less.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// A task with everything needed to answer it.
pub(super) struct Job {
    pub id: OrderId,
    pub task: Task,
    pub board: Board,
    pub rule: Rule,
    pub limits: Limits,
    pub control: Arc<Control>,
    pub best: Arc<BestLine>,
    pub table_bytes: usize,
    pub level: Level,
    /// Whether to report what the search tells while it runs.
    pub tells_progress: bool,
    /// Whether to answer only when stopped, even if nothing is left to find.
    pub waits: bool,
    /// The memory of positions, if there is one.
    pub recall: Option<Recall>,
}

/// The best line a running search has told, for when it tells no more, and how
/// full its table is.
#[derive(Default)]
pub(super) struct BestLine {
    line: Mutex<Option<Line>>,
    table_use: AtomicU32,
}

impl BestLine {
    /// The first move of the line.
    pub fn get(&self) -> Option<Point> {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.as_ref()?.moves.first().copied()
    }

    /// How full the table is, in thousandths.
    pub fn table_use(&self) -> u32 {
        self.table_use.load(Ordering::Relaxed)
    }

    fn set(&self, progress: &Progress) {
        self.table_use.store(progress.table_use, Ordering::Relaxed);
        if progress.rank == 0 {
            *self.line.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.line.clone());
        }
    }
}

/// Writes the best line down as the search tells it, and passes news on.
pub(super) struct Listener<'a> {
    best: Arc<BestLine>,
    tell: Option<&'a dyn Fn(Report)>,
}

impl Listener<'_> {
    /// Passes nothing on.
    pub const fn silent(best: Arc<BestLine>) -> Self {
        Self { best, tell: None }
    }
}

impl Observer for Listener<'_> {
    fn line_finished(&mut self, progress: &Progress) {
        self.best.set(progress);
        if let Some(tell) = self.tell {
            tell(Report::Progress(progress.clone()));
        }
    }

    fn first_move(&mut self, event: FirstMove) {
        if let Some(tell) = self.tell {
            tell(Report::FirstMove(event));
        }
    }
}

/// What the thread needs, until it is started.
type Parts<M, S> = Arc<Mutex<Option<(M, S)>>>;

/// A way to start the thread, which works off the mailbox until that is
/// closed. It may be tried again if the system has no thread to give.
pub(super) fn starter<T: Thinker + 'static>(
    mailbox: &Arc<Mailbox>,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
    sink: impl Fn(EngineEvent) + Send + 'static,
) -> Starter {
    let mailbox = Arc::clone(mailbox);
    let parts: Parts<_, _> = Arc::new(Mutex::new(Some((make_thinker, sink))));
    Box::new(move || {
        let (mailbox, parts) = (Arc::clone(&mailbox), Arc::clone(&parts));
        let thread = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES);
        thread.spawn(move || {
            let parts = parts.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((make_thinker, sink)) = parts {
                work(&mailbox, &make_thinker, &sink);
            }
        })?;
        Ok(())
    })
}

/// Starts the thinking thread.
pub(super) type Starter = Box<dyn Fn() -> io::Result<()> + Send>;

/// A thinker, the size of its tables, and what a level remembers.
struct Player<T> {
    thinker: T,
    table_bytes: usize,
    level_memory: LevelMemory,
}

impl<T: Thinker> Player<T> {
    /// The thinker as a player of the level.
    fn at(&mut self, level: Level) -> AtLevel<'_> {
        AtLevel {
            level,
            thinker: &mut self.thinker,
            memory: &mut self.level_memory,
        }
    }
}

fn work<T: Thinker>(
    mailbox: &Mailbox,
    make_thinker: &impl Fn(usize) -> T,
    sink: &impl Fn(EngineEvent),
) {
    let mut player: Option<Player<T>> = None;
    while let Some(order) = mailbox.take() {
        let result = catch_unwind(AssertUnwindSafe(|| match &order {
            Order::Think(job) => {
                let tell = |report| {
                    sink(EngineEvent { id: job.id, report });
                };
                Some(think(&mut player, make_thinker, job, &tell))
            }
            Order::Forget(_) => {
                if let Some(player) = &mut player {
                    player.at(Level::FULL).clear();
                }
                None
            }
            Order::Prepare(rule, table_bytes) => {
                let player = player_with(&mut player, make_thinker, *table_bytes);
                player.thinker.prepare(*rule);
                None
            }
        }));
        let answer = result.unwrap_or_else(|panic| {
            log::error!("the search failed: {}", panic_text(&*panic));
            // Its memory may be in any state: start afresh.
            player = None;
            None
        });
        match order {
            Order::Prepare(..) => {}
            Order::Forget(id) => sink(EngineEvent {
                id,
                report: Report::Ready,
            }),
            Order::Think(job) => {
                let answer = answer.unwrap_or_else(|| {
                    answer_without_search(
                        job.task,
                        job.rule,
                        &job.board,
                        &job.limits,
                        job.best.get(),
                    )
                });
                let found = answer.outcome.clone().filter(|_| job.recall.is_some());
                let writing = job.recall.as_ref().map(Recall::announce_writing);
                sink(EngineEvent {
                    id: job.id,
                    report: Report::Answer(answer),
                });
                // Nobody waits for what is written down.
                if let (Some(recall), Some(outcome)) = (&job.recall, found)
                    && matches!(job.task, Task::Move { .. } | Task::Ponder)
                {
                    recall.note(job.rule, &job.board, &outcome);
                }
                drop(writing);
            }
        }
    }
}

/// The player, made if there is none, with tables of this size.
fn player_with<'a, T: Thinker>(
    player: &'a mut Option<Player<T>>,
    make_thinker: &impl Fn(usize) -> T,
    table_bytes: usize,
) -> &'a mut Player<T> {
    let player = player.get_or_insert_with(|| Player {
        thinker: make_thinker(table_bytes),
        table_bytes,
        level_memory: LevelMemory::default(),
    });
    if player.table_bytes != table_bytes {
        player.thinker.resize(table_bytes);
        player.table_bytes = table_bytes;
    }
    player
}

fn think<T: Thinker>(
    player: &mut Option<Player<T>>,
    make_thinker: &impl Fn(usize) -> T,
    job: &Job,
    tell: &dyn Fn(Report),
) -> Answer {
    let player = player_with(player, make_thinker, job.table_bytes);
    let thinker = &mut player.at(job.level);
    match job.task {
        Task::Move { .. } | Task::Ponder => {
            find_move(thinker, job, Some(tell).filter(|_| job.tells_progress))
        }
        Task::Swap2 => swap2::decide(thinker, job),
        Task::Soosorv(step) => soosorv::decide(thinker, job, step),
        Task::Balance { stones, wish } => balance::decide(thinker, job, stones, wish),
    }
}

/// Searches for a move and has it judged.
pub(super) fn find_move(
    thinker: &mut dyn Thinker,
    job: &Job,
    tell: Option<&dyn Fn(Report)>,
) -> Answer {
    let mut listener = Listener {
        best: Arc::clone(&job.best),
        tell,
    };
    let known = recalled(job);
    let outcome = if let Some(outcome) = known {
        tell_lines(&outcome, &mut listener);
        outcome
    } else {
        let limits = without_losing_moves(job);
        let question = Question {
            board: &job.board,
            rule: job.rule,
            limits: &limits,
            control: &job.control,
        };
        thinker.think(&question, &mut listener)
    };
    while job.waits && !job.control.must_stop() {
        thread::sleep(BETWEEN_LOOKS);
    }
    let barred = &job.limits.first_moves.barred;
    match outcome.best_move() {
        Some(point) if may_play(job.rule, &job.board, barred, point) => Answer {
            decision: Decision::Stones(vec![point]),
            outcome: Some(outcome),
        },
        found => {
            // No complaint when nothing better exists: a full board, or a
            // position in which every empty cell is forbidden; nor about
            // players who do not know of barred cells.
            let answer = move_without_search(job.rule, &job.board, barred, None);
            let is_barred = found.is_some_and(|point| barred.contains(point));
            if !is_barred && answer.decision != Decision::Stones(found.into_iter().collect()) {
                log::error!("the search chose {found:?}, which is not legal");
            }
            answer
        }
    }
}

/// The decided line that the memory of positions holds, where one line is
/// wanted.
fn recalled(job: &Job) -> Option<Outcome> {
    let recall = job.recall.as_ref().filter(|_| job.limits.lines <= 1)?;
    recall.known(job.rule, &job.board, &job.limits.first_moves.barred)
}

/// The limits, without first moves that the memory of positions knows to lose.
fn without_losing_moves(job: &Job) -> Limits {
    let mut limits = job.limits;
    if let Some(recall) = job.recall.as_ref().filter(|_| limits.lines <= 1) {
        let barred = limits.first_moves.barred | recall.losing_moves(job.rule, &job.board);
        let other = legality::any_move(job.rule, &job.board, &barred);
        if other.is_some_and(|point| legality::is_legal(job.rule, &job.board, point)) {
            limits.first_moves.barred = barred;
        }
    }
    limits
}

/// Tells lines that no search has found.
fn tell_lines(outcome: &Outcome, listener: &mut Listener<'_>) {
    for (rank, line) in outcome.lines.iter().enumerate() {
        listener.line_finished(&Progress {
            rank,
            line: line.clone(),
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
            table_use: outcome.table_use,
        });
    }
}

/// Whether a move is legal and not barred.
fn may_play(rule: Rule, board: &Board, barred: &Bitboard, point: Point) -> bool {
    legality::is_legal(rule, board, point) && !barred.contains(point)
}

/// An answer when the search has none to give.
pub(super) fn answer_without_search(
    task: Task,
    rule: Rule,
    board: &Board,
    limits: &Limits,
    best: Option<Point>,
) -> Answer {
    match task {
        Task::Swap2 if board.stone_count() == 0 => Answer {
            decision: swap2::opening_without_search(board.size()),
            outcome: None,
        },
        Task::Soosorv(step) => soosorv::without_search(step, rule, board),
        Task::Balance { stones, .. } => stones_without_search(rule, board, limits, stones),
        _ => move_without_search(rule, board, &limits.first_moves.barred, best),
    }
}

/// So many legal stones, put by turns.
pub(super) fn stones_without_search(
    rule: Rule,
    board: &Board,
    limits: &Limits,
    stones: usize,
) -> Answer {
    let mut after = board.clone();
    let mut barred = limits.first_moves.barred;
    let mut found = Vec::new();
    while found.len() < stones
        && let Some(point) = legality::any_move(rule, &after, &barred)
    {
        found.push(point);
        after.play(point);
        barred = Bitboard::EMPTY;
    }
    Answer {
        decision: if found.is_empty() {
            Decision::Nothing
        } else {
            Decision::Stones(found)
        },
        outcome: None,
    }
}

/// The best move so far if it may be played, or any that may.
pub(super) fn move_without_search(
    rule: Rule,
    board: &Board,
    barred: &Bitboard,
    best: Option<Point>,
) -> Answer {
    let point = best
        .filter(|&point| may_play(rule, board, barred, point))
        .or_else(|| legality::any_move(rule, board, barred));
    Answer {
        decision: point.map_or(Decision::Nothing, |point| Decision::Stones(vec![point])),
        outcome: None,
    }
}

/// What a panic said.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}
