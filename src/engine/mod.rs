//! The engine as a player: joins the game and the search, owns the thread that
//! thinks, and never fails to have a legal move. Parses and prints nothing.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::indexing_slicing
    )
)]

mod balance;
mod delays;
#[expect(
    clippy::module_inception,
    reason = "the engine is what this room is named after"
)]
pub mod engine;
pub mod first_moves;
#[cfg(test)]
mod job_fakes;
pub mod legality;
pub mod level;
mod mailbox;
pub mod memory;
pub mod options;
pub mod recall;
mod scout;
pub mod soosorv;
pub mod swap2;
pub mod thinker;
mod worker;

pub use engine::{Answer, Decision, Engine, EngineEvent, OrderId, Report, Task};
pub use first_moves::Caution;
pub use level::Level;
pub use options::{Options, TableLimit, ThreadCount};
pub use recall::Recall;
pub use soosorv::SoosorvStep;
pub use thinker::{Question, Thinker};
pub use worker::panic_text;
