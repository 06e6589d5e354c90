//! What the paper claims, judged by our numbers.

use super::kinds::{ALLOWED, deviation, percent};
use super::published::{BOTH_OF_TEN, BYTES, LOWER_POSITIVE, SOME_OF_TEN, SUMS, UPPER_NEGATIVE};
use super::results::Results;
use super::rules::{agreeing, tested};
use super::tables::{bytes, distances, grid, published_counts};
use crate::format::{factor, grouped, listed, time};
use crate::report::{Claim, Status};

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        counts(results),
        tables_1_and_2(results),
        two(results),
        near(results),
        best_moves(results),
        rule(results),
        four(results),
        signs(results),
        impossible(results),
        size(results),
    ]
}

const NOT_RUN: &str = "Not in this run.";

pub(super) fn counts(results: &Results) -> Claim {
    let mut holds = None;
    let mut evidence = NOT_RUN.to_owned();
    if let Some(census) = &results.census {
        let (mut equal, mut different) = (0, 0);
        for (theirs, ours) in published_counts().iter().zip(&census.found.counts) {
            for (theirs, ours) in theirs.iter().zip(ours) {
                *(if theirs == ours { &mut equal } else { &mut different }) += 1;
            }
        }
        holds = Some(different == 0);
        evidence = match different {
            0 => format!(
                "All {equal} counts of table 3 are the same, {} subgames up to {} cells.",
                grouped(census.found.up_to(results.plan.census)),
                results.plan.census
            ),
            _ => format!("{different} counts of table 3 differ."),
        };
    }
    Claim::new(
        "There are 17,275,854,477 subgames of at most ten cells.",
        Status::judged(holds),
        evidence,
    )
}

fn tables_1_and_2(results: &Results) -> Claim {
    let seen = results.rules.as_ref().map(|run| {
        let tallies = || run.found.tables.iter().flatten();
        let broken: u64 = tallies().map(|tally| tally.broken).sum();
        (run.found.sums, tested(&run.found), broken)
    });
    let [printed, corrected] = agreeing();
    let evidence = match seen {
        Some((sums, (cells, bounds), broken)) => format!(
            "Of their 98 cells {printed} say what section 3.3 says for two subgames as printed, and \
             {corrected} what it says as corrected, for all values from −9 to 9. {} random sums of \
             two parts of up to six cells were read to the end: {} bounds from {cells} cells that \
             give one, and the score lies beyond {broken} of them.",
            grouped(sums),
            grouped(bounds)
        ),
        None => NOT_RUN.into(),
    };
    Claim::new(
        "Tables 1 and 2: the bounds for two subgames hold.",
        Status::judged(seen.map(|(_, _, broken)| broken == 0)),
        evidence,
    )
}

pub(super) fn two(results: &Results) -> Claim {
    let (mut figures, mut strays, mut most) = (0, Vec::new(), 0.0_f64);
    for (kind, run) in &results.pairs {
        let mut all = grid(kind, &run.found);
        all.extend(distances(kind, &run.found));
        for (name, theirs, ours) in all {
            let Some(theirs) = theirs else { continue };
            let away = deviation((theirs, SUMS), (ours, run.found.sums));
            figures += 1;
            most = most.max(away.abs());
            if away.abs() > ALLOWED {
                strays.push(format!("{name} ({}): {theirs} and {ours}", kind.title()));
            }
        }
    }
    let tables = match results.pairs.len() {
        1 => "tables 4 and 6",
        _ => "tables 4, 5 and 6",
    };
    let (holds, evidence) = match (figures, strays.len()) {
        (0, _) => (None, NOT_RUN.to_owned()),
        (_, 0) => (
            Some(true),
            format!(
                "All {figures} figures of {tables} that this run has agree within {ALLOWED} \
                 standard errors; the largest difference is {most:.1}."
            ),
        ),
        _ => (Some(false), format!("Of {figures} figures these differ: {}.", listed(&strays))),
    };
    Claim::new(
        "Tables 4 to 6: for two subgames, how often a bound is known, tight, and how far off.",
        Status::judged(holds),
        evidence,
    )
}

