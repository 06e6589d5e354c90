//! The oracle against published counts and values.

use yomikiri_core::{Context, Limits};
use yomikiri_go::oracle::{Bracket, Counts, Oracle};
use yomikiri_go::{Board, Go, State};

fn oracle(rows: usize, columns: usize) -> (Oracle, Counts) {
    let limits = Limits { threads: 2, memory: 4 << 30, ..Limits::default() };
    let go = Go::new(Board::new(rows, columns).unwrap());
    Oracle::new(&go, &Context::new(limits)).unwrap().unwrap()
}

fn start() -> State {
    State { stones: [0, 0], settled: 0, ko: 0, mover: 0, passed: false }
}

fn check(rows: usize, columns: usize, legal: u64, bans: Option<u64>, value: Option<(i8, i8)>) {
    let (oracle, counts) = oracle(rows, columns);
    assert_eq!(counts.legal, legal, "{rows}x{columns}");
    if let Some(bans) = bans {
        assert_eq!(counts.bans, bans, "{rows}x{columns}");
    }
    if let Some((low, high)) = value {
        assert_eq!(oracle.value(&start()), Some(Bracket { low, high }), "{rows}x{columns}");
    }
}

/// Legal positions as counted by Tromp and Farnebäck; values as published, or as brackets where
/// cycles decide.
#[test]
fn boards_are_counted_and_worth_what_is_published() {
    let lines = [1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413];
    for (columns, legal) in (1..).zip(lines) {
        check(1, columns, legal, None, None);
    }
    check(2, 2, 57, None, Some((-4, 4)));
    check(2, 3, 489, Some(12), Some((-6, 6)));
    check(2, 4, 4125, Some(116), Some((8, 8)));
    check(2, 5, 35_117, None, Some((10, 10)));
    check(2, 6, 299_681, None, Some((12, 12)));
    check(3, 3, 12_675, Some(384), Some((9, 9)));
    check(3, 4, 321_689, Some(11_734), Some((4, 12)));
    check(4, 3, 321_689, Some(11_734), Some((4, 12)));
}

#[test]
fn first_moves_on_3x3() {
    let (oracle, _) = oracle(3, 3);
    let after = |point: u64| {
        let next = start().place(oracle.go.board, 1 << point, false).unwrap();
        -oracle.value(&next).unwrap()
    };
    assert_eq!(after(4), Bracket { low: 9, high: 9 });
    assert_eq!(after(1), Bracket { low: 3, high: 9 });
    assert_eq!(after(0), Bracket { low: -9, high: -9 });
}

#[test]
#[ignore = "slow: all states of 2x7, 3x5 and 4x4"]
fn large_boards() {
    check(2, 7, 2_557_605, None, Some((14, 14)));
    check(3, 5, 8_180_343, Some(335_204), Some((15, 15)));
    check(4, 4, 24_318_165, Some(1_061_256), Some((1, 16)));
}
