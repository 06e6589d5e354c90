//! What the paper claims, judged by our numbers.

use super::kinds::{ALLOWED, KINDS, Kind, deviation, percent, standard_error};
use super::published::{BOTH_OF_TEN, BYTES, LOWER_POSITIVE, SOME_OF_TEN, SUMS, UPPER_NEGATIVE};
use super::results::Results;
use super::rows::Pairs;
use super::rules::{agreeing, tested};
use super::tables::{Unknown, bytes, distances, grid, published_counts, unknown_bounds};
use crate::format::{Sentences, factor, grouped, time};
use crate::report::{Claim, Status};
use yomikiri_amazons::shape::MOST_CELLS;

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
        unknown(results),
        impossible(results),
        size(results),
    ]
}

pub(super) fn counts(results: &Results) -> Claim {
    let mut holds = None;
    let mut evidence = String::new();
    if let Some(census) = &results.census {
        let published = published_counts();
        let pairs = published.iter().zip(&census.found.counts);
        let pairs: Vec<_> =
            pairs.flat_map(|(theirs, ours)| theirs.iter().copied().zip(ours.iter())).collect();
        let different = pairs.iter().filter(|(theirs, ours)| theirs.value() != **ours).count();
        let read = pairs.iter().filter(|(theirs, _)| theirs.is_read()).count();
        holds = Some(different == 0);
        evidence = match different {
            0 => format!(
                "All {} counts of table 3 are the same, {} subgames up to {} cells; {read} of them \
                 are illegible in part, and what can be read of these fits.",
                pairs.len(),
                grouped(census.found.up_to(results.plan.census)),
                results.plan.census
            ),
            _ => format!("{different} counts of table 3 differ."),
        };
    }
    Claim::paper(
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
        None => String::new(),
    };
    Claim::paper(
        "Tables 1 and 2: the bounds for two subgames hold.",
        Status::judged(seen.map(|(_, _, broken)| broken == 0)),
        evidence,
    )
}

/// The fate of a claim about all sums of two: one kind can refute it, and both are needed to confirm.
fn of_both(results: &Results, holds: impl Fn(&Kind, &Pairs) -> bool) -> Status {
    let wanted = results.plan.kinds.iter().filter(|kind| kind.parts.len() == 2).count();
    match results.pairs.iter().all(|(kind, run)| holds(kind, &run.found)) {
        false => Status::Refuted,
        true if results.pairs.len() == wanted => Status::Confirmed,
        true => Status::Open,
    }
}

pub(super) fn two(results: &Results) -> Claim {
    let stray = |kind: &Kind, found: &Pairs| {
        let all = grid(kind, found).into_iter().chain(distances(kind, found));
        let away = all.filter_map(|(name, theirs, ours)| {
            let theirs = theirs?;
            let apart = deviation((theirs.value(), SUMS), (ours, found.sums)).abs();
            Some((name, theirs, ours, apart))
        });
        away.collect::<Vec<_>>()
    };
    let (mut figures, mut read, mut strays, mut most) = (0, 0, Vec::new(), 0.0_f64);
    for (kind, run) in &results.pairs {
        for (name, theirs, ours, away) in stray(kind, &run.found) {
            figures += 1;
            read += usize::from(theirs.is_read());
            most = most.max(away);
            if away > ALLOWED {
                strays.push(format!("{name} ({}): {theirs} and {ours}", kind.title()));
            }
        }
    }
    let tables = results.pairs.iter().map(|(kind, _)| kind.table.to_string());
    let agree = (figures > 0 && strays.is_empty()).then(|| {
        format!(
            "All {figures} figures of tables {} and 6 that this run has agree within {ALLOWED} \
             standard errors; the largest difference is {most:.1}. Illegible, and read from their \
             rows and sums: {read}.",
            tables.collect::<Vec<_>>().join(", ")
        )
    });
    Claim::paper(
        "Tables 4 to 6: for two subgames, how often a bound is known, tight, and how far off.",
        of_both(results, |kind, found| {
            stray(kind, found).iter().all(|(.., away)| *away <= ALLOWED)
        }),
        Sentences::default().maybe(agree).list(
            &format!("Of {figures} figures these differ: "),
            &strays,
            ".",
        ),
    )
}

fn near(results: &Results) -> Claim {
    let bounds = |found: &Pairs| {
        let grid = &found.grid;
        let lower: u64 = grid[..2].iter().flatten().sum();
        let upper: u64 = grid.iter().map(|row| row[0] + row[1]).sum();
        let tight = [grid[0].iter().sum::<u64>(), grid.iter().map(|row| row[0]).sum()];
        (tight, lower, upper)
    };
    let said = results.pairs.iter().map(|(kind, run)| {
        let (tight, lower, upper) = bounds(&run.found);
        format!(
            "{}: {} of the lower and {} of the upper bounds are the score itself, {} bounds are on \
             the wrong side",
            kind.title(),
            percent(tight[0], lower),
            percent(tight[1], upper),
            run.found.broken
        )
    });
    Claim::paper(
        "Many sums of two have no bound, but where there is one it is near the score.",
        of_both(results, |_, found| {
            let (tight, lower, upper) = bounds(found);
            2 * (tight[0] + tight[1]) > lower + upper && found.broken == 0
        }),
        Sentences::default().list("", &said.collect::<Vec<_>>(), "."),
    )
}

