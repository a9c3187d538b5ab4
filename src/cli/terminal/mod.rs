//! What the commands for people share: how a terminal looks, a board drawn on
//! it, scores in words, how far a command has come. Knows neither games nor searches.

pub mod board_view;
pub mod look;
mod progress;
pub mod values;

pub use board_view::{BoardView, Mark};
pub use look::{Look, LookArgs, Paint};
pub use progress::Progress;
