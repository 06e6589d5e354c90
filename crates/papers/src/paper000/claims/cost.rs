//! Claims about what reading a board out costs.

use super::super::cases::{Case, Found, Method, STARTS};
use super::super::devices::DEVICES;
use super::super::published::{GROWTH_TO_4X12, PUBLISHED, YEARS_FOR_4X12};
use super::super::results::Results;
use crate::evidence::factor_told;
use crate::format::{Sentences, factor, grouped, power, score, time};
use crate::report::{Claim, Status};
use crate::runs::Run;
use yomikiri_core::Goal;
use yomikiri_othello::{Start, Steps};

pub(super) fn growth(results: &Results) -> Claim {
    let published = |columns| {
        PUBLISHED
            .iter()
            .find(|row| (row.rows, row.columns, row.start) == (4, columns, Start::Othello))
            .map(|row| row.finals as f64)
    };
    let step = |count: &dyn Fn(u32) -> Option<f64>, from| {
        let (name, to) = (format!("4×{from} → 4×{}", from + 2), from + 2);
        Some(format!("{name} {}", factor(count(to)? / count(from)?)))
    };
    let steps = |count: &dyn Fn(u32) -> Option<f64>| -> Vec<String> {
        [4, 6, 8, 10].into_iter().filter_map(|from| step(count, from)).collect()
    };
    let settled = |case: Case| results.get(case).filter(|run| run.found.settled);
    let finals = |columns| {
        let run = settled(Case::on(4, columns, Start::Othello).by_paper())?;
        run.found.finals.map(|finals| finals as f64)
    };
    let nodes = |columns| Some(settled(Case::on(4, columns, Start::Othello))?.found.nodes as f64);
    Claim::paper(
        "Final positions grow by about 10⁴ from 4×10 to 4×12.",
        Status::Open,
        Sentences::default()
            .say("This is about the paper's method, which nobody has run to the end on 4×12.")
            .list(
                "Its published growth, Othello start: ",
                &steps(&published),
                &format!(
                    "; each step is larger than the one before, so {} is in keeping.",
                    factor(GROWTH_TO_4X12)
                ),
            )
            .list("Ours by the same method: ", &steps(&finals), ".")
            .list("Our default method's nodes grow otherwise: ", &steps(&nodes), "."),
    )
}

pub(super) fn years(results: &Results) -> Claim {
    let text = "4×12 would take 164 years (by the paper's method).";
    // The paper extends its times from the Othello start.
    let case = Case::on(4, 12, Start::Othello);
    let Some(run) = results.get(case).filter(|run| run.found.settled) else {
        return Claim::paper(text, Status::Open, "4×12 was not settled in this run.");
    };
    let years = run.seconds / (365.25 * 86_400.0);
    Claim::paper(
        text,
        // A faster method says nothing of how long the paper's would take.
        Status::Open,
        format!(
            "Our default method reads {} out to the exact score in {} ({}), in one run: one part \
             in {} of those years. The paper's figure is about its own method, without a table and \
             without ordering by mobility; for that method it was not tested.",
            case.title(),
            time(run.seconds),
            score(run.found.low),
            power(YEARS_FOR_4X12 / years)
        ),
    )
}

pub(super) fn eight_by_eight() -> Claim {
    let finals = |rows| {
        PUBLISHED
            .iter()
            .find(|row| (row.rows, row.columns, row.start) == (rows, rows, Start::Othello))
            .map_or(f64::NAN, |row| row.finals as f64)
    };
    Claim::paper(
        "8×8 has at least 10²² final positions, and is close.",
        Status::Open,
        format!(
            "Not tested here. The paper extends the step from 4×4 to 6×6, a factor of {} in its \
             table; the same step again gives {} for 8×8. Others have since published a weak solution of 8×8 \
             (2023): a draw, with about 1.5·10¹⁸ nodes; that it is close agrees with it.",
            power(finals(6) / finals(4)),
            power(finals(6) * finals(6) / finals(4))
        ),
    )
}

/// Rows that were read both for the winner alone and completely, by the same method.
pub(in super::super) fn win_pairs(results: &Results) -> Vec<(Case, &Run<Found>, &Run<Found>)> {
    let wins =
        results.rows.iter().filter(|(case, run)| case.goal == Goal::Win && run.found.settled);
    wins.filter_map(|(case, win)| {
        let complete = results.get(Case { goal: Goal::Score, ..*case })?;
        complete.found.settled.then_some((*case, win, complete))
    })
    .collect()
}

