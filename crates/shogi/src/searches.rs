//! The paper's searches, and today's standard, as methods.

use crate::duel::{Arena, ArenaMove};
use crate::line::{Line, follow};
use crate::position::{Move, Position, Shogi};
use crate::rules::PerpetualCheck;
use std::time::Duration;
use yomikiri_core::{
    Answer, Basis, Context, Error, Finding, Goal, Outcome, Result, Side, Solver, Stop, Verdict,
};
use yomikiri_search::duel::deepening::{Deepening, Repeat};
use yomikiri_search::duel::dfpn::Dfpn;
use yomikiri_search::duel::pds::Pds;
use yomikiri_search::duel::{Bounds, Found, Prover, Reason, Win};
use yomikiri_search::on_deep_stack;

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
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Who wins (`None`: nobody), or why that is not known.
    pub winner: Result<Option<Side>, Reason>,
    /// Plies to the end, where somebody wins.
    pub plies: Option<Plies>,
    /// Positions entered.
    pub nodes: u64,
    /// What the searches took; making and clearing their tables is not counted.
    pub time: Duration,
    /// A line of the win, if one was asked for.
    pub line: Line,
    /// The root's proof and disproof number at the end, of PDS.
    pub root_numbers: Option<[u32; 2]>,
}

/// How far away a win is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plies {
    /// So many under best play.
    Exactly(u16),
    /// So many or fewer.
    AtMost(u16),
}

impl Plies {
    /// The number.
    pub fn number(self) -> u16 {
        match self {
            Plies::Exactly(plies) | Plies::AtMost(plies) => plies,
        }
    }
}

/// A question, and what answers it has to stay within.
struct Question<'a> {
    game: &'a Shogi,
    arena: Arena,
    position: &'a Position,
    bounds: Bounds,
    context: &'a Context,
    line: bool,
}

