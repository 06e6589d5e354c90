//! The database against the rules.

use std::fs;
use yomikiri_amazons::check::{Checked, check, position};
use yomikiri_amazons::database::file_name;
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_amazons::{Board, Database, Position};
use yomikiri_core::{Context, Limits, Side, Stop};

#[test]
fn values_are_those_of_the_rules() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let folder = tempfile::tempdir().unwrap();
    Database::build(6, folder.path(), &context).unwrap().unwrap();
    let database = Database::open_largest(folder.path(), 10).unwrap().unwrap();
    assert_eq!(database.cells(), 6);
    let catalogue = Catalogue::new(6, &context).unwrap();
    let mut plain = Plain::default();
    let mut compared = 0;
    for size in 1..=6 {
        for (number, shape) in catalogue.of(size).iter().enumerate() {
            // All positions of a few shapes of the largest sizes, and of all the others.
            if size >= 5 && number % 23 != 0 {
                continue;
            }
            for index in 0..3_usize.pow(size as u32) {
                let stands = |n: usize| match index / 3_usize.pow(n as u32) % 3 {
                    0 => None,
                    digit => Some(digit == 1),
                };
                let cells: Vec<_> = shape
                    .places()
                    .iter()
                    .copied()
                    .enumerate()
                    .map(|(n, place)| (place, stands(n)))
                    .collect();
                let position = position(&cells).unwrap();
                if position.black.count().max(position.white.count()) > 4 {
                    assert_eq!(database.value(&cells).unwrap(), None);
                    continue;
                }
                let value = plain.value(&position);
                assert_eq!(database.value(&cells).unwrap(), value, "{cells:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 19_000, "{compared}");
}

#[test]
fn a_database_is_checked_in_full_and_wrong_values_are_found() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let folder = tempfile::tempdir().unwrap();
    let built = Database::build(5, folder.path(), &context).unwrap().unwrap();
    let path = folder.path().join(file_name(5));
    let database = Database::open(&path).unwrap();
    assert_eq!(database.positions(), built.positions);
    for full in [false, true] {
        let Checked::Sound { values, compared } = check(&database, full, &context).unwrap() else {
            panic!("the database is sound");
        };
        assert_eq!(values, built.positions);
        assert!(if full { compared == values } else { compared > 500 && compared < values });
    }
    // Any byte that changes is noticed, if only when its block is read.
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 200 + 1) {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&path, &damaged).unwrap();
        let sound = Database::open(&path)
            .and_then(|database| check(&database, false, &context))
            .is_ok_and(|checked| matches!(checked, Checked::Sound { .. }));
        assert!(!sound, "byte {at}");
    }
}

#[test]
fn an_interrupted_build_goes_on_and_comes_to_the_same() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let (whole, halves) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    Database::build(7, whole.path(), &context).unwrap().unwrap();
    let part = halves.path().join(format!("{}.part", file_name(7)));
    let mut rounds = 0;
    let built = loop {
        let context = Context::new(Limits { threads: 2, ..Limits::default() });
        let watched = context.clone();
        let before = fs::metadata(&part).map_or(0, |about| about.len());
        let path = part.clone();
        let watch = std::thread::spawn(move || {
            // Stopped as soon as something more is on disk, or done.
            while watched.stopped().is_none() {
                if fs::metadata(&path).map_or(0, |about| about.len()) > before {
                    watched.stop(Stop::Cancelled);
                }
                std::thread::yield_now();
            }
        });
        let built = Database::build(7, halves.path(), &context).unwrap();
        context.stop(Stop::Cancelled);
        watch.join().unwrap();
        rounds += 1;
        if let Some(built) = built {
            break built;
        }
        // As if the machine had stopped in the middle of a block.
        let length = fs::metadata(&part).unwrap().len();
        fs::OpenOptions::new().write(true).open(&part).unwrap().set_len(length - 5).unwrap();
    };
    assert!(rounds > 1 && built.resumed > 0, "{rounds} rounds, {} taken over", built.resumed);
    let read = |folder: &tempfile::TempDir| fs::read(folder.path().join(file_name(7))).unwrap();
    assert!(read(&whole) == read(&halves), "the files differ");
}

#[test]
fn a_position_is_looked_up_by_its_live_regions() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let folder = tempfile::tempdir().unwrap();
    Database::build(6, folder.path(), &context).unwrap().unwrap();
    let database = Database::open_largest(folder.path(), 10).unwrap().unwrap();
    let mut plain = Plain::default();
    // Two regions, and dead cells beyond what a shape may have.
    for text in [".X.#..|##O#..|####..|####..", "X.#.O|####.", "OX|XO", "..|.."] {
        let position = yomikiri_amazons::notation::parse_position(text).unwrap();
        let value = plain.value(&position);
        assert!(value.is_some(), "{text}");
        assert_eq!(database.value_of(&position).unwrap(), value, "{text}");
    }
    // One region is too large, and both together.
    for text in ["X.#.O|####.|.....", "X..|##.|O..|###|X..|##.|O.."] {
        let position = yomikiri_amazons::notation::parse_position(text).unwrap();
        assert_eq!(database.value_of(&position).unwrap(), None, "{text}");
    }
    let large =
        Position { to_move: Side::First, ..Position::start(Board::new(5, 5).unwrap()).unwrap() };
    assert_eq!(database.value_of(&large).unwrap(), None);
}
