//! What the paper claims of searches: what they solve, in what time, and what is hard. Such claims
//! are judged only where the searches had the paper's limits.

use super::figures::{PIECES, has};
use super::published::{PDS_FASTER, WITHOUT_REPETITIONS};
use super::results::{Place, RANKS, Results, ZONES};
use super::rows::{Problem, Switch, board};
use super::sample::{self, Sample, median_ratio};
use crate::evidence::{self, Estimate, Proportion};
use crate::format::{Sentences, factor, grouped};
use crate::report::{Claim, Status};
use std::collections::{BTreeMap, BTreeSet};
use yomikiri_core::{Context, Side};
use yomikiri_search::duel::MOST_LEAVES;
use yomikiri_search::perft;
use yomikiri_shogi::searches::Search;
use yomikiri_shogi::setup::paper_setups;
use yomikiri_shogi::{Rules, Subject};

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        solved_without_repetitions(results),
        pds_is_faster(results),
        harder_the_more(results),
        repetitions_cost(results),
        within_a_second(results),
        hard_pieces(
            results,
            3,
            "On 3×3 problems with no piece or with a pawn are often not \
                                 solved.",
            "P-",
            "",
        ),
        hard_pieces(
            results,
            4,
            "On 3×4 problems with no piece or with a silver are often not \
                                 solved, and few with a knight or a bishop.",
            "S-",
            "NB",
        ),
        zone_one(results),
        more_moves(results),
        large_numbers(results),
        why_pds_fails(results),
    ]
}

/// What a claim that rests on the paper's limits says where the run had others.
const OTHER_LIMITS: &str = "Open: the searches of this run had other limits than the paper's, or \
                            rows are missing.";

/// The status if the searches had the paper's limits, and otherwise open.
fn under_the_limits(full: bool, status: Status) -> Status {
    if full { status } else { Status::Open }
}

fn note(full: bool) -> Option<&'static str> {
    (!full).then_some(OTHER_LIMITS)
}

/// Samples in words, those that there are.
fn told<const N: usize>(
    samples: [(&str, Option<Sample>); N],
    write: impl Fn(f64) -> String,
) -> Vec<String> {
    let known = samples.into_iter().filter_map(|(what, sample)| Some((what, sample?)));
    known.map(|(what, sample)| format!("{what}{}", sample.told(&write))).collect()
}

/// What is said where a sample is too small.
fn too_few<const N: usize>(samples: [Option<Sample>; N]) -> Option<&'static str> {
    samples.contains(&None).then_some("Too few problems to tell more.")
}

/// The fate of the claim that a sample is above nought.
fn positive(sample: Option<Sample>) -> Status {
    sample.map_or(Status::Open, |sample| sample.estimate.is_positive())
}

