//! The search of one question: is the score of this position above `alpha`?

use crate::batch::{self, Batch, Batches};
use crate::endgame::{self, NONE, Tally};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::{Symmetry, canonical, key};
use crate::ordering;
use crate::stability;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::Context;
use yomikiri_search::split::{Job, Pool, Split};
use yomikiri_search::{Cache, Fact, Facts, Table};

/// Up to so many empty squares are left to [`endgame::few`].
pub const FEW: u32 = 6;
/// From so many empty squares on the table is used.
const TABLE_FROM: u32 = 12;
/// Below, a cache of `1 << CACHE_BITS` entries of the thread's own.
const CACHE_BITS: u32 = 14;
/// From so many empty squares on moves are ordered by a search of their own.
const DEEP_FROM: u32 = 13;
/// From so many empty squares on nodes are shared between threads.
const SPLIT_FROM: u32 = 14;
/// Positions of so many plies from the start are looked up by their least symmetric image.
const SYMMETRIC_PLIES: u32 = 10;

/// Moves are previewed by half as many plies as there are empty squares above this number…
const PREVIEW_BELOW: u32 = 13;
/// … but no deeper than this.
const LONGEST_PREVIEW: u32 = 7;
/// A preview need not tell moves apart that look worse than the best by more than this.
const PREVIEW_MARGIN: i32 = 6 * ordering::DISC;
/// What each reply left to the opponent counts against a move: it makes the tree larger.
const REPLY_COST: i32 = ordering::DISC;

/// A move with the position that it leads to, seen by the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The discs of the opponent, who is to move.
    pub own: u64,
    /// The discs of the side that moved.
    pub other: u64,
    /// The opponent's moves, once they are known.
    pub moves: u64,
    /// Where the disc was placed.
    pub square: u8,
    /// How early it is to be tried; higher is earlier.
    pub rank: i32,
}

/// The moves of a position.
pub type Children = ArrayVec<Child, 40>;

/// Plays every move of `moves`.
#[inline(always)]
fn expand<K: Kernel, G: Geometry>(kernel: K, own: u64, other: u64, moves: u64) -> Children {
    let empty = G::FULL & !(own | other);
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    let lanes = batches.iter().flat_map(|batch| (0..batch.len).map(move |lane| (batch, lane)));
    lanes
        .map(|(batch, lane)| Child {
            own: batch.own[lane],
            other: batch.other[lane],
            moves: batch.moves[lane],
            square: batch.square(lane, empty) as u8,
            rank: 0,
        })
        .collect()
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: i32,
    high: i32,
    best: u8,
}

impl Known {
    fn nothing<G: Geometry>() -> Known {
        Known { low: -(G::SQUARES as i32), high: G::SQUARES as i32, best: NO_MOVE }
    }

    #[inline(always)]
    fn pack(self) -> u32 {
        (self.low + 128) as u32 | ((self.high + 128) as u32) << 8 | u32::from(self.best) << 16
    }

    #[inline(always)]
    fn unpack(payload: u32) -> Known {
        Known {
            low: (payload & 0xff) as i32 - 128,
            high: (payload >> 8 & 0xff) as i32 - 128,
            best: (payload >> 16) as u8,
        }
    }
}

/// The key of a position, and for positions close to the start, which are looked up by their
/// least image, how that image is reached.
#[inline(always)]
fn table_key<G: Geometry>(own: u64, other: u64) -> (u128, Symmetry) {
    if (own | other).count_ones() > 4 + SYMMETRIC_PLIES {
        return (key::<G>(own, other), Symmetry::default());
    }
    let (own, other, symmetry) = canonical::<G>(own, other);
    (key::<G>(own, other), symmetry)
}

/// The best move where none is known.
pub(crate) const NO_MOVE: u8 = 0xff;

/// What all threads of a solve share.
pub struct Shared<K: Kernel, G: Geometry> {
    /// The instruction set in use.
    pub kernel: K,
    /// What has been proved, by position.
    pub table: Table,
    /// The threads.
    pub pool: Pool<Node<K, G>>,
    /// Limits, and whether to stop.
    pub context: Context,
    /// What is kept on disk, if anything.
    pub facts: Option<Facts>,
    /// Positions entered, as last told by each worker.
    pub nodes: AtomicU64,
    /// Share of the question that is answered, in units of 2^-62.
    pub answered: AtomicU64,
}

