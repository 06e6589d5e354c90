//! One thread of the search.

use super::numbers::{Entry, INFINITE, Numbers, effort};
use super::{BUSY, Child, Contest, Found, Search, of};
use std::sync::atomic::Ordering;
use yomikiri_core::Stop;
use yomikiri_core::hash::{HashMap, hash_of};

/// Longest path; a frame takes well under a kilobyte of stack.
pub(super) const DEEPEST: usize = 1 << 16;
/// Nodes between looks at limits and at what others have settled.
const PAUSE: u64 = 256;
/// Work on a settled position that makes it worth telling, counted twice as what is settled is.
const WORTH_TELLING: u64 = 1 << 10;
/// A disproof that rests on no position of the path.
const ON_NOTHING: usize = usize::MAX;

/// What a visit to a position found.
#[derive(Clone, Copy)]
struct Visit {
    numbers: Numbers,
    /// The earliest position of the path that a disproof rests on.
    rests: usize,
    /// Of a proof.
    height: u32,
}

impl Visit {
    fn open(numbers: Numbers) -> Visit {
        Visit { numbers, rests: ON_NOTHING, height: 0 }
    }
}

/// A child as the node that visits it sees it.
#[derive(Clone, Copy)]
struct Seen<S> {
    child: Child<S>,
    visit: Visit,
}

pub(super) struct Worker<'a, 'b, C: Contest> {
    search: &'a Search<'b, C>,
    /// The first one tells progress.
    number: usize,
    several: bool,
    path: Vec<u128>,
    depth_of: HashMap<u128, usize>,
    /// Lists of children, to be used again.
    spare: Vec<Vec<Seen<C::State>>>,
    fresh: Vec<Child<C::State>>,
    nodes: u64,
    told: u64,
    /// Set when the work is to end.
    stopped: bool,
    /// A position of the path that another thread has settled: everything below it is idle.
    settled_at: usize,
}

impl<'a, 'b, C: Contest> Worker<'a, 'b, C> {
    pub(super) fn new(search: &'a Search<'b, C>, number: usize) -> Worker<'a, 'b, C> {
        Worker {
            search,
            number,
            several: search.context.limits.threads > 1,
            path: Vec::new(),
            depth_of: HashMap::default(),
            spare: Vec::new(),
            fresh: Vec::new(),
            nodes: 0,
            told: 0,
            stopped: false,
            settled_at: usize::MAX,
        }
    }

    /// Searches until the root is settled, and lets the others know; `None` if stopped first.
    pub(super) fn run(self, root: &Child<C::State>) -> Option<Found> {
        let search = self.search;
        let found = self.search(root);
        if found.is_some() {
            search.finished.store(true, Ordering::Relaxed);
        }
        found
    }

    /// Searches until the root is settled; `None` if stopped first.
    pub(super) fn search(mut self, root: &Child<C::State>) -> Option<Found> {
        let highest = Numbers { pn: INFINITE, dn: INFINITE };
        let visit = self.visit(root, highest);
        self.search.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        of(visit.numbers)
    }

    /// What the table says of a position.
    fn probe(&self, key: u128) -> Option<Visit> {
        let entry = Entry::unpack(self.search.table.probe(key)?);
        let height = if let Entry::Proved { height } = entry { height } else { 0 };
        Some(Visit { numbers: entry.numbers(), rests: ON_NOTHING, height })
    }

    fn keep(&self, key: u128, visit: Visit, work: u64) {
        let entry = match visit.numbers {
            Numbers { pn: 0, .. } => Entry::Proved { height: visit.height },
            Numbers { dn: 0, .. } if visit.rests != ON_NOTHING => return,
            Numbers { dn: 0, .. } => Entry::Disproved,
            // Another thread may have settled it meanwhile.
            _ if self.several && self.probe(key).is_some_and(|known| known.numbers.solved()) => {
                return;
            }
            numbers => Entry::Open(numbers),
        };
        // What is settled is worth more than what is open and took the same.
        let work = if visit.numbers.solved() { 2 * work } else { work };
        self.search.table.store(key, entry.pack(), effort(work));
        if visit.numbers.solved() && work >= WORTH_TELLING {
            self.search.contest.settled(key, visit.numbers.pn == 0, work);
        }
    }

