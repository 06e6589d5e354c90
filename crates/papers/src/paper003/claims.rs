//! What the thesis says, what its tables show, and what our rows say to it.

use super::costs::Cost;
use super::published::{self, TOTALS};
use super::results::{Results, YOMI};
use crate::evidence::{Proportion, SURE, all as all_of, factor_told, ratio};
use crate::format::listed;
use crate::report::{Claim, Status};

/// Seconds of one thread below which times say more of the clock than of the search.
const LONG_ENOUGH: f64 = 4.0;
/// One thread that was at work for less of its time than this shared its processor with others.
const UNDISTURBED: f64 = 0.9;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        depth_wins(results),
        threads_help(results),
        same_games(results),
        their_searches_differ(),
        their_factors(),
        their_rates(results),
        ssai_as_printed(results),
        msai_as_printed(results),
        their_totals(),
        sides(),
        machines(),
        console(),
        heavy_times(),
        presearch(results),
        wld(results),
        richer_evaluation(results),
    ]
}

/// A claim on rows that this run does not have.
fn missing(claim: &str) -> Claim {
    Claim::new(claim, Status::Open, "This run has no row for it.")
}

pub(super) fn depth_wins(results: &Results) -> Claim {
    let claim = "Looking further ahead wins more (section 1.5: what the thesis set out to show, and \
                 did not find).";
    let steps = results.ladder.iter().map(|(x, score)| (*x, score.points()));
    let steps: Vec<_> = steps.collect();
    let whole = steps.iter().fold(Proportion::default(), |sum, (_, step)| sum.and(*step));
    let Some(estimate) = whole.estimate() else { return missing(claim) };
    let over = |points: &Proportion| points.estimate().map(|share| share.above(0.5));
    let refuting = steps.iter().filter_map(|(_, step)| over(step));
    let status = match refuting.map(|above| above.is_positive()).any(|s| s == Status::Refuted) {
        true => Status::Refuted,
        false => estimate.above(0.5).is_positive(),
    };
    let told = steps.iter().filter_map(|(x, step)| {
        let z = over(step)?.z();
        let clear = if z.abs() < SURE { ", not clear by itself" } else { "" };
        Some(format!("X = {x} scores {} against X = {} (z {z:+.1}{clear})", step.told(), x - 1))
    });
    Claim::new(
        claim,
        status,
        format!(
            "Each X against the one before, from balanced random openings, each side equally often, \
             a draw being half a point: {}. All together {} (z {:+.1}). Against a random mover \
             nothing of this can be seen: every depth wins nearly always.",
            listed(&told.collect::<Vec<_>>()),
            whole.told(),
            estimate.above(0.5).z(),
        ),
    )
}

pub(super) fn threads_help(results: &Results) -> Claim {
    let claim = "Several threads make the search faster (chapters 4 and 5).";
    let several = results.thread_counts().into_iter().filter(|threads| *threads > 1);
    let ratios: Vec<_> = several
        .filter_map(|threads| Some((threads, ratio(results.heavy_pairs(threads))?)))
        .collect();
    let Some((_, most)) = ratios.last() else {
        return Claim::new(
            claim,
            Status::Open,
            "This run has no row with several threads that is long enough to judge.",
        );
    };
    let (worked, seconds) = results.undisturbed().unwrap_or((0.0, 0.0));
    let (is_busy, is_long) = (worked < UNDISTURBED, seconds >= LONG_ENOUGH);
    let status = match most.is_positive() {
        _ if !is_long => Status::Open,
        // Threads that got no processor of their own say nothing.
        Status::Refuted if is_busy => Status::Open,
        status => status,
    };
    let told: Vec<_> = ratios
        .iter()
        .map(|(threads, ratio)| {
            format!("{} with {threads} threads (z {:+.1})", factor_told(*ratio), ratio.z())
        })
        .collect();
    let busy = match (is_long, is_busy) {
        (false, _) => format!(
            " One thread took {seconds:.1} s in all, which is too little to judge by; {LONG_ENOUGH} \
             s are needed."
        ),
        (true, true) => format!(
            " The machine was busy: one thread alone had a processor for {:.0} % of its time only.",
            100.0 * worked
        ),
        (true, false) => String::new(),
    };
    let light = (1..=super::results::MOST_X).filter_map(|x| {
        let [one, many] = [1, results.threads].map(|threads| results.per_hundred(threads, x));
        Some(format!("X = {x} {:.2}×", one? / many?))
    });
    Claim::new(
        claim,
        status,
        format!(
            "Series B game by game, every move chosen with each number of threads in turn: {}.{busy} \
             In series A, where most moves take less than a thousandth of a second and no other \
             thread is woken for them: {}.",
            listed(&told),
            listed(&light.collect::<Vec<_>>()),
        ),
    )
}

