//! The game that is being played and what its manager told us about the time.
//! Knows nothing of searching, threads or text.

pub(crate) mod clock_info;
#[expect(
    clippy::module_inception,
    reason = "the game is what this room is named after"
)]
mod game;

pub use clock_info::ClockInfo;
pub use game::{Game, MoveError, Owner, Placement};
