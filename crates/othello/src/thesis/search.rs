//! Looking ahead on the evaluation: alpha-beta with ordering, a table, and several threads.
//!
//! The value is that of plain alpha-beta to the same depth, whatever the table holds and however
//! many threads there are: an entry is believed only at the depth that it was made for, and every
//! bound is one on the value of that depth. The move is as well defined: the first, in the order
//! of the presearch, of those whose value is highest.

use super::entry::{Bound, Entry, depth_key};
use super::evaluation::{Board, Edges, Evaluation, by_sets, evaluate, final_value};
use crate::batch::{self, Batch, Batches, LANES};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::{key, key_bits};
use arrayvec::ArrayVec;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::Context;
use yomikiri_search::split::{Job, Pool, Split};
use yomikiri_search::{Cache, Crew, Table};

/// Beyond every value.
pub(super) const ALL: i32 = 30_000;
/// From so many plies on the table is used; below, from two plies on, caches of the thread's own.
const TABLE_FROM: u32 = 4;
/// Entries of such a cache, as a power of two.
const CACHE_BITS: u32 = 14;
/// From so many plies on moves are ordered by the evaluation, below by the replies they leave.
const EVALUATE_FROM: u32 = 4;
/// From so many plies on the moves of a node are shared between threads: with fewer to go a thread
/// is not awake before the work is done.
const SPLIT_FROM: u32 = 6;
/// A search calls for help once it has entered so many positions, some thousandths of a second's
/// work: most moves are chosen before, and waking threads would take longer…
const CALL_AFTER: u64 = 1 << 16;
/// … or before it begins the next depth, after so many: that will take several times as many.
const CALL_BEFORE: u64 = 1 << 14;

/// What all threads share.
pub struct Shared<K: Kernel> {
    pub(super) kernel: K,
    pub(super) evaluation: Arc<Evaluation>,
    pub(super) table: Arc<Table>,
    pub(super) pool: Pool<Task<K>>,
    pub(super) context: Context,
    /// Positions entered, as last told by each worker.
    pub(super) nodes: AtomicU64,
    /// The other threads, if there are any.
    pub(super) crew: Option<Arc<Crew>>,
    pub(super) called: AtomicBool,
}

/// A thread's own small tables, for two plies and for three.
pub(super) type Caches = [Cache; 2];

pub(super) fn new_caches() -> Caches {
    [(); 2].map(|()| Cache::new(CACHE_BITS, key_bits(Board::SQUARES)))
}

/// One thread's part of a search.
pub struct Worker<K: Kernel> {
    pub(super) shared: Arc<Shared<K>>,
    pub(super) caches: Caches,
    nodes: u64,
    told: u64,
    split: Option<Arc<Split<Task<K>>>>,
    pub(super) aborted: bool,
}

impl<K: Kernel> Worker<K> {
    pub(super) fn new(shared: Arc<Shared<K>>, caches: Caches) -> Worker<K> {
        Worker { shared, caches, nodes: 0, told: 0, split: None, aborted: false }
    }

    /// Tells the positions entered since the last time; gives those of all threads.
    pub(super) fn count(&mut self) -> u64 {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        new + self.shared.nodes.fetch_add(new, Ordering::Relaxed)
    }

    #[cold]
    fn tell(&mut self) {
        let nodes = self.count();
        self.aborted |= self.shared.context.check(nodes);
        self.call_after(CALL_AFTER, nodes);
    }

    /// Calls for help before the search of another depth, if that is worth it.
    pub(super) fn call_before(&mut self) {
        let nodes = self.count();
        self.call_after(CALL_BEFORE, nodes);
    }

    /// Calls the crew, once, if there is one and so many positions were entered.
    fn call_after(&self, enough: u64, nodes: u64) {
        if let Some(crew) = &self.shared.crew
            && nodes >= enough
            && !self.shared.called.swap(true, Ordering::Relaxed)
        {
            let shared = self.shared.clone();
            crew.call(move || shared.pool.serve(&mut Worker::new(shared.clone(), new_caches())));
        }
    }

