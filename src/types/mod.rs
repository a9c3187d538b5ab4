//! The vocabulary of the whole engine: points, colours, rules, scores.
//! Nothing here knows what lies on a cell or how a game is played.

#[doc(hidden)]
pub mod checksum;
mod color;
mod point;
pub(crate) mod processor;
mod rule;
pub mod score;

pub use color::Color;
pub(crate) use point::CELL_COUNT;
pub use point::{BoardSize, MAX_SIDE, MIN_SIDE, ParsePointError, Point};
pub(crate) use processor::{Processor, Work};
pub use rule::{ParseRuleError, Rule};
pub use score::Score;
