//! Which rows are run, and what they found.

use super::canonical::{Canonical, Decided};
use super::cases::{self, Case, Endgame};
use super::kinds::{KINDS, Kind};
use super::rows::{Census, Fours, Pairs, Stored, asked};
use super::rules::Rules;
use crate::runs::{Run, Runs};
use std::path::PathBuf;
use yomikiri_amazons::shape::MOST_CELLS;
use yomikiri_amazons::{Database, database};
use yomikiri_core::Result;

/// How much is done.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) census: usize,
    /// Random sums for each pair of parts of tables 1 and 2.
    pub(super) rules: usize,
    /// The cells of the database that is made.
    pub(super) database: usize,
    pub(super) forms: usize,
    pub(super) sums: usize,
    pub(super) kinds: Vec<Kind>,
}

impl Plan {
    pub(super) fn full() -> Plan {
        let kinds = KINDS.to_vec();
        Plan { census: MOST_CELLS, rules: 100, database: 9, forms: MOST_CELLS, sums: 10_000, kinds }
    }

    /// What needs no database and no forms of more than eight cells.
    pub(super) fn quick() -> Plan {
        let kinds = KINDS.into_iter().filter(|kind| kind.cells() < MOST_CELLS).collect();
        Plan { database: 8, forms: 8, kinds, ..Plan::full() }
    }

    /// The kinds whose subgames have forms.
    fn with_forms(&self) -> Vec<Kind> {
        self.kinds.iter().filter(|kind| kind.cells() <= self.forms).copied().collect()
    }

    #[cfg(test)]
    pub(super) fn small() -> Plan {
        let two = Kind { id: "two-of-4", table: 0, parts: &[(4, 1, 1), (4, 2, 1)] };
        let four = Kind { id: "four-of-5", table: 0, parts: &[(5, 1, 1); 4] };
        Plan { census: 6, rules: 2, database: 4, forms: 5, sums: 100, kinds: vec![two, four] }
    }
}

/// Everything that was found out; rows are missing that the work was stopped before.
pub(super) struct Results {
    pub(super) plan: Plan,
    pub(super) census: Option<Run<Census>>,
    pub(super) rules: Option<Run<Rules>>,
    pub(super) stored: Option<Run<Stored>>,
    /// A database of ten cells made before, if there is one.
    pub(super) largest: Option<(PathBuf, u64)>,
    pub(super) pairs: Vec<(Kind, Run<Pairs>)>,
    pub(super) fours: Vec<(Kind, Run<Fours>)>,
    pub(super) canonical: Option<Run<Canonical>>,
    pub(super) cases: Vec<Case>,
    pub(super) endgame: Endgame,
}

impl Results {
    /// Runs all rows.
    pub(super) fn collect(runs: &Runs<'_>, plan: Plan) -> Result<Results> {
        let folder = runs.folder().join("tables");
        let tables = (plan.database, folder.as_path());
        let sums = plan.sums;
        let work = |context: &_| Census::find(plan.census, context);
        let census = runs.run("census", Census::asked(plan.census), None, work)?;
        let work = |context: &_| Rules::find(plan.rules, context);
        let rules = runs.run("rules", Rules::asked(plan.rules), None, work)?;
        let name = format!("database-{}", plan.database);
        let work = |context: &_| Stored::find(plan.database, &folder, context);
        let stored = runs.run(&name, Stored::asked(plan.database), None, work)?;
        let (mut pairs, mut fours) = (Vec::new(), Vec::new());
        for kind in &plan.kinds {
            let name = format!("sums-{}-{sums}", kind.id);
            let asked = asked(kind, sums);
            if kind.parts.len() == 2 {
                let work = |context: &_| Pairs::find(kind, sums, context);
                pairs.extend(runs.run(&name, asked, None, work)?.map(|run| (*kind, run)));
            } else {
                let work = |context: &_| Fours::find(kind, sums, tables, context);
                fours.extend(runs.run(&name, asked, None, work)?.map(|run| (*kind, run)));
            }
        }
        let kinds = plan.with_forms();
        let asked = Canonical::asked(plan.forms, &kinds, sums);
        let name = format!("forms-{}-{sums}", plan.forms);
        let work = |context: &_| Canonical::find(plan.forms, &kinds, sums, tables, context);
        let canonical = runs.run(&name, asked, None, work)?;
        let cases = cases::all()?;
        let largest = largest();
        let endgame = Endgame::new()?;
        Ok(Results {
            plan,
            census,
            rules,
            stored,
            largest,
            pairs,
            fours,
            canonical,
            cases,
            endgame,
        })
    }

