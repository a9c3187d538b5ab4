//! From the memory the manager grants to the whole process to the bytes that
//! the search may fill. Allocates nothing.

const MEBIBYTE: u64 = 1 << 20;

/// The limit assumed when none is told: the tournament's.
const DEFAULT_LIMIT: u64 = 350 * MEBIBYTE;

/// Kept for everything but the tables: the program, its pattern tables, the
/// stacks of its threads and what the allocator holds. Managers count pages
/// really touched, so this is generous rather than exact: of 36 MB about 14 are
/// used in a long game (`scripts/endurance`), and about 5 more once the
/// networks of several rules have been read.
const RESERVE: u64 = 36 * MEBIBYTE;

/// The smallest tables the search is given.
const SMALLEST_TABLES: u64 = MEBIBYTE;

/// A process with the smallest tables surely stays below this. With games
/// under three rules one after the other it was measured at 24.5 MB.
const SMALLEST_PROCESS: u64 = 28 * MEBIBYTE;

/// The largest tables the search is given: more memory than this is slower to
/// touch than it is useful in a game.
pub const LARGEST_TABLES: u64 = 1_024 * MEBIBYTE;

/// What a thread beyond the first needs for itself: its statistics, the caches
/// of its solvers and evaluator, and its stack. Measured at 6.3 MB, before
/// evaluations were kept, which brought another 1.2 MB.
const PER_HELPER: u64 = 8 * MEBIBYTE;

/// Helpers may take at most one part in this many of the memory for tables:
/// what they find is worth nothing if the table cannot hold it.
const PART_FOR_HELPERS: u64 = 2;

/// What the search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPlan {
    /// Bytes for the search's tables.
    pub table_bytes: usize,
    /// How many threads the memory allows, of those wanted.
    pub threads: usize,
    /// Whether the promise may be broken even with the smallest tables.
    pub is_limit_too_small: bool,
}

/// The process that tables of so many bytes and so many threads make, where
/// nobody tells a limit of the process but people choose its tables.
pub fn process_with(table_bytes: u64, threads: usize) -> u64 {
    let helpers = (threads as u64).saturating_sub(1);
    let others = RESERVE.saturating_add(helpers.saturating_mul(PER_HELPER));
    let tables = table_bytes.min(LARGEST_TABLES);
    DEFAULT_LIMIT.max(tables.saturating_add(others))
}

/// Plans for a process of `max_memory` bytes (`None` or 0: not told), tables
/// of at most `table_limit` bytes if that is told, and so many threads wanted.
pub fn plan(max_memory: Option<u64>, table_limit: Option<u64>, threads: usize) -> MemoryPlan {
    let limit = max_memory
        .filter(|&limit| limit > 0)
        .unwrap_or(DEFAULT_LIMIT);
    let free = limit.saturating_sub(RESERVE);
    let helpers = (threads.saturating_sub(1) as u64).min(free / PART_FOR_HELPERS / PER_HELPER);
    let available = (free - helpers * PER_HELPER).min(LARGEST_TABLES);
    let wanted = table_limit.map_or(available, |tables| tables.min(available));
    MemoryPlan {
        table_bytes: wanted.max(SMALLEST_TABLES) as usize,
        threads: 1 + helpers as usize,
        is_limit_too_small: limit < SMALLEST_PROCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(max_memory: Option<u64>, table_limit: Option<u64>) -> MemoryPlan {
        super::plan(max_memory, table_limit, 1)
    }

    #[test]
    fn nothing_told_and_zero_are_the_tournament_limit() {
        let plan_350 = plan(Some(350 << 20), None);
        assert_eq!(plan(None, None), plan_350);
        assert_eq!(plan(Some(0), None), plan_350);
        assert!(plan_350.table_bytes > 300 << 20);
    }

    #[test]
    fn tables_and_reserve_stay_within_the_limit() {
        for limit in [40, 64, 83, 350, 1_000, 2_047] {
            let limit = limit << 20;
            let plan = plan(Some(limit), None);
            assert!(plan.table_bytes as u64 + RESERVE <= limit);
            assert!(!plan.is_limit_too_small);
        }
    }

    #[test]
    fn a_tiny_limit_gives_the_smallest_tables_and_says_so() {
        for limit in [1, 1_000, 1 << 20, 15 << 20] {
            let plan = plan(Some(limit), None);
            assert_eq!(plan.table_bytes as u64, SMALLEST_TABLES);
            assert!(plan.is_limit_too_small);
        }
    }

    #[test]
    fn a_small_limit_that_can_be_kept_is_no_reason_to_complain() {
        for limit in [28, 30, 36] {
            let plan = plan(Some(limit << 20), None);
            assert_eq!(plan.table_bytes as u64, SMALLEST_TABLES);
            assert!(!plan.is_limit_too_small);
        }
    }

    #[test]
    fn a_huge_limit_gives_the_largest_tables() {
        for limit in [1 << 33, u64::MAX] {
            assert_eq!(plan(Some(limit), None).table_bytes as u64, LARGEST_TABLES);
        }
    }

    #[test]
    fn a_table_limit_is_kept_within_the_memory_limit() {
        assert_eq!(plan(None, Some(16 << 20)).table_bytes, 16 << 20);
        assert_eq!(plan(None, Some(1 << 40)), plan(None, None));
        assert_eq!(plan(None, Some(0)).table_bytes as u64, SMALLEST_TABLES);
        assert!(!plan(None, Some(0)).is_limit_too_small);
    }

    #[test]
    fn tables_that_people_choose_are_given_beside_every_thread() {
        for (tables, threads) in [(16, 1), (314, 1), (768, 1), (768, 4), (1_024, 20)] {
            let bytes = tables << 20;
            let limit = process_with(bytes, threads);
            let plan = super::plan(Some(limit), Some(bytes), threads);
            assert_eq!(plan.table_bytes as u64, bytes);
            assert_eq!(plan.threads, threads);
        }
        let most = plan(Some(process_with(u64::MAX, 1)), Some(u64::MAX));
        assert_eq!(most.table_bytes as u64, LARGEST_TABLES);
        assert!(process_with(0, usize::MAX) > DEFAULT_LIMIT);
    }

    #[test]
    fn every_helper_is_paid_from_the_tables() {
        let alone = super::plan(None, None, 1);
        let four = super::plan(None, None, 4);
        assert_eq!(four.threads, 4);
        let difference = (alone.table_bytes - four.table_bytes) as u64;
        assert_eq!(difference, 3 * PER_HELPER);
    }

    #[test]
    fn memory_bounds_the_threads_whatever_is_wanted() {
        for (limit, most) in [(1, 1), (32, 1), (40, 1), (64, 3), (350, 20)] {
            for wanted in [0, 1, 1_000_000_000, usize::MAX] {
                let plan = super::plan(Some(limit << 20), None, wanted);
                assert!((1..=most).contains(&plan.threads), "{limit} {wanted}");
                let helpers = plan.threads as u64 - 1;
                let all = plan.table_bytes as u64 + RESERVE + helpers * PER_HELPER;
                assert!(all <= (limit << 20).max(RESERVE + SMALLEST_TABLES));
            }
        }
    }
}
