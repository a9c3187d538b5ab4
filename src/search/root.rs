//! Iterative deepening: search depth by depth until the time plan, the limits
//! or a decided game say stop. Knows nothing of the protocol.

use super::movegen::stop_five;
use super::node::{PLY, Root};
use super::report::{Line, Outcome, Progress, RootMoveEvent};
use super::steering::Steering;
use super::urgency;
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
/// Root moves are told of only after this long: nobody can follow earlier.
const WATCHED_AFTER: Duration = Duration::from_millis(200);
/// A lost position is searched at most this deep for the longest resistance.
const LOSS_DEPTH: usize = 16;

/// Merges lines: puts those found before the older ones, of which those with the same
/// first move go and as many stay as there were.
fn merge_lines(lines: &mut Vec<Line>, mut found: Vec<Line>) {
    let most = lines.len().max(found.len());
    let is_new = |old: &Line, found: &[Line]| {
        let mut firsts = found.iter().map(|line| line.moves.first());
        firsts.all(|first| first != old.moves.first())
    };
    for old in lines.drain(..) {
        if found.len() < most && is_new(&old, &found) {
            found.push(old);
        }
    }
    *lines = found;
}

/// Where the iterations of a search stand.
#[derive(Default)]
pub(super) struct Deepening {
    /// The best lines so far.
    pub lines: Vec<Line>,
    only_reply: bool,
    steering: Steering,
    /// Nodes of the threat solver at the root.
    threat_nodes: u64,
    /// The depth of the present iteration; 0 before the first.
    depth: u32,
    /// That iteration, until it is complete.
    iteration: Option<Iteration>,
}

/// An iteration that is not complete.
#[derive(Default)]
struct Iteration {
    /// The lines that are.
    found: Vec<Line>,
    /// The window of the line being searched, if a slice ended within it.
    window: Option<Window>,
}

/// An aspiration window: around the score expected.
struct Window {
    alpha: Score,
    beta: Score,
    /// How much wider it gets when the score falls outside.
    margin: Score,
    /// The line that was too good for a narrower window.
    promising: Vec<Point>,
}