fn best_moves(results: &Results) -> Claim {
    let said = results.pairs.iter().map(|(kind, run)| {
        let found = &run.found;
        let below: u64 = found.grid[1].iter().sum();
        format!(
            "{}, in {} of {} sums, among them {} of the {} whose lower bound is below the score",
            kind.title(),
            grouped(found.elsewhere),
            grouped(found.sums),
            found.elsewhere_below,
            below
        )
    });
    let case = results.cases.iter().find(|case| case.id == "figure-4");
    let holds =
        case.is_some_and(|case| case.elsewhere && case.printed == Some(1) && case.score == 4);
    Claim::paper(
        "Figure 4: (4|0) + (1|−4) has a lower bound of 1 and a score of 4, because the best move \
         of the sum is the best move of neither part.",
        of_both(results, |_, _| holds),
        Sentences::default()
            .say("The drawn sum is such a one (the paper's own board is lost).")
            .list("How often it happens: ", &said.collect::<Vec<_>>(), "."),
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
    let beyond = results.fours.iter().map(|(kind, run)| {
        let doubtful = grouped(run.found.doubtful);
        let sums = format!("In {doubtful} random sums of {} it claims more", kind.title());
        match run.found.broken {
            Some([printed, corrected]) => format!(
                "{sums} than the corrected rule; the score lies beyond the printed bounds in \
                 {printed} of all the sums, beyond the corrected ones in {corrected}."
            ),
            None => format!("{sums} than the corrected rule."),
        }
    });
    let mut evidence = Sentences::default().say(format!(
        "{} sums are drawn where the score lies beyond the printed bound.",
        broken.len()
    ));
    for sentence in beyond {
        evidence = evidence.say(sentence);
    }
    Claim::paper(
        "Section 3.3: the bounds for any number of subgames hold.",
        // Sums that are worked out anew each time refute it; nothing here could confirm it.
        if broken.is_empty() { Status::Open } else { Status::Refuted },
        evidence.list("Winners of random sums that the printed rule names wrongly: ", &wrong, "."),
    )
}

fn four(results: &Results) -> Claim {
    let what = "Tables 7 and 8: few sums of four have a bound; of ten cells 2,0?6 have one and 3 \
                have both, all of these with three one-sided subgames.";
    let share = |table| {
        let run = results.fours.iter().find(|(kind, _)| kind.table == table)?;
        Some(&run.1.found.printed)
    };
    let mut evidence = Sentences::default();
    if let Some(known) = share(7) {
        evidence = evidence.say(format!(
            "Six cells: {} / {} / {} / {} (both, only lower, only upper, neither); their figures \
             are lost.",
            grouped(known.both),
            grouped(known.only_lower),
            grouped(known.only_upper),
            grouped(known.neither)
        ));
    }
    let ten = share(8);
    if let Some(known) = ten {
        let one_sided = match known.both {
            0 => "; none here has both, so that nothing is seen of the one-sided ones".to_owned(),
            both => format!(
                "; {} of the {both} with both bounds have three one-sided subgames",
                known.both_one_sided
            ),
        };
        evidence = evidence.say(format!(
            "Ten cells: {} / {} / {} / {}, {} with some bound{one_sided}.",
            grouped(known.both),
            grouped(known.only_lower),
            grouped(known.only_upper),
            grouped(known.neither),
            grouped(known.bounded())
        ));
    }
    let holds = ten.map(|known| {
        let some = SOME_OF_TEN.iter().any(|theirs| {
            deviation((*theirs, SUMS), (known.bounded(), known.sums())).abs() <= ALLOWED
        });
        let both = deviation((BOTH_OF_TEN, SUMS), (known.both, known.sums()));
        some && both.abs() <= ALLOWED && known.both_one_sided == known.both
    });
    // All of no sums would be no evidence, and the table of six cells is part of it.
    let seen = ten.is_some_and(|known| known.both > 0) && share(7).is_some();
    let status = match Status::judged(holds) {
        Status::Confirmed if !seen => Status::Open,
        status => status,
    };
    Claim::paper(what, status, evidence)
}

/// Section 6.2: how often no bound can be given.
fn unknown(results: &Results) -> Claim {
    /// What counts as nine tenths.
    const NINE_TENTHS: [f64; 2] = [0.85, 0.95];
    let kinds = unknown_bounds(results);
    let (lower, upper) = (|unknown: &Unknown| unknown.lower, |unknown: &Unknown| unknown.upper);
    let of = |bound: fn(&Unknown) -> u64| -> Vec<String> {
        let told = kinds.iter().map(|(kind, unknown)| {
            format!("{} of {}", percent(bound(unknown), unknown.sums), kind.title())
        });
        told.collect()
    };
    let clear = |bound: u64, of: u64, share: f64| {
        (bound as f64 - share * of as f64) / standard_error(bound, of).max(1e-9)
    };
    let shares = kinds.iter().flat_map(|(_, unknown)| {
        [lower(unknown), upper(unknown)].map(|count| (count, unknown.sums))
    });
    let shares: Vec<(u64, u64)> = shares.collect();
    let least = shares.iter().map(|(n, of)| clear(*n, *of, 0.5)).fold(f64::MAX, f64::min);
    // By how many errors the largest share is above both ends.
    let above = NINE_TENTHS
        .map(|end| shares.iter().map(|(n, of)| clear(*n, *of, end)).fold(f64::MIN, f64::max));
    let whole = KINDS.iter().all(|kind| kinds.iter().any(|(other, _)| other == kind));
    let status = match () {
        () if shares.is_empty() => Status::Open,
        () if least < -ALLOWED || above[1] > ALLOWED => Status::Refuted,
        // What this run does not have may be more.
        () if !whole => Status::Open,
        () if above[0] < -ALLOWED => Status::Refuted,
        () if least > ALLOWED && above[0] > ALLOWED && above[1] < -ALLOWED => Status::Confirmed,
        () => Status::Open,
    };
    let evidence = Sentences::default().list("No lower bound: ", &of(lower), ".").list(
        "No upper bound: ",
        &of(upper),
        ".",
    );
    let how = (!evidence.is_empty()).then(|| {
        format!(
            "These shares are judged, of all four kinds of sums: all above a half, and the largest \
             between {:.0} and {:.0} %. The table has two other readings: sums with neither bound are \
             fewer than nine tenths, sums that lack at least one are nearly all.",
            100.0 * NINE_TENTHS[0],
            100.0 * NINE_TENTHS[1]
        )
    });
    Claim::paper(
        "Section 6.2: for more than half of the sums, and for as many as nine tenths, an upper or a \
         lower bound cannot be given (read as: the one bound that is asked for).",
        status,
        evidence.maybe(how),
    )
}

fn signs(results: &Results) -> Claim {
    let ten = results.fours.iter().find(|(kind, _)| kind.table == 8);
    // What its text rounds is taken as it stands; it is a sample as ours is.
    let found = ten.map(|(_, run)| {
        let known = &run.found.printed;
        let both = [(LOWER_POSITIVE, known.lower_signs[0]), (UPPER_NEGATIVE, known.upper_signs[2])];
        both.map(|(theirs, ours)| {
            let theirs = (theirs.value() / 100.0 * SUMS as f64).round() as u64;
            let error = 100.0 * standard_error(ours, known.sums()) / known.sums() as f64;
            let away = deviation((theirs, SUMS), (ours, known.sums()));
            let share = percent(ours, known.sums());
            let told = format!("{share} of {} (± {error:.1})", grouped(known.sums()));
            (told, away.abs())
        })
    });
    Claim::paper(
        &format!(
            "Table 9: of the sums of four subgames of ten cells, nearly {LOWER_POSITIVE} % have a \
             lower bound above 0 and about {UPPER_NEGATIVE} % an upper bound below 0."
        ),
        Status::judged(found.as_ref().map(|both| both.iter().all(|(_, away)| *away <= ALLOWED))),
        found
            .map(|[(lower, one), (upper, other)]| {
                format!(
                    "{lower} and {upper}: {one:.1} and {other:.1} standard errors from the paper's, \
                     which are of {} too; {ALLOWED} would be too far.",
                    grouped(SUMS)
                )
            })
            .unwrap_or_default(),
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
    let smaller = (decided.is_none() && !said.is_empty())
        .then_some("Four of ten cells, of which the paper speaks, are not in this run.");
    let evidence = Sentences::default().list("", &said, ".").maybe(smaller);
    Claim::paper(
        "Reading out four subgames of ten cells, about 32 plies, by exhaustive search is impossible.",
        // The forms need no search: they say nothing of how long one would take.
        Status::Open,
        evidence.say(
            "The winner is named without a search, by canonical forms; how long an exhaustive search \
             takes was not tested.",
        ),
    )
}

fn size(results: &Results) -> Claim {
    let what = "The database of ten cells takes about 190 GB.";
    // By our count, which is the paper's if the claim above holds.
    let all = results.census.as_ref().and_then(|_| results.subgames(MOST_CELLS)).unwrap_or(0);
    let theirs = BYTES * all;
    let ours = results.stored.as_ref();
    let both = ours.and_then(|run| Some((run, results.subgames(run.found.cells)?)));
    let Some((run, subgames)) = both else { return Claim::unseen(what) };
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
    Claim::paper(what, Status::judged(Some((theirs as f64 / 190e9 - 1.0).abs() < 0.01)), evidence)
}