/// A logarithm as a factor.
fn times(log: f64) -> String {
    factor(log.exp())
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A difference of shares in points.
fn points(share: f64) -> String {
    match (100.0 * share).round() as i64 {
        0 => "0".into(),
        points => format!("{points:+}").replace('-', "−"),
    }
}

fn solved_without_repetitions(results: &Results) -> Claim {
    let searches = [(Search::AlphaBeta, "alpha-beta"), (Search::Pds, "PDS")];
    let share = |search, ranks| {
        let all = results.attempts(search, ranks).len();
        results.solved(search, ranks) as f64 / all.max(1) as f64
    };
    let full = RANKS.iter().all(|ranks| searches.iter().all(|(s, _)| results.full(*s, *ranks)));
    let fits = searches.iter().all(|(search, _)| (0.85..0.95).contains(&share(*search, 3)))
        && searches.iter().zip(WITHOUT_REPETITIONS).all(|((search, _), theirs)| {
            let [low, high] = theirs.value().map(f64::from);
            (low..high).contains(&(100.0 * share(*search, 4)))
        });
    let of = |ranks| {
        let said = searches.iter().filter(|(search, _)| results.whole(*search, ranks));
        said.map(|(search, name)| format!("{name} {}", percent(share(*search, ranks))))
            .collect::<Vec<_>>()
    };
    let [alpha_beta, pds] =
        WITHOUT_REPETITIONS.map(|share| share.map(|[low, high]| format!("{low} to {high} %")));
    Claim::paper(
        &format!(
            "Without repetitions both searches solve about 90 % of 3×3; on 3×4 alpha-beta solves \
             {alpha_beta}, PDS {pds}."
        ),
        // The paper's programs also had a minute of an old machine, which cannot be repeated.
        if full && fits { Status::Confirmed } else { Status::Open },
        Sentences::default()
            .list("3×3: ", &of(3), ".")
            .list("3×4: ", &of(4), ".")
            .say(format!(
                "Ours had {} nodes a problem, no limit on time (the paper's had a minute of a Pentium \
                 4 besides), and standard rules.",
                grouped(results.nodes)
            ))
            .maybe(note(full)),
    )
}

/// Whether there is anything to tell of all these searches on a board.
fn seen(results: &Results, searches: &[Search], ranks: usize) -> bool {
    searches.iter().all(|search| !results.attempts(*search, ranks).is_empty())
}

/// By what factor the first of two searches takes more, by a measure, on problems that both solve.
fn ratios(
    results: &Results,
    searches: [Search; 2],
    ranks: usize,
    measure: fn(&Problem) -> f64,
) -> Vec<(f64, f64)> {
    let both = results.both(searches, ranks);
    both.iter().map(|(_, one, other)| (measure(one), measure(other))).collect()
}

fn nodes(problem: &Problem) -> f64 {
    problem.nodes.max(1) as f64
}

/// Seconds, no less than a clock can tell apart.
fn seconds(problem: &Problem) -> f64 {
    problem.seconds.max(1e-6)
}

/// How far a search's speed, in nodes a second, differs between the rows of a board, as a logarithm:
/// each row is run by itself, so that whatever differs from run to run shows in it. `None` unless all
/// rows are there.
fn scatter(results: &Results, search: Search, ranks: usize) -> Option<f64> {
    let speed = |zone| {
        let problems = results.problems(search, Place { ranks, zone });
        let worked: f64 = problems.iter().map(|problem| problem.seconds).sum();
        (worked > 0.0).then(|| (problems.iter().map(nodes).sum::<f64>() / worked).ln())
    };
    let speeds = ZONES.map(speed).into_iter().collect::<Option<Vec<f64>>>()?;
    // The range of so few: their standard deviation would often be found too small.
    let (low, high) =
        speeds.iter().fold((f64::MAX, f64::MIN), |(low, high), s| (low.min(*s), high.max(*s)));
    Some(high - low)
}

/// A factor between times, with what differs from run to run in its error.
fn time_ratio(results: &Results, searches: [Search; 2], ranks: usize) -> Option<Sample> {
    let [one, other] = searches.map(|search| scatter(results, search, ranks));
    let found = median_ratio(&ratios(results, searches, ranks, seconds))?;
    Some(found.with_error(one?.hypot(other?)))
}

/// What two measures say together: nothing where they do not say the same. Time is by the clock of a
/// machine that may be busy, and nodes are not what the paper measured.
fn agreed(time: Status, nodes: Status) -> Status {
    if time == nodes { time } else { Status::Open }
}

fn pds_is_faster(results: &Results) -> Claim {
    let claim = "PDS with dominance and proof pieces is about 4.6 times as fast as alpha-beta (the median \
                 over problems that both solve; judged by our programs of both).";
    if !seen(results, &[Search::AlphaBeta, Search::Pds], 4) {
        return Claim::unseen(claim);
    }
    let searches = [Search::AlphaBeta, Search::Pds];
    let full = searches.iter().all(|search| results.full(*search, 4));
    let time = time_ratio(results, searches, 4);
    let entered = median_ratio(&ratios(results, searches, 4, nodes));
    let [low, high] = [PDS_FASTER / 2.0, PDS_FASTER * 2.0].map(f64::ln);
    let judged = |found: Option<Sample>| {
        found.map_or(Status::Open, |found| found.estimate.is_within(low, high))
    };
    let status = agreed(judged(time), judged(entered));
    Claim::paper(
        claim,
        under_the_limits(full, status),
        Sentences::default()
            .list(
                "With our programs, on 3×4, the median of alpha-beta's ",
                &told([("time to that of PDS is ", time), ("nodes to those of PDS ", entered)], times),
                ".",
            )
            .maybe(too_few([time, entered]))
            .say(
                "Both must say the same: within a factor of two of 4.6 by three errors confirms, \
                 outside of that by as many refutes; the time is by the clock, and its error has in it \
                 how far the speed of each search differs between its rows, which were run one by \
                 one. What the paper measured with its own programs, which are lost, stands: another \
                 order of moves or speed of a node changes the factor.",
            )
            .maybe(note(full)),
    )
}

fn harder_the_more(results: &Results) -> Claim {
    let claim = "The harder a problem, the more PDS is ahead of alpha-beta.";
    if !seen(results, &[Search::AlphaBeta, Search::Pds], 4) {
        return Claim::unseen(claim);
    }
    let searches = [Search::AlphaBeta, Search::Pds];
    let full = searches.iter().all(|search| results.full(*search, 4));
    // Hardness by both together: by one of them alone the factor would go with its own chance. Each
    // row less its own means: what one run has over another is in all of its times alike.
    let of = |measure: fn(&Problem) -> f64| {
        let both = results.both(searches, 4);
        let mut logs = Vec::new();
        for zone in ZONES {
            let row = both.iter().filter(|(place, ..)| place.zone == zone);
            let row = row.map(|(_, one, other)| (measure(one), measure(other)));
            let row: Vec<(f64, f64)> = row.map(|(a, b)| ((a * b).ln(), (a / b).ln())).collect();
            let sum = row.iter().fold((0.0, 0.0), |sum, log| (sum.0 + log.0, sum.1 + log.1));
            let count = row.len().max(1) as f64;
            logs.extend(row.iter().map(|log| (log.0 - sum.0 / count, log.1 - sum.1 / count)));
        }
        sample::rank_correlation(&logs)
    };
    let (time, entered) = (of(seconds), of(nodes));
    let write = |value: f64| format!("{:.2}", value.tanh()).replace('-', "−");
    Claim::paper(
        claim,
        under_the_limits(full, agreed(positive(time), positive(entered))),
        Sentences::default()
            .list(
                "Rank correlation of the factor with how hard the problem is for both together, within \
                 each zone: ",
                &told([("by time ", time), ("by nodes ", entered)], write),
                ".",
            )
            .maybe(too_few([time, entered]))
            .say("Both must say the same, clear of 0 by three errors or more.")
            .maybe(note(full)),
    )
}

fn repetitions_cost(results: &Results) -> Claim {
    let claim = "Figure 6: alpha-beta takes longer when it notices repetitions.";
    if !seen(results, &[Search::AlphaBetaTwice, Search::AlphaBeta], 3) {
        return Claim::unseen(claim);
    }
    let searches = [Search::AlphaBetaTwice, Search::AlphaBeta];
    let full = searches.iter().all(|search| results.full(*search, 3));
    let time = time_ratio(results, searches, 3);
    let entered = median_ratio(&ratios(results, searches, 3, nodes));
    Claim::paper(
        claim,
        under_the_limits(full, agreed(positive(time), positive(entered))),
        Sentences::default()
            .list(
                "On 3×3, both searches together against the one without, medians: ",
                &told([("of the times ", time), ("of the nodes ", entered)], times),
                " (two searches against one: 2 means that each costs the same).",
            )
            .maybe(too_few([time, entered]))
            .say(
                "Both must say the same, clear of 1 by three errors or more; the error of the times has \
                 in it how far the speed of each search differs between its rows.",
            )
            .maybe(note(full)),
    )
}

fn within_a_second(results: &Results) -> Claim {
    let claim = "On 3×3 nearly all problems are solved within a second, though some take long.";
    if !seen(results, &[Search::AlphaBetaTwice], 3) {
        return Claim::unseen(claim);
    }
    const NEARLY_ALL: f64 = 0.9;
    /// One run of a search may take so many times as long as another.
    const BETWEEN_RUNS: f64 = 2.0;
    let search = Search::AlphaBetaTwice;
    let full = results.full(search, 3);
    let of = |search| {
        let all = results.attempts(search, 3);
        let solved = all.iter().filter(|(_, problem)| problem.winner.is_some());
        let within = |limit: f64| {
            let soon = solved.clone().filter(|(_, problem)| problem.seconds <= limit).count();
            Proportion::wins(soon as u32, solved.clone().count() as u32)
        };
        let slowest = solved.clone().map(|(_, problem)| problem.seconds).fold(0.0, f64::max);
        ([1.0 / BETWEEN_RUNS, 1.0, BETWEEN_RUNS].map(within), slowest)
    };
    let ([sooner, share, later], slowest) = of(search);
    let judged = |share: Proportion| {
        share.estimate().map_or(Status::Open, |share| share.above(NEARLY_ALL).is_positive())
    };
    let status = match (judged(sooner), judged(later)) {
        (Status::Confirmed, _) => Status::Confirmed,
        (_, Status::Refuted) => Status::Refuted,
        _ => Status::Open,
    };
    let of_twice = (share.of > 0).then(|| {
        format!(
            "Of the problems that our two alpha-beta searches solve, {} within half a second of a \
             machine some twenty years younger, {} within one and {} within two, the slowest in {}.",
            sooner.told(),
            share.told(),
            later.told(),
            crate::format::time(slowest)
        )
    });
    let [_, pds, _] = of(Search::Pds).0;
    Claim::paper(
        claim,
        under_the_limits(full, status),
        Sentences::default()
            .maybe(of_twice)
            .maybe(
                (pds.of > 0 && results.whole(Search::Pds, 3))
                    .then(|| format!("Of those that PDS solves, {} within one.", pds.told())),
            )
            .say(format!(
                "More than {} by three errors counts as nearly all, and must be so within half a second \
                 to confirm, less within two to refute: each was timed once, and another run may take \
                 longer or less.",
                percent(NEARLY_ALL)
            ))
            .maybe(note(full)),
    )
}

/// For each set-up that is legal somewhere, the share of its attempts that failed. The zones of a
/// set-up go together, so that a set-up is one observation.
fn failures(results: &Results, ranks: usize) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for search in [Search::AlphaBeta, Search::Pds] {
        for (_, problem) in results.attempts(search, ranks) {
            let (failed, all) = counts.entry(problem.setup.clone()).or_default();
            *failed += u32::from(problem.winner.is_none());
            *all += 1;
        }
    }
    let share = |(failed, all): (u32, u32)| f64::from(failed) / f64::from(all);
    counts.into_iter().map(|(setup, counts)| (setup, share(counts))).collect()
}

