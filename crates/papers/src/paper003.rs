//! Paper 003: a multithreaded Reversi program, built as it was meant and as it was printed.

mod claims;
mod clocks;
mod costs;
mod drawings;
mod duels;
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
    let aims =
        [claims::depth_wins(results), claims::threads_help(results), claims::same_games(results)];
    Report {
        agrees: aims.iter().all(|claim| claim.status != Status::Refuted),
        summary: vec![
            "The thesis wanted to show that threads buy depth and that depth buys wins; its program \
             could show neither. Here is the program that it describes: the same evaluation, four \
             depths, presearch, reading of who wins and of the score, with one thread (single, its \
             SSAI) and with several (multi, its MSAI)."
                .into(),
            "A claim is confirmed or refuted only where a difference is at least three standard \
             errors and could have come out otherwise; everything else is open. Times are compared \
             only with times taken beside them, move by move."
                .into(),
            "The weights of the evaluation are ours, since the thesis gives none; they stand in a \
             table below. Inside the search there are a table and an ordering of moves that the \
             thesis does not have; they change its speed and not its value, which is that of plain \
             alpha-beta. A game that ends with empty squares gives them to the winner."
                .into(),
            "The thesis estimates the positions of the board at 2⁴·3⁶⁰ = 6.78·10²⁹, and of 6x6 at \
             2⁴·3³² = 2.96·10¹⁶. Feinstein's result for 6x6, 16 to 20 for the second player, is what \
             'yomikiri solve othello 6x6' proves."
                .into(),
        ],
        left_out: results.left_out.clone(),
        claims,
        tables: tables::all(results),
        figures: figures::all(results),
        drawings: drawings::all(),
    }
}

#[cfg(test)]
mod tests {
    use super::clocks::Clock;
    use super::costs::{Cost, Counts};
    use super::duels::{Duel, Program, Score};
    use super::results::{COSTS, PRINTED_X, QUICK, RowA, RowB, SCANS, STEPS};
    use super::rows::{Case, Outcome, Turn, Who};
    use super::*;
    use crate::report::checks;
    use crate::runs::Run;
    use yomikiri_core::Context;
    use yomikiri_othello::thesis::weights::Feature;
    use yomikiri_othello::thesis::{Depths, Scan};

    fn run(won: u32, games: u32, clocks: Vec<Clock>) -> Run<Outcome> {
        let found = Outcome {
            won,
            lost: games - won,
            drawn: 0,
            discs: 0,
            nodes: 1,
            differing: 0,
            clocks,
            finished: true,
        };
        checks::run(found, 1.0)
    }

    /// Clocks of one thread and of two, the second so many times as fast.
    fn clocks(faster: f64) -> Vec<Clock> {
        let noise = [1.0, 1.02, 0.97, 1.01, 0.99, 1.03, 0.98, 1.0];
        let seconds = |scale: f64| noise.iter().map(|n| scale * n).collect::<Vec<_>>();
        let clock = |threads, seconds: Vec<f64>| {
            let worked = seconds.iter().sum();
            Clock { threads, seconds, worked, nodes: 1 }
        };
        let slower = noise.iter().rev().map(|n| n / faster).collect();
        vec![clock(1, seconds(1.0)), clock(2, slower)]
    }

    fn score(won: u32, lost: u32) -> Score {
        Score { won, lost, drawn: 0, discs: 0, seconds: [1.0; 2], nodes: [1; 2], finished: true }
    }

