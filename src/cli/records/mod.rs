//! Games on paper: the record of one game, the formats it is written in, and
//! one door to read them all. Plays nothing and counts nothing.

pub mod ending;
pub mod game_record;
pub mod log;
mod move_list;
pub mod paper;
pub mod psq;
mod psq_reader;
pub mod read;
pub mod sgf;
mod sgf_reader;
pub mod subject;
pub mod swap2;

pub use ending::{Ending, Reason, Winner};
pub use game_record::{GameRecord, PlayedGame};
pub use paper::{PaperGame, PaperMove};
pub use read::{choose, read, read_argument, read_file};
pub use sgf_reader::rule_named;
