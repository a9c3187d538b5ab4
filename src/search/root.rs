//! Iterative deepening: search depth by depth until the time plan, the limits
//! or a decided game say stop. Knows nothing of the protocol.

use super::alpha_beta::PLY;
use super::movegen::stop_five;
use super::report::{Line, Observer, Outcome, Progress};
use super::vcf::Verdict;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::types::score::{INFINITE, is_decisive, is_loss, is_win, plies_to_end, win_in};
use crate::types::{Point, Score};
use std::cmp::Reverse;
use std::time::Duration;

/// No iteration is deeper than this.
const DEEPEST: u32 = 200;
/// Nodes of the threat solver between two looks at the clock: with the fours
/// tried at each, a few milliseconds at most.
const THREAT_SLICE: i32 = 100;
/// A careful guess of the solvers' speed, so that they keep within short limits.
const SOLVER_NODES_PER_MILLISECOND: u128 = 100;
/// A lost position is searched at most this deep for the longest resistance.
const LOSS_DEPTH: usize = 16;

/// How the time of one move is steered while the search runs.
#[derive(Default)]
struct Steering {
    best: Option<Point>,
    score: Score,
    /// Iterations since the best move last changed.
    stable: u32,
    /// How far the score fell in the last iteration.
    fall: Score,
}

impl Steering {
    fn note(&mut self, line: &Line) {
        let best = line.moves.first().copied();
        self.stable = if best == self.best {
            self.stable + 1
        } else {
            0
        };
        self.fall = if self.best.is_some() {
            (self.score - line.score).max(0)
        } else {
            0
        };
        self.best = best;
        self.score = line.score;
    }

    /// The share of the soft budget to use, in percent.
    fn percent(&self) -> u32 {
        let stability = [130, 115, 105, 100, 95, 90, 85][self.stable.min(6) as usize];
        let trouble = (self.fall / 4).clamp(0, 60) as u32;
        stability + trouble
    }
}

