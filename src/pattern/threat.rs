//! The four line patterns of a cell combined into one class: what playing
//! there threatens. Classes say facts; weighing them is evaluation.

use super::line::{CellPatterns, LinePair, LinePattern};

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

/// Whether a cell threatens the same with either of two pairs of patterns in
/// one of its lines, whatever the others are. Most changes are of this kind.
#[inline]
pub const fn threatens_alike(one: LinePair, other: LinePair) -> bool {
    KINDS[one.0 as usize] == KINDS[other.0 as usize]
}

/// By pair of patterns, what of them matters to threats.
static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut bits = 0;
    while bits < kinds.len() {
        let [black, white] = [bits & 15, bits >> 4];
        kinds[bits] = kind(LinePattern::from_bits(black as u8))
            | kind(LinePattern::from_bits(white as u8)) << 4;
        bits += 1;
    }
    kinds
}

/// The weakest of the patterns that are the same to threats.
const fn kind(pattern: LinePattern) -> u8 {
    if pattern.is_open_three() {
        LinePattern::OpenThree as u8
    } else if (pattern as u8) < LinePattern::OpenThree as u8 {
        LinePattern::Dead as u8
    } else {
        pattern as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LinePattern as P;

    #[test]
    fn pairs_that_threaten_alike_can_be_exchanged_in_every_cell() {
        for (a, b) in P::ALL.iter().flat_map(|&a| P::ALL.map(|b| (a, b))) {
            let pair = |pattern| LinePair::new(P::Dead, pattern);
            let reverse = |pattern| LinePair::new(pattern, P::Dead);
            let alike = threatens_alike(pair(a), pair(b));
            assert_eq!(alike, threatens_alike(reverse(a), reverse(b)));
            let others = (0..LinePattern::COUNT.pow(3)).map(|number| {
                [0, 1, 2].map(|place| {
                    P::ALL[number / LinePattern::COUNT.pow(place) % LinePattern::COUNT]
                })
            });
            let is_same = others.into_iter().all(|[c, d, e]| {
                [false, true].into_iter().all(|has_fouls| {
                    let [one, other] =
                        [a, b].map(|p| Threat::combine(cell([p, c, d, e]), has_fouls));
                    one == other
                })
            });
            assert!(!alike || is_same, "{a:?} {b:?}");
        }
    }

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
