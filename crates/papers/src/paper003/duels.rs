//! Rows of one program against another, from balanced openings, each side as often as the other.

use super::rows::SEED;
use crate::evidence::Proportion;
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_core::{Context, Engine, Error, Result};
use yomikiri_othello::notation::tournament_game;
use yomikiri_othello::openings::balanced;
use yomikiri_othello::thesis::weights::{Feature, WEIGHTS};
use yomikiri_othello::thesis::{Depths, Player};
use yomikiri_othello::{Level, Othello, Yomi};
use yomikiri_search::series::{Terms, play_series, swapped};

/// Random moves before the players begin.
pub(super) const OPENING: usize = 8;

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Single(Depths),
    /// The same without one feature.
    Without(Depths, Feature),
    /// The strong engine, looking so many plies ahead.
    Yomi(u32),
}

impl Program {
    fn make(self) -> Box<dyn Engine<Othello>> {
        match self {
            Program::Single(depths) => Box::new(Player::single(depths)),
            Program::Without(depths, feature) => {
                let mut weights = WEIGHTS;
                weights[feature] = 0;
                Box::new(Player::single(depths).with_weights(weights))
            }
            Program::Yomi(depth) => {
                let level = Level { depth: Some(depth), time: None, threads: Some(1) };
                Box::new(Yomi::new(level))
            }
        }
    }
}

/// A match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Duel {
    pub(super) a: Program,
    pub(super) b: Program,
    pub(super) games: usize,
}

impl Duel {
    pub(super) fn asked(&self) -> Json {
        let [a, b] = [self.a, self.b].map(|program| program.make().name());
        json!({ "a": a, "b": b, "games": self.games, "opening": OPENING, "seed": SEED })
    }

    pub(super) fn find(&self, context: &Context) -> Result<Score> {
        let game = tournament_game();
        let openings = balanced(&game, OPENING, self.games.div_ceil(2), SEED, context)
            .map_err(|_| Error::refused("there are not enough openings"))?;
        let [mut a, mut b] = [self.a, self.b].map(Program::make);
        let engines: [&mut dyn Engine<Othello>; 2] = [a.as_mut(), b.as_mut()];
        let (pairings, terms) = (swapped(openings.len(), self.games), Terms::default());
        let standing =
            play_series(&game, engines, &openings, &pairings, terms, context, |_| Ok(()))?;
        let [won, lost, drawn] = standing.results();
        Ok(Score {
            won,
            lost,
            drawn,
            discs: standing.score_sum,
            seconds: standing.seconds,
            nodes: standing.nodes,
            finished: standing.games() as usize == self.games && standing.forfeits == [0, 0],
        })
    }
}

/// What came of it, seen by A.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Score {
    pub(super) won: u32,
    pub(super) lost: u32,
    pub(super) drawn: u32,
    pub(super) discs: i64,
    pub(super) seconds: [f64; 2],
    pub(super) nodes: [u64; 2],
    pub(super) finished: bool,
}

impl Finding for Score {
    fn settled(&self) -> bool {
        self.finished
    }

    fn nodes(&self) -> u64 {
        self.nodes.iter().sum()
    }
}

impl Score {
    pub(super) fn points(&self) -> Proportion {
        Proportion::points(self.won, self.lost, self.drawn)
    }

    pub(super) fn discs_a_game(&self) -> f64 {
        self.discs as f64 / f64::from((self.won + self.lost + self.drawn).max(1))
    }
}
