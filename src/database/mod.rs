//! The memory of positions: what was found or written about a position, kept in
//! one file for other days and other machines. Knows boards and rules; knows no
//! search, no protocol, and no other kind of file.
//!
//! A position is kept once, whichever way the board is turned, under its rule
//! and board ([`key`]). What is kept of it is a [`Record`]. [`Database`] is the
//! file.

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

#[cfg(not(feature = "cli"))]
mod absent;
mod entry;
mod error;
pub mod key;
pub mod record;
#[cfg(feature = "cli")]
mod store;
#[cfg(test)]
pub(crate) mod test_file;
pub mod text;
pub mod transfer;

#[cfg(not(feature = "cli"))]
pub use absent::{Changes, Database};
pub use entry::{Access, Entry, Visit};
pub use error::DatabaseError;
pub use record::{Bound, Record};
#[cfg(feature = "cli")]
pub use store::{Changes, Database};
