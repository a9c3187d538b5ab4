//! The vocabulary of the whole engine: points, colours, rules, scores.
//! Nothing here knows what lies on a cell or how a game is played.

pub mod checksum;
pub mod color;
pub mod point;
pub mod processor;
pub mod rule;
pub mod score;

pub use color::Color;
pub use point::{BoardSize, CELL_COUNT, MAX_SIDE, MIN_SIDE, Point};
pub use processor::Processor;
pub use rule::Rule;
pub use score::Score;
