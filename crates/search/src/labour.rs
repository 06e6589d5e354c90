use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    let mut found = Vec::new();
    let keep = |piece| {
        found.push(piece);
        true
    };
    procession(context, stage, 0..items, stride, || (), |(), range| work(range), keep)
        .then_some(found)
}

/// Like [`labour`], for work whose pieces are handed on in order as soon as they are done, so that
/// they need not all be kept; each thread begins with a `tool` of its own. Says whether all was
/// done: `take` ends the work by answering no.
pub fn procession<T: Send, U>(
    context: &Context,
    stage: &str,
    items: Range<usize>,
    stride: usize,
    tool: impl Fn() -> U + Sync,
    work: impl Fn(&mut U, Range<usize>) -> T + Sync,
    take: impl FnMut(T) -> bool + Send,
) -> bool {
    struct Row<T, F> {
        /// The first item that has not been handed on.
        next: usize,
        waiting: BTreeMap<usize, T>,
        take: F,
    }
    let begun = Instant::now();
    let next = AtomicUsize::new(items.start);
    let refused = AtomicBool::new(false);
    let row = Mutex::new(Row { next: items.start, waiting: BTreeMap::new(), take });
    let go = |tells: bool| {
        let mut tool = tool();
        loop {
            let from = next.fetch_add(stride, Ordering::Relaxed);
            let done = from - items.start;
            if from >= items.end || refused.load(Ordering::Relaxed) || context.check(done as u64) {
                return;
            }
            let piece = work(&mut tool, from..(from + stride).min(items.end));
            let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
            row.waiting.insert(from, piece);
            loop {
                let next = row.next;
                let Some(piece) = row.waiting.remove(&next) else { break };
                if refused.load(Ordering::Relaxed) || !(row.take)(piece) {
                    refused.store(true, Ordering::Relaxed);
                    return;
                }
                row.next += stride;
            }
            drop(row);
            if tells {
                context.progress.report(&Progress {
                    stage: stage.into(),
                    share: Some(done as f64 / items.len() as f64),
                    whole: None,
                    nodes: done as u64,
                    table_fill: None,
                    elapsed: context.started.elapsed(),
                    stage_elapsed: begun.elapsed(),
                });
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..context.limits.threads.min(items.len().div_ceil(stride)) {
            scope.spawn(|| go(false));
        }
        go(true);
    });
    context.stopped().is_none() && !refused.load(Ordering::Relaxed)
}
