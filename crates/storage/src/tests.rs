mod crashes;
mod damage;
mod simulated;

use crate::disk::OnDisk;
use crate::folder::{CLAIMS, Lock};
use crate::{ClaimStore, Guess, Policy, ProvenBounds};
use std::fs;
use std::path::Path;
use std::time::Duration;
use yomikiri_core::files::temporary_name;
use yomikiri_core::{Basis, Context, Error, Limits, Stop};

const POLICY: Policy = Policy { least_work: 10, memory: 1 << 20, interval: Duration::ZERO };
const BOUNDS: ProvenBounds =
    ProvenBounds { low: -4, high: 36, best: 7, work: 30, basis: Basis::Search };
const GUESS: Guess = Guess { low: -3, high: 5, best: 2, effort: 40 };

fn open(folder: &Path) -> yomikiri_core::Result<ClaimStore> {
    ClaimStore::open(folder, "toy", POLICY)
}

fn problem<T>(result: yomikiri_core::Result<T>) -> String {
    result.err().expect("it is refused").to_string()
}

/// A folder with a hundred claims of two commits.
fn fill(folder: &Path) {
    let claims = open(folder).unwrap();
    for key in 0..100 {
        claims.add(key << 100, ProvenBounds { best: key as u16, ..BOUNDS });
        if key == 50 {
            claims.commit(500).unwrap();
        }
    }
    claims.believe(1, GUESS);
    claims.commit(1000).unwrap();
}

#[test]
fn claims_survive_and_nodes_add_up() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let claims = open(folder.path()).unwrap();
    assert_eq!((claims.len(), claims.earlier_nodes()), (100, 1000));
    assert_eq!(claims.get(99 << 100), Some(ProvenBounds { best: 99, ..BOUNDS }));
    assert_eq!(claims.guesses(), [(1, GUESS)]);
    assert_eq!(claims.get(1), None, "a guess is no claim");
    let program = format!("yomikiri {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(claims.made_by(99 << 100).as_deref(), Some(&*program));
    claims.commit(5).unwrap();
    drop(claims);
    assert_eq!(open(folder.path()).unwrap().earlier_nodes(), 1005);
}

#[test]
fn a_commit_takes_as_much_room_as_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(CLAIMS);
    let claims = open(folder.path()).unwrap();
    let length = || fs::metadata(&file).unwrap().len();
    let mut grown = Vec::new();
    for key in 0..1000 {
        let before = length();
        claims.add(key, BOUNDS);
        claims.commit(1).unwrap();
        grown.push(length() - before);
    }
    assert!(grown.iter().all(|bytes| *bytes == grown[0] && *bytes < 100), "{:?}", grown[0]);
    let before = length();
    claims.commit(1).unwrap();
    claims.commit_if_due(9).unwrap();
    assert_eq!(length(), before, "nothing is new");
}

#[test]
fn bounds_only_narrow() {
    let folder = tempfile::tempdir().unwrap();
    let claims = open(folder.path()).unwrap();
    claims.add(1, BOUNDS);
    claims.add(1, ProvenBounds { low: -10, high: 2, best: 9, work: 20, basis: Basis::Search });
    assert_eq!(claims.get(1), Some(ProvenBounds { high: 2, ..BOUNDS }));
    claims.add(1, ProvenBounds { low: 2, high: 2, best: 8, work: 20, basis: Basis::Table });
    let exact = ProvenBounds { low: 2, high: 2, best: 8, work: 30, basis: Basis::Table };
    assert_eq!(claims.get(1), Some(exact));
    claims.add(2, ProvenBounds { work: 9, ..BOUNDS });
    assert_eq!(claims.get(2), None, "too cheap to keep");
    claims.believe(3, GUESS);
    let newer = Guess { low: 9, high: -9, effort: 39, ..GUESS };
    claims.believe(3, newer);
    assert_eq!(claims.believed(3), Some(newer), "guesses may contradict each other");
}

