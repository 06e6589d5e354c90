//! One row: a question, and its answer.

use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use yomikiri_core::{Context, Result};
use yomikiri_search::duel::Bounds;
use yomikiri_search::retrograde::Value as Worth;
use yomikiri_shogi::attempts::attempt_all;
use yomikiri_shogi::reach::reach;
use yomikiri_shogi::searches::Search;
use yomikiri_shogi::setup::{dobutsu, paper_setups};
use yomikiri_shogi::solver::SetupResult;
use yomikiri_shogi::survey::survey_up_to;
use yomikiri_shogi::{DeadSquares, Rules, Size, Subject, Table};

/// Rules with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    Standard,
    Paper,
    Nifu,
    Uchifuzume,
    Unpromotable,
    Dead,
    Everything,
}

impl Switch {
    pub(super) const ALL: [Switch; 7] = [
        Switch::Standard,
        Switch::Paper,
        Switch::Nifu,
        Switch::Uchifuzume,
        Switch::Unpromotable,
        Switch::Dead,
        Switch::Everything,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Switch::Standard => "standard",
            Switch::Paper => "paper",
            Switch::Nifu => "nifu",
            Switch::Uchifuzume => "uchifuzume",
            Switch::Unpromotable => "unpromotable",
            Switch::Dead => "dead-squares",
            Switch::Everything => "everything",
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Switch::Standard => "nifu, drop-pawn mate and dead squares forbidden",
            Switch::Paper => {
                "nifu allowed; a move may end on a dead square if it cannot promote (our guess at \
                 the paper's rules)"
            }
            Switch::Nifu => "two pawns on a file allowed",
            Switch::Uchifuzume => "mate by a dropped pawn allowed",
            Switch::Unpromotable => "a move may end on a dead square if it cannot promote",
            Switch::Dead => "moves and drops to dead squares allowed",
            Switch::Everything => "all of these allowed",
        }
    }

    pub(super) fn rules(self, zone: u8) -> Rules {
        let standard = Rules::standard(zone);
        match self {
            Switch::Standard => standard,
            Switch::Paper => Rules::paper(zone),
            Switch::Nifu => Rules { nifu: true, ..standard },
            Switch::Uchifuzume => Rules { uchifuzume: true, ..standard },
            Switch::Unpromotable => Rules { dead_squares: DeadSquares::Unpromotable, ..standard },
            Switch::Dead => Rules { dead_squares: DeadSquares::Allow, ..standard },
            Switch::Everything => {
                Rules { nifu: true, uchifuzume: true, dead_squares: DeadSquares::Allow, ..standard }
            }
        }
    }
}

pub(super) fn board(ranks: usize) -> Size {
    Size::new(3, ranks).expect("there are boards of three files and three to six ranks")
}

/// A set-up with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Solved {
    pub(super) setup: String,
    pub(super) result: String,
    pub(super) plies: Option<u16>,
}

/// All set-ups of a board and zone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Setups {
    pub(super) solved: Vec<Solved>,
    /// States of all the tables.
    states: u64,
    finished: bool,
}

impl Finding for Setups {
    fn settled(&self) -> bool {
        self.finished
    }

    fn nodes(&self) -> u64 {
        self.states
    }
}

impl Setups {
    #[cfg(test)]
    pub(super) fn of(solved: Vec<Solved>) -> Setups {
        Setups { solved, states: 0, finished: true }
    }

    /// Whether every set-up of the paper is there.
    pub(super) fn all(&self) -> bool {
        self.solved.len() == paper_setups().len()
    }

    pub(super) fn count(&self, result: &str) -> u32 {
        self.solved.iter().filter(|solved| solved.result == result).count() as u32
    }

    pub(super) fn asked(switch: Switch, ranks: usize, zone: u8, most_states: Option<u64>) -> Value {
        let mut asked = json!({ "question": "set-ups", "board": board(ranks).to_string(),
                                "zone": zone, "rules": switch.name() });
        if let Some(most) = most_states {
            asked["most_states"] = most.into();
        }
        asked
    }

