//! Random games counted by overflow stones and by area.

use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_core::{Context, Dice, Game, Result};
use yomikiri_go::{Go, Move, Rules, Scoring};

use super::rows::board;

/// What the random games begin with.
pub(super) const SEED: u64 = 1;
const BOARDS: [(usize, usize); 5] = [(2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];
/// Games on each of the boards.
const GAMES: u64 = 200;

/// What came of counting both ways.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Overflow {
    pub(super) boards: Vec<String>,
    /// Games played; none if stopped.
    pub(super) games: u64,
    /// Positions at which both sides were made to pass, and the game counted.
    pub(super) ends: u64,
    /// Of them, those that the two ways count differently.
    pub(super) wrong: u64,
    pub(super) example: Option<String>,
}

impl Finding for Overflow {
    fn settled(&self) -> bool {
        self.games > 0
    }

    fn nodes(&self) -> u64 {
        self.ends
    }
}

impl Overflow {
    pub(super) fn asked() -> Json {
        json!({ "question": "overflow", "boards": BOARDS, "games": GAMES, "seed": SEED })
    }

    pub(super) fn find(context: &Context) -> Result<Overflow> {
        let mut found = Overflow::default();
        let mut dice = Dice::new(SEED);
        for on in BOARDS.map(board) {
            found.boards.push(on.to_string());
            let rules = Rules { scoring: Scoring::Afure, ..Rules::default() };
            let (go, by_area) = (Go { board: on, rules }, Go::new(on));
            for _ in 0..GAMES {
                let mut position = go.start();
                // A random game may go on for ever.
                for _ in 0..8 * on.points() {
                    let mut end = position.clone();
                    while end.passes < 2 {
                        end = go.play(&end, Move::Pass);
                    }
                    found.ends += 1;
                    if go.margin(&end) != by_area.margin(&end) {
                        found.wrong += 1;
                        found.example.get_or_insert(go.print_position(&end));
                    }
                    let mut moves = Vec::new();
                    go.moves(&position, &mut moves);
                    // A pass is the last of them; now and then it is played.
                    let stones = moves.len().saturating_sub(1);
                    let mv = match moves.get(dice.below(stones.max(1))) {
                        Some(mv) if dice.below(8) > 0 => *mv,
                        Some(_) => Move::Pass,
                        None => break,
                    };
                    position = go.play(&position, mv);
                }
                found.games += 1;
                if context.check(found.ends) {
                    return Ok(Overflow::default());
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_count_the_same_in_games_that_have_captures_and_passes() {
        let found = Overflow::find(&Context::default()).unwrap();
        assert_eq!((found.wrong, found.games), (0, GAMES * BOARDS.len() as u64));
        assert!(found.ends > 10 * found.games, "{found:?}");
    }
}
