//! Step 10 of a node: is the table's move the only good one? Then it is
//! searched deeper (singular extension). If there are several good moves, the
//! node is cut (multi-cut) or the move searched less deep.

use super::node::{Danger, Node, NodeKind, Other, PLY};
use super::transposition::{Bound, Entry};
use super::worker::Worker;
use crate::types::Score;
use crate::types::score::is_decisive;

/// What a search without the table's move says.
pub(super) enum Singular {
    /// Extend the table's move by so much.
    Extend(i32),
    /// There are several good moves: the node's score is at least this.
    Cut(Score),
    /// The slice ended before that was known.
    Paused,
}

impl Worker<'_> {
    /// Whether all moves but the table's fall short of its score.
    pub(super) fn singular<N: NodeKind>(&mut self, node: &Node) -> Singular {
        let Some(entry) = node.entry.filter(|entry| self.is_asked::<N>(node, entry)) else {
            return Singular::Extend(0);
        };
        let &Node { ply, depth, .. } = node;
        let target = entry.score - self.params.singular_margin * depth / (100 * PLY);
        self.stack[ply].excluded = entry.best;
        let score = self.search::<Other>(depth / 2, target - 1, target, ply, node.is_cut);
        if self.paused {
            return Singular::Paused;
        }
        self.stack[ply].excluded = None;
        self.pv[ply].clear();
        if score < target {
            let twice = !N::IS_PV
                && score < target - self.params.singular_double
                && self.stack[ply].extended < self.params.singular_most;
            Singular::Extend(if twice { 2 * PLY } else { PLY })
        } else if !N::IS_PV && target >= node.beta {
            Singular::Cut(target)
        } else if entry.score >= node.beta {
            Singular::Extend(-PLY)
        } else {
            Singular::Extend(0)
        }
    }

    /// Whether it is worth asking: there is depth, and the table's score rests on enough.
    fn is_asked<N: NodeKind>(&self, node: &Node, entry: &Entry) -> bool {
        !N::IS_ROOT
            && node.danger != Danger::Five
            && node.depth >= self.params.singular_depth
            && entry.best.is_some()
            && entry.bound != Bound::Upper
            && entry.depth * PLY >= node.depth - 3 * PLY
            && !is_decisive(entry.score)
    }
}
