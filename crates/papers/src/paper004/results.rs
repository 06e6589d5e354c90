//! Which rows are run, and what they found.

use super::rows::{Dobutsu, Problem, Searched, Setups, Solved, Switch, board, entries};
use crate::runs::{Run, Runs};
use serde_json::json;
use yomikiri_core::Result;
use yomikiri_core::text::grouped;
use yomikiri_shogi::searches::Search;
use yomikiri_shogi::setup::paper_setups;

/// The paper's limit for a search, and what a quick run has instead.
pub(super) const NODES: u64 = 1 << 24;
const QUICK_NODES: u64 = 1 << 14;
/// Tables of 3×4 that a quick run makes have at most so many states.
const QUICK_STATES: u64 = 5_000_000;
pub(super) const ZONES: [u8; 3] = [1, 2, 3];
pub(super) const RANKS: [usize; 2] = [3, 4];

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) ranks: usize,
    pub(super) zone: u8,
}

impl Place {
    pub(super) fn board(&self) -> String {
        board(self.ranks).to_string()
    }
}

/// Everything that was found out.
pub(super) struct Results {
    pub(super) setups: Vec<(Switch, Place, Run<Setups>)>,
    pub(super) searches: Vec<(Search, Place, Run<Searched>)>,
    pub(super) dobutsu: Option<Run<Dobutsu>>,
    /// The limit that the searches had.
    pub(super) nodes: u64,
    pub(super) left_out: Vec<String>,
}

fn places(ranks: &[usize]) -> impl Iterator<Item = Place> + '_ {
    ranks.iter().flat_map(|ranks| ZONES.map(|zone| Place { ranks: *ranks, zone }))
}

