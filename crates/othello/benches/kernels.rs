//! Wall-clock benchmarks of the inner loops: `cargo bench -p yomikiri-othello --bench kernels`.

use divan::{Bencher, black_box};
use yomikiri_othello::batch::{Batch, Batches};
use yomikiri_othello::endgame::Tally;
use yomikiri_othello::geometry::{Geometry, Grid};
use yomikiri_othello::kernel::{Kernel, Portable};
use yomikiri_othello::{Scoring, stability};

type Board = Grid<6, 6>;

fn main() {
    divan::main();
}

/// Positions strewn at random with the given number of empty squares, and those squares.
fn positions(empties: u32) -> Vec<(u64, u64, Vec<u32>)> {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..1024)
        .map(|_| {
            let mut empty = 0u64;
            while empty.count_ones() < empties {
                empty |= 1 << (next() % u64::from(Board::SQUARES));
            }
            let own = next() & Board::FULL & !empty;
            let squares = (0..Board::SQUARES).filter(|s| empty >> s & 1 == 1).collect();
            (own, Board::FULL & !own & !empty, squares)
        })
        .collect()
}

fn flips<K: Kernel>(bencher: Bencher, kernel: Option<K>) {
    let (Some(kernel), positions) = (kernel, positions(10)) else { return };
    bencher.bench_local(|| {
        positions.iter().fold(0, |sum, (own, other, empty)| {
            sum ^ kernel.flips::<Board>(black_box(*own), *other, empty[0])
        })
    });
}

fn mobility<K: Kernel>(bencher: Bencher, kernel: Option<K>) {
    let (Some(kernel), positions) = (kernel, positions(10)) else { return };
    bencher.bench_local(|| {
        positions
            .iter()
            .fold(0, |sum, (own, other, _)| sum ^ kernel.mobility::<Board>(black_box(*own), *other))
    });
}

fn play_all<K: Kernel>(bencher: Bencher, kernel: Option<K>) {
    let (Some(kernel), positions) = (kernel, positions(10)) else { return };
    bencher.bench_local(|| {
        for (own, other, _) in &positions {
            let moves = kernel.mobility::<Board>(*own, *other);
            let mut batches = Batches::new();
            Batch::play_all::<K, Board>(kernel, *own, *other, moves, &mut batches);
            black_box(&batches);
        }
    });
}

fn last4<K: Kernel>(bencher: Bencher, kernel: Option<K>) {
    let (Some(kernel), positions) = (kernel, positions(4)) else { return };
    bencher.bench_local(|| {
        let mut tally = Tally { nodes: 0, scoring: Scoring::Paper };
        for (own, other, empty) in &positions {
            let squares = [empty[0], empty[1], empty[2], empty[3]];
            black_box(kernel.last4::<Board>(&mut tally, *own, *other, 0, squares));
        }
        tally.nodes
    });
}

macro_rules! benches {
    ($($module:ident: $kernel:expr),*) => {$(
        mod $module {
            use super::*;
            #[divan::bench]
            fn flips(bencher: Bencher) { super::flips(bencher, $kernel); }
            #[divan::bench]
            fn mobility(bencher: Bencher) { super::mobility(bencher, $kernel); }
            #[divan::bench]
            fn play_all(bencher: Bencher) { super::play_all(bencher, $kernel); }
            #[divan::bench]
            fn last4(bencher: Bencher) { super::last4(bencher, $kernel); }
        }
    )*};
}

benches!(portable: Portable::detect());
#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
benches!(
    avx2: yomikiri_othello::kernel::Avx2::detect(),
    avx512: yomikiri_othello::kernel::Avx512::detect()
);

#[divan::bench]
fn stable(bencher: Bencher) {
    let positions = positions(10);
    bencher.bench_local(|| {
        positions.iter().fold(0, |sum, (own, other, _)| {
            sum ^ stability::stable::<Board>(black_box(*own), *other)
        })
    });
}
