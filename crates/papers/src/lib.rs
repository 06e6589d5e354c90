//! The papers' experiments, each a small program over the games' public interfaces.
//!
//! A paper adds one [`Paper`] to [`PAPERS`]: a function that runs its experiments through
//! `runs` (which resumes what was stopped) and fills a `report` with tables, figures and claims.
//! Everything else (the page, CSV, JSON, SVG and provenance) is made here, once, for all papers.

mod boards;
mod chart;
mod evidence;
mod format;
mod page;
mod paper000;
mod paper001;
mod paper002;
mod paper003;
mod paper004;
mod printed;
mod provenance;
mod report;
mod runs;

use provenance::Provenance;
use report::Report;
use runs::Runs;
pub use runs::Wanted;
use std::path::{Path, PathBuf};
use yomikiri_core::{Context, Error, Result};

/// A paper whose experiments can be run again.
pub struct Paper {
    /// The name used on the command line.
    pub id: &'static str,
    /// What the paper is called.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// What the random choices begin with, if there are any.
    seed: Option<u64>,
    /// Runs the experiments; rows are missing that the work was stopped before.
    experiments: fn(&Runs<'_>, quick: bool) -> Result<Report>,
}

/// Every paper, in the order that `all` runs them.
pub const PAPERS: &[Paper] =
    &[paper000::PAPER, paper001::PAPER, paper002::PAPER, paper003::PAPER, paper004::PAPER];

/// The papers that a name from the command line means: one, or `all`.
pub fn named(name: &str) -> Result<Vec<&'static Paper>> {
    let found: Vec<_> = PAPERS.iter().filter(|paper| name == "all" || paper.id == name).collect();
    if found.is_empty() {
        let ids: Vec<_> = PAPERS.iter().map(|paper| paper.id).collect();
        let expected = format!("{}, or all", ids.join(", "));
        return Err(Error::notation("paper", name, "there is no such paper here", expected));
    }
    Ok(found)
}

/// A report that was written.
#[derive(Debug)]
pub struct Reproduced {
    /// The page.
    pub page: PathBuf,
    /// Whether no published result came out otherwise.
    pub agrees: bool,
    /// How many rows are missing because the work was stopped.
    pub missing: usize,
}

/// Runs a paper's experiments and writes the report into the folder `out`.
///
/// If the context stops the work, or not all rows are wanted, the page has what there is and names
/// the rest; the finished rows are kept in `out/runs`, and the next call goes on from them.
pub fn reproduce(
    paper: &Paper,
    quick: bool,
    wanted: &Wanted,
    out: &Path,
    context: &Context,
) -> Result<Reproduced> {
    check_folder(out, paper.id)?;
    yomikiri_core::files::prepare_folder(out, "the report")?;
    let provenance = Provenance::begin(paper.seed, quick, context);
    let mut runs = Runs::open(&out.join("runs"), context)?.only(wanted.clone());
    runs.count(|runs| (paper.experiments)(runs, quick))?;
    let report = (paper.experiments)(&runs, quick)?.without_empty();
    let provenance = provenance.end(runs.reused());
    let early = runs.ended_early();
    let page = page::write(paper, quick, &report, early.as_ref(), &provenance, out)?;
    let missing = early.map_or(0, |early| early.rows.len());
    // Nothing is said of what was not seen.
    Ok(Reproduced {
        page,
        agrees: report.agrees || missing > 0 && report.claims.is_empty(),
        missing,
    })
}

/// Most of a report's numbers that is read to see whose they are.
const MOST_NUMBERS: u64 = 64 << 20;

/// Refuses a folder that has a page which is no report of this paper.
fn check_folder(out: &Path, paper: &str) -> Result<()> {
    let numbers = out.join("results.json");
    if !numbers.exists() && !out.join("index.html").exists() {
        return Ok(());
    }
    let ours = yomikiri_core::files::read_bounded(&numbers, MOST_NUMBERS)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
        .filter(|found| found["provenance"].is_object())
        .and_then(|found| found["paper"].as_str().map(str::to_owned));
    let holds = match ours {
        Some(other) if other == paper => return Ok(()),
        Some(other) => format!("the report of paper {other}"),
        None => "a page that is no report of ours".into(),
    };
    Err(Error::file(out, format!("holds {holds}; expected an empty or a new folder")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("index.html");
        std::fs::write(&page, "mine").unwrap();
        let context = Context::default();
        context.stop(yomikiri_core::Stop::Cancelled);
        let error = reproduce(&PAPERS[0], true, &Wanted::default(), folder.path(), &context)
            .unwrap_err()
            .to_string();
        assert!(error.contains("no report of ours"), "{error}");
        assert_eq!(std::fs::read_to_string(&page).unwrap(), "mine");
        std::fs::remove_file(&page).unwrap();
        for _ in 0..2 {
            reproduce(&PAPERS[0], true, &Wanted::default(), folder.path(), &context).unwrap();
        }
        let report = std::fs::read(&page).unwrap();
        let error = reproduce(&PAPERS[1], true, &Wanted::default(), folder.path(), &context)
            .unwrap_err()
            .to_string();
        assert!(error.contains("the report of paper 000"), "{error}");
        assert_eq!(std::fs::read(&page).unwrap(), report);
    }

    #[test]
    fn papers_are_found_by_id_and_unknown_ones_name_the_known() {
        assert_eq!(named("000").unwrap()[0].id, "000");
        assert_eq!(named("all").unwrap().len(), PAPERS.len());
        let Err(error) = named("999") else { panic!("there is no paper 999") };
        assert!(error.to_string().contains("000, 001, 002, 003, 004, or all"), "{error}");
    }

    /// Every claim, table and figure must bear rows that are missing.
    #[test]
    fn a_report_stopped_at_once_still_has_a_page_that_says_so() {
        for paper in PAPERS {
            let folder = tempfile::tempdir().unwrap();
            let context = Context::default();
            context.stop(yomikiri_core::Stop::Cancelled);
            let report =
                reproduce(paper, true, &Wanted::default(), folder.path(), &context).unwrap();
            assert!(report.missing > 0, "{}", paper.id);
            let page = std::fs::read_to_string(&report.page).unwrap();
            assert!(page.contains("Not finished"), "{}", paper.id);
            let confirmed = page.matches("class=\"claim confirmed\"").count();
            // One claim of 000 follows from the rules, three of 003 from the thesis's own tables.
            let needs_none = match paper.id {
                "000" => 1,
                "003" => 3,
                _ => 0,
            };
            assert_eq!(confirmed, needs_none, "paper {}: nothing was seen", paper.id);
            assert!(page.contains("class=\"claim open\""), "paper {}", paper.id);
        }
    }
}
