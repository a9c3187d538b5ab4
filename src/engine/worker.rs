//! Carries out the engine's orders, one by one, on a thread of its own or in
//! slices on the caller's. Owns the thinker and survives a panic of it: a bug in
//! the search costs a line in the log, never the game.

use super::engine::{Answer, Decision, EngineEvent, OrderId, Report, Task};
use super::level::{AtLevel, Level, LevelMemory};
use super::mailbox::{Mailbox, Order};
use super::recall::Recall;
use super::recorded::{Record, Recorded};
use super::thinker::Thinker;
use super::{balance, legality, soosorv, swap2};
use crate::board::{Bitboard, Board};
use crate::search::{
    Control, Limits, Line, Observer, Outcome, Progress, Question, RootMoveEvent, SharedBudget,
    Slice, threads,
};
use crate::types::{Point, Rule};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A task with everything needed to answer it.
pub(super) struct Job {
    pub id: OrderId,
    pub task: Task,
    pub question: Question,
    /// The time for the whole task, however many searches it takes, as told last.
    pub budget: SharedBudget,
    pub control: Arc<Control>,
    pub best: BestLine,
    pub table_bytes: usize,
    pub level: Level,
    /// Whether a limit of time that was not told is none.
    pub is_patient: bool,
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
    hashfull: AtomicU32,
}

impl BestLine {
    /// The first move of the line.
    pub fn get(&self) -> Option<Point> {
        self.line()?.moves.first().copied()
    }

    /// The line.
    pub fn line(&self) -> Option<Line> {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.clone()
    }

    /// How full the table is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.hashfull.load(Ordering::Relaxed)
    }

    fn set(&self, progress: &Progress) {
        self.hashfull.store(progress.hashfull, Ordering::Relaxed);
        if progress.rank == 0 {
            *self.line.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.line.clone());
        }
    }
}

/// Writes the best line down as the search tells it, and passes news on.
pub(super) struct Listener<'a> {
    /// The place for the line, if it is about the position asked about.
    pub best: Option<&'a BestLine>,
    pub tell: Option<&'a (dyn Fn(Report) + Sync)>,
}

impl Listener<'_> {
    /// Tells every line of what was found.
    fn whole_outcome(&mut self, outcome: &Outcome) {
        for (rank, line) in outcome.lines.iter().enumerate() {
            self.line_finished(&Progress {
                rank,
                line: line.clone(),
                nodes: outcome.nodes,
                elapsed: outcome.elapsed,
                hashfull: outcome.hashfull,
            });
        }
    }
}

impl Observer for Listener<'_> {
    fn line_finished(&mut self, progress: &Progress) {
        if let Some(best) = self.best {
            best.set(progress);
        }
        if let Some(tell) = self.tell {
            tell(Report::Progress(progress.clone()));
        }
    }

    fn root_move(&mut self, event: RootMoveEvent) {
        if let Some(tell) = self.tell {
            tell(Report::RootMove(event));
        }
    }
}

/// What the thread needs, until it is started.
type Parts<M, S> = Arc<Mutex<Option<(M, S)>>>;

/// Starts the thinking thread.
pub(super) type Starter = Box<dyn Fn() -> io::Result<()> + Send>;

/// A way to start the thread, which works off the mailbox until that is
/// closed. It may be tried again if the system has no thread to give.
pub(super) fn starter<T: Thinker + 'static>(
    mailbox: &Arc<Mailbox>,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
    sink: impl Fn(EngineEvent) + Send + Sync + 'static,
) -> Starter {
    let mailbox = Arc::clone(mailbox);
    let parts: Parts<_, _> = Arc::new(Mutex::new(Some((make_thinker, sink))));
    Box::new(move || {
        let (mailbox, parts) = (Arc::clone(&mailbox), Arc::clone(&parts));
        threads::spawn("search", move || {
            let parts = parts.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((make_thinker, sink)) = parts {
                let mut worker = Worker::new(make_thinker, sink);
                while let Some(order) = mailbox.take() {
                    worker.carry_out(order, Slice::WHOLE);
                }
            }
        })
    })
}