    /// Solves them by tables, all of them or those whose tables have at most so many states.
    pub(super) fn find(
        switch: Switch,
        ranks: usize,
        zone: u8,
        most_states: Option<u64>,
        context: &Context,
    ) -> Result<Setups> {
        let most = most_states.unwrap_or(u64::MAX);
        let found = survey_up_to(most, board(ranks), switch.rules(zone), None, context)?;
        let solved = found.setups.into_iter().map(|surveyed| Solved {
            setup: surveyed.setup.name(),
            result: surveyed.result.name().into(),
            plies: surveyed.plies,
        });
        Ok(Setups { solved: solved.collect(), states: found.states, finished: found.finished })
    }
}

/// The entries of a search's table: the paper's, but no more than few nodes have a use for.
pub(super) fn entries(nodes: u64) -> usize {
    Bounds::PAPER.entries.min(4 * nodes.next_power_of_two() as usize)
}

/// What a search made of a set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Problem {
    pub(super) setup: String,
    /// `first`, `second` or `draw`, if it was solved.
    pub(super) winner: Option<String>,
    pub(super) nodes: u64,
    /// Of the search; its tables were made before.
    pub(super) seconds: f64,
    /// What stopped it.
    pub(super) stopped: Option<String>,
    /// PDS: the root's proof and disproof number at the end.
    pub(super) root: Option<[u32; 2]>,
}

/// All legal set-ups of a board and zone by one search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Searched {
    pub(super) problems: Vec<Problem>,
    finished: bool,
}

impl Finding for Searched {
    fn settled(&self) -> bool {
        self.finished
    }

    fn nodes(&self) -> u64 {
        self.problems.iter().map(|problem| problem.nodes).sum()
    }
}

impl Searched {
    #[cfg(test)]
    pub(super) fn of(problems: Vec<Problem>) -> Searched {
        Searched { problems, finished: true }
    }

    pub(super) fn asked(search: Search, ranks: usize, zone: u8, nodes: u64) -> Value {
        json!({ "question": "search", "method": search.name(), "zone": zone,
                "board": board(ranks).to_string(), "nodes": nodes, "entries": entries(nodes),
                "time": "of the search" })
    }

    /// Lets a search try them all, several at a time, each within `nodes`.
    pub(super) fn find(
        search: Search,
        ranks: usize,
        zone: u8,
        nodes: u64,
        context: &Context,
    ) -> Result<Searched> {
        // Nodes and depth are the paper's limits; time would depend on the machine.
        let bounds =
            Bounds { nodes, time: Duration::MAX, entries: entries(nodes), ..Bounds::PAPER };
        let mut problems = Vec::new();
        let rules = Rules::standard(zone);
        let (setups, board) = (paper_setups(), (board(ranks), rules));
        let finished = attempt_all(search, &setups, board, bounds, context, |found| {
            if found.result == Ok(SetupResult::Illegal) {
                return Ok(());
            }
            problems.push(Problem {
                setup: found.setup.name(),
                winner: found.result.ok().map(|result| result.name().to_owned()),
                nodes: found.nodes,
                seconds: found.time.as_secs_f64(),
                stopped: found.result.err().map(|reason| reason.name().to_owned()),
                root: found.root_numbers,
            });
            Ok(())
        })?;
        Ok(Searched { problems, finished })
    }
}

/// The counts of dobutsu shogi, in the order of the published ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Dobutsu {
    pub(super) counts: Vec<u64>,
    pub(super) second_wins: bool,
}

impl Finding for Dobutsu {
    fn settled(&self) -> bool {
        !self.counts.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.counts.first().copied().unwrap_or(0)
    }
}

impl Dobutsu {
    pub(super) fn find(context: &Context) -> Result<Dobutsu> {
        let unfinished = Dobutsu { counts: Vec::new(), second_wins: false };
        let game = dobutsu();
        let subject = Subject::of(&game, &game.start);
        let Some(table) = Table::build(subject, context)? else { return Ok(unfinished) };
        let Some(reach) = reach(&table, context)? else { return Ok(unfinished) };
        let start = table.value(&game.start)?;
        Ok(Dobutsu {
            counts: vec![
                reach.positions(),
                reach.open(),
                reach.wins,
                reach.draws,
                reach.losses,
                start.plies().unwrap_or(0).into(),
                reach.longest.into(),
            ],
            second_wins: matches!(start, Worth::Loss(_)),
        })
    }
}