#[test]
fn a_contradiction_is_a_fault_and_nothing_is_kept_any_more() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let claims = open(folder.path()).unwrap();
    let before = fs::read(folder.path().join(CLAIMS)).unwrap();
    claims.add(3, BOUNDS);
    claims.add(3, ProvenBounds { low: 37, high: 40, ..BOUNDS });
    for result in [claims.commit(1), claims.commit_if_due(1)] {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Fault(_)), "{error}");
        let text = error.to_string();
        assert!(text.contains("36") && text.contains("37") && text.contains("0x3"), "{text}");
    }
    let context = Context::new(Limits::default());
    claims.keep_up(1, &context);
    assert_eq!(context.stopped(), Some(Stop::Cancelled));
    assert!(claims.finish(1, &context).is_err());
    drop(claims);
    assert_eq!(fs::read(folder.path().join(CLAIMS)).unwrap(), before);
}

#[test]
fn the_cheapest_are_forgotten_when_memory_is_short_and_stay_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let with = |claims: u64| {
        let policy = Policy { memory: claims * 96, ..POLICY };
        ClaimStore::open(folder.path(), "toy", policy).unwrap()
    };
    let claims = with(60);
    for key in 0..100 {
        claims.add(key, ProvenBounds { work: 20 + key as u8, ..BOUNDS });
        claims.commit(0).unwrap();
    }
    assert!(claims.len() <= 60 && claims.get(0).is_none() && claims.get(99).is_some());
    drop(claims);
    let claims = with(60);
    assert!(claims.len() <= 60 && claims.get(0).is_none() && claims.get(99).is_some());
    drop(claims);
    assert_eq!(with(1000).len(), 100);
    // Where all took the same work, some have to go.
    let folder = tempfile::tempdir().unwrap();
    let policy = Policy { memory: 20 * 96, ..POLICY };
    let claims = ClaimStore::open(folder.path(), "toy", policy).unwrap();
    for key in 0..1000 {
        claims.add(key, ProvenBounds { work: 255, ..BOUNDS });
    }
    assert!((1..=20).contains(&claims.len()), "{}", claims.len());
}

#[test]
fn what_later_claims_made_useless_is_dropped_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(CLAIMS);
    let claims = open(folder.path()).unwrap();
    for high in (1..=1000).rev() {
        for key in 0..20 {
            claims.add(key, ProvenBounds { low: 0, high, ..BOUNDS });
            claims.believe(key, Guess { high, ..GUESS });
        }
        claims.commit(7).unwrap();
    }
    let [all, guesses] = [claims.len(), claims.guesses().len()];
    drop(claims);
    let before = fs::metadata(&file).unwrap().len();
    let claims = open(folder.path()).unwrap();
    let after = fs::metadata(&file).unwrap().len();
    assert!(before > 100 * after, "{before} bytes, then {after}");
    // Written anew, it is the same, and goes on.
    claims.add(77, BOUNDS);
    claims.commit(1).unwrap();
    drop(claims);
    let claims = open(folder.path()).unwrap();
    assert_eq!((claims.len(), claims.guesses().len()), (all + 1, guesses));
    assert_eq!(claims.get(19), Some(ProvenBounds { low: 0, high: 1, ..BOUNDS }));
    assert_eq!(claims.earlier_nodes(), 8);
}

#[test]
fn a_folder_that_is_not_ours_is_refused_and_left_alone() {
    for name in ["lock", "diary.txt", ".hidden", "facts.yomi"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "a user's own").unwrap();
        let share = ClaimStore::share(folder.path(), "toy", 1 << 20);
        for error in [problem(open(folder.path())), problem(share)] {
            assert!(error.contains(name) && error.contains("expected"), "{error}");
            assert_eq!(name == "facts.yomi", error.contains("an earlier version"), "{error}");
        }
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "a user's own");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was added");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a7")).unwrap();
    drop(ClaimStore::share(folder.path(), "toy", 1 << 20).unwrap());
    assert!(
        folder.path().join("a7").is_dir(),
        "results of an earlier version are left where they are"
    );
    // What a run leaves that was killed before it began the file is ours, and only that.
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(temporary_name(4_000_000_000, 1));
    let own = folder.path().join(".yomikiri-4000000000-1.tmp");
    fs::write(folder.path().join("lock"), "").unwrap();
    fs::write(&left, "half a file").unwrap();
    fs::write(&own, "a user's own").unwrap();
    assert!(open(folder.path()).is_err());
    assert!(left.exists() && own.exists(), "a folder that is refused is left alone");
    fs::remove_file(&own).unwrap();
    drop(open(folder.path()).unwrap());
    assert!(cfg!(not(target_os = "linux")) || !left.exists());
    // Beside claims others may keep what they like, even in the lock.
    fill(folder.path());
    fs::write(folder.path().join("lock"), "a user's own").unwrap();
    fs::write(folder.path().join("notes"), "").unwrap();
    drop(open(folder.path()).unwrap());
    assert_eq!(fs::read_to_string(folder.path().join("lock")).unwrap(), "a user's own");
    // Nothing but a file is opened.
    for name in ["lock", CLAIMS] {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        fs::remove_file(folder.path().join(name)).unwrap();
        fs::create_dir(folder.path().join(name)).unwrap();
        assert!(problem(open(folder.path())).contains("is not a file"));
    }
}

