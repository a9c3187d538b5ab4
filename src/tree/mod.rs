//! Games with variations: moves that branch, comments, short texts on cells,
//! marks. Reads and writes the files in which people keep them. Knows boards,
//! no rules, no store and no search.

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

mod error;
#[expect(
    clippy::module_inception,
    reason = "the tree is what this room is named after"
)]
mod tree;

pub mod renlib;
pub mod sgf;

pub use error::TreeError;
pub use tree::{GameTree, Node, NodeId};