pub(super) fn same_games(results: &Results) -> Claim {
    let (all, same) = results.same_games();
    Claim::new(
        "The search with several threads is the same search with the same evaluation (section 3.1; \
         of our programs).",
        Status::judged((all > 0).then_some(all == same)),
        match all {
            0 => "No row of this run has several threads.".into(),
            _ => format!(
                "In {same} of {all} rows every number of threads chose the very same moves. Value \
                 and move are well defined: the first, in the order of the presearch, of those whose \
                 value is highest."
            ),
        },
    )
}

fn their_searches_differ() -> Claim {
    let wins = |engine: &str| {
        let (won, of) = published::wins(|row| row.engine == engine);
        Proportion::wins(won, of)
    };
    let (multi, single) = (wins("multi"), wins("single"));
    let z = multi.estimate().zip(single.estimate()).map(|(multi, single)| multi.less(single).z());
    let z = z.unwrap_or(0.0);
    Claim::new(
        "SSAI and MSAI, as they were measured, search and evaluate alike (section 3.1).",
        match z.abs() >= SURE {
            true => Status::Refuted,
            // That no difference is seen does not prove that there is none.
            false => Status::Open,
        },
        format!(
            "By the thesis's own tables MSAI won {} and SSAI {}: {z:.1} standard errors apart. \
             Programs that choose the same moves win the same share of their games.",
            multi.told(),
            single.told()
        ),
    )
}

fn their_factors() -> Claim {
    let ((low, high), (low48, high48)) = (published::factors("laptop"), published::factors("vt64"));
    Claim::new(
        "MSAI takes 19 to 29 s where SSAI takes 260 to 958 s, because it uses threads.",
        // A bound and no sample: two cores do no more than twice the work of one.
        Status::judged(Some(low <= 2.0)),
        format!(
            "On the laptop, which has two cores, MSAI is {low:.1} to {high:.1} times as fast, on VT64 \
             with its 48 cores {low48:.1} to {high48:.1} times. Two cores cannot do the same search \
             in less than half the time, and more cores brought less: whatever the factor comes \
             from, it is not threads. By the listing no thread is started and nothing is searched."
        ),
    )
}

fn their_rates(results: &Results) -> Claim {
    let claim = "A program that searches as the thesis describes wins 51 to 77 of 100 games against \
                 a random mover, whatever the depth.";
    let found: Vec<_> = results.a.iter().map(|row| (row.x, &row.run.found)).collect();
    let of = |x: u32| {
        let rows = found.iter().filter(|(row, _)| *row == x);
        rows.fold(Proportion::default(), |sum, (_, f)| sum.and(Proportion::wins(f.won, f.played())))
    };
    let depths: Vec<u32> = (1..=super::results::MOST_X).filter(|x| of(*x).of > 0).collect();
    let fates = depths.iter().filter_map(|x| Some(of(*x).estimate()?.is_within(0.51, 0.77)));
    let status = all_of(fates);
    if depths.is_empty() {
        return missing(claim);
    }
    let told: Vec<_> = depths.iter().map(|x| format!("X = {x} {}", of(*x).told())).collect();
    Claim::new(claim, status, format!("Ours, with weights of our own: {}.", listed(&told)))
}

/// Whether a listing's rate can be that of a program that was measured.
fn rate_of(won: u32, played: u32, engine: &str) -> Option<(Status, Proportion, Proportion, f64)> {
    let ours = Proportion::wins(won, played);
    let (won, of) = published::wins(|row| row.engine == engine);
    let theirs = Proportion::wins(won, of);
    let z = ours.estimate()?.less(theirs.estimate()?).z();
    let status = if z.abs() >= SURE { Status::Refuted } else { Status::Open };
    Some((status, ours, theirs, z))
}

fn ssai_as_printed(results: &Results) -> Claim {
    let claim = "SSAI as printed accounts for the win rates of SSAI that were measured (our question, \
                 to test the diagnosis).";
    let (won, played) = Results::wins(&results.ssai);
    let Some((status, ours, theirs, z)) = rate_of(won, played, "single") else {
        return missing(claim);
    };
    Claim::new(
        claim,
        status,
        format!(
            "It wins {} with our evaluation; measured were {} (z {z:+.1}). This holds for our \
             evaluation only: the thesis's own is not printed. Ties aside, the faulty sort never \
             leaves one of the two best moves last in a list of three or more, and of two puts the \
             worse one last, so with a sound evaluation the listing does worse than chance; with one \
             that is itself at fault it may win about half of its games. The printed depths too \
             differ from the measured ones.",
            ours.told(),
            theirs.told()
        ),
    )
}

