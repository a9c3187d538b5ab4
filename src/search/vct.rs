//! Victory by continuous threats: fours and open threes, proven by depth-first
//! proof-number search. The defender may use every reply that can matter:
//! each cell that spoils the threat, and each four of his own. A win found is
//! a fact; not finding one proves nothing.
//!
//! Stones are never taken back, so no position repeats within a line, and the
//! graph of positions has no cycles to guard against.

use super::movegen::{fours, stop_five, stop_open_fours};
use super::proof_table::{Proof, ProofTable};
use super::urgency;
use super::vcf::{Vcf, Verdict};
use crate::board::zobrist;
use crate::pattern::{LinePattern, Threat};
use crate::position::Position;
use crate::types::{Color, Point};
use smallvec::SmallVec;

/// Nodes for a win by fours tried at every new position of the attacker.
const VCF_NODES: u64 = 64;
/// Sequences of threats are not followed further than this many plies.
const MAX_PLIES: usize = 200;

/// Mixed into the key of positions in which the defender is to move. The same
/// stones may be met with either side attacking, and mean the opposite then.
const DEFENDER_TO_MOVE: u64 = zobrist::mix(4 << 32);

/// When to come back to the parent.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    /// Comes back only when everything is known, or the budget spent.
    const NONE: Self = Self {
        proof: Proof::INFINITE,
        disproof: Proof::INFINITE,
    };
}

/// A move that may be searched next, with what is known of its position.
struct Child {
    point: Point,
    hash: u64,
    /// What to assume of a position not met before.
    fresh: Proof,
}

type Children = SmallVec<[Child; 24]>;

/// The solver, with its table.
pub struct Vct {
    table: ProofTable,
    nodes: u64,
    limit: u64,
    /// Wins that take more plies than this from the position asked about do
    /// not count, if there is such a bound.
    bound: Option<usize>,
    /// Whether the attacker may stop a five by a quiet move and go on with the
    /// threats that he has already. Seldom worth its nodes in a game.
    pub is_thorough: bool,
}

impl Vct {
    /// A solver whose table has this many entries.
    pub fn new(entries: usize) -> Self {
        Self {
            table: ProofTable::new(entries),
            nodes: 0,
            limit: 0,
            bound: None,
            is_thorough: false,
        }
    }

    /// Nodes visited since the solver was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything, as a change of rule demands.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move wins by threats, visiting at most this many
    /// nodes more. A later call goes on where this one stopped.
    pub fn solve(&mut self, position: &mut Position, vcf: &mut Vcf, budget: u64) -> Verdict {
        self.begin(None, budget);
        let proof = self.attack(position, vcf, Thresholds::NONE, 0);
        verdict(proof, proof.best)
    }

    /// As [`solve`](Self::solve), but only wins of at most so many plies count.
    #[cfg(feature = "cli")]
    pub fn solve_within(
        &mut self,
        position: &mut Position,
        vcf: &mut Vcf,
        plies: usize,
        budget: u64,
    ) -> Verdict {
        self.begin(Some(plies), budget);
        let proof = self.attack(position, vcf, Thresholds::NONE, 0);
        verdict(proof, proof.best)
    }

    /// Whether the side that has just moved wins by threats, whatever the side
    /// to move does, in at most so many plies if a number is given. The move of
    /// a win is the defender's, and means nothing where he has none.
    #[cfg(feature = "cli")]
    pub fn solve_defence(
        &mut self,
        position: &mut Position,
        vcf: &mut Vcf,
        plies: Option<usize>,
        budget: u64,
    ) -> Verdict {
        self.begin(plies, budget);
        let proof = self.defend(position, vcf, Thresholds::NONE, 0);
        verdict(proof, proof.best.or(Some(Point::new(0, 0))))
    }

    const fn begin(&mut self, bound: Option<usize>, budget: u64) {
        self.bound = bound;
        self.limit = self.nodes + budget;
    }

    /// Whether a win of so many plies counts at this ply.
    fn counts(&self, plies: usize, ply: usize) -> bool {
        self.bound.is_none_or(|bound| ply + plies <= bound)
    }

    /// What the table calls a position: with a bound, what is known of it
    /// depends on the plies that are left. Stones are never taken back, so a
    /// position has one ply.
    fn key(&self, hash: u64, ply: usize) -> u64 {
        match self.bound {
            None => hash,
            Some(bound) => hash ^ zobrist::mix(5 << 32 | bound.saturating_sub(ply) as u64),
        }
    }

    /// The children of a position at this ply, under their names in the table.
    fn keyed(&self, mut children: Children, ply: usize) -> Children {
        if self.bound.is_some() {
            for child in &mut children {
                child.hash = self.key(child.hash, ply + 1);
            }
        }
        children
    }

