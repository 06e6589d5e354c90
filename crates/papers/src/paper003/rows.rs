//! Rows against a random mover: the thesis's series, and its listings.

use super::clocks::{Clock, Clocked};
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_core::{Context, Engine, Game, Record, Result};
use yomikiri_othello::Othello;
use yomikiri_othello::notation::tournament_game;
use yomikiri_othello::thesis::{AsPrinted, Depths, MsaiAsPrinted, Random, Scan};
use yomikiri_search::series::{Pairing, Seat, Terms, play_series};

/// What the random mover begins with in every series, so that all engines meet the same luck.
pub(super) const SEED: u64 = 3;

/// Who meets the random mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The player with each of these numbers of threads, side by side at every move.
    Players(Vec<usize>),
    /// SSAI's listing.
    SsaiAsPrinted,
    /// MSAI's listing, moves being found in this order.
    MsaiAsPrinted(Scan),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) who: Who,
    pub(super) turn: Turn,
    pub(super) depths: Depths,
    pub(super) games: usize,
}

impl Case {
    pub(super) fn asked(&self) -> Json {
        let Depths { presearch, normal, wld, perfect } = self.depths;
        let who = match &self.who {
            Who::Players(threads) => json!(threads),
            Who::SsaiAsPrinted => json!("as-printed"),
            Who::MsaiAsPrinted(scan) => json!(MsaiAsPrinted { scan: *scan }.name()),
        };
        json!({ "engine": who, "side": self.turn.name(),
                "depths": [presearch, normal, wld, perfect], "games": self.games, "seed": SEED })
    }

    pub(super) fn find(&self, context: &Context) -> Result<Outcome> {
        let game = tournament_game();
        let mut clocked = None;
        let mut printed: Box<dyn Engine<Othello>> = match &self.who {
            Who::Players(threads) => {
                let (engine, clocks) = Clocked::new(self.depths, threads);
                clocked = Some(clocks);
                Box::new(engine)
            }
            Who::SsaiAsPrinted => Box::new(AsPrinted::new(self.depths)),
            Who::MsaiAsPrinted(scan) => Box::new(MsaiAsPrinted { scan: *scan }),
        };
        let mut random = Random::new(SEED);
        let first = if self.turn == Turn::First { Seat::A } else { Seat::B };
        let pairings = vec![Pairing { opening: 0, first }; self.games];
        let openings = [Record::new(game.start())];
        let engines: [&mut dyn Engine<Othello>; 2] = [printed.as_mut(), &mut random];
        let terms = Terms::default();
        let standing =
            play_series(&game, engines, &openings, &pairings, terms, context, |_| Ok(()))?;
        let [won, lost, drawn] = standing.results();
        let clocks = clocked.map(|clocks| clocks.read());
        Ok(Outcome {
            won,
            lost,
            drawn,
            discs: standing.score_sum,
            nodes: match &clocks {
                Some((clocks, _)) => clocks.iter().map(|clock| clock.nodes).sum(),
                None => standing.nodes[0],
            },
            differing: clocks.as_ref().map_or(0, |(_, differing)| *differing),
            clocks: clocks.map_or_else(Vec::new, |(clocks, _)| clocks),
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
    pub(super) nodes: u64,
    /// Moves for which not all numbers of threads chose the same.
    pub(super) differing: u32,
    /// What each number of threads took.
    pub(super) clocks: Vec<Clock>,
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

    /// The clock of so many threads.
    pub(super) fn clock(&self, threads: usize) -> Option<&Clock> {
        self.clocks.iter().find(|clock| clock.threads == threads)
    }

    /// Seconds for a hundred games with so many threads, as the thesis has them.
    pub(super) fn per_hundred(&self, threads: usize) -> Option<f64> {
        Some(100.0 * self.clock(threads)?.total() / f64::from(self.played().max(1)))
    }
}
