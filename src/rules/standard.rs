//! Standard gomoku: exactly five in a row win; six or more are worth nothing.

use super::view::View;
use crate::types::Point;

/// Whether a stone on the empty point wins.
pub fn wins(view: &View<'_>, point: Point) -> bool {
    view.runs(point).any(|run| run.length == 5)
}
