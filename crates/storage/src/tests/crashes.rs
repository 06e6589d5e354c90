//! A store against a plain map, on a disk that fails at any moment.

use super::simulated::Simulated;
use super::{BOUNDS, GUESS, POLICY};
use crate::folder::Lock;
use crate::{ClaimStore, Guess, ProvenBounds};
use proptest::prelude::*;
use std::collections::BTreeMap;
use yomikiri_core::{Dice, Result};

/// What a store should know.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    bounds: BTreeMap<u128, (i16, i16)>,
    guesses: BTreeMap<u128, Guess>,
    nodes: u64,
}

fn open(disk: &Simulated) -> Result<ClaimStore> {
    ClaimStore::on(Box::new(disk.clone()), Lock::None, "toy", POLICY)
}

fn known(claims: &ClaimStore) -> Model {
    let bounds = claims.all().into_iter().map(|(key, known)| (key, (known.low, known.high)));
    Model {
        bounds: bounds.collect(),
        guesses: claims.guesses().into_iter().collect(),
        nodes: claims.earlier_nodes(),
    }
}

#[derive(Clone, Debug)]
enum Step {
    /// Bounds that hold of the position's score, which is its key.
    Add(u8, u8, u8),
    Guess(u8, u8),
    Commit,
    /// There is room for so many more bytes.
    Full(usize),
    Room,
    /// The process ends, and another one begins.
    Kill,
    /// When so many more changes were made, the process ends, or (if so) the power goes.
    Crash(u32, bool),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..20_u8, 0..30_u8, 0..30_u8).prop_map(|(key, a, b)| Step::Add(key, a, b)),
        3 => (0..9_u8, 0..60_u8).prop_map(|(key, effort)| Step::Guess(key, effort)),
        4 => Just(Step::Commit),
        1 => (0..300_usize).prop_map(Step::Full),
        1 => Just(Step::Room),
        1 => Just(Step::Kill),
        2 => (0..8_u32, any::<bool>()).prop_map(|(left, power)| Step::Crash(left, power)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whenever the process ends or the power goes, what is there afterwards is what some commit was to write, and no
    /// earlier one than the last that was said to be done.
    #[test]
    fn a_crash_leaves_a_state_that_was(
        steps in prop::collection::vec(step(), 1..60), seed: u64,
    ) {
        let mut dice = Dice::new(seed);
        let disk = Simulated::default();
        let mut claims = open(&disk).unwrap();
        let mut model = Model::default();
        // What the commits were to write, the last one that was done first.
        let mut states = vec![model.clone()];
        let mut power_goes = false;
        for step in steps {
            let mut crashed = false;
            match step {
                Step::Add(key, below, above) => {
                    let score = i16::from(key);
                    let (low, high) = (score - i16::from(below), score + i16::from(above));
                    claims.add(key.into(), ProvenBounds { low, high, ..BOUNDS });
                    let entry = model.bounds.entry(key.into()).or_insert((low, high));
                    *entry = (entry.0.max(low), entry.1.min(high));
                }
                Step::Guess(key, effort) => {
                    let guess = Guess { effort, ..GUESS };
                    claims.believe(key.into(), guess);
                    model.guesses.insert(key.into(), guess);
                }
                Step::Commit => {
                    model.nodes += 1;
                    let nodes = model.nodes - claims.earlier_nodes();
                    let done = claims.commit(nodes).is_ok();
                    crashed = disk.state().changes_left == Some(0);
                    if done {
                        states.clear();
                    }
                    states.push(model.clone());
                }
                Step::Full(room) => {
                    let length = disk.file().len();
                    disk.state().room = Some(length + room);
                }
                Step::Room => disk.state().room = None,
                Step::Kill => {
                    (crashed, power_goes) = (true, false);
                }
                Step::Crash(left, power) => {
                    disk.state().changes_left = Some(left);
                    power_goes = power;
                }
            }
            if crashed {
                drop(claims);
                match power_goes {
                    true => disk.lose_power(&mut dice),
                    false => disk.kill(),
                }
                claims = open(&disk).unwrap();
                model = known(&claims);
                prop_assert!(states.contains(&model), "{:?} of {:?}", model, states);
                // What a process saw may be gone with the power.
                if power_goes {
                    states = vec![model.clone()];
                }
            }
        }
    }
}

#[test]
fn a_full_disk_loses_nothing_and_what_waits_is_written_when_there_is_room() {
    let disk = Simulated::default();
    let claims = open(&disk).unwrap();
    claims.add(1, BOUNDS);
    claims.commit(1).unwrap();
    let before = disk.file();
    for room in 0..70 {
        disk.state().room = Some(before.len() + room);
        claims.add(2, BOUNDS);
        claims.believe(3, GUESS);
        assert!(claims.commit(2).is_err());
        assert_eq!(disk.file(), before);
        assert!(claims.get(2).is_some(), "the run goes on");
    }
    disk.state().room = None;
    claims.commit(2).unwrap();
    drop(claims);
    let claims = open(&disk).unwrap();
    assert_eq!((claims.len(), claims.guesses().len(), claims.earlier_nodes()), (2, 1, 2));
}

#[test]
fn a_file_is_written_anew_or_stays() {
    let disk = Simulated::default();
    let claims = open(&disk).unwrap();
    for high in (1..=12_000).rev() {
        claims.add(1, ProvenBounds { low: 0, high, ..BOUNDS });
        claims.commit(1).unwrap();
    }
    let expected = known(&claims).bounds;
    drop(claims);
    let long = disk.file();
    disk.state().changes_left = Some(0);
    let claims = open(&disk).unwrap();
    assert_eq!((disk.file(), known(&claims).bounds), (long.clone(), expected.clone()));
    drop(claims);
    disk.kill();
    let claims = open(&disk).unwrap();
    assert!(disk.file().len() < 300 && long.len() > 300_000);
    claims.add(2, BOUNDS);
    claims.commit(2).unwrap();
    drop(claims);
    assert_eq!(open(&disk).unwrap().len(), expected.len() + 1);
}
