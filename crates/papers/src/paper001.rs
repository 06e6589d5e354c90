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
    use super::canonical::{Canonical, Decided, Way};
    use super::cases::{Case, Endgame};
    use super::kinds::{ALLOWED, KINDS, deviation};
    use super::rows::{Census, Fours, Known, Pairs, Stored};
    use super::rules::{Rules, Tally};
    use super::*;
    use crate::printed::Theirs;
    use crate::report::checks::{self, run};
    use yomikiri_amazons::census::MATERIALS;
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
        assert_eq!(runs.reused().values().sum::<usize>(), 6);
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

    /// A whole run as the paper would have it, without the rows that are not to be kept.
    fn whole((cases, endgame): (Vec<Case>, Endgame), keep: &mut dyn FnMut() -> bool) -> Results {
        let plan = Plan::full();
        let published = tables::published_counts();
        let counts = published[..MATERIALS.len()].iter();
        let counts = counts.map(|row| row[..10].iter().map(|count| count.value()).collect());
        let counts = counts.collect();
        let of_two = |place: usize| Pairs {
            sums: published::SUMS,
            grid: published::GRIDS[place].map(|row| row.map(Theirs::value)),
            differences: published::DIFFERENCES[place].map(|row| row.map(Theirs::value).to_vec()),
            winners: "X".repeat(10_000),
            ..Pairs::default()
        };
        let known = |both| Known {
            both,
            only_lower: 1500,
            only_upper: 503,
            neither: 7997 - both,
            both_one_sided: both,
            lower_signs: [1390, 50, 60],
            upper_signs: [2, 1, 500],
        };
        let of_four = |broken| Fours { printed: known(3), sound: known(3), doubtful: 5, broken };
        let way = Way { bounded: 5882, named: 3000, wrong: 0 };
        let decided = plan.kinds.iter().map(|kind| Decided {
            kind: kind.id.into(),
            sums: 10_000,
            printed: Way {
                bounded: published::GRIDS
                    .get(usize::from(kind.table == 5))
                    .map_or(0, |grid| published::SUMS - grid[2][2].value()),
                ..way
            },
            sound: way,
            seconds: 0.01,
            nodes: 20_000,
            winners: "X".repeat(10_000),
            ..Decided::default()
        });
        let canonical = Canonical {
            sizes: vec![(1, 1), (5, 4)],
            numbers: 3,
            temperatures: vec![2],
            forms: 9,
            seconds: 1.0,
            decided: decided.collect(),
        };
        let tally = Tally { met: 10, broken: 0, tight: 5 };
        let rules = Rules { sums: 490, tables: [(); 2].map(|()| vec![tally; 49]) };
        let stored = Stored { cells: 9, bytes: 300_000_000, values: 1_100_000_000, resumed: false };
        let mut row = |there: bool| there && keep();
        let mut results = Results {
            census: row(true).then(|| run(Census { counts }, 1.0)),
            rules: row(true).then(|| run(rules, 1.0)),
            stored: row(true).then(|| run(stored, 60.0)),
            largest: None,
            pairs: Vec::new(),
            fours: Vec::new(),
            canonical: row(true).then(|| run(canonical, 1.0)),
            cases,
            endgame,
            plan: plan.clone(),
        };
        for (at, kind) in plan.kinds.iter().enumerate() {
            match at {
                0 | 1 if row(true) => results.pairs.push((*kind, run(of_two(at), 1.0))),
                2 if row(true) => results.fours.push((*kind, run(of_four(Some([0, 0])), 1.0))),
                3 if row(true) => results.fours.push((*kind, run(of_four(None), 1.0))),
                _ => {}
            }
        }
        results
    }

    #[test]
    fn a_report_bears_any_rows_missing() {
        let drawn = (cases::all().unwrap(), Endgame::new().unwrap());
        checks::bears_missing_rows(|keep| super::report(&whole(drawn.clone(), keep)).unwrap(), &[]);
        let mut all = || true;
        let report = super::report(&whole(drawn.clone(), &mut all)).unwrap();
        assert!(report.agrees);
        let status = |start: &str| {
            let claim = report.claims.iter().find(|claim| claim.claim.starts_with(start));
            claim.map(|claim| (claim.status, claim.evidence.clone())).unwrap()
        };
        for start in ["There are 17,275,854,477", "Tables 4 to 6", "Tables 7 and 8", "Table 9"] {
            assert_eq!(status(start).0, Status::Confirmed, "{start}: {}", status(start).1);
        }
        // Its two shares are samples: 1.1 points off may be chance, 3 points are not.
        let mut far = whole(drawn, &mut || true);
        for (lower, fate) in [(1510, Status::Confirmed), (1700, Status::Refuted)] {
            far.fours[1].1.found.printed.lower_signs[0] = lower;
            let claims = claims::all(&far);
            let claim = claims.iter().find(|claim| claim.claim.starts_with("Table 9")).unwrap();
            assert_eq!(claim.status, fate, "{}", claim.evidence);
        }
        // What the scan has not is marked.
        let csv = |id: &str| report.tables.iter().find(|table| table.id == id).unwrap().csv();
        assert!(
            csv("signs").contains("nearly 14 % (read)")
                && csv("signs").contains("about 5 % (read)")
        );
        assert!(csv("two").contains("25 (read)") && csv("differences").contains("107 (read)"));
        assert!(csv("counts").contains("\"0,0\",the paper,1 (read),2,5,22 (read),94"));
        assert!(report.claims.iter().any(|claim| claim.claim.contains("nearly 14† %")));
    }

    /// Some hundred of the sums of table 4 are enough to see that it is about right.
    #[test]
    fn table_4_within_binomial_error() {
        let pairs = Pairs::find(&KINDS[0], 150, &Context::default()).unwrap();
        assert_eq!((pairs.sums, pairs.broken), (150, 0));
        for (theirs, ours) in published::GRIDS[0].iter().flatten().zip(pairs.grid.iter().flatten())
        {
            let away = deviation((theirs.value(), published::SUMS), (*ours, pairs.sums));
            assert!(away.abs() < ALLOWED, "{theirs} and {ours}: {away}");
        }
    }
}
