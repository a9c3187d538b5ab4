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

mod analysis;
#[doc(hidden)]
pub mod command;
mod database;
mod error;
pub(crate) mod info;
mod parser;
mod position;
mod response;
mod scanner;
mod session;
pub mod stdio;
mod stepper;
mod summary;

#[doc(inline)]
pub use command::Coordinates;
pub use error::ProtocolError;
#[doc(hidden)]
pub use parser::Parser;
pub use response::Response;
pub use session::{Event, Reply, Session};
pub use stepper::{Step, Stepper};
