//! Moves to spare, looked up, against the plain recursion and against play.

#[path = "common/dice.rs"]
mod dice;

use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::regions::split;
use yomikiri_amazons::search::Small;
use yomikiri_amazons::spare::SpareMoves;
use yomikiri_core::{Context, Limits, Side};

#[test]
fn bounds_are_the_closest_and_decide_sums() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let spare = SpareMoves::new(7, &context).unwrap();
    let mut dice = dice::Dice(3);
    let mut plain = Plain::default();
    for _ in 0..2_000 {
        let position = dice.region(7);
        let regions = split(&position).regions;
        let bounds = spare.bounds(&regions[0]).unwrap();
        let (high, low) = plain.unconditional(&position).unwrap();
        assert_eq!((bounds.low, bounds.high), (low, high), "{}", regions[0].text());
    }
    // Two regions on one board, small enough together to be looked up as one.
    let mut decided = 0;
    for _ in 0..500 {
        let parts = [dice.region(4), dice.region(3)];
        let Some(whole) = yomikiri_amazons::regions::pack(&parts) else { continue };
        let regions = split(&whole).regions;
        for to_move in [Side::First, Side::Second] {
            let wins = plain.wins(&parts, to_move).unwrap();
            let winner = if wins { to_move } else { !to_move };
            assert_eq!(spare.winner(&regions, 0, to_move), Some(winner));
            decided += 1;
        }
    }
    assert!(decided > 900, "{decided}");
}