#[test]
fn other_parameters_and_a_folder_in_use_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let error = problem(ClaimStore::open(folder.path(), "another toy", POLICY));
    assert!(error.contains("'toy'") && error.contains("'another toy'"), "{error}");
    let _open = open(folder.path()).unwrap();
    let error = problem(open(folder.path()));
    assert!(error.contains("another run"), "{error}");
}

#[test]
fn processes_share_answers() {
    let folder = tempfile::tempdir().unwrap();
    let share = || ClaimStore::share(folder.path(), "answers", 1 << 20).unwrap();
    let (one, two) = (share(), share());
    let put = |store: &ClaimStore, key, text: &str| {
        store.keep_answer(key, |_| Ok(text.to_owned())).unwrap();
    };
    assert_eq!(one.answer(1).unwrap(), None);
    put(&one, 1, "first");
    assert_eq!(two.answer(1).unwrap().as_deref(), Some("first"));
    two.keep_answer(1, |earlier| Ok(earlier.unwrap() + ", second")).unwrap();
    put(&one, 2, "other");
    for store in [&one, &two, &share()] {
        assert_eq!(store.answer(1).unwrap().as_deref(), Some("first, second"));
        assert_eq!(store.answer(2).unwrap().as_deref(), Some("other"));
    }
    // Many at once, each with a store of its own.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let store = share();
                for _ in 0..25 {
                    let longer = |earlier: Option<String>| Ok(earlier.unwrap_or_default() + "x");
                    store.keep_answer(3, longer).unwrap();
                }
            });
        }
    });
    assert_eq!(one.answer(3).unwrap().unwrap().len(), 100);
    // Somebody empties the folder meanwhile.
    fs::remove_file(folder.path().join(CLAIMS)).unwrap();
    assert_eq!(one.answer(1).unwrap(), None);
    put(&two, 4, "again");
    assert_eq!(one.answer(4).unwrap().as_deref(), Some("again"));
    assert_eq!(one.answer(1).unwrap(), None);
    // Claims of a run are no answers.
    let error = problem(ClaimStore::open(folder.path(), "toy", POLICY));
    assert!(error.contains("'answers'"), "{error}");
}

#[test]
fn of_too_many_answers_the_oldest_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let claims = ClaimStore::share(folder.path(), "answers", 20 * 96).unwrap();
    for key in 0..100 {
        claims.keep_answer(key, |_| Ok("an answer".into())).unwrap();
    }
    assert!(claims.answer(99).unwrap().is_some() && claims.answer(0).unwrap().is_none());
    let known = (0..100).filter(|key| claims.answer(*key).unwrap().is_some()).count();
    assert!((1..=20).contains(&known), "{known}");
    drop(claims);
    let claims = ClaimStore::share(folder.path(), "answers", 200 * 96).unwrap();
    assert!(claims.answer(0).unwrap().is_some());
}

#[test]
fn a_process_that_hangs_with_the_lock_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let lock = || fs::File::create(at("lock")).unwrap();
    let impatient = Lock::Shared(lock(), Duration::ZERO);
    let claims = ClaimStore::on(Box::new(OnDisk::new(at(CLAIMS))), impatient, "answers", POLICY);
    let claims = claims.unwrap();
    let held = lock();
    held.lock().unwrap();
    let error = problem(claims.keep_answer(1, |_| Ok("x".into())));
    assert!(error.contains("another process"), "{error}");
    assert_eq!(claims.answer(1).unwrap(), None, "to read one need not wait");
    held.unlock().unwrap();
    claims.keep_answer(1, |_| Ok("x".into())).unwrap();
}
