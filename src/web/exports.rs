//! What the page calls and is called for: functions with plain numbers. Both
//! sides share no memory, so that nothing here can be wrong about any.

#![expect(
    unsafe_code,
    reason = "names that the page knows, and its clock: there is no other way to export and to import"
)]

use super::conversation::Conversation;
use crate::protocol::Step;
use crate::search::Clock;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "page")]
// SAFETY: the page provides this function, which takes nothing and returns a number; without
// it the program is not started at all.
unsafe extern "C" {
    /// The page's clock, in milliseconds.
    safe fn now() -> f64;
}

/// The page's clock.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    }
}

thread_local! {
    /// The only conversation: a page starts a program for each.
    static CONVERSATION: RefCell<Conversation> = RefCell::new(Conversation::new(Arc::new(PageClock)));
}

fn with<R>(action: impl FnOnce(&mut Conversation) -> R) -> R {
    CONVERSATION.with(|conversation| action(&mut conversation.borrow_mut()))
}

/// Hears a byte of a line; LF ends it.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn hear(byte: u32) {
    with(|conversation| conversation.hear(byte as u8));
}

/// Thinks for about so many milliseconds: 0 nothing is left to do, 1 there is, 2 the session is over.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn think(milliseconds: f64) -> u32 {
    let budget = Duration::from_secs_f64(milliseconds.clamp(0.0, 60_000.0) / 1000.0);
    match with(|conversation| conversation.think(budget)) {
        Step::Idle => 0,
        Step::Busy | Step::Pondering => 1,
        Step::Over => 2,
    }
}

/// The next byte of the answers, or -1.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> i32 {
    with(|conversation| conversation.said().map_or(-1, i32::from))
}

/// Does the work of `bench` to a depth and tells it as answers.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn bench(depth: u32) {
    with(|conversation| conversation.bench(depth));
}
