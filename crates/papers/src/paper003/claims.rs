//! What the thesis says, what its tables show, and what our rows say to it.

use super::costs::Cost;
use super::published::{self, TOTALS};
use super::results::{COSTS, PRINTED_X, Results, SCANS, YOMI};
use super::rows::Turn;
use crate::evidence::{
    Estimate, Proportion, SURE, all as all_of, factor_told, growth, ratio, ratio_of_runs,
};
use crate::format::{Sentences, listed};
use crate::report::{Claim, Status, Whose};
use yomikiri_othello::Yomi;
use yomikiri_othello::thesis::{Depths, Scan};

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
        msai_grows(),
        console(),
        terminal(),
        heavy_times(),
        presearch(results),
        wld(results),
        richer_evaluation(results),
    ]
}

/// The fate where all rows are there that it rests on, and otherwise open: those that are missing
/// could change it.
fn of_all(whole: bool, status: Status) -> Status {
    if whole { status } else { Status::Open }
}

/// By how many standard errors, as it is written.
fn told_z(estimate: Estimate) -> String {
    format!("{:+.1}", estimate.z()).replace('-', "−")
}

pub(super) fn depth_wins(results: &Results) -> Claim {
    let claim = "Looking further ahead wins more (section 1.5: what the thesis set out to show, and \
                 did not find).";
    let steps = results.ladder.iter().map(|(x, score)| (*x, score.points()));
    let steps: Vec<_> = steps.collect();
    let whole = steps.iter().fold(Proportion::default(), |sum, (_, step)| sum.and(*step));
    let Some(estimate) = whole.estimate() else { return Claim::unseen(claim) };
    let over = |points: &Proportion| points.estimate().map(|share| share.above(0.5));
    let whole_ladder = steps.len() == results.plan.ladder as usize;
    let mut refuting = steps.iter().filter_map(|(_, step)| over(step));
    let status = match refuting.any(|above| above.is_positive() == Status::Refuted) {
        true => Status::Refuted,
        false => of_all(whole_ladder, estimate.above(0.5).is_positive()),
    };
    let told = steps.iter().filter_map(|(x, step)| {
        let above = over(step)?;
        let clear = if above.z().abs() < SURE { ", not clear by itself" } else { "" };
        Some(format!(
            "X = {x} scores {} against X = {} (z {}{clear})",
            step.told(),
            x - 1,
            told_z(above)
        ))
    });
    Claim::paper(
        claim,
        status,
        Sentences::default()
            .list(
                "Each X against the one before, from balanced random openings, each side equally \
                 often, a draw being half a point: ",
                &told.collect::<Vec<_>>(),
                ".",
            )
            .say(format!(
                "All together {} (z {}). Against a random mover nothing of this can be seen: every \
                 depth wins nearly always.",
                whole.told(),
                told_z(estimate.above(0.5)),
            )),
    )
}