    /// What all ways say about a kind's winners.
    pub(super) fn decided(&self, kind: &Kind) -> Option<&Decided> {
        let decided = &self.canonical.as_ref()?.found.decided;
        decided.iter().find(|decided| decided.kind == kind.id)
    }

    /// The subgames up to so many cells, as the paper counts them.
    pub(super) fn subgames(&self, cells: usize) -> Option<u64> {
        self.census.as_ref().map(|run| run.found.up_to(cells))
    }

    /// Everything that cannot be: sound bounds that do not hold, and ways that name different
    /// winners; the printed rule apart, which is known to err.
    pub(super) fn contradictions(&self) -> u64 {
        let mut wrong = 0;
        for decided in self.canonical.iter().flat_map(|run| &run.found.decided) {
            for way in [decided.sound, decided.unconditional, decided.thermographs, decided.glance]
            {
                wrong += way.wrong;
            }
        }
        for tally in self.rules.iter().flat_map(|run| run.found.tables.iter().flatten()) {
            wrong += tally.broken;
        }
        for (_, run) in &self.fours {
            wrong += run.found.broken.map_or(0, |[_, corrected]| corrected);
        }
        for (kind, run) in &self.pairs {
            wrong += run.found.broken;
            if let Some(decided) = self.decided(kind) {
                let both = run.found.winners.chars().zip(decided.winners.chars());
                wrong += both.filter(|(one, other)| one != other).count() as u64;
                // The same bounds, from values that came by another way.
                wrong += u64::from(decided.printed.bounded != run.found.bounded());
            }
        }
        wrong
    }

    pub(super) fn left_out(&self) -> Vec<String> {
        let mut left_out = Vec::new();
        for kind in KINDS {
            let Kind { table, .. } = kind;
            if !self.plan.kinds.contains(&kind) {
                left_out.push(format!("Tables {table} and 9 ({}).", kind.title()));
            } else if !self.plan.with_forms().contains(&kind) {
                left_out.push(format!(
                    "The winners of table {table} ({}) by anything but bounds: the forms were \
                     worked out up to {} cells only.",
                    kind.title(),
                    self.plan.forms
                ));
            }
        }
        left_out.push(
            "Games on 10×10 from their start, for which the paper means its method: here is no engine \
             for the opening. 'solve', 'values' and 'play' decide a board that has fallen apart into \
             small regions."
                .into(),
        );
        left_out.push(
            "Figure 3: the cells of a subgame, each joined to the next in the order of reading, as the \
             paper's record of eleven bytes writes them down. Our database has no records and no such \
             order: a value stands at a place that is worked out from the shape."
                .into(),
        );
        if self.largest.is_none() {
            left_out.push(
                "The database of ten cells is described only where YOMIKIRI_TABLES names a folder \
                 that has its file, amazons-10.table."
                    .into(),
            );
        }
        left_out
    }
}

/// The file of all ten cells, if it is where the tables are said to be.
fn largest() -> Option<(PathBuf, u64)> {
    let folder = PathBuf::from(std::env::var_os("YOMIKIRI_TABLES")?);
    let path = folder.join(database::file_name(MOST_CELLS));
    let found = Database::open(&path).ok()?;
    Some((path, found.file_len()))
}
