//! One node of the search, in numbered steps. Prints nothing, and hears of
//! time only through its worker.
//!
//! Scores count from the root: a win `n` plies below the root is
//! `win_in(n)` wherever it is found.

#![expect(
    clippy::inline_always,
    reason = "the parts of a node are one function to the processor"
)]

use super::picker::{Danger, Moves};
use super::transposition::{Bound, Entry};
use super::vcf::Verdict;
use super::worker::{REDUCTION_TABLE, Worker};
use crate::pattern::Threat;
use crate::types::score::{INFINITE, MAX_PLY, is_decisive, is_loss, is_win, loss_in, win_in};
use crate::types::{Point, Score};
use std::ops::ControlFlow;

/// Threats are answered at least this many plies below the root.
const ANSWER_PLIES: i32 = 8;
/// No line is followed further. In a browser the stack is that of the page's
/// worker, about a megabyte, and cannot be chosen; elsewhere it is large enough.
const DEEPEST_PLY: usize = if cfg!(target_family = "wasm") {
    256
} else {
    MAX_PLY
};
/// Stones this near can work together.
const NEAR: usize = 4;
/// Depths are counted in thousandths of a ply.
pub(super) const PLY: i32 = 1000;

/// The kind of a node, known when the code is compiled.
pub(super) trait NodeKind {
    /// Whether it is the root of the search.
    const IS_ROOT: bool;
    /// Whether its window may be wide: the root, and nodes on a principal variation.
    const IS_PV: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node on a principal variation.
pub(super) struct Principal;
/// Every other node; its window is a null window.
pub(super) struct Other;

impl NodeKind for Root {
    const IS_ROOT: bool = true;
    const IS_PV: bool = true;
}

impl NodeKind for Principal {
    const IS_ROOT: bool = false;
    const IS_PV: bool = true;
}

impl NodeKind for Other {
    const IS_ROOT: bool = false;
    const IS_PV: bool = false;
}

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

/// What steps 1 to 9 found out about a node.
#[derive(Clone, Copy, Default)]
struct Facts {
    depth: i32,
    alpha: Score,
    beta: Score,
    hash: u64,
    excluded: Option<Point>,
    table_move: Option<Point>,
    evaluation: Score,
    danger: Danger,
    improving: bool,
}

/// Quiet moves that were tried.
type Quiet = smallvec::SmallVec<[Point; 32]>;

/// How far the moves of a node have been tried.
#[derive(Clone, Copy, Default)]
struct Tried {
    depth: i32,
    alpha: Score,
    best: Score,
    best_move: Option<Point>,
    count: usize,
    singular_extension: i32,
}

/// A move and how it is searched.
#[derive(Clone, Copy)]
struct Attempt {
    point: Point,
    threat: Threat,
    extension: i32,
    reduction: i32,
    stage: Stage,
}

/// The searches of one move, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// With less depth and a null window.
    Reduced,
    /// With full depth and a null window.
    Verified,
    /// With full depth and the window of the node.
    Full,
    /// None is left.
    Done,
}

/// A node below which a slice ended: what its function has to know to go on.
#[derive(Default)]
pub(super) struct Suspended {
    facts: Facts,
    /// What the table knows; of use in step 10 alone.
    entry: Option<Entry>,
    tried: Tried,
    moves: Moves,
    quiet_tried: Quiet,
    /// The move that was being searched; none if the slice ended in step 10.
    attempt: Option<Attempt>,
}