pub(super) fn threads_help(results: &Results) -> Claim {
    let claim = "Several threads make the search faster (chapters 4 and 5).";
    let several = results.thread_counts().into_iter().filter(|threads| *threads > 1);
    let ratios: Vec<_> = several
        .filter_map(|threads| Some((threads, ratio(results.heavy_pairs(threads))?)))
        .collect();
    let Some((threads, _)) = ratios.last() else {
        return Claim::paper(
            claim,
            Status::Open,
            "This run has no row with several threads that is long enough to judge.",
        );
    };
    let (worked, seconds) = results.undisturbed().unwrap_or((0.0, 0.0));
    let (is_busy, is_long) = (worked < UNDISTURBED, seconds >= LONG_ENOUGH);
    let whole = results.b.len() == results.plan.steps as usize;
    // Games of one row agree better with each other than rows do, which are run at other times.
    let over_rows = ratio_of_runs(results.heavy_rows(*threads));
    let status = match over_rows.map_or(Status::Open, Estimate::is_positive) {
        _ if !is_long || !whole => Status::Open,
        // Threads that got no processor of their own say nothing.
        Status::Refuted if is_busy => Status::Open,
        status => status,
    };
    let told: Vec<_> = ratios
        .iter()
        .map(|(threads, ratio)| {
            format!("{} with {threads} threads (z {})", factor_told(*ratio), told_z(*ratio))
        })
        .collect();
    let busy = match (is_long, is_busy) {
        (false, _) => Some(format!(
            "One thread took {seconds:.1} s in all, which is too little to judge by; {LONG_ENOUGH} \
             s are needed."
        )),
        (true, true) => Some(format!(
            "The machine was busy: one thread alone had a processor for {:.0} % of its time only.",
            100.0 * worked
        )),
        (true, false) => None,
    };
    let light = (1..=super::results::MOST_X).filter_map(|x| {
        let [one, many] = [1, results.threads].map(|threads| results.per_hundred(threads, x));
        Some(format!("X = {x} {:.2}×", one? / many?))
    });
    Claim::paper(
        claim,
        status,
        Sentences::default()
            .list(
                "Series B game by game, every move chosen with each number of threads in turn: ",
                &told,
                ", with the errors of this run alone.",
            )
            .say(match over_rows {
                Some(found) => format!(
                    "Row by row, each depth being one observation, {} with {threads} threads (z {}), \
                     which is what is judged.",
                    factor_told(found),
                    told_z(found)
                ),
                None => "Its rows are too few to show how far such factors scatter from one to the \
                         next, so nothing is judged."
                    .into(),
            })
            .maybe(busy)
            .list(
                "In series A, where most moves take less than a thousandth of a second and no other \
                 thread is woken for them: ",
                &light.collect::<Vec<_>>(),
                ".",
            ),
    )
}

pub(super) fn same_games(results: &Results) -> Claim {
    let (all, same) = results.same_games();
    let planned = (Turn::BOTH.len() as u32 * results.plan.most_x + results.plan.steps) as usize;
    Claim::paper(
        "The search with several threads is the same search with the same evaluation, as section 3.1 \
         means it to be: so our programs are.",
        match (same < all, all == planned) {
            (true, _) => Status::Refuted,
            (false, true) => Status::Confirmed,
            (false, false) => Status::Open,
        },
        match all {
            0 => String::new(),
            _ => format!(
                "In {same} of {all} rows every number of threads chose the very same moves. Value \
                 and move are well defined: the first, in the order of the presearch, of those whose \
                 value is highest."
            ),
        },
    )
    .by(Whose::Ours)
}