    /// The attacker is to move: one winning move is enough.
    fn attack(
        &mut self,
        position: &mut Position,
        vcf: &mut Vcf,
        thresholds: Thresholds,
        ply: usize,
    ) -> Proof {
        self.nodes += 1;
        let hash = self.key(position.hash(), ply);
        let known = self.table.get(hash);
        if let Some(proof) = known
            && proof.is_solved()
        {
            return proof;
        }
        if known.is_none()
            && let Verdict::Win { plies, first } = vcf.solve(position, VCF_NODES)
            && self.counts(plies, ply)
        {
            return self.remember(hash, Proof::proven(plies, Some(first)));
        }
        let children = if ply < MAX_PLIES && self.counts(1, ply) {
            self.keyed(attacks(position, self.is_thorough), ply)
        } else {
            Children::new()
        };
        loop {
            let (sum, best, second) = self.survey(&children, |proof| (proof.proof, proof.disproof));
            let Some(best) = best else {
                return self.remember(hash, Proof::DISPROVEN);
            };
            let child = self.lookup(&children[best]);
            let point = children[best].point;
            let mut proof = Proof {
                proof: child.proof,
                disproof: sum,
                plies: child.plies.saturating_add(1),
                best: Some(point),
            };
            proof.normalize();
            if proof.is_solved() || self.is_enough(&proof, thresholds) {
                return self.remember(hash, proof);
            }
            let next = Thresholds {
                proof: thresholds.proof.min(widen(second)),
                disproof: rest(thresholds.disproof, sum, child.disproof),
            };
            position.play(point);
            self.defend(position, vcf, next, ply + 1);
            position.undo();
        }
    }

    /// The defender is to move: every reply must lose.
    fn defend(
        &mut self,
        position: &mut Position,
        vcf: &mut Vcf,
        thresholds: Thresholds,
        ply: usize,
    ) -> Proof {
        self.nodes += 1;
        let hash = self.key(position.hash() ^ DEFENDER_TO_MOVE, ply);
        if let Some(proof) = self.table.get(hash)
            && proof.is_solved()
        {
            return proof;
        }
        let children = match defences(position) {
            Ok(children) => self.keyed(children, ply),
            Err(proof) if proof.is_proven() && !self.counts(proof.plies.into(), ply) => {
                return self.remember(hash, Proof::DISPROVEN);
            }
            Err(proof) => return self.remember(hash, proof),
        };
        loop {
            let (sum, best, second) = self.survey(&children, |proof| (proof.disproof, proof.proof));
            let Some(best) = best else {
                return self.remember(hash, Proof::DISPROVEN);
            };
            let child = self.lookup(&children[best]);
            let mut proof = Proof {
                proof: sum,
                disproof: child.disproof,
                plies: self.longest(&children).saturating_add(1),
                best: Some(children[best].point),
            };
            proof.normalize();
            if proof.is_solved() || self.is_enough(&proof, thresholds) {
                return self.remember(hash, proof);
            }
            let next = Thresholds {
                proof: rest(thresholds.proof, sum, child.proof),
                disproof: thresholds.disproof.min(widen(second)),
            };
            position.play(children[best].point);
            self.attack(position, vcf, next, ply + 1);
            position.undo();
        }
    }

    /// Over all children: the sum of the second number, the child with the
    /// smallest first number, and the smallest first number of the others.
    fn survey(
        &self,
        children: &Children,
        numbers: impl Fn(&Proof) -> (u32, u32),
    ) -> (u32, Option<usize>, u32) {
        let (mut sum, mut best, mut least, mut second) = (0_u32, None, u32::MAX, Proof::INFINITE);
        for (index, child) in children.iter().enumerate() {
            let (number, other) = numbers(&self.lookup(child));
            sum = (sum + other).min(Proof::INFINITE);
            if number < least {
                (second, least, best) = (least.min(Proof::INFINITE), number, Some(index));
            } else {
                second = second.min(number);
            }
        }
        (sum, best, second)
    }

    fn lookup(&self, child: &Child) -> Proof {
        self.table.get(child.hash).unwrap_or(child.fresh)
    }

    /// The longest of the wins proven so far.
    fn longest(&self, children: &Children) -> u16 {
        let plies = children.iter().map(|child| self.lookup(child).plies);
        plies.max().unwrap_or(0)
    }

    fn is_enough(&self, proof: &Proof, thresholds: Thresholds) -> bool {
        proof.proof >= thresholds.proof
            || proof.disproof >= thresholds.disproof
            || self.nodes >= self.limit
    }

    fn remember(&mut self, hash: u64, proof: Proof) -> Proof {
        self.table.put(hash, proof);
        proof
    }
}

/// What a proof says, beginning with this move.
fn verdict(proof: Proof, first: Option<Point>) -> Verdict {
    match first {
        Some(first) if proof.is_proven() => Verdict::Win {
            plies: proof.plies.into(),
            first,
        },
        _ if proof.is_disproven() => Verdict::NoWin,
        _ => Verdict::Unknown,
    }
}

