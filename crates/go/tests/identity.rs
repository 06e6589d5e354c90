//! The text under which what is known of a position is kept.

use std::collections::HashMap;
use yomikiri_core::{Dice, Game};
use yomikiri_go::{Board, Go, Ko, Position, Rules, Scoring};

/// Positions of random games that have the same text have the same future: the same position but for
/// the order in which boards were seen.
#[test]
fn positions_of_the_same_identity_are_the_same() {
    for (ko, scoring) in [
        (Ko::Basic, Scoring::Area),
        (Ko::Basic, Scoring::Afure),
        (Ko::Positional, Scoring::Area),
        (Ko::Situational, Scoring::Area),
    ] {
        let rules = Rules { ko, scoring, ..Rules::default() };
        let go = Go { board: Board::new(2, 2).unwrap(), rules };
        let mut known: HashMap<String, Position> = HashMap::new();
        let (mut met, mut printed_alike) = (0, 0);
        let mut by_print: HashMap<String, String> = HashMap::new();
        for game in 0..200 {
            let mut dice = Dice::numbered(9, game);
            let mut position = go.start();
            for _ in 0..30 {
                let mut moves = Vec::new();
                go.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                position = go.play(&position, moves[dice.below(moves.len())]);
                let mut sorted = position.clone();
                sorted.seen.sort_unstable();
                sorted.seen.dedup();
                let identity = go.identity(&position);
                if let Some(other) = known.insert(identity.clone(), sorted.clone()) {
                    assert_eq!(other, sorted, "{identity}");
                    met += 1;
                }
                let before = by_print.insert(go.print_position(&position), identity.clone());
                printed_alike += u32::from(before.is_some_and(|before| before != identity));
            }
        }
        assert!(met > 100, "{ko:?} {scoring:?}: {met}");
        // Where the rules look back, the board alone does not tell positions apart.
        assert_eq!(printed_alike > 0, ko != Ko::Basic || scoring == Scoring::Afure, "{ko:?}");
    }
}
