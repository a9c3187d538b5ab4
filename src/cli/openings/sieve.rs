//! Puts what several threads find into the order of the candidates, so that
//! their number changes nothing, and lets no two openings pass that are alike.
//! Counts why candidates were turned down. Knows no files and no engines.

use crate::cli::arena::openings::{Opening, likeness};
use crate::types::BoardSize;
use std::collections::{BTreeMap, HashSet};

/// What became of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Its stones decide the game, or soon may.
    Unplayable,
    /// The look of this number saw an advantage.
    Uneven(usize),
    /// The second engine saw an advantage.
    Judged,
    /// All call it even.
    Even(Opening),
}

/// How many candidates ended how.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// All that were looked at.
    pub tried: u64,
    /// Turned down by their stones.
    pub unplayable: u64,
    /// Turned down by the looks, by number.
    pub uneven: Vec<u64>,
    /// Turned down by the second engine.
    pub judged: u64,
    /// Like an opening before them.
    pub repeated: u64,
}

/// The openings so far, and findings that wait for their turn.
pub struct Sieve {
    size: BoardSize,
    /// The next candidate in order.
    next: u64,
    waiting: BTreeMap<u64, Finding>,
    known: HashSet<Opening>,
    /// Why candidates were turned down.
    pub counts: Counts,
    /// Candidates since the last opening that passed.
    pub in_vain: u64,
}

impl Sieve {
    /// Goes on at this candidate after these openings, with so many looks.
    pub fn new(size: BoardSize, known: &[Opening], next: u64, looks: usize) -> Self {
        Self {
            size,
            next,
            waiting: BTreeMap::new(),
            known: known.iter().map(|one| likeness(one, size)).collect(),
            counts: Counts {
                uneven: vec![0; looks],
                ..Counts::default()
            },
            in_vain: 0,
        }
    }

    /// Takes what became of a candidate, to be counted when its turn has come.
    pub fn add(&mut self, candidate: u64, finding: Finding) {
        self.waiting.insert(candidate, finding);
    }

    /// The next opening that passes, as far as findings reach without a gap.
    pub fn next_opening(&mut self) -> Option<Opening> {
        while let Some(finding) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.counts.tried += 1;
            self.in_vain += 1;
            match finding {
                Finding::Unplayable => self.counts.unplayable += 1,
                Finding::Uneven(look) => self.counts.uneven[look] += 1,
                Finding::Judged => self.counts.judged += 1,
                Finding::Even(opening) => {
                    if self.known.insert(likeness(&opening, self.size)) {
                        self.in_vain = 0;
                        return Some(opening);
                    }
                    self.counts.repeated += 1;
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_points;

    fn even(text: &str) -> Finding {
        Finding::Even(parse_points(text).expect("valid points"))
    }

    #[test]
    fn openings_come_in_the_order_of_candidates_and_never_twice() {
        let size = BoardSize::square(15).expect("a valid size");
        let known = [parse_points("h8i9").expect("valid points")];
        let mut sieve = Sieve::new(size, &known, 10, 2);
        sieve.add(12, even("a1b2"));
        assert_eq!(sieve.next_opening(), None, "10 and 11 are still looked at");
        sieve.add(11, Finding::Uneven(1));
        sieve.add(13, even("o15n14"));
        sieve.add(10, even("h8g7"));
        assert_eq!(sieve.next_opening(), parse_points("a1b2").ok());
        assert_eq!(sieve.next_opening(), None, "the rest is alike");
        assert_eq!(sieve.in_vain, 1);
        let expected = Counts {
            tried: 4,
            uneven: vec![0, 1],
            repeated: 2,
            ..Counts::default()
        };
        assert_eq!(sieve.counts, expected);
    }
}
