//! From the memory the manager grants to the whole process to the bytes that
//! the search may fill. Allocates nothing.

const MEBIBYTE: u64 = 1 << 20;

/// The limit assumed when none is told: the tournament's.
const DEFAULT_LIMIT: u64 = 350 * MEBIBYTE;

/// Kept for everything but the tables: the program, its pattern tables, the
/// stacks of its threads and what the allocator holds. Managers count pages
/// really touched, so this is generous rather than exact.
const RESERVE: u64 = 32 * MEBIBYTE;

/// The smallest tables the search is given.
const SMALLEST_TABLES: u64 = MEBIBYTE;

/// A process with the smallest tables surely stays below this. After 3 s of
/// thought on 20x20 it was measured at 12.3 MB.
const SMALLEST_PROCESS: u64 = 16 * MEBIBYTE;

/// The largest tables the search is given: more memory than this is slower to
/// touch than it is useful in a game.
pub const LARGEST_TABLES: u64 = 1_024 * MEBIBYTE;

/// What the search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPlan {
    /// Bytes for the search's tables.
    pub table_bytes: usize,
    /// Whether the promise may be broken even with the smallest tables.
    pub is_limit_too_small: bool,
}

/// Plans for a process of `max_memory` bytes (`None` or 0: not told), and
/// tables of at most `table_limit` bytes if that is told.
pub fn plan(max_memory: Option<u64>, table_limit: Option<u64>) -> MemoryPlan {
    let limit = max_memory
        .filter(|&limit| limit > 0)
        .unwrap_or(DEFAULT_LIMIT);
    let available = limit.saturating_sub(RESERVE).min(LARGEST_TABLES);
    let wanted = table_limit.map_or(available, |tables| tables.min(available));
    MemoryPlan {
        table_bytes: wanted.max(SMALLEST_TABLES) as usize,
        is_limit_too_small: limit < SMALLEST_PROCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for limit in [16, 20, 33] {
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
}
