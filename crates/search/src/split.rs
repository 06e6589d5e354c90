//! Sharing the moves of a node between threads.
//!
//! A searcher that has read the first move of a node and found other threads idle *splits*
//! the node: the rest of its moves become the items of a [`Split`] that any thread may take.
//! Whoever refutes the node breaks the split, which every thread below it notices at its next
//! [`Split::broken`]. The owner works along, and when nothing is left to take helps those who
//! still work below its own split, so no thread waits while its own proof has work. Whoever has
//! nothing to do sleeps.

use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Looks that an owner takes at its split before it sleeps: a few millionths of a second.
const SPINS: u32 = if cfg!(feature = "shuttle") { 1 } else { 200 };

/// A node whose moves are shared out.
pub trait Job: Send + Sync + Sized {
    /// What a thread keeps to itself while it searches.
    type Worker;

    /// Searches item `index` (a move) below `split`. `Break` settles the whole node.
    fn run(
        &self,
        worker: &mut Self::Worker,
        index: usize,
        split: &Arc<Split<Self>>,
    ) -> ControlFlow<()>;
}

/// A [`Job`] in progress.
pub struct Split<J> {
    /// The node.
    pub job: J,
    parent: Option<Arc<Split<J>>>,
    items: usize,
    next: AtomicUsize,
    running: AtomicUsize,
    broken: AtomicBool,
    waiting: AtomicBool,
}

impl<J> Split<J> {
    /// Whether this node, or one above it, needs no more work.
    pub fn broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|p| p.broken())
    }

    /// Whether the owner of this split, or of one above it, waits for work below it.
    fn awaited(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|p| p.awaited())
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst) > 0
    }

    fn has_items(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.items && !self.broken()
    }

    fn is_below(&self, ancestor: &Split<J>) -> bool {
        let mut split = Some(self);
        while let Some(here) = split {
            if std::ptr::eq(here, ancestor) {
                return true;
            }
            split = here.parent.as_deref();
        }
        false
    }
}

/// The threads of one search and the splits that they offer each other.
pub struct Pool<J> {
    open: Mutex<Vec<Arc<Split<J>>>>,
    /// Wakes threads that serve.
    wake: Condvar,
    /// Wakes owners that wait for work below their split, or for its end.
    owners: Condvar,
    idle: AtomicUsize,
    closed: AtomicBool,
    failed: AtomicBool,
}

impl<J: Job> Default for Pool<J> {
    fn default() -> Self {
        Pool {
            open: Mutex::new(Vec::new()),
            wake: Condvar::new(),
            owners: Condvar::new(),
            idle: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        }
    }
}

impl<J: Job> Pool<J> {
    /// A pool that nobody has joined yet.
    pub fn new() -> Self {
        Pool::default()
    }

    /// Whether some thread would take part in a new split below `parent`, so that it is worth
    /// its cost.
    #[inline(always)]
    pub fn wants_work(&self, parent: Option<&Arc<Split<J>>>) -> bool {
        self.idle.load(Ordering::Relaxed) > 0 || parent.is_some_and(|parent| parent.awaited())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Split<J>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the `items` items of `job` on this thread and any idle ones; returns when all
    /// are done, or the split is broken and nobody works on it any more.
    ///
    /// # Panics
    /// If a job panicked on another thread: its item was not searched, so nothing above it
    /// must be believed.
    pub fn split(
        &self,
        worker: &mut J::Worker,
        job: J,
        items: usize,
        parent: Option<Arc<Split<J>>>,
    ) -> Arc<Split<J>> {
        let split = Arc::new(Split {
            job,
            parent,
            items,
            next: AtomicUsize::new(0),
            running: AtomicUsize::new(1),
            broken: AtomicBool::new(false),
            waiting: AtomicBool::new(false),
        });
        self.offer(&split);
        self.take_items(worker, &split);
        self.lock().retain(|other| !Arc::ptr_eq(other, &split));
        // What is left is often done in less time than it takes to fall asleep.
        let mut spins = 0;
        while split.is_running() && spins < SPINS {
            std::hint::spin_loop();
            spins += 1;
        }
        while split.is_running() {
            let mut open = self.lock();
            match Self::pick(&open, Some(&split)) {
                Some(other) => {
                    drop(open);
                    split.waiting.store(false, Ordering::Relaxed);
                    self.take_items(worker, &other);
                }
                None => {
                    split.waiting.store(true, Ordering::SeqCst);
                    // Told first, looked at then: whoever is the last to leave does it the other
                    // way round, so one of the two sees the other.
                    if split.is_running() {
                        open = self.owners.wait(open).unwrap_or_else(PoisonError::into_inner);
                    }
                    drop(open);
                }
            }
        }
        assert!(!self.failed.load(Ordering::Relaxed), "a search thread panicked");
        split
    }

    /// Puts a split where others find it, and wakes as many as it has work for.
    fn offer(&self, split: &Arc<Split<J>>) {
        let mut open = self.lock();
        open.push(split.clone());
        let asleep = self.idle.load(Ordering::Relaxed);
        drop(open);
        for _ in 0..asleep.min(split.items.saturating_sub(1)) {
            self.wake.notify_one();
        }
        if split.parent.as_ref().is_some_and(|parent| parent.awaited()) {
            self.owners.notify_all();
        }
    }

    /// Takes items until none is left. The caller has counted itself in `running`.
    fn take_items(&self, worker: &mut J::Worker, split: &Arc<Split<J>>) {
        /// Leaves the split even if the job panics, so that its owner does not wait for ever.
        struct Leave<'a, J: Job>(&'a Split<J>, &'a Pool<J>);
        impl<J: Job> Drop for Leave<'_, J> {
            fn drop(&mut self) {
                let Leave(split, pool) = self;
                if std::thread::panicking() {
                    pool.failed.store(true, Ordering::Relaxed);
                    split.broken.store(true, Ordering::Relaxed);
                }
                let was_last = split.running.fetch_sub(1, Ordering::SeqCst) == 1;
                if was_last && split.waiting.load(Ordering::SeqCst) {
                    // Its owner holds the lock from looking until it sleeps.
                    drop(pool.lock());
                    pool.owners.notify_all();
                }
            }
        }
        let _leave = Leave(split, self);
        while !split.broken() {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            if index >= split.items {
                break;
            }
            if split.job.run(worker, index, split).is_break() {
                split.broken.store(true, Ordering::Relaxed);
            }
        }
    }

