//! Paper 001: Amazons endgames, a database of subgames and what it says about sums of them.

mod canonical;
mod cases;
mod claims;
mod figures;
mod kinds;
mod published;
mod results;
mod rows;
mod tables;

use crate::Paper;
use crate::report::{Report, Status};
use crate::runs::Runs;
use results::{Plan, Results};
use yomikiri_core::Result;

pub(crate) const PAPER: Paper = Paper {
    id: "001",
    title: "Amazons endgames from a database of subgames",
    authors: "the authors of the study of all Amazons subgames of at most ten cells",
    seed: Some(kinds::SEED),
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Report> {
    let plan = if quick { Plan::quick() } else { Plan::full() };
    match Results::collect(runs, plan)? {
        Some(results) => report(&results),
        None => Ok(Report::default()),
    }
}

fn report(results: &Results) -> Result<Report> {
    let counts = claims::counts(results);
    let tables = claims::two(results);
    Ok(Report {
        agrees: [&counts, &tables].iter().all(|claim| claim.status != Status::Refuted)
            && results.contradictions() == 0,
        summary: vec![
            "A subgame is a region of at most ten cells with up to four amazons a side, counted up \
             to the symmetries of the board. Its value (a|b) is Black's moves less White's if Black \
             (a) or White (b) begins and both play in turn, null where the one who would begin \
             cannot. Black moves first in every sum, and wins if the score is above 0."
                .into(),
            format!("{} {}", counts.evidence, tables.evidence),
        ],
        left_out: results.left_out(),
        claims: claims::all(results),
        tables: tables::all(results),
        figures: figures::all(results),
        drawings: figures::drawings(results)?,
    })
}

#[cfg(test)]
mod tests {
    use super::kinds::{ALLOWED, KINDS, deviation};
    use super::rows::Pairs;
    use super::*;
    use yomikiri_core::Context;

    fn small() -> (tempfile::TempDir, Results) {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::default();
        let runs = Runs::open(folder.path(), &context).unwrap();
        let results = Results::collect(&runs, Plan::small()).unwrap().unwrap();
        (folder, results)
    }

    #[test]
    fn a_small_run_makes_a_whole_report_and_is_kept() {
        let (folder, results) = small();
        assert_eq!(results.contradictions(), 0);
        let report = super::report(&results).unwrap();
        assert!(report.agrees);
        assert_eq!(report.claims[0].status, Status::Confirmed, "{}", report.claims[0].evidence);
        for table in &report.tables {
            assert!(!table.rows.is_empty(), "{}", table.id);
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.id);
        }
        assert!(report.drawings.iter().all(|drawn| drawn.svg.starts_with("<svg")));
        let context = Context::default();
        let runs = Runs::open(folder.path(), &context).unwrap();
        assert!(Results::collect(&runs, Plan::small()).unwrap().is_some());
        assert_eq!(runs.reused(), 5);
    }

    #[test]
    fn a_wrong_count_and_a_wrong_winner_are_noticed() {
        let (_folder, mut results) = small();
        results.census.found.counts[2][3] += 1;
        assert!(!super::report(&results).unwrap().agrees);
        results.census.found.counts[2][3] -= 1;
        let winners = &mut results.pairs[0].1.found.winners;
        *winners = winners.replace('X', "O");
        assert!(results.contradictions() > 0);
        assert!(!super::report(&results).unwrap().agrees);
    }

    /// Some hundred of the sums of table 4 are enough to see that it is about right.
    #[test]
    fn table_4_within_binomial_error() {
        let pairs = Pairs::find(&KINDS[0], 150, &Context::default()).unwrap();
        assert_eq!((pairs.sums, pairs.broken), (150, 0));
        for (theirs, ours) in published::GRIDS[0].iter().flatten().zip(pairs.grid.iter().flatten())
        {
            let away = deviation((*theirs, published::SUMS), (*ours, pairs.sums));
            assert!(away.abs() < ALLOWED, "{theirs} and {ours}: {away}");
        }
    }
}