fn their_searches_differ() -> Claim {
    let wins = |engine: &str| {
        let (won, of) = published::wins(|row| row.engine == engine);
        Proportion::wins(won, of)
    };
    let (multi, single) = (wins("multi"), wins("single"));
    let z = multi.estimate().zip(single.estimate()).map(|(multi, single)| multi.less(single).z());
    let z = z.unwrap_or(0.0);
    Claim::paper(
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
    Claim::paper(
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
    let claim = "A program that searches as the thesis describes, with our weights, wins 51 to 77 of \
                 100 games against a random mover, as SSAI and MSAI were measured to do.";
    let found: Vec<_> = results.a.iter().map(|row| (row.x, &row.run.found)).collect();
    let of = |x: u32| {
        let rows = found.iter().filter(|(row, _)| *row == x);
        rows.fold(Proportion::default(), |sum, (_, f)| sum.and(Proportion::wins(f.won, f.played())))
    };
    let depths: Vec<u32> = (1..=super::results::MOST_X).filter(|x| of(*x).of > 0).collect();
    let fates = depths.iter().filter_map(|x| Some(of(*x).estimate()?.is_within(0.51, 0.77)));
    let status = match all_of(fates) {
        Status::Confirmed => {
            of_all(depths.len() == results.plan.most_x as usize, Status::Confirmed)
        }
        status => status,
    };
    let told: Vec<_> = depths.iter().map(|x| format!("X = {x} {}", of(*x).told())).collect();
    Claim::paper(claim, status, Sentences::default().list("Games won: ", &told, "."))
        .by(Whose::Ours)
}

/// Whether a listing's rate can be that of a program that was measured: the fate, both rates, and
/// how many errors they are apart.
fn rate_of(
    won: u32,
    played: u32,
    engine: &str,
) -> Option<(Status, Proportion, Proportion, String)> {
    let ours = Proportion::wins(won, played);
    let (won, of) = published::wins(|row| row.engine == engine);
    let theirs = Proportion::wins(won, of);
    let apart = ours.estimate()?.less(theirs.estimate()?);
    let status = if apart.z().abs() >= SURE { Status::Refuted } else { Status::Open };
    Some((status, ours, theirs, told_z(apart)))
}

fn ssai_as_printed(results: &Results) -> Claim {
    let claim = "SSAI as printed, with our evaluation and with moves found row by row, accounts for \
                 the win rates of SSAI that were measured.";
    let (won, played) = Results::wins(results.ssai.iter());
    let whole = results.ssai.len() == Turn::BOTH.len() * PRINTED_X as usize;
    let Some((status, ours, theirs, z)) = rate_of(won, played, "single") else {
        return Claim::unseen(claim).by(Whose::Ours);
    };
    Claim::paper(
        claim,
        of_all(whole, status),
        format!(
            "It wins {}; measured were {} (z {z}). The verdict is of this evaluation and this order \
             only: the thesis's own are not printed. Ties aside, the faulty sort never leaves one \
             of the two best moves last in a list of three or more, and of two puts the worse one \
             last, so with a sound evaluation the listing does worse than chance; with one that is \
             itself at fault it may win about half of its games. The printed depths too differ from \
             the measured ones.",
            ours.told(),
            theirs.told()
        ),
    )
    .by(Whose::Ours)
}

fn msai_as_printed(results: &Results) -> Claim {
    let claim = "MSAI as printed, with moves found line by line (along rows or columns, from any \
                 corner), accounts for the win rates of MSAI that were measured.";
    let judged = SCANS.map(|(scan, _)| {
        let rows = results.msai.iter().filter(|row| row.0 == scan).map(|(_, row)| row);
        let whole = rows.clone().count() == Turn::BOTH.len();
        let (won, played) = Results::wins(rows);
        (scan, whole, rate_of(won, played, "multi"))
    });
    let told = judged.iter().filter_map(|(scan, _, judged)| {
        let (_, ours, _, z) = judged.as_ref()?;
        let order = match scan {
            Scan::FromTheLeft => "a1 to h8",
            Scan::FromTheRight => "h1 to a8",
        };
        Some(format!("{} with moves found from {order} (z {z})", ours.told()))
    });
    let told: Vec<String> = told.collect();
    let theirs = judged.iter().find_map(|(_, _, judged)| Some(judged.as_ref()?.2));
    let fates = judged.iter().map(|(_, whole, judged)| {
        // One order that fits would account for them.
        of_all(*whole, judged.as_ref().map_or(Status::Open, |judged| judged.0))
    });
    let status = match fates.into_iter().all(|fate| fate == Status::Refuted) {
        true => Status::Refuted,
        false => Status::Open,
    };
    Claim::paper(
        claim,
        status,
        Sentences::default().list("It wins ", &told, ".").maybe(theirs.map(|theirs| {
            format!(
                "Measured were {}. The listing plays the last legal move, always, so neither \
                     depth nor evaluation matters, but the order in which moves are found does. It \
                     is not printed. Of the eight ways to go through the board line by line, four \
                     are one player and its images by the symmetry of the start, and four the \
                     other: both are here. Other orders were not tried.",
                theirs.told()
            )
        })),
    )
    .by(Whose::Ours)
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
    Claim::paper(
        "The totals in the text of sections 4.1 to 4.4 are those of the tables.",
        Status::judged(Some(told.is_empty())),
        Sentences::default()
            .list(&format!("Of {} totals {} are not: ", TOTALS.len(), told.len()), &told, ".")
            .say("That of 4.1 has a thousand games, so a tenth run that is not in the table."),
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
    Claim::paper(
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
    Claim::paper(
        "VT64 makes SSAI faster, and MSAI not (sections 4.3 and 4.4).",
        all_of([single.is_positive(), is_not(second.is_positive()), is_not(first.is_positive())]),
        format!(
            "By their tables, row by row, SSAI is {} as fast on VT64 as on the laptop (z {}). MSAI \
             as second player is {} as fast there, so slower (z {}), of which 4.3 says nothing; as first \
             player it is {} as fast (z {}), and 4.4 says that it gains nothing. With 48 cores \
             against two it gains less than SSAI with one.",
            factor_told(single),
            told_z(single),
            factor_told(second),
            told_z(second),
            factor_told(first),
            told_z(first)
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
    Claim::paper(
        "The same laptop takes longer on the console than inside Eclipse (section 4.5), and so VT64 \
         would be faster with Eclipse.",
        match ratio.is_within(0.0, 10f64.ln()) {
            // The first half holds; nobody has seen the second.
            Status::Confirmed => Status::Open,
            status => status,
        },
        format!(
            "By table 12 the console takes {} as long. Four \
             lines are printed for every move there. What VT64 would do with Eclipse was not \
             measured.",
            factor_told(ratio)
        ),
    )
}

/// Chapter 5: the machines compared without Eclipse.
fn terminal() -> Claim {
    let rows = published::series_b();
    let of = |machine: &str| -> Vec<f64> {
        rows.iter().filter(|row| row.machine == machine).map(|row| row.seconds).collect()
    };
    let pairs = of("laptop-console").into_iter().zip(of("vt64"));
    let ratio = ratio(pairs).expect("the thesis has ten rows of each");
    Claim::paper(
        "Where both run in a terminal, MSAI is faster on VT64 than on the laptop (chapter 5).",
        ratio.is_positive(),
        format!(
            "By table 12, row by row, the laptop on the console takes {} as long as VT64 (z {}), \
             though table 11 has VT64 look five plies further. It is so of those times; that they \
             are not those of a search to that depth is told below.",
            factor_told(ratio),
            told_z(ratio)
        ),
    )
}

/// Section 4.1: what the depth costs MSAI.
fn msai_grows() -> Claim {
    let rows = published::series_a();
    let fitted = |machine: &str, side: &str| {
        let rows = rows
            .iter()
            .filter(|row| (row.machine, row.side, row.engine) == (machine, side, "multi"));
        let points: Vec<(f64, f64)> = rows.map(|row| (f64::from(row.x), row.seconds)).collect();
        growth(&points).expect("the thesis has nine rows of each")
    };
    let judged = fitted("laptop", "second");
    let others = [
        ("5, laptop, first player,", fitted("laptop", "first")),
        ("8, VT64, second,", fitted("vt64", "second")),
        ("10, VT64, first,", fitted("vt64", "first")),
    ];
    let told =
        others.map(|(name, fit)| format!("table {name} {} (z {})", finely_told(fit), told_z(fit)));
    Claim::paper(
        "MSAI's time grows with the depth (section 4.1, of table 3).",
        judged.is_positive(),
        Sentences::default()
            .say(format!(
                "Through the nine rows of table 3 the time grows by {} for every ply (z {}).",
                finely_told(judged),
                told_z(judged)
            ))
            .list("The other tables, of which the text does not say it: ", &told, ".")
            .say("A search whose tree grows by a half with every ply would take 25 times as long at the end."),
    )
}

fn heavy_times() -> Claim {
    /// A search that looks a ply further takes at least so many times as long.
    const LEAST: f64 = 1.5;
    let rows = published::series_b();
    let fitted = |machine: &str| {
        let rows = rows.iter().filter(|row| row.machine == machine);
        let points: Vec<(f64, f64)> = rows.map(|row| (f64::from(row.x), row.seconds)).collect();
        growth(&points).expect("the thesis has ten rows of each")
    };
    let machines = [
        ("laptop-eclipse", "laptop, Eclipse"),
        ("laptop-console", "laptop, console"),
        ("vt64", "VT64"),
    ];
    let fits = machines.map(|(machine, name)| (name, fitted(machine)));
    let told = fits.map(|(name, fit)| format!("{name} {}", finely_told(fit)));
    let furthest = fits.iter().map(|(_, fit)| -fit.above(LEAST.ln()).z()).fold(f64::MAX, f64::min);
    Claim::paper(
        "Series B looks 21 to 35 plies ahead (tables 11 and 12).",
        all_of(fits.iter().map(|(_, fit)| fit.above(LEAST.ln()).is_positive())),
        Sentences::default()
            .list(
                "For every ply more the time grows by this factor, as the line through all ten rows \
                 of a machine has it, with its standard error: ",
                &told,
                ".",
            )
            .say(format!(
                "The tree of alpha-beta grows about threefold; a factor below {LEAST} by three \
                 errors refutes it, and all three are at least {furthest:.0} errors below. Those \
                 depths were not reached by a search, and they are out of reach for ours too: our \
                 series B goes to 12 plies at most."
            )),
    )
}

/// A factor that is nearly 1.
fn finely_told(growth: Estimate) -> String {
    let Estimate { value, error } = growth;
    format!("{:.4}× (± {:.4})", value.exp(), value.exp() * error)
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
                     makes the search itself {} as small (z {}, {} positions), and costs {:.3} times \
                     what is left",
                    factor_told(saved),
                    told_z(saved),
                    counts.pairs.len(),
                    before as f64 / with.max(1) as f64
                ));
            }
            Cost::OurPresearch { presearch, normal } => told.push(format!(
                "in ours {normal} plies ahead a presearch of 1 enters {} the positions that one of \
                 {presearch} does ({} positions)",
                factor_told(saved),
                counts.pairs.len()
            )),
            Cost::Wld { .. } => {}
        }
    }
    let Some(told) = listed(&told) else { return Claim::unseen(claim) };
    // Every depth must show it: the best of three would be found sooner by chance.
    let planned = COSTS.iter().filter(|cost| matches!(cost, Cost::Presearch { .. })).count();
    let status = of_all(fates.len() == planned, all_of(fates));
    Claim::paper(
        claim,
        status,
        format!(
            "Positions entered from random positions: {told}. The depth of the presearch, 5, is no less than the depth of \
             the search itself (2 + X) up to X = 3: there it costs more than it can save."
        ),
    )
}

fn wld(results: &Results) -> Claim {
    let claim = "Reading only who wins is cheaper than reading the score (sections 1.4.4 and 2.5).";
    let rows = results.costs.iter().filter_map(|(cost, counts)| match cost {
        Cost::Wld { empties } => Some((empties, ratio(counts.saved())?, counts.pairs.len())),
        _ => None,
    });
    let rows: Vec<_> = rows.collect();
    let told = rows.iter().map(|(empties, saved, positions)| {
        format!(
            "with {empties} empty squares the score takes {} (z {}, {positions} positions)",
            factor_told(*saved),
            told_z(*saved)
        )
    });
    let Some(told) = listed(&told.collect::<Vec<_>>()) else { return Claim::unseen(claim) };
    let planned = COSTS.iter().filter(|cost| matches!(cost, Cost::Wld { .. })).count();
    let status = all_of(rows.iter().map(|(_, saved, _)| saved.is_positive()));
    Claim::paper(
        claim,
        of_all(rows.len() == planned, status),
        format!(
            "Positions entered from random positions, against those for who wins: {told}. That 25 to 30 empty squares can \
             be read out (section 1.4.4) is shown elsewhere: 'yomikiri solve-file' with the problems \
             of the FFO set, 'yomikiri solve othello 6x6' with its 32 empty squares."
        ),
    )
}

fn richer_evaluation(results: &Results) -> Claim {
    let claim = "A richer evaluation would win more (chapter 5, future work).";
    let Some(score) = &results.yomi else { return Claim::unseen(claim) };
    let points = score.points();
    let Some(share) = points.estimate() else { return Claim::unseen(claim) };
    let (depth, x) = YOMI;
    let depths = Depths::series_a(x);
    Claim::paper(
        claim,
        share.above(0.5).is_positive(),
        format!(
            "yomi, whose evaluation is learnt from patterns, looking {depth} plies ahead against \
             single with X = {x}, which looks {} plies ahead: {} of the points (z {}), {:+.1} \
             discs a game. yomi reads the score from {} empty squares, single who wins from {} and the \
             score from {}. This is one other evaluation, against one with weights of ours.",
            depths.normal,
            points.told(),
            told_z(share.above(0.5)),
            score.discs_a_game(),
            depth + Yomi::FURTHER_AT_THE_END,
            depths.wld,
            depths.perfect
        ),
    )
}