impl Worker<'_> {
    /// Searches ever deeper. Whether that is over; if not, a slice is.
    pub(super) fn iterate(&mut self, deepening: &mut Deepening) -> bool {
        if deepening.depth == 0 && self.is_answered_at_once(deepening) {
            return true;
        }
        let deepest = self.limits.max_depth.unwrap_or(DEEPEST).min(DEEPEST);
        while deepening.depth <= deepest {
            if let Some(mut iteration) = deepening.iteration.take() {
                self.search_lines(deepening.depth, &mut iteration, &mut deepening.lines);
                if self.paused {
                    deepening.iteration = Some(iteration);
                    return false;
                }
                if self.stopped {
                    return true;
                }
                let best = &deepening.lines[0];
                deepening.steering.note(best, self.effort(best));
                let settled =
                    deepening.only_reply || self.is_settled(deepening.depth, &deepening.lines);
                if settled || self.out_of_time(&deepening.steering) {
                    return true;
                }
            }
            let Deepening {
                threat_nodes,
                lines,
                ..
            } = deepening;
            if self.wins_by_threats_at_root(threat_nodes, lines) {
                return true;
            }
            if self.is_slice_over() {
                return false;
            }
            deepening.depth += 1;
            deepening.iteration = Some(Iteration::default());
        }
        true
    }

    /// Begins with a legal move and a win by fours. Whether that is all: there
    /// is such a win, or no move.
    fn is_answered_at_once(&mut self, deepening: &mut Deepening) -> bool {
        deepening.lines = self.fallback_lines();
        let Some(fallback) = deepening.lines.first().cloned() else {
            return true;
        };
        // Told before any work, so that there is a move whatever happens.
        self.report(0, &fallback);
        if self.wins_by_fours_at_root(&mut deepening.lines) {
            return true;
        }
        deepening.only_reply = self.has_only_reply();
        deepening.depth = 1;
        deepening.iteration = Some(Iteration::default());
        false
    }

    /// Searches ever deeper to fill the table for the leader, to whom the
    /// lines found are told.
    pub fn help(&mut self) {
        let mut lines = self.fallback_lines();
        let deepest = self.limits.max_depth.unwrap_or(DEEPEST).min(DEEPEST);
        let Some(slot) = self.slot.filter(|_| !lines.is_empty()) else {
            return;
        };
        for depth in (1..=deepest).filter(|&depth| !slot.skips(depth)) {
            self.search_lines(depth, &mut Iteration::default(), &mut lines);
            if self.stopped {
                break;
            }
            slot.tell(&lines[0], self.limits.lines <= 1);
            if self.is_settled(depth, &lines) {
                break;
            }
        }
        self.exchange_nodes();
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
    fn wins_by_fours_at_root(&mut self, lines: &mut Vec<Line>) -> bool {
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
        self.accept(verdict, line, lines)
    }

    /// Asks for a win by threats between iterations, in small slices so that
    /// a stop is heard, until the solvers had their share of the nodes.
    fn wins_by_threats_at_root(&mut self, spent: &mut u64, lines: &mut Vec<Line>) -> bool {
        let share = self.nodes * u64::from(self.params.root_vct_share.unsigned_abs()) / 1000;
        while self.limits.lines <= 1
            && *spent < share
            && !self.is_past_limits()
            && !self.is_slice_over()
        {
            let before = self.memory.solver_nodes();
            let verdict = self.win_by_threats(THREAT_SLICE);
            *spent += self.memory.solver_nodes() - before;
            match verdict {
                Verdict::Unknown => {}
                Verdict::NoWin => return false,
                Verdict::Win { .. } => return self.accept(verdict, Vec::new(), lines),
            }
        }
        false
    }

    /// Makes a win that a solver found the line to play.
    fn accept(&mut self, verdict: Verdict, moves: Vec<Point>, lines: &mut Vec<Line>) -> bool {
        let Verdict::Win { plies, first } = verdict else {
            return false;
        };
        if self.limits.root_moves.barred.contains(first) {
            return false;
        }
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
        self.report(0, &line);
        *lines = vec![line];
        true
    }

    fn report(&mut self, rank: usize, line: &Line) {
        log::debug!(
            "depth {}-{} score {} nodes {} of {} line {:?}",
            line.depth,
            line.selective_depth,
            line.score,
            self.nodes,
            self.total_nodes(),
            line.moves
        );
        let progress = Progress {
            rank,
            line: line.clone(),
            nodes: self.total_nodes(),
            elapsed: self.control.elapsed(),
            hashfull: self.table.hashfull(),
        };
        self.observer.line_finished(&progress);
    }

    /// The share of the last iteration's nodes that went into a line's first
    /// move, in percent.
    fn effort(&self, line: &Line) -> u32 {
        let of = |point: Option<&Point>| {
            let spent = self
                .root_effort
                .iter()
                .filter(|(other, _)| Some(other) == point);
            spent.map(|(_, nodes)| nodes).sum::<u64>()
        };
        let all: u64 = self.root_effort.iter().map(|(_, nodes)| nodes).sum();
        (of(line.moves.first()) * 100 / all.max(1)) as u32
    }

    /// Notes that the search enters one of the root moves.
    pub(super) fn enter_root_move(&mut self, point: Point) {
        self.entered = Some((point, self.own_nodes()));
        if self.is_worth_watching() {
            self.observer.root_move(RootMoveEvent::Entered(point));
        }
    }

    /// Notes that the search is done with one of the root moves.
    pub(super) fn leave_root_move(&mut self, point: Point, score: Score, is_best: bool) {
        if let Some((point, before)) = self.entered.take() {
            self.root_effort.push((point, self.own_nodes() - before));
        }
        if is_best {
            self.root_best = Some((point, score));
        }
        if !self.is_worth_watching() {
            return;
        }
        self.observer.root_move(RootMoveEvent::Left(point));
        if is_loss(score) {
            self.observer.root_move(RootMoveEvent::Lost(point));
        } else if is_best {
            self.observer.root_move(RootMoveEvent::Best(point));
        }
    }

    fn is_worth_watching(&self) -> bool {
        let is_best_line = self.taken_at_root.len() == self.limits.root_moves.barred.len();
        is_best_line && self.control.elapsed() >= WATCHED_AFTER
    }

    /// One iteration for each of the best lines; unfinished ones keep their old depth.
    fn search_lines(&mut self, depth: u32, iteration: &mut Iteration, lines: &mut Vec<Line>) {
        let Iteration { found, window } = iteration;
        if window.is_none() {
            self.root_effort.clear();
            self.taken_at_root.clear();
            self.taken_at_root
                .extend(self.limits.root_moves.barred.iter());
        }
        self.begin_looks();
        self.root_depth = depth as i32;
        while found.len() < self.limits.lines.max(1) {
            let rank = found.len();
            let guess = lines.get(rank).map(|line| line.score);
            let mut present = window.take().unwrap_or_else(|| {
                self.selective_depth = 0;
                self.root_best = None;
                self.window_around(guess.filter(|_| depth > 1))
            });
            let score = self.aspiration_search(depth, &mut present);
            if self.paused {
                *window = Some(present);
                return;
            }
            let moves = self.pv[0].clone();
            let Some(&first) = moves.first() else {
                // No move stops what is coming: keep the one at hand, and say so.
                if rank == 0 && !self.stopped {
                    lines[0].score = score;
                }
                break;
            };
            // A stopped search still counts if it found a better first move. Beside
            // lines of the iteration before it would stand in the wrong place.
            if self.stopped && self.limits.lines > 1 {
                break;
            }
            let selective_depth = self.selective_depth as u32 + 1;
            if self.stopped {
                if !self.is_worth_keeping(first, lines.get(rank)) {
                    break;
                }
                found.push(Line {
                    moves,
                    score: self.unfinished_score(first, &lines[0]),
                    depth: lines[0].depth,
                    selective_depth,
                });
                break;
            }
            let line = Line {
                moves,
                score,
                depth,
                selective_depth,
            };
            self.report(rank, &line);
            found.push(line);
            self.taken_at_root.push(first);
        }
        if !self.stopped {
            found.sort_by_key(|line| -line.score);
        }
        merge_lines(lines, std::mem::take(found));
    }

    /// Whether the line of a stopped iteration is better than the one before, or begins
    /// like it. The first move tried may be neither, where the table did not know which
    /// one was the best.
    fn is_worth_keeping(&self, first: Point, before: Option<&Line>) -> bool {
        let is_better = self.root_best.is_some_and(|(point, _)| point == first);
        is_better || before.is_none_or(|line| line.moves.first() == Some(&first))
    }

    /// What is known of the best line when its iteration was stopped: what the
    /// iteration found for its first move, or else the score before. That one
    /// move loses is not known of the position while others are not tried.
    fn unfinished_score(&self, first: Point, before: &Line) -> Score {
        let found = self.root_best.filter(|&(point, _)| point == first);
        let score = found.map(|(_, score)| score);
        score
            .filter(|&score| !is_loss(score))
            .unwrap_or(before.score)
    }

    /// A narrow window around the last score, or a wide one.
    fn window_around(&self, guess: Option<Score>) -> Window {
        let margin = self.params.aspiration_margin;
        let (alpha, beta) = match guess {
            Some(score) if !is_decisive(score) => (score - margin, score + margin),
            _ => (-INFINITE, INFINITE),
        };
        Window {
            alpha,
            beta,
            margin,
            promising: Vec::new(),
        }
    }

    /// Searches within a window, which is widened when the result falls outside.
    fn aspiration_search(&mut self, depth: u32, window: &mut Window) -> Score {
        loop {
            let Window { alpha, beta, .. } = *window;
            let score = self.search::<Root>(depth as i32 * PLY, alpha, beta, 0, false);
            if self.stopped {
                // A move that was too good for the last window is still the best one known.
                if self.pv[0].is_empty() && !self.paused {
                    self.pv[0] = std::mem::take(&mut window.promising);
                }
                return score;
            }
            window.margin *= 3;
            let margin = window.margin;
            if score <= alpha && alpha > -INFINITE {
                window.alpha = if is_loss(score) {
                    -INFINITE
                } else {
                    (score - margin).max(-INFINITE)
                };
            } else if score >= beta && beta < INFINITE {
                window.promising.clone_from(&self.pv[0]);
                window.beta = if is_win(score) {
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
            let own = urgency::attack(&self.position, us, point);
            let other = urgency::defence(&self.position, them, point);
            i32::from(own) + i32::from(other)
        };
        let empty = *self.position.board().empty() & !self.limits.root_moves.barred;
        let mut cells: Vec<Point> = empty.iter().collect();
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
        // Whoever sets no limit watches, and wants to know of the other lines too.
        let rest_decided = || lines.iter().all(|line| is_decisive(line.score));
        decided && lines.len() >= self.limits.lines.max(1) && (self.has_limit() || rest_decided())
    }

    /// Whether anything but a stop ends the search.
    fn has_limit(&self) -> bool {
        self.control.budget().hard.is_some()
            || self.limits.max_depth.is_some()
            || self.limits.max_nodes.is_some()
    }

    /// Whether the time plan says that another iteration is not worth it.
    fn out_of_time(&self, steering: &Steering) -> bool {
        let budget = self.control.budget();
        let (Some(soft), Some(hard)) = (budget.soft, budget.hard) else {
            return false;
        };
        let soft = soft.saturating_sub(budget.started);
        let hard = hard.saturating_sub(budget.started);
        let target = (soft * steering.percent() / 100).min(hard);
        // Where stopping early saves nothing, use what there is. Otherwise an
        // iteration that cannot be finished is better not begun.
        let saves = soft < hard;
        let enough = if saves { target * 3 / 4 } else { hard };
        self.control.elapsed() >= enough
    }

    /// The outcome of a finished search.
    pub fn outcome(&self, lines: Vec<Line>) -> Outcome {
        Outcome {
            lines,
            nodes: self.total_nodes(),
            elapsed: self.control.elapsed(),
            hashfull: self.table.hashfull(),
        }
    }
}

#[cfg(test)]
mod tests;
