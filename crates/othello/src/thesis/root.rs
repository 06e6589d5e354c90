//! The moves of the position to be played in: what each is worth, and which is the best.

use super::edge::EDGE_TABLE;
use super::evaluation::Board;
use super::search::{ALL, Aim, Child, Children, Shared, Task, Worker, lock};
use crate::batch::{Batch, Batches};
use crate::kernel::Kernel;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use yomikiri_core::Context;
use yomikiri_search::Table;
use yomikiri_search::split::Pool;

/// All moves, in the order of their squares.
fn expand<K: Kernel>(kernel: K, own: u64, other: u64) -> Children {
    let mut batches = Batches::new();
    let moves = kernel.mobility::<Board>(own, other);
    Batch::play_all::<K, Board>(kernel, own, other, moves, &mut batches);
    let lanes = batches.iter().flat_map(|batch| (0..batch.len).map(move |lane| (batch, lane)));
    let mut children: Children = lanes
        .map(|(batch, lane)| Child {
            own: batch.own[lane],
            other: batch.other[lane],
            moves: batch.moves[lane],
            square: batch.square(lane, !(own | other)) as u8,
        })
        .collect();
    children.sort_by_key(|child| child.square);
    children
}

/// A search in progress, seen by the thread that owns it.
pub(super) struct Search<K: Kernel> {
    worker: Worker<K>,
}

impl<K: Kernel> Search<K> {
    /// Runs `task` with as many threads as the context has.
    pub(super) fn run<T>(
        kernel: K,
        table: Arc<Table>,
        context: &Context,
        task: impl FnOnce(&mut Search<K>) -> T,
    ) -> T {
        let shared = Arc::new(Shared {
            kernel,
            edges: &EDGE_TABLE,
            table,
            pool: Pool::new(),
            context: context.clone(),
            nodes: AtomicU64::new(0),
        });
        /// Ends the other threads even if the task panics, so that the scope can be left.
        struct Close<'a, K: Kernel>(&'a Pool<Task<K>>);
        impl<K: Kernel> Drop for Close<'_, K> {
            fn drop(&mut self) {
                self.0.close();
            }
        }
        std::thread::scope(|scope| {
            for _ in 1..context.limits.threads.max(1) {
                let shared = shared.clone();
                scope.spawn(move || {
                    let mut worker = Worker::new(shared.clone());
                    shared.pool.serve(&mut worker);
                    worker.tell();
                });
            }
            let _close = Close(&shared.pool);
            task(&mut Search { worker: Worker::new(shared.clone()) })
        })
    }

    /// Positions entered; those of threads still at work are told late.
    pub(super) fn nodes(&mut self) -> u64 {
        self.worker.tell();
        self.worker.shared.nodes.load(Ordering::Relaxed)
    }

    /// The moves of a position, in the order of their squares.
    pub(super) fn moves(&self, own: u64, other: u64) -> Children {
        expand(self.worker.shared.kernel, own, other)
    }

    /// Every move's value `depth` plies ahead; `None` where the search was stopped before.
    pub(super) fn values(&mut self, children: &Children, depth: u32) -> Vec<Option<i32>> {
        let none = vec![None; children.len()];
        if self.worker.aborted {
            return none;
        }
        let shared = self.worker.shared.clone();
        let aim = Aim::Values(Mutex::new(none.clone()));
        let task = Task::new(children.clone(), depth, aim);
        let split = shared.pool.split(&mut self.worker, task, children.len(), None);
        self.worker.aborted |= shared.context.stopped().is_some();
        match &split.job.aim {
            Aim::Values(values) => lock(values).clone(),
            _ => none,
        }
    }

    /// The highest value of a move `depth` plies ahead, and the number of the first that has it;
    /// `likely` is searched first. `None` if the search was stopped.
    pub(super) fn highest(
        &mut self,
        children: &Children,
        depth: u32,
        likely: usize,
    ) -> Option<(i32, usize)> {
        if self.worker.aborted {
            return None;
        }
        let value = self.worker.child_value(&children[likely], -ALL, ALL, depth);
        if self.worker.aborted {
            return None;
        }
        let order: Vec<usize> = (0..children.len()).filter(|number| *number != likely).collect();
        let items = order.len();
        let best = Mutex::new((value, likely));
        let aim = Aim::Highest { order, best };
        let task = Task::new(children.clone(), depth, aim);
        let split = self.worker.share(task, items)?;
        match &split.job.aim {
            Aim::Highest { best, .. } => Some(*lock(best)),
            _ => None,
        }
    }
}