fn msai_as_printed(results: &Results) -> Claim {
    let claim = "MSAI as printed accounts for the win rates of MSAI that were measured (our \
                 question).";
    let (won, played) = Results::wins(&results.msai);
    let Some((status, ours, theirs, z)) = rate_of(won, played, "multi") else {
        return missing(claim);
    };
    Claim::new(
        claim,
        status,
        format!(
            "The listing plays the last legal move, always, so neither depth nor evaluation matters. \
             It wins {}; measured were {} (z {z:+.1}). So what was measured was not the listing.",
            ours.told(),
            theirs.told()
        ),
    )
}

fn their_totals() -> Claim {
    let wrong = TOTALS.iter().filter(|total| !total.agrees());
    let told: Vec<_> = wrong
        .map(|total| {
            let slashed = |[w, l, d]: [u32; 3]| format!("{w}/{l}/{d}");
            format!(
                "section {} has {} for {}, its table {}",
                total.section,
                slashed(total.text),
                total.engine,
                slashed(total.of_the_table())
            )
        })
        .collect();
    Claim::new(
        "The totals in the text of sections 4.1 to 4.4 are those of the tables.",
        Status::judged(Some(told.is_empty())),
        format!(
            "Of {} totals {} are not: {}. That of 4.1 has a thousand games, so a tenth run that is \
             not in the table.",
            TOTALS.len(),
            told.len(),
            listed(&told)
        ),
    )
}

fn sides() -> Claim {
    let of = |side: &str| {
        let (won, of) = published::wins(|row| row.side == side);
        Proportion::wins(won, of)
    };
    let (second, first) = (of("second"), of("first"));
    let difference = second.estimate().zip(first.estimate()).map(|(s, f)| s.less(f));
    let difference = difference.expect("the thesis has games of both sides");
    const HARDLY: f64 = 0.1;
    Claim::new(
        "Whether the program plays first or second hardly matters (sections 4.2 to 4.4).",
        difference.is_within(-HARDLY, HARDLY),
        format!(
            "By their tables: second {}, first {}, a difference of {:+.1} points with a standard \
             error of {:.1}; taken for hardly is less than {:.0} points. Our own rows against a \
             random mover are at the ceiling for both sides and show nothing.",
            second.told(),
            first.told(),
            100.0 * difference.value,
            100.0 * difference.error,
            100.0 * HARDLY
        ),
    )
}

fn machines() -> Claim {
    let gain = |engine: &'static str, side: Option<&'static str>| {
        let pairs = published::pairs(
            move |row| {
                row.machine == "laptop"
                    && row.engine == engine
                    && side.is_none_or(|s| s == row.side)
            },
            move |row| row.machine == "vt64" && row.engine == engine,
            |a, b| (a.side, a.x) == (b.side, b.x),
        );
        ratio(pairs).expect("the thesis has these rows")
    };
    let single = gain("single", None);
    let [second, first] = ["second", "first"].map(|side| gain("multi", Some(side)));
    let is_not = |status| match status {
        Status::Confirmed => Status::Refuted,
        Status::Refuted => Status::Confirmed,
        Status::Open => Status::Open,
    };
    Claim::new(
        "VT64 makes SSAI faster, and MSAI not (sections 4.3 and 4.4).",
        all_of([single.is_positive(), is_not(second.is_positive()), is_not(first.is_positive())]),
        format!(
            "By their tables, row by row, SSAI is {} as fast on VT64 as on the laptop (z {:+.1}). MSAI \
             as second player is {} as fast there, so slower (z {:+.1}), of which 4.3 says nothing; as first \
             player it is {} as fast (z {:+.1}), and 4.4 says that it gains nothing. With 48 cores \
             against two it gains less than SSAI with one.",
            factor_told(single),
            single.z(),
            factor_told(second),
            second.z(),
            factor_told(first),
            first.z()
        ),
    )
}

fn console() -> Claim {
    let rows = published::series_b();
    let of = |machine: &str| -> Vec<f64> {
        rows.iter().filter(|row| row.machine == machine).map(|row| row.seconds).collect()
    };
    let pairs = of("laptop-console").into_iter().zip(of("laptop-eclipse"));
    let ratio = ratio(pairs).expect("the thesis has ten rows of each");
    Claim::new(
        "The same laptop is about twice as slow on the console as inside Eclipse (section 4.5), and \
         so VT64 would be faster with Eclipse.",
        match ratio.is_within(1.5f64.ln(), 2.5f64.ln()) {
            // The first half holds; nobody has seen the second.
            Status::Confirmed => Status::Open,
            status => status,
        },
        format!(
            "By table 12 the console takes {} as long; about twice is taken for 1.5 to 2.5. Four \
             lines are printed for every move there. What VT64 would do with Eclipse was not \
             measured.",
            factor_told(ratio)
        ),
    )
}

