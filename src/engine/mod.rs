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
mod engine;
#[cfg(test)]
mod job_fakes;
pub(crate) mod legality;
mod level;
mod mailbox;
pub(crate) mod memory;
mod opening;
mod options;
mod recall;
mod recorded;
mod root_moves;
mod scout;
pub(crate) mod soosorv;
mod swap2;
pub(crate) mod thinker;
mod worker;

pub use engine::{Answer, Decision, Engine, EngineEvent, OrderId, Report, Request, Task};
pub use level::{Level, ParseLevelError};
pub use memory::MemoryPlan;
pub use options::{Options, TableLimit, ThreadCount};
pub use recall::Recall;
pub use root_moves::Caution;
pub use soosorv::SoosorvStep;
pub use thinker::Thinker;
#[cfg(feature = "cli")]
pub(crate) use worker::panic_text;
