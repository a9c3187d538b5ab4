//! The transposition table: what is known of positions met before. Lockless:
//! each entry is two words, the key stored as key xor data, so that a torn
//! write reads as a miss. Knows nothing of search policy but age and depth.

use crate::types::processor::prefetch;
use crate::types::score::{is_loss, is_win};
use crate::types::{CELL_COUNT, Point, Score};
use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries that share a place; together one cache line.
const BUCKET: usize = 4;
const ENTRY_BYTES: usize = 16;
const BUCKET_BYTES: usize = BUCKET * ENTRY_BYTES;
/// Generations run from 0 to this, then start again.
const GENERATION_MASK: u64 = 63;
/// An entry this many plies deeper survives one generation longer.
const PLIES_PER_GENERATION: i32 = 4;

/// Tables of more bytes than this are given back to the system to be cleared.
/// Allocators keep smaller pieces of memory for themselves: a table of 28 MB that
/// was cleared so was seen to be there twice.
const LARGE: usize = 64 << 20;

/// Words in a page of memory, on the systems with the smallest ones.
const PAGE_WORDS: usize = 4096 / size_of::<AtomicU64>();

/// Words whose pages are taken from the system in one go: a millisecond's work.
const SLICE_WORDS: usize = PAGE_WORDS << 8;

/// Entries looked at to tell how full the table is: a few microseconds' work.
const SAMPLE: usize = 2_000;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one stood out.
    pub best: Option<Point>,
    /// The score, decided games counted from the root of the present search.
    pub score: Score,
    /// The static evaluation.
    pub evaluation: Score,
    /// The depth of the search behind the score.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// What a system that grants a table must still grant beside it: everything
/// else that a search allocates, and the 64 MB of addresses that an allocator
/// may set aside for a new thread.
const ROOM_BYTES: usize = 128 << 20;

/// Whether so much could still be allocated. Nothing is touched. Not asked in
/// WebAssembly, whose memory never shrinks again.
fn has_room() -> bool {
    cfg!(target_family = "wasm") || try_zeroed_slice_box::<u8>(ROOM_BYTES).is_ok()
}

/// The table.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    buckets: u64,
    generation: u64,
    /// How many words from the first on have been given to [`Self::prefault`].
    prefaulted: AtomicUsize,
}

