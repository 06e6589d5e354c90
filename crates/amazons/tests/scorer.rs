//! Quick scores against plain ones.

#[path = "common/dice.rs"]
mod dice;

use dice::{Dice, SIDES, text};
use yomikiri_amazons::notation::parse_sum;
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::scorer::Scorer;
use yomikiri_core::Side;

#[test]
fn scores_are_those_of_plain_search() {
    let (mut plain, mut scorer, mut dice) = (Plain::default(), Scorer::new(), Dice(77));
    for _ in 0..1500 {
        let parts = dice.sum();
        for side in SIDES {
            assert_eq!(scorer.score(&parts, side), plain.score(&parts, side), "{}", text(&parts));
        }
    }
}

#[test]
fn values_are_those_of_plain_search() {
    let (mut plain, mut scorer, mut dice) = (Plain::default(), Scorer::new(), Dice(78));
    for _ in 0..1500 {
        let region = dice.region(7);
        assert_eq!(scorer.value(&region), plain.value(&region), "{}", text(&[region]));
    }
}

/// A region where White is stuck and can be set free is no heap of free moves.
#[test]
fn a_stuck_amazon_that_can_be_set_free_is_not_forgotten() {
    let parts = parse_sum("O#.|#X#|.##").unwrap();
    assert_eq!(Scorer::new().score(&parts, Side::First), Some(1));
}

#[test]
fn the_best_move_may_be_the_best_of_no_part() {
    let mut scorer = Scorer::new();
    let parts = parse_sum("O..X.. + O.#X|#..#|.###").unwrap();
    assert_eq!(scorer.keeps_with_a_best_move_of_a_part(&parts, Side::First), Some(false));
    for part in &parts {
        let alone = std::slice::from_ref(part);
        for side in SIDES {
            assert_eq!(scorer.keeps_with_a_best_move_of_a_part(alone, side), Some(true));
        }
    }
    let over = parse_sum("XO").unwrap();
    assert_eq!(scorer.keeps_with_a_best_move_of_a_part(&over, Side::First), Some(true));
}