impl Question<'_> {
    /// The win with a line, if one is wanted; `exact` if the search proves that none is nearer.
    fn won(&self, win: Win<ArenaMove>, prover: &mut impl Prover<Arena>, exact: bool) -> Outcomes {
        let line = match self.line {
            true => {
                let place = (self.game, &self.arena);
                follow(place, self.position, win, prover, self.bounds, self.context)
            }
            false => Line::default(),
        };
        let plies = if exact { Plies::Exactly(win.plies) } else { Plies::AtMost(win.plies) };
        Outcomes { line, plies: Some(plies), ..Outcomes::of(Ok(Some(win.side))) }
    }

    /// What a single search says.
    fn once(&self, found: Found<ArenaMove>, prover: &mut impl Prover<Arena>) -> Outcomes {
        let outcomes = match found.win {
            Ok(win) => self.won(win, prover, false),
            Err(reason) => Outcomes::of(Err(reason)),
        };
        outcomes.taking(found.nodes, found.time)
    }

    fn alphabeta_twice(&self) -> Outcomes {
        let root = self.arena.stand(self.position);
        let repeat_wins = |side| Deepening::new(&self.arena, Repeat::Wins(side), self.bounds);
        let mut prover = repeat_wins(Side::Second);
        let against_first = prover.prove(&root, self.bounds, self.context);
        // Who wins even though a repetition counts for the other wins, and no sooner than this
        // search says: no nearer win needs a repetition, and values come from no table.
        let first = against_first.win.ok().filter(|win| win.side == Side::First);
        let first = first.map(|win| self.won(win, &mut prover, true));
        drop(prover);
        let mut prover = repeat_wins(Side::First);
        let for_first = prover.prove(&root, self.bounds, self.context);
        let second = for_first.win.ok().filter(|win| win.side == Side::Second);
        let outcomes = match (first, second) {
            (Some(outcomes), _) => outcomes,
            (None, Some(win)) => self.won(win, &mut prover, true),
            (None, None) => Outcomes::of(match (against_first.win, for_first.win) {
                (Ok(_), Ok(_)) => Ok(None),
                (Err(reason), _) | (_, Err(reason)) => Err(reason),
            }),
        };
        outcomes
            .taking(against_first.nodes, against_first.time)
            .taking(for_first.nodes, for_first.time)
    }

    fn dfpn(&self) -> Outcomes {
        let root = self.arena.stand(self.position);
        let (mut nodes, mut time, mut unknown) = (0, Duration::ZERO, None);
        let mut settled = None;
        for side in [Side::First, Side::Second] {
            let mut prover = Dfpn::new(&self.arena, side, self.bounds);
            let found = prover.ask(&root, self.bounds, self.context);
            nodes += found.nodes;
            time += found.time;
            match found.win {
                Ok(Some(win)) => {
                    settled = Some(self.won(win, &mut prover, false));
                    break;
                }
                Ok(None) => {}
                Err(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        let nobody = || Outcomes::of(unknown.map_or(Ok(None), Err));
        settled.unwrap_or_else(nobody).taking(nodes, time)
    }
}

impl Outcomes {
    fn of(winner: Result<Option<Side>, Reason>) -> Outcomes {
        let (line, time) = (Line::default(), Duration::ZERO);
        Outcomes { winner, plies: None, nodes: 0, time, line, root_numbers: None }
    }

    /// With the cost of a search added.
    fn taking(mut self, nodes: u64, time: Duration) -> Outcomes {
        self.nodes += nodes;
        self.time += time;
        self
    }
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

    /// Searches for who wins, and if wanted for a line; limits hold for each of two searches where
    /// there are two, and once more for the line.
    pub fn run(
        self,
        game: &Shogi,
        position: &Position,
        line: bool,
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
        let question = Question { game, arena, position, bounds, context, line };
        let (arena, bounds) = (&question.arena, question.bounds);
        Ok(on_deep_stack(|| match self {
            Search::AlphaBeta => {
                let mut prover = Deepening::new(arena, Repeat::Unseen, bounds);
                let found = prover.prove(&arena.stand(position), bounds, context);
                question.once(found, &mut prover)
            }
            Search::Pds => {
                let mut prover = Pds::new(arena, position.side, true, bounds);
                let found = prover.prove(&arena.stand(position), bounds, context);
                let root_numbers = Some(prover.root_numbers());
                Outcomes { root_numbers, ..question.once(found, &mut prover) }
            }
            Search::AlphaBetaTwice => question.alphabeta_twice(),
            Search::Dfpn => question.dfpn(),
        }))
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
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let bounds = bounds(context);
        let found = self.0.run(game, position, goal == Goal::Score, bounds, context)?;
        let outcome = |winner: Option<Side>| match winner {
            None => Outcome::from(game.repetition_score(position.side)),
            Some(side) if side == position.side => Outcome::Win,
            Some(_) => Outcome::Loss,
        };
        let exact = match found.plies {
            Some(Plies::Exactly(plies)) => Some(plies.into()),
            _ => None,
        };
        let mut counts = vec![("search_microseconds", found.time.as_micros() as u64)];
        if let Some(Plies::AtMost(plies)) = found.plies {
            counts.push((PLIES_AT_MOST, plies.into()));
        }
        if found.line.nodes > 0 {
            counts.push(("nodes_for_the_line", found.line.nodes));
        }
        let nodes = found.nodes + found.line.nodes;
        let verdict = match found.winner {
            Ok(winner) => Verdict::Outcome { outcome: outcome(winner), plies: exact },
            Err(_) => Verdict::Unknown,
        };
        let stopped = found.winner.err().or(found.line.cut).map(|reason| match reason {
            Reason::Nodes => Stop::Nodes,
            Reason::Depth => Stop::Depth,
            Reason::Time => Stop::Time,
            Reason::Stopped => context.stopped().unwrap_or(Stop::Cancelled),
        });
        Ok(Answer::new(Finding::proved(verdict, Basis::Search), nodes)
            .with_line(found.line.moves)
            .with_counts(counts)
            .stopped_by(stopped))
    }
}

/// The count of plies within which a search proves a win, where nearer ones are not ruled out.
pub const PLIES_AT_MOST: &str = "plies_at_most";

/// The paper's limits, and in their place those that a context has.
pub fn bounds(context: &Context) -> Bounds {
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
    bounds
}
