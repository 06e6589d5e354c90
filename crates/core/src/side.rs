use serde::{Deserialize, Serialize};
use std::ops::Not;

/// One of the two players, named by who moves first from the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who makes the first move of the game (Black in Othello).
    First,
    /// The other one.
    Second,
}

impl Side {
    /// 0 for the first player, 1 for the second: where lists have something for each.
    pub fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
