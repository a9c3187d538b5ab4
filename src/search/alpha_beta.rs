//! One node of the search, in numbered steps. Prints nothing, and hears of
//! time only through its worker.
//!
//! Scores count from the root: a win `n` plies below the root is
//! `win_in(n)` wherever it is found.

use super::picker::Danger;
use super::transposition::{Bound, Entry};
use super::vcf::Verdict;
use super::worker::{REDUCTION_TABLE, Worker};
use crate::pattern::Threat;
use crate::types::score::{INFINITE, MAX_PLY, is_decisive, is_loss, is_win, loss_in, win_in};
use crate::types::{Point, Score};

/// Threats are answered at least this many plies below the root.
const ANSWER_PLIES: i32 = 8;
/// Stones this near can work together.
const NEAR: usize = 4;
/// Depths are counted in thousandths of a ply.
pub(super) const PLY: i32 = 1000;

/// What the moves of a node have in common.
struct Node {
    ply: usize,
    danger: Danger,
    improving: bool,
    expect_cut: bool,
    is_principal: bool,
    /// The opponent's move before.
    previous: Option<Point>,
}

/// What a look without the table's move says.
enum Singular {
    /// Extend the table's move by so much.
    Extend(i32),
    /// There are several good moves: the node's score is at least this.
    Cut(Score),
}