    fn busy(&self, key: u128) -> &std::sync::atomic::AtomicU8 {
        &self.search.busy[hash_of(&key) as usize % BUSY]
    }

    /// Looks up from the work: at limits, and at what others have settled on the path.
    fn pause(&mut self) {
        let fresh = self.nodes - self.told;
        self.told = self.nodes;
        let root = self.path.first().copied();
        let root = || {
            root.and_then(|key| self.probe(key)).map_or(Numbers::open(1, 1), |visit| visit.numbers)
        };
        self.stopped |= self.search.meter(fresh, self.number == 0, root);
        if self.several {
            let settled = self
                .path
                .iter()
                .position(|key| self.probe(*key).is_some_and(|visit| visit.numbers.solved()));
            self.settled_at = settled.unwrap_or(usize::MAX);
        }
    }

    /// Works on a position until one of its numbers reaches its threshold.
    fn visit(&mut self, node: &Child<C::State>, thresholds: Numbers) -> Visit {
        let depth = self.path.len();
        let begun = self.nodes;
        self.nodes += 1;
        self.path.push(node.key);
        self.depth_of.insert(node.key, depth);
        if self.nodes - self.told >= PAUSE {
            self.pause();
        }
        if depth >= DEEPEST {
            self.search.give_up(Stop::Depth);
            self.stopped = true;
        }
        let mut children = self.spare.pop().unwrap_or_default();
        self.look_at_children(node, &mut children);
        let visit = self.work(node, &mut children, thresholds, depth);
        children.clear();
        self.spare.push(children);
        self.path.pop();
        self.depth_of.remove(&node.key);
        if !self.stopped || visit.numbers.solved() {
            self.keep(node.key, visit, self.nodes - begun);
        }
        visit
    }

    fn look_at_children(&mut self, node: &Child<C::State>, children: &mut Vec<Seen<C::State>>) {
        let mut fresh = std::mem::take(&mut self.fresh);
        self.search.contest.expand(&node.state, &mut fresh);
        for child in &fresh {
            if !child.numbers.solved() {
                self.search.table.prefetch(child.key);
            }
        }
        for child in fresh.drain(..) {
            let visit = match self.depth_of.get(&child.key) {
                _ if child.numbers.solved() => {
                    Visit { numbers: child.numbers, rests: ON_NOTHING, height: 1 }
                }
                Some(depth) => Visit { numbers: Numbers::DISPROVED, rests: *depth, height: 0 },
                None => self.probe(child.key).unwrap_or(Visit::open(child.numbers)),
            };
            children.push(Seen { child, visit });
        }
        self.fresh = fresh;
    }

