//! What threads do with a store at once, tried in thousands of interleavings that `shuttle` chooses:
//! at every lock another thread may go on. A thread that waits for ever ends the test.
//!
//! `cargo test -p yomikiri-storage --features shuttle --test interleavings`

use shuttle::thread;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::Basis;
use yomikiri_storage::{ClaimStore, Guess, Policy, ProvenBounds};

const ROUNDS: usize = 1000;
const POLICY: Policy = Policy { least_work: 0, memory: 1 << 20, interval: Duration::ZERO };
const BOUNDS: ProvenBounds =
    ProvenBounds { low: -1, high: 1, best: 0, work: 9, basis: Basis::Search };

/// By chance, and with few changes of thread at places that matter most; each round in a folder of
/// its own, in memory where the system has that.
fn check(test: impl Fn(&Path) + Send + Sync + 'static) {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => tempfile::tempdir_in(memory),
        false => tempfile::tempdir(),
    };
    let folder = folder.unwrap();
    let path = folder.path().to_owned();
    let round = Arc::new(move || test(tempfile::tempdir_in(&path).unwrap().path()));
    let again = round.clone();
    shuttle::check_random(move || round(), ROUNDS);
    shuttle::check_pct(move || again(), ROUNDS, 3);
}

#[test]
fn what_was_committed_last_is_all_that_was_known() {
    check(|folder| {
        let open = || ClaimStore::open(folder, "a test", POLICY).unwrap();
        let claims = Arc::new(open());
        let prove = |key: i16| {
            let claims = claims.clone();
            thread::spawn(move || {
                claims.add(key as u128, BOUNDS);
                claims.commit_if_due(0).unwrap();
                claims.add(99, ProvenBounds { low: -key, ..BOUNDS });
                claims.believe(7, Guess { low: 0, high: key, best: 0, effort: 0 });
                claims.commit(0).unwrap();
            })
        };
        for thread in [prove(1), prove(2)] {
            thread.join().unwrap();
        }
        drop(claims);
        let kept = open();
        assert_eq!(kept.len(), 3, "claims are lost");
        assert_eq!(kept.get(99), Some(BOUNDS), "bounds only narrow");
        assert!(kept.believed(7).is_some_and(|guess| [1, 2].contains(&guess.high)));
    });
}

#[test]
fn no_answer_is_lost_between_two_that_are_merged() {
    check(|folder| {
        let share = || ClaimStore::share(folder, "answers", 1 << 20).unwrap();
        let claims = Arc::new(share());
        let answer = |name: &'static str| {
            let claims = claims.clone();
            thread::spawn(move || {
                let add = |earlier: Option<String>| Ok(earlier.unwrap_or_default() + name);
                claims.keep_answer(1, add).unwrap();
                assert!(claims.answer(1).unwrap().unwrap().contains(name));
            })
        };
        for thread in [answer("a"), answer("b")] {
            thread.join().unwrap();
        }
        let both = share().answer(1).unwrap().unwrap();
        assert!(both == "ab" || both == "ba", "{both}");
    });
}