/// A little more than the second best, so that the search does not jump
/// between two equal children at every step.
const fn widen(second: u32) -> u32 {
    let wide = second + second / 4 + 1;
    if wide < Proof::INFINITE {
        wide
    } else {
        Proof::INFINITE
    }
}

/// What a threshold on a sum leaves for one of its terms.
const fn rest(threshold: u32, sum: u32, term: u32) -> u32 {
    let left = threshold.saturating_sub(sum).saturating_add(term);
    if left < Proof::INFINITE {
        left
    } else {
        Proof::INFINITE
    }
}

/// The threats of the side to move, strongest first. Whoever is thorough also
/// stops a five without a new threat.
fn attacks(position: &mut Position, is_thorough: bool) -> Children {
    let us = position.side_to_move();
    let mut points: SmallVec<[Point; 24]> = SmallVec::new();
    if position.count(us.opponent(), Threat::Five) > 0 {
        // The block must be a threat itself, or the attack is over.
        points.extend(stop_five(position));
        points.retain(|point| is_thorough || is_threat(position, us, *point));
    } else {
        let threes = *position.cells_with(us, Threat::OpenThree)
            | *position.cells_with(us, Threat::DoubleThree)
            | *position.cells_with(us, Threat::MaybeForbidden);
        points.extend((fours(position, us) | threes).iter());
        points.retain(|point| position.is_legal(us, *point));
    }
    points.sort_by_key(|&point| {
        let value = urgency::attack(position, us, point);
        (std::cmp::Reverse(value), point)
    });
    let four = |point: Point| {
        position
            .patterns(us, point)
            .iter()
            .any(LinePattern::is_four)
    };
    let children = points.iter().map(|&point| {
        // A three has more answers than a four, so it is harder to prove.
        let proof = if four(point) { 1 } else { 3 };
        child(position, point, DEFENDER_TO_MOVE, Proof::fresh(proof, 1))
    });
    children.collect()
}

fn is_threat(position: &Position, color: Color, point: Point) -> bool {
    position.threat(color, point) != Threat::Quiet
}

/// The moves by which the side to move threatens, or wins at once: all that a
/// win by threats can begin with.
#[cfg(feature = "cli")]
pub fn first_moves(position: &mut Position) -> SmallVec<[Point; 24]> {
    let us = position.side_to_move();
    let mut points: SmallVec<[Point; 24]> = attacks(position, true)
        .iter()
        .map(|child| child.point)
        .collect();
    for point in position.cells_with(us, Threat::Five).iter() {
        points.push(point);
    }
    if position.count(us.opponent(), Threat::Five) == 0 {
        points.extend(position.cells_with(us, Threat::OpenFour).iter());
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// What the defender can do against the threat just made.
#[cfg(feature = "cli")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defence {
    /// There is nothing to defend against, or he wins first.
    NotNeeded,
    /// Nothing stops the five.
    Hopeless,
    /// Only these moves can matter.
    Replies(Vec<Point>),
}

/// What the side to move can do against the threat just made.
#[cfg(feature = "cli")]
pub fn defence(position: &mut Position) -> Defence {
    match defences(position) {
        Ok(children) => Defence::Replies(children.iter().map(|child| child.point).collect()),
        Err(proof) if proof.is_proven() => Defence::Hopeless,
        Err(_) => Defence::NotNeeded,
    }
}

/// What the defender can do against the threat just made; an error is a
/// verdict that needs no reply: he wins himself, there was no threat, or he
/// has no answer to it.
fn defences(position: &mut Position) -> Result<Children, Proof> {
    let us = position.side_to_move();
    let attacker = us.opponent();
    if position.count(us, Threat::Five) > 0 {
        return Err(Proof::DISPROVEN);
    }
    let (mut points, plies): (SmallVec<[Point; 24]>, _) =
        if position.count(attacker, Threat::Five) > 0 {
            (stop_five(position).into_iter().collect(), 2)
        } else if position.count(attacker, Threat::OpenFour) == 0
            || position.count(us, Threat::OpenFour) > 0
        {
            return Err(Proof::DISPROVEN);
        } else {
            let replies = stop_open_fours(position) | fours(position, us);
            (replies.iter().collect(), 4)
        };
    points.retain(|point| position.is_legal(us, *point));
    if points.is_empty() {
        return Err(Proof::proven(plies, None));
    }
    let children = points
        .iter()
        .map(|&point| child(position, point, 0, Proof::fresh(1, 1)));
    Ok(children.collect())
}

fn child(position: &Position, point: Point, role: u64, fresh: Proof) -> Child {
    Child {
        point,
        hash: position.board().hash_after(point) ^ role,
        fresh,
    }
}