fn near(results: &Results) -> Claim {
    let mut said = Vec::new();
    let mut holds = None;
    for (kind, run) in &results.pairs {
        let grid = &run.found.grid;
        let lower: u64 = grid[..2].iter().flatten().sum();
        let upper: u64 = grid.iter().map(|row| row[0] + row[1]).sum();
        let tight = [grid[0].iter().sum::<u64>(), grid.iter().map(|row| row[0]).sum()];
        said.push(format!(
            "{}: {} of the lower and {} of the upper bounds are the score itself; bounds on the \
             wrong side: {}",
            kind.title(),
            percent(tight[0], lower),
            percent(tight[1], upper),
            run.found.broken
        ));
        let near = 2 * (tight[0] + tight[1]) > lower + upper && run.found.broken == 0;
        holds = Some(holds.unwrap_or(true) && near);
    }
    Claim::new(
        "Many sums of two have no bound, but where there is one it is near the score.",
        Status::judged(holds),
        if said.is_empty() { NOT_RUN.into() } else { format!("{}.", said.join(". ")) },
    )
}

fn best_moves(results: &Results) -> Claim {
    let mut said = Vec::new();
    for (kind, run) in &results.pairs {
        let found = &run.found;
        let below: u64 = found.grid[1].iter().sum();
        said.push(format!(
            "{}, in {} of {} sums, among them {} of the {} whose lower bound is below the score",
            kind.title(),
            grouped(found.elsewhere),
            grouped(found.sums),
            found.elsewhere_below,
            below
        ));
    }
    let case = results.cases.iter().find(|case| case.id == "figure-4");
    let case = case.filter(|_| !results.pairs.is_empty());
    let holds = case.map(|case| case.elsewhere && case.printed == Some(1) && case.score == 4);
    Claim::new(
        "Figure 4: (4|0) + (1|−4) has a lower bound of 1 and a score of 4, because the best move \
         of the sum is the best move of neither part.",
        Status::judged(holds),
        format!(
            "The drawn sum is such a one (the paper's own board is lost). How often it \
             happens: {}.",
            if said.is_empty() { "not in this run".into() } else { said.join("; ") }
        ),
    )
}

fn rule(results: &Results) -> Claim {
    let broken: Vec<_> = results.cases.iter().filter(|case| case.is_broken()).collect();
    let mut wrong = Vec::new();
    for kind in &results.plan.kinds {
        if let Some(decided) = results.decided(kind) {
            wrong.push(format!(
                "{} of {} ({})",
                decided.printed.wrong,
                grouped(decided.printed.named),
                kind.title()
            ));
        }
    }
    let mut beyond = String::new();
    for (kind, run) in &results.fours {
        let doubtful = grouped(run.found.doubtful);
        beyond += &format!(" In {doubtful} random sums of {} it claims more", kind.title());
        beyond += &match run.found.broken {
            Some([printed, corrected]) => format!(
                " than the corrected rule; the score lies beyond the printed bounds in {printed} \
                 of all the sums, beyond the corrected ones in {corrected}."
            ),
            None => " than the corrected rule.".to_owned(),
        };
    }
    Claim::new(
        "Section 3.3: the bounds for any number of subgames hold.",
        Status::judged(Some(broken.is_empty())),
        format!(
            "{} sums are drawn where the score lies beyond the printed bound.{beyond} Winners \
             of random sums that the printed rule names wrongly: {}.",
            broken.len(),
            if wrong.is_empty() { "not in this run".into() } else { wrong.join(", ") }
        ),
    )
}

fn four(results: &Results) -> Claim {
    let what = "Tables 7 and 8: few sums of four have a bound; of ten cells 2,0?6 have one and 3 \
                have both, all of these with three one-sided subgames.";
    let share = |table| {
        let run = results.fours.iter().find(|(kind, _)| kind.table == table)?;
        Some(&run.1.found.printed)
    };
    let mut evidence = Vec::new();
    if let Some(known) = share(7) {
        evidence.push(format!(
            "Six cells: {} / {} / {} / {} (both, only lower, only upper, neither); their figures \
             are lost.",
            grouped(known.both),
            grouped(known.only_lower),
            grouped(known.only_upper),
            grouped(known.neither)
        ));
    }
    let holds = share(8).map(|known| {
        let one_sided = match known.both {
            0 => String::new(),
            both => format!(
                "; {} of the {both} with both bounds have three one-sided subgames",
                known.both_one_sided
            ),
        };
        evidence.push(format!(
            "Ten cells: {} / {} / {} / {}, {} with some bound{one_sided}.",
            grouped(known.both),
            grouped(known.only_lower),
            grouped(known.only_upper),
            grouped(known.neither),
            grouped(known.bounded())
        ));
        let some = SOME_OF_TEN.iter().any(|theirs| {
            deviation((*theirs, SUMS), (known.bounded(), known.sums())).abs() <= ALLOWED
        });
        let both = deviation((BOTH_OF_TEN, SUMS), (known.both, known.sums()));
        some && both.abs() <= ALLOWED && known.both_one_sided == known.both
    });
    if evidence.is_empty() {
        evidence.push(NOT_RUN.into());
    }
    Claim::new(what, Status::judged(holds), evidence.join(" "))
}

