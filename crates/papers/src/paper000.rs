//! Paper 000: Othello and Reversi on small boards, read out to the end.

mod cases;
mod claims;
mod devices;
mod drawings;
mod figures;
mod lines;
mod published;
mod results;
mod tables;

use crate::report::{Report, Status};
use crate::runs::Runs;
use crate::{Paper, format};
use results::Results;
use yomikiri_core::Result;

pub(crate) const PAPER: Paper = Paper {
    id: "000",
    title: "Perfect analysis of miniature Othello",
    authors: "Takeshita, Ikeda, Sakamoto, Ito",
    seed: Some(lines::SEED),
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Report> {
    report(&Results::collect(runs, quick)?)
}

fn report(results: &Results) -> Result<Report> {
    let mut left_out = Vec::new();
    if !results.left_out.is_empty() {
        let rows = results.left_out.join("; ");
        left_out.push(format!("Slow rows, which a run without --quick has: {rows}."));
    }
    left_out.extend(results.unsettled().map(|(case, run)| {
        format!(
            "{}: stopped by its own limit after {}; the value is proved to lie between {} and {}.",
            case.title(),
            format::time(run.seconds),
            format::score(run.found.low),
            format::score(run.found.high)
        )
    }));
    left_out.push(
        "The paper's own method beyond 4×8: by its own figures the next board takes days.".into(),
    );
    left_out.push(
        "10×10 and larger square boards, of which the paper's conjecture speaks. The program has \
         boards of at most 64 squares, a bit for each in one machine word, and going further would \
         prove nothing: the weak solution of 8×8 took others about 1.5·10¹⁸ nodes, billions of times \
         what 6×6 takes here, and 10×10 has 96 squares to fill where 8×8 has 60. Games between \
         engines are no proof and are not offered as evidence."
            .into(),
    );
    left_out.push(
        "Figures 3-1 to 3-4: a tree of numbered nodes without any board, on which the text explains \
         what a game tree, minimax, alpha-beta and negamax are. They show no result. What each of \
         these methods saves is measured on boards instead."
            .into(),
    );
    let ten_rows = claims::ten_rows(results);
    Ok(Report {
        agrees: ten_rows.status != Status::Refuted,
        summary: vec![
            "Every value is for Black, who moves first. The score is the plain disc difference, \
             but a wiped-out side loses by the whole board (the paper's rule). Moves are counted \
             with passes, so a pass has a move number as in the paper."
                .into(),
            ten_rows.evidence,
        ],
        left_out,
        claims: claims::all(results),
        tables: tables::all(results),
        figures: figures::all(results),
        drawings: drawings::all(results)?,
    })
}
