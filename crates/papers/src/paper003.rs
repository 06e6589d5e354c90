//! Paper 003: a multithreaded Reversi program, built as it was meant and as it was printed.

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
    id: "003",
    title: "A multithreaded Reversi program",
    authors: "the author of the thesis on SSAI and MSAI",
    seed: Some(rows::SEED),
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Report> {
    Ok(report(&Results::collect(runs, quick)?))
}

fn report(results: &Results) -> Report {
    let claims = claims::all(results);
    // The published win rates are those of a program that did not do what it was meant to; what
    // must come out is what it was meant to show.
    let aims = [claims::depth_wins(results), claims::same_games(results)];
    Report {
        agrees: aims.iter().all(|claim| claim.status != Status::Refuted),
        summary: vec![
            "The thesis wanted to show that threads buy depth and that depth buys wins; its program \
             could show neither. Here is the program that it describes: the same evaluation, four \
             depths, presearch, reading of who wins and of the score, with one thread (single, its \
             SSAI) and with several (multi, its MSAI)."
                .into(),
            "The weights of the evaluation are ours, since the thesis gives none; they stand in a \
             table below. Inside the search there are a table and an ordering of moves that the \
             thesis does not have; they change its speed and not its value, which is that of plain \
             alpha-beta. A game that ends with empty squares gives them to the winner."
                .into(),
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
    use super::results::{RowA, RowB};
    use super::rows::{Case, Outcome, Turn, Who};
    use super::*;
    use crate::runs::Run;
    use yomikiri_core::Context;
    use yomikiri_othello::thesis::Depths;

    fn run(won: u32, seconds: f64) -> Run<Outcome> {
        let found = Outcome {
            won,
            lost: 100 - won,
            drawn: 0,
            discs: 0,
            seconds,
            nodes: 1,
            games: "the same".into(),
            finished: true,
        };
        Run {
            program: String::new(),
            begun: String::new(),
            seconds,
            threads: 2,
            memory: 0,
            limit: None,
            found,
        }
    }

    /// Results as they are hoped for.
    fn hoped_for() -> Results {
        let mut results = Results {
            a: Vec::new(),
            printed: Vec::new(),
            b: Vec::new(),
            threads: 2,
            left_out: Vec::new(),
        };
        for turn in Turn::BOTH {
            for x in 1..=9 {
                for who in [Who::Single, Who::Multi(2)] {
                    results.a.push(RowA { who, turn, x, run: run((90 + x).max(96), 1.0) });
                }
            }
            results.printed.push(RowA { who: Who::AsPrinted, turn, x: 1, run: run(40, 1.0) });
        }
        for (threads, seconds) in [(1, 1.9), (2, 1.0)] {
            results.b.push(RowB { step: 0, threads, run: run(100, seconds) });
        }
        results
    }

    #[test]
    fn claims_follow_from_the_rows() {
        let results = hoped_for();
        let statuses = |results: &Results| {
            let claims = super::report(results).claims;
            claims.iter().map(|claim| claim.status).collect::<Vec<_>>()
        };
        use Status::{Confirmed, Refuted};
        assert_eq!(statuses(&results), [Confirmed, Refuted, Confirmed, Confirmed, Refuted]);
        assert!(super::report(&results).agrees);
        let mut results = hoped_for();
        results.a[1].run.found.games = "another".into();
        results.b[1].run.found.seconds = 1.2;
        assert_eq!(statuses(&results)[2..4], [Refuted, Refuted]);
        assert!(!super::report(&results).agrees);
    }

    #[test]
    fn a_row_is_the_same_again_and_for_any_number_of_threads() {
        let depths = Depths { presearch: 1, ..Depths::series_a(1) };
        let case = |who| Case { who, turn: Turn::First, depths, games: 2 };
        let play = |who| case(who).find(&Context::default()).unwrap();
        let (single, multi) = (play(Who::Single), play(Who::Multi(2)));
        assert_eq!((single.won, single.played()), (2, 2));
        assert_eq!((&single.games, single.discs), (&multi.games, multi.discs));
        assert_ne!(single.games, play(Who::AsPrinted).games);
        let stopped = Context::default();
        stopped.stop(yomikiri_core::Stop::Cancelled);
        assert!(!case(Who::Single).find(&stopped).unwrap().finished);
    }
}
