//! From a position to a number: how good it is for the side to move. Looks at
//! a position, never searches or changes it.

pub mod evaluation;
pub mod hand;
pub mod weights;

pub use evaluation::{cell_table, evaluate};
pub use weights::{ShapeWeights, Weights};
