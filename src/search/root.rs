//! Iterative deepening: search depth by depth until the time plan, the limits
//! or a decided game say stop. Knows nothing of the protocol.

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
        let stability = [150, 120, 105, 95, 85, 75, 70][self.stable.min(6) as usize];
        let trouble = (self.fall / 4).clamp(0, 60) as u32;
        stability + trouble
    }
}

impl Worker<'_> {
    /// Searches ever deeper and returns the best lines found.
    pub fn iterate(&mut self, observer: &mut dyn Observer) -> Vec<Line> {
        let mut lines = self.fallback_lines();
        if lines.is_empty() {
            return lines;
        }
        if self.limits.lines <= 1
            && self.solve_at_root(self.params.root_vcf_nodes, 0, &mut lines, observer)
        {
            return lines;
        }
        let vct_before = self.memory.vct.nodes();
        let mut steering = Steering::default();
        let deepest = self.limits.max_depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1..=deepest {
            self.search_lines(depth, &mut lines, observer);
            if self.stopped {
                break;
            }
            steering.note(&lines[0]);
            if self.is_settled(depth, &lines) || self.out_of_time(&steering) {
                break;
            }
            let threats = self.total_nodes() as i64 * i64::from(self.params.root_vct_share) / 1000;
            let threats = threats.saturating_sub_unsigned(self.memory.vct.nodes() - vct_before);
            if self.limits.lines <= 1
                && !is_decisive(lines[0].score)
                && self.solve_at_root(0, threats.clamp(0, 1 << 20) as i32, &mut lines, observer)
            {
                break;
            }
        }
        lines
    }

    /// Asks the solvers for a win, with this many nodes for fours and for
    /// threats. A win found is the line to play.
    fn solve_at_root(
        &mut self,
        fours: i32,
        threats: i32,
        lines: &mut Vec<Line>,
        observer: &mut dyn Observer,
    ) -> bool {
        let mut verdict = if fours > 0 {
            self.win_by_fours(fours)
        } else {
            Verdict::Unknown
        };
        if verdict == Verdict::Unknown && threats > 0 {
            verdict = self.win_by_threats(threats);
        }
        let Verdict::Win { plies, first } = verdict else {
            return false;
        };
        let by_fours = self
            .memory
            .vcf
            .winning_line(&mut self.position, fours.max(1) as u64);
        let line = Line {
            moves: if by_fours.is_empty() {
                vec![first]
            } else {
                by_fours
            },
            score: win_in(plies),
            depth: lines[0].depth,
            selective_depth: plies as u32,
        };
        observer.line_finished(&Progress {
            rank: 0,
            line: line.clone(),
            nodes: self.total_nodes(),
            elapsed: self.elapsed(),
        });
        *lines = vec![line];
        true
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
            if self.stopped && (rank > 0 || is_loss(score)) {
                break;
            }
            let line = Line {
                moves,
                score: if self.stopped { lines[0].score } else { score },
                depth,
                selective_depth: self.selective_depth as u32 + 1,
            };
            if !self.stopped {
                observer.line_finished(&Progress {
                    rank,
                    line: line.clone(),
                    nodes: self.total_nodes(),
                    elapsed: self.elapsed(),
                });
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
            let score = self.search::<true>(depth as i32, alpha, beta, 0, false);
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
        // A win is proven; going on as deep as it is long makes sure that it
        // is not needlessly long. A loss deserves the same care for its length.
        let score = lines[0].score;
        let decided = is_decisive(score) && depth as usize >= plies_to_end(score).min(24);
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
        let enough = if saves { target * 6 / 10 } else { hard };
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
