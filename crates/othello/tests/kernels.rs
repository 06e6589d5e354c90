//! Every kernel agrees with the plain rules, on every board.

mod common;

use common::played;
use proptest::prelude::*;
use yomikiri_othello::batch::{Batch, Batches, take_best};
use yomikiri_othello::geometry::{Geometry, Grid};
use yomikiri_othello::kernel::{Kernel, Portable};
use yomikiri_othello::{Othello, Size, Start, flips, mobility, stability};

fn agrees<K: Kernel, G: Geometry>(kernel: K, size: Size, own: u64, other: u64) {
    assert_eq!(
        kernel.mobility::<G>(own, other),
        mobility(size, own, other),
        "{} mobility on {size:?}: {own:#x} {other:#x}",
        K::NAME
    );
    for square in 0..size.squares() {
        if (own | other) >> square & 1 == 0 {
            assert_eq!(
                kernel.flips::<G>(own, other, square),
                flips(size, own, other, square),
                "{} flips of {square} on {size:?}: {own:#x} {other:#x}",
                K::NAME
            );
        }
    }
    batches_agree::<K, G>(kernel, size, own, other);
    last_flips_agree::<K, G>(kernel, size, own);
    for mask in [own, other, G::CORNERS, 0x8421_1248_8421_1248] {
        assert_eq!(kernel.gather(own ^ other, mask), Portable.gather(own ^ other, mask));
    }
}

/// Moves played eight at a time lead where moves played one at a time lead.
fn batches_agree<K: Kernel, G: Geometry>(kernel: K, size: Size, own: u64, other: u64) {
    let (empty, moves) = (size.full() & !(own | other), mobility(size, own, other));
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    let mut left = moves;
    for batch in &mut batches {
        let moves_again = batch.moves_again::<G>();
        for (lane, moves_again) in moves_again[..batch.len].iter().enumerate() {
            let square = batch.square(lane, empty);
            assert_eq!(square, left.trailing_zeros(), "{} on {size:?}", K::NAME);
            left &= left - 1;
            let flips = flips(size, own, other, square);
            let (child_own, child_other) = (other & !flips, own | flips | 1 << square);
            assert_eq!((batch.own[lane], batch.other[lane]), (child_own, child_other));
            assert_eq!(batch.moves[lane], mobility(size, child_own, child_other));
            assert_eq!(*moves_again, mobility(size, child_other, child_own));
        }
        assert_eq!(batch.wipes_out(), batch.own[..batch.len].contains(&0));
        batch.rank(|own, _, moves| i64::from(own.count_ones()) - i64::from(moves.count_ones()));
    }
    assert_eq!(left, 0, "every move is in some lane");
    // Taken in the order of their ranks, each once.
    let (mut ranks, mut taken) = (Vec::new(), 0);
    while let Some((own, other, moves)) = take_best(&mut batches) {
        ranks.push(i64::from(own.count_ones()) - i64::from(moves.count_ones()));
        taken |= other & empty;
    }
    assert_eq!((taken, ranks.len() as u32), (moves, moves.count_ones()));
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
}

/// Lines looked up whole count what the plain rules turn, on a board with one square left.
fn last_flips_agree<K: Kernel, G: Geometry>(kernel: K, size: Size, own: u64) {
    for square in 0..size.squares() {
        let own = own & !(1 << square);
        let other = size.full() & !own & !(1 << square);
        let count = |own, other| flips(size, own, other, square).count_ones();
        assert_eq!(
            kernel.last_flips::<G>(own, other, square),
            (count(own, other), count(other, own)),
            "{} last flips of {square} on {size:?}: {own:#x}",
            K::NAME
        );
    }
}

fn all_kernels<G: Geometry>(choices: &[u8], reversi: bool, noise: (u64, u64)) {
    let size = Size::new(G::ROWS, G::COLUMNS).unwrap();
    let start = if reversi { Start::Reversi } else { Start::Othello };
    let game = Othello { start, ..Othello::new(size) };
    let (own, other) = played(&game, choices).own_other();
    // Also discs strewn at random, where lines of every length occur.
    let strewn = (noise.0 & size.full(), noise.1 & !noise.0 & size.full());
    for (own, other) in [(own, other), (other, own), strewn] {
        agrees::<_, G>(Portable, size, own, other);
        #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
        {
            use yomikiri_othello::kernel::{Avx2, Avx512};
            if let Some(kernel) = Avx2::detect() {
                agrees::<_, G>(kernel, size, own, other);
            }
            if let Some(kernel) = Avx512::detect() {
                agrees::<_, G>(kernel, size, own, other);
            }
        }
    }
}

proptest! {
    #[test]
    fn kernels_agree_with_the_plain_rules(
        choices in prop::collection::vec(any::<u8>(), 0..60),
        reversi: bool,
        noise: (u64, u64),
    ) {
        all_kernels::<Grid<4, 4>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 6>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 8>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 10>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 12>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 14>>(&choices, reversi, noise);
        all_kernels::<Grid<4, 16>>(&choices, reversi, noise);
        all_kernels::<Grid<6, 6>>(&choices, reversi, noise);
        all_kernels::<Grid<6, 8>>(&choices, reversi, noise);
        all_kernels::<Grid<6, 10>>(&choices, reversi, noise);
        all_kernels::<Grid<8, 8>>(&choices, reversi, noise);
    }

    /// Discs called stable are never turned, however the game goes on.
    #[test]
    fn stable_discs_stay(
        choices in prop::collection::vec(any::<u8>(), 60),
        known in 0usize..60,
    ) {
        stays::<Grid<4, 4>>(&choices, known);
        stays::<Grid<4, 6>>(&choices, known);
        stays::<Grid<4, 8>>(&choices, known);
        stays::<Grid<4, 10>>(&choices, known);
        stays::<Grid<4, 12>>(&choices, known);
        stays::<Grid<4, 14>>(&choices, known);
        stays::<Grid<4, 16>>(&choices, known);
        stays::<Grid<6, 6>>(&choices, known);
        stays::<Grid<6, 8>>(&choices, known);
        stays::<Grid<6, 10>>(&choices, known);
        stays::<Grid<8, 8>>(&choices, known);
    }
}

fn stays<G: Geometry>(choices: &[u8], known: usize) {
    let game = Othello::new(Size::new(G::ROWS, G::COLUMNS).unwrap());
    let before = played(&game, &choices[..known]);
    let stable_black = stability::stable::<G>(before.black, before.white);
    let stable_white = stability::stable::<G>(before.white, before.black);
    assert_eq!(stable_black & !before.black, 0);
    for end in known..=choices.len() {
        let after = played(&game, &choices[..end]);
        assert_eq!(stable_black & !after.black, 0, "{before:?} to {after:?}");
        assert_eq!(stable_white & !after.white, 0, "{before:?} to {after:?}");
    }
}
