//! Where threads come from: the only file below the command line that starts
//! them, and it alone knows how large their stacks are. Some targets have none,
//! such as WebAssembly in a browser; whoever asks there is told so, and does
//! without.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// The stack of a searching thread. Only pages that are used count.
const STACK_BYTES: usize = 64 << 20;

/// Whether the target has threads at all.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// As many threads as the machine runs at the same time, since more would only
/// wait for each other and hear a stop late; where there are threads at all, two can be had.
pub(crate) fn most() -> usize {
    if HAS_THREADS {
        thread::available_parallelism().map_or(2, |count| count.get().max(2))
    } else {
        1
    }
}

/// Starts a thread that does not search.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name(name.into()).spawn(work).map(|_| ())
}

/// Starts a thread that searches.
pub(super) fn spawn_searching<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: String,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let builder = Builder::new().name(name).stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, work)
}

/// Does some searching on a stack that is large enough for it. Where there is
/// no thread to be had the caller's stack must do. A panic goes on in the caller.
pub(super) fn on_searching_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let mut done = None;
    if HAS_THREADS {
        let (place, result) = (&mut work, &mut done);
        thread::scope(|scope| {
            let leader = move || *result = place.take().map(|work| work());
            match spawn_searching(scope, "leader".into(), leader).map(ScopedJoinHandle::join) {
                Ok(Ok(())) => {}
                Ok(Err(panic)) => resume_unwind(panic),
                Err(error) => log::warn!("searching on the stack at hand: {error}"),
            }
        });
    }
    done.or_else(|| work.map(|work| work()))
        .expect("a leader that has taken the work and not failed has done it")
}
