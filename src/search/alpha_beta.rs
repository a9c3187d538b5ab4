//! One node of the search, in numbered steps (docs/search.md has the same
//! list). Prints nothing, and hears of time only through its worker.
//!
//! Scores count from the root: a win `n` plies below the root is
//! `win_in(n)` wherever it is found.

use super::node::{Attempt, Danger, Node, NodeKind, Other, PLY, Principal, Stage};
use super::singular::Singular;
use super::transposition::{Bound, Entry};
use super::vcf::Verdict;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::types::score::{MAX_PLY, is_decisive, is_loss, is_win, loss_in, win_in};
use crate::types::{Point, Score};

/// Threats are answered at least this many plies below the root ...
const ANSWER_PLIES: i32 = 8;
/// ... and open fours only so far beyond the horizon.
const ANSWER_DEPTH: i32 = -3 * PLY;
/// No line is followed further. In a browser the stack is that of the page's
/// worker, about a megabyte, and cannot be chosen; elsewhere it is large enough.
const DEEPEST_PLY: usize = if cfg!(target_family = "wasm") {
    256
} else {
    MAX_PLY
};

impl Worker<'_> {
    /// The score of the position within the window, to the given depth. When a
    /// slice ends below, the node is suspended; the same call goes on with it.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        is_cut: bool,
    ) -> Score {
        debug_assert!(
            N::IS_PV || alpha + 1 == beta,
            "only principal nodes have wide windows"
        );
        if let Some(mut node) = self.suspended.pop() {
            return self.search_moves::<N>(&mut node);
        }
        let mut node = Node::new(depth, alpha, beta, ply, is_cut);
        match self.score_without_moves::<N>(&mut node) {
            Some(score) => score,
            None => self.search_moves::<N>(&mut node),
        }
    }

    /// Steps 1 to 9: a score for which no move has to be tried, if there is one.
    fn score_without_moves<N: NodeKind>(&mut self, node: &mut Node) -> Option<Score> {
        let ply = node.ply;
        self.pv[ply].clear();
        // Step 1. Stop when told to, and keep within the arrays.
        if self.must_stop() {
            return Some(0);
        }
        if ply >= DEEPEST_PLY {
            return Some(self.evaluator.evaluate(&self.position));
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Step 2. Facts of the game need no search.
        node.danger = self.danger();
        if let Some((point, score)) = self.immediate_win::<N>(node) {
            self.pv[ply].push(point);
            return Some(score);
        }
        if self.position.board().empty().is_empty() {
            return Some(0);
        }

        // Step 3. Mate-distance pruning: nothing here can beat a shorter win found elsewhere.
        if !N::IS_ROOT {
            node.alpha = node.alpha.max(loss_in(ply + 2));
            node.beta = node.beta.min(win_in(ply + 3));
            if node.alpha >= node.beta {
                return Some(node.alpha);
            }
        }

        // Step 4. The transposition table.
        node.hash = self.position.hash();
        node.excluded = self.stack[ply].excluded;
        if node.excluded.is_none() {
            node.entry = self.table.probe(node.hash, ply);
        }
        if !N::IS_PV
            && let Some(entry) = node.entry
            && is_table_cutoff(node, &entry)
        {
            return Some(entry.score);
        }

        // Step 5. The horizon: where nothing hangs, quiescence search decides.
        // Answers beyond it go on costing depth: with many fours on the board
        // lines of fours would never end otherwise.
        node.evaluation = self.static_evaluation::<N>(node);
        self.stack[ply].evaluation = node.evaluation;
        node.is_improving = ply < 2 || node.evaluation > self.stack[ply - 2].evaluation;
        if node.depth <= 0 && !self.is_answered_beyond_horizon(node) {
            return Some(self.quiescence(node));
        }

        // Steps 6 and 7, where nothing hangs and no proof is asked for.
        if !N::IS_PV
            && node.danger == Danger::None
            && node.excluded.is_none()
            && !is_decisive(node.beta)
        {
            // Step 6. Razoring: far below the window near the horizon, only a
            // win by fours can help.
            if self.is_hopeless(node) {
                return Some(self.quiescence(node));
            }
            // Step 7. Reverse futility pruning: far above the window.
            if node.evaluation - self.reverse_futility_margin(node) >= node.beta {
                return Some(node.evaluation);
            }
        }

        // Step 8. The solvers. What the table knows has been through this before,
        // or its score would have told.
        if !N::IS_ROOT
            && node.danger != Danger::Five
            && node.excluded.is_none()
            && node.entry.is_none()
            && let Verdict::Win { plies, first } = self.solve(node)
        {
            return Some(self.proven_win(node, plies, first));
        }

        // Step 9. Internal iterative reduction: without a move to begin with, a
        // full search is wasteful.
        if node.table_move().is_none()
            && node.depth >= self.params.iir_depth
            && node.danger == Danger::None
        {
            node.depth -= self.params.iir_reduction;
        }
        None
    }

    /// Steps 10 to 17: the score by the moves of a node, from the first on or
    /// from where a slice ended.
    fn search_moves<N: NodeKind>(&mut self, node: &mut Node) -> Score {
        // Step 10. Is the table's move the only good one? Then search it deeper.
        if node.singular_extension.is_none() {
            match self.singular::<N>(node) {
                Singular::Extend(extension) => self.begin_moves::<N>(node, extension),
                Singular::Cut(score) => return score,
                Singular::Paused => return self.suspend(node, None),
            }
        }
        let ply = node.ply;
        // Step 11. Try the moves.
        while let Some(mut attempt) = self.next_attempt::<N>(node) {
            let Attempt { point, threat, .. } = attempt;
            // Step 14. Search, late moves first with less depth and a null window.
            self.enter(ply, &attempt);
            let score = self.search_move::<N>(node, &mut attempt);
            self.position.undo();
            if self.paused {
                return self.suspend(node, Some(attempt));
            }
            if self.stopped {
                self.forget(&node.moves);
                return 0;
            }
            if N::IS_ROOT {
                self.leave_root_move(point, score, score > node.alpha);
            }

            // Step 15. Is it better?
            if score > node.best {
                node.best = score;
                if score > node.alpha || node.move_count == 1 {
                    self.update_pv(ply, point);
                }
            }
            if score > node.alpha {
                node.best_move = Some(point);
                node.alpha = score;
                if score >= node.beta {
                    break;
                }
                // The rest must beat a good move: a shallower look will do.
                if node.depth > 2 * PLY && node.depth < 12 * PLY && !is_decisive(score) {
                    node.depth -= self.params.alpha_reduction;
                }
            }
            if threat == Threat::Quiet && node.danger == Danger::None {
                node.quiet_tried.push(point);
            }
        }
        self.forget(&node.moves);

        // Step 16. No move: the threat cannot be met, or everything is forbidden, and
        // whoever must play then fouls.
        if node.move_count == 0 {
            return match node.danger {
                _ if node.excluded.is_some() => node.alpha,
                Danger::Five => loss_in(ply + 2),
                Danger::OpenFour => loss_in(ply + 4),
                Danger::None if self.has_legal_move() => 0,
                Danger::None => loss_in(ply + 1),
            };
        }
        // Step 17. Learn from the result.
        self.learn::<N>(node);
        node.best
    }

    /// What holds for all moves of a node, before the first is tried.
    fn begin_moves<N: NodeKind>(&self, node: &mut Node, singular_extension: i32) {
        let margin = self.params.fail_high_margin * node.depth / PLY;
        node.singular_extension = Some(singular_extension);
        node.first_alpha = node.alpha;
        node.is_cut_likely = !N::IS_PV
            && node.is_cut
            && node.danger == Danger::None
            && node.evaluation >= node.beta + margin;
        node.late_move_limit = self.late_move_limit(node.depth, node.is_improving);
        node.previous = self.position.board().last_move();
        node.moves = self.moves_of(node.ply, node.danger, node.table_move());
    }

    /// Steps 12 and 13: the next move and how to search it; first the one that a
    /// slice left.
    fn next_attempt<N: NodeKind>(&mut self, node: &mut Node) -> Option<Attempt> {
        if node.unfinished.is_some() {
            return node.unfinished.take();
        }
        let us = self.position.side_to_move();
        let point = loop {
            let point = self.next_move(&mut node.moves)?;
            let is_left_out =
                node.excluded == Some(point) || (N::IS_ROOT && self.taken_at_root.contains(&point));
            if !is_left_out && self.position.is_legal(us, point) {
                break point;
            }
        };
        // Step 12. Late move pruning; but a loss is one only if every move loses.
        if !N::IS_ROOT && node.move_count >= node.late_move_limit && !is_loss(node.best) {
            return None;
        }
        node.move_count += 1;

        // Step 13. Extensions: a forced reply costs no depth. Where a cut is as
        // good as certain, a shallower look will show it.
        let threat = self.position.threat(us, point);
        let mut extension = match (node.danger, node.singular_extension) {
            (Danger::Five, _) => self.params.five_extension,
            (_, Some(extension)) if Some(point) == node.table_move() => extension,
            _ => 0,
        };
        if node.is_cut_likely && !threat.is_four() {
            extension -= PLY;
        }
        let is_late = node.move_count > 1;
        let reduction = if is_late && node.depth >= 2 * PLY && node.danger != Danger::Five {
            let most = (node.depth - PLY + extension - PLY).max(0);
            self.reduction::<N>(node, point, threat).clamp(0, most)
        } else {
            0
        };
        if N::IS_ROOT {
            self.enter_root_move(point);
        }
        Some(Attempt {
            point,
            threat,
            extension,
            reduction,
            stage: match is_late {
                true => Stage::Reduced,
                false if N::IS_PV => Stage::FullWindow,
                false => Stage::NullWindow,
            },
        })
    }

    /// Step 14: the score of the move just made, by as many searches as it takes.
    fn search_move<N: NodeKind>(&mut self, node: &Node, attempt: &mut Attempt) -> Score {
        let depth = node.depth - PLY + attempt.extension;
        let &Node { alpha, beta, .. } = node;
        let ply = node.ply + 1;
        loop {
            let score = -match attempt.stage {
                Stage::Reduced => {
                    let depth = depth - attempt.reduction;
                    self.search::<Other>(depth, -alpha - 1, -alpha, ply, true)
                }
                Stage::NullWindow => {
                    self.search::<Other>(depth, -alpha - 1, -alpha, ply, !node.is_cut)
                }
                Stage::FullWindow => self.search::<Principal>(depth, -beta, -alpha, ply, false),
            };
            if self.stopped || score <= alpha {
                return score;
            }
            attempt.stage = match attempt.stage {
                Stage::Reduced if attempt.reduction > 0 => Stage::NullWindow,
                Stage::Reduced | Stage::NullWindow if N::IS_PV => Stage::FullWindow,
                _ => return score,
            };
        }
    }

    /// Plays a move and notes it for the plies below.
    fn enter(&mut self, ply: usize, attempt: &Attempt) {
        let hash = self.position.board().hash_after(attempt.point);
        self.table.prefetch(hash);
        let second_ply = (attempt.extension - PLY).max(0);
        self.stack[ply].moved = Some(attempt.point);
        self.stack[ply].threat = attempt.threat;
        self.stack[ply + 1].extended = self.stack[ply].extended + second_ply;
        self.position.play(attempt.point);
    }

    /// Whether any empty cell may be played, however far from the stones.
    fn has_legal_move(&mut self) -> bool {
        let us = self.position.side_to_move();
        let empty = *self.position.board().empty();
        empty.iter().any(|point| self.position.is_legal(us, point))
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

    /// Step 2: a win that can be seen without search: five now, or an open four
    /// that the opponent has no five to answer with.
    fn immediate_win<N: NodeKind>(&self, node: &Node) -> Option<(Point, Score)> {
        let us = self.position.side_to_move();
        let free = |threat: Threat| {
            let mut cells = self.position.cells_with(us, threat).iter();
            cells.find(|point| !N::IS_ROOT || !self.taken_at_root.contains(point))
        };
        if self.position.count(us, Threat::Five) > 0 {
            return free(Threat::Five).map(|point| (point, win_in(node.ply + 1)));
        }
        if node.danger == Danger::Five || self.position.count(us, Threat::OpenFour) == 0 {
            return None;
        }
        free(Threat::OpenFour).map(|point| (point, win_in(node.ply + 3)))
    }

    /// Step 5: the evaluation. Under attack it is worth little: the one before
    /// the attack serves.
    fn static_evaluation<N: NodeKind>(&mut self, node: &Node) -> Score {
        match node.entry {
            _ if node.danger != Danger::None && !N::IS_ROOT => -self.stack[node.ply - 1].evaluation,
            Some(entry) => entry.evaluation,
            None => self.evaluator.evaluate(&self.position),
        }
    }

    /// Step 5: whether a threat is answered although no depth is left. Not for ever.
    fn is_answered_beyond_horizon(&self, node: &Node) -> bool {
        let deepest = self.params.answer_factor * self.root_depth / 1000 + ANSWER_PLIES;
        match node.danger {
            Danger::Five => true,
            Danger::OpenFour => node.depth > ANSWER_DEPTH && (node.ply as i32) < deepest,
            Danger::None => false,
        }
    }

    /// Steps 5 and 6, the quiescence search: a win by fours, or the evaluation.
    fn quiescence(&mut self, node: &Node) -> Score {
        if node.evaluation >= node.beta {
            return node.evaluation;
        }
        match self.win_by_fours(self.params.leaf_vcf_nodes) {
            Verdict::Win { plies, first } => self.proven_win(node, plies, first),
            _ => node.evaluation,
        }
    }

    /// Step 6: whether the evaluation is so far below the window that the depth
    /// left will not repair it.
    fn is_hopeless(&self, node: &Node) -> bool {
        let margin = self.params.razor_base + self.params.razor_margin * node.depth / PLY;
        node.depth <= self.params.razor_depth && node.evaluation + margin < node.alpha
    }

    /// Step 7: what the depth left can change at most.
    fn reverse_futility_margin(&self, node: &Node) -> Score {
        let free = if node.is_improving { 2 * PLY } else { PLY };
        self.params.futility_margin * (node.depth - free).max(0) / PLY
    }

    /// Step 8: a win by fours, with other bounds than at the horizon; where more
    /// depends on it, a win by threats.
    fn solve(&mut self, node: &Node) -> Verdict {
        let verdict = self.win_by_fours(self.params.inner_vcf_nodes);
        if verdict == Verdict::NoWin
            && node.danger == Danger::None
            && node.depth >= self.params.inner_vct_depth
            && self.params.inner_vct_nodes > 0
        {
            return self.win_by_threats(self.params.inner_vct_nodes);
        }
        verdict
    }

    /// Notes a win that a solver found.
    fn proven_win(&mut self, node: &Node, plies: usize, first: Point) -> Score {
        let score = win_in(node.ply + plies);
        self.pv[node.ply].push(first);
        let entry = Entry {
            best: Some(first),
            score,
            evaluation: node.evaluation,
            depth: MAX_PLY as i32,
            bound: Bound::Lower,
        };
        self.table.store(node.hash, node.ply, entry);
        score
    }

    /// Step 17: statistics of the moves, and an entry of the table.
    fn learn<N: NodeKind>(&mut self, node: &Node) {
        let &Node { best, beta, .. } = node;
        if best >= beta
            && let Some(point) = node.best_move
        {
            self.reward(node, point);
        }
        // Other lines at the root leave out the best moves: not the whole truth.
        if node.excluded.is_some() || (N::IS_ROOT && !self.taken_at_root.is_empty()) {
            return;
        }
        let entry = Entry {
            best: node.best_move,
            score: best,
            evaluation: node.evaluation,
            // Beyond the horizon all are asked for the same: no depth.
            depth: (node.depth / PLY).max(0),
            bound: match best {
                _ if best >= beta => Bound::Lower,
                _ if best > node.first_alpha => Bound::Exact,
                _ => Bound::Upper,
            },
        };
        self.table.store(node.hash, node.ply, entry);
    }

    /// Step 17: credits the move that caused a cutoff and debits the quiet ones before it.
    fn reward(&mut self, node: &Node, best: Point) {
        let us = self.position.side_to_move();
        let plies = (node.depth / PLY).max(1);
        let bonus = (plies * plies * 16).min(2000);
        let history = &mut self.memory.history;
        history.update(us, node.previous, best, bonus);
        for &point in node.quiet_tried.iter().filter(|&&point| point != best) {
            history.update(us, node.previous, point, -bonus);
        }
    }
}

/// Step 4: whether an entry of the table is a cutoff for this depth and window.
/// A decided game stays decided at any depth: no move was left out to call it so.
fn is_table_cutoff(node: &Node, entry: &Entry) -> bool {
    let is_deep = entry.depth * PLY >= node.depth.max(0);
    match entry.bound {
        Bound::Exact => is_deep || is_decisive(entry.score),
        Bound::Lower => entry.score >= node.beta && (is_deep || is_win(entry.score)),
        Bound::Upper => entry.score <= node.alpha && (is_deep || is_loss(entry.score)),
    }
}
