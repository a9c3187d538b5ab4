//! The Gomocup protocol: bytes in, lines out. The only part of the engine that
//! knows how managers talk; `docs/protocol.md` lists every command and answer.

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

pub mod analysis;
pub mod command;
pub mod database;
pub mod error;
pub mod info;
pub mod parser;
pub mod position;
pub mod response;
mod scanner;
pub mod session;
pub mod stdio;
pub mod stepper;
pub mod summary;

pub use command::Command;
pub use parser::Parser;
pub use response::Response;
pub use session::{Event, Reply, Session};
pub use stepper::{Step, Stepper};
