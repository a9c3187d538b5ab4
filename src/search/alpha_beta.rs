//! One node of the search, in numbered steps. Prints nothing, and hears of
//! time only through its worker.
//!
//! Scores count from the root: a win `n` plies below the root is
//! `win_in(n)` wherever it is found.

use super::movegen::{fours, stop_five, stop_open_fours};
use super::ordering::{ScoredMove, pick_best, score_moves};
use super::transposition::{Bound, Entry};
use super::vcf::Verdict;
use super::worker::{REDUCTION_TABLE, Worker};
use crate::board::Bitboard;
use crate::eval::evaluate;
use crate::pattern::Threat;
use crate::types::score::{INFINITE, MAX_PLY, is_decisive, is_loss, is_win, loss_in, win_in};
use crate::types::{Point, Score};

/// Threats are answered at least this many plies below the root.
const ANSWER_PLIES: i32 = 8;
/// A thousandth of a ply is the unit of reductions.
const PLY: i32 = 1000;

/// What the opponent threatens to do next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Danger {
    /// Nothing that must be answered.
    None,
    /// An open four: answer it, or make fours.
    OpenFour,
    /// Five: answer it.
    Five,
}

impl Worker<'_> {
    /// The score of the position within the window, to the given depth.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps share the state of the node"
    )]
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        debug_assert!(
            PV || alpha + 1 == beta,
            "only principal nodes have wide windows"
        );
        self.lines[ply].clear();
        // Step 1. Stop when told to, and keep within the arrays.
        if self.must_stop() {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(&self.position);
        }
        self.selective_depth = self.selective_depth.max(ply);
        let us = self.position.side_to_move();

        // Step 2. Facts of the game need no search.
        let danger = self.danger();
        if let Some((point, score)) = self.immediate_win(danger, ply) {
            self.lines[ply].push(point);
            return score;
        }
        if self.position.board().empty().is_empty() {
            return 0;
        }

        // Step 3. A shorter win is known elsewhere: nothing here can be better.
        if ply > 0 {
            alpha = alpha.max(loss_in(ply + 2));
            beta = beta.min(win_in(ply + 3));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. What the table knows.
        let hash = self.position.hash();
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_none() {
            self.table.probe(hash, ply)
        } else {
            None
        };
        let table_move = entry.and_then(|entry| entry.best);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth.max(0)
        {
            let usable = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if usable {
                return entry.score;
            }
        }

        // Step 5. The horizon: nothing hangs, so a win by fours or the evaluation decides.
        let evaluation = match entry {
            Some(entry) => entry.evaluation,
            None => evaluate(&self.position),
        };
        self.frames[ply].evaluation = evaluation;
        if depth <= 0 {
            // Threats are answered beyond the horizon too, but not for ever.
            let deepest = self.params.answer_factor * self.root_depth / 1000 + ANSWER_PLIES;
            let answer = match danger {
                Danger::Five => true,
                Danger::OpenFour => (ply as i32) < deepest,
                Danger::None => false,
            };
            if !answer {
                return self.quiescence(evaluation, beta, ply, hash);
            }
            depth = 1;
        }
        let improving = ply < 2 || evaluation > self.frames[ply - 2].evaluation;

        if !PV && danger == Danger::None && excluded.is_none() && !is_decisive(beta) {
            // Step 6. Razoring: far below the window near the horizon, only a
            // win by fours can help.
            if depth <= self.params.razor_depth
                && evaluation + self.params.razor_margin * depth * depth < alpha
            {
                let score = self.quiescence(evaluation, beta, ply, hash);
                if score <= alpha || is_win(score) {
                    return score;
                }
            }
            // Step 7. Futility: far above the window near the horizon.
            let margin = self.params.futility_margin * (depth - i32::from(improving));
            if depth <= self.params.futility_depth && evaluation - margin >= beta {
                return evaluation - margin;
            }
            // Step 8. Null move: if passing is good enough, some move is.
            if let Some(score) = self.null_move(depth, beta, ply, evaluation) {
                return score;
            }
        }

        // Step 9. A win by fours, with more nodes than at the horizon; where
        // more depends on it, a win by threats.
        if danger != Danger::Five && excluded.is_none() && ply > 0 {
            let mut verdict = self.win_by_fours(self.params.inner_vcf_nodes);
            if verdict == Verdict::NoWin
                && danger == Danger::None
                && depth >= self.params.inner_vct_depth
                && self.params.inner_vct_nodes > 0
            {
                verdict = self.win_by_threats(self.params.inner_vct_nodes);
            }
            if let Verdict::Win { plies, first } = verdict {
                return self.solved(plies, first, evaluation, ply, hash);
            }
        }

        // Step 10. Without a move to begin with, a full search is wasteful.
        if table_move.is_none() && depth >= self.params.iir_depth && danger == Danger::None {
            depth -= 1;
        }

        // Step 11. Is the table's move the only good one? Then look deeper.
        let mut singular_extension = 0;
        if let Some(entry) = entry
            && ply > 0
            && depth >= self.params.singular_depth
            && danger == Danger::None
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= depth - 3
            && !is_decisive(entry.score)
            && table_move.is_some()
        {
            let target = entry.score - self.params.singular_margin * depth;
            self.frames[ply].excluded = table_move;
            let score = self.search::<false>((depth - 1) / 2, target - 1, target, ply, expect_cut);
            self.frames[ply].excluded = None;
            self.lines[ply].clear();
            if score < target {
                singular_extension = 1;
            } else if !PV && target >= beta {
                return target;
            }
        }

        // Step 12. Try the moves.
        let from = self.moves.len();
        self.generate(danger);
        if ply == 0 && danger == Danger::None {
            self.add_first_moves(from);
        }
        {
            let moves = &mut self.moves[from..];
            let history = &self.memory.history;
            score_moves(moves, &self.position, history, self.params, table_move);
        }
        let previous = self.position.board().last_move();
        let (mut best, mut best_move) = (-INFINITE, None);
        let original_alpha = alpha;
        let mut tried = 0;
        let mut quiet_tried: smallvec::SmallVec<[Point; 32]> = smallvec::SmallVec::new();
        let late_limit = self.late_move_limit(depth, improving);
        for number in 0..self.moves.len() - from {
            let point = pick_best(&mut self.moves[from..], number).point;
            if excluded == Some(point) || (ply == 0 && self.taken_at_root.contains(&point)) {
                continue;
            }
            if !self.position.is_legal(us, point) {
                continue;
            }
            let threat = self.position.threat(us, point);
            let quiet = threat == Threat::Quiet && danger == Danger::None;
            // Step 13. Late quiet moves near the horizon are not worth a look.
            if !PV && quiet && tried >= late_limit && !is_loss(best) {
                continue;
            }
            tried += 1;

            // Step 14. Extensions: a forced reply costs no depth.
            let mut extension = i32::from(danger == Danger::Five);
            if Some(point) == table_move {
                extension += singular_extension;
            }
            let new_depth = depth - 1 + extension;

            // Step 15. Search, late moves first with less depth and a null window.
            let learned = self.memory.history.score(us, previous, point);
            if ply == 0 {
                self.enter_first_move(point);
            }
            self.position.play(point);
            self.frames[ply + 1].after_pass = false;
            let mut score = -INFINITE;
            let mut full = tried == 1;
            if tried > 1 {
                let mut reduction = 0;
                if depth >= 2 && danger == Danger::None {
                    let row = &self.reductions[(depth as usize).min(REDUCTION_TABLE - 1)];
                    let mut plies = row[tried.min(REDUCTION_TABLE - 1)];
                    plies -= learned * PLY / self.params.reduction_history;
                    plies += if expect_cut { PLY } else { 0 };
                    plies += if improving {
                        0
                    } else {
                        self.params.reduction_worsening
                    };
                    plies -= if PV { PLY } else { 0 };
                    plies -= if quiet { 0 } else { PLY };
                    reduction = (plies / PLY).clamp(0, new_depth.max(1) - 1);
                }
                score =
                    -self.search::<false>(new_depth - reduction, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduction > 0 {
                    score =
                        -self.search::<false>(new_depth, -alpha - 1, -alpha, ply + 1, !expect_cut);
                }
                full = PV && score > alpha;
            }
            if full {
                score = if PV {
                    -self.search::<true>(new_depth, -beta, -alpha, ply + 1, false)
                } else {
                    -self.search::<false>(new_depth, -beta, -alpha, ply + 1, !expect_cut)
                };
            }
            self.position.undo();
            if self.stopped {
                self.moves.truncate(from);
                return 0;
            }

            if ply == 0 {
                self.leave_first_move(point, score, score > alpha);
            }

            // Step 16. Is it better?
            if score > best {
                best = score;
                if score > alpha || tried == 1 {
                    self.set_line(ply, point);
                }
                if score > alpha {
                    best_move = Some(point);
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            if quiet {
                quiet_tried.push(point);
            }
        }
        self.moves.truncate(from);

        // Step 17. No move: the threat cannot be met, or everything is forbidden.
        if tried == 0 {
            return match danger {
                _ if excluded.is_some() => alpha,
                Danger::Five => loss_in(ply + 2),
                Danger::OpenFour => loss_in(ply + 4),
                Danger::None => 0,
            };
        }

        // Step 18. Learn from the result.
        if best >= beta
            && let Some(point) = best_move
        {
            self.reward(depth, previous, point, &quiet_tried);
        }
        // Other lines at the root leave out the best moves: not the whole truth.
        if excluded.is_none() && (ply > 0 || self.taken_at_root.is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(hash, ply, best_move, best, evaluation, depth, bound);
        }
        best
    }

    /// What the opponent threatens.
    fn danger(&self) -> Danger {
        let them = self.position.side_to_move().opponent();
        if self.position.count(them, Threat::Five) > 0 {
            Danger::Five
        } else if self.position.count(them, Threat::OpenFour) > 0 {
            Danger::OpenFour
        } else {
            Danger::None
        }
    }

    /// A win that can be seen without search: five now, or an open four that
    /// the opponent has no five to answer with.
    fn immediate_win(&self, danger: Danger, ply: usize) -> Option<(Point, Score)> {
        let us = self.position.side_to_move();
        let free = |threat: Threat| {
            let mut cells = self.position.cells_with(us, threat).iter();
            cells.find(|&point| self.free_at_root(point, ply))
        };
        if self.position.count(us, Threat::Five) > 0 {
            return free(Threat::Five).map(|point| (point, win_in(ply + 1)));
        }
        if danger == Danger::Five || self.position.count(us, Threat::OpenFour) == 0 {
            return None;
        }
        free(Threat::OpenFour).map(|point| (point, win_in(ply + 3)))
    }

    fn free_at_root(&self, point: Point, ply: usize) -> bool {
        ply > 0 || !self.taken_at_root.contains(&point)
    }

    /// The value of a position in which nothing hangs: a win by fours, or the evaluation.
    fn quiescence(&mut self, evaluation: Score, beta: Score, ply: usize, hash: u64) -> Score {
        if evaluation >= beta {
            return evaluation;
        }
        match self.win_by_fours(self.params.leaf_vcf_nodes) {
            Verdict::Win { plies, first } => self.solved(plies, first, evaluation, ply, hash),
            _ => evaluation,
        }
    }

    /// Notes a win that a solver found.
    fn solved(
        &mut self,
        plies: usize,
        first: Point,
        evaluation: Score,
        ply: usize,
        hash: u64,
    ) -> Score {
        let score = win_in(ply + plies);
        self.lines[ply].push(first);
        self.store(
            hash,
            ply,
            Some(first),
            score,
            evaluation,
            MAX_PLY as i32,
            Bound::Lower,
        );
        score
    }

    /// Step 8: the score if passing keeps the window's upper end.
    fn null_move(
        &mut self,
        depth: i32,
        beta: Score,
        ply: usize,
        evaluation: Score,
    ) -> Option<Score> {
        if depth < self.params.null_depth || evaluation < beta || self.frames[ply].after_pass {
            return None;
        }
        let reduction = self.params.null_reduction + depth / self.params.null_depth_divisor;
        self.position.pass();
        self.frames[ply + 1].after_pass = true;
        let score = -self.search::<false>(depth - reduction - 1, -beta, 1 - beta, ply + 1, false);
        self.position.pass();
        self.frames[ply + 1].after_pass = false;
        (!self.stopped && score >= beta && !is_decisive(score)).then_some(score)
    }

    /// Appends the moves worth trying.
    fn generate(&mut self, danger: Danger) {
        let us = self.position.side_to_move();
        let points = match danger {
            Danger::Five => stop_five(&mut self.position).into_iter().collect(),
            Danger::OpenFour => stop_open_fours(&self.position) | fours(&self.position, us),
            Danger::None => self.candidates(),
        };
        let scored = |point| ScoredMove { point, score: 0 };
        self.moves.extend(points.iter().map(scored));
    }

    /// The cells near stones; without any, the middle or whatever is left.
    fn candidates(&self) -> Bitboard {
        let candidates = self.position.candidates();
        if candidates.is_empty() {
            // An empty board, or one whose neighbourhoods are full.
            let center = self.position.size().center();
            return if self.position.board().is_empty(center) {
                std::iter::once(center).collect()
            } else {
                *self.position.board().empty()
            };
        }
        candidates
    }

    /// How many quiet moves deserve a look at this depth.
    fn late_move_limit(&self, depth: i32, improving: bool) -> usize {
        if depth > self.params.late_move_depth {
            return usize::MAX;
        }
        let count =
            self.params.late_move_base + self.params.late_move_factor * depth * depth / 1000;
        (if improving { count } else { count * 2 / 3 }) as usize
    }

    /// Step 18: credits the move that caused a cutoff and debits the quiet ones before it.
    fn reward(&mut self, depth: i32, previous: Option<Point>, best: Point, tried: &[Point]) {
        let us = self.position.side_to_move();
        let bonus = (depth * depth * 16).min(2000);
        self.memory.history.update(us, previous, best, bonus);
        for &point in tried.iter().filter(|&&point| point != best) {
            self.memory.history.update(us, previous, point, -bonus);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a table entry")]
    fn store(
        &self,
        hash: u64,
        ply: usize,
        best: Option<Point>,
        score: Score,
        evaluation: Score,
        depth: i32,
        bound: Bound,
    ) {
        let entry = Entry {
            best,
            score,
            evaluation,
            depth,
            bound,
        };
        self.table.store(hash, ply, entry);
    }
}
