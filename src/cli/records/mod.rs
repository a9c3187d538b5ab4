//! Games on paper: the record of one game, and the formats it is written in.
//! Plays nothing and counts nothing.

pub mod game_record;
pub mod log;
pub mod psq;
pub mod sgf;

pub use game_record::{GameRecord, Reason, Winner};
