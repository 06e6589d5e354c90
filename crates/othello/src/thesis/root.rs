//! The moves of the position to be played in: what each is worth, and which is the best.

use super::evaluation::{Board, Evaluation};
use super::search::{ALL, Aim, Caches, Child, Children, Shared, Task, Worker, lock, new_caches};
use crate::batch::{Batch, Batches};
use crate::kernel::Kernel;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use yomikiri_core::Context;
use yomikiri_search::split::Pool;
use yomikiri_search::{Crew, Table};

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

/// What a player keeps from one search to the next.
pub(super) struct Kept {
    pub(super) evaluation: Arc<Evaluation>,
    /// What was found out in this game.
    pub(super) table: Arc<Table>,
    /// The same of the last plies, for the thread that asks.
    pub(super) caches: Option<Caches>,
    /// The other threads.
    pub(super) crew: Option<Arc<Crew>>,
}

/// A search in progress, seen by the thread that owns it.
pub(super) struct Search<K: Kernel> {
    worker: Worker<K>,
}

impl<K: Kernel> Search<K> {
    /// Runs `task` on this thread; the crew is called if it takes long.
    pub(super) fn run<T>(
        kernel: K,
        kept: &mut Kept,
        context: &Context,
        task: impl FnOnce(&mut Search<K>) -> T,
    ) -> T {
        let shared = Arc::new(Shared {
            kernel,
            evaluation: kept.evaluation.clone(),
            table: kept.table.clone(),
            pool: Pool::new(),
            context: context.clone(),
            nodes: AtomicU64::new(0),
            crew: kept.crew.clone(),
            called: AtomicBool::new(false),
        });
        /// Sends the crew away even if the task panics.
        struct Close<'a, K: Kernel>(&'a Shared<K>);
        impl<K: Kernel> Drop for Close<'_, K> {
            fn drop(&mut self) {
                self.0.pool.close();
            }
        }
        let _close = Close(&shared);
        let caches = kept.caches.take().unwrap_or_else(new_caches);
        let mut search = Search { worker: Worker::new(shared.clone(), caches) };
        let output = task(&mut search);
        kept.caches = Some(search.worker.caches);
        output
    }

    /// Positions entered, by all threads.
    pub(super) fn nodes(&mut self) -> u64 {
        self.worker.count()
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
        self.worker.call_before();
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
