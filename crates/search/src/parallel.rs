//! Long loops whose items are shared between the threads of a context.
//!
//! The threads are those of [`Context::pool`]. A loop within a loop runs on the thread that comes
//! to it, for the outer one keeps all threads busy; only what [`par_beside`] works out may have
//! threads of its own. A stop of the context ends a loop before its next piece. A panic in a piece
//! does so too, and comes out of the loop.

use rayon::iter::{ParallelBridge, ParallelIterator};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Progress};

/// What `work` makes of every `stride` items, in their order; `None` if the context was stopped.
/// `stage` is what progress calls the loop.
pub fn par_chunks<T: Send>(
    context: &Context,
    stage: &str,
    items: usize,
    stride: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Option<Vec<T>> {
    let mut found = Vec::with_capacity(items.div_ceil(stride));
    let take = |piece| {
        found.push(piece);
        true
    };
    par_ordered(context, stage, 0..items, stride, || (), |(), range| work(range), take)
        .then_some(found)
}

/// Like [`par_chunks`], but what comes of a piece is handed to `take` in its turn, so that not all
/// need be kept; `tool` makes what a thread works with. Says whether all was done: `take` ends the
/// loop by answering no.
pub fn par_ordered<T: Send, U>(
    context: &Context,
    stage: &str,
    items: Range<usize>,
    stride: usize,
    tool: impl Fn() -> U + Sync,
    work: impl Fn(&mut U, Range<usize>) -> T + Sync,
    take: impl FnMut(T) -> bool + Send,
) -> bool {
    let row = Mutex::new((InOrder::new(items.start, stride), Some(take)));
    Stage::new(context, stage).run(items, stride, tool, |tool, range| {
        let from = range.start;
        let piece = work(tool, range);
        // It is poisoned if `take` panicked, and must not be called again.
        let Ok(mut row) = row.lock() else { return Break(()) };
        let (pieces, taker) = &mut *row;
        pieces.put(from, piece);
        while let (Some(take), Some(piece)) = (taker.as_mut(), pieces.next()) {
            if !take(piece) {
                *taker = None;
            }
        }
        if taker.is_some() { Continue(()) } else { Break(()) }
    })
}

/// Works things out beside each other, each of which may take minutes and loops of its own: as many
/// at a time as there are `threads`. What comes of each is handed to `take` on the calling thread as
/// soon as it is done, in any order; `tick` is called there many times a second. No further one is
/// begun once the context is stopped or `take` answers no.
pub fn par_beside<T: Send>(
    context: &Context,
    threads: usize,
    items: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> bool,
    mut tick: impl FnMut(),
) {
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let go = |sender: mpsc::Sender<_>| {
        let _ending = EndOnPanic(&ended);
        while !ended.load(Ordering::Relaxed) && !context.check(0) {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= items || sender.send((item, work(item))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let start = |sender| scope.spawn(|| go(sender));
        let senders = std::iter::repeat_n(sender, threads.clamp(1, items.max(1)));
        let workers: Vec<_> = senders.map(start).collect();
        let _ending = EndOnPanic(&ended);
        loop {
            match receiver.recv_timeout(TELL_EVERY) {
                Ok((item, found)) => {
                    if !ended.load(Ordering::Relaxed) && !take(item, found) {
                        ended.store(true, Ordering::Relaxed);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => tick(),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Whether a loop would run on the calling thread alone.
pub(crate) fn is_alone(context: &Context) -> bool {
    context.limits.threads <= 1 || rayon::current_thread_index().is_some()
}

/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(20);

/// A loop's name, and how its progress is counted.
pub struct Stage<'a> {
    context: &'a Context,
    name: &'a str,
    threads: usize,
    /// What was counted, and since when; the items of the loop if there is none.
    counted: Option<(&'a AtomicU64, Instant)>,
    begun: Instant,
}

impl<'a> Stage<'a> {
    /// A stage whose items are what progress and the limit on nodes count.
    pub fn new(context: &'a Context, name: &'a str) -> Stage<'a> {
        let threads = if is_alone(context) { 1 } else { context.limits.threads };
        Stage { context, name, threads, counted: None, begun: Instant::now() }
    }

    /// The same, counting these nodes instead, the first of which was met at `begun`.
    pub fn counting(mut self, nodes: &'a AtomicU64, begun: Instant) -> Stage<'a> {
        self.counted = Some((nodes, begun));
        self
    }

    /// The same on the calling thread alone: for loops that are over sooner than others wake.
    pub(crate) fn alone(mut self) -> Stage<'a> {
        self.threads = 1;
        self
    }

    /// Does `work` for every `stride` of the items, in any order; says whether all was done.
    pub fn par_each<U>(
        &self,
        items: usize,
        stride: usize,
        tool: impl Fn() -> U + Sync,
        work: impl Fn(&mut U, Range<usize>) + Sync,
    ) -> bool {
        self.run(0..items, stride, tool, |tool, range| {
            work(tool, range);
            Continue(())
        })
    }

    fn run<U>(
        &self,
        items: Range<usize>,
        stride: usize,
        tool: impl Fn() -> U + Sync,
        work: impl Fn(&mut U, Range<usize>) -> ControlFlow<()> + Sync,
    ) -> bool {
        let (reached, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let tell_next = Mutex::new(Instant::now());
        let piece = |tool: &mut U, from: usize| {
            let done = from - items.start;
            let reached = reached.fetch_max(done, Ordering::Relaxed).max(done);
            if ended.load(Ordering::Relaxed) || self.context.check(self.nodes(done)) {
                return Break(());
            }
            let _ending = EndOnPanic(&ended);
            work(tool, from..(from + stride).min(items.end))?;
            // Nobody waits to tell what another is telling.
            if let Ok(mut tell_next) = tell_next.try_lock() {
                let now = Instant::now();
                if now >= *tell_next {
                    *tell_next = now + TELL_EVERY;
                    self.tell(reached, items.len());
                }
            }
            Continue(())
        };
        let mut pieces = items.clone().step_by(stride);
        let end = match self.threads.min(pieces.len()) <= 1 {
            true => {
                let mut tool = tool();
                pieces.try_for_each(|from| piece(&mut tool, from))
            }
            false => {
                let pieces = pieces.par_bridge();
                self.context.pool().install(|| pieces.try_for_each_init(&tool, piece))
            }
        };
        let stopped = self.context.stopped().is_some();
        if stopped {
            // How far it came, which whoever stopped it may want to know.
            self.tell(reached.into_inner(), items.len());
        }
        end.is_continue() && !stopped
    }

    fn nodes(&self, done: usize) -> u64 {
        self.counted.map_or(done as u64, |(nodes, _)| nodes.load(Ordering::Relaxed))
    }

    fn tell(&self, done: usize, of: usize) {
        let work_begun = self.counted.map_or(self.context.started, |(_, begun)| begun);
        self.context.progress.report(&Progress {
            stage: self.name.into(),
            share: Some(done as f64 / of as f64),
            whole: None,
            nodes: self.nodes(done),
            table_fill: None,
            elapsed: work_begun.elapsed(),
            stage_elapsed: self.begun.elapsed(),
        });
    }
}

/// Pieces that come in any order and leave in theirs.
struct InOrder<T> {
    /// The first item that has not left.
    next: usize,
    stride: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> InOrder<T> {
    fn new(next: usize, stride: usize) -> InOrder<T> {
        InOrder { next, stride, waiting: BTreeMap::new() }
    }

    fn put(&mut self, from: usize, piece: T) {
        self.waiting.insert(from, piece);
    }

    /// The next piece, if it has come.
    fn next(&mut self) -> Option<T> {
        let piece = self.waiting.remove(&self.next)?;
        self.next += self.stride;
        Some(piece)
    }
}

/// Ends a loop for all threads if the piece of one panics.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use yomikiri_core::{Limits, ProgressSink, Stop};

    fn context(threads: usize) -> Context {
        Context::new(Limits { threads, ..Limits::default() })
    }

    #[test]
    fn pieces_come_whole_and_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let context = context(threads);
            for (items, stride) in [(0, 3), (1, 3), (3, 3), (1000, 3), (1000, 1), (5, 1000)] {
                let pieces = par_chunks(&context, "", items, stride, |range| range).unwrap();
                assert!(pieces.iter().rev().skip(1).all(|piece| piece.len() == stride));
                let all: Vec<usize> = pieces.into_iter().flatten().collect();
                assert_eq!(all, (0..items).collect::<Vec<_>>());
            }
            let mut taken = Vec::new();
            let take = |(tool, start)| {
                assert!(tool < threads + 2, "a tool is used again");
                taken.push(start);
                true
            };
            let tools = AtomicUsize::new(0);
            let tool = || tools.fetch_add(1, Ordering::Relaxed);
            let work = |tool: &mut usize, range: Range<usize>| (*tool, range.start);
            assert!(par_ordered(&context, "", 7..500, 10, tool, work, take));
            assert_eq!(taken, (7..500).step_by(10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_taken_after_a_refusal_or_a_panic() {
        for threads in [1, 4] {
            for panics in [false, true] {
                let mut taken = Vec::new();
                let take = |at| {
                    taken.push(at);
                    assert!(!panics || at != 5, "on purpose");
                    at != 5
                };
                let work = |(): &mut (), range: Range<usize>| range.start;
                let all = || par_ordered(&context(threads), "", 0..100, 1, || (), work, take);
                let end = catch_unwind(AssertUnwindSafe(all));
                assert!(if panics { end.is_err() } else { !end.unwrap() });
                assert_eq!(taken, [0, 1, 2, 3, 4, 5]);
            }
        }
    }

    #[test]
    fn a_panic_comes_out_and_ends_the_loop() {
        for threads in [1, 4] {
            let done = AtomicUsize::new(0);
            let work = |range: Range<usize>| {
                assert!(range.start != 3, "on purpose");
                std::thread::yield_now();
                done.fetch_add(1, Ordering::Relaxed);
            };
            let all = || par_chunks(&context(threads), "", 1_000_000, 1, work);
            let panic = catch_unwind(AssertUnwindSafe(all)).unwrap_err();
            assert!(panic.downcast_ref::<&str>().is_some_and(|text| *text == "on purpose"));
            assert!(done.into_inner() < 1_000_000 - 1, "the rest is left");
        }
    }

    #[test]
    fn a_loop_in_a_loop_has_no_threads_of_its_own() {
        let context = context(2);
        let own = |range: Range<usize>| {
            let here = std::thread::current().id();
            let inner = par_chunks(&context, "", 100, 1, |_| std::thread::current().id());
            inner.unwrap().into_iter().all(|id| id == here) as usize * range.len()
        };
        assert_eq!(par_chunks(&context, "", 100, 1, own).unwrap().into_iter().sum::<usize>(), 100);
    }

    /// Stops its context at the first report, and keeps the last.
    struct StopAt(Context, Mutex<u64>);

    impl ProgressSink for StopAt {
        fn report(&self, progress: &Progress) {
            self.0.stop(Stop::Cancelled);
            *self.1.lock().unwrap() = progress.nodes;
        }
    }

    #[test]
    fn a_stop_ends_the_loop_and_how_far_it_came_is_told() {
        for threads in [1, 3] {
            let inner = context(threads);
            let sink = std::sync::Arc::new(StopAt(inner.clone(), Mutex::new(0)));
            let counted = AtomicU64::new(0);
            let count = |(): &mut (), range: Range<usize>| {
                counted.fetch_add(10 * range.len() as u64, Ordering::Relaxed);
            };
            let watched = inner.with_progress(sink.clone());
            let stage = Stage::new(&watched, "").counting(&counted, Instant::now());
            assert!(!stage.par_each(1_000_000, 2, || (), count));
            let told = *sink.1.lock().unwrap();
            assert_eq!(told, counted.load(Ordering::Relaxed));
            assert!(told > 0 && told < 10_000_000);
        }
        let context = Context::new(Limits { nodes: Some(7), ..Limits::default() });
        assert_eq!(par_chunks(&context, "", 100, 1, |_| ()), None);
        assert_eq!(context.stopped(), Some(Stop::Nodes));
    }

    #[test]
    fn what_is_worked_out_beside_each_other_comes_to_the_caller() {
        let caller = std::thread::current().id();
        for threads in [1, 3] {
            let (context, mut found) = (context(threads), vec![0; 50]);
            let take = |item: usize, square| {
                assert_eq!(std::thread::current().id(), caller);
                found[item] = square;
                true
            };
            // Each may have loops with threads of its own.
            let square = |item: usize| {
                let inner = context.clone().with_limits(Limits { threads: 2, ..Limits::default() });
                par_chunks(&inner, "", item, 1, |_| item).unwrap().into_iter().sum::<usize>()
            };
            par_beside(&context, threads, 50, square, take, || ());
            assert!(found.iter().enumerate().all(|(item, square)| *square == item * item));
        }
    }

    #[test]
    fn what_goes_on_beside_is_ended_by_a_refusal_a_stop_and_a_panic() {
        let begun = AtomicUsize::new(0);
        let count = |_: usize| begun.fetch_add(1, Ordering::Relaxed);
        let context = context(2);
        let mut taken = 0;
        let refuse = |_, _| {
            taken += 1;
            false
        };
        par_beside(&context, 2, usize::MAX, count, refuse, || ());
        assert_eq!(taken, 1);
        // The one who waits may stop it.
        let wait = |_: usize| while context.stopped().is_none() {};
        par_beside(&context, 2, usize::MAX, wait, |_, ()| true, || context.stop(Stop::Cancelled));
        let fail = |item: usize| assert!(item != 20, "on purpose");
        let all = || par_beside(&Context::default(), 2, usize::MAX, fail, |_, ()| true, || ());
        let panic = catch_unwind(AssertUnwindSafe(all)).unwrap_err();
        assert!(panic.downcast_ref::<&str>().is_some_and(|text| *text == "on purpose"));
    }
}
