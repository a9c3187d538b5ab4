//! Tests that talk to the engine's process as managers do, and tests of the
//! tool that does so. They know the protocol and nothing of the engine's code.
//!
//! `PROTOCOL_TIME_SCALE` multiplies every deadline, for slow or busy machines.

#[cfg(unix)]
mod broken_engines;
mod harness;
mod process;
mod transcripts;
