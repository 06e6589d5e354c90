//! Paper 004: small shogi, every set-up solved, and how searches fare on it.

mod claims;
mod figures;
mod published;
mod results;
mod rows;
mod tables;

use crate::Paper;
use crate::report::{Report, Status};
use crate::runs::Runs;
use results::Results;
use yomikiri_core::Result;

pub(crate) const PAPER: Paper = Paper {
    id: "004",
    title: "Solving small shogi",
    authors: "the authors of the study of 3×3 and 3×4 shogi set-ups",
    seed: None,
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Report> {
    Ok(report(&Results::collect(runs, quick)?))
}

fn report(results: &Results) -> Report {
    let claims = claims::all(results);
    let counts = claims::published_counts(results);
    Report {
        agrees: counts.status != Status::Refuted && results.contradictions() == 0,
        summary: vec![
            "Every set-up is solved strongly: a table has every position of its pieces, with the \
             plies to mate under best play. Results are said of the players: first (sente), second \
             (gote), draw (sennichite: neither side can force a win). A side without a legal move \
             has lost."
                .into(),
            counts.evidence,
        ],
        left_out: results.left_out.clone(),
        claims,
        tables: tables::all(results),
        figures: figures::all(results),
        drawings: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::results::Place;
    use super::rows::{Problem, Searched, Setups, Solved, Switch};
    use super::*;
    use crate::runs::Run;
    use yomikiri_shogi::searches::Search;
    use yomikiri_shogi::setup::paper_setups;

    fn run<T>(found: T) -> Run<T> {
        Run {
            program: String::new(),
            begun: String::new(),
            seconds: 1.0,
            threads: 1,
            memory: 0,
            limit: None,
            found,
        }
    }

    /// Set-ups with so many first wins, second wins, draws and illegal ones.
    fn setups(counts: [usize; 4]) -> Setups {
        let results = ["first", "second", "draw", "illegal"].iter().zip(counts);
        let mut results = results.flat_map(|(name, count)| std::iter::repeat_n(*name, count));
        let solved = paper_setups().into_iter().map(|setup| Solved {
            setup: setup.name(),
            result: results.next().unwrap().into(),
            plies: None,
        });
        Setups::of(solved.collect())
    }

    /// The counts that were found, and a search that solves every first win and nothing else.
    fn found() -> Results {
        let counts = [
            (Switch::Standard, 3, [[37, 20, 8, 29], [41, 19, 5, 29], [41, 19, 5, 29]]),
            (Switch::Paper, 3, [[37, 20, 8, 29], [41, 19, 5, 29], [41, 19, 5, 29]]),
            (Switch::Standard, 4, [[37, 3, 39, 15], [51, 0, 28, 15], [45, 0, 34, 15]]),
            (Switch::Paper, 4, [[37, 2, 40, 15], [48, 0, 31, 15], [42, 0, 37, 15]]),
        ];
        let mut results = Results {
            setups: Vec::new(),
            searches: Vec::new(),
            dobutsu: None,
            nodes: 1 << 24,
            left_out: Vec::new(),
        };
        for (switch, ranks, zones) in counts {
            for (zone, counts) in (1..).zip(zones) {
                let place = Place { ranks, zone };
                let setups = setups(counts);
                if switch == Switch::Standard {
                    let legal = setups.solved.iter().filter(|solved| solved.result != "illegal");
                    let problems = legal.map(|solved| Problem {
                        setup: solved.setup.clone(),
                        winner: (solved.result == "first").then(|| "first".into()),
                        nodes: 1000,
                        seconds: 0.1,
                        stopped: (solved.result != "first").then(|| "nodes".into()),
                    });
                    let searched = run(Searched::of(problems.collect()));
                    results.searches.push((Search::Pds, place, searched));
                }
                results.setups.push((switch, place, run(setups)));
            }
        }
        results
    }

    #[test]
    fn the_published_counts_are_confirmed_and_a_wrong_one_is_noticed() {
        let mut results = found();
        let report = super::report(&results);
        assert!(report.agrees);
        assert_eq!(report.claims[0].status, Status::Confirmed, "{}", report.claims[0].evidence);
        let wrong = results.setups.iter_mut().find(|row| row.0 == Switch::Paper).unwrap();
        wrong.2.found.solved[0].result = "draw".into();
        assert!(!super::report(&results).agrees);
    }

    #[test]
    fn a_search_that_contradicts_the_tables_is_noticed() {
        let mut results = found();
        assert_eq!(results.contradictions(), 0);
        results.searches[0].2.found.problems[0].winner = Some("draw".into());
        assert_eq!(results.contradictions(), 1);
        assert!(!super::report(&results).agrees);
    }
}
