//! What the paper claims of results, judged by our numbers; of searches: `effort.rs`.

use super::effort;
use super::published::{DOBUTSU, PUBLISHED, Published, SOLVED};
use super::results::{Place, RANKS, Results, ZONES};
use super::rows::Switch;
use crate::format::{Sentences, grouped, listed};
use crate::printed::Theirs;
use crate::report::{Claim, Status, Whose};
use yomikiri_shogi::searches::Search;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    let mut claims = published_counts(results);
    claims.extend([
        open_are_draws(results),
        three_open(results),
        shares(results),
        first_player(results),
    ]);
    claims.extend(effort::all(results));
    claims.push(dfpn(results));
    claims.extend(dobutsu(results));
    claims
}

/// First wins, second wins and draws of a board under some rules.
fn counts(results: &Results, switch: Switch, ranks: usize) -> Option<[u32; 3]> {
    let of = |result| results.count(switch, ranks, result);
    Some([of("first")?, of("second")?, of("draw")?])
}

/// Why a claim is open whose rows are missing.
const MISSING: &str = "Not every row that this needs is in this run.";

/// Whether the paper's counts of a board can stand: it can have solved no more wins or draws than
/// there are, and must have as many illegal set-ups.
fn can_stand(row: &Published, ours: [u32; 3], illegal: Option<u32>) -> bool {
    let [first, second, draw] = ours;
    let [theirs_first, theirs_second, theirs_draw] =
        [row.first, row.second, row.draw].map(Theirs::value);
    illegal == Some(row.illegal.value())
        && theirs_first <= first
        && theirs_second <= second
        && theirs_draw <= draw
}

pub(super) fn published_counts(results: &Results) -> Vec<Claim> {
    let claims = PUBLISHED.iter().zip(RANKS).map(|(row, ranks)| {
        let claim = format!(
            "{}: {} legal problems, of them {} won by the first player, {} by the second, {} ended \
             in repetition, {} unsolved.",
            row.board,
            row.legal,
            row.first,
            row.second,
            row.draw,
            row.unsolved()
        );
        let Some(ours) = counts(results, Switch::Standard, ranks) else {
            return Claim::paper(&claim, Status::Open, MISSING);
        };
        let [first, second, draw] = ours;
        let illegal = results.count(Switch::Standard, ranks, "illegal");
        // Equal numbers of wins leave only draws to be open; fewer say nothing about which.
        let wins = [row.first, row.second].map(Theirs::value);
        let equal = [first, second] == wins;
        let status = match (can_stand(row, ours, illegal), equal) {
            (false, _) => Status::Refuted,
            (true, true) => Status::Confirmed,
            (true, false) => Status::Open,
        };
        let told = format!("Under standard rules {first}, {second} and {draw} draws");
        Claim::paper(
            &claim,
            status,
            match status {
                Status::Refuted => format!("{told}, which leaves no room for the paper's numbers."),
                Status::Confirmed => format!(
                    "{told}: the same wins, with no rule fitted to get them, and room for the draws.{}",
                    match row.second {
                        Theirs::Printed(_) => String::new(),
                        Theirs::Read(second) => format!(
                            " Of the number of the second player's wins one illegible character is \
                             left; {second} is what the others leave for it, and \"about 2 : 1\"."
                        ),
                    }
                ),
                Status::Open => format!(
                    "{told}. There is room for the paper's numbers, but they are not ours: it may \
                     have left {} wins open, or its rules were others."
                    , first + second - wins[0] - wins[1]
                ),
            },
        )
    });
    claims.collect()
}

fn open_are_draws(results: &Results) -> Claim {
    let fits = PUBLISHED.iter().zip(RANKS).map(|(row, ranks)| {
        let [first, second, draw] = counts(results, Switch::Paper, ranks)?;
        let open = row.draw.value() + row.unsolved().value();
        let fits = [first, second, draw] == [row.first.value(), row.second.value(), open];
        Some(format!(
            "{}: {first}, {second} and {draw} draws, {} the paper's {}, {} and {} with {} open",
            row.board,
            if fits { "as" } else { "not" },
            row.first,
            row.second,
            row.draw,
            row.unsolved()
        ))
    });
    let fits: Vec<String> = fits.flatten().collect();
    Claim::paper(
        "All that the paper left open are draws (our inference; it does not say so).",
        Status::Open,
        Sentences::default()
            .say(
                "It holds if the paper's rules were those that we guess and its answers are right. \
                 The guess (two pawns on a file allowed, a knight may move to where it is stuck) was \
                 chosen because it gives the paper's 127 and 2 on 3×4, so that these numbers cannot \
                 confirm it.",
            )
            .list("Under it: ", &fits, "."),
    )
    .by(Whose::Ours)
}

