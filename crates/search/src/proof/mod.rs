//! Depth-first proof-number search with informed leaves, for several threads.
//!
//! One side, the *prover*, wants to reach a goal; the search finds out whether it can force it. A
//! game that goes on for ever counts against the prover. Three things set it apart from
//! `duel::dfpn`:
//!
//! - a new position comes with estimates of its own instead of 1 and 1;
//! - numbers are combined by the largest, and one for every other open child, not by sums, because
//!   the same positions stand below many children;
//! - threads share one table and keep out of each other's way by making what others work on look
//!   dearer, at positions all of whose moves must be proved.
//!
//! *What is believed.* A proof uses proved positions only, so repetition cannot harm it. A disproof
//! that rests on a position of the present path holds only as long as that path does; it is
//! handed up but never kept. So what the table says is true for every path. The key is the whole
//! position, and the table's hits are never false.

mod numbers;
mod worker;

use crate::{Table, on_deep_stacks};
use numbers::Entry;
pub use numbers::Numbers;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Instant;
use worker::Worker;
use yomikiri_core::{Context, Progress, Result, Stop};

/// A goal that one side tries to reach.
pub trait Contest: Sync {
    /// A position.
    type State: Copy + Send + Sync;

    /// Whether the prover is to move.
    fn prover_moves(&self, state: &Self::State) -> bool;

    /// Appends what the moves of a position lead to, every position once.
    fn expand(&self, state: &Self::State, children: &mut Vec<Child<Self::State>>);

    /// Told of positions that took some work to settle, for good.
    fn settled(&self, _key: u128, _proved: bool, _work: u64) {}
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub struct Child<S> {
    /// The position as a number, complete.
    pub key: u128,
    /// The position.
    pub state: S,
    /// What can be said of it at a glance: settled, or how far it seems from either.
    pub numbers: Numbers,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The prover reaches its goal, whatever the other side does.
    Proved,
    /// It does not.
    Disproved,
    /// Paused or stopped before the answer.
    Open,
}

/// Bits of a key at most.
pub const KEY_BITS: u32 = 100;
/// Counters of threads at work, by a digest of the position's key.
const BUSY: usize = 1 << 16;
/// Stack of a worker; the depth of a search is limited by [`worker::DEEPEST`].
const STACK: usize = 1 << 30;

/// A search, with its table.
pub struct Search<'a, C: Contest> {
    contest: C,
    context: &'a Context,
    table: Table,
    busy: Vec<AtomicU8>,
    nodes: AtomicU64,
    /// Nodes of other work under the same limits.
    earlier: AtomicU64,
    finished: AtomicBool,
    /// The number of nodes at which to pause.
    pause_at: AtomicU64,
    stage: String,
    begun: Instant,
}

impl<'a, C: Contest> Search<'a, C> {
    /// A search with an empty table of at most `bytes`; `stage` names it in progress reports.
    pub fn new(contest: C, stage: &str, bytes: u64, context: &'a Context) -> Result<Search<'a, C>> {
        let table = Table::new(bytes, KEY_BITS).map_err(|error| {
            yomikiri_core::Error::refused(format!(
                "no memory for a table of {bytes} bytes: {error}"
            ))
        })?;
        Ok(Search {
            contest,
            context,
            table,
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            nodes: AtomicU64::new(0),
            earlier: AtomicU64::new(0),
            finished: AtomicBool::new(false),
            pause_at: AtomicU64::new(u64::MAX),
            stage: stage.into(),
            begun: Instant::now(),
        })
    }

    /// The goal.
    pub fn contest(&self) -> &C {
        &self.contest
    }

    /// Positions entered so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts nodes of other work towards the limit too.
    pub fn count_earlier(&self, nodes: u64) {
        self.earlier.store(nodes, Ordering::Relaxed);
    }

    /// Lets the search know something that was settled earlier.
    pub fn teach(&self, key: u128, proved: bool, work: u64) {
        let entry = if proved { Entry::Proved { height: 1 } } else { Entry::Disproved };
        self.table.store(key, entry.pack(), numbers::effort(work));
    }

    /// How high the proof of a position is, if the table still has it: more than that of every
    /// position that it needs, as they were when it was found; 1 for what was taught.
    pub fn height(&self, key: u128) -> Option<u32> {
        match Entry::unpack(self.table.probe(key)?) {
            Entry::Proved { height } => Some(height),
            _ => None,
        }
    }

    /// Whether the table has a position as disproved.
    pub fn is_disproved(&self, key: u128) -> bool {
        self.table.probe(key).map(Entry::unpack) == Some(Entry::Disproved)
    }

    /// Finds out whether the prover reaches its goal from `root`, with about `budget` nodes at
    /// most. What has been found out is not lost: the next run goes on from it.
    pub fn run(&self, root: &Child<C::State>, budget: u64) -> Found {
        self.pause_at.store(self.nodes().saturating_add(budget), Ordering::Relaxed);
        if let Some(found) = of(root.numbers) {
            return found;
        }
        self.finished.store(false, Ordering::Relaxed);
        let threads = self.context.limits.threads.max(1);
        let found = on_deep_stacks(threads, STACK, |number| Worker::new(self, number).run(root));
        found.into_iter().flatten().next().unwrap_or(Found::Open)
    }

    /// The same in the thread that calls, several of which may do so at once, with no limit but the
    /// context's. The thread needs a stack for deep recursion.
    pub fn run_here(&self, root: &Child<C::State>) -> Found {
        if let Some(found) = of(root.numbers) {
            return found;
        }
        self.pause_at.store(u64::MAX, Ordering::Relaxed);
        self.finished.store(false, Ordering::Relaxed);
        Worker::new(self, usize::MAX).search(root).unwrap_or(Found::Open)
    }

    /// Adds to the nodes, tells progress, and looks at the limits; whether to stop.
    fn meter(&self, nodes: u64, tells: bool, root: impl FnOnce() -> Numbers) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let total = self.earlier.load(Ordering::Relaxed) + nodes;
        if tells {
            let Numbers { pn, dn } = root();
            self.context.progress.report(&Progress {
                stage: format!("{} (to prove {pn}, to disprove {dn})", self.stage),
                share: None,
                whole: None,
                nodes: total,
                table_fill: Some(self.table.fill()),
                elapsed: self.context.started.elapsed(),
                stage_elapsed: self.begun.elapsed(),
            });
        }
        self.context.check(total)
            || self.finished.load(Ordering::Relaxed)
            || nodes >= self.pause_at.load(Ordering::Relaxed)
    }

    /// Ends the search for a reason of its own.
    fn give_up(&self, why: Stop) {
        self.context.stop(why);
    }
}

/// The answer that numbers hold, if they do.
fn of(numbers: Numbers) -> Option<Found> {
    match numbers {
        Numbers { pn: 0, .. } => Some(Found::Proved),
        Numbers { dn: 0, .. } => Some(Found::Disproved),
        _ => None,
    }
}