    fn work(
        &mut self,
        node: &Child<C::State>,
        children: &mut [Seen<C::State>],
        thresholds: Numbers,
        depth: usize,
    ) -> Visit {
        let prover = self.search.contest.prover_moves(&node.state);
        // Seen by who is to move: what it must reach, and what the other one must.
        let mine = |numbers: Numbers| if prover { numbers.pn } else { numbers.dn };
        let theirs = |numbers: Numbers| if prover { numbers.dn } else { numbers.pn };
        let join = |mine: u32, theirs: u32| match prover {
            true => Numbers { pn: mine, dn: theirs },
            false => Numbers { pn: theirs, dn: mine },
        };
        loop {
            let (mut least, mut least_other, mut open) = (INFINITE, 0, 0_u32);
            // With what others work on made dearer: the best, and the next best.
            let (mut best, mut second, mut chosen) = (u32::MAX, u32::MAX, None);
            for (at, seen) in children.iter().enumerate() {
                let numbers = seen.visit.numbers;
                least = least.min(mine(numbers));
                if theirs(numbers) == 0 {
                    continue;
                }
                open += 1;
                least_other = least_other.max(theirs(numbers));
                let mut price = mine(numbers);
                // Only where the prover does not move: there every child must be proved, and threads
                // that part do not work in vain.
                if self.several && !prover {
                    let busy = self.busy(seen.child.key).load(Ordering::Relaxed);
                    price = price.saturating_mul(1 + u32::from(busy));
                }
                if price < best {
                    (second, best, chosen) = (best, price, Some(at));
                } else {
                    second = second.min(price);
                }
            }
            if least == 0 {
                return won(children, prover, depth);
            }
            let Some(at) = chosen else { return lost(children, prover, depth) };
            let numbers = join(least, least_other + open - 1);
            if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn || self.stopped {
                return Visit::open(Numbers::open(numbers.pn, numbers.dn));
            }
            if self.settled_at <= depth {
                let known = self.probe(node.key).filter(|_| self.settled_at == depth);
                return known.unwrap_or(Visit::open(numbers));
            }
            // Well above the next best, so that the search does not hop to and fro.
            let next_best = second.saturating_add(second / 8 * 5).saturating_add(1);
            // What others work on may leave only a child that is beyond the threshold already.
            let own = mine(children[at].visit.numbers);
            let limit =
                mine(thresholds).max(if best > own || own > least { own + own / 2 + 1 } else { 0 });
            let child_thresholds =
                join(limit.min(next_best), theirs(thresholds).saturating_sub(open - 1));
            let child = children[at].child;
            if self.several {
                self.busy(child.key).fetch_add(1, Ordering::Relaxed);
            }
            let visit = self.visit(&child, child_thresholds);
            if self.several {
                self.busy(child.key).fetch_sub(1, Ordering::Relaxed);
                for seen in children.iter_mut().filter(|seen| !seen.visit.numbers.solved()) {
                    if let Some(visit) =
                        self.probe(seen.child.key).filter(|visit| visit.numbers.solved())
                    {
                        seen.visit = visit;
                    }
                }
            }
            // Not what the table has, unless another thread has settled it: it may have been driven
            // out, or be older.
            if visit.numbers.solved() || !children[at].visit.numbers.solved() {
                children[at].visit = visit;
            }
            if self.settled_at < depth {
                return Visit::open(numbers);
            }
            if self.settled_at != usize::MAX {
                // It was this node or one below it: both are left behind now.
                let here = self.settled_at == depth;
                self.settled_at = usize::MAX;
                let known = if here { self.probe(node.key) } else { None };
                if let Some(visit) = known.filter(|visit| visit.numbers.solved()) {
                    return visit;
                }
            }
        }
    }
}

/// The visit to a node whose mover has a move that does it.
fn won<S>(children: &[Seen<S>], prover: bool, depth: usize) -> Visit {
    match prover {
        true => {
            let proved = children.iter().filter(|seen| seen.visit.numbers.pn == 0);
            let height = proved.map(|seen| seen.visit.height).min().unwrap_or(0);
            Visit { numbers: Numbers::PROVED, rests: ON_NOTHING, height: height + 1 }
        }
        false => {
            let disproved = children.iter().filter(|seen| seen.visit.numbers.dn == 0);
            let rests = disproved.map(|seen| seen.visit.rests).max().unwrap_or(ON_NOTHING);
            disproof(rests, depth)
        }
    }
}

/// The visit to a node none of whose mover's moves does it.
fn lost<S>(children: &[Seen<S>], prover: bool, depth: usize) -> Visit {
    match prover {
        true => {
            let rests = children.iter().map(|seen| seen.visit.rests).min().unwrap_or(ON_NOTHING);
            disproof(rests, depth)
        }
        false => {
            let height = children.iter().map(|seen| seen.visit.height).max().unwrap_or(0);
            Visit { numbers: Numbers::PROVED, rests: ON_NOTHING, height: height + 1 }
        }
    }
}

/// A disproof that rests on nothing before the node itself rests on nothing.
fn disproof(rests: usize, depth: usize) -> Visit {
    let rests = if rests >= depth { ON_NOTHING } else { rests };
    Visit { numbers: Numbers::DISPROVED, rests, height: 0 }
}
