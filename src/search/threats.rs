//! The solvers of forced wins for those who ask them alone, without a search
//! around them: who wins by threats, how soon, after which moves, and what the
//! defender can do. A win is a fact; "no win" speaks of wins by threats only.

use super::vcf::{Vcf, Verdict};
use super::vct::{Vct, defence, first_moves};
use crate::position::Position;
use crate::types::Point;

pub use super::vct::Defence;

/// The solvers with their memory, which is about one rule.
pub struct ThreatSolver {
    vcf: Vcf,
    vct: Vct,
}

impl ThreatSolver {
    /// Solvers whose table of proofs has this many entries.
    pub fn new(entries: usize) -> Self {
        let mut vct = Vct::new(entries);
        vct.is_thorough = true;
        Self {
            vcf: Vcf::default(),
            vct,
        }
    }

    /// Forgets everything, as a change of rule demands.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.vct.clear();
    }

    /// Nodes visited since the solvers were made or cleared.
    pub const fn nodes(&self) -> u64 {
        self.vcf.nodes() + self.vct.nodes()
    }

    /// Whether the side to move wins by fours and threes.
    pub fn wins(&mut self, position: &mut Position, nodes: u64) -> Verdict {
        self.vct.solve(position, &mut self.vcf, nodes)
    }

    /// As [`wins`](Self::wins) by the shortest win: bounds are tried one after
    /// the other, up to this many plies. A bound that takes more than the nodes
    /// is passed over, so that a shorter win may exist then.
    pub fn wins_soonest(&mut self, position: &mut Position, most: usize, nodes: u64) -> Verdict {
        let bounds = (1..=most).step_by(2);
        let mut verdict = Verdict::NoWin;
        for bound in bounds {
            verdict = self.vct.solve_within(position, &mut self.vcf, bound, nodes);
            if matches!(verdict, Verdict::Win { .. }) {
                break;
            }
        }
        verdict
    }

    /// Whether the side that has just moved wins by threats, in at most so many
    /// further plies if a number is given. The move of the verdict means nothing.
    pub fn holds(&mut self, position: &mut Position, most: Option<usize>, nodes: u64) -> Verdict {
        self.vct.solve_defence(position, &mut self.vcf, most, nodes)
    }

    /// All moves that a win by threats can begin with.
    pub fn first_moves(position: &mut Position) -> Vec<Point> {
        first_moves(position).to_vec()
    }

    /// What the side to move can do against the threat just made.
    pub fn defence(position: &mut Position) -> Defence {
        defence(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::types::{BoardSize, Rule};

    fn position(moves: &str, rule: Rule) -> Position {
        let size = BoardSize::square(15).expect("a valid size");
        Position::new(&parse_moves(size, moves).expect("moves"), rule)
    }

    #[test]
    fn bounds_leave_out_longer_wins_and_find_the_shortest() {
        // An open three: the five comes with the third ply.
        let mut open = position("h8a1i8a3j8a5", Rule::Freestyle);
        let mut solver = ThreatSolver::new(1 << 12);
        assert_eq!(solver.wins_soonest(&mut open, 1, 1_000), Verdict::NoWin);
        for most in [3, 9] {
            let verdict = solver.wins_soonest(&mut open, most, 1_000);
            assert!(
                matches!(verdict, Verdict::Win { plies: 3, .. }),
                "{verdict:?}"
            );
        }
        // Two twos that cross: a double three, five plies.
        let mut twos = position("h8a1i8o1j9a15j10o15", Rule::Freestyle);
        assert_eq!(solver.wins_soonest(&mut twos, 3, 5_000), Verdict::NoWin);
        let verdict = solver.wins_soonest(&mut twos, 9, 5_000);
        let crossing = "j8".parse().expect("a point");
        let expected = Verdict::Win {
            plies: 5,
            first: crossing,
        };
        assert_eq!(verdict, expected);
    }

    #[test]
    fn fours_of_the_defender_are_stopped_by_quiet_moves() {
        // As above, but White can make a four in the corner, whose answer threatens nothing.
        let mut twos = position("h8a1i8a2j9a3j10o15", Rule::Freestyle);
        let mut solver = ThreatSolver::new(1 << 12);
        let verdict = solver.wins(&mut twos, 5_000);
        assert!(matches!(verdict, Verdict::Win { .. }), "{verdict:?}");
    }

    #[test]
    fn a_move_holds_the_win_or_not() {
        let mut solver = ThreatSolver::new(1 << 12);
        let mut open_four = position("h8a1i8a3j8a5k8", Rule::Freestyle);
        assert_eq!(ThreatSolver::defence(&mut open_four), Defence::Hopeless);
        let held = |verdict| matches!(verdict, Verdict::Win { .. });
        assert!(held(solver.holds(&mut open_four, None, 100)));
        assert!(held(solver.holds(&mut open_four, Some(2), 100)));
        assert!(!held(solver.holds(&mut open_four, Some(1), 100)));
        let mut three = position("h8a1i8a3j8", Rule::Freestyle);
        let Defence::Replies(replies) = ThreatSolver::defence(&mut three) else {
            panic!("a three can be stopped");
        };
        assert!(replies.len() >= 2);
        assert_eq!(solver.holds(&mut three, None, 1_000), Verdict::NoWin);
        let mut quiet = position("h8a1i8", Rule::Freestyle);
        assert_eq!(ThreatSolver::defence(&mut quiet), Defence::NotNeeded);
    }

    #[test]
    fn first_moves_are_threats_and_fives() {
        let names = |moves: &str| {
            let mut position = position(moves, Rule::Freestyle);
            let points = ThreatSolver::first_moves(&mut position);
            points.iter().map(Point::to_string).collect::<Vec<_>>()
        };
        let fives = names("h8a1i8o1j8a15k8o15");
        assert!(
            ["g8", "l8"]
                .iter()
                .all(|name| fives.contains(&(*name).to_owned()))
        );
        assert!(names("h8a1i8a3j8a5").contains(&"k8".to_owned()));
        assert!(names("h8a1").is_empty());
    }
}
