//! The search of one question: is the score of this position above `alpha`?
//!
//! [`deep`] answers it for positions far from the end, [`middle`] nearer to it, and
//! [`crate::endgame`] for the last squares. [`guess`] looks ahead on the evaluation instead.

mod deep;
mod guess;
mod middle;

pub use deep::deep;
pub(crate) use guess::Guess;
pub use guess::{BEYOND, guess, shallow_depth};
pub use middle::middle;

use crate::batch::{Batch, Batches};
use crate::endgame::Tally;
use crate::evaluation::{Evaluation, Features};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::{Symmetry, canonical, key, key_bits};
use crate::ordering;
use crate::position::Scoring;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::Context;
use yomikiri_search::split::{Job as SplitJob, Pool, Split};
use yomikiri_search::{Cache, Crew, Table};
use yomikiri_storage::{self as storage, ClaimStore};

/// Up to so many empty squares are left to [`crate::endgame::few`].
pub const FEW: u32 = 6;
/// From so many empty squares on moves are ordered by a search of their own, and the table is used.
const DEEP_FROM: u32 = 13;
/// Below, a cache of `1 << CACHE_BITS` entries of the thread's own.
const CACHE_BITS: u32 = 14;
/// From so many empty squares on nodes are shared between threads.
pub(crate) const SPLIT_FROM: u32 = 14;
/// A crew is called once so many positions were entered: some thousandths of a second's work.
const CALL_AFTER: u64 = 1 << 16;
/// Guesses that took fewer nodes are not kept for other runs.
const GUESSED_FROM: u64 = 1 << 14;
/// Positions of so many plies from the start are looked up by their least symmetric image.
const SYMMETRIC_PLIES: u32 = 10;

/// How sure a search is that what it leaves out does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confidence(pub(crate) u8);

impl Confidence {
    /// Nothing is left out.
    pub const FULL: Confidence = Confidence(3);
    /// Every confidence, the least first.
    pub const ALL: [Confidence; 4] = [Confidence(0), Confidence(1), Confidence(2), Confidence(3)];

    /// By how many standard deviations a shallower search must settle a question.
    pub(crate) fn deviations(self) -> f32 {
        [1.1, 1.6, 2.3, f32::INFINITY][usize::from(self.0)]
    }
}

/// A position as the side to move sees it, with what the evaluation keeps of it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The numbers of its patterns; of no meaning where there is no evaluation.
    pub features: Features,
}

impl Seen {
    /// A position, looked at anew.
    pub fn new(evaluation: Option<&Evaluation>, own: u64, other: u64) -> Seen {
        let features = evaluation.map(|evaluation| evaluation.features(own, other));
        Seen { own, other, features: features.unwrap_or_default() }
    }

    /// The position with the other side to move.
    #[inline(always)]
    pub fn passed(&self) -> Seen {
        Seen { own: self.other, other: self.own, features: self.features.passed() }
    }

    /// The position after a move that leads to these discs, seen by the opponent.
    #[inline(always)]
    pub fn after<G: Geometry>(
        &self,
        evaluation: Option<&Evaluation>,
        own: u64,
        other: u64,
    ) -> Seen {
        let disc = other & !(self.own | self.other);
        let flips = self.other & other;
        let features = match evaluation {
            Some(evaluation) => evaluation.after::<G>(&self.features, disc, flips),
            None => self.features,
        };
        Seen { own, other, features }
    }
}

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

/// Bits of a guess in the table.
pub const GUESS_BITS: u32 = 27;

/// The best move where none is known.
pub(crate) const NO_MOVE: u8 = 0xff;

/// What all threads of a solve share.
pub struct Shared<K: Kernel, G: Geometry> {
    /// The instruction set in use.
    pub kernel: K,
    /// What has been proved, by position.
    pub table: Arc<Table>,
    /// What moves are ordered by.
    pub ordering: ordering::Ordering,
    /// The evaluation that orders moves, if the board has one.
    pub evaluation: Option<&'static Evaluation>,
    /// What has been guessed, by position.
    pub guesses: Arc<Table<GUESS_BITS>>,
    /// The threads.
    pub pool: Pool<Node<K, G>>,
    /// Limits, and whether to stop.
    pub context: Context,
    /// What is kept on disk, if anything.
    pub claims: Option<ClaimStore>,
    /// Positions entered, as last told by each worker.
    pub nodes: AtomicU64,
    /// Share of the question that is answered, in units of 2^-62.
    pub answered: AtomicU64,
    /// Threads to be called if the work takes long; if there are none, it has its own from the
    /// beginning.
    pub crew: Option<Arc<Crew>>,
    /// Whether they were.
    pub called: AtomicBool,
}

