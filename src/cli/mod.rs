//! cli
pub mod solve;