impl Results {
    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        let mut results = Results {
            setups: Vec::new(),
            searches: Vec::new(),
            dobutsu: None,
            nodes: if quick { QUICK_NODES } else { NODES },
            left_out: Vec::new(),
        };
        for switch in Switch::ALL {
            let fits = |place: &Place| match switch {
                Switch::Standard => true,
                // What rules change on the larger board would take minutes to show.
                Switch::Paper => !quick || place.ranks == 3,
                _ => !quick,
            };
            for place in places(&RANKS).filter(fits) {
                let most_states = (quick && place.ranks > 3).then_some(QUICK_STATES);
                results.add_setups(runs, switch, place, most_states)?;
            }
        }
        for search in Search::ALL {
            for place in places(&RANKS) {
                let Place { ranks, zone } = place;
                let nodes = results.nodes;
                let name = format!("search-{}-{}-zone{zone}", search.name(), place.board());
                let asked = Searched::asked(search, ranks, zone, nodes);
                let work = |context: &_| Searched::find(search, ranks, zone, nodes, context);
                let run = runs.run(&name, asked, None, work)?;
                results.searches.extend(run.map(|run| (search, place, run)));
            }
        }
        if quick {
            results.left_out.extend([
                format!(
                    "The searches had {} nodes a problem and a table of {} entries; a run without \
                     --quick gives them the paper's {} and {}. Claims about what is solved within \
                     the paper's limits, and how fast, are left open.",
                    grouped(QUICK_NODES),
                    grouped(entries(QUICK_NODES) as u64),
                    grouped(NODES),
                    grouped(entries(NODES) as u64)
                ),
                format!(
                    "3×4: of each zone only the set-ups whose tables have at most {} states are \
                     solved by tables{}, and only under standard rules; so the board's counts are \
                     not compared.",
                    grouped(QUICK_STATES),
                    results.setups(Switch::Standard, Place { ranks: 4, zone: 1 }).map_or(
                        String::new(),
                        |setups| {
                            let all = paper_setups().len();
                            format!(" ({} of {all})", setups.solved.len())
                        }
                    ),
                ),
                "The single rule switches, 3×5, and dobutsu shogi.".to_owned(),
            ]);
            return Ok(results);
        }
        for place in places(&[5]) {
            results.add_setups(runs, Switch::Standard, place, None)?;
        }
        let asked = json!({ "question": "dobutsu" });
        results.dobutsu = runs.run("dobutsu", asked, None, Dobutsu::find)?;
        Ok(results)
    }

    fn add_setups(
        &mut self,
        runs: &Runs<'_>,
        switch: Switch,
        place: Place,
        most_states: Option<u64>,
    ) -> Result<()> {
        let Place { ranks, zone } = place;
        let name = format!("setups-{}-{}-zone{zone}", switch.name(), place.board());
        let asked = Setups::asked(switch, ranks, zone, most_states);
        let work = |context: &_| Setups::find(switch, ranks, zone, most_states, context);
        let run = runs.run(&name, asked, None, work)?;
        self.setups.extend(run.map(|run| (switch, place, run)));
        Ok(())
    }

    /// The set-ups of a board and zone under some rules, if they were solved.
    pub(super) fn setups(&self, switch: Switch, place: Place) -> Option<&Setups> {
        let mut all = self.setups.iter();
        all.find(|row| row.0 == switch && row.1 == place).map(|row| &row.2.found)
    }

    /// How many set-ups of a board have a result under some rules; `None` if any is missing.
    pub(super) fn count(&self, switch: Switch, ranks: usize, result: &str) -> Option<u32> {
        let of = |zone| self.setups(switch, Place { ranks, zone }).filter(|setups| setups.all());
        ZONES.map(|zone| Some(of(zone)?.count(result))).into_iter().sum()
    }

    /// Whether every row of a search on a board is there.
    pub(super) fn whole(&self, search: Search, ranks: usize) -> bool {
        let has = |place: Place| {
            let mut rows = self.searches.iter();
            rows.any(|(of, at, _)| (*of, *at) == (search, place))
        };
        places(&[ranks]).all(has)
    }

    /// Whether it is, and the searches had the paper's limit on nodes.
    pub(super) fn full(&self, search: Search, ranks: usize) -> bool {
        self.nodes == NODES && self.whole(search, ranks)
    }

    /// A search's attempts on a board, in all zones.
    pub(super) fn attempts(&self, search: Search, ranks: usize) -> Vec<(Place, &Problem)> {
        let of =
            |place: Place| self.problems(search, place).iter().map(move |found| (place, found));
        places(&[ranks]).flat_map(of).collect()
    }

    /// A search's attempts on a board and zone.
    pub(super) fn problems(&self, search: Search, place: Place) -> &[Problem] {
        let mut all = self.searches.iter();
        let found = all.find(|row| row.0 == search && row.1 == place);
        found.map_or(&[], |row| &row.2.found.problems)
    }

    /// The true result of a set-up.
    pub(super) fn truth(&self, place: Place, setup: &str) -> Option<&Solved> {
        self.setups(Switch::Standard, place)?.solved.iter().find(|solved| solved.setup == setup)
    }

    /// How many answers of the searches can be compared with the tables, and how many differ.
    pub(super) fn compared(&self) -> (usize, usize) {
        let (mut compared, mut wrong) = (0, 0);
        for (_, place, run) in &self.searches {
            for problem in &run.found.problems {
                let Some(winner) = &problem.winner else { continue };
                let Some(truth) = self.truth(*place, &problem.setup) else { continue };
                compared += 1;
                wrong += usize::from(truth.result != *winner);
            }
        }
        (compared, wrong)
    }

    /// How many problems of a board a search solved.
    pub(super) fn solved(&self, search: Search, ranks: usize) -> usize {
        let attempts = self.attempts(search, ranks);
        attempts.iter().filter(|(_, problem)| problem.winner.is_some()).count()
    }

    /// Problems of a board that two searches both solved.
    pub(super) fn both(
        &self,
        [one, other]: [Search; 2],
        ranks: usize,
    ) -> Vec<(Place, &Problem, &Problem)> {
        let mut both = Vec::new();
        for place in places(&[ranks]) {
            for problem in self.problems(one, place) {
                let twin =
                    self.problems(other, place).iter().find(|twin| twin.setup == problem.setup);
                if let Some(twin) = twin
                    && problem.winner.is_some()
                    && twin.winner.is_some()
                {
                    both.push((place, problem, twin));
                }
            }
        }
        both
    }
}
