//! Paper 001: Amazons endgames, a database of subgames and what it says about sums of them.

mod canonical;
mod cases;
mod claims;
mod figures;
mod kinds;
mod published;
mod results;
mod rows;
mod rules;
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
    report(&Results::collect(runs, plan)?)
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
        let results = Results::collect(&runs, Plan::small()).unwrap();
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
        Results::collect(&runs, Plan::small()).unwrap();
        assert_eq!(runs.reused(), 6);
    }

    #[test]
    fn a_wrong_count_and_a_wrong_winner_are_noticed() {
        let (_folder, mut results) = small();
        results.census.as_mut().unwrap().found.counts[2][3] += 1;
        assert!(!super::report(&results).unwrap().agrees);
        results.census.as_mut().unwrap().found.counts[2][3] -= 1;
        let winners = &mut results.pairs[0].1.found.winners;
        *winners = winners.replace('X', "O");
        assert!(results.contradictions() > 0);
        assert!(!super::report(&results).unwrap().agrees);
    }

    /// Whatever is missing, the rest is told, and nothing is confirmed by what was not seen.
    #[test]
    fn a_report_tells_what_there_is() {
        type Lose = fn(&mut Results);
        let rows: [(Lose, &str); 6] = [
            (|results| results.census = None, "There are 17,275,854,477"),
            (|results| results.rules = None, "Tables 1 and 2"),
            (|results| results.stored = None, "The database of ten cells"),
            (|results| results.pairs.clear(), "Tables 4 to 6"),
            (|results| results.fours.clear(), "Tables 7 and 8"),
            (|results| results.canonical = None, "The winner of four"),
        ];
        for (lose, claim) in rows {
            let (_folder, mut results) = small();
            lose(&mut results);
            let report = super::report(&results).unwrap();
            assert!(report.tables.len() >= 6, "{claim}: {}", report.tables.len());
            assert!(report.tables.iter().all(|table| !table.rows.is_empty()), "{claim}");
            let judged = report.claims.iter().find(|found| found.claim.starts_with(claim));
            assert_eq!(judged.map(|found| found.status), Some(Status::Open), "{claim}");
        }
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
