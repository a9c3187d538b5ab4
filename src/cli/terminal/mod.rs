//! What the commands for people share: how a terminal looks, a board drawn on
//! it, scores in words. Knows neither games nor searches.

pub mod board_view;
pub mod look;
pub mod values;

pub use board_view::{BoardView, Mark};
pub use look::{ColorChoice, Look, Paint};