pub(super) fn win_reading(results: &Results) -> Claim {
    const SEVERAL: f64 = 2.0;
    let pairs = win_pairs(results);
    let ratio = |(_, win, complete): &(Case, &Run<Found>, &Run<Found>)| {
        complete.found.nodes as f64 / win.found.nodes.max(1) as f64
    };
    let told = |pairs: &[&(Case, &Run<Found>, &Run<Found>)]| -> Vec<String> {
        let each = pairs.iter().map(|pair| {
            let case = &pair.0;
            format!("{} {} {}", case.board(), case.start(), factor(ratio(pair)))
        });
        each.collect()
    };
    // The paper says it of its own method; on 4×4 both readings are over at once.
    let (theirs, ours): (Vec<&_>, Vec<&_>) =
        pairs.iter().partition(|(case, ..)| case.method == Method::Paper(Steps::Whole));
    let judged: Vec<_> =
        theirs.into_iter().filter(|(case, ..)| case.game.size.squares() > 16).collect();
    let several = judged.iter().filter(|pair| ratio(pair) >= SEVERAL).count();
    // Both starts of 4×6 are in every run.
    let whole = STARTS.iter().all(|start| {
        let case = Case::on(4, 6, *start).by_paper().win();
        judged.iter().any(|pair| pair.0 == case)
    });
    let status = match (several, judged.len()) {
        _ if !whole => Status::Open,
        (several, all) if several == all => Status::Confirmed,
        (0, _) => Status::Refuted,
        _ => Status::Open,
    };
    Claim::paper(
        "Win reading is several times faster than complete reading.",
        status,
        Sentences::default()
            .list(
                "Nodes of complete reading over those of win reading, by the paper's method on \
                 boards larger than 4×4, which the claim is judged by: ",
                &told(&judged),
                &format!("; {several} of {} show a factor of {SEVERAL} or more.", judged.len()),
            )
            .list("By our default method, which is not judged: ", &told(&ours), "."),
    )
}

/// The paper's aim: Feinstein's result once more.
pub(super) fn feinstein(results: &Results) -> Claim {
    let row = PUBLISHED.iter().find(|row| (row.rows, row.columns) == (6, 6));
    let run = results.get(Case::on(6, 6, Start::Othello));
    let value = run.and_then(|run| run.found.value());
    let evidence = match (run, value) {
        (Some(run), Some(value)) => format!(
            "Proved again by the default method: {}, {}, {} nodes in {}. Feinstein reported about \
             4·10¹⁰ positions and two weeks, in a newsletter of the British Othello Federation, \
             without a paper; the paper took {} final positions and {}.",
            score(value),
            match run.found.discs {
                Some([black, white]) => format!("Black {black}, White {white} by our perfect line"),
                None => "without a line".into(),
            },
            grouped(run.found.nodes),
            time(run.seconds),
            row.map_or("–".into(), |row| power(row.finals as f64)),
            row.map_or("–", |row| row.time)
        ),
        _ => "6×6 was not settled in this run.".into(),
    };
    Claim::paper(
        "Feinstein (1993), which the paper set out to confirm: on 6×6 the second player wins, Black \
         16, White 20.",
        Status::judged(value.map(|value| value == 16 - 20)),
        evidence,
    )
}

/// Rows that took less say little about speed.
const LONG_ENOUGH: f64 = 0.05;

/// Nodes a second, in millions.
pub(in super::super) fn speed(run: &Run<Found>) -> Option<f64> {
    (run.seconds >= LONG_ENOUGH).then(|| run.found.nodes as f64 / run.seconds / 1e6)
}

