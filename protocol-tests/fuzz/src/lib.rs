//! What the fuzzer runs: one function a target, which takes any bytes and
//! panics when the engine misbehaves. Knows the engine's public parts only, so
//! that `cargo test` can replay the corpus without a fuzzer.

pub mod model;
pub mod players;
pub mod records;
pub mod reference;
pub mod session;
pub mod trees;
