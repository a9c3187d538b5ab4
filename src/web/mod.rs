//! The engine for browsers: a session of the protocol that is driven by the
//! page, byte by byte and slice by slice, on one thread and without a clock or
//! memory that both would share. The page itself lies beside it: `app`, and
//! `shared` with what other pages use too.

mod conversation;
#[cfg(target_family = "wasm")]
mod exports;