    /// What is known of a position `depth` plies ahead.
    #[inline(always)]
    fn probe(&self, own: u64, other: u64, depth: u32) -> Option<Entry> {
        let payload = match depth {
            ..2 => None,
            2..TABLE_FROM => self.caches[depth as usize - 2].probe(key::<Board>(own, other)),
            _ => self.shared.table.probe(depth_key(own, other, depth)),
        };
        payload.map(Entry::unpack)
    }

    #[inline(always)]
    fn store(&mut self, own: u64, other: u64, depth: u32, entry: Entry) {
        match depth {
            ..TABLE_FROM => {
                self.caches[depth as usize - 2].store(key::<Board>(own, other), entry.pack());
            }
            _ => {
                let key = depth_key(own, other, depth);
                self.shared.table.store(key, entry.pack(), (4 * depth) as u8);
            }
        }
    }

    /// Looks whether to go on.
    #[inline(always)]
    fn look(&mut self) {
        if self.nodes - self.told > 1 << 14 {
            self.tell();
        }
        self.aborted |= self.split.as_ref().is_some_and(|split| split.broken());
    }
}

/// A move: the position that it leads to, seen by the opponent, and the opponent's moves there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) moves: u64,
    pub(super) square: u8,
}

pub(super) type Children = ArrayVec<Child, 40>;

/// Moves that threads share.
pub(super) struct Task<K: Kernel> {
    children: Children,
    /// Plies to go at the node whose moves they are.
    depth: u32,
    pub(super) aim: Aim,
    _kernel: PhantomData<K>,
}

impl<K: Kernel> Task<K> {
    pub(super) fn new(children: Children, depth: u32, aim: Aim) -> Task<K> {
        Task { children, depth, aim, _kernel: PhantomData }
    }
}

