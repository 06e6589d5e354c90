//! The paper's searches, and today's standard, as methods.

use crate::duel::Arena;
use crate::position::{Move, Position, Shogi};
use crate::rules::PerpetualCheck;
use yomikiri_core::{Answer, Context, Error, Goal, Outcome, Result, Side, Solver, Stop, Verdict};
use yomikiri_search::duel::deepening::{self, Repeat};
use yomikiri_search::duel::{Bounds, Reason, dfpn, pds};

/// A search for a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Search {
    /// Alpha-beta with deepening at the root; repetitions are not noticed.
    AlphaBeta,
    /// The same twice, a repetition being a win of one side and then of the other.
    AlphaBetaTwice,
    /// PDS with dominance, proof pieces and disproof pieces; repetitions are not noticed.
    Pds,
    /// df-pn, with repetitions settled.
    Dfpn,
}

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Who wins (`None`: nobody), or why that is not known.
    pub winner: Result<Option<Side>, Reason>,
    /// Positions entered.
    pub nodes: u64,
}

impl Search {
    /// Every search.
    pub const ALL: [Search; 4] =
        [Search::AlphaBeta, Search::AlphaBetaTwice, Search::Pds, Search::Dfpn];

    /// The name used with `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Search::AlphaBeta => "alphabeta",
            Search::AlphaBetaTwice => "alphabeta-twice",
            Search::Pds => "pds",
            Search::Dfpn => "dfpn",
        }
    }

    /// Searches for who wins; limits hold for each of two searches where there are two.
    pub fn run(
        self,
        game: &Shogi,
        position: &Position,
        bounds: Bounds,
        context: &Context,
    ) -> Result<Outcomes> {
        if game.rules.perpetual_check == PerpetualCheck::Loses {
            return Err(Error::refused(format!(
                "the method {} takes perpetual check for a repetition like any other; leave out \
                 --perpetual-check, or use the method table",
                self.name()
            )));
        }
        let arena = Arena::new(game, position)?;
        let root = arena.stand(position);
        Ok(match self {
            Search::AlphaBeta => {
                let found = deepening::search(&arena, &root, Repeat::Unseen, bounds, context);
                Outcomes { winner: found.winner.map(Some), nodes: found.nodes }
            }
            Search::Pds => {
                let found = pds::search(&arena, &root, true, bounds, context);
                Outcomes { winner: found.winner.map(Some), nodes: found.nodes }
            }
            Search::AlphaBetaTwice => {
                let with =
                    |side| deepening::search(&arena, &root, Repeat::Wins(side), bounds, context);
                let against_first = with(Side::Second);
                let for_first = with(Side::First);
                let nodes = against_first.nodes + for_first.nodes;
                let winner = match (against_first.winner, for_first.winner) {
                    // Who wins even though a repetition counts for the other wins.
                    (Ok(Side::First), _) => Ok(Some(Side::First)),
                    (_, Ok(Side::Second)) => Ok(Some(Side::Second)),
                    (Ok(Side::Second), Ok(Side::First)) => Ok(None),
                    (Err(reason), _) | (_, Err(reason)) => Err(reason),
                };
                Outcomes { winner, nodes }
            }
            Search::Dfpn => {
                let can = |side| dfpn::search(&arena, &root, side, bounds, context);
                let first = can(Side::First);
                if first.forced == Ok(true) {
                    return Ok(Outcomes { winner: Ok(Some(Side::First)), nodes: first.nodes });
                }
                let second = can(Side::Second);
                let nodes = first.nodes + second.nodes;
                let winner = match (first.forced, second.forced) {
                    (_, Ok(true)) => Ok(Some(Side::Second)),
                    (Ok(_), Ok(_)) => Ok(None),
                    (Err(reason), _) | (_, Err(reason)) => Err(reason),
                };
                Outcomes { winner, nodes }
            }
        })
    }
}

/// A search as a method of the command's, under the paper's limits unless others are given.
pub struct SearchMethod(pub Search);

impl Solver<Shogi> for SearchMethod {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn solve(
        &self,
        game: &Shogi,
        position: &Position,
        _: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let mut bounds = Bounds::PAPER;
        if let Some(nodes) = context.limits.nodes {
            bounds.nodes = nodes;
        }
        if let Some(time) = context.limits.time {
            bounds.time = time;
        }
        // An entry takes about a hundred bytes.
        let most = (context.limits.memory / 128).max(1 << 10) as usize;
        bounds.entries = bounds.entries.min(1 << most.ilog2());
        let found = self.0.run(game, position, bounds, context)?;
        let outcome = |winner: Option<Side>| match winner {
            None => Outcome::from(game.repetition_score(position.side)),
            Some(side) if side == position.side => Outcome::Win,
            Some(_) => Outcome::Loss,
        };
        Ok(Answer {
            bracket: None,
            verdict: match found.winner {
                Ok(winner) => Verdict::Outcome { outcome: outcome(winner), plies: None },
                Err(_) => Verdict::Unknown,
            },
            line: Vec::new(),
            nodes: found.nodes,
            total_nodes: found.nodes,
            counts: Vec::new(),
            stopped: found.winner.err().map(|reason| match reason {
                Reason::Nodes => Stop::Nodes,
                Reason::Depth => Stop::Depth,
                Reason::Time => Stop::Time,
                Reason::Stopped => context.stopped().unwrap_or(Stop::Cancelled),
            }),
        })
    }
}
