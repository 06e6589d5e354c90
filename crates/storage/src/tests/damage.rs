//! Files that somebody else had a hand in.

use super::simulated::Simulated;
use super::{BOUNDS, GUESS, POLICY, problem};
use crate::claim::{self, Entry, Made};
use crate::folder::{CLAIMS, Lock};
use crate::{ClaimStore, ProvenBounds};
use std::fs;
use yomikiri_core::Result;

fn open(disk: &Simulated) -> Result<ClaimStore> {
    ClaimStore::on(Box::new(disk.clone()), Lock::None, "toy", POLICY)
}

/// A file, and its length after each of its commits; each has one claim more.
fn file() -> (Vec<u8>, Vec<usize>) {
    let disk = Simulated::default();
    let claims = open(&disk).unwrap();
    let mut lengths = vec![disk.file().len()];
    for key in 0..6 {
        claims.add(key, BOUNDS);
        claims.believe(key, GUESS);
        claims.commit(key as u64 + 1).unwrap();
        lengths.push(disk.file().len());
    }
    (disk.file(), lengths)
}

#[test]
fn every_changed_byte_is_noticed_or_in_the_last_commit() {
    let (good, lengths) = file();
    let disk = Simulated::default();
    for at in 0..good.len() {
        for bit in [0, 3, 7] {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            disk.set_file(&bad);
            match open(&disk) {
                Err(error) => {
                    assert!(at < lengths[5], "byte {at}: {error}");
                    assert_eq!(disk.file(), bad, "it is for the user to delete it");
                }
                Ok(claims) => {
                    assert!(at >= lengths[5], "byte {at}");
                    assert_eq!((claims.len(), claims.guesses().len()), (5, 5), "byte {at}");
                }
            }
        }
    }
}

#[test]
fn every_cut_leaves_whole_commits_or_is_noticed() {
    let (good, lengths) = file();
    let disk = Simulated::default();
    for cut in 0..good.len() {
        disk.set_file(&good[..cut]);
        let whole = lengths.iter().filter(|length| **length <= cut).count();
        match open(&disk) {
            Err(error) => {
                assert_eq!(whole, 0, "cut at {cut}: {error}");
                assert!(error.to_string().contains("is cut short"), "{error}");
            }
            Ok(claims) => {
                assert_eq!(claims.len() + 1, whole, "cut at {cut}");
                // And it goes on from there.
                claims.add(99, BOUNDS);
                claims.commit(1).unwrap();
                drop(claims);
                assert_eq!(open(&disk).unwrap().len(), whole, "cut at {cut}");
            }
        }
    }
}

#[test]
fn blocks_of_another_file_or_at_another_place_are_not_believed() {
    let (good, lengths) = file();
    let (other, _) = file();
    let disk = Simulated::default();
    let block = |file: &[u8], number: usize| file[lengths[number]..lengths[number + 1]].to_vec();
    for wrong in [block(&other, 3), block(&good, 2)] {
        let mut bad = good.clone();
        bad[lengths[3]..lengths[4]].copy_from_slice(&wrong);
        disk.set_file(&bad);
        assert!(problem(open(&disk)).contains("is damaged"));
        // At the end it is as if it had never been written.
        disk.set_file(&[&good[..lengths[3]], &wrong].concat());
        assert_eq!(open(&disk).unwrap().len(), 3);
    }
    disk.set_file(&[&good[..], &vec![0; 20 << 20]].concat());
    assert!(problem(open(&disk)).contains("is damaged"), "no crash leaves so much");
}

#[test]
fn what_another_version_wrote_or_contradicts_itself_is_refused() {
    let made = Made { program: "yomikiri 9", nodes: 1 };
    let refused = |bodies: &[Vec<u8>]| {
        let disk = Simulated::default();
        drop(open(&disk).unwrap());
        let mut log = crate::log::Log::new(Box::new(disk.clone()));
        log.look("toy", false, || ()).unwrap();
        for body in bodies {
            log.append(body).unwrap();
        }
        assert_eq!(log.length() as usize, disk.file().len());
        problem(open(&disk))
    };
    let mut first = made.body();
    claim::put(&mut first, 1, &Entry::Bounds(BOUNDS));
    let mut second = made.body();
    claim::put(&mut second, 1, &Entry::Bounds(ProvenBounds { low: 37, high: 40, ..BOUNDS }));
    assert!(refused(&[first.clone(), second]).contains("contradicts itself"));
    let unknown = "does not know";
    let kind = made.body().len();
    for (at, byte) in [(kind, 0), (kind, 99), (kind + 24, 5), (0, 255)] {
        let mut body = first.clone();
        body[at] = byte;
        assert!(refused(&[body]).contains(unknown), "byte {at}");
    }
    let mut empty = made.body();
    claim::put(&mut empty, 1, &Entry::Bounds(ProvenBounds { low: 1, high: 0, ..BOUNDS }));
    assert!(refused(&[empty]).contains(unknown));
    let mut newer = file().0;
    newer[8] = 2;
    let disk = Simulated::default();
    disk.set_file(&newer);
    assert!(problem(open(&disk)).contains("has version 2, where 1 is known"));
}

#[test]
fn a_damaged_answer_is_none_and_makes_room_and_the_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(CLAIMS);
    let share = || ClaimStore::share(folder.path(), "answers", 1 << 20).unwrap();
    let claims = share();
    let put = |claims: &ClaimStore, key: u128, text: &str| {
        claims.keep_answer(key, |_| Ok(text.into())).unwrap();
    };
    for (key, text) in [(1, "one"), (2, "two"), (3, "three")] {
        put(&claims, key, text);
    }
    let good = fs::read(&path).unwrap();
    let at = good.windows(3).position(|text| text == b"two").unwrap();
    for place in at - 40..at + 3 {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&path, &bad).unwrap();
        // One that knew where it stands, and one that comes now.
        assert!(problem(claims.answer(2)).contains("is damaged"));
        let late = share();
        assert!(late.damage().unwrap().contains("is damaged"), "byte {place}");
        assert_eq!(late.answer(2).unwrap(), None);
        for claims in [&claims, &late] {
            assert_eq!(claims.answer(1).unwrap().as_deref(), Some("one"));
            assert_eq!(claims.answer(3).unwrap().as_deref(), Some("three"));
        }
        put(&late, 2, "new");
        assert_eq!(claims.answer(2).unwrap().as_deref(), Some("new"), "byte {place}");
        // Somebody puts an older file in its place.
        fs::write(&path, &good).unwrap();
        for claims in [&claims, &late] {
            assert_eq!(claims.answer(2).unwrap().as_deref(), Some("two"), "byte {place}");
        }
    }
}
