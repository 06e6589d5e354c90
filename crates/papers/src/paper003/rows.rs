//! One row: a series of games against a random mover.

use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_core::{Context, Engine, Game, Record, Result};
use yomikiri_othello::Othello;
use yomikiri_othello::notation::tournament_game;
use yomikiri_othello::thesis::{AsPrinted, Depths, Player, Random};
use yomikiri_search::series::{Pairing, Played, Seat, Terms, play_series};

/// What the random mover begins with in every series, so that all engines meet the same luck.
pub(super) const SEED: u64 = 3;

/// Which player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Single,
    /// With so many threads.
    Multi(usize),
    AsPrinted,
}

impl Who {
    pub(super) fn name(self) -> &'static str {
        match self {
            Who::Single => "single",
            Who::Multi(_) => "multi",
            Who::AsPrinted => "as-printed",
        }
    }
}

/// The side that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    First,
    Second,
}

impl Turn {
    pub(super) const BOTH: [Turn; 2] = [Turn::Second, Turn::First];

    pub(super) fn name(self) -> &'static str {
        match self {
            Turn::First => "first",
            Turn::Second => "second",
        }
    }
}

/// A series to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) who: Who,
    pub(super) turn: Turn,
    pub(super) depths: Depths,
    pub(super) games: usize,
}

impl Case {
    pub(super) fn asked(&self) -> Json {
        let Depths { presearch, normal, wld, perfect } = self.depths;
        let threads = if let Who::Multi(threads) = self.who { threads } else { 1 };
        json!({ "engine": self.who.name(), "threads": threads, "side": self.turn.name(),
                "depths": [presearch, normal, wld, perfect], "games": self.games, "seed": SEED })
    }

    pub(super) fn find(&self, context: &Context) -> Result<Outcome> {
        let game = tournament_game();
        let mut engine: Box<dyn Engine<Othello>> = match self.who {
            Who::Single => Box::new(Player::single(self.depths)),
            Who::Multi(threads) => Box::new(Player::multi(self.depths, threads)),
            Who::AsPrinted => Box::new(AsPrinted::new(self.depths)),
        };
        let mut random = Random::new(SEED);
        let first = if self.turn == Turn::First { Seat::A } else { Seat::B };
        let pairings = vec![Pairing { opening: 0, first }; self.games];
        let openings = [Record::new(game.start())];
        let mut digest = blake3::Hasher::new();
        let keep = |played: &Played<Othello>| {
            digest.update(format!("{:?}\n", played.record.moves).as_bytes());
            Ok(())
        };
        let engines: [&mut dyn Engine<Othello>; 2] = [engine.as_mut(), &mut random];
        let terms = Terms::default();
        let standing = play_series(&game, engines, &openings, &pairings, terms, context, keep)?;
        let [won, lost, drawn] = standing.results();
        Ok(Outcome {
            won,
            lost,
            drawn,
            discs: standing.score_sum,
            seconds: standing.seconds[0],
            nodes: standing.nodes[0],
            games: digest.finalize().to_hex()[..16].to_owned(),
            finished: standing.games() as usize == self.games && standing.forfeits == [0, 0],
        })
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub(super) won: u32,
    pub(super) lost: u32,
    pub(super) drawn: u32,
    /// The sum of the scores.
    pub(super) discs: i64,
    /// What the engine took, without the random mover.
    pub(super) seconds: f64,
    pub(super) nodes: u64,
    /// A digest of all games, move by move.
    pub(super) games: String,
    pub(super) finished: bool,
}

impl Finding for Outcome {
    fn settled(&self) -> bool {
        self.finished
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Outcome {
    pub(super) fn played(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// Games won, in per cent.
    pub(super) fn rate(&self) -> f64 {
        100.0 * f64::from(self.won) / f64::from(self.played().max(1))
    }

    /// Seconds for a hundred games, as the thesis has them.
    pub(super) fn per_hundred(&self) -> f64 {
        100.0 * self.seconds / f64::from(self.played().max(1))
    }
}