fn hard_pieces(
    results: &Results,
    ranks: usize,
    claim: &str,
    hard: &'static str,
    easy: &'static str,
) -> Claim {
    if !seen(results, &[Search::AlphaBeta, Search::Pds], ranks) {
        return Claim::unseen(claim);
    }
    let full = [Search::AlphaBeta, Search::Pds].iter().all(|search| results.full(*search, ranks));
    let failures = failures(results, ranks);
    // How much more often set-ups with a piece fail than those without; a piece twice is left
    // out, as in the figures.
    let excess = |piece: char| {
        let (with, without): (Vec<_>, Vec<_>) = failures
            .iter()
            .filter(|(setup, _)| !super::figures::twice(setup))
            .partition(|(setup, _)| has(setup, piece));
        let shares = |found: Vec<(&String, &f64)>| -> Vec<f64> {
            found.into_iter().map(|(_, share)| *share).collect()
        };
        sample::difference(&shares(with), &shares(without))
    };
    let above = hard.chars().map(|piece| positive(excess(piece)));
    let below = easy.chars().map(|piece| {
        let rest = Estimate { value: 0.0, error: 0.0 };
        excess(piece).map_or(Status::Open, |found| rest.less(found.estimate).is_positive())
    });
    let excesses = PIECES.map(|(piece, name)| (name, excess(piece)));
    let said: Vec<String> = excesses
        .iter()
        .filter_map(|(name, found)| {
            let Estimate { value, error } = (*found)?.estimate;
            Some(format!("{name} {} (± {:.0})", points(value), 100.0 * error))
        })
        .collect();
    let few: Vec<&str> =
        excesses.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| *name).collect();
    Claim::paper(
        claim,
        under_the_limits(full, evidence::all(above.chain(below))),
        Sentences::default()
            .list(
                &format!(
                    "How much more often set-ups with a piece are left unsolved by alpha-beta and \
                     PDS than those without it, in points, a set-up being one observation ({} in \
                     all): ",
                    failures.len()
                ),
                &said,
                ".",
            )
            .list("Too few set-ups to tell: ", &few, ".")
            .say("Every piece that is named must be clear of 0 by three errors to confirm.")
            .maybe(note(full)),
    )
}

