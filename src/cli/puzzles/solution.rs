//! A proven win as a tree: one move of the winner in every position, and every
//! reply that can matter. Positions that are reached in several ways stand in
//! it once. The shortest win by threats is taken everywhere.

use crate::pattern::Threat;
use crate::position::Position;
use crate::search::threats::{Defence, ThreatSolver};
use crate::search::vcf::Verdict;
use crate::types::Point;
use std::collections::HashMap;

/// A solution of more positions than this is no puzzle for people.
const MOST_STEPS: usize = 1_500;
/// Nodes for each other move that might win as well inside the solution.
const ALSO_NODES: u64 = 300;
/// Nodes for all of them together.
const ALSO_NODES_IN_ALL: u64 = 300_000;

/// A position with the winner to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The winning move.
    pub point: Point,
    /// Other moves that were found to win here.
    pub also: Vec<Point>,
    /// Where the winner makes five after the move.
    pub fives: Vec<Point>,
    /// The replies that can matter, the longest defence first, with their steps.
    pub replies: Vec<(Point, usize)>,
    /// Plies to the five from here.
    pub plies: usize,
}

/// A proven win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// All positions with the winner to move, the first one first.
    pub steps: Vec<Step>,
    /// Whether every move is a four.
    pub fours_only: bool,
}

impl Solution {
    /// The winner's stones up to the five, against the longest defence.
    pub fn length(&self) -> usize {
        self.steps.first().map_or(0, |step| step.plies.div_ceil(2))
    }

    /// Whether the winner plays here anywhere in the solution.
    pub fn plays(&self, point: Point) -> bool {
        self.steps.iter().any(|step| step.point == point)
    }
}

/// The shortest solution that begins with this move, which is known to win in so many plies.
/// `None` if it cannot be found again with so many nodes a position, or is too large.
pub fn solve(
    solver: &mut ThreatSolver,
    position: &mut Position,
    first: Point,
    plies: usize,
    nodes: u64,
) -> Option<Solution> {
    let mut builder = Builder {
        solver,
        nodes,
        left: ALSO_NODES_IN_ALL,
        steps: Vec::new(),
        known: HashMap::new(),
        fours_only: true,
    };
    position.play(first);
    let bounds = (2..plies).step_by(2);
    let bound = bounds.into_iter().find(|&bound| {
        let verdict = builder.solver.holds(position, Some(bound), nodes);
        matches!(verdict, Verdict::Win { .. })
    });
    position.undo();
    builder.step(position, first, Vec::new(), bound.unwrap_or(plies))?;
    Some(Solution {
        steps: builder.steps,
        fours_only: builder.fours_only,
    })
}

struct Builder<'a> {
    solver: &'a mut ThreatSolver,
    nodes: u64,
    /// Nodes left for other winning moves.
    left: u64,
    steps: Vec<Step>,
    /// The steps of positions, by their hashes.
    known: HashMap<u64, usize>,
    fours_only: bool,
}

impl Builder<'_> {
    /// Adds a position and all behind it; the win takes at most `bound` plies after the move.
    fn step(
        &mut self,
        position: &mut Position,
        point: Point,
        also: Vec<Point>,
        bound: usize,
    ) -> Option<usize> {
        let index = self.steps.len();
        if index >= MOST_STEPS {
            return None;
        }
        self.known.insert(position.hash(), index);
        let us = position.side_to_move();
        let is_five = position.threat(us, point) == Threat::Five;
        self.steps.push(Step {
            point,
            also,
            fives: Vec::new(),
            replies: Vec::new(),
            plies: 1,
        });
        if is_five {
            return Some(index);
        }
        position.play(point);
        let fives: Vec<Point> = position.cells_with(us, Threat::Five).iter().collect();
        self.fours_only &= !fives.is_empty();
        let replies = self.replies(position, bound);
        position.undo();
        let replies = replies?;
        // After a four the five comes with the next move, after a three one move later.
        let hopeless = if fives.is_empty() { 5 } else { 3 };
        let longest = replies.iter().map(|&(_, next)| self.steps[next].plies + 2);
        let plies = longest.max().unwrap_or(hopeless);
        let step = &mut self.steps[index];
        *step = Step {
            fives,
            replies,
            plies,
            ..step.clone()
        };
        Some(index)
    }

    /// Every reply that can matter with its answer, the longest defence first.
    fn replies(&mut self, position: &mut Position, bound: usize) -> Option<Vec<(Point, usize)>> {
        let points = match ThreatSolver::defence(position) {
            Defence::NotNeeded => return None,
            Defence::Hopeless => Vec::new(),
            Defence::Replies(points) => points,
        };
        let mut replies = Vec::with_capacity(points.len());
        for reply in points {
            position.play(reply);
            let next = self.attack(position, bound.saturating_sub(1));
            position.undo();
            replies.push((reply, next?));
        }
        replies.sort_by_key(|&(reply, next)| (std::cmp::Reverse(self.steps[next].plies), reply));
        Some(replies)
    }

    /// The step of a position with the winner to move.
    fn attack(&mut self, position: &mut Position, bound: usize) -> Option<usize> {
        if let Some(&index) = self.known.get(&position.hash()) {
            return Some(index);
        }
        let soonest = self.solver.wins_soonest(position, bound, self.nodes);
        let verdict = match soonest {
            Verdict::Win { .. } => soonest,
            // The table has forgotten a part of the proof.
            _ => self.solver.wins(position, self.nodes),
        };
        let Verdict::Win { plies, first } = verdict else {
            return None;
        };
        let also = self.other_wins(position, first);
        self.step(position, first, also, plies.max(bound))
    }

    /// Other moves that win here, as far as that is seen quickly.
    fn other_wins(&mut self, position: &mut Position, first: Point) -> Vec<Point> {
        let before = self.solver.nodes();
        let mut points = ThreatSolver::first_moves(position);
        let us = position.side_to_move();
        points.retain(|&point| {
            point != first
                && self.left > self.solver.nodes() - before
                && (position.threat(us, point) == Threat::Five
                    || position.with_move(point, |after| {
                        let verdict = self.solver.holds(after, None, ALSO_NODES);
                        matches!(verdict, Verdict::Win { .. })
                    }))
        });
        self.left = self.left.saturating_sub(self.solver.nodes() - before);
        points
    }
}
