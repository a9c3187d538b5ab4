//! Caro in both its forms: a five with an opponent's stone at both ends is
//! worth nothing. The edge of the board and walls do not block.

use super::view::{Run, View};
use crate::types::Point;

/// Whether a stone on the empty point wins where six or more win, enclosed or
/// not.
pub fn wins(view: &View<'_>, point: Point) -> bool {
    view.runs(point)
        .any(|run| run.length > 5 || is_open_five(view, &run))
}

/// Whether a stone on the empty point wins where only exactly five wins.
pub fn wins_exact(view: &View<'_>, point: Point) -> bool {
    view.runs(point).any(|run| is_open_five(view, &run))
}

fn is_open_five(view: &View<'_>, run: &Run) -> bool {
    let enclosed = run
        .ends
        .iter()
        .all(|end| end.is_some_and(|cell| view.is_opponent(cell)));
    run.length == 5 && !enclosed
}