/// For set-ups that are legal in every zone, what is measured of them there.
fn by_zone(
    results: &Results,
    search: Search,
    ranks: usize,
    measure: impl Fn(&Problem) -> Option<f64>,
) -> Vec<[f64; 3]> {
    let of = |zone| -> BTreeMap<&str, f64> {
        let problems = results.problems(search, Place { ranks, zone }).iter();
        let measured = problems.map(|problem| (problem.setup.as_str(), measure(problem)));
        measured.filter_map(|(setup, found)| Some((setup, found?))).collect()
    };
    let zones = ZONES.map(of);
    let setups: BTreeSet<&str> = zones[0].keys().copied().collect();
    let row =
        |setup: &str| Some([*zones[0].get(setup)?, *zones[1].get(setup)?, *zones[2].get(setup)?]);
    setups.into_iter().filter_map(row).collect()
}

fn zone_one(results: &Results) -> Claim {
    let claim = "Promotion zone 1 is the hardest, probably because more games end in repetition.";
    if !seen(results, &[Search::Pds], 4) {
        return Claim::unseen(claim);
    }
    let full = results.full(Search::Pds, 4);
    let failed = by_zone(results, Search::Pds, 4, |problem| {
        Some(f64::from(u8::from(problem.winner.is_none())))
    });
    let excess = |zone: usize| {
        let differences: Vec<f64> = failed.iter().map(|row| row[0] - row[zone]).collect();
        sample::mean(&differences)
    };
    let solved = ZONES.map(|zone| {
        let problems = results.problems(Search::Pds, Place { ranks: 4, zone });
        problems.iter().filter(|problem| problem.winner.is_some()).count().to_string()
    });
    let solved = if results.whole(Search::Pds, 4) { &solved[..] } else { &[] };
    let draws = ZONES.map(|zone| {
        let setups = results.setups(Switch::Standard, Place { ranks: 4, zone });
        Some(setups.filter(|setups| setups.all())?.count("draw"))
    });
    let draws: Option<Vec<u32>> = draws.into_iter().collect();
    // The reason that is given needs more draws in zone 1.
    let more_draws = draws.as_ref().is_some_and(|draws| draws[0] > draws[1].max(draws[2]));
    let draws: Vec<String> = draws.unwrap_or_default().iter().map(u32::to_string).collect();
    let (second, third) = (excess(1), excess(2));
    let status = match evidence::all([second, third].map(positive)) {
        Status::Confirmed if !more_draws => Status::Open,
        status => status,
    };
    Claim::paper(
        claim,
        under_the_limits(full, status),
        Sentences::default()
            .list("With zones 1, 2 and 3 PDS solves ", solved, " problems on 3×4.")
            .list("Draws there: ", &draws, ".")
            .list(
                "How much more often zone 1 is left unsolved, set-up by set-up, in points: ",
                &told([("than zone 2 ", second), ("than zone 3 ", third)], points),
                ".",
            )
            .maybe(too_few([second, third]))
            .say(
                "Both must be clear of 0 by three errors, and zone 1 must have the most draws, to \
                 confirm.",
            )
            .maybe(note(full)),
    )
}