pub(super) fn moves_a_second(results: &Results) -> Claim {
    let told = |by_paper: bool| {
        let rows = results.rows.iter().filter(|(case, run)| {
            let paper = case.method == Method::Paper(Steps::Whole);
            let ours = case.method == Method::ReadOut;
            (if by_paper { paper } else { ours }) && run.found.settled
        });
        let longest = rows.max_by(|one, other| one.1.seconds.total_cmp(&other.1.seconds));
        longest.and_then(|(case, run)| {
            let threads = if by_paper { 1 } else { run.threads };
            let plural = if threads == 1 { "" } else { "s" };
            Some(format!("{:.1} M ({}, {threads} thread{plural})", speed(run)?, case.title()))
        })
    };
    let told = |by_paper, method: &str| {
        told(by_paper).map(|told| {
            format!(
                "Nodes a second of ours, over the whole of the longest row, by {method}: {told}."
            )
        })
    };
    Claim::paper(
        "The program reads 1.5 to 2 million moves a second (C, one thread of an Intel Core i7-4770).",
        Status::Open,
        Sentences::default()
            .say("A figure of their machine cannot be tested on another.")
            .maybe(told(true, "the same method"))
            .maybe(told(false, "our default method")),
    )
}

/// Section 3.9: what the two devices save.
pub(super) fn devices(results: &Results) -> Claim {
    let claim = "A linked list of the empty squares makes the program about twice as fast, counting \
                 discs as they turn about 1.5 times (section 3.9; tested on our program).";
    let Some((case, run)) = &results.devices else { return Claim::unseen(claim) };
    let saved: Option<Vec<_>> = DEVICES.iter().map(|device| run.found.saved(*device)).collect();
    let Some(saved) = saved else { return Claim::unseen(claim) };
    let told = saved
        .iter()
        .zip(["the list", "the counts"])
        .map(|(saved, name)| format!("without {name} it takes {} as long", factor_told(*saved)));
    Claim::paper(
        claim,
        // Nine times in one run are one observation of the run.
        Status::Open,
        Sentences::default()
            .list(
                &format!("{}, read by the paper's method with both and without one, {} times in \
                          turn: ", case.title(), run.found.seconds[0].len()),
                &told.collect::<Vec<_>>(),
                &format!(
                    " (in brackets the ends of the standard error within this run; runs differ by \
                     more). Positions entered are the same, {}.",
                    grouped(run.found.nodes)
                ),
            )
            .say(
                "Nothing is judged by it: our board is a bit for each square of a machine word, so that \
                 a look at an occupied square costs next to nothing, and the paper's program is not \
                 printed.",
            ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::results::tests::{as_published, found, run};
    use super::*;

    #[test]
    fn win_reading_is_judged_by_the_ratio_of_nodes() {
        let mut results = as_published(1.0);
        let case = Case::on(4, 6, Start::Othello);
        results.rows.push((case.win(), run(found(1, 24), 1.0)));
        assert_eq!(win_reading(&results).status, Status::Open, "not by the paper's method");
        let mut complete = found(16, 16);
        complete.nodes = 1000;
        let other = Case::on(4, 6, Start::Reversi);
        for case in [case, other] {
            assert_eq!(win_reading(&results).status, Status::Open, "not on both boards");
            results.rows.push((case.by_paper(), run(complete.clone(), 1.0)));
            results.rows.push((case.by_paper().win(), run(found(1, 24), 1.0)));
        }
        let claim = win_reading(&results);
        assert_eq!(claim.status, Status::Confirmed, "{}", claim.evidence);
        assert!(claim.evidence.contains("4×6 Reversi 10×; 2 of 2"), "{}", claim.evidence);
        for (_, run) in &mut results.rows {
            run.found.nodes = 999;
        }
        assert_eq!(win_reading(&results).status, Status::Refuted);
    }

    #[test]
    fn feinsteins_result_is_judged_by_the_row_of_6x6() {
        let mut results = as_published(1.0);
        let claim = feinstein(&results);
        assert_eq!(claim.status, Status::Confirmed);
        assert!(claim.evidence.contains("Black 16, White 20"), "{}", claim.evidence);
        results.rows.retain(|(case, _)| case.game.size.rows() != 6);
        assert_eq!(feinstein(&results).status, Status::Open);
        results.rows.push((Case::on(6, 6, Start::Othello), run(found(2, 2), 1.0)));
        assert_eq!(feinstein(&results).status, Status::Refuted);
    }

    #[test]
    fn a_faster_method_says_nothing_of_the_years_that_the_paper_s_would_take() {
        let mut results = as_published(1.0);
        assert_eq!(years(&results).status, Status::Open);
        results.rows.push((Case::on(4, 12, Start::Othello), run(found(48, 48), 8.0)));
        let claim = years(&results);
        assert_eq!(claim.status, Status::Open);
        assert!(claim.evidence.contains("8.00 s (+48)"), "{}", claim.evidence);
    }
}