/// One thread's part of a solve.
pub struct Worker<K: Kernel, G: Geometry> {
    /// What it shares with the others.
    pub shared: Arc<Shared<K, G>>,
    /// What it counts.
    pub tally: Tally,
    cache: Cache,
    told: u64,
    split: Option<Arc<Split<Node<K, G>>>>,
    aborted: bool,
}

const SHARE_UNIT: f64 = (1u64 << 62) as f64;

impl<K: Kernel, G: Geometry> Worker<K, G> {
    /// A worker that has done nothing yet.
    pub fn new(shared: Arc<Shared<K, G>>, scoring: crate::position::Scoring) -> Self {
        Worker {
            shared,
            tally: Tally { nodes: 0, scoring },
            cache: Cache::new(CACHE_BITS),
            told: 0,
            split: None,
            aborted: false,
        }
    }

    /// Tells the nodes entered since the last time, and looks whether to go on.
    #[cold]
    pub fn tell(&mut self) {
        let new = self.tally.nodes - self.told;
        self.told = self.tally.nodes;
        let nodes = new + self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.aborted |= self.shared.context.check(nodes);
        self.look();
    }

    /// Tells once in a while.
    #[inline(always)]
    pub(crate) fn tell_if_due(&mut self) {
        if self.tally.nodes - self.told > 1 << 15 {
            self.tell();
        }
    }

    #[inline(always)]
    fn look(&mut self) {
        self.aborted |= self.split.as_ref().is_some_and(|split| split.broken());
    }

    /// Whether what a search returned must not be believed.
    pub fn aborted(&self) -> bool {
        self.aborted
    }

    /// Positions entered, as last told.
    pub fn told(&self) -> u64 {
        self.told
    }

    /// The best move that the table knows in a position.
    pub fn known_best(&self, own: u64, other: u64) -> Option<u32> {
        let (key, symmetry) = table_key::<G>(own, other);
        let known = Known::unpack(self.shared.table.probe(key)?);
        (known.best != NO_MOVE).then(|| symmetry.source::<G>(known.best.into()))
    }

    fn credit(&self, share: f64) {
        if share > 0.0 {
            self.shared.answered.fetch_add((share * SHARE_UNIT) as u64, Ordering::Relaxed);
        }
    }
}

/// The share of the question answered so far.
pub fn answered(units: u64) -> f64 {
    units as f64 / SHARE_UNIT
}

/// A node whose moves are shared between threads.
pub struct Node<K: Kernel, G: Geometry> {
    children: Children,
    alpha: i32,
    share: f64,
    /// The highest score yet, and its square.
    best: Mutex<(i32, u8)>,
    finished: AtomicU32,
    _kernel: std::marker::PhantomData<(K, G)>,
}

impl<K: Kernel, G: Geometry> Job for Node<K, G> {
    type Worker = Worker<K, G>;

