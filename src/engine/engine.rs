//! The engine as others use it: set options, go, stop, cancel. The thinking
//! happens on a thread of its own, or in slices on the caller's; its answers
//! come back as events that carry the number of their search, so that the answer
//! of a cancelled search can never be taken for that of a later one.

use super::delays::Delays;
use super::level::Level;
use super::mailbox::{Mailbox, Order};
use super::options::{Options, ThreadCount};
use super::recall::Recall;
use super::soosorv::SoosorvStep;
use super::thinker::Thinker;
use super::worker::{self, BestLine, Job, Starter, Stepper};
use crate::board::Bitboard;
use crate::game::Game;
use crate::search::{
    Clock, Control, Limits, Outcome, Progress, Question, RootMoveEvent, SharedBudget, Slice,
    TimeBudget,
};
use crate::types::{Point, Rule, Score};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long past its hard limit, or past a stop, a search may stay silent
/// before the engine answers without it, if the manager waits that long. A
/// search that keeps its contract answers within a few milliseconds; this is
/// for the one that does not.
const PATIENCE: Duration = Duration::from_millis(80);

/// Of the time between the hard limit and the manager's, one part in this many
/// is waited for the search; the rest is for the answer to get out.
const PART_TO_WAIT: u32 = 2;

/// How long forgetting may take before the engine counts as ready anyway.
const PATIENCE_TO_FORGET: Duration = Duration::from_secs(1);

/// The number of an order; no two orders of an engine share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderId(u64);

#[cfg(test)]
impl OrderId {
    /// A number for a job that no engine started.
    pub(super) const fn for_tests() -> Self {
        Self(0)
    }
}

/// What to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A move for the side to move.
    Move {
        /// How many best lines to find; the first gives the move.
        lines: usize,
    },
    /// The next step of a swap2 opening, by the number of stones.
    Swap2,
    /// A step of the Soosorv-8 opening.
    Soosorv(SoosorvStep),
    /// One or two stones after which the value for the side to move now is as
    /// near as possible to a wish.
    Balance {
        /// How many stones.
        stones: usize,
        /// The value wished for.
        wish: Score,
    },
    /// Nothing: the time is the opponent's, and used to learn.
    Ponder,
}

/// A task, and what holds for it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// What to think about.
    pub task: Task,
    /// Cells that are not to be played.
    pub barred: Bitboard,
    /// Whether a search without any limit goes on until it is stopped; else a
    /// limit that was not told is a few seconds.
    pub is_patient: bool,
}

impl From<Task> for Request {
    fn from(task: Task) -> Self {
        Self {
            task,
            barred: Bitboard::EMPTY,
            is_patient: false,
        }
    }
}

/// What to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Stones, in the order of play: one, or two or three in an opening.
    Stones(Vec<Point>),
    /// The fourth stone of a Soosorv-8 opening.
    Fourth {
        /// The stone.
        stone: Point,
        /// How many fifth stones Black must offer.
        fifths: usize,
    },
    /// Change colours.
    Swap,
    /// Nothing: no cell is empty.
    Nothing,
}

/// The answer to a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What to play.
    pub decision: Decision,
    /// What the search found, unless it had to be done without.
    pub outcome: Option<Outcome>,
}

impl Answer {
    /// Nothing was found.
    pub(super) const NOTHING: Self = Self {
        decision: Decision::Nothing,
        outcome: None,
    };
}

/// What the engine has to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// The search is over.
    Answer(Answer),
    /// Earlier positions are forgotten; the engine is ready for a game.
    Ready,
    /// A search under way has completed an iteration for a line. Told if the
    /// options ask for it.
    Progress(Progress),
    /// What a search under way does. Told if the options ask for it.
    RootMove(RootMoveEvent),
}

/// A report on its way to whoever gave the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineEvent {
    /// Which order it is about.
    pub id: OrderId,
    /// The report.
    pub report: Report,
}

/// The search under way.
struct Running {
    job: Arc<Job>,
    stopped_at: Option<Duration>,
}

impl Running {
    /// The time for the whole task, as told last.
    fn budget(&self) -> TimeBudget {
        self.job.budget.get()
    }
}

/// Where the thinking happens.
enum Place {
    /// On a thread of its own.
    Thread,
    /// On one that the system had none to give for yet.
    NoThread(Starter),
    /// On the caller's, whenever it asks for a slice.
    Here(Stepper, Receiver<EngineEvent>),
}

