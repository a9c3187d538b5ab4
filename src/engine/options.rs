//! What can be set about the engine, typed, and what it means for a search.

use super::level::Level;
use super::memory::{self, MemoryPlan};
use super::root_moves::{self, Caution};
use crate::board::{Bitboard, Board};
use crate::game::ClockInfo;
use crate::game::clock_info::TurnLimit;
use crate::search::{Limits, TimeBudget, TimeFacts, threads, time};
use crate::types::Rule;
use std::time::Duration;

/// The time for a move when neither a clock nor a depth nor a number of nodes
/// is told: long enough to be strong, short enough for a person at a prompt.
const UNTOLD_TURN: Duration = Duration::from_secs(5);

/// The settings of the engine. They outlive games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What the manager told about the time.
    pub clock: ClockInfo,
    /// The deepest iteration.
    pub max_depth: Option<u32>,
    /// How many nodes to visit at most.
    pub max_nodes: Option<u64>,
    /// Bytes for the whole process; `None` or 0 if not told.
    pub max_memory: Option<u64>,
    /// The search's tables, within `max_memory`.
    pub max_table: Option<TableLimit>,
    /// How strong to play.
    pub level: Level,
    /// How many threads the full level searches with.
    pub threads: ThreadCount,
    /// How far from the stones root moves are looked at, if told.
    pub caution: Option<Caution>,
    /// Whether to report what a search does while it runs.
    pub tells_progress: bool,
    /// Whether to use the opponent's time.
    pub ponders: bool,
}

/// How large the search's tables may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimit {
    /// Bytes.
    pub bytes: u64,
    /// Whether that is also a memory allowed, as long as no other limit is
    /// told.
    pub is_allowed: bool,
}

/// A number of threads that the machine can bear, 1 unless told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadCount(usize);

impl Default for ThreadCount {
    fn default() -> Self {
        Self(1)
    }
}

impl ThreadCount {
    /// The number wanted, or the nearest that is possible.
    pub fn new(wanted: i64) -> Self {
        let most = Self::most();
        let count = usize::try_from(wanted.max(1)).map_or(most, |wanted| wanted.min(most));
        if i64::try_from(count) != Ok(wanted) {
            log::warn!("{wanted} threads are wanted, {count} are used");
        }
        Self(count)
    }

    /// The number of threads.
    pub const fn get(self) -> usize {
        self.0
    }

    /// As many as the machine runs at the same time.
    pub fn most() -> usize {
        threads::most()
    }
}

impl Options {
    /// What the search may use of the memory.
    pub fn memory(&self) -> MemoryPlan {
        // Lower levels are held back by nodes, and repeat exactly.
        let threads = if self.level == Level::FULL {
            self.threads.get()
        } else {
            1
        };
        let told = self.max_memory.filter(|&bytes| bytes > 0);
        let tables = self.max_table.map(|limit| limit.bytes);
        let allowed = self.max_table.filter(|limit| limit.is_allowed);
        let limit = told.or_else(|| Some(memory::process_with(allowed?.bytes, threads)));
        memory::plan(limit, tables, threads)
    }

    /// When a search of this position must stop, on a machine that lately
    /// delayed searches by so much, if that is known. A patient one goes on
    /// without any limit where none was told; else that is a few seconds.
    pub fn time_budget(
        &self,
        board: &Board,
        started: Duration,
        delay: Option<Duration>,
        is_patient: bool,
    ) -> TimeBudget {
        let left = self.clock.left();
        let is_bounded =
            left.is_some() || self.depth_limit(board).is_some() || self.max_nodes.is_some();
        let turn = match self.clock.turn() {
            TurnLimit::Limit(turn) => Some(turn),
            TurnLimit::Untold if !is_bounded && !is_patient => Some(UNTOLD_TURN),
            TurnLimit::Untold | TurnLimit::NoLimit => None,
        };
        time::plan(&TimeFacts {
            started,
            turn,
            left,
            increment: self.clock.increment(),
            overhead: self.clock.overhead(),
            stones: board.stone_count(),
            empty: board.empty().len(),
            delay,
        })
    }

    /// The deepest iteration, unless no game on this board is as long:
    /// Yixin-Board tells the number of its cells for "no limit".
    fn depth_limit(&self, board: &Board) -> Option<u32> {
        let cells = board.size().width() * board.size().height();
        self.max_depth.filter(|&depth| (depth as usize) < cells)
    }

    /// What bounds a search of this position for so many best lines, without
    /// the barred cells.
    pub fn limits(&self, rule: Rule, board: &Board, lines: usize, barred: &Bitboard) -> Limits {
        Limits {
            max_depth: self.depth_limit(board),
            max_nodes: self.max_nodes,
            lines: lines.max(1),
            threads: self.memory().threads,
            root_moves: root_moves::choose(rule, board, barred, self.caution),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::BoardSize;

    fn budget(options: &Options) -> TimeBudget {
        let board = Board::new(BoardSize::square(15).expect("a valid size"));
        options.time_budget(&board, Duration::ZERO, None, false)
    }

    #[test]
    fn nothing_told_is_a_few_seconds() {
        let hard = budget(&Options::default()).hard.expect("a limit");
        assert!(hard > Duration::from_secs(4) && hard < UNTOLD_TURN);
    }

    #[test]
    fn a_depth_or_node_limit_alone_leaves_the_time_open() {
        let depth = Options {
            max_depth: Some(6),
            ..Options::default()
        };
        let nodes = Options {
            max_nodes: Some(1_000),
            ..Options::default()
        };
        assert_eq!(budget(&depth), TimeBudget::UNLIMITED);
        assert_eq!(budget(&nodes), TimeBudget::UNLIMITED);
    }

    #[test]
    fn a_depth_that_no_game_reaches_is_no_limit() {
        let mut options = Options {
            max_depth: Some(15 * 15),
            ..Options::default()
        };
        let board = Board::new(BoardSize::square(15).expect("a valid size"));
        let patient = options.time_budget(&board, Duration::ZERO, None, true);
        assert_eq!(patient, TimeBudget::UNLIMITED);
        assert!(budget(&options).hard.is_some(), "as if nothing were told");
        let depth = |options: &Options| {
            let limits = options.limits(Rule::Freestyle, &board, 1, &Bitboard::EMPTY);
            limits.max_depth
        };
        assert_eq!(depth(&options), None);
        options.max_depth = Some(15 * 15 - 1);
        assert_eq!(depth(&options), Some(224));
    }

    #[test]
    fn a_turn_expressly_without_limit_is_without_limit() {
        let mut options = Options::default();
        options.clock.set_turn(i64::from(i32::MAX));
        assert_eq!(budget(&options), TimeBudget::UNLIMITED);
        options.clock.set_left(24_000);
        let hard = budget(&options).hard.expect("a limit");
        assert!(hard < Duration::from_secs(10));
    }

    #[test]
    fn any_number_of_threads_becomes_one_that_is_possible() {
        let count = |wanted| ThreadCount::new(wanted).get();
        for (wanted, expected) in [(0, 1), (-1, 1), (i64::MIN, 1), (1, 1), (2, 2)] {
            assert_eq!(count(wanted), expected, "{wanted}");
        }
        for wanted in [1_000_000_000, i64::MAX] {
            assert_eq!(count(wanted), ThreadCount::most());
        }
    }

    #[test]
    fn levels_that_are_held_back_search_with_one_thread() {
        let mut options = Options {
            threads: ThreadCount::new(2),
            ..Options::default()
        };
        assert_eq!(options.memory().threads, 2);
        options.level = Level::from_strength(90);
        assert_eq!(options.memory().threads, 1);
    }
}
