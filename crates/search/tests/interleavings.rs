//! What threads do together, tried in thousands of interleavings that `shuttle` chooses: at every
//! lock and every atomic another thread may go on. A thread that waits for ever ends the test.
//!
//! `cargo test -p yomikiri-search --features shuttle --test interleavings`

use shuttle::thread;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use yomikiri_search::Table;
use yomikiri_search::split::{Job, Pool, Split};

const ROUNDS: usize = 2000;

/// By chance, and with few changes of thread at places that matter most.
fn check(test: impl Fn() + Send + Sync + 'static) {
    let test = Arc::new(test);
    let again = test.clone();
    shuttle::check_random(move || test(), ROUNDS);
    shuttle::check_pct(move || again(), ROUNDS, 3);
}

/// A tree whose inner nodes are all split; the leaves are counted, each by its number.
struct Tree {
    pool: Arc<Pool<Tree>>,
    depth: u32,
    leaves: AtomicU64,
    /// The item that settles its node.
    settles: Option<usize>,
}

const ITEMS: usize = 2;

impl Tree {
    fn new(pool: &Arc<Pool<Tree>>, depth: u32) -> Tree {
        let (pool, leaves) = (pool.clone(), AtomicU64::new(0));
        Tree { pool, depth, leaves, settles: None }
    }
}

impl Job for Tree {
    type Worker = u64;

    fn run(&self, worker: &mut u64, index: usize, split: &Arc<Split<Tree>>) -> ControlFlow<()> {
        *worker += 1;
        if self.depth == 0 {
            self.leaves.fetch_add(1 << (8 * index), Ordering::Relaxed);
        } else {
            let below = Tree { settles: self.settles, ..Tree::new(&self.pool, self.depth - 1) };
            let done = self.pool.split(worker, below, ITEMS, Some(split.clone()));
            self.leaves.fetch_add(done.job.leaves.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        match self.settles == Some(index) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Searches a tree with helpers; how often each leaf was met, and the items taken.
fn search(helpers: usize, tree: impl Fn(&Arc<Pool<Tree>>) -> Tree) -> (u64, u64) {
    let pool = Arc::new(Pool::new());
    let serve = |pool: Arc<Pool<Tree>>| {
        move || {
            let mut items = 0;
            pool.serve(&mut items);
            items
        }
    };
    let helpers: Vec<_> = (0..helpers).map(|_| thread::spawn(serve(pool.clone()))).collect();
    let mut items = 0;
    let split = pool.split(&mut items, tree(&pool), ITEMS, None);
    pool.close();
    for helper in helpers {
        items += helper.join().unwrap();
    }
    (split.job.leaves.load(Ordering::Relaxed), items)
}

#[test]
fn every_item_of_a_split_is_done_once_and_nobody_waits_for_ever() {
    for helpers in [1, 2] {
        check(move || {
            let (leaves, items) = search(helpers, |pool| Tree::new(pool, 2));
            assert_eq!(leaves, 4 + (4 << 8));
            assert_eq!(items, 2 + 4 + 8);
        });
    }
}

#[test]
fn a_split_that_is_settled_ends_for_all_who_work_below() {
    check(|| {
        let settled = |pool: &Arc<Pool<Tree>>| Tree { settles: Some(0), ..Tree::new(pool, 2) };
        let (leaves, items) = search(2, settled);
        // The first leaf that is done settles its node and those above; others may have begun.
        assert!(leaves & 0xff >= 1 && items <= 2 + 4 + 8);
    });
}

#[test]
fn threads_share_a_table_without_a_false_hit() {
    check(|| {
        // Sixteen buckets; in each comes to stand one of sixteen keys that differ in their lowest
        // bits only. So every bucket meets six keys, and has room for four.
        let table = Arc::new(<Table>::new(0, 100).unwrap());
        let payload = |key: u128| (key >> 40) as u32 * 16 + (key as u32 & 15) + 1;
        let fill = |thread: u128| {
            let table = table.clone();
            thread::spawn(move || {
                for rest in [thread, thread + 2, thread + 4] {
                    for low in 0..16 {
                        let key = rest << 40 | low;
                        table.store(key, payload(key), (low * 17 % 5) as u8);
                        for key in [key, key ^ 1, key ^ 1 << 40] {
                            assert!(table.probe(key).is_none_or(|found| found == payload(key)));
                        }
                    }
                }
            })
        };
        for thread in [fill(0), fill(1)] {
            thread.join().unwrap();
        }
        let keys = (0..6).flat_map(|rest| (0..16).map(move |low| rest << 40 | low));
        let left = keys.filter_map(|key: u128| table.probe(key).map(|found| (key, found)));
        let left: Vec<_> = left.collect();
        assert!(left.iter().all(|(key, found)| *found == payload(*key)));
        assert!(left.len() > 3 * 16, "{} of 64 places are used", left.len());
    });
}
