//! The engine as others use it: set options, go, stop, cancel. The thinking
//! happens on a thread of its own; its answers come back as events that carry
//! the number of their search, so that the answer of a cancelled search can
//! never be taken for that of a later one.

use super::delays::Delays;
use super::level::Level;
use super::mailbox::{Mailbox, Order};
use super::options::Options;
use super::recall::Recall;
use super::soosorv::SoosorvStep;
use super::thinker::Thinker;
use super::worker::{self, BestLine, Job, Starter};
use crate::board::Board;
use crate::game::Game;
use crate::search::{Clock, Control, FirstMove, Limits, Outcome, Progress, TimeBudget};
use crate::types::{Point, Rule, Score};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
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
    FirstMove(FirstMove),
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
    id: OrderId,
    task: Task,
    board: Board,
    rule: Rule,
    limits: Limits,
    control: Arc<Control>,
    best: Arc<BestLine>,
    stopped_at: Option<Duration>,
}

/// The engine.
pub struct Engine {
    clock: Arc<dyn Clock>,
    options: Options,
    mailbox: Arc<Mailbox>,
    /// Starts the thinking thread, as long as the system had none to give.
    starter: Option<Starter>,
    running: Option<Running>,
    /// The order to forget that is not carried out yet, and its date.
    forgetting: Option<(OrderId, Duration)>,
    orders_given: u64,
    /// Whether the tables hold something of the game played.
    remembers: bool,
    /// How full the table was after the last search, in thousandths.
    table_use: u32,
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
        sink: impl Fn(EngineEvent) + Send + 'static,
    ) -> Self {
        let mailbox = Arc::new(Mailbox::default());
        let mut engine = Self {
            clock,
            options: Options::default(),
            starter: Some(worker::starter(&mailbox, make_thinker, sink)),
            mailbox,
            running: None,
            forgetting: None,
            orders_given: 0,
            remembers: false,
            table_use: 0,
            delays: Delays::default(),
            recall: None,
        };
        engine.start_thread();
        engine
    }

    /// As [`start`](Self::start), for those who wait for nothing else: answers
    /// wait in a channel.
    pub fn with_channel<T: Thinker + 'static>(
        clock: Arc<dyn Clock>,
        make_thinker: impl Fn(usize) -> T + Send + 'static,
    ) -> (Self, Receiver<EngineEvent>) {
        let (sender, events) = channel();
        let sink = move |event| {
            // Whoever has left needs no answer.
            let _ = sender.send(event);
        };
        (Self::start(clock, make_thinker, sink), events)
    }

    /// Asks the system for the thinking thread if it has not given one yet.
    fn start_thread(&mut self) {
        if let Some(start) = &self.starter {
            match start() {
                Ok(()) => self.starter = None,
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
        if self.options.clock == clock_before {
            return;
        }
        if self.is_pondering() {
            return;
        }
        if self.options.clock.wants_move_at_once() {
            self.stop();
        } else if let Some(running) = &mut self.running {
            let started = running.limits.started;
            let budget = self
                .options
                .time_budget(&running.board, started, self.delays.worst());
            running.limits.time = budget;
            running.control.set_budget(budget);
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
            self.table_use = 0;
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
        running.is_some_and(|running| running.task == Task::Ponder)
    }

    /// How full the table of the search is, in thousandths.
    pub fn table_use(&self) -> u32 {
        let running = self.running.as_ref();
        running.map_or(self.table_use, |running| {
            running.best.table_use().max(self.table_use)
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
    pub fn go(&mut self, game: &Game, task: Task, started: Duration) -> OrderId {
        self.cancel();
        self.remembers = true;
        let id = self.new_id();
        let lines = match task {
            Task::Move { lines } => lines.min(game.board().empty().len()),
            Task::Swap2 | Task::Soosorv(_) | Task::Balance { .. } | Task::Ponder => 1,
        };
        let delay = self.delays.worst();
        let mut limits = self
            .options
            .limits(game.rule(), game.board(), started, delay, lines);
        if task == Task::Ponder {
            limits = Limits {
                time: TimeBudget::UNLIMITED,
                max_depth: None,
                max_nodes: None,
                ..limits
            };
        }
        let running = Running {
            id,
            task,
            board: game.board().clone(),
            rule: game.rule(),
            limits,
            control: Arc::new(Control::new(Arc::clone(&self.clock))),
            best: Arc::new(BestLine::default()),
            stopped_at: None,
        };
        running.control.set_budget(running.limits.time);
        let is_open = running.limits.time == TimeBudget::UNLIMITED
            && running.limits.max_depth.is_none()
            && running.limits.max_nodes.is_none();
        self.order(Order::Think(Box::new(Job {
            id,
            task,
            board: running.board.clone(),
            rule: running.rule,
            limits: running.limits,
            control: Arc::clone(&running.control),
            best: Arc::clone(&running.best),
            table_bytes: self.options.memory().table_bytes,
            level: self.options.level,
            tells_progress: self.options.tells_progress && task != Task::Ponder,
            recall: self
                .recall
                .clone()
                .filter(|_| self.options.level == Level::FULL),
            waits: self.options.is_patient && is_open && matches!(task, Task::Move { .. }),
        })));
        self.running = Some(running);
        id
    }

    /// Asks the search under way for its answer now.
    pub fn stop(&mut self) {
        let now = self.now();
        if let Some(running) = &mut self.running {
            running.control.stop();
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
        let running = self.running.as_ref().filter(|running| running.id == id);
        match (&report, running) {
            (Report::Progress(_) | Report::FirstMove(_), running) => {
                return running.map(|_| report);
            }
            (Report::Answer(answer), Some(running)) => {
                let task = running.task;
                if let Some(outcome) = &answer.outcome {
                    self.table_use = outcome.table_use;
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
            let patience = self
                .starter
                .as_ref()
                .map_or(PATIENCE_TO_FORGET, |_| Duration::ZERO);
            return self.forgetting.map(|(_, since)| since + patience);
        };
        if running.task == Task::Ponder {
            return None;
        }
        // Nobody thinks about it.
        if self.starter.is_some() {
            return Some(running.limits.started);
        }
        let time = &running.limits.time;
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
            running.task,
            running.rule,
            &running.board,
            &running.limits,
            running.best.get(),
        )))
    }

    /// Closes the books on the search under way.
    fn finish(&mut self) -> Option<Running> {
        let running = self.running.take()?;
        self.mailbox.withdraw();
        let now = self.now();
        if running.task != Task::Ponder {
            let spent = now.saturating_sub(running.limits.started);
            self.options.clock.spend(spent);
            self.delays.note(delay_of(&running, now), spent);
        }
        // An order to forget had to wait for the search to end.
        if let Some((_, since)) = &mut self.forgetting {
            *since = now;
        }
        Some(running)
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
    let hard = running.limits.time.hard;
    let late = hard.map_or(Duration::ZERO, |hard| now.saturating_sub(hard));
    running.control.longest_stall().max(late)
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
#[path = "engine_tests.rs"]
mod tests;
