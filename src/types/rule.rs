//! The rules of the game, as facts. Knows nothing of the numbers that
//! protocols use for them.

use super::Color;
use std::fmt;
use std::str::FromStr;

/// Which lines win, and what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black: exactly five wins; double three, double four and overline are
    /// forbidden. White: five or more win.
    Renju,
    /// Six or more win; five wins unless an opponent's stone stands at both its ends.
    Caro,
    /// Exactly five wins unless an opponent's stone stands at both its ends.
    CaroExact,
}

impl Rule {
    /// Every rule, in a fixed order.
    pub const ALL: [Self; 5] = [
        Self::Freestyle,
        Self::Standard,
        Self::Renju,
        Self::Caro,
        Self::CaroExact,
    ];

    /// Position in [`Rule::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a five enclosed by the opponent on both sides is worth nothing.
    pub const fn enclosed_five_is_void(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// Whether more than five in a row win for this colour.
    pub const fn longer_wins(self, color: Color) -> bool {
        match self {
            Self::Freestyle | Self::Caro => true,
            Self::Standard | Self::CaroExact => false,
            Self::Renju => matches!(color, Color::White),
        }
    }

    /// The name used on command lines and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A text that names no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseRuleError(String);

impl fmt::Display for ParseRuleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "'{}' is not a rule (freestyle, standard, renju, caro, caro-exact)",
            self.0
        )
    }
}

impl std::error::Error for ParseRuleError {}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError(text.chars().take(32).collect()))
    }
}
