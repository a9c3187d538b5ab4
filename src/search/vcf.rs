//! Victory by continuous fours: the attacker makes a four with every move, so
//! that the defender has hardly a choice. Depth-first with its own cache and a
//! budget of nodes. Uses no windows and no evaluation: a win found is a fact.

use super::movegen::{empty_on_line, fours, stop_five};
use super::urgency;
use crate::board::Direction;
use crate::pattern::{LinePattern, Threat};
use crate::position::Position;
use crate::types::{CELL_COUNT, Point};
use smallvec::SmallVec;

/// Fours to try.
type Fours = SmallVec<[Point; 16]>;

/// Entries of the cache, 16 bytes each.
const CACHE_ENTRIES: usize = 1 << 16;
/// No sequence of fours is followed further than this many plies.
const MAX_PLIES: usize = 120;

/// What a search for a win by fours found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins with its stone in this many plies, beginning with
    /// this move.
    Win {
        /// Plies to the five; 1 is a five at once.
        plies: usize,
        /// The first move.
        first: Point,
    },
    /// There is no win by fours alone.
    NoWin,
    /// The budget ran out.
    Unknown,
}

/// What the cache knows of a position: a complete answer, or how much was
/// spent without one.
#[derive(Clone, Copy)]
struct Known {
    hash: u64,
    /// Plies of the win, 0 for no win.
    plies: u16,
    first: u16,
    /// Nodes that were not enough; 0 if the answer is complete.
    spent: u32,
}

/// The solver, with its cache.
pub struct Vcf {
    cache: Box<[Known]>,
    nodes: u64,
}

impl Default for Vcf {
    fn default() -> Self {
        let empty = Known {
            hash: 0,
            plies: 0,
            first: 0,
            spent: 0,
        };
        Self {
            cache: vec![empty; CACHE_ENTRIES].into_boxed_slice(),
            nodes: 0,
        }
    }
}

impl Vcf {
    /// Nodes visited since the solver was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything, as a change of rule demands.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the side to move wins by fours, visiting at most this many nodes.
    pub fn solve(&mut self, position: &mut Position, budget: u64) -> Verdict {
        if !has_no_attack(position) && self.was_too_hard(position.hash(), budget) {
            return Verdict::Unknown;
        }
        let before = self.nodes;
        let verdict = self.attack(position, 0, before + budget);
        if verdict == Verdict::Unknown {
            *self.slot(position.hash()) = Known {
                hash: position.hash(),
                plies: 0,
                first: 0,
                spent: (self.nodes - before) as u32,
            };
        }
        verdict
    }

    /// Whether as many nodes were spent on this position before, in vain.
    fn was_too_hard(&mut self, hash: u64, budget: u64) -> bool {
        let known = self.slot(hash);
        known.hash == hash && u64::from(known.spent) >= budget
    }

    fn slot(&mut self, hash: u64) -> &mut Known {
        &mut self.cache[hash as usize % CACHE_ENTRIES]
    }

    /// A winning line of the side to move: its moves and the defender's first
    /// reply to each, ending in five. Empty if no win is found.
    pub fn winning_line(&mut self, position: &mut Position, budget: u64) -> Vec<Point> {
        let attacker = position.side_to_move();
        let mut line = Vec::new();
        while let Verdict::Win { first, plies } = self.solve(position, budget) {
            line.push(first);
            position.play(first);
            if plies == 1 {
                break;
            }
            // Where no reply stops the five, one of the fives is as good as any.
            let hopeless = || position.cells_with(attacker, Threat::Five).first();
            let Some(reply) = stop_five(&mut position.clone())
                .first()
                .copied()
                .or_else(hopeless)
            else {
                break;
            };
            line.push(reply);
            position.play(reply);
        }
        for _ in &line {
            position.undo();
        }
        line
    }

    fn attack(&mut self, position: &mut Position, ply: usize, limit: u64) -> Verdict {
        self.nodes += 1;
        let us = position.side_to_move();
        let them = us.opponent();
        if self.nodes < limit && ply < MAX_PLIES && has_no_attack(position) {
            // The cache would say the same, if anything.
            self.remember(position.hash(), Verdict::NoWin);
            return Verdict::NoWin;
        }
        if let Some(first) = position.first_with(us, Threat::Five) {
            return Verdict::Win { plies: 1, first };
        }
        let must_block = position.count(them, Threat::Five) > 0;
        if !must_block && let Some(first) = position.first_with(us, Threat::OpenFour) {
            return Verdict::Win { plies: 3, first };
        }
        if let Some(verdict) = self.recall(position.hash()) {
            return verdict;
        }
        if self.nodes >= limit || ply >= MAX_PLIES {
            return Verdict::Unknown;
        }
        let mut moves = attacking_moves(position, must_block);
        let value = |point: Point| {
            let four_three = position.threat(us, point) == Threat::FourThree;
            (!four_three, -urgency::attack(position, us, point), point)
        };
        moves.sort_unstable_by_key(|&point| value(point));
        let mut unknown = false;
        for first in moves {
            if !position.is_legal(us, first) {
                continue;
            }
            position.play(first);
            let verdict = self.defend(position, ply + 1, limit);
            position.undo();
            match verdict {
                Verdict::Win { plies, .. } => {
                    let verdict = Verdict::Win {
                        plies: plies + 1,
                        first,
                    };
                    self.remember(position.hash(), verdict);
                    return verdict;
                }
                Verdict::NoWin => {}
                Verdict::Unknown => unknown = true,
            }
        }
        if unknown {
            return Verdict::Unknown;
        }
        self.remember(position.hash(), Verdict::NoWin);
        Verdict::NoWin
    }

