//! Tables on disk: what is written is read, what is damaged is refused, what is wrong is found.

mod common;

use common::{context, go, played};
use proptest::prelude::*;
use yomikiri_go::check::{Checked, check};
use yomikiri_go::oracle::{Bracket, Oracle};
use yomikiri_go::{Go, State, Subject, Table};

fn oracle(go: &Go) -> Oracle {
    Oracle::new(go, &context()).unwrap().unwrap().0
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let game = go(3, 4);
    let subject = Subject::of(&game);
    assert!(Table::open(subject, folder.path()).unwrap().is_none());
    let (made, _) = Table::build(subject, &context()).unwrap().unwrap();
    let path = made.write(folder.path()).unwrap();
    let read = Table::open(subject, folder.path()).unwrap().unwrap();
    for seed in 0..200_u16 {
        let choices: Vec<u16> =
            (0..30).map(|n| seed.wrapping_mul(31).wrapping_add(n * 97)).collect();
        for position in played(&game, &choices).iter().filter(|position| position.passes < 2) {
            let state = State::of(position, position.side);
            let value = made.value(&state).unwrap();
            assert!(value.is_some());
            assert_eq!(read.value(&state).unwrap(), value);
        }
    }
    let (made, read) = (made.load().unwrap(), read.load().unwrap());
    assert_eq!((made.boards, made.bans), (read.boards, read.bans));
    assert_eq!((made.values, made.ban_values), (read.values, read.ban_values));
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = Table::open(subject, folder.path()).and_then(|table| table.unwrap().load());
    assert!(damaged.is_err());
}

#[test]
fn tables_are_sound_by_the_plain_rules() {
    let suicide =
        Go { rules: yomikiri_go::Rules { suicide: true, ..Default::default() }, ..go(2, 4) };
    for game in [go(1, 6), go(2, 2), go(2, 3), go(3, 3), suicide] {
        let oracle = oracle(&game);
        let states = (2 * oracle.boards.len() + oracle.bans.len()) as u64;
        assert_eq!(check(&oracle, &context()).unwrap(), Checked::Sound { states }, "{game:?}");
    }
}

/// Consistent, and wrong: everything that cycles could be said to be won by whoever is to move.
#[test]
fn what_holds_itself_up_is_found() {
    let mut oracle = oracle(&go(2, 2));
    // On 2x2 everything from the empty board can go on for ever, as high as it may be.
    let open = |value: &mut Bracket| {
        if value.low < value.high {
            value.low = value.high;
        }
    };
    oracle.values.iter_mut().flatten().for_each(open);
    oracle.ban_values.iter_mut().for_each(open);
    assert!(matches!(check(&oracle, &context()).unwrap(), Checked::Unsound { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn any_changed_value_is_found(at in any::<prop::sample::Index>(), passed in 0_usize..2, by in 1_i8..5) {
        let mut oracle = oracle(&go(2, 3));
        let at = at.index(oracle.values.len());
        oracle.values[at][passed].low += by;
        prop_assert!(matches!(check(&oracle, &context()).unwrap(), Checked::Unsound { .. }), "must be found");
    }
}