fn more_moves(results: &Results) -> Claim {
    const PLIES: u32 = 3;
    let full = results.full(Search::Pds, 4);
    let lines = |zone: u8| -> Vec<f64> {
        let counted = paper_setups().into_iter().map(|setup| {
            let game = setup.game(board(4), Rules::standard(zone));
            // Nothing begins where a king could be taken.
            match game.attacks_king(&game.start, Side::First) {
                true => 0.0,
                false => perft(&game, &game.start, PLIES, &Context::default()).unwrap_or(0) as f64,
            }
        });
        counted.collect()
    };
    let (one, three) = (lines(1), lines(3));
    let pairs: Vec<(f64, f64)> =
        three.into_iter().zip(one).filter(|(three, one)| *three > 0.0 && *one > 0.0).collect();
    let moves = median_ratio(&pairs);
    let work = by_zone(results, Search::Pds, 4, |problem| {
        problem.winner.is_some().then_some(nodes(problem))
    });
    let work: Vec<(f64, f64)> = work.iter().map(|row| (row[2], row[0])).collect();
    let work = median_ratio(&work);
    Claim::paper(
        "The more ranks promote, the more moves there are, and so more work.",
        under_the_limits(full, evidence::all([positive(moves), positive(work)])),
        Sentences::default()
            .list(
                "Zone 3 against zone 1 on 3×4, medians over set-ups: ",
                &told(
                    [
                        (&format!("lines of {PLIES} plies "), moves),
                        ("nodes of PDS where it solves the set-up in every zone ", work),
                    ],
                    times,
                ),
                ".",
            )
            .maybe(too_few([moves, work]))
            .say("Both must be clear of 1 by three errors.")
            .maybe(note(full)),
    )
}