/// What is to be found out about the moves.
pub(super) enum Aim {
    /// The highest value in a window: the highest yet, and its square.
    Node { alpha: i32, beta: i32, best: Mutex<(i32, u8)> },
    /// Every move's exact value.
    Values(Mutex<Vec<Option<i32>>>),
    /// The first of the highest moves, searched in this order: the highest value yet and the
    /// number of its move.
    Highest { order: Vec<usize>, best: Mutex<(i32, usize)> },
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Kernel> Job for Task<K> {
    type Worker = Worker<K>;

    fn run(
        &self,
        worker: &mut Worker<K>,
        index: usize,
        split: &Arc<Split<Self>>,
    ) -> ControlFlow<()> {
        let outer = worker.split.replace(split.clone());
        let settled = self.search(worker, index);
        worker.split = outer;
        // Unless the whole search is to stop, only this split was broken.
        let aborted = std::mem::take(&mut worker.aborted);
        // Nobody waits for helpers to leave, so they tell what they did as they go.
        worker.tell();
        if aborted {
            return ControlFlow::Break(());
        }
        if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<K: Kernel> Task<K> {
    /// Searches one move, and says whether that settles the whole node.
    fn search(&self, worker: &mut Worker<K>, index: usize) -> bool {
        let depth = self.depth;
        match &self.aim {
            Aim::Node { alpha, beta, best } => {
                let child = &self.children[index];
                let alpha = lock(best).0.max(*alpha);
                let value = worker.narrow_then_wide(child, alpha, *beta, depth);
                if worker.aborted {
                    return true;
                }
                let mut best = lock(best);
                if value > best.0 {
                    *best = (value, child.square);
                }
                best.0 >= *beta
            }
            Aim::Values(values) => {
                let value = worker.child_value(&self.children[index], -ALL, ALL, depth);
                if !worker.aborted {
                    lock(values)[index] = Some(value);
                }
                false
            }
            Aim::Highest { order, best } => {
                let number = order[index];
                let (highest, holder) = *lock(best);
                // Where this move comes before the holder, it need only be as good.
                let alpha = if number < holder { highest - 1 } else { highest };
                let value = worker.narrow_then_wide(&self.children[number], alpha, ALL, depth);
                if worker.aborted {
                    return true;
                }
                let mut best = lock(best);
                if value > best.0 || value == best.0 && number < best.1 {
                    *best = (value, number);
                }
                false
            }
        }
    }
}

impl<K: Kernel> Worker<K> {
    /// The value of a move whose node has `depth` plies to go.
    #[inline(always)]
    pub(super) fn child_value(&mut self, child: &Child, alpha: i32, beta: i32, depth: u32) -> i32 {
        let kernel = self.shared.kernel;
        let (own, other, moves) = (child.own, child.other, child.moves);
        -kernel.look_ahead::<Board>(self, own, other, moves, (-beta, -alpha), depth - 1)
    }

    /// Whether a move is better than `alpha`, and if it is, how good.
    #[inline(always)]
    fn narrow_then_wide(&mut self, child: &Child, alpha: i32, beta: i32, depth: u32) -> i32 {
        let value = self.child_value(child, alpha, alpha + 1, depth);
        match value > alpha && value < beta && beta > alpha + 1 {
            true => self.child_value(child, alpha, beta, depth),
            false => value,
        }
    }

    /// Runs a task on all threads; `None` if the search was stopped.
    pub(super) fn share(&mut self, task: Task<K>, items: usize) -> Option<Arc<Split<Task<K>>>> {
        let shared = self.shared.clone();
        let split = shared.pool.split(self, task, items, self.split.clone());
        self.aborted |= shared.context.stopped().is_some();
        self.look();
        (!self.aborted).then_some(split)
    }
}

/// The value of a position `depth` plies ahead for `own`, who has these moves: exact if it lies
/// inside the window, else a bound on its side of it.
#[inline(always)]
pub fn look_ahead<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K>,
    own: u64,
    other: u64,
    moves: u64,
    (alpha, beta): (i32, i32),
    depth: u32,
) -> i32 {
    const { assert!(G::ROWS == 8 && G::COLUMNS == 8, "the evaluation knows one board only") };
    worker.nodes += 1;
    if depth == 0 {
        return evaluate(kernel, &worker.shared.evaluation, own, other, moves);
    }
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return final_value(own, other);
        }
        return -kernel.look_ahead::<G>(worker, other, own, moves, (-beta, -alpha), depth);
    }
    let mut batches = Batches::new();
    if depth == 1 {
        Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
        return last_ply::<K, G>(kernel, worker, &batches, (own, other), beta);
    }
    if depth >= TABLE_FROM {
        worker.look();
        if worker.aborted {
            return alpha;
        }
    }
    let known = worker.probe(own, other, depth);
    if let Some(value) = known.and_then(|entry| entry.settles(alpha, beta)) {
        return value;
    }
    // What was best a ply or two less deep is likely best again.
    let known = match depth {
        ..=TABLE_FROM => known,
        _ => [2, 1]
            .into_iter()
            .fold(known, |known, less| known.or_else(|| worker.probe(own, other, depth - less))),
    };
    let best_known = known.map_or(0, |entry| 1 << entry.best);
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    let empty = !(own | other);
    if depth > TABLE_FROM {
        for batch in &batches {
            for lane in 0..batch.len {
                let key = depth_key(batch.own[lane], batch.other[lane], depth - 1);
                worker.shared.table.prefetch(key);
            }
        }
    }
    rank::<K, G>(kernel, worker, &mut batches, (own, other), best_known, depth);
    if depth > TABLE_FROM
        && let Some(value) = settled_by_a_child(worker, &batches, beta, depth)
    {
        return value;
    }
    let count = moves.count_ones();
    let mut best = (-ALL, 0);
    let mut tried = 0;
    while let Some((own, other, moves)) = batch::take_best(&mut batches) {
        let square = (other & empty).trailing_zeros() as u8;
        let child = Child { own, other, moves, square };
        if tried > 0
            && depth >= SPLIT_FROM
            && tried + 1 < count
            && worker.shared.pool.wants_work(worker.split.as_ref())
        {
            let mut children = Children::new();
            children.push(child);
            while let Some((own, other, moves)) = batch::take_best(&mut batches) {
                let square = (other & empty).trailing_zeros() as u8;
                children.push(Child { own, other, moves, square });
            }
            let items = children.len();
            let aim = Aim::Node { alpha, beta, best: Mutex::new(best) };
            let task = Task::new(children, depth, aim);
            let Some(split) = worker.share(task, items) else { return alpha };
            if let Aim::Node { best: found, .. } = &split.job.aim {
                best = *lock(found);
            }
            break;
        }
        let from = alpha.max(best.0);
        let value = match tried {
            0 => worker.child_value(&child, from, beta, depth),
            _ => worker.narrow_then_wide(&child, from, beta, depth),
        };
        if worker.aborted {
            return alpha;
        }
        tried += 1;
        if value > best.0 {
            best = (value, square);
            if value >= beta {
                break;
            }
        }
    }
    let bound = match best.0 {
        value if value >= beta => Bound::Low,
        value if value <= alpha => Bound::High,
        _ => Bound::Exact,
    };
    worker.store(own, other, depth, Entry { value: best.0, bound, best: best.1 });
    best.0
}

