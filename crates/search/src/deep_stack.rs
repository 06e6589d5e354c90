//! Threads for recursion that goes as deep as a game is long.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Enough for games of some hundred thousand plies; memory is taken only as deep as it is used.
const STACK: usize = 1 << 28;

/// Runs `work` on a stack of its own.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.expect("threads can be started");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Runs `work` so many times at once, with a number each, on stacks of `stack` bytes; what came of
/// each, in their order.
pub fn on_deep_stacks<T: Send>(
    threads: usize,
    stack: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    scope(|scope| {
        let start = |number| {
            let thread = Builder::new().stack_size(stack).spawn_scoped(scope, move || work(number));
            thread.expect("threads can be started")
        };
        let threads: Vec<_> = (0..threads).map(start).collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