    /// A split with items left (below `ancestor`, if given), counting the caller into it.
    /// The oldest comes first: it is the highest in the tree, so the most work.
    fn pick(open: &[Arc<Split<J>>], ancestor: Option<&Split<J>>) -> Option<Arc<Split<J>>> {
        let found = open.iter().find(|split| {
            split.has_items() && ancestor.is_none_or(|ancestor| split.is_below(ancestor))
        })?;
        found.running.fetch_add(1, Ordering::Acquire);
        Some(found.clone())
    }

    /// Serves the pool from a thread of its own until it is closed.
    pub fn serve(&self, worker: &mut J::Worker) {
        let mut open = self.lock();
        self.idle.fetch_add(1, Ordering::Relaxed);
        while !self.closed.load(Ordering::Relaxed) {
            if let Some(split) = Self::pick(&open, None) {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                drop(open);
                self.take_items(worker, &split);
                drop(split);
                open = self.lock();
                self.idle.fetch_add(1, Ordering::Relaxed);
            } else {
                open = self.wake.wait(open).unwrap_or_else(PoisonError::into_inner);
            }
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Ends the service of every thread.
    pub fn close(&self) {
        let open = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(open);
        self.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// Sums the leaves of a tree, splitting every inner node.
    struct Tree<'a> {
        pool: &'a Pool<Tree<'a>>,
        depth: u32,
        sum: AtomicU64,
        stop_at: Option<usize>,
    }

    impl Job for Tree<'_> {
        type Worker = u64;

        fn run(&self, worker: &mut u64, index: usize, split: &Arc<Split<Self>>) -> ControlFlow<()> {
            *worker += 1;
            if self.depth == 0 {
                self.sum.fetch_add(index as u64, Ordering::Relaxed);
            } else {
                let job = Tree {
                    pool: self.pool,
                    depth: self.depth - 1,
                    sum: AtomicU64::new(0),
                    stop_at: self.stop_at,
                };
                let done = self.pool.split(worker, job, 5, Some(split.clone()));
                self.sum.fetch_add(done.job.sum.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            match self.stop_at == Some(index) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }

    fn sum_of_tree(threads: usize, depth: u32, stop_at: Option<usize>) -> (u64, u64) {
        let pool = Pool::new();
        let mut visits = 0;
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| pool.serve(&mut 0));
            }
            let job = Tree { pool: &pool, depth, sum: AtomicU64::new(0), stop_at };
            let split = pool.split(&mut visits, job, 5, None);
            pool.close();
            (split.job.sum.load(Ordering::Relaxed), visits)
        })
    }

    #[test]
    fn every_item_is_done_once_whatever_the_threads() {
        for threads in [1, 2, 4] {
            // 5^5 paths of five leaves, which add up to 0+1+2+3+4.
            assert_eq!(sum_of_tree(threads, 5, None).0, 3125 * 10);
        }
    }

    /// Whoever is missed by a wake-up sleeps for ever, so this would not end.
    #[test]
    fn threads_that_sleep_are_woken() {
        for round in 0..300 {
            assert_eq!(sum_of_tree(2 + round % 4, 2, None).0, 25 * 10);
        }
    }

    /// Panics at one item, once the other has been taken too.
    struct Fails<'a>(&'a std::sync::Barrier, usize);

    impl Job for Fails<'_> {
        type Worker = ();

        fn run(&self, (): &mut (), index: usize, _: &Arc<Split<Self>>) -> ControlFlow<()> {
            self.0.wait();
            assert!(index != self.1, "on purpose");
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn a_panic_reaches_the_owner_whoever_met_it() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        for item in [0, 1] {
            let (pool, both) = (Pool::new(), std::sync::Barrier::new(2));
            let owner = std::thread::scope(|scope| {
                let serve = || catch_unwind(AssertUnwindSafe(|| pool.serve(&mut ())));
                let helper = scope.spawn(serve);
                let split = || pool.split(&mut (), Fails(&both, item), 2, None);
                let owner = catch_unwind(AssertUnwindSafe(split)).is_err();
                pool.close();
                let _ = helper.join();
                owner
            });
            assert!(owner, "an incomplete node was believed");
        }
    }

    #[test]
    fn a_broken_split_ends_early() {
        let (_, visits) = sum_of_tree(1, 3, Some(1));
        assert_eq!(visits, 2 + 4 + 8 + 16, "two items a node, on every level");
    }
}
