//! Two arms to a line pattern, by table. The table is computed from one
//! recursive definition: a four is one move from five, an open four is a four
//! that no single stone stops, an open three is one move from an open four,
//! and so on. Depends on the rule only, never on play.

use super::arm::{ARM_LIMIT, Arm};
use super::line::LinePattern;

/// Which runs of stones win for one colour, and whether longer ones are fouls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FiveRule {
    /// Six or more win too.
    pub longer_wins: bool,
    /// A five between two of the opponent's stones does not win.
    pub enclosed_is_void: bool,
    /// Six or more, and double fours, are forbidden (renju's Black).
    pub has_fouls: bool,
}

impl FiveRule {
    /// How far apart two cells of a line can matter to each other.
    pub const fn reach(self) -> usize {
        // Where any five wins, the cells just beyond a five decide nothing.
        if self.longer_wins && !self.enclosed_is_void {
            4
        } else {
            5
        }
    }

    fn is_five(self, left: Arm, right: Arm) -> bool {
        match left.run() + right.run() + 1 {
            0..=4 => false,
            5 => !(self.enclosed_is_void && left.run_is_blocked() && right.run_is_blocked()),
            _ => self.longer_wins,
        }
    }
}

/// For each pair of arms what a stone between them makes.
pub struct LineTable {
    rule: FiveRule,
    patterns: Box<[LinePattern; ARM_LIMIT * ARM_LIMIT]>,
}

impl LineTable {
    /// Computes the table of a rule for arms of this reach.
    pub fn new(rule: FiveRule, reach: usize) -> Self {
        debug_assert!(reach >= rule.reach());
        let mut builder = Builder {
            table: Self {
                rule,
                patterns: Box::new([LinePattern::Dead; ARM_LIMIT * ARM_LIMIT]),
            },
            known: vec![false; ARM_LIMIT * ARM_LIMIT],
        };
        for left in Arm::all(reach) {
            for right in Arm::all(reach) {
                builder.pattern(left, right);
            }
        }
        builder.table
    }

    /// What a stone between the arms with these numbers makes.
    pub fn by_numbers(&self, left: usize, right: usize) -> LinePattern {
        // The mask changes nothing; it lets the compiler drop the bounds check.
        self.patterns[(left * ARM_LIMIT + right) & (ARM_LIMIT * ARM_LIMIT - 1)]
    }

    /// What a stone between these arms makes.
    #[cfg(test)]
    fn pattern(&self, left: Arm, right: Arm) -> LinePattern {
        self.by_numbers(self.arm_number(left), self.arm_number(right))
    }

    /// The number of an arm in this table.
    pub fn arm_number(&self, arm: Arm) -> usize {
        arm.number(self.rule.enclosed_is_void)
    }
}

/// A pair of arms: the whole neighbourhood of a cell in one line.
type Arms = (Arm, Arm);

/// A table in the making: each entry is computed once, from entries with more stones.
struct Builder {
    table: LineTable,
    known: Vec<bool>,
}

impl Builder {
    fn pattern(&mut self, left: Arm, right: Arm) -> LinePattern {
        let index = self.table.arm_number(left) * ARM_LIMIT + self.table.arm_number(right);
        if !self.known[index] {
            self.table.patterns[index] = self.define(left, right);
            self.known[index] = true;
        }
        self.table.patterns[index]
    }

    /// The definition of every pattern.
    fn define(&mut self, left: Arm, right: Arm) -> LinePattern {
        let rule = self.table.rule;
        if rule.is_five(left, right) {
            return LinePattern::Five;
        }
        if rule.has_fouls && left.run() + right.run() + 1 > 5 {
            return LinePattern::Overline;
        }
        if self.can_make_five(left, right) {
            return self.define_four(left, right);
        }
        let next: Vec<LinePattern> = next_stones(left, right)
            .map(|(left, right)| self.pattern(left, right))
            .collect();
        let ways = |condition: &dyn Fn(LinePattern) -> bool| {
            next.iter().filter(|&&pattern| condition(pattern)).count()
        };
        let open_fours = ways(&|pattern| match pattern {
            LinePattern::OpenFour => true,
            LinePattern::DoubleFour => !rule.has_fouls,
            _ => false,
        });
        let open_threes = ways(&LinePattern::is_open_three);
        let has = |low: LinePattern, high: LinePattern| {
            next.iter()
                .any(|&pattern| low <= pattern && pattern <= high)
        };
        match (open_fours, open_threes) {
            (2.., _) => LinePattern::OpenThreeFlexible,
            (1, _) => LinePattern::OpenThree,
            _ if has(LinePattern::Four, LinePattern::Four) => LinePattern::Three,
            (_, 4..) => LinePattern::OpenTwoFull,
            (_, 3) => LinePattern::OpenTwoFlexible,
            (_, 1..) => LinePattern::OpenTwo,
            _ if has(LinePattern::Three, LinePattern::Three) => LinePattern::Two,
            _ if has(LinePattern::OpenTwo, LinePattern::OpenTwoFull) => LinePattern::OpenOne,
            _ if has(LinePattern::Two, LinePattern::Two) => LinePattern::One,
            _ => LinePattern::Dead,
        }
    }

    fn define_four(&self, left: Arm, right: Arm) -> LinePattern {
        let can_be_stopped = replies(left, right).any(|(l, r)| !self.can_make_five(l, r));
        if can_be_stopped {
            return LinePattern::Four;
        }
        let contiguous = left.run() + right.run() + 1 == 4;
        if contiguous {
            LinePattern::OpenFour
        } else {
            LinePattern::DoubleFour
        }
    }

    fn can_make_five(&self, left: Arm, right: Arm) -> bool {
        next_stones(left, right).any(|(left, right)| self.table.rule.is_five(left, right))
    }
}

/// The neighbourhoods after one more own stone.
fn next_stones(left: Arm, right: Arm) -> impl Iterator<Item = Arms> {
    let on_left = left
        .empty_cells()
        .map(move |cell| (left.with_own(cell), right));
    on_left.chain(
        right
            .empty_cells()
            .map(move |cell| (left, right.with_own(cell))),
    )
}

/// The neighbourhoods after a stone of the opponent.
fn replies(left: Arm, right: Arm) -> impl Iterator<Item = Arms> {
    let on_left = left
        .empty_cells()
        .map(move |cell| (left.with_opponent(cell), right));
    on_left.chain(
        right
            .empty_cells()
            .map(move |cell| (left, right.with_opponent(cell))),
    )
}

#[cfg(test)]
mod tests;