/// Whether an entry of the table answers a question of this depth and window.
/// A decided game stays decided at any depth: no move was left out to call it so.
fn settles(entry: &Entry, depth: i32, alpha: Score, beta: Score) -> bool {
    let is_deep = entry.depth * PLY >= depth.max(0);
    match entry.bound {
        Bound::Exact => is_deep || is_decisive(entry.score),
        Bound::Lower => entry.score >= beta && (is_deep || is_win(entry.score)),
        Bound::Upper => entry.score <= alpha && (is_deep || is_loss(entry.score)),
    }
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
            return self.evaluator.evaluate(&self.position);
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
        let mut table_move = entry.and_then(|entry| entry.best);
        if ply == 0 {
            table_move = self.root_first.or(table_move);
        }
        if !PV
            && let Some(entry) = entry
            && settles(&entry, depth, alpha, beta)
        {
            return entry.score;
        }

        // Step 5. The horizon: nothing hangs, so a win by fours or the evaluation decides.
        // Under attack the evaluation is worth little: the one before the attack serves.
        let evaluation = match entry {
            _ if danger != Danger::None && ply > 0 => -self.frames[ply - 1].evaluation,
            Some(entry) => entry.evaluation,
            None => self.evaluator.evaluate(&self.position),
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
            depth = PLY;
        }
        let improving = ply < 2 || evaluation > self.frames[ply - 2].evaluation;

        if !PV && danger == Danger::None && excluded.is_none() && !is_decisive(beta) {
            // Step 6. Razoring: far below the window near the horizon, only a
            // win by fours can help.
            if depth <= self.params.razor_depth
                && evaluation + self.params.razor_base + self.params.razor_margin * depth / PLY
                    < alpha
            {
                return self.quiescence(evaluation, beta, ply, hash);
            }
            // Step 7. Futility: far above the window.
            let plies = depth - if improving { 2 * PLY } else { PLY };
            let margin = self.params.futility_margin * plies.max(0) / PLY;
            if evaluation - margin >= beta {
                return evaluation;
            }
        }

        // Step 8. A win by fours, with more nodes than at the horizon; where
        // more depends on it, a win by threats. What the table knows has been
        // through this before, or its score would have told.
        if danger != Danger::Five && excluded.is_none() && entry.is_none() && ply > 0 {
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

        // Step 9. Without a move to begin with, a full search is wasteful.
        if table_move.is_none() && depth >= self.params.iir_depth && danger == Danger::None {
            depth -= self.params.iir_reduction;
        }

        // Step 10. Is the table's move the only good one? Then look deeper.
        let singular = match entry.filter(|_| ply > 0 && danger != Danger::Five) {
            Some(entry) => self.singular::<PV>(&entry, depth, beta, ply, expect_cut),
            None => Singular::Extend(0),
        };
        let singular_extension = match singular {
            Singular::Cut(score) => return score,
            Singular::Extend(extension) => extension,
        };

        // Step 11. Try the moves.
        let mut moves = self.moves_of(ply, danger, table_move);
        let node = Node {
            ply,
            danger,
            improving,
            expect_cut,
            is_principal: PV,
            previous: self.position.board().last_move(),
        };
        let likely_cut = !PV
            && expect_cut
            && danger == Danger::None
            && evaluation >= beta + self.params.fail_high_margin * depth / PLY;
        let (mut best, mut best_move) = (-INFINITE, None);
        let original_alpha = alpha;
        let mut tried = 0;
        let mut quiet_tried: smallvec::SmallVec<[Point; 32]> = smallvec::SmallVec::new();
        let late_limit = self.late_move_limit(depth, improving);
        while let Some(point) = self.next_move(&mut moves) {
            if excluded == Some(point) || (ply == 0 && self.taken_at_root.contains(&point)) {
                continue;
            }
            if !self.position.is_legal(us, point) {
                continue;
            }
            // Step 12. Late moves are not worth a look; but a loss is one only
            // if every move loses.
            if ply > 0 && tried >= late_limit && !is_loss(best) {
                break;
            }
            tried += 1;

            // Step 13. Extensions: a forced reply costs no depth. Where a cut
            // is as good as certain, a shallower look will show it.
            let threat = self.position.threat(us, point);
            let mut extension = match danger {
                Danger::Five => self.params.five_extension,
                _ if Some(point) == table_move => singular_extension,
                _ => 0,
            };
            if likely_cut && !threat.is_four() {
                extension -= PLY;
            }
            let new_depth = depth - PLY + extension;

            // Step 14. Search, late moves first with less depth and a null window.
            let reduction = if tried > 1 && depth >= 2 * PLY && danger != Danger::Five {
                let most = (new_depth - PLY).max(0);
                self.reduction(&node, depth, tried, point).clamp(0, most)
            } else {
                0
            };
            if ply == 0 {
                self.enter_first_move(point);
            }
            self.enter(ply, point, threat, extension);
            let mut score = -INFINITE;
            let mut full = tried == 1;
            if tried > 1 {
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
                self.forget(&moves);
                return 0;
            }

            if ply == 0 {
                self.leave_first_move(point, score, score > alpha);
            }

            // Step 15. Is it better?
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
                    // The rest must beat a good move: a shallower look will do.
                    if depth > 2 * PLY && depth < 12 * PLY && !is_decisive(score) {
                        depth -= self.params.alpha_reduction;
                    }
                }
            }
            if threat == Threat::Quiet && danger == Danger::None {
                quiet_tried.push(point);
            }
        }
        self.forget(&moves);

        // Step 16. No move: the threat cannot be met, or everything is forbidden.
        if tried == 0 {
            return match danger {
                _ if excluded.is_some() => alpha,
                Danger::Five => loss_in(ply + 2),
                Danger::OpenFour => loss_in(ply + 4),
                Danger::None => 0,
            };
        }

        // Step 17. Learn from the result.
        if best >= beta
            && let Some(point) = best_move
        {
            self.reward(depth, node.previous, point, &quiet_tried);
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
            MAX_PLY as i32 * PLY,
            Bound::Lower,
        );
        score
    }

    /// Step 10: whether all moves but the table's fall short of its score.
    fn singular<const PV: bool>(
        &mut self,
        entry: &Entry,
        depth: i32,
        beta: Score,
        ply: usize,
        expect_cut: bool,
    ) -> Singular {
        if depth < self.params.singular_depth
            || entry.best.is_none()
            || entry.bound == Bound::Upper
            || entry.depth * PLY < depth - 3 * PLY
            || is_decisive(entry.score)
        {
            return Singular::Extend(0);
        }
        let target = entry.score - self.params.singular_margin * depth / (100 * PLY);
        self.frames[ply].excluded = entry.best;
        let score = self.search::<false>(depth / 2, target - 1, target, ply, expect_cut);
        self.frames[ply].excluded = None;
        self.lines[ply].clear();
        if score < target {
            let twice = !PV
                && score < target - self.params.singular_double
                && self.frames[ply].extended < self.params.singular_most;
            Singular::Extend(if twice { 2 * PLY } else { PLY })
        } else if !PV && target >= beta {
            Singular::Cut(target)
        } else if entry.score >= beta {
            Singular::Extend(-PLY)
        } else {
            Singular::Extend(0)
        }
    }

    /// Step 14: how much less deep a late move is looked at.
    fn reduction(&self, node: &Node, depth: i32, tried: usize, point: Point) -> i32 {
        let us = self.position.side_to_move();
        let threat = self.position.threat(us, point);
        let blocks = self.position.threat(us.opponent(), point) >= Threat::OpenThree;
        let row = &self.reductions[((depth / PLY) as usize).min(REDUCTION_TABLE - 1)];
        let mut reduction = row[tried.min(REDUCTION_TABLE - 1)];
        if !node.improving && reduction > PLY {
            reduction += self.params.reduction_worsening;
        }
        if node.expect_cut {
            reduction += self.params.reduction_cut;
        }
        if node.is_principal {
            reduction -= PLY;
        }
        let learned = self.memory.history.score(us, node.previous, point);
        reduction -= learned * PLY / self.params.reduction_history;
        if threat == Threat::Quiet && !blocks {
            reduction += self.params.reduction_quiet;
        }
        let own_last = node.ply.checked_sub(2).map(|ply| self.frames[ply]);
        if node.danger == Danger::OpenFour && !blocks {
            // A four that only puts off the answer.
            let is_far =
                |other: Option<Point>| other.is_none_or(|other| point.distance(other) > NEAR);
            if is_far(node.previous) {
                reduction += self.params.reduction_delay;
            }
            if is_far(own_last.and_then(|frame| frame.moved)) {
                reduction += self.params.reduction_delay / 2;
            }
        }
        let attacks = |threat| threat >= Threat::OpenThree;
        let goes_on = own_last.is_some_and(|frame| attacks(frame.threat)) && attacks(threat);
        if node.danger == Danger::None && goes_on {
            reduction -= self.params.reduction_attack;
        }
        reduction
    }

    /// Plays a move and notes it for the plies below.
    fn enter(&mut self, ply: usize, point: Point, threat: Threat, extension: i32) {
        self.table.prefetch(self.position.board().hash_after(point));
        self.frames[ply].moved = Some(point);
        self.frames[ply].threat = threat;
        self.frames[ply + 1].extended = self.frames[ply].extended + (extension - PLY).max(0);
        self.position.play(point);
    }

    /// How many quiet moves deserve a look at this depth.
    fn late_move_limit(&self, depth: i32, improving: bool) -> usize {
        let plies = depth / PLY;
        let growth = plies * (self.params.late_move_linear + plies * self.params.late_move_factor);
        let count = self.params.late_move_base + growth / 1000;
        (if improving { count } else { count / 2 }) as usize
    }

    /// Step 17: credits the move that caused a cutoff and debits the quiet ones before it.
    fn reward(&mut self, depth: i32, previous: Option<Point>, best: Point, tried: &[Point]) {
        let us = self.position.side_to_move();
        let plies = depth / PLY;
        let bonus = (plies * plies * 16).min(2000);
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
            depth: depth / PLY,
            bound,
        };
        self.table.store(hash, ply, entry);
    }
}