impl Worker<'_> {
    /// Searches ever deeper and returns the best lines found.
    pub fn iterate(&mut self, observer: &mut dyn Observer) -> Vec<Line> {
        let mut lines = self.fallback_lines();
        if lines.is_empty() || self.wins_by_fours_at_root(&mut lines, observer) {
            return lines;
        }
        let only_reply = self.has_only_reply();
        let mut steering = Steering::default();
        let mut threat_nodes = 0;
        let deepest = self.limits.max_depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1..=deepest {
            self.search_lines(depth, &mut lines, observer);
            if self.stopped {
                break;
            }
            steering.note(&lines[0]);
            let settled = only_reply || self.is_settled(depth, &lines);
            if settled || self.out_of_time(&steering) {
                break;
            }
            if self.wins_by_threats_at_root(&mut threat_nodes, &mut lines, observer) {
                break;
            }
        }
        lines
    }

    /// Whether the clock runs and only one move stops a five: nothing to think about.
    fn has_only_reply(&mut self) -> bool {
        let us = self.position.side_to_move();
        let forced = self.position.count(us, Threat::Five) == 0
            && self.position.count(us.opponent(), Threat::Five) > 0;
        forced && self.control.budget().soft.is_some() && stop_five(&mut self.position).len() <= 1
    }

    /// Asks for a win by fours before anything else, within a small part of
    /// the limits.
    fn wins_by_fours_at_root(
        &mut self,
        lines: &mut Vec<Line>,
        observer: &mut dyn Observer,
    ) -> bool {
        if self.limits.lines > 1 {
            return false;
        }
        let hard = self.control.budget().hard;
        let left = hard.map_or(Duration::MAX, |hard| {
            hard.saturating_sub(self.control.now())
        });
        let by_time = left
            .as_millis()
            .saturating_mul(SOLVER_NODES_PER_MILLISECOND);
        let by_nodes = u128::from(self.limits.max_nodes.unwrap_or(u64::MAX) / 8);
        let most = by_time
            .min(by_nodes)
            .min(self.params.root_vcf_nodes.unsigned_abs().into());
        let verdict = self.win_by_fours(most as i32);
        let line = self
            .memory
            .vcf
            .winning_line(&mut self.position, most as u64);
        self.accept(verdict, line, lines, observer)
    }

    /// Asks for a win by threats between iterations, in small slices so that
    /// a stop is heard, until the solvers had their share of the nodes.
    fn wins_by_threats_at_root(
        &mut self,
        spent: &mut u64,
        lines: &mut Vec<Line>,
        observer: &mut dyn Observer,
    ) -> bool {
        let share = self.nodes * u64::from(self.params.root_vct_share.unsigned_abs()) / 1000;
        while self.limits.lines <= 1 && *spent < share && !self.is_past_limits() {
            let before = self.memory.solver_nodes();
            let verdict = self.win_by_threats(THREAT_SLICE);
            *spent += self.memory.solver_nodes() - before;
            match verdict {
                Verdict::Unknown => {}
                Verdict::NoWin => return false,
                Verdict::Win { .. } => return self.accept(verdict, Vec::new(), lines, observer),
            }
        }
        false
    }

    /// Makes a win that a solver found the line to play.
    fn accept(
        &mut self,
        verdict: Verdict,
        moves: Vec<Point>,
        lines: &mut Vec<Line>,
        observer: &mut dyn Observer,
    ) -> bool {
        let Verdict::Win { plies, first } = verdict else {
            return false;
        };
        let line = Line {
            moves: if moves.first() == Some(&first) {
                moves
            } else {
                vec![first]
            },
            score: win_in(plies),
            depth: lines[0].depth,
            selective_depth: plies as u32,
        };
        self.report(0, &line, observer);
        *lines = vec![line];
        true
    }

    fn report(&self, rank: usize, line: &Line, observer: &mut dyn Observer) {
        log::debug!(
            "depth {}-{} score {} nodes {} of {} line {:?}",
            line.depth,
            line.selective_depth,
            line.score,
            self.nodes,
            self.total_nodes(),
            line.moves
        );
        observer.line_finished(&Progress {
            rank,
            line: line.clone(),
            nodes: self.total_nodes(),
            elapsed: self.elapsed(),
        });
    }

    /// One iteration for each of the best lines; unfinished ones keep their old value.
    fn search_lines(&mut self, depth: u32, lines: &mut Vec<Line>, observer: &mut dyn Observer) {
        self.taken_at_root.clear();
        self.root_depth = depth as i32;
        let wanted = self.limits.lines.max(1);
        for rank in 0..wanted {
            self.selective_depth = 0;
            let guess = lines.get(rank).map(|line| line.score);
            let score = self.aspire(depth, guess.filter(|_| depth > 1));
            // A stopped search still counts if it found a better first move.
            let moves = self.lines[0].clone();
            let Some(&first) = moves.first() else {
                // No move stops what is coming: keep the one at hand, and say so.
                if rank == 0 && !self.stopped {
                    lines[0].score = score;
                }
                break;
            };
            if self.stopped && rank > 0 {
                break;
            }
            let line = Line {
                moves,
                score: if self.stopped { lines[0].score } else { score },
                depth,
                selective_depth: self.selective_depth as u32 + 1,
            };
            if !self.stopped {
                self.report(rank, &line, observer);
            }
            if rank < lines.len() {
                lines[rank] = line;
            } else {
                lines.push(line);
            }
            if self.stopped {
                break;
            }
            self.taken_at_root.push(first);
        }
        if !self.stopped {
            lines.sort_by_key(|line| -line.score);
        }
    }

    /// Searches with a narrow window around the last score, widened when the result falls outside.
    fn aspire(&mut self, depth: u32, guess: Option<Score>) -> Score {
        let mut margin = self.params.aspiration_margin;
        let (mut alpha, mut beta) = match guess {
            Some(score) if !is_decisive(score) => (score - margin, score + margin),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let score = self.search::<true>(depth as i32 * PLY, alpha, beta, 0, false);
            if self.stopped {
                return score;
            }
            margin *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if is_loss(score) {
                    -INFINITE
                } else {
                    (score - margin).max(-INFINITE)
                };
            } else if score >= beta && beta < INFINITE {
                beta = if is_win(score) {
                    INFINITE
                } else {
                    (score + margin).min(INFINITE)
                };
            } else {
                return score;
            }
        }
    }

    /// A legal move before anything is searched: a win, a block, or the cell
    /// of the highest value.
    fn fallback_lines(&mut self) -> Vec<Line> {
        let us = self.position.side_to_move();
        let them = us.opponent();
        let center = self.position.size().center();
        let urgency = |point: Point| match self.position.threat(us, point) {
            Threat::Five => 4,
            _ if self.position.threat(them, point) == Threat::Five => 3,
            Threat::OpenFour => 2,
            _ if self.position.threat(them, point) == Threat::OpenFour => 1,
            _ => 0,
        };
        let value = |point: Point| {
            let own = self.position.urgency(us, point).attack;
            let other = self.position.urgency(them, point).defence;
            i32::from(own) + i32::from(other)
        };
        let mut cells: Vec<Point> = self.position.board().empty().iter().collect();
        cells.sort_by_key(|&point| {
            (
                Reverse(urgency(point)),
                Reverse(value(point)),
                point.distance(center),
                point,
            )
        });
        let legal = cells
            .iter()
            .copied()
            .find(|&point| self.position.is_legal(us, point));
        // When everything is forbidden, a forbidden move is all there is.
        let point = legal.or_else(|| cells.first().copied());
        let line = point.map(|point| Line {
            moves: vec![point],
            score: 0,
            depth: 0,
            selective_depth: 0,
        });
        line.into_iter().collect()
    }

    /// Whether deeper iterations cannot change the choice.
    fn is_settled(&self, depth: u32, lines: &[Line]) -> bool {
        // A win is proven. A loss deserves some care, so that it comes late.
        let score = lines[0].score;
        let decided = is_win(score)
            || is_loss(score) && depth as usize >= plies_to_end(score).min(LOSS_DEPTH);
        decided && lines.len() >= self.limits.lines.max(1)
    }

    /// Whether the time plan says that another iteration is not worth it.
    fn out_of_time(&self, steering: &Steering) -> bool {
        let budget = self.control.budget();
        let (Some(soft), Some(hard)) = (budget.soft, budget.hard) else {
            return false;
        };
        let soft = soft.saturating_sub(self.limits.started);
        let hard = hard.saturating_sub(self.limits.started);
        let target = (soft * steering.percent() / 100).min(hard);
        // Where stopping early saves nothing, use what there is. Otherwise an
        // iteration that cannot be finished is better not begun.
        let saves = soft < hard * 9 / 10;
        let enough = if saves { target * 3 / 4 } else { hard };
        self.elapsed() >= enough
    }

    fn elapsed(&self) -> Duration {
        self.control.now().saturating_sub(self.limits.started)
    }

    /// The outcome of a finished search.
    pub fn outcome(&self, lines: Vec<Line>) -> Outcome {
        Outcome {
            lines,
            nodes: self.total_nodes(),
            elapsed: self.elapsed(),
        }
    }
}
