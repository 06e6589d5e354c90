//! Every kernel agrees with the plain rules, on every board.

use proptest::prelude::*;
use yomikiri_core::Game;
use yomikiri_othello::geometry::{Geometry, Grid};
use yomikiri_othello::kernel::{Kernel, Portable};
use yomikiri_othello::{Othello, Position, Size, Start, flips, mobility, stability};

/// A position from a random game, so that it looks like what a search meets.
fn played(game: &Othello, choices: &[u8]) -> Position {
    let mut position = game.start();
    for choice in choices {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let Some(mv) = moves.get(*choice as usize % moves.len().max(1)) else { break };
        position = game.play(&position, *mv);
    }
    position
}

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
    for mask in [own, other, G::CORNERS, 0x8421_1248_8421_1248] {
        assert_eq!(kernel.gather(own ^ other, mask), Portable.gather(own ^ other, mask));
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
        stays::<Grid<4, 12>>(&choices, known);
        stays::<Grid<4, 16>>(&choices, known);
        stays::<Grid<6, 6>>(&choices, known);
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