    fn run(
        &self,
        worker: &mut Worker<K, G>,
        index: usize,
        split: &Arc<Split<Self>>,
    ) -> ControlFlow<()> {
        let child = &self.children[index];
        let outer = worker.split.replace(split.clone());
        let kernel = worker.shared.kernel;
        let score = -kernel.deep::<G>(worker, child.own, child.other, !self.alpha, self.share);
        worker.split = outer;
        if worker.aborted {
            // Unless the whole solve is to stop, only this split was broken.
            worker.aborted = false;
            return ControlFlow::Break(());
        }
        self.finished.fetch_add(1, Ordering::Relaxed);
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        // Of equals the first stays: it was thought the best.
        if score > best.0 {
            *best = (score, child.square);
        }
        if score > self.alpha { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The search below the nodes that are ordered with care.
#[inline(always)]
pub fn middle<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    own: u64,
    other: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    let empty = G::FULL & !(own | other);
    let empties = empty.count_ones();
    if empties <= FEW {
        return kernel.few::<G>(&mut worker.tally, own, other, moves, alpha);
    }
    worker.tally.nodes += 1;
    if empties >= 10 {
        worker.tell_if_due();
    }
    if worker.aborted {
        return alpha;
    }
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return worker.tally.final_score::<G>(own, other);
        }
        return -kernel.middle::<G>(worker, other, own, moves, !alpha);
    }
    if let Some(bound) = stability::cutoff::<G>(own, other, alpha) {
        return bound;
    }
    let use_table = empties >= TABLE_FROM;
    let mut known = Known::nothing::<G>();
    let nodes_before = worker.tally.nodes;
    let own_key = key::<G>(own, other);
    let payload = match use_table {
        true => worker.shared.table.probe(own_key),
        false => worker.cache.probe(own_key),
    };
    if let Some(payload) = payload {
        known = Known::unpack(payload);
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
    }
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    let odd = endgame::odd_quarters::<G>(empty);
    let best_known = if known.best == NO_MOVE { 0 } else { 1 << known.best };
    for batch in &mut batches {
        if batch.wipes_out() {
            return G::SQUARES as i32;
        }
        batch.rank(|own, other, moves| {
            let disc = other & empty;
            let frontier = ordering::spread::<G>(empty & !disc);
            let count = |set: u64| i64::from(set.count_ones());
            -20 * (count(moves) + count(moves & G::CORNERS)) - 6 * count(other & frontier)
                + 3 * count(own & frontier)
                + if disc & odd != 0 { 5 } else { 0 }
                + if disc & best_known != 0 { 1 << 20 } else { 0 }
        });
    }
    let mut best = NONE;
    let mut best_square = NO_MOVE;
    while let Some((own, other, moves)) = batch::take_best(&mut batches) {
        let score = -if empties - 1 <= FEW {
            kernel.few::<G>(&mut worker.tally, own, other, moves, !alpha)
        } else {
            worker.cache.prefetch(key::<G>(own, other));
            kernel.middle::<G>(worker, own, other, moves, !alpha)
        };
        if worker.aborted {
            return alpha;
        }
        if score > best {
            best = score;
            best_square = (other & empty).trailing_zeros() as u8;
            if best > alpha {
                break;
            }
        }
    }
    if best > alpha {
        known.low = best;
    } else {
        known.high = best;
    }
    known.best = best_square;
    if use_table {
        let work = work(worker.tally.nodes - nodes_before);
        worker.shared.table.store(own_key, known.pack(), work);
    } else {
        worker.cache.store(own_key, known.pack());
    }
    best
}

/// The logarithm of a number of nodes, four steps to a doubling.
#[inline(always)]
pub(crate) fn work(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let whole = nodes.ilog2();
    let quarter = (nodes << 2 >> whole) as u32 & 3;
    (4 * whole + quarter).min(255) as u8
}

/// How many plies the moves of a node are searched ahead to order them.
fn preview_depth(empties: u32) -> u32 {
    (empties.saturating_sub(PREVIEW_BELOW) / 2).min(LONGEST_PREVIEW)
}

/// Sorts moves by what a search of `depth` plies says of them.
#[inline(always)]
fn order<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    children: &mut [Child],
    depth: u32,
) {
    let mut highest = -i32::MAX / 2;
    for child in &mut *children {
        let window = (-i32::MAX / 2, -(highest - PREVIEW_MARGIN));
        let score =
            -kernel.preview::<G>(worker, child.own, child.other, child.moves, window, depth);
        highest = highest.max(score);
        let replies = child.moves.count_ones() + (child.moves & G::CORNERS).count_ones();
        child.rank = score - REPLY_COST * replies as i32;
    }
    children.sort_by_key(|child| -child.rank);
}

