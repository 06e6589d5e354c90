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
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Option<Report>> {
    Ok(Results::collect(runs, quick)?.map(|results| report(&results)))
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
    }
}
