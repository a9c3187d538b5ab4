//! The canonical slow check: recomputes everything a position keeps from its
//! stones and compares. For tests and debugging; release builds never run it
//! by themselves.

use super::position::Position;

impl Position {
    /// Compares all incremental state with a position made from scratch.
    /// The error names the first difference.
    pub fn check(&self) -> Result<(), String> {
        let fresh = self.recomputed();
        if let Some(point) = self
            .size()
            .points()
            .find(|&point| !self.same_cell(&fresh, point))
        {
            return Err(format!("the cell {point} differs"));
        }
        self.same_sets(&fresh)
    }
}

#[cfg(test)]
mod tests;