/// Problems that PDS leaves unsolved on 3×4, and whether a number of its root is larger than the number
/// of all positions: a tree of distinct positions cannot have more leaves than there are.
fn unsolved_by_pds(results: &Results) -> Vec<(Place, &Problem, bool)> {
    let positions: BTreeMap<String, u64> = paper_setups()
        .iter()
        .filter_map(|setup| {
            let game = setup.game(board(4), Rules::standard(1));
            let states = Subject::of(&game, &game.start).index().ok()?.len();
            // The table has mirror images once.
            Some((setup.name(), 2 * states))
        })
        .collect();
    let above = |problem: &Problem| {
        let largest = problem.root.map(|root| u64::from(root[0].max(root[1])));
        largest > positions.get(&problem.setup).copied().or(Some(u64::MAX))
    };
    let attempts = results.attempts(Search::Pds, 4).into_iter();
    let unsolved = attempts.filter(|(_, problem)| problem.winner.is_none());
    unsolved.map(|(place, problem)| (place, problem, above(problem))).collect()
}

fn large_numbers(results: &Results) -> Claim {
    let claim = "Where PDS fails, the proof and disproof numbers of the root can be very large (section 7; \
                 judged on 3×4, a number above that of all positions counting as very large).";
    if !seen(results, &[Search::Pds], 4) {
        return Claim::unseen(claim);
    }
    let full = results.full(Search::Pds, 4);
    let unsolved = unsolved_by_pds(results);
    let large = unsolved.iter().filter(|(.., above)| *above).count();
    let share = Proportion::wins(large as u32, unsolved.len() as u32);
    let largest = unsolved.iter().filter_map(|(_, problem, _)| problem.root).flatten().max();
    Claim::paper(
        claim,
        // It says that it happens, and not how often.
        under_the_limits(full, share.estimate().map_or(Status::Open, Estimate::is_positive)),
        Sentences::default()
            .maybe((share.of > 0).then(|| {
                format!("That is so of {} problems that PDS leaves unsolved.", share.told())
            }))
            .maybe(largest.map(|n| match n {
                MOST_LEAVES => format!(
                    "The largest number is {} or more: counting stops there.",
                    grouped(u64::from(n))
                ),
                n => format!("The largest number is {}.", grouped(u64::from(n))),
            }))
            .maybe(note(full)),
    )
}

fn why_pds_fails(results: &Results) -> Claim {
    let claim = "The reason is probably that leaves of the graph are counted more than once, or \
                 repetitions (section 7).";
    if !seen(results, &[Search::Pds], 4) {
        return Claim::unseen(claim);
    }
    let unsolved = unsolved_by_pds(results);
    // Which problems somebody wins is told by the tables.
    let of = |what: &str, is_draw: bool| {
        let rows = unsolved.iter().filter(|(place, problem, _)| {
            let truth = results.truth(*place, &problem.setup);
            truth.is_some_and(|truth| (truth.result == "draw") == is_draw)
        });
        let rows: Vec<_> = rows.collect();
        let above = rows.iter().filter(|(.., above)| *above).count();
        let share = Proportion::wins(above as u32, rows.len() as u32);
        (!rows.is_empty()).then(|| format!("{what}{}", share.told()))
    };
    let shares = [
        of("of the draws, which it cannot solve whatever it counts, ", true),
        of("of those that somebody wins ", false),
    ];
    let shares: Vec<String> = shares.into_iter().flatten().collect();
    Claim::paper(
        claim,
        // That they are large together with a failure does not tell which of the two brings the other.
        Status::Open,
        Sentences::default()
            .say(
                "A root number above the number of all positions shows that leaves were counted more \
                 than once, and not that the search fails for it.",
            )
            .list("It is so on 3×4 in these shares of what PDS leaves unsolved: ", &shares, ".")
            .say("A PDS that counts no leaf twice, which would tell, was not tried."),
    )
}
