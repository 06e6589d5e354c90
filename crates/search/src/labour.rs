use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use yomikiri_core::{Context, Progress};

/// Does a long row of small work with all threads of the context: each takes the next `stride`
/// items, one of them tells what share of the `stage` is done. What the pieces gave comes back in
/// order; `None` if the context stopped the work.
pub fn labour<T: Send>(
    context: &Context,
    stage: &str,
    items: usize,
    stride: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Option<Vec<T>> {
    let begun = Instant::now();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let take = |tells: bool| loop {
        let from = next.fetch_add(stride, Ordering::Relaxed);
        if from >= items || context.check(from as u64) {
            return;
        }
        let found = work(from..(from + stride).min(items));
        done.lock().unwrap_or_else(PoisonError::into_inner).push((from, found));
        if tells {
            context.progress.report(&Progress {
                stage: stage.into(),
                share: Some(from as f64 / items as f64),
                nodes: from as u64,
                table_fill: None,
                elapsed: context.started.elapsed(),
                stage_elapsed: begun.elapsed(),
            });
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..context.limits.threads.min(items.div_ceil(stride)) {
            scope.spawn(|| take(false));
        }
        take(true);
    });
    if context.stopped().is_some() {
        return None;
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(from, _)| *from);
    Some(done.into_iter().map(|(_, found)| found).collect())
}