/// The highest of the moves by the evaluation alone.
#[inline(always)]
fn last_ply<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K>,
    batches: &Batches,
    (own, other): (u64, u64),
    beta: i32,
) -> i32 {
    let evaluation = &*worker.shared.evaluation;
    let before = Edges::of(kernel, evaluation, own, other);
    let mut best = -ALL;
    let mut nodes = 0;
    'moves: for batch in batches {
        let moves_again = batch.moves_again::<G>();
        let mut values = [0; LANES];
        for lane in 0..LANES {
            let (own, other) = (batch.own[lane], batch.other[lane]);
            let moves = (batch.moves[lane], moves_again[lane]);
            values[lane] = by_sets(&evaluation.weights, (own, other), moves);
        }
        nodes += batch.len as u64;
        for lane in 0..batch.len {
            let (own, other) = (batch.own[lane], batch.other[lane]);
            let value = match batch.moves[lane] | moves_again[lane] {
                0 => final_value(own, other),
                _ => values[lane] + before.after(kernel, evaluation, own, other),
            };
            best = best.max(-value);
            if best >= beta {
                break 'moves;
            }
        }
    }
    worker.nodes += nodes;
    best
}

/// Ranks the moves: the one known first, then by what they look like.
#[inline(always)]
fn rank<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &Worker<K>,
    batches: &mut Batches,
    (own, other): (u64, u64),
    best_known: u64,
    depth: u32,
) {
    let empty = !(own | other);
    let evaluation = &*worker.shared.evaluation;
    let before = Edges::of(kernel, evaluation, own, other);
    let known = |other: u64| i64::from(other & empty & best_known != 0) << 32;
    for batch in batches {
        if depth < EVALUATE_FROM {
            batch.rank(|_, other, replies| {
                let corners = (replies & G::CORNERS).count_ones();
                known(other) - i64::from(replies.count_ones() + 2 * corners)
            });
            continue;
        }
        let moves_again = batch.moves_again::<G>();
        let mut values = [0; LANES];
        for lane in 0..LANES {
            let (own, other) = (batch.own[lane], batch.other[lane]);
            let moves = (batch.moves[lane], moves_again[lane]);
            values[lane] = by_sets(&evaluation.weights, (own, other), moves);
        }
        for (lane, value) in values.into_iter().enumerate().take(batch.len) {
            let (own, other) = (batch.own[lane], batch.other[lane]);
            let value = value + before.after(kernel, evaluation, own, other);
            // Few replies make a small tree.
            let replies = i64::from(batch.moves[lane].count_ones());
            let rank = known(other) - i64::from(value) - 6 * replies;
            batch.rank[lane] = rank * LANES as i64 + (LANES - 1 - lane) as i64;
        }
    }
}

/// The value of a child in the table that settles the node by itself.
#[inline(always)]
fn settled_by_a_child<K: Kernel>(
    worker: &Worker<K>,
    batches: &Batches,
    beta: i32,
    depth: u32,
) -> Option<i32> {
    for batch in batches {
        for lane in 0..batch.len {
            let entry = worker.probe(batch.own[lane], batch.other[lane], depth - 1);
            if let Some(entry) = entry.filter(|entry| entry.bound != Bound::Low)
                && -entry.value >= beta
            {
                return Some(-entry.value);
            }
        }
    }
    None
}