/// Does a slice of what the mailbox asks for.
pub(super) type Stepper = Box<dyn FnMut(Slice) + Send>;

/// A way to work off the mailbox on the caller's thread, slice by slice.
pub(super) fn stepper<T: Thinker + 'static>(
    mailbox: &Arc<Mailbox>,
    make_thinker: impl Fn(usize) -> T + Send + 'static,
    sink: impl Fn(EngineEvent) + Send + Sync + 'static,
) -> Stepper {
    let mailbox = Arc::clone(mailbox);
    let mut worker = Worker::new(make_thinker, sink);
    Box::new(move |slice| {
        if worker.left.is_some() {
            worker.go_on(slice);
        } else if let Some(order) = mailbox.take_waiting() {
            worker.carry_out(order, slice);
        }
    })
}

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

/// Who carries out orders.
struct Worker<T, M, S> {
    make_thinker: M,
    sink: S,
    player: Option<Player<T>>,
    /// The task that the slice before had to leave.
    left: Option<(Arc<Job>, Record)>,
}

impl<T, M, S> Worker<T, M, S>
where
    T: Thinker,
    M: Fn(usize) -> T,
    S: Fn(EngineEvent) + Sync,
{
    const fn new(make_thinker: M, sink: S) -> Self {
        Self {
            make_thinker,
            sink,
            player: None,
            left: None,
        }
    }

    /// Carries out an order, or begins to if the slice is too short for it.
    fn carry_out(&mut self, order: Order, slice: Slice) {
        match order {
            Order::Think(job) => {
                self.left = Some((job, Record::default()));
                self.go_on(slice);
            }
            Order::Forget(id) => {
                self.guarded(|worker| {
                    if let Some(player) = &mut worker.player {
                        player.at(Level::FULL).clear();
                    }
                });
                self.tell(id, Report::Ready);
            }
            Order::Prepare(rule, table_bytes) => {
                self.guarded(|worker| {
                    let player = player_with(&mut worker.player, &worker.make_thinker, table_bytes);
                    player.thinker.prepare(rule);
                });
            }
        }
    }

    /// Goes on with the task that was left.
    fn go_on(&mut self, slice: Slice) {
        let Some((job, mut record)) = self.left.take() else {
            return;
        };
        record.begin(slice, &job.control);
        let answer = self.guarded(|worker| {
            let Self {
                player,
                make_thinker,
                sink,
                ..
            } = worker;
            let tell = |report| sink(EngineEvent { id: job.id, report });
            let player = player_with(player, make_thinker, job.table_bytes);
            let thinker = &mut player.at(job.level);
            decide(Recorded::new(thinker, &mut record), &job, &tell)
        });
        if answer.is_some() && record.end(&job.control) {
            self.left = Some((job, record));
            return;
        }
        let answer = answer
            .unwrap_or_else(|| answer_without_search(job.task, &job.question, job.best.line()));
        let is_noted = matches!(job.task, Task::Move { .. } | Task::Ponder);
        let recall = job.recall.as_ref().filter(|_| is_noted);
        let found = recall.and_then(|_| answer.outcome.clone());
        let writing = recall.map(Recall::announce_writing);
        self.tell(job.id, Report::Answer(answer));
        // Nobody waits for what is written down.
        if let (Some(recall), Some(outcome)) = (recall, found) {
            recall.note_answer(&job.question, &outcome);
        }
        drop(writing);
    }

    fn tell(&self, id: OrderId, report: Report) {
        (self.sink)(EngineEvent { id, report });
    }

    /// Does some work; `None` if it fails, which costs all that was learned.
    fn guarded<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        result
            .inspect_err(|panic| {
                log::error!("the search failed: {}", panic_text(&**panic));
                // Its memory may be in any state: start afresh.
                self.player = None;
            })
            .ok()
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

/// Decides what the task asks for.
fn decide<'a>(thinker: Recorded<'a>, job: &'a Job, tell: &(dyn Fn(Report) + Sync)) -> Answer {
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
    mut thinker: Recorded<'_>,
    job: &Job,
    tell: Option<&(dyn Fn(Report) + Sync)>,
) -> Answer {
    let mut listener = Listener {
        best: Some(&job.best),
        tell,
    };
    let Question {
        board,
        rule,
        limits,
    } = &job.question;
    let outcome = if let Some(known) = recalled(job) {
        known
    } else {
        let limits = without_losing_moves(job);
        let question = Question::new(board.clone(), *rule, limits);
        let Some(found) = thinker.think(&question, &job.control, &mut listener) else {
            return Answer::NOTHING;
        };
        found
    };
    if job.best.get().is_none() {
        // A game that is decided at once needs no iteration to tell of.
        listener.whole_outcome(&outcome);
    }
    if job.waits && !thinker.rest_until_stopped(&job.control) {
        return Answer::NOTHING;
    }
    let barred = &limits.root_moves.barred;
    match outcome.best_move() {
        Some(point) if may_play(*rule, board, barred, point) => Answer {
            decision: Decision::Stones(vec![point]),
            outcome: Some(outcome),
        },
        found => {
            // No complaint when nothing better exists: a full board, or a
            // position in which every empty cell is forbidden; nor about
            // players who do not know of barred cells.
            let answer = move_without_search(*rule, board, barred, None);
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
    let Question {
        board,
        rule,
        limits,
    } = &job.question;
    let recall = job.recall.as_ref().filter(|_| limits.lines <= 1)?;
    recall.known(*rule, board, &limits.root_moves.barred)
}

/// The limits, without root moves that the memory of positions knows to lose.
fn without_losing_moves(job: &Job) -> Limits {
    let Question { board, rule, .. } = &job.question;
    let mut limits = job.question.limits;
    if let Some(recall) = job.recall.as_ref().filter(|_| limits.lines <= 1) {
        let barred = limits.root_moves.barred | recall.losing_moves(*rule, board);
        let other = legality::any_move(*rule, board, &barred);
        if other.is_some_and(|point| legality::is_legal(*rule, board, point)) {
            limits.root_moves.barred = barred;
        }
    }
    limits
}

/// Whether a move is legal and not barred.
fn may_play(rule: Rule, board: &Board, barred: &Bitboard, point: Point) -> bool {
    legality::is_legal(rule, board, point) && !barred.contains(point)
}

/// An answer when the search has none to give.
pub(super) fn answer_without_search(task: Task, question: &Question, best: Option<Line>) -> Answer {
    let Question {
        board,
        rule,
        limits,
    } = question;
    let is_worse = best.as_ref().is_none_or(|line| line.score < 0);
    let best = best.and_then(|line| line.moves.first().copied());
    match task {
        Task::Swap2 if board.stone_count() == 0 => Answer {
            decision: swap2::opening_without_search(board.size()),
            outcome: None,
        },
        // As the search would choose, by what it has told so far.
        Task::Swap2 if matches!(board.stone_count(), 3 | 5) && is_worse => Answer {
            decision: Decision::Swap,
            outcome: None,
        },
        Task::Soosorv(step) => soosorv::without_search(step, *rule, board),
        Task::Balance { stones, .. } => stones_without_search(question, stones),
        _ => move_without_search(*rule, board, &limits.root_moves.barred, best),
    }
}

/// So many legal stones, put by turns.
pub(super) fn stones_without_search(question: &Question, stones: usize) -> Answer {
    let mut after = question.board.clone();
    let mut barred = question.limits.root_moves.barred;
    let mut found = Vec::new();
    while found.len() < stones
        && let Some(point) = legality::any_move(question.rule, &after, &barred)
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
