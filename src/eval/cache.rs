//! Evaluations by hash, the newest in each place: searches come back to the
//! same positions again and again, soon after each other. Knows nothing of how
//! positions are evaluated, and an answer is always that of the whole hash.

use crate::types::Score;
use crate::types::score::MAX_EVALUATION;

/// Bits of a hash that say where an evaluation is kept. The others are kept
/// beside it, so that a word has room for both.
const PLACE_BITS: u32 = 16;
const PLACES: usize = 1 << PLACE_BITS;
/// The bits of a word that hold the evaluation.
const VALUE: u64 = PLACES as u64 - 1;
/// Added to evaluations, so that none is zero, which is an empty place.
const OFFSET: Score = MAX_EVALUATION + 1;
const _: () = assert!((OFFSET + MAX_EVALUATION) as u64 <= VALUE);

/// The evaluations of one searching thread, half a mebibyte.
pub struct Cache(Vec<u64>);

impl Cache {
    /// A cache that knows nothing.
    pub fn new() -> Self {
        Self(vec![0; PLACES])
    }

    /// The evaluation of the position with this hash, if it is known.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Score> {
        let word = self.0[place(hash)];
        let is_known = (word ^ hash) >> PLACE_BITS == 0 && word & VALUE != 0;
        is_known.then_some((word & VALUE) as Score - OFFSET)
    }

    /// Keeps an evaluation, which lies within plus and minus [`MAX_EVALUATION`].
    #[inline]
    pub fn put(&mut self, hash: u64, evaluation: Score) {
        debug_assert!(evaluation.abs() <= MAX_EVALUATION);
        self.0[place(hash)] = hash & !VALUE | (evaluation + OFFSET) as u64;
    }
}

const fn place(hash: u64) -> usize {
    (hash & VALUE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_hash_finds_an_evaluation() {
        let mut cache = Cache::new();
        let evaluations = [-MAX_EVALUATION, -1, 0, 1, MAX_EVALUATION];
        for (hash, evaluation) in [0, 1, 1 << 15, u64::MAX, 77 << 40]
            .into_iter()
            .zip(evaluations)
        {
            assert_eq!(cache.get(hash), None);
            cache.put(hash, evaluation);
            assert_eq!(cache.get(hash), Some(evaluation));
            for bit in 0..u64::BITS {
                assert_ne!(cache.get(hash ^ 1 << bit), Some(evaluation));
            }
        }
        cache.put(1 << 16, 5);
        assert_eq!((cache.get(0), cache.get(1 << 16)), (None, Some(5)));
    }
}
