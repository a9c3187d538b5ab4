//! A board together with everything the search asks about it, kept up to date
//! by `play` and `undo`. Evaluates and orders nothing.

pub mod candidates;
pub mod cell;
pub mod check;
pub mod forbidden;
#[expect(
    clippy::module_inception,
    reason = "the position is what this room is named after"
)]
pub mod position;

pub use position::Position;
