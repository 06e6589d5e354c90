//! Instruction counts of the inner loops under valgrind, repeatable on a noisy machine:
//! `cargo bench -p yomikiri-othello --bench instructions` (needs valgrind and gungraun-runner).
//!
//! The portable kernel is counted: valgrind does not know AVX-512.

#![allow(missing_docs)] // what the macros make has none

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use yomikiri_othello::Scoring;
use yomikiri_othello::endgame::Tally;
use yomikiri_othello::geometry::Grid;
use yomikiri_othello::kernel::{Kernel, Portable};

type Board = Grid<6, 6>;

/// A 6x6 position with four empty squares: 0, 5, 30 and 35, the corners.
const OWN: u64 = 0x1_9c3a_5e7c;
const EMPTY: u64 = 1 | 1 << 5 | 1 << 30 | 1 << 35;
const OTHER: u64 = ((1 << 36) - 1) & !OWN & !EMPTY;

#[library_benchmark]
fn flips() -> u64 {
    Portable.flips::<Board>(black_box(OWN & !EMPTY), black_box(OTHER), black_box(0))
}

#[library_benchmark]
fn mobility() -> u64 {
    Portable.mobility::<Board>(black_box(OWN & !EMPTY), black_box(OTHER))
}

#[library_benchmark]
fn last4() -> u64 {
    let mut tally = Tally { nodes: 0, scoring: Scoring::Paper };
    black_box(Portable.last4::<Board>(
        &mut tally,
        black_box(OWN & !EMPTY),
        black_box(OTHER),
        0,
        [0, 5, 30, 35],
    ));
    tally.nodes
}

library_benchmark_group!(name = kernels, benchmarks = [flips, mobility, last4]);
main!(library_benchmark_groups = kernels);
