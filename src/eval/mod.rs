//! From a position to a number: how good it is for the side to move. Looks at
//! a position, never searches or changes it.

mod cache;
pub mod evaluator;
pub mod head;
pub mod network;
pub mod numbers;
pub mod offset;
pub mod regions;
pub mod surroundings;

pub use evaluator::Evaluator;
pub use network::Network;
