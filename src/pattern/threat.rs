//! The four line patterns of a cell combined into one class: what playing
//! there threatens. Classes say facts; weighing them is evaluation.

use super::line::{CellPatterns, LinePattern};

/// What playing on a cell threatens, weakest first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that needs an answer.
    #[default]
    Quiet,
    /// An open three: threatens an open four.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// A four: threatens five, one stone stops it.
    Four,
    /// A four together with an open three.
    FourThree,
    /// An open four, or two fours: five next move whatever the opponent does.
    OpenFour,
    /// A win.
    Five,
    /// Two or more open threes of renju's Black: forbidden if at least two are
    /// real, which must be decided on the board.
    MaybeForbidden,
    /// Forbidden to renju's Black for certain: overline or double four.
    Forbidden,
}

impl Threat {
    /// Number of classes.
    pub const COUNT: usize = 9;

    /// Every class, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::OpenThree,
        Self::DoubleThree,
        Self::Four,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::MaybeForbidden,
        Self::Forbidden,
    ];

    /// Whether it threatens five, or is one.
    pub const fn is_four(self) -> bool {
        matches!(
            self,
            Self::Four | Self::FourThree | Self::OpenFour | Self::Five
        )
    }

    /// Position in [`Threat::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The class with this number; numbers without a class are quiet.
    pub const fn from_bits(bits: u8) -> Self {
        if (bits as usize) < Self::COUNT {
            Self::ALL[bits as usize]
        } else {
            Self::Quiet
        }
    }

    /// Combines line patterns. With fouls, what renju forbids Black is told apart.
    pub fn combine(cell: CellPatterns, has_fouls: bool) -> Self {
        let any = |pattern| cell.iter().any(|other| other == pattern);
        if any(LinePattern::Five) {
            return Self::Five;
        }
        let fours = cell.count(LinePattern::is_four) + cell.count(|p| p == LinePattern::DoubleFour);
        let threes = cell.count(LinePattern::is_open_three);
        if has_fouls && (any(LinePattern::Overline) || fours >= 2) {
            return Self::Forbidden;
        }
        if has_fouls && threes >= 2 {
            return Self::MaybeForbidden;
        }
        if any(LinePattern::OpenFour) || fours >= 2 {
            return Self::OpenFour;
        }
        match (fours, threes) {
            (1, 0) => Self::Four,
            (1, _) => Self::FourThree,
            (_, 0) => Self::Quiet,
            (_, 1) => Self::OpenThree,
            _ => Self::DoubleThree,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LinePattern as P;

    fn cell(patterns: [LinePattern; 4]) -> CellPatterns {
        (0..4).fold(CellPatterns::default(), |cell, direction| {
            cell.with(direction, patterns[direction])
        })
    }

    #[test]
    fn strongest_combination_names_the_class() {
        let cases = [
            (
                [P::Five, P::Overline, P::Dead, P::Dead],
                Threat::Five,
                Threat::Five,
            ),
            (
                [P::Four, P::Four, P::Dead, P::Dead],
                Threat::OpenFour,
                Threat::Forbidden,
            ),
            (
                [P::DoubleFour, P::Dead, P::Dead, P::Dead],
                Threat::OpenFour,
                Threat::Forbidden,
            ),
            (
                [P::OpenFour, P::Four, P::Dead, P::Dead],
                Threat::OpenFour,
                Threat::Forbidden,
            ),
            (
                [P::OpenFour, P::Two, P::Dead, P::Dead],
                Threat::OpenFour,
                Threat::OpenFour,
            ),
            (
                [P::Four, P::OpenThree, P::Dead, P::Dead],
                Threat::FourThree,
                Threat::FourThree,
            ),
            (
                [P::Four, P::Three, P::Three, P::Dead],
                Threat::Four,
                Threat::Four,
            ),
            (
                [P::OpenThree, P::OpenThreeFlexible, P::One, P::Two],
                Threat::DoubleThree,
                Threat::MaybeForbidden,
            ),
            (
                [P::Overline, P::One, P::One, P::One],
                Threat::Quiet,
                Threat::Forbidden,
            ),
            (
                [P::OpenThree, P::One, P::One, P::One],
                Threat::OpenThree,
                Threat::OpenThree,
            ),
            (
                [P::Three, P::OpenTwoFull, P::One, P::One],
                Threat::Quiet,
                Threat::Quiet,
            ),
        ];
        for (patterns, free, fouls) in cases {
            assert_eq!(Threat::combine(cell(patterns), false), free, "{patterns:?}");
            assert_eq!(
                Threat::combine(cell(patterns), true),
                fouls,
                "{patterns:?} with fouls"
            );
        }
    }
}