fn heavy_times() -> Claim {
    let rows = published::series_b();
    let growth = |machine: &str| {
        let of = |x: u32| {
            let row = rows.iter().find(|row| row.machine == machine && row.x == x);
            row.map_or(f64::NAN, |row| row.seconds)
        };
        (of(10) / of(1)).powf(1.0 / 9.0)
    };
    let machines = ["laptop-eclipse", "laptop-console", "vt64"];
    let told: Vec<_> = machines.iter().map(|m| format!("{m} {:.3}×", growth(m))).collect();
    Claim::new(
        "Series B looks 21 to 35 plies ahead (tables 11 and 12).",
        Status::judged(Some(machines.iter().any(|machine| growth(machine) >= 1.5))),
        format!(
            "For every ply more the time grows by a factor of {}: from its first row to its last; \
             the tree of alpha-beta grows about threefold. Those depths were not reached by a search, \
             and they are out of reach for ours too: our series B goes to 12 plies at most.",
            listed(&told)
        ),
    )
}

fn presearch(results: &Results) -> Claim {
    let claim = "Sorting the moves by a presearch first saves work (sections 2.3 and 2.6).";
    let mut told = Vec::new();
    let mut fates = Vec::new();
    for (cost, counts) in &results.costs {
        let saved = ratio(counts.saved());
        let Some(saved) = saved else { continue };
        let [_, with, before] = counts.sums();
        match cost {
            Cost::Presearch { presearch, normal } => {
                // What the presearch itself enters is part of the work.
                fates.push(match with + before < counts.sums()[0] {
                    true => saved.is_positive(),
                    false => Status::Open,
                });
                told.push(format!(
                    "in the thesis's plain search {normal} plies ahead a presearch of {presearch} \
                     makes the search itself {} as small (z {:+.1}), and costs {:.1} times what is \
                     left",
                    factor_told(saved),
                    saved.z(),
                    before as f64 / with.max(1) as f64
                ));
            }
            Cost::OurPresearch { presearch, normal } => told.push(format!(
                "in ours {normal} plies ahead a presearch of 1 enters {} the positions that one of \
                 {presearch} does",
                factor_told(saved)
            )),
            Cost::Wld { .. } => {}
        }
    }
    if fates.is_empty() {
        return missing(claim);
    }
    // Every depth must show it: the best of three would be found sooner by chance.
    let status = all_of(fates);
    Claim::new(
        claim,
        status,
        format!(
            "Positions entered, {}. The depth of the presearch, 5, is no less than the depth of the \
             search itself (2 + X) up to X = 3: there it costs more than it can save.",
            listed(&told)
        ),
    )
}

fn wld(results: &Results) -> Claim {
    let claim = "Reading only who wins is cheaper than reading the score (sections 1.4.4 and 2.5).";
    let rows = results.costs.iter().filter_map(|(cost, counts)| match cost {
        Cost::Wld { empties } => Some((empties, ratio(counts.saved())?)),
        _ => None,
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return missing(claim);
    }
    let told = rows.iter().map(|(empties, saved)| {
        format!(
            "with {empties} empty squares the score takes {} (z {:+.1})",
            factor_told(*saved),
            saved.z()
        )
    });
    Claim::new(
        claim,
        all_of(rows.iter().map(|(_, saved)| saved.is_positive())),
        format!(
            "Positions entered, against those for who wins: {}. That 25 to 30 empty squares can be \
             read out (section 1.4.4) is shown elsewhere: 'yomikiri solve-file' with the problems of \
             the FFO set, 'yomikiri solve othello 6x6' with its 32 empty squares.",
            listed(&told.collect::<Vec<_>>())
        ),
    )
}

fn richer_evaluation(results: &Results) -> Claim {
    let claim = "A richer evaluation would win more (chapter 5, future work).";
    let Some(score) = &results.yomi else { return missing(claim) };
    let points = score.points();
    let Some(share) = points.estimate() else { return missing(claim) };
    let (depth, x) = YOMI;
    Claim::new(
        claim,
        share.above(0.5).is_positive(),
        format!(
            "yomi, whose evaluation is learnt from patterns, looking {depth} plies ahead against \
             single with X = {x}, which looks {} plies ahead: {} of the points (z {:+.1}), {:+.1} \
             discs a game.",
            2 + x,
            points.told(),
            share.above(0.5).z(),
            score.discs_a_game()
        ),
    )
}
