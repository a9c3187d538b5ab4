//! Quinte, a gomoku engine. Layers import downward only:
//!
//! ```text
//! main > cli, web > protocol > engine > database, game, levels, search > eval > position > rules > pattern, tree >
//! board > types
//! ```
//!
//! `scripts/check-layers` enforces it; `docs/architecture.md` explains it.

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod database;
pub mod engine;
pub mod eval;
pub mod game;
pub mod levels;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tree;
pub mod types;
#[cfg(any(target_family = "wasm", test))]
mod web;
