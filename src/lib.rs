//! Quinte, a gomoku engine. Layers import downward only:
//!
//! ```text
//! main > cli > protocol > engine > database, game, levels, search > eval > position > rules > pattern > board > types
//! ```
//!
//! `scripts/check-layers` enforces it; `docs/architecture.md` explains it.

pub mod board;
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