fn three_open(results: &Results) -> Claim {
    // Only where all are there it can be said which.
    let whole = results.count(Switch::Standard, 3, "draw").is_some();
    let draws = ZONES.into_iter().filter(|_| whole).flat_map(|zone| {
        let setups = results.setups(Switch::Standard, Place { ranks: 3, zone });
        let solved = setups.map_or(&[][..], |setups| &setups.solved[..]).iter();
        let draws = solved.filter(|found| found.result == "draw");
        draws.map(move |found| format!("{} zone {zone}", found.setup))
    });
    let draws: Vec<String> = draws.collect();
    let missed: Vec<String> = results
        .attempts(Search::AlphaBetaTwice, 3)
        .into_iter()
        .filter(|(_, problem)| problem.winner.is_none())
        .map(|(place, problem)| format!("{} zone {}", problem.setup, place.zone))
        .collect();
    let leave =
        format!("Our two alpha-beta searches, with {} nodes each, leave", grouped(results.nodes));
    let left =
        results.whole(Search::AlphaBetaTwice, 3).then(|| match (missed.len(), listed(&missed)) {
            (..10, Some(missed)) => format!("{leave} open: {missed}."),
            (_, None) => format!("{leave} nothing open."),
            (many, _) => format!("{leave} {many} problems open, so that this says nothing."),
        });
    Claim::paper(
        &format!(
            "{} problems on 3×3 stay unsolved (the paper does not say which).",
            PUBLISHED[0].unsolved()
        ),
        Status::Open,
        Sentences::default()
            .say("Which ones they are is not known here either.")
            .list(
                &format!(
                    "If its 119 and 58 wins are those of the tables, they are among the {} draws: ",
                    draws.len()
                ),
                &draws,
                ".",
            )
            .maybe(left),
    )
}

fn shares(results: &Results) -> Claim {
    // Its own counts give the shares; whether such searches reach them is another question.
    let percent = |solved, legal| 100.0 * f64::from(solved) / f64::from(legal);
    let theirs = PUBLISHED.map(|row| row.solved.with(row.legal, percent).value());
    let counts = PUBLISHED.map(|row| format!("{} of {}", row.solved, row.legal));
    let search = Search::AlphaBetaTwice;
    let full = RANKS.iter().all(|ranks| results.full(search, *ranks));
    let ours = RANKS.map(|ranks| {
        let attempts = results.attempts(search, ranks).len();
        let solved = results.solved(search, ranks);
        let share = 100.0 * solved as f64 / attempts.max(1) as f64;
        let told = format!("{solved} of {attempts} on 3×{ranks} ({share:.1} %)");
        results.whole(search, ranks).then_some((share, told))
    });
    let near = theirs.iter().zip(&ours).all(|(theirs, ours)| {
        ours.as_ref().is_some_and(|(share, _)| (theirs - share).abs() <= 5.0)
    });
    let told: Vec<&String> = ours.iter().flatten().map(|(_, told)| told).collect();
    Claim::paper(
        &format!("About {} % of 3×3 and about {} % of 3×4 are solved.", SOLVED[0], SOLVED[1]),
        if full && near { Status::Confirmed } else { Status::Open },
        Sentences::default()
            .say(format!(
                "Its own counts give {} ({:.1} %) and {} ({:.1} %).",
                counts[0], theirs[0], counts[1], theirs[1]
            ))
            .list(
                &format!(
                    "Two alpha-beta searches of ours with {} nodes each, standard rules and no limit \
                     on time settle ",
                    grouped(results.nodes)
                ),
                &told,
                match full {
                    true => "; within five points of each would count as confirmed.",
                    false => ", which is not the paper's limit, or rows are missing.",
                },
            ),
    )
}

fn first_player(results: &Results) -> Claim {
    let [small, large] = RANKS.map(|ranks| counts(results, Switch::Standard, ranks));
    let ratio = |[first, second, _]: [u32; 3]| f64::from(first) / f64::from(second.max(1));
    let holds = small
        .zip(large)
        .map(|(small, large)| (1.5..3.0).contains(&ratio(small)) && ratio(large) > 10.0);
    let said = [("3×3", small), ("3×4", large)].into_iter().filter_map(|(board, counts)| {
        let all = counts?;
        Some(format!("{board} {} to {} ({:.1} : 1)", all[0], all[1], ratio(all)))
    });
    Claim::paper(
        "On 3×3 first and second wins are about 2 : 1; on 3×4 nearly all wins are the first \
         player's.",
        Status::judged(holds),
        Sentences::default().list(
            "All set-ups, under standard rules: ",
            &said.collect::<Vec<_>>(),
            ". Between 1.5 and 3 on 3×3, and above 10 on 3×4, count as confirmed; both boards are \
             needed.",
        ),
    )
}

fn dfpn(results: &Results) -> Claim {
    let told = |search, what: &str| {
        let of = |(row, ranks): (&Published, usize)| {
            let solved = results.solved(search, ranks);
            results
                .whole(search, ranks)
                .then(|| format!("{solved} of {} problems on {}", row.legal, row.board))
        };
        let told: Vec<String> = PUBLISHED.iter().zip(RANKS).filter_map(of).collect();
        listed(&told).map(|told| format!("{what} {told}."))
    };
    let (compared, wrong) = results.compared();
    Claim::paper(
        "df-pn was left out, since it was not clear how it should treat repetitions.",
        Status::Open,
        Sentences::default()
            .say("A decision, not a result.")
            .maybe(told(
                Search::Dfpn,
                "With disproofs that know what they rest on it settles, draws included,",
            ))
            .maybe(told(Search::AlphaBetaTwice, "Two alpha-beta searches settle"))
            .maybe((compared > 0).then(|| {
                format!(
                    "Answers of all searches that differ from the tables: {wrong} of {}.",
                    grouped(compared as u64)
                )
            })),
    )
}

fn dobutsu(results: &Results) -> Option<Claim> {
    let found = &results.dobutsu.as_ref()?.found;
    let equal = found.second_wins
        && DOBUTSU.iter().zip(&found.counts).all(|((_, published), ours)| published == ours);
    let claim = Claim::paper(
        "Dobutsu shogi (Tanaka 2009): the second player wins in 78 plies; 246,803,167 positions can \
         be reached.",
        Status::judged(Some(equal)),
        "See the table: every number is compared.",
    );
    Some(claim.by(Whose::Others))
}