impl<K: Kernel, G: Geometry> Shared<K, G> {
    /// What a search with these tables shares; nothing is counted yet.
    pub fn new(
        kernel: K,
        table: Arc<Table>,
        guesses: Arc<Table<GUESS_BITS>>,
        evaluation: Option<&'static Evaluation>,
        context: Context,
        claims: Option<ClaimStore>,
    ) -> Shared<K, G> {
        let (nodes, answered) = (AtomicU64::new(0), AtomicU64::new(0));
        Shared {
            kernel,
            table,
            ordering: ordering::Ordering::Trained,
            evaluation,
            guesses,
            pool: Pool::new(),
            context,
            claims,
            nodes,
            answered,
            crew: None,
            called: AtomicBool::new(false),
        }
    }

    /// Knows what earlier runs believed, so that it need not be found out again.
    pub(crate) fn recall_guesses(&self) {
        let (Some(claims), Some(_)) = (&self.claims, self.evaluation) else { return };
        for (key, kept) in claims.guesses() {
            let best = square_of::<G>(kept.best);
            let guess = Guess { low: kept.low.into(), high: kept.high.into(), best };
            if key >> key_bits(G::SQUARES) == 0 {
                self.guesses.store(key, guess.pack(), kept.effort);
            }
        }
    }

    /// Stores what is believed of a position after so many nodes; what took long is kept for other
    /// runs.
    #[inline(always)]
    fn believe(&self, key: u128, guess: Guess, effort: u8, nodes: u64) {
        self.guesses.store(key, guess.pack(), effort);
        if nodes >= GUESSED_FROM
            && let Some(claims) = &self.claims
        {
            let (low, high) = (guess.low as i16, guess.high as i16);
            claims.believe(key, storage::Guess { low, high, best: guess.best.into(), effort });
        }
    }
}

/// Marks the key of a guess that is a whole search's before a proof, and not the table's.
const FORESEEN: u128 = 1 << 127;

impl<K: Kernel, G: Geometry> Shared<K, G> {
    /// What an earlier run believed of the score when it was done with searches of some confidence.
    pub(crate) fn foreseen(&self, own: u64, other: u64) -> Option<(Confidence, i32)> {
        let kept = self.claims.as_ref()?.believed(FORESEEN | key::<G>(own, other))?;
        Some((Confidence(kept.effort), kept.low.into()))
    }

    /// Keeps that for other runs.
    pub(crate) fn foresee(&self, own: u64, other: u64, confidence: Confidence, score: i32) {
        if let Some(claims) = &self.claims {
            let (low, effort) = (score as i16, confidence.0);
            let guess = storage::Guess { low, high: low, best: NO_MOVE.into(), effort };
            claims.believe(FORESEEN | key::<G>(own, other), guess);
        }
    }
}

/// The square that a kept number stands for, if it is one of the board.
fn square_of<G: Geometry>(number: u16) -> u8 {
    if u32::from(number) < G::SQUARES { number as u8 } else { NO_MOVE }
}