    /// Results as they are hoped for.
    fn hoped_for() -> Results {
        // As deep as a whole run, so that there are rows enough to be compared with each other.
        let mut plan = QUICK;
        plan.steps = STEPS;
        let mut results = Results::none(plan, 2);
        for turn in Turn::BOTH {
            for x in 1..=results.plan.most_x {
                results.a.push(RowA { turn, x, run: run(100, 100, clocks(1.0)) });
            }
            for x in 1..=PRINTED_X {
                results.ssai.push(RowA { turn, x, run: run(100, 400, Vec::new()) });
            }
            for (scan, _) in SCANS {
                let row = RowA { turn, x: 1, run: run(1100, 2000, Vec::new()) };
                results.msai.push((scan, row));
            }
        }
        for step in 0..results.plan.steps {
            let faster = 1.8 + f64::from(step) / 50.0;
            results.b.push(RowB { step, run: run(8, 8, clocks(faster)) });
        }
        results.ladder = (2..=5).map(|x| (x, score(130, 70))).collect();
        results.features = Feature::ALL.map(|feature| (feature, score(100, 100))).to_vec();
        results.yomi = Some(score(45, 15));
        let counts = |pair| Counts { pairs: vec![pair; 8], extra: vec![1; 8], finished: true };
        let vary = |mut counts: Counts| {
            counts.pairs.iter_mut().zip(1..).for_each(|(pair, n)| pair[0] += n);
            counts
        };
        results.costs = COSTS.map(|cost| (cost, vary(counts([300, 100])))).to_vec();
        results
    }

    #[test]
    fn claims_follow_from_the_rows() {
        use Status::{Confirmed, Open, Refuted};
        let results = hoped_for();
        let status = |results: &Results, start: &str| {
            let claims = super::report(results).claims;
            let found = claims.iter().find(|claim| claim.claim.starts_with(start));
            found.unwrap_or_else(|| panic!("no claim begins with '{start}'")).status
        };
        for (start, fate) in [
            ("Looking further", Confirmed),
            ("Several threads", Confirmed),
            ("The search with several", Confirmed),
            ("SSAI and MSAI, as they were measured", Refuted),
            ("MSAI takes 19 to 29 s", Refuted),
            ("A program that searches as", Refuted),
            ("SSAI as printed", Refuted),
            ("MSAI as printed", Refuted),
            ("The totals", Refuted),
            ("Whether the program plays first", Confirmed),
            ("VT64 makes", Refuted),
            ("The same laptop", Open),
            ("Series B looks", Refuted),
            ("MSAI's time grows", Confirmed),
            ("Where both run in a terminal", Confirmed),
            ("Sorting the moves", Confirmed),
            ("Reading only who wins", Confirmed),
            ("A richer evaluation", Confirmed),
        ] {
            assert_eq!(status(&results, start), fate, "{start}");
        }
        assert!(super::report(&results).agrees);
        // Rows that come out otherwise.
        let mut worse = hoped_for();
        worse.ladder[1].1 = score(60, 140);
        worse.a[0].run.found.differing = 1;
        for row in &mut worse.b {
            row.run.found.clocks = clocks(0.8 - f64::from(row.step) / 50.0);
        }
        assert_eq!(status(&worse, "Looking further"), Refuted);
        assert_eq!(status(&worse, "Several threads"), Refuted);
        assert_eq!(status(&worse, "The search with several"), Refuted);
        assert!(!super::report(&worse).agrees);
    }

    #[test]
    fn a_report_bears_any_rows_missing() {
        checks::bears_missing_rows(
            |keep| {
                let mut results = hoped_for();
                results.left_out.clear();
                results.a.retain(|_| keep());
                results.ssai.retain(|_| keep());
                results.msai.retain(|_| keep());
                results.b.retain(|_| keep());
                results.ladder.retain(|_| keep());
                results.features.retain(|_| keep());
                results.costs.retain(|_| keep());
                results.yomi = results.yomi.take().filter(|_| keep());
                super::report(&results)
            },
            // Of series A it tells, too, which it is not judged by; and of our own presearch.
            &["Several threads make", "Sorting the moves"],
        );
    }

