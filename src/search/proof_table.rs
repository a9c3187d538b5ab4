//! Proof and disproof numbers of positions, in a table that forgets. Knows
//! nothing of moves and threats.

use crate::types::{CELL_COUNT, Point};

/// How far a position is from being proven a win of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "proof and disproof numbers have these names everywhere"
)]
pub struct Proof {
    /// Positions still to be proven, at least; 0 is a proven win.
    pub proof: u32,
    /// Positions still to be refuted, at least; 0 means no win by threats.
    pub disproof: u32,
    /// Plies to the five, for proven positions.
    pub plies: u16,
    /// The best move so far.
    pub best: Option<Point>,
}

impl Proof {
    /// Larger than every sum of numbers.
    pub const INFINITE: u32 = 1 << 30;

    /// There is no win by threats here.
    pub const DISPROVEN: Self = Self {
        proof: Self::INFINITE,
        disproof: 0,
        plies: 0,
        best: None,
    };

    /// A win in this many plies.
    pub const fn proven(plies: usize, best: Option<Point>) -> Self {
        Self {
            proof: 0,
            disproof: Self::INFINITE,
            plies: plies as u16,
            best,
        }
    }

    /// A position not looked at yet.
    pub const fn fresh(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            plies: 0,
            best: None,
        }
    }

    /// Whether the win is proven.
    pub const fn is_proven(&self) -> bool {
        self.proof == 0
    }

    /// Whether the absence of a win is proven.
    pub const fn is_disproven(&self) -> bool {
        self.disproof == 0
    }

    /// Whether nothing is left to be done.
    pub const fn is_solved(&self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Makes one number infinite where the other is zero, as sums may have
    /// stopped short of it.
    pub const fn normalize(&mut self) {
        if self.proof == 0 {
            self.disproof = Self::INFINITE;
        } else if self.disproof == 0 {
            self.proof = Self::INFINITE;
        }
    }
}

/// A position and what is known of it, in 20 bytes.
#[derive(Clone, Copy)]
struct Slot {
    /// The hash in two halves, so that slots need no padding.
    hash: [u32; 2],
    proof: u32,
    disproof: u32,
    plies: u16,
    /// The best move or [`NO_MOVE`], and above it the generation.
    best: u16,
}

impl Slot {
    const fn generation(&self) -> u16 {
        self.best >> GENERATION_SHIFT
    }

    const fn best(&self) -> u16 {
        self.best & ((1 << GENERATION_SHIFT) - 1)
    }

    /// How much is lost with this slot: the older the less, and of one age
    /// what is solved is worth most.
    fn worth(&self, generation: u16) -> (u16, u32) {
        let age = generation.wrapping_sub(self.generation()) % GENERATIONS;
        let is_solved = self.proof == 0 || self.disproof == 0;
        let work = if is_solved {
            u32::MAX
        } else {
            self.proof.max(self.disproof)
        };
        (GENERATIONS - age, work)
    }
}

const EMPTY: Slot = Slot {
    hash: [0; 2],
    proof: 1,
    disproof: 1,
    plies: 0,
    best: NO_MOVE,
};

const NO_MOVE: u16 = CELL_COUNT as u16;
/// Bits of a slot's move; the generation stands above them.
const GENERATION_SHIFT: u32 = 12;
/// Generations before they are counted from zero again.
const GENERATIONS: u16 = 1 << (u16::BITS - GENERATION_SHIFT);
const _: () = assert!(NO_MOVE < 1 << GENERATION_SHIFT);
/// Neighbouring slots that are tried for a position.
const PROBES: usize = 4;

/// The table.
pub struct ProofTable {
    slots: Vec<Slot>,
    /// Goes on after so many positions as fill a quarter of the table, so that
    /// what was solved long ago makes room for what is being solved now.
    generation: u16,
    /// Positions noted in this generation.
    noted: usize,
}

impl ProofTable {
    /// A table of this many entries, at least one group of probes.
    pub fn new(entries: usize) -> Self {
        Self {
            slots: vec![EMPTY; entries.max(PROBES)],
            generation: 0,
            noted: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.generation = 0;
        self.noted = 0;
    }

    /// What is known of a position.
    pub fn get(&self, hash: u64) -> Option<Proof> {
        let halves = split(hash);
        let slot = self.slots[self.places(hash)]
            .iter()
            .find(|slot| slot.hash == halves)?;
        Some(Proof {
            proof: slot.proof,
            disproof: slot.disproof,
            plies: slot.plies,
            best: (slot.best() < NO_MOVE).then(|| Point::from_index(slot.best().into())),
        })
    }

    /// Notes what is known of a position, in place of the least worth nearby.
    pub fn put(&mut self, hash: u64, proof: Proof) {
        let halves = split(hash);
        let places = self.places(hash);
        let slots = &mut self.slots[places];
        let same = slots.iter().position(|slot| slot.hash == halves);
        let generation = self.generation;
        let place = same.unwrap_or_else(|| {
            // Equals take turns by hash.
            let turn = halves[1] as usize;
            (0..slots.len())
                .min_by_key(|&index| {
                    let place_in_turn = (index + turn) % slots.len();
                    (slots[index].worth(generation), place_in_turn)
                })
                .unwrap_or(0)
        });
        let best = proof.best.map_or(NO_MOVE, |point| point.index() as u16);
        slots[place] = Slot {
            hash: halves,
            proof: proof.proof,
            disproof: proof.disproof,
            plies: proof.plies,
            best: best | generation << GENERATION_SHIFT,
        };
        if same.is_none() {
            self.count_one();
        }
    }

    fn count_one(&mut self) {
        self.noted += 1;
        if self.noted >= self.slots.len() / 4 {
            self.noted = 0;
            self.generation = (self.generation + 1) % GENERATIONS;
        }
    }

    fn places(&self, hash: u64) -> std::ops::Range<usize> {
        let groups = (self.slots.len() / PROBES) as u64;
        let first = ((u128::from(hash) * u128::from(groups)) >> 64) as usize * PROBES;
        first..first + PROBES
    }
}

const fn split(hash: u64) -> [u32; 2] {
    [hash as u32, (hash >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;

    #[test]
    fn what_was_solved_long_ago_makes_room() {
        const ENTRIES: usize = 4096;
        let mut table = ProofTable::new(ENTRIES);
        for number in 0..20 * ENTRIES as u64 {
            table.put(mix(number), Proof::DISPROVEN);
        }
        // A quarter of the table in unsolved positions, again and again, as a
        // search that goes to and fro between them.
        let wanted = 1_000_000..1_000_000 + ENTRIES as u64 / 4;
        for _ in 0..4 {
            for number in wanted.clone() {
                table.put(mix(number), Proof::fresh(3, 3));
            }
        }
        let kept = wanted
            .clone()
            .filter(|&number| table.get(mix(number)).is_some());
        assert!(kept.count() > ENTRIES / 4 * 9 / 10);
    }

    #[test]
    fn entries_read_back_and_unsolved_ones_go_first() {
        // Small hashes share their places; so few of them are one generation.
        let mut table = ProofTable::new(PROBES * 64);
        let win = Proof::proven(7, Some(Point::new(3, 4)));
        table.put(1, win);
        for number in 2..50 {
            table.put(number, Proof::fresh(number as u32, 1));
        }
        assert_eq!(table.get(1), Some(win));
        assert_eq!(table.get(49), Some(Proof::fresh(49, 1)));
        table.clear();
        assert_eq!(table.get(1), None);
    }
}