/// Runs `task` on this thread, with as many others to help as the context allows; those of a crew
/// come when they are called.
pub(crate) fn with_crew<K: Kernel, G: Geometry, T>(
    shared: &Arc<Shared<K, G>>,
    scoring: Scoring,
    task: impl FnOnce(&mut Worker<K, G>) -> T,
) -> T {
    /// Ends the other threads even if the task panics, so that the scope can be left.
    struct End<'a, K: Kernel, G: Geometry>(&'a Shared<K, G>);
    impl<K: Kernel, G: Geometry> Drop for End<'_, K, G> {
        fn drop(&mut self) {
            self.0.pool.close();
        }
    }
    let new = if shared.crew.is_some() { 1 } else { shared.context.limits.threads.max(1) };
    std::thread::scope(|scope| {
        for _ in 1..new {
            scope.spawn(|| {
                let mut worker = Worker::new(shared.clone(), scoring);
                shared.pool.serve(&mut worker);
                worker.tell();
            });
        }
        let _end = End(shared);
        task(&mut Worker::new(shared.clone(), scoring))
    })
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
    pub fn new(shared: Arc<Shared<K, G>>, scoring: Scoring) -> Self {
        Worker {
            shared,
            tally: Tally { nodes: 0, scoring },
            cache: Cache::new(CACHE_BITS, key_bits(G::SQUARES)),
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
        if nodes >= CALL_AFTER {
            self.call_the_crew();
        }
    }

    /// Calls the crew, once, if there is one.
    fn call_the_crew(&self) {
        let Some(crew) = &self.shared.crew else { return };
        if self.shared.called.swap(true, Ordering::Relaxed) {
            return;
        }
        let (shared, scoring) = (self.shared.clone(), self.tally.scoring);
        crew.call(move || shared.pool.serve(&mut Worker::new(shared.clone(), scoring)));
    }

    /// Tells once in a while.
    #[inline(always)]
    pub(crate) fn tell_if_due(&mut self) {
        if self.tally.nodes - self.told > 1 << 15 {
            self.tell();
        }
    }

    /// Looks whether the work, or this thread's part of it, is to end.
    #[inline(always)]
    fn look(&mut self) {
        self.aborted |= self.shared.context.stopped().is_some();
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

    /// The best move that either table knows in a position.
    pub(crate) fn expected(&self, own: u64, other: u64) -> Option<u32> {
        self.known_best(own, other).or_else(|| {
            let guess = Guess::unpack(self.shared.guesses.probe(key::<G>(own, other))?);
            (guess.best != NO_MOVE).then_some(guess.best.into())
        })
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

/// What is asked of the moves of a shared node.
enum Job {
    /// Whether one is above `alpha`.
    Prove { share: f64, confidence: Confidence },
    /// The same on the evaluation, some plies ahead.
    Guess { depth: u32, confidence: Confidence },
}

/// A node whose moves are shared between threads.
pub struct Node<K: Kernel, G: Geometry> {
    parent: Seen,
    children: Children,
    alpha: i32,
    job: Job,
    /// The highest score yet, and its square.
    best: Mutex<(i32, u8)>,
    finished: AtomicU32,
    _kernel: std::marker::PhantomData<(K, G)>,
}

impl<K: Kernel, G: Geometry> Node<K, G> {
    fn new(parent: &Seen, children: Children, alpha: i32, job: Job, best: (i32, u8)) -> Self {
        Node {
            parent: *parent,
            children,
            alpha,
            job,
            best: Mutex::new(best),
            finished: AtomicU32::new(0),
            _kernel: std::marker::PhantomData,
        }
    }
}

impl<K: Kernel, G: Geometry> SplitJob for Node<K, G> {
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
        let position = self.parent.after::<G>(worker.shared.evaluation, child.own, child.other);
        let score = -match self.job {
            Job::Prove { share, confidence } => {
                kernel.deep::<G>(worker, &position, !self.alpha, share, confidence)
            }
            Job::Guess { depth, confidence } => {
                let window = (!self.alpha, -self.alpha);
                kernel.guess::<G>(worker, &position, child.moves, window, depth - 1, confidence)
            }
        };
        worker.split = outer;
        let aborted = worker.aborted;
        if worker.shared.crew.is_some() {
            // Nobody waits for a crew to leave, so it tells what it did as it goes.
            worker.tell();
        }
        // Unless the whole solve is to stop, only this split was broken.
        worker.aborted = false;
        if aborted {
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

/// The logarithm of a number of nodes, four steps to a doubling.
#[inline(always)]
pub(crate) fn work(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let whole = nodes.ilog2();
    let quarter = (nodes << 2 >> whole) as u32 & 3;
    (4 * whole + quarter).min(255) as u8
}
