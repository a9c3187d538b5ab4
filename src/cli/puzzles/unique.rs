//! Whether exactly one first move wins. A win is proven by the solvers; that
//! another move does not win is shown by its refutation, or, where that takes
//! too long, by nodes in vain: many times those that the win itself took.

use super::solution::{self, Solution};
use crate::pattern::Threat;
use crate::position::Position;
use crate::search::threats::{Defence, ThreatSolver};
use crate::search::vcf::Verdict;
use crate::types::Point;

/// Each other first move gets this many times the nodes that the win took.
const TIMES: u64 = 10;
/// Each gets at least so many.
const FEWEST: u64 = 5_000;
/// No move gets more.
const MOST: u64 = 200_000;
/// More fours than these that put the solution off spoil a puzzle.
const MOST_DETOURS: usize = 2;
/// Nodes for a reply that refutes a wrong move.
const REFUTATION_NODES: u64 = 2_000;

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// No win by threats was found.
    NoWin,
    /// A five or an open four is at hand, or a five must be stopped.
    Trivial,
    /// Several first moves win.
    SeveralWins,
    /// The solution is too large, or was not found again.
    TooLarge,
    /// A search finds a win that begins with another move.
    OtherWin,
    /// It lies in the solution of a puzzle before.
    PartOfOther,
    /// It is a puzzle.
    Puzzle,
}

/// A position in which one first move wins by threats and no other does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlyWin {
    /// How it wins.
    pub solution: Solution,
    /// Fours that only put it off.
    pub detours: Vec<Point>,
    /// Threats that do not win, with the reply that refutes them, where it was found.
    pub wrong: Vec<(Point, Option<Point>)>,
    /// Threats that were refuted to the end.
    pub refuted: usize,
    /// Nodes that the proof of the win took.
    pub proof_nodes: u64,
    /// Nodes that each other first move got.
    pub other_nodes: u64,
}

/// All threats of a position, by what came of them.
struct Survey {
    /// Those that win, and in how many plies.
    wins: Vec<(Point, usize)>,
    /// Those that do not, and whether that is proven.
    others: Vec<(Point, bool)>,
}

impl Survey {
    fn new(solver: &mut ThreatSolver, position: &mut Position, nodes: u64) -> Self {
        let mut survey = Self {
            wins: Vec::new(),
            others: Vec::new(),
        };
        for point in ThreatSolver::first_moves(position) {
            let verdict = position.with_move(point, |after| solver.holds(after, None, nodes));
            match verdict {
                Verdict::Win { plies, .. } => survey.wins.push((point, plies + 1)),
                Verdict::NoWin => survey.others.push((point, true)),
                Verdict::Unknown => survey.others.push((point, false)),
            }
        }
        survey
    }

    fn wins_with(&self, point: Point) -> bool {
        self.wins.iter().any(|&(win, _)| win == point)
    }
}

/// The only win of a position; `nodes` are those to find it with.
pub fn only_win(
    solver: &mut ThreatSolver,
    position: &mut Position,
    nodes: u64,
) -> Result<OnlyWin, Fate> {
    if is_trivial(position) {
        return Err(Fate::Trivial);
    }
    let before = solver.nodes();
    let Verdict::Win { .. } = solver.wins(position, nodes) else {
        return Err(Fate::NoWin);
    };
    let proof_nodes = solver.nodes() - before;
    let other_nodes = (proof_nodes * TIMES).clamp(FEWEST, MOST);
    let survey = Survey::new(solver, position, other_nodes);
    let mut found = None;
    for &(key, plies) in &survey.wins {
        let detours = survey.wins.iter().filter(|(point, _)| *point != key);
        let detours: Vec<Point> = detours.map(|&(point, _)| point).collect();
        if !is_only(solver, position, &survey, key, other_nodes, MOST_DETOURS) {
            continue;
        }
        let solution = solution::solve(solver, position, key, plies, nodes.max(other_nodes));
        let solution = solution.ok_or(Fate::TooLarge)?;
        // A four that belongs to the solution is no detour: the order does not matter then.
        if detours.iter().any(|&detour| solution.plays(detour)) {
            continue;
        }
        if found.is_some() {
            return Err(Fate::SeveralWins);
        }
        found = Some((solution, detours));
    }
    let (solution, detours) = found.ok_or(Fate::SeveralWins)?;
    Ok(OnlyWin {
        solution,
        detours,
        refuted: survey.others.iter().filter(|(_, proven)| *proven).count(),
        wrong: wrong_moves(solver, position, &survey),
        proof_nodes,
        other_nodes,
    })
}

/// Whether there is nothing to find: a five or an open four at hand, or a five to be stopped.
fn is_trivial(position: &Position) -> bool {
    let us = position.side_to_move();
    position.count(us, Threat::Five) > 0
        || position.count(us, Threat::OpenFour) > 0
        || position.count(us.opponent(), Threat::Five) > 0
}

/// Whether nothing wins but this move, and fours after whose answer still nothing else wins.
fn is_only(
    solver: &mut ThreatSolver,
    position: &mut Position,
    survey: &Survey,
    key: Point,
    nodes: u64,
    detours: usize,
) -> bool {
    let others = survey.wins.iter().filter(|(point, _)| *point != key);
    if !survey.wins_with(key) || others.clone().count() > detours {
        return false;
    }
    others.map(|&(point, _)| point).all(|detour| {
        let Some(reply) = only_reply(position, detour).filter(|&reply| reply != key) else {
            return false;
        };
        position.play(detour);
        position.play(reply);
        let after = Survey::new(solver, position, nodes);
        let is_only = is_only(solver, position, &after, key, nodes, detours - 1);
        position.undo();
        position.undo();
        is_only
    })
}

/// The only answer to a move, if it is a four that has just one.
fn only_reply(position: &mut Position, point: Point) -> Option<Point> {
    let us = position.side_to_move();
    position.with_move(point, |after| {
        let is_four = after.count(us, Threat::Five) > 0;
        match ThreatSolver::defence(after) {
            Defence::Replies(replies) if is_four && replies.len() == 1 => replies.first().copied(),
            _ => None,
        }
    })
}

/// The threats that do not win, each with the first reply after which nothing wins any more.
fn wrong_moves(
    solver: &mut ThreatSolver,
    position: &mut Position,
    survey: &Survey,
) -> Vec<(Point, Option<Point>)> {
    let wrong = survey.others.iter().map(|&(point, _)| {
        let reply = position.with_move(point, |after| {
            let Defence::Replies(replies) = ThreatSolver::defence(after) else {
                return None;
            };
            replies.into_iter().find(|&reply| {
                after.with_move(reply, |next| {
                    solver.wins(next, REFUTATION_NODES) == Verdict::NoWin
                })
            })
        });
        (point, reply)
    });
    wrong.collect()
}