fn signs(results: &Results) -> Claim {
    let ten = results.fours.iter().find(|(kind, _)| kind.table == 8);
    let shares = ten.map(|(_, run)| {
        let known = &run.found.printed;
        let share = |count: u64| 100.0 * count as f64 / known.sums() as f64;
        (share(known.lower_signs[0]), share(known.upper_signs[2]))
    });
    // "Nearly 14" and "about 5" leave that much room.
    let fits = |(lower, upper): (f64, f64)| {
        (lower - LOWER_POSITIVE).abs() <= 1.0 && (upper - UPPER_NEGATIVE).abs() <= 1.0
    };
    Claim::new(
        "Table 9: of the sums of four subgames of ten cells, nearly 14 % have a lower bound above \
         0 and about 5 % an upper bound below 0.",
        Status::judged(shares.map(fits)),
        match shares {
            Some((lower, upper)) => format!("{lower:.1} % and {upper:.1} %."),
            None => NOT_RUN.into(),
        },
    )
}

fn impossible(results: &Results) -> Claim {
    let mut said = Vec::new();
    for kind in &results.plan.kinds {
        if let Some(decided) = results.decided(kind) {
            said.push(format!(
                "{}: the printed rule names {} of the winners, canonical forms name all {}, in \
                 {:.2} microseconds a sum once the forms are made",
                kind.title(),
                percent(decided.printed.named, decided.sums),
                grouped(decided.sums),
                1e6 * decided.seconds / decided.sums.max(1) as f64
            ));
        }
    }
    let ten = results.plan.kinds.iter().find(|kind| kind.table == 8);
    let decided = ten.and_then(|kind| results.decided(kind));
    let mut evidence = match said.is_empty() {
        true => NOT_RUN.to_owned(),
        false => format!("{}.", said.join(". ")),
    };
    if decided.is_none() && !said.is_empty() {
        evidence += " So it is refuted for these smaller sums; four of ten cells, of which the \
                     paper speaks, are not in this run.";
    }
    Claim::new(
        "The winner of four subgames of ten cells is out of reach, but for the sums that the \
         bounds decide.",
        Status::judged(decided.map(|_| false)),
        evidence,
    )
}

fn size(results: &Results) -> Claim {
    let what = "The database of ten cells takes about 190 GB.";
    let all = published_counts().last().and_then(|row| row.last().copied()).unwrap_or(0);
    let theirs = BYTES * all;
    let ours = results.stored.as_ref();
    let both = ours.and_then(|run| Some((run, results.subgames(run.found.cells)?)));
    let Some((run, subgames)) = both else { return Claim::new(what, Status::Open, NOT_RUN) };
    let stored = &run.found;
    let saved = (BYTES * subgames) as f64 / stored.bytes.max(1) as f64;
    let mut evidence = format!(
        "Eleven bytes for each of {} subgames are {}. Ours up to {} cells takes {}, {:.2} bits a \
         subgame, {} smaller than eleven bytes for each",
        grouped(all),
        bytes(theirs),
        stored.cells,
        bytes(stored.bytes),
        8.0 * stored.bytes as f64 / subgames.max(1) as f64,
        factor(saved)
    );
    match stored.resumed {
        true => evidence.push('.'),
        false => evidence += &format!(", and {} to make.", time(run.seconds)),
    }
    if let Some((_, length)) = &results.largest {
        let saved = theirs as f64 / *length as f64;
        evidence +=
            &format!(" The file of ten cells takes {}: {} smaller.", bytes(*length), factor(saved));
    }
    Claim::new(what, Status::judged(Some((theirs as f64 / 190e9 - 1.0).abs() < 0.01)), evidence)
}
