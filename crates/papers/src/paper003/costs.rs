//! Rows that count positions entered: what the presearch saves, and what reading only who wins does.

use super::rows::SEED;
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_core::{Context, Error, Result};
use yomikiri_othello::notation::tournament_game;
use yomikiri_othello::thesis::{Depths, Player, plain};
use yomikiri_othello::{Othello, Position};
use yomikiri_search::series::random_openings;

/// Random moves that lead to the positions of the presearch.
pub(super) const MIDDLE: usize = 20;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// The thesis's own search in plain form, `normal` plies ahead: without a presearch, and after
    /// one of so many plies.
    Presearch { presearch: u32, normal: u32 },
    /// The same in our search: presearch of 1 against so many plies.
    OurPresearch { presearch: u32, normal: u32 },
    /// With so many empty squares: the score read, against who wins.
    Wld { empties: u32 },
}

impl Cost {
    pub(super) fn asked(self, positions: usize) -> Json {
        json!({ "cost": format!("{self:?}"), "positions": positions, "seed": SEED })
    }

    pub(super) fn find(self, count: usize, context: &Context) -> Result<Counts> {
        let game = tournament_game();
        let plies = match self {
            Cost::Wld { empties } => 60 - empties as usize,
            _ => MIDDLE,
        };
        let positions = random_openings(&game, plies, count, SEED, context, |_| true)
            .map_err(|_| Error::refused("there are not enough positions"))?;
        let mut counts = Counts { pairs: Vec::new(), extra: Vec::new(), finished: false };
        for record in &positions {
            if context.check(counts.nodes()) {
                return Ok(counts);
            }
            let (pair, extra) = self.count(&game, &record.position, context)?;
            counts.pairs.push(pair);
            counts.extra.push(extra);
        }
        counts.finished = context.stopped().is_none();
        Ok(counts)
    }

    /// The positions that the two ways enter, and those of the presearch that the second one has.
    fn count(
        self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<([u64; 2], u64)> {
        let player = |depths| -> Result<u64> {
            Ok(Player::single(depths).consider(game, position, context)?.nodes)
        };
        Ok(match self {
            Cost::Presearch { presearch, normal } => {
                let (_, [_, without]) = plain::presearched(game, position, 0, normal);
                let (_, [before, with]) = plain::presearched(game, position, presearch, normal);
                ([without, with], before)
            }
            Cost::OurPresearch { presearch, normal } => {
                let depths = |presearch| Depths { presearch, normal, wld: 0, perfect: 0 };
                ([player(depths(1))?, player(depths(presearch))?], 0)
            }
            Cost::Wld { empties } => {
                let depths = |perfect| Depths { presearch: 1, normal: 1, wld: empties, perfect };
                ([player(depths(empties))?, player(depths(0))?], 0)
            }
        })
    }
}

/// Positions entered the two ways, for every position of the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) pairs: Vec<[u64; 2]>,
    pub(super) extra: Vec<u64>,
    pub(super) finished: bool,
}

impl Finding for Counts {
    fn settled(&self) -> bool {
        self.finished
    }

    fn nodes(&self) -> u64 {
        self.pairs.iter().flatten().sum::<u64>() + self.extra.iter().sum::<u64>()
    }
}

impl Counts {
    /// How many times the positions of the first way, for each of the pairs.
    pub(super) fn saved(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.pairs.iter().map(|[a, b]| (*a as f64, *b as f64))
    }

    /// Sums of the two ways, and of the presearch.
    pub(super) fn sums(&self) -> [u64; 3] {
        let sum = |which: usize| self.pairs.iter().map(|pair| pair[which]).sum();
        [sum(0), sum(1), self.extra.iter().sum()]
    }
}