    #[test]
    fn rows_that_show_nothing_leave_a_claim_open() {
        use Status::Open;
        let judged = |change: fn(&mut Results), judge: fn(&Results) -> crate::report::Claim| {
            let mut results = hoped_for();
            change(&mut results);
            judge(&results)
        };
        // Six rates at the ceiling are no ladder, and a few games are none either.
        let open = judged(|r| r.ladder.clear(), claims::depth_wins);
        assert_eq!(open.status, Open);
        let few = judged(|r| r.ladder = vec![(2, score(4, 1))], claims::depth_wins);
        assert_eq!(few.status, Open);
        // Rows of a fraction of a second.
        let short = judged(
            |r| {
                for clock in r.b.iter_mut().flat_map(|row| &mut row.run.found.clocks) {
                    clock.seconds.iter_mut().for_each(|seconds| *seconds /= 100.0);
                    clock.worked /= 100.0;
                }
            },
            claims::threads_help,
        );
        assert_eq!(short.status, Open);
        // Rows that agree within themselves and not with each other.
        let scattered = judged(
            |r| {
                for row in &mut r.b {
                    row.run.found.clocks = clocks([1.9, 0.8, 1.2, 0.7, 1.4][row.step as usize]);
                }
            },
            claims::threads_help,
        );
        assert_eq!(scattered.status, Open);
        // A quick run has too few of them.
        let few_rows = judged(
            |r| {
                r.plan.steps = QUICK.steps;
                r.b.truncate(QUICK.steps as usize);
            },
            claims::threads_help,
        );
        assert_eq!(few_rows.status, Open);
        // A machine that had no processor to spare cannot refute.
        let busy = judged(
            |r| {
                for row in &mut r.b {
                    row.run.found.clocks = clocks(0.8 - f64::from(row.step) / 50.0);
                    row.run.found.clocks[0].worked /= 2.0;
                }
            },
            claims::threads_help,
        );
        assert_eq!(busy.status, Open);
        assert!(busy.evidence.contains("busy"), "{}", busy.evidence);
        // A run with one thread.
        let alone = |r: &mut Results| {
            r.threads = 1;
            let rows = r.a.iter_mut().map(|row| &mut row.run.found);
            for found in rows.chain(r.b.iter_mut().map(|row| &mut row.run.found)) {
                found.clocks.truncate(1);
            }
        };
        assert_eq!(judged(alone, claims::threads_help).status, Open);
        assert_eq!(judged(alone, claims::same_games).status, Open);
    }

    #[test]
    fn a_row_is_the_same_again_and_for_any_number_of_threads() {
        let depths = Depths { presearch: 1, ..Depths::series_a(1) };
        let case = |who| Case { who, turn: Turn::First, depths, games: 2 };
        let play = |who| case(who).find(&Context::default()).unwrap();
        let both = play(Who::Players(vec![1, 2]));
        assert_eq!((both.won, both.played(), both.differing), (2, 2, 0));
        assert_eq!(both.clocks.len(), 2);
        assert!(both.clocks.iter().all(|clock| clock.seconds.len() == 2 && clock.nodes > 0));
        let again = play(Who::Players(vec![1]));
        assert_eq!((again.discs, again.clocks[0].nodes), (both.discs, both.clocks[0].nodes));
        for scan in [Scan::FromTheLeft, Scan::FromTheRight] {
            let msai = play(Who::MsaiAsPrinted(scan));
            assert_eq!((msai.nodes, msai.played()), (0, 2));
        }
        assert!(play(Who::SsaiAsPrinted).nodes > 0);
        let stopped = Context::default();
        stopped.stop(yomikiri_core::Stop::Cancelled);
        assert!(!case(Who::Players(vec![1])).find(&stopped).unwrap().finished);
    }

    #[test]
    fn a_match_and_a_count_say_what_they_saw() {
        let shallow = Depths { presearch: 1, normal: 1, wld: 2, perfect: 2 };
        let deeper = Depths { normal: 3, ..shallow };
        let (a, b) = (Program::Single(deeper), Program::Single(shallow));
        let there = Duel { a, b, games: 40 }.find(&Context::default()).unwrap();
        let back = Duel { a: b, b: a, games: 40 }.find(&Context::default()).unwrap();
        assert!(there.finished && there.won > there.lost, "{there:?}");
        assert_eq!((there.won, there.discs), (back.lost, -back.discs), "the same games");
        let counts = Cost::Wld { empties: 9 }.find(6, &Context::default()).unwrap();
        assert!(counts.finished && counts.pairs.len() == 6);
        let plain = Cost::Presearch { presearch: 1, normal: 2 };
        assert!(plain.find(2, &Context::default()).unwrap().sums().iter().all(|sum| *sum > 0));
    }
}