/// What a look without the table's move says.
enum Singular {
    /// Extend the table's move by so much.
    Extend(i32),
    /// There are several good moves: the node's score is at least this.
    Cut(Score),
    /// The slice ended before that was known.
    Paused,
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
    /// The score of the position within the window, to the given depth. When a
    /// slice ends below, the node is suspended; the same call goes on with it.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        debug_assert!(
            N::IS_PV || alpha + 1 == beta,
            "only principal nodes have wide windows"
        );
        if !self.suspended.is_empty() {
            return self.go_on::<N>(ply, expect_cut);
        }
        match self.look_at::<N>(depth, alpha, beta, ply) {
            ControlFlow::Continue((facts, entry)) => {
                self.try_moves::<N>(facts, entry, None, ply, expect_cut)
            }
            ControlFlow::Break(score) => score,
        }
    }

    /// The score of the node that was suspended last.
    #[cold]
    #[inline(never)]
    fn go_on<N: NodeKind>(&mut self, ply: usize, expect_cut: bool) -> Score {
        let suspended = self.suspended.pop().expect("one was suspended");
        let Suspended { facts, entry, .. } = *suspended;
        let left = suspended.attempt.is_some().then_some(suspended);
        self.try_moves::<N>(facts, entry, left, ply, expect_cut)
    }

    /// Steps 1 to 9: what can be said of a node before its moves are tried.
    #[inline(always)]
    fn look_at<N: NodeKind>(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
    ) -> ControlFlow<Score, (Facts, Option<Entry>)> {
        self.lines[ply].clear();
        // Step 1. Stop when told to, and keep within the arrays.
        if self.must_stop() {
            return ControlFlow::Break(0);
        }
        if ply >= DEEPEST_PLY {
            return ControlFlow::Break(self.evaluator.evaluate(&self.position));
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Step 2. Facts of the game need no search.
        let danger = self.danger();
        if let Some((point, score)) = self.immediate_win::<N>(danger, ply) {
            self.lines[ply].push(point);
            return ControlFlow::Break(score);
        }
        if self.position.board().empty().is_empty() {
            return ControlFlow::Break(0);
        }

        // Step 3. A shorter win is known elsewhere: nothing here can be better.
        if !N::IS_ROOT {
            alpha = alpha.max(loss_in(ply + 2));
            beta = beta.min(win_in(ply + 3));
            if alpha >= beta {
                return ControlFlow::Break(alpha);
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
        if !N::IS_PV
            && let Some(entry) = entry
            && settles(&entry, depth, alpha, beta)
        {
            return ControlFlow::Break(entry.score);
        }

        // Step 5. The horizon: nothing hangs, so a win by fours or the evaluation decides.
        // Under attack the evaluation is worth little: the one before the attack serves.
        let evaluation = match entry {
            _ if danger != Danger::None && !N::IS_ROOT => -self.frames[ply - 1].evaluation,
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
                return ControlFlow::Break(self.quiescence(evaluation, beta, ply, hash));
            }
            depth = PLY;
        }
        let improving = ply < 2 || evaluation > self.frames[ply - 2].evaluation;

        if !N::IS_PV && danger == Danger::None && excluded.is_none() && !is_decisive(beta) {
            // Step 6. Razoring: far below the window near the horizon, only a
            // win by fours can help.
            if depth <= self.params.razor_depth
                && evaluation + self.params.razor_base + self.params.razor_margin * depth / PLY
                    < alpha
            {
                return ControlFlow::Break(self.quiescence(evaluation, beta, ply, hash));
            }
            // Step 7. Futility: far above the window.
            let plies = depth - if improving { 2 * PLY } else { PLY };
            let margin = self.params.futility_margin * plies.max(0) / PLY;
            if evaluation - margin >= beta {
                return ControlFlow::Break(evaluation);
            }
        }

        // Step 8. A win by fours, with more nodes than at the horizon; where
        // more depends on it, a win by threats. What the table knows has been
        // through this before, or its score would have told.
        if danger != Danger::Five && excluded.is_none() && entry.is_none() && !N::IS_ROOT {
            let mut verdict = self.win_by_fours(self.params.inner_vcf_nodes);
            if verdict == Verdict::NoWin
                && danger == Danger::None
                && depth >= self.params.inner_vct_depth
                && self.params.inner_vct_nodes > 0
            {
                verdict = self.win_by_threats(self.params.inner_vct_nodes);
            }
            if let Verdict::Win { plies, first } = verdict {
                return ControlFlow::Break(self.solved(plies, first, evaluation, ply, hash));
            }
        }

        // Step 9. Without a move to begin with, a full search is wasteful.
        let table_move = entry.and_then(|entry| entry.best);
        if table_move.is_none() && depth >= self.params.iir_depth && danger == Danger::None {
            depth -= self.params.iir_reduction;
        }
        let facts = Facts {
            depth,
            alpha,
            beta,
            hash,
            excluded,
            table_move,
            evaluation,
            danger,
            improving,
        };
        ControlFlow::Continue((facts, entry))
    }

    /// Steps 10 to 17: the score by the moves of a node, from the first on or
    /// from where a slice ended.
    #[inline(always)]
    #[expect(
        clippy::too_many_lines,
        reason = "the steps share the state of the node"
    )]
    fn try_moves<N: NodeKind>(
        &mut self,
        facts: Facts,
        entry: Option<Entry>,
        suspended: Option<Box<Suspended>>,
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        let Facts {
            beta,
            hash,
            excluded,
            table_move,
            evaluation,
            danger,
            improving,
            ..
        } = facts;
        let (mut tried, mut moves, mut quiet_tried, mut left);
        if let Some(suspended) = suspended {
            tried = suspended.tried;
            moves = suspended.moves;
            left = suspended.attempt;
            quiet_tried = suspended.quiet_tried;
        } else {
            // Step 10. Is the table's move the only good one? Then look deeper.
            let singular = match entry.filter(|_| !N::IS_ROOT && danger != Danger::Five) {
                Some(entry) => self.singular::<N>(&entry, facts.depth, beta, ply, expect_cut),
                None => Singular::Extend(0),
            };
            let singular_extension = match singular {
                Singular::Cut(score) => return score,
                Singular::Extend(extension) => extension,
                Singular::Paused => {
                    let suspended = self.suspend();
                    suspended.facts = facts;
                    suspended.entry = entry;
                    return 0;
                }
            };
            // Step 11. Try the moves.
            tried = Tried {
                depth: facts.depth,
                alpha: facts.alpha,
                best: -INFINITE,
                best_move: None,
                count: 0,
                singular_extension,
            };
            moves = self.moves_of(ply, danger, table_move);
            quiet_tried = Quiet::new();
            left = None;
        }
        let us = self.position.side_to_move();
        let node = Node {
            ply,
            danger,
            improving,
            expect_cut,
            is_principal: N::IS_PV,
            previous: self.position.board().last_move(),
        };
        let likely_cut = !N::IS_PV
            && expect_cut
            && danger == Danger::None
            && evaluation >= beta + self.params.fail_high_margin * facts.depth / PLY;
        let late_limit = self.late_move_limit(facts.depth, improving);
        loop {
            let mut attempt = if let Some(left) = left.take() {
                left
            } else {
                let Some(point) = self.next_move(&mut moves) else {
                    break;
                };
                if excluded == Some(point) || (N::IS_ROOT && self.taken_at_root.contains(&point)) {
                    continue;
                }
                if !self.position.is_legal(us, point) {
                    continue;
                }
                // Step 12. Late moves are not worth a look; but a loss is one only
                // if every move loses.
                if !N::IS_ROOT && tried.count >= late_limit && !is_loss(tried.best) {
                    break;
                }
                tried.count += 1;

                // Step 13. Extensions: a forced reply costs no depth. Where a cut
                // is as good as certain, a shallower look will show it.
                let threat = self.position.threat(us, point);
                let mut extension = match danger {
                    Danger::Five => self.params.five_extension,
                    _ if Some(point) == table_move => tried.singular_extension,
                    _ => 0,
                };
                if likely_cut && !threat.is_four() {
                    extension -= PLY;
                }
                let is_late = tried.count > 1;
                let reduction = if is_late && tried.depth >= 2 * PLY && danger != Danger::Five {
                    let most = (tried.depth - PLY + extension - PLY).max(0);
                    let reduction = self.reduction(&node, tried.depth, tried.count, point);
                    reduction.clamp(0, most)
                } else {
                    0
                };
                if N::IS_ROOT {
                    self.enter_first_move(point);
                }
                Attempt {
                    point,
                    threat,
                    extension,
                    reduction,
                    stage: if is_late { Stage::Reduced } else { Stage::Full },
                }
            };
            let Attempt { point, threat, .. } = attempt;

            // Step 14. Search, late moves first with less depth and a null window.
            self.enter(ply, point, threat, attempt.extension);
            let score = self.search_move::<N>(&mut attempt, &tried, beta, ply, expect_cut);
            self.position.undo();
            if self.stopped {
                if self.paused {
                    let suspended = self.suspend();
                    suspended.facts = facts;
                    suspended.tried = tried;
                    suspended.moves = moves;
                    suspended.quiet_tried = quiet_tried;
                    suspended.attempt = Some(attempt);
                    return 0;
                }
                self.forget(&moves);
                return 0;
            }

            if N::IS_ROOT {
                self.leave_first_move(point, score, score > tried.alpha);
            }

            // Step 15. Is it better?
            if score > tried.best {
                tried.best = score;
                if score > tried.alpha || tried.count == 1 {
                    self.set_line(ply, point);
                }
                if score > tried.alpha {
                    tried.best_move = Some(point);
                    tried.alpha = score;
                    if score >= beta {
                        break;
                    }
                    // The rest must beat a good move: a shallower look will do.
                    if tried.depth > 2 * PLY && tried.depth < 12 * PLY && !is_decisive(score) {
                        tried.depth -= self.params.alpha_reduction;
                    }
                }
            }
            if threat == Threat::Quiet && danger == Danger::None {
                quiet_tried.push(point);
            }
        }
        self.forget(&moves);
        let Tried {
            depth,
            alpha,
            best,
            best_move,
            ..
        } = tried;

        // Step 16. No move: the threat cannot be met, or everything is forbidden.
        if tried.count == 0 {
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
        if excluded.is_none() && (!N::IS_ROOT || self.taken_at_root.is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > facts.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(hash, ply, best_move, best, evaluation, depth, bound);
        }
        best
    }

    /// Step 14: the score of the move just made, by as many searches as it takes.
    #[inline(always)]
    fn search_move<N: NodeKind>(
        &mut self,
        attempt: &mut Attempt,
        tried: &Tried,
        beta: Score,
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        let new_depth = tried.depth - PLY + attempt.extension;
        let alpha = tried.alpha;
        let mut score = -INFINITE;
        if attempt.stage == Stage::Reduced {
            let reduced = new_depth - attempt.reduction;
            score = -self.search::<Other>(reduced, -alpha - 1, -alpha, ply + 1, true);
            if !self.paused {
                attempt.stage = match score > alpha {
                    true if attempt.reduction > 0 => Stage::Verified,
                    true if N::IS_PV => Stage::Full,
                    _ => Stage::Done,
                };
            }
        }
        if attempt.stage == Stage::Verified {
            score = -self.search::<Other>(new_depth, -alpha - 1, -alpha, ply + 1, !expect_cut);
            if !self.paused {
                let is_principal = N::IS_PV && score > alpha;
                attempt.stage = if is_principal {
                    Stage::Full
                } else {
                    Stage::Done
                };
            }
        }
        if attempt.stage == Stage::Full {
            score = if N::IS_PV {
                -self.search::<Principal>(new_depth, -beta, -alpha, ply + 1, false)
            } else {
                -self.search::<Other>(new_depth, -beta, -alpha, ply + 1, !expect_cut)
            };
        }
        score
    }

    /// A place for a node that is left for the next slice. It is filled in there,
    /// where a node by value would make the frames of the recursion larger.
    #[cold]
    #[inline(never)]
    fn suspend(&mut self) -> &mut Suspended {
        self.suspended.push(Box::default());
        self.suspended.last_mut().expect("it was put there")
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
    fn immediate_win<N: NodeKind>(&self, danger: Danger, ply: usize) -> Option<(Point, Score)> {
        let us = self.position.side_to_move();
        let free = |threat: Threat| {
            let mut cells = self.position.cells_with(us, threat).iter();
            cells.find(|point| !N::IS_ROOT || !self.taken_at_root.contains(point))
        };
        if self.position.count(us, Threat::Five) > 0 {
            return free(Threat::Five).map(|point| (point, win_in(ply + 1)));
        }
        if danger == Danger::Five || self.position.count(us, Threat::OpenFour) == 0 {
            return None;
        }
        free(Threat::OpenFour).map(|point| (point, win_in(ply + 3)))
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
    fn singular<N: NodeKind>(
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
        let score = self.search::<Other>(depth / 2, target - 1, target, ply, expect_cut);
        if self.paused {
            return Singular::Paused;
        }
        self.frames[ply].excluded = None;
        self.lines[ply].clear();
        if score < target {
            let twice = !N::IS_PV
                && score < target - self.params.singular_double
                && self.frames[ply].extended < self.params.singular_most;
            Singular::Extend(if twice { 2 * PLY } else { PLY })
        } else if !N::IS_PV && target >= beta {
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