impl TranspositionTable {
    /// A table of at most this many bytes (but never less than one bucket).
    /// Memory is taken from the system only when first written to. Where the
    /// system refuses so much, or leaves no room beside it, the table is a
    /// smaller one.
    pub fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / BUCKET_BYTES).max(1);
        let words = loop {
            match try_zeroed_slice_box(buckets * BUCKET * 2) {
                Ok(words) if has_room() => break words,
                _ if buckets > 1 => {
                    buckets /= 2;
                    log::warn!("trying a table of {} bytes", buckets * BUCKET_BYTES);
                }
                _ => break zeroed_slice_box(BUCKET * 2),
            }
        };
        Self {
            words,
            buckets: buckets as u64,
            generation: 0,
            prefaulted: AtomicUsize::new(0),
        }
    }

    /// Prefaults the next slice of the table: takes its pages from the system, if
    /// somebody has not yet; what is stored there stays. Whether there was one.
    /// Pages are dear to threads that search: one that is first read and then
    /// written to interrupts all others twice.
    pub fn prefault(&self) -> bool {
        let first = self.prefaulted.load(Ordering::Relaxed);
        if first >= self.words.len() {
            return false;
        }
        let first = self.prefaulted.fetch_add(SLICE_WORDS, Ordering::Relaxed);
        let slice = self.words.iter().skip(first).take(SLICE_WORDS);
        for word in slice.step_by(PAGE_WORDS) {
            // Counts as writing, whether or not the word is zero; else nothing
            // happens to it.
            let _ = word.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
        true
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 0;
        let bytes = self.buckets as usize * BUCKET_BYTES;
        let is_prefaulted = *self.prefaulted.get_mut() >= self.words.len();
        if bytes > LARGE && !is_prefaulted {
            // A new allocation comes zeroed from the system, page by page when
            // touched, which is quicker than writing over the old one where
            // much of it has never been touched.
            self.resize(bytes);
        } else {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }

    /// Changes the size to at most this many bytes; what was known is lost.
    pub fn resize(&mut self, bytes: usize) {
        // The old memory goes before the new is asked for, so that there is
        // room for it.
        self.words = Box::default();
        *self = Self::new(bytes);
    }

    /// Says that a new search begins: what it meets no more may be replaced.
    pub const fn new_search(&mut self) {
        self.generation = (self.generation + 1) & GENERATION_MASK;
    }

    /// Prefetches the entries of a position that will be asked about soon. Changes
    /// nothing else.
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.words[self.bucket(hash)]);
    }

    /// What is known of a position `ply` plies below the root.
    pub fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        let first = self.bucket(hash);
        (0..BUCKET).find_map(|slot| {
            let data = self.words[first + 2 * slot + 1].load(Ordering::Relaxed);
            let key = self.words[first + 2 * slot].load(Ordering::Relaxed);
            (key ^ data == hash && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Notes what was found about a position `ply` plies below the root.
    pub fn store(&self, hash: u64, ply: usize, entry: Entry) {
        let first = self.bucket(hash);
        let mut place = first;
        let mut lowest = i32::MAX;
        let mut best = entry.best;
        for slot in 0..BUCKET {
            let at = first + 2 * slot;
            let data = self.words[at + 1].load(Ordering::Relaxed);
            if self.words[at].load(Ordering::Relaxed) ^ data == hash && data != 0 {
                let old = unpack(data, ply);
                // A shallower result does not replace a deeper one of the same search.
                let keep = entry.bound != Bound::Exact
                    && self.age(data) == 0
                    && old.depth > entry.depth + PLIES_PER_GENERATION;
                if keep {
                    return;
                }
                best = best.or(old.best);
                place = at;
                break;
            }
            let worth = depth_of(data) - PLIES_PER_GENERATION * self.age(data);
            if worth < lowest {
                lowest = worth;
                place = at;
            }
        }
        let data = pack(Entry { best, ..entry }, ply) | self.generation << GENERATION_SHIFT;
        self.words[place].store(hash ^ data, Ordering::Relaxed);
        self.words[place + 1].store(data, Ordering::Relaxed);
    }

    /// How many entries in a thousand are in use, by a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.words.get(..SAMPLE * 2).unwrap_or(&self.words);
        let data = sample.iter().skip(1).step_by(2);
        let used = data.filter(|word| word.load(Ordering::Relaxed) != 0);
        (used.count() * 1000 / (sample.len() / 2)) as u32
    }

    /// Index of the first word of the bucket of a hash.
    fn bucket(&self, hash: u64) -> usize {
        // The high half of the product spreads hashes evenly over any number of buckets.
        let number = (u128::from(hash) * u128::from(self.buckets)) >> 64;
        number as usize * BUCKET * 2
    }

    fn age(&self, data: u64) -> i32 {
        (self.generation.wrapping_sub(data >> GENERATION_SHIFT) & GENERATION_MASK) as i32
    }
}

// The data word: score 16 bits, evaluation 16, depth 8, move 11, bound 2, generation 6.
const EVALUATION_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 32;
const MOVE_SHIFT: u32 = 40;
const BOUND_SHIFT: u32 = 51;
const GENERATION_SHIFT: u32 = 53;
const NO_MOVE: u64 = CELL_COUNT as u64;
const MOVE_MASK: u64 = 2 * CELL_COUNT as u64 - 1;
/// Depths are stored from this one up; quiescence results lie at 0 and below.
const LOWEST_DEPTH: i32 = -8;

fn pack(entry: Entry, ply: usize) -> u64 {
    let word = |score: Score| u64::from(score as i16 as u16);
    let depth = (entry.depth - LOWEST_DEPTH).clamp(0, 255) as u64;
    let best = entry.best.map_or(NO_MOVE, |point| point.index() as u64);
    word(score_to_table(entry.score, ply))
        | word(entry.evaluation) << EVALUATION_SHIFT
        | depth << DEPTH_SHIFT
        | best << MOVE_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
}

fn unpack(data: u64, ply: usize) -> Entry {
    let word = |shift: u32| Score::from((data >> shift) as u16 as i16);
    let best = data >> MOVE_SHIFT & MOVE_MASK;
    Entry {
        best: (best < NO_MOVE).then(|| Point::from_index(best as usize)),
        score: score_from_table(word(0), ply),
        evaluation: word(EVALUATION_SHIFT),
        depth: depth_of(data),
        bound: match data >> BOUND_SHIFT & 3 {
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::Upper,
        },
    }
}

const fn depth_of(data: u64) -> i32 {
    (data >> DEPTH_SHIFT & 255) as i32 + LOWEST_DEPTH
}

/// A decided score counted from the root, as counted from the node.
const fn score_to_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// A decided score counted from the node, as counted from the root.
const fn score_from_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{loss_in, win_in};

    fn entry(score: Score, depth: i32) -> Entry {
        Entry {
            best: Some(Point::new(7, 7)),
            score,
            evaluation: -123,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn entries_read_back_as_stored() {
        let table = TranspositionTable::new(1 << 16);
        for (number, score) in [0, 250, -250, win_in(9), loss_in(12)]
            .into_iter()
            .enumerate()
        {
            let hash = crate::board::zobrist::mix(number as u64);
            table.store(hash, 3, entry(score, 5));
            assert_eq!(table.probe(hash, 3), Some(entry(score, 5)));
        }
        let bare = Entry {
            best: None,
            bound: Bound::Upper,
            ..entry(1, -3)
        };
        table.store(42, 0, bare);
        assert_eq!(table.probe(42, 0), Some(bare));
        assert_eq!(table.probe(43, 0), None);
    }

    #[test]
    fn decided_scores_are_stored_relative_to_the_node() {
        let table = TranspositionTable::new(1 << 10);
        table.store(7, 4, entry(win_in(9), 5));
        let there = table.probe(7, 6).map(|entry| entry.score);
        assert_eq!(there, Some(win_in(11)), "two plies further from the root");
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = TranspositionTable::new(BUCKET_BYTES);
        for hash in 1..=4 {
            table.store(hash, 0, entry(0, 10));
        }
        table.store(5, 0, entry(0, 12));
        assert_eq!(
            (1..=4)
                .filter(|&hash| table.probe(hash, 0).is_some())
                .count(),
            3
        );
        for _ in 0..4 {
            table.new_search();
        }
        for hash in 11..=14 {
            table.store(hash, 0, entry(0, 1));
        }
        assert!((11..=14).all(|hash| table.probe(hash, 0).is_some()));
    }

    #[test]
    fn a_cleared_or_resized_table_knows_nothing() {
        for (bytes, is_prefaulted) in [
            (1 << 12, false),
            (LARGE + BUCKET_BYTES, false),
            (LARGE + BUCKET_BYTES, true),
        ] {
            let mut table = TranspositionTable::new(bytes);
            table.new_search();
            while is_prefaulted && table.prefault() {}
            table.store(9, 0, entry(5, 5));
            table.clear();
            assert_eq!(table.probe(9, 0), None);
            assert_eq!(table.buckets as usize, bytes / BUCKET_BYTES);
            assert_eq!(table.generation, 0);
            table.store(9, 0, entry(5, 5));
            table.resize(1 << 14);
            assert_eq!(table.probe(9, 0), None);
            assert_eq!(table.buckets as usize, (1 << 14) / BUCKET_BYTES);
        }
    }

    #[test]
    fn a_table_is_prefaulted_slice_by_slice_and_forgets_nothing_by_it() {
        // Whole slices, one more word, and less than a slice.
        for words in [2 * SLICE_WORDS, 2 * SLICE_WORDS + 8, 8] {
            let mut table = TranspositionTable::new(words * size_of::<u64>());
            let hashes = [1, u64::MAX / 2, u64::MAX];
            for hash in hashes {
                table.store(hash, 0, entry(5, 5));
            }
            let slices = std::iter::repeat_with(|| table.prefault())
                .take_while(|&is_more| is_more)
                .count();
            assert_eq!(slices, words.div_ceil(SLICE_WORDS));
            for hash in hashes {
                assert_eq!(table.probe(hash, 0), Some(entry(5, 5)));
            }
            table.clear();
            assert_eq!(table.probe(1, 0), None);
            assert!(!table.prefault(), "still there");
            table.resize(1 << 12);
            assert!(table.prefault(), "a new one");
        }
    }

    #[test]
    fn the_use_of_the_table_is_told_in_thousandths() {
        let mut table = TranspositionTable::new(1 << 16);
        assert_eq!(table.hashfull(), 0);
        for number in 0..1 << 16 {
            table.store(crate::board::zobrist::mix(number), 0, entry(5, 5));
        }
        assert_eq!(table.hashfull(), 1000);
        table.clear();
        assert_eq!(table.hashfull(), 0);
        let small = TranspositionTable::new(0);
        small.store(1, 0, entry(5, 5));
        assert_eq!(small.hashfull(), 250);
    }

    #[test]
    fn a_table_that_cannot_be_had_is_a_smaller_one() {
        // More than any address space, little enough for the arithmetic.
        let table = TranspositionTable::new(1 << 60);
        table.store(9, 0, entry(5, 5));
        assert_eq!(table.probe(9, 0), Some(entry(5, 5)));
    }
}