/// The engine.
pub struct Engine {
    clock: Arc<dyn Clock>,
    options: Options,
    mailbox: Arc<Mailbox>,
    place: Place,
    running: Option<Running>,
    /// The order to forget that is not carried out yet, and its date.
    forgetting: Option<(OrderId, Duration)>,
    orders_given: u64,
    /// Whether the tables hold something of the game played.
    remembers: bool,
    /// How full the table was after the last search, in thousandths.
    hashfull: u32,
    /// How much the machine delayed the last searches.
    delays: Delays,
    /// The memory of positions, if there is one.
    recall: Option<Recall>,
}

impl Engine {
    /// An engine whose thinker is made, on the thinking thread and when it is
    /// first needed or prepared, from the bytes its tables may take. Answers go to `sink`.
    /// If the system has no thread to give, every order asks again, and until
    /// there is one moves come without a search.
    pub fn start<T: Thinker + 'static>(
        clock: Arc<dyn Clock>,
        make_thinker: impl Fn(usize) -> T + Send + 'static,
        sink: impl Fn(EngineEvent) + Send + Sync + 'static,
    ) -> Self {
        let mailbox = Arc::new(Mailbox::default());
        let starter = worker::starter(&mailbox, make_thinker, sink);
        let mut engine = Self::at(clock, mailbox, Place::NoThread(starter));
        engine.start_thread();
        engine
    }

    /// An engine that thinks on the caller's thread, and only while it is in
    /// [`step`](Self::step): for targets without threads, and for callers who
    /// have other things to do in between.
    pub fn in_slices<T: Thinker + 'static>(
        clock: Arc<dyn Clock>,
        make_thinker: impl Fn(usize) -> T + Send + 'static,
    ) -> Self {
        let mailbox = Arc::new(Mailbox::default());
        let (sender, events) = channel();
        let stepper = worker::stepper(&mailbox, make_thinker, into_channel(sender));
        Self::at(clock, mailbox, Place::Here(stepper, events))
    }

    fn at(clock: Arc<dyn Clock>, mailbox: Arc<Mailbox>, place: Place) -> Self {
        Self {
            clock,
            options: Options::default(),
            place,
            mailbox,
            running: None,
            forgetting: None,
            orders_given: 0,
            remembers: false,
            hashfull: 0,
            delays: Delays::default(),
            recall: None,
        }
    }

    /// As [`start`](Self::start), for those who wait for nothing else: answers
    /// wait in a channel.
    pub fn with_channel<T: Thinker + 'static>(
        clock: Arc<dyn Clock>,
        make_thinker: impl Fn(usize) -> T + Send + 'static,
    ) -> (Self, Receiver<EngineEvent>) {
        let (sender, events) = channel();
        let engine = Self::start(clock, make_thinker, into_channel(sender));
        (engine, events)
    }

    /// Thinks for about so long, or less if there is nothing left to do; what
    /// there is to tell is to be [accepted](Self::accept). An engine with a
    /// thread of its own does nothing here.
    pub fn step(&mut self, budget: Duration) -> Vec<EngineEvent> {
        let until = self.now().saturating_add(budget);
        let Place::Here(stepper, events) = &mut self.place else {
            return Vec::new();
        };
        let slice = Slice {
            until: Some(until),
            nodes: None,
        };
        stepper(slice);
        events.try_iter().collect()
    }

    /// Whether [`step`](Self::step) has something to do.
    pub fn has_work(&self) -> bool {
        let is_here = matches!(self.place, Place::Here(..));
        is_here && (self.running.is_some() || self.mailbox.has_waiting())
    }

    /// How many threads a search can have.
    pub fn most_threads(&self) -> usize {
        match self.place {
            Place::Here(..) => 1,
            Place::Thread | Place::NoThread(_) => ThreadCount::most(),
        }
    }

    /// Asks the system for the thinking thread if it has not given one yet.
    fn start_thread(&mut self) {
        if let Place::NoThread(start) = &self.place {
            match start() {
                Ok(()) => self.place = Place::Thread,
                Err(error) => log::error!("the thinking thread cannot be started: {error}"),
            }
        }
    }

    /// The time on the engine's clock.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// The settings.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes settings. A new clock holds for the search under way too; the
    /// rest for the next one.
    pub fn change_options(&mut self, change: impl FnOnce(&mut Options)) {
        let clock_before = self.options.clock;
        change(&mut self.options);
        if matches!(self.place, Place::Here(..)) {
            self.options.threads = ThreadCount::default();
        }
        if self.options.clock == clock_before {
            return;
        }
        if self.is_pondering() {
            return;
        }
        if self.options.clock.wants_move_at_once() {
            self.stop();
        } else if let Some(running) = &self.running {
            let (job, before) = (&running.job, running.budget());
            let budget = self.options.time_budget(
                &job.question.board,
                before.started,
                self.delays.worst(),
                job.is_patient,
            );
            job.budget.set(budget);
            let present = job.control.budget();
            // A look that others follow keeps its share of the time.
            if present == before || present.hard == before.soft {
                job.control.set_budget(budget);
            } else {
                job.control.shorten_budget(budget);
            }
        }
    }

    /// Gives searches a memory of positions, from the next one on, or takes it
    /// away.
    pub fn set_recall(&mut self, recall: Option<Recall>) {
        self.recall = recall;
    }

    /// A new game begins. Settings stay.
    pub fn new_game(&mut self) {
        self.options.clock.new_game();
    }

    /// Forgets what was learned from earlier positions, so that the same game
    /// is played the same way again. Whether a [`Report::Ready`] will follow;
    /// if not, there was nothing to forget.
    pub fn forget(&mut self) -> bool {
        self.stop_pondering();
        if std::mem::take(&mut self.remembers) {
            let id = self.new_id();
            self.order(Order::Forget(id));
            self.forgetting = Some((id, self.now()));
            self.hashfull = 0;
        }
        self.forgetting.is_some()
    }

    /// Has the first search under the rule get ready while nobody waits for it.
    /// Nothing is reported, and any other order goes first.
    pub fn prepare(&mut self, rule: Rule) {
        self.order(Order::Prepare(rule, self.options.memory().table_bytes));
    }

    /// Whether a search for an answer is under way.
    pub fn is_thinking(&self) -> bool {
        self.running.is_some() && !self.is_pondering()
    }

    /// Whether the opponent's time is being used.
    pub fn is_pondering(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.job.task == Task::Ponder)
    }

    /// How full the table of the search is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let running = self.running.as_ref();
        running.map_or(self.hashfull, |running| {
            running.job.best.hashfull().max(self.hashfull)
        })
    }

    /// Uses the opponent's time to learn about the game, without an answer,
    /// until something else is asked for. Levels that are held back do not.
    pub fn ponder(&mut self, game: &Game) {
        if self.options.level == Level::FULL && !game.board().empty().is_empty() {
            self.go(game, Task::Ponder, self.now());
        }
    }

    /// Ends the use of the opponent's time.
    pub fn stop_pondering(&mut self) {
        if self.is_pondering() {
            self.cancel();
        }
    }

    /// Starts to think about the game. `started` is when the command was read.
    /// A search still under way is cancelled.
    pub fn go(&mut self, game: &Game, request: impl Into<Request>, started: Duration) -> OrderId {
        self.cancel();
        self.remembers = true;
        let Request {
            task,
            barred,
            is_patient,
        } = request.into();
        let (board, rule) = (game.board(), game.rule());
        let lines = match task {
            Task::Move { lines } => lines.min(board.empty().len()),
            Task::Swap2 | Task::Soosorv(_) | Task::Balance { .. } | Task::Ponder => 1,
        };
        let options = &self.options;
        let mut limits = options.limits(rule, board, lines, &barred);
        let mut budget = options.time_budget(board, started, self.delays.worst(), is_patient);
        if task == Task::Ponder {
            budget = TimeBudget {
                started,
                ..TimeBudget::UNLIMITED
            };
            limits = Limits {
                max_depth: None,
                max_nodes: None,
                ..limits
            };
        }
        let is_open =
            budget.is_unlimited() && limits.max_depth.is_none() && limits.max_nodes.is_none();
        let job = Arc::new(Job {
            task,
            waits: is_patient && is_open && matches!(task, Task::Move { .. }),
            question: Question::new(board.clone(), rule, limits),
            budget: SharedBudget::new(budget),
            control: Arc::new(Control::new(Arc::clone(&self.clock), budget)),
            best: BestLine::default(),
            table_bytes: options.memory().table_bytes,
            level: options.level,
            recall: self.recall.clone().filter(|_| options.level == Level::FULL),
            is_patient,
            tells_progress: options.tells_progress && task != Task::Ponder,
            id: self.new_id(),
        });
        let id = job.id;
        self.order(Order::Think(Arc::clone(&job)));
        self.running = Some(Running {
            job,
            stopped_at: None,
        });
        id
    }

    /// Asks the search under way for its answer now.
    pub fn stop(&mut self) {
        let now = self.now();
        if let Some(running) = &mut self.running {
            running.job.control.stop();
            running.stopped_at.get_or_insert(now);
        }
    }

    /// Ends the search under way; its answer will not be accepted.
    pub fn cancel(&mut self) {
        self.stop();
        self.finish();
    }

    /// The report in the event, if it is about the search under way or the
    /// last order to forget, which is then over.
    pub fn accept(&mut self, event: EngineEvent) -> Option<Report> {
        let EngineEvent { id, report } = event;
        let running = self.running.as_ref().filter(|running| running.job.id == id);
        match (&report, running) {
            (Report::Progress(_) | Report::RootMove(_), running) => {
                return running.map(|_| report);
            }
            (Report::Answer(answer), Some(running)) => {
                let task = running.job.task;
                if let Some(outcome) = &answer.outcome {
                    self.hashfull = outcome.hashfull;
                }
                self.finish();
                return (task != Task::Ponder).then_some(report);
            }
            _ => {}
        }
        self.forgetting
            .take_if(|(forgetting, _)| *forgetting == id)?;
        Some(report)
    }

    /// When to call [`give_up`](Self::give_up) if no answer has come.
    pub fn deadline(&self) -> Option<Duration> {
        let Some(running) = &self.running else {
            let patience = if self.has_no_thread() {
                Duration::ZERO
            } else {
                PATIENCE_TO_FORGET
            };
            return self.forgetting.map(|(_, since)| since + patience);
        };
        if running.job.task == Task::Ponder {
            return None;
        }
        // Nobody thinks about it.
        let time = running.budget();
        if self.has_no_thread() {
            return Some(time.started);
        }
        let stop = match (running.stopped_at, time.hard) {
            (Some(stopped), Some(hard)) => Some(stopped.min(hard)),
            (stopped, hard) => stopped.or(hard),
        };
        let patient = stop.map(|stop| stop + PATIENCE);
        // Past its limit an answer is worth nothing.
        let latest = time
            .hard
            .zip(time.end)
            .map(|(hard, end)| hard + end.saturating_sub(hard) / PART_TO_WAIT);
        match (patient, latest) {
            (Some(patient), Some(latest)) => Some(patient.min(latest)),
            (patient, latest) => patient.or(latest),
        }
    }

    /// Ends a search that does not answer, and answers with the best it has
    /// told so far or else with any legal move. `None` if nothing is under way
    /// or its deadline has not come.
    pub fn give_up(&mut self) -> Option<Report> {
        if self.now() < self.deadline()? {
            return None;
        }
        log::warn!("the search did not report in time; going on without it");
        self.stop();
        let Some(running) = self.finish() else {
            self.forgetting = None;
            return Some(Report::Ready);
        };
        Some(Report::Answer(worker::answer_without_search(
            running.job.task,
            &running.job.question,
            running.job.best.line(),
        )))
    }

    /// Closes the books on the search under way.
    fn finish(&mut self) -> Option<Running> {
        let running = self.running.take()?;
        self.mailbox.withdraw();
        let now = self.now();
        if running.job.task != Task::Ponder {
            let spent = now.saturating_sub(running.budget().started);
            self.options.clock.spend(spent);
            self.delays.note(delay_of(&running, now), spent);
        }
        // An order to forget had to wait for the search to end.
        if let Some((_, since)) = &mut self.forgetting {
            *since = now;
        }
        Some(running)
    }

    /// Whether orders are not carried out for want of a thread.
    const fn has_no_thread(&self) -> bool {
        matches!(self.place, Place::NoThread(_))
    }

    const fn new_id(&mut self) -> OrderId {
        self.orders_given += 1;
        OrderId(self.orders_given)
    }

    fn order(&mut self, order: Order) {
        self.start_thread();
        self.mailbox.post(order);
    }
}

/// How long the machine kept a search from running: before it looked at the
/// clock again, or from its hard limit to its end.
fn delay_of(running: &Running, now: Duration) -> Duration {
    let hard = running.budget().hard;
    let late = hard.map_or(Duration::ZERO, |hard| now.saturating_sub(hard));
    running.job.control.longest_stall().max(late)
}

/// Sends events where somebody may still listen.
fn into_channel(sender: Sender<EngineEvent>) -> impl Fn(EngineEvent) + Send + Sync {
    move |event| {
        // Whoever has left needs no answer.
        let _ = sender.send(event);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.mailbox.close();
        if let Some(recall) = &self.recall {
            recall.finish_writing();
        }
    }
}

#[cfg(test)]
mod tests;
