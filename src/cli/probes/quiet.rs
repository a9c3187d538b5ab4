//! Which positions are for the evaluation to judge. Where someone is about to
//! win, the search looks further and does not ask it.

use crate::pattern::Threat;
use crate::position::Position;
use crate::search::Params;
use crate::search::vcf::{Vcf, Verdict};
use crate::types::Color;

/// Tells quiet positions from others.
pub struct Quiet {
    fours: Vcf,
    horizon_nodes: u64,
}

impl Quiet {
    /// With as many nodes for fours as the search has at its horizon.
    pub fn new() -> Self {
        Self {
            fours: Vcf::default(),
            horizon_nodes: Params::default().leaf_vcf_nodes.unsigned_abs().into(),
        }
    }

    /// Whether the search would ask the evaluation here: nobody can make five or
    /// an open four at once, and no win by fours is seen at the horizon.
    pub fn holds(&mut self, position: &mut Position) -> bool {
        let is_calm = Color::ALL.into_iter().all(|color| {
            position.count(color, Threat::Five) == 0 && position.count(color, Threat::OpenFour) == 0
        });
        is_calm && !self.wins_by_fours(position)
    }

    fn wins_by_fours(&mut self, position: &mut Position) -> bool {
        let verdict = self.fours.solve(position, self.horizon_nodes);
        matches!(verdict, Verdict::Win { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::types::{BoardSize, Rule};

    #[test]
    fn positions_about_to_be_won_are_not_quiet() {
        let size = BoardSize::square(15).expect("a valid size");
        for (moves, is_quiet) in [
            ("h8i9", true),
            ("h8a1i8a15", true),
            // Black can make an open four.
            ("h8a1i8a15j8o1", false),
            // So can Black after White's move elsewhere: White must answer.
            ("h8a1i8a15j8", false),
            // A four of Black makes an open three, and it is Black's move again.
            ("e8d8f8o15g8a15h6a1h7", true),
            ("e8d8f8o15g8a15h6a1h7o1", false),
        ] {
            let board = parse_moves(size, moves).expect("valid moves");
            let mut position = Position::new(&board, Rule::Freestyle);
            assert_eq!(Quiet::new().holds(&mut position), is_quiet, "{moves}");
        }
    }
}