/// The search of nodes that are worth ordering with care, and sharing.
#[inline(always)]
pub fn deep<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    own: u64,
    other: u64,
    alpha: i32,
    share: f64,
) -> i32 {
    let empty = G::FULL & !(own | other);
    let empties = empty.count_ones();
    if empties < DEEP_FROM {
        let moves = kernel.mobility::<G>(own, other);
        let score = kernel.middle::<G>(worker, own, other, moves, alpha);
        worker.credit(share);
        return score;
    }
    worker.tally.nodes += 1;
    worker.tell_if_due();
    worker.look();
    if worker.aborted {
        return alpha;
    }
    let moves = kernel.mobility::<G>(own, other);
    if moves == 0 {
        if kernel.mobility::<G>(other, own) == 0 {
            worker.credit(share);
            return worker.tally.final_score::<G>(own, other);
        }
        return -kernel.deep::<G>(worker, other, own, !alpha, share);
    }
    if let Some(bound) = stability::cutoff::<G>(own, other, alpha) {
        worker.credit(share);
        return bound;
    }
    let nodes_before = worker.tally.nodes;
    let (own_key, symmetry) = table_key::<G>(own, other);
    let mut known = Known::nothing::<G>();
    if let Some(payload) = worker.shared.table.probe(own_key) {
        known = Known::unpack(payload);
    }
    if let Some(fact) = worker.shared.facts.as_ref().and_then(|facts| facts.get(own_key)) {
        known.low = known.low.max(fact.low.into());
        known.high = known.high.min(fact.high.into());
        if known.best == NO_MOVE {
            known.best = fact.best as u8;
        }
    }
    if known.low > alpha || known.high <= alpha {
        worker.credit(share);
        return if known.low > alpha { known.low } else { known.high };
    }
    let best_known = match known.best {
        NO_MOVE => NO_MOVE,
        square => symmetry.source::<G>(square.into()) as u8,
    };

    let mut children = expand::<K, G>(kernel, own, other, moves);
    let total = children.len();
    let mut best = NONE;
    let mut best_square = NO_MOVE;
    for child in &children {
        worker.shared.table.prefetch(table_key::<G>(child.own, child.other).0);
    }
    // What is known of the moves may settle the node, or leave fewer of them to search.
    let mut index = 0;
    while index < children.len() {
        let child = children[index];
        if child.own == 0 {
            worker.credit(share);
            return G::SQUARES as i32;
        }
        if let Some(payload) = worker.shared.table.probe(table_key::<G>(child.own, child.other).0) {
            let of_child = Known::unpack(payload);
            if -of_child.high > alpha {
                best = -of_child.high;
                best_square = child.square;
                children.clear();
                break;
            }
            if -of_child.low <= alpha {
                if -of_child.low > best {
                    best = -of_child.low;
                    best_square = child.square;
                }
                children.swap_remove(index);
                continue;
            }
        }
        index += 1;
    }
    // A move that was best before goes first; only if it fails the others are worth ordering.
    let mut ordered = 0;
    if let Some(index) = children.iter().position(|child| child.square == best_known) {
        children.swap(0, index);
        ordered = 1;
    }
    let child_share = share / total as f64;
    let mut given = 0.0;
    let count = children.len();
    for index in 0..count {
        if index == ordered && index + 1 < count {
            order::<K, G>(
                kernel,
                worker,
                &mut children[index..],
                preview_depth(empties) >> ordered,
            );
        }
        if index > 0
            && empties >= SPLIT_FROM
            && worker.shared.pool.wants_work(worker.split.as_ref())
            && index + 1 < count
        {
            let node = Node {
                children: children.drain(index..).collect(),
                alpha,
                share: child_share,
                best: Mutex::new((best, best_square)),
                finished: AtomicU32::new(0),
                _kernel: std::marker::PhantomData,
            };
            let parent = worker.split.clone();
            let shared = worker.shared.clone();
            let split = shared.pool.split(worker, node, count - index, parent);
            worker.aborted |= shared.context.stopped().is_some();
            worker.look();
            if worker.aborted {
                return alpha;
            }
            (best, best_square) = *split.job.best.lock().unwrap_or_else(PoisonError::into_inner);
            given += child_share * f64::from(split.job.finished.load(Ordering::Relaxed));
            break;
        }
        let child = children[index];
        let score = -kernel.deep::<G>(worker, child.own, child.other, !alpha, child_share);
        if worker.aborted {
            return alpha;
        }
        given += child_share;
        if score > best {
            best = score;
            best_square = child.square;
            if best > alpha {
                break;
            }
        }
    }
    worker.credit(share - given);

    if best > alpha {
        known.low = best;
    } else {
        known.high = best;
    }
    if best_square != NO_MOVE {
        known.best = symmetry.image::<G>(best_square.into()) as u8;
    }
    let work = work(worker.tally.nodes - nodes_before);
    worker.shared.table.store(own_key, known.pack(), work);
    if let Some(facts) = &worker.shared.facts {
        facts.add(
            own_key,
            Fact { low: known.low as i16, high: known.high as i16, best: known.best.into(), work },
        );
    }
    best
}