    /// Whether the four just made wins against every reply. The plies are
    /// counted from the defender's move.
    fn defend(&mut self, position: &mut Position, ply: usize, limit: u64) -> Verdict {
        let attacker = position.side_to_move().opponent();
        let Some(five) = position.first_with(attacker, Threat::Five) else {
            // In caro the block of a four may have spoiled it.
            return Verdict::NoWin;
        };
        let mut longest = Verdict::Win {
            plies: 2,
            first: five,
        };
        for reply in stop_five(position) {
            position.play(reply);
            let verdict = self.attack(position, ply + 1, limit);
            position.undo();
            let Verdict::Win { plies, .. } = verdict else {
                return verdict;
            };
            if let Verdict::Win { plies: most, .. } = longest
                && plies + 1 > most
            {
                longest = Verdict::Win {
                    plies: plies + 1,
                    first: reply,
                };
            }
        }
        longest
    }

    fn recall(&mut self, hash: u64) -> Option<Verdict> {
        let known = *self.slot(hash);
        (known.hash == hash && known.spent == 0).then(|| match known.plies {
            0 => Verdict::NoWin,
            plies => Verdict::Win {
                plies: plies.into(),
                first: Point::from_index(known.first as usize % CELL_COUNT),
            },
        })
    }

    fn remember(&mut self, hash: u64, verdict: Verdict) {
        let (plies, first) = match verdict {
            Verdict::Win { plies, first } => (plies as u16, first.index() as u16),
            Verdict::NoWin => (0, 0),
            Verdict::Unknown => return,
        };
        *self.slot(hash) = Known {
            hash,
            plies,
            first,
            spent: 0,
        };
    }
}

/// Whether the side to move has no four to make, nor a five.
fn has_no_attack(position: &Position) -> bool {
    const ATTACKS: [Threat; 5] = [
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::MaybeForbidden,
    ];
    let us = position.side_to_move();
    let count: usize = ATTACKS
        .iter()
        .map(|&threat| position.count(us, threat))
        .sum();
    count == 0
}

/// The fours of the side to move, unless they lead nowhere; when the opponent
/// threatens five, those that stop it.
fn attacking_moves(position: &mut Position, must_block: bool) -> Fours {
    let us = position.side_to_move();
    let all = fours(position, us);
    if !must_block {
        // Double fours that are legal here were answered as a win already.
        let moves = all.iter().collect();
        return if is_dead_end(position, &moves) {
            Fours::new()
        } else {
            moves
        };
    }
    let strong = all | *position.cells_with(us, Threat::OpenFour);
    stop_five(position)
        .into_iter()
        .filter(|&point| strong.contains(point))
        .collect()
}

/// Whether these fours of the side to move surely lead nowhere: they lie on
/// one line, whose answers end them, and no stone there makes a three on
/// another line as well, which the next four could use. An answer that may be
/// forbidden is none.
fn is_dead_end(position: &Position, fours: &Fours) -> bool {
    let us = position.side_to_move();
    let may_not_answer = |threat| position.count(us.opponent(), threat) > 0;
    if may_not_answer(Threat::MaybeForbidden) || may_not_answer(Threat::Forbidden) {
        return false;
    }
    let mut lines = fours.iter().flat_map(|&point| {
        let patterns = position.patterns(us, point);
        let is_four = move |direction: &Direction| patterns.get(direction.index()).is_four();
        let directions = Direction::ALL.into_iter().filter(is_four);
        directions.map(move |direction| (direction, direction.line(point)))
    });
    let Some((direction, line)) = lines.next() else {
        return true;
    };
    if lines.any(|(_, other)| other != line) {
        return false;
    }
    let is_crossed = |point: Point| {
        let patterns = position.patterns(us, point).iter();
        patterns.filter(|&p| p >= LinePattern::Three).count() > 1
    };
    !fours
        .iter()
        .any(|&four| is_crossed(four) || empty_on_line(position, four, direction).any(is_crossed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::{BoardSize, Rule};

    /// Whether any four wins, tried one by one.
    fn wins(position: &mut Position) -> bool {
        let us = position.side_to_move();
        let moves = fours(position, us);
        moves.iter().any(|four| {
            position.is_legal(us, four)
                && position.with_move(four, |after| {
                    after.count(us, Threat::Five) > 0
                        && stop_five(after).into_iter().all(|reply| {
                            after.with_move(reply, |after| {
                                let is_free = after.count(us.opponent(), Threat::Five) == 0;
                                after.count(us, Threat::Five) > 0
                                    || is_free && after.count(us, Threat::OpenFour) > 0
                                    || wins(after)
                            })
                        })
                })
        })
    }

    #[test]
    fn fours_that_are_left_out_lead_nowhere() {
        let size = BoardSize::square(11).expect("a valid size");
        let mut random = fastrand::Rng::with_seed(5);
        for rule in Rule::ALL {
            let mut left_out = 0;
            for _ in 0..2_000 {
                let mut position = Position::new(&Board::new(size), rule);
                for _ in 0..50 {
                    let cells: Vec<Point> = position.board().empty().iter().collect();
                    position.play(cells[random.usize(..cells.len())]);
                    let us = position.side_to_move();
                    let all: Fours = fours(&position, us).iter().collect();
                    let is_quiet = [Threat::Five, Threat::OpenFour].into_iter().all(|threat| {
                        position.count(us, threat) + position.count(us.opponent(), threat) == 0
                    });
                    if !all.is_empty() && is_quiet && is_dead_end(&position, &all) {
                        left_out += 1;
                        let stones = position.board().history().to_vec();
                        assert!(!wins(&mut position), "{rule} {stones:?}");
                    }
                }
            }
            assert!(
                left_out > 100,
                "{rule}: fours left out in {left_out} positions"
            );
        }
    }
}
