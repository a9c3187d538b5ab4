//! The thinking thread. It owns the thinker, works off orders one by one and
//! survives a panic of the thinker: a bug in the search costs a line in the
//! log, never the game.

use super::engine::{Answer, Decision, EngineEvent, OrderId, Report, Task};
use super::level::{AtLevel, Level, LevelMemory};
use super::thinker::Thinker;
use super::{legality, swap2};
use crate::board::Board;
use crate::search::{Control, Limits, Line, Observer, Progress};
use crate::types::{Point, Rule};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long no order may follow before preparing begins: managers tell their
/// settings in one go, and tables for a rule that is replaced at once would
/// only delay the first move.
const LULL: Duration = Duration::from_millis(5);

/// The stack of the thinking thread. Only pages that are used count; a forced
/// win may go down a thousand plies.
const STACK_BYTES: usize = 64 << 20;

/// What the thinking thread is told to do.
pub(super) enum Order {
    /// Answer a task.
    Think(Box<Job>),
    /// Forget earlier positions.
    Forget(OrderId),
    /// Compute in idle time what the first search under the rule needs, with
    /// tables of so many bytes.
    Prepare(Rule, usize),
}

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
}

/// The best line a running search has told, for when it tells no more.
#[derive(Default)]
pub(super) struct BestLine(Mutex<Option<Line>>);

impl BestLine {
    /// The first move of the line.
    pub fn get(&self) -> Option<Point> {
        let line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.as_ref()?.moves.first().copied()
    }

    fn set(&self, line: &Line) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.clone());
    }
}

/// Writes the best line down as the search tells it.
pub(super) struct Listener(pub Arc<BestLine>);

impl Observer for Listener {
    fn line_finished(&mut self, progress: &Progress) {
        if progress.rank == 0 {
            self.0.set(&progress.line);
        }
    }
}

/// Starts the thread. It ends when the sender of orders is dropped.
pub(super) fn start<T: Thinker + 'static>(
    make_thinker: impl Fn(usize) -> T + Send + 'static,
    sink: impl Fn(EngineEvent) + Send + 'static,
) -> io::Result<Sender<Order>> {
    let (orders, inbox) = channel();
    thread::Builder::new()
        .name("search".into())
        .stack_size(STACK_BYTES)
        .spawn(move || work(&inbox, &make_thinker, &sink))?;
    Ok(orders)
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

fn work<T: Thinker>(
    inbox: &Receiver<Order>,
    make_thinker: &impl Fn(usize) -> T,
    sink: &impl Fn(EngineEvent),
) {
    let mut player: Option<Player<T>> = None;
    while let Some(order) = next_order(inbox) {
        let result = catch_unwind(AssertUnwindSafe(|| match &order {
            Order::Think(job) => Some(think(&mut player, make_thinker, job)),
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
        sink(match order {
            Order::Prepare(..) => continue,
            Order::Forget(id) => EngineEvent {
                id,
                report: Report::Ready,
            },
            Order::Think(job) => EngineEvent {
                id: job.id,
                report: Report::Answer(answer.unwrap_or_else(|| {
                    answer_without_search(job.task, job.rule, &job.board, job.best.get())
                })),
            },
        });
    }
}

/// The next order; `None` when there will be none. Preparing gives way to
/// whatever follows it.
fn next_order(inbox: &Receiver<Order>) -> Option<Order> {
    let mut order = inbox.recv().ok()?;
    while matches!(order, Order::Prepare(..))
        && let Ok(later) = inbox.recv_timeout(LULL)
    {
        order = later;
    }
    Some(order)
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
) -> Answer {
    let player = player_with(player, make_thinker, job.table_bytes);
    match job.task {
        Task::Move { .. } => find_move(&mut player.at(job.level), job),
        Task::Swap2 => swap2::decide(&mut player.at(job.level), job),
    }
}

/// Searches for a move and has it judged.
pub(super) fn find_move(thinker: &mut dyn Thinker, job: &Job) -> Answer {
    let outcome = thinker.think(
        &job.board,
        job.rule,
        &job.limits,
        &job.control,
        &mut Listener(Arc::clone(&job.best)),
    );
    match outcome.best_move() {
        Some(point) if legality::is_legal(job.rule, &job.board, point) => Answer {
            decision: Decision::Stones(vec![point]),
            outcome: Some(outcome),
        },
        found => {
            // No complaint when nothing better exists: a full board, or a
            // position in which every empty cell is forbidden.
            let answer = move_without_search(job.rule, &job.board, None);
            if answer.decision != Decision::Stones(found.into_iter().collect()) {
                log::error!("the search chose {found:?}, which is not legal");
            }
            answer
        }
    }
}

/// An answer when the search has none to give.
pub(super) fn answer_without_search(
    task: Task,
    rule: Rule,
    board: &Board,
    best: Option<Point>,
) -> Answer {
    if task == Task::Swap2 && board.stone_count() == 0 {
        return Answer {
            decision: swap2::opening_without_search(board.size()),
            outcome: None,
        };
    }
    move_without_search(rule, board, best)
}

/// The best move so far if it is legal, or any legal move.
fn move_without_search(rule: Rule, board: &Board, best: Option<Point>) -> Answer {
    let point = best
        .filter(|&point| legality::is_legal(rule, board, point))
        .or_else(|| legality::any_move(rule, board));
    Answer {
        decision: point.map_or(Decision::Nothing, |point| Decision::Stones(vec![point])),
        outcome: None,
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preparing_gives_way_to_what_follows_it() {
        let (orders, inbox) = channel();
        let id = OrderId::for_tests();
        for order in [
            Order::Prepare(Rule::Freestyle, 0),
            Order::Prepare(Rule::Renju, 0),
            Order::Forget(id),
            Order::Prepare(Rule::Freestyle, 0),
            Order::Prepare(Rule::Caro, 0),
        ] {
            orders.send(order).expect("the inbox is open");
        }
        drop(orders);
        assert!(matches!(next_order(&inbox), Some(Order::Forget(_))));
        assert!(matches!(
            next_order(&inbox),
            Some(Order::Prepare(Rule::Caro, 0))
        ));
        assert!(next_order(&inbox).is_none());
    }
}
