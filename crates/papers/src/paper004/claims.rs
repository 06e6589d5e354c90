//! What the paper claims of results, judged by our numbers; of searches: `effort.rs`.

use super::effort;
use super::published::{DOBUTSU, PUBLISHED, Published};
use super::results::{Place, RANKS, Results, ZONES};
use super::rows::Switch;
use crate::format::{grouped, listed};
use crate::report::{Claim, Status};
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
    illegal == Some(row.illegal) && row.first <= first && row.second <= second && row.draw <= draw
}

pub(super) fn published_counts(results: &Results) -> Vec<Claim> {
    let claims = PUBLISHED.iter().zip(RANKS).map(|(row, ranks)| {
        let claim = format!(
            "{}: {} legal problems, of them {} won by the first player, {} by the second, {} ended \
             in repetition, {} unsolved.",
            row.board,
            row.legal(),
            row.first,
            row.second,
            row.draw,
            row.unsolved
        );
        let Some(ours) = counts(results, Switch::Standard, ranks) else {
            return Claim::new(&claim, Status::Open, MISSING);
        };
        let [first, second, draw] = ours;
        let illegal = results.count(Switch::Standard, ranks, "illegal");
        // Equal numbers of wins leave only draws to be open; fewer say nothing about which.
        let equal = [first, second] == [row.first, row.second];
        let status = match (can_stand(row, ours, illegal), equal) {
            (false, _) => Status::Refuted,
            (true, true) => Status::Confirmed,
            (true, false) => Status::Open,
        };
        let told = format!("Under standard rules {first}, {second} and {draw} draws");
        Claim::new(
            &claim,
            status,
            match status {
                Status::Refuted => format!("{told}, which leaves no room for the paper's numbers."),
                Status::Confirmed => format!(
                    "{told}: the same wins, with no rule fitted to get them, and room for the draws."
                ),
                Status::Open => format!(
                    "{told}. There is room for the paper's numbers, but they are not ours: it may \
                     have left {} wins open, or its rules were others."
                    , first + second - row.first - row.second
                ),
            },
        )
    });
    claims.collect()
}

fn open_are_draws(results: &Results) -> Claim {
    let fits = PUBLISHED.iter().zip(RANKS).map(|(row, ranks)| {
        let [first, second, draw] = counts(results, Switch::Paper, ranks)?;
        let fits = [first, second, draw] == [row.first, row.second, row.draw + row.unsolved];
        Some(format!(
            "{}: {first}, {second} and {draw} draws, {} the paper's {}, {} and {} with {} open",
            row.board,
            if fits { "as" } else { "not" },
            row.first,
            row.second,
            row.draw,
            row.unsolved
        ))
    });
    let fits: Vec<String> = fits.flatten().collect();
    Claim::new(
        "Our inference, nothing that the paper says: all that it left open are draws.",
        Status::Open,
        format!(
            "It holds if the paper's rules were those that we guess and its answers are right. The \
             guess (two pawns on a file allowed, a knight may move to where it is stuck) was chosen \
             because it gives the paper's 127 and 2 on 3×4, so that these numbers cannot confirm \
             it. Under it: {}.",
            if fits.is_empty() { "nothing in this run".into() } else { fits.join("; ") }
        ),
    )
}

fn three_open(results: &Results) -> Claim {
    let draws = |ranks| {
        let of = |place| results.setups(Switch::Standard, place).map_or(&[][..], |s| &s.solved[..]);
        let found = ZONES.into_iter().flat_map(move |zone| {
            let solved = of(Place { ranks, zone }).iter().filter(|found| found.result == "draw");
            solved.map(move |found| format!("{} zone {zone}", found.setup))
        });
        found.collect::<Vec<_>>()
    };
    let missed: Vec<String> = results
        .attempts(Search::AlphaBetaTwice, 3)
        .into_iter()
        .filter(|(_, problem)| problem.winner.is_none())
        .map(|(place, problem)| format!("{} zone {}", problem.setup, place.zone))
        .collect();
    Claim::new(
        "Three problems on 3×3 stay unsolved (the paper does not say which).",
        Status::Open,
        format!(
            "Which ones they are is not known here either. If its 119 and 58 wins are those of the \
             tables, they are among the {} draws: {}. Our two alpha-beta searches, with {} nodes \
             each, leave open: {}.",
            draws(3).len(),
            listed(&draws(3)),
            grouped(results.nodes),
            match missed.len() {
                0..10 => listed(&missed),
                many => format!("{many} problems, so that this says nothing"),
            }
        ),
    )
}

fn shares(results: &Results) -> Claim {
    // Its own counts give the shares; whether such searches reach them is another question.
    let theirs = PUBLISHED.map(|row| 100.0 * f64::from(row.solved()) / f64::from(row.legal()));
    let full = RANKS.map(|ranks| results.full(Search::AlphaBetaTwice, ranks));
    let ours = RANKS.map(|ranks| {
        let attempts = results.attempts(Search::AlphaBetaTwice, ranks).len();
        let solved = results.solved(Search::AlphaBetaTwice, ranks);
        (solved, attempts, 100.0 * solved as f64 / attempts.max(1) as f64)
    });
    let near = theirs.iter().zip(ours).all(|(theirs, ours)| (theirs - ours.2).abs() <= 5.0);
    Claim::new(
        "About 98 % of 3×3 and about 56 % of 3×4 are solved.",
        match (full, near) {
            ([true, true], true) => Status::Confirmed,
            _ => Status::Open,
        },
        format!(
            "Its own counts give 192 of 195 ({:.1} %) and 133 of 237 ({:.1} %). Two alpha-beta \
             searches of ours with {} nodes each, standard rules and no limit on time settle {} of \
             {} ({:.1} %) and {} of {} ({:.1} %){}. The tables settle all.",
            theirs[0],
            theirs[1],
            grouped(results.nodes),
            ours[0].0,
            ours[0].1,
            ours[0].2,
            ours[1].0,
            ours[1].1,
            ours[1].2,
            match full {
                [true, true] => "; within five points of each would count as confirmed",
                _ => ", which is not the paper's limit, or rows are missing",
            }
        ),
    )
}

fn first_player(results: &Results) -> Claim {
    let [small, large] = RANKS.map(|ranks| counts(results, Switch::Standard, ranks));
    let ratio = |[first, second, _]: [u32; 3]| f64::from(first) / f64::from(second.max(1));
    let holds = small
        .zip(large)
        .map(|(small, large)| (1.5..3.0).contains(&ratio(small)) && ratio(large) > 10.0);
    let said = |counts: Option<[u32; 3]>| {
        counts.map_or("not all solved in this run".into(), |all| {
            format!("{} to {} ({:.1} : 1)", all[0], all[1], ratio(all))
        })
    };
    Claim::new(
        "On 3×3 first and second wins are about 2 : 1; on 3×4 nearly all wins are the first \
         player's.",
        Status::judged(holds),
        format!(
            "All set-ups, under standard rules: 3×3 {}, 3×4 {}. Between 1.5 and 3, and above 10, \
             count as confirmed.",
            said(small),
            said(large)
        ),
    )
}

fn dfpn(results: &Results) -> Claim {
    let solved = RANKS.map(|ranks| results.solved(Search::Dfpn, ranks));
    let twice = RANKS.map(|ranks| results.solved(Search::AlphaBetaTwice, ranks));
    let (compared, wrong) = results.compared();
    Claim::new(
        "df-pn was left out, since it was not clear how it should treat repetitions.",
        Status::Open,
        format!(
            "A decision, not a result. With disproofs that know what they rest on it settles {} of \
             195 problems on 3×3 and {} of 237 on 3×4, draws included, where two alpha-beta \
             searches settle {} and {}. Answers of all searches that differ from the tables: \
             {wrong} of {}.",
            solved[0],
            solved[1],
            twice[0],
            twice[1],
            grouped(compared as u64)
        ),
    )
}

fn dobutsu(results: &Results) -> Option<Claim> {
    let found = &results.dobutsu.as_ref()?.found;
    let equal = found.second_wins
        && DOBUTSU.iter().zip(&found.counts).all(|((_, published), ours)| published == ours);
    Some(Claim::new(
        "Dobutsu shogi (not of this paper): the second player wins in 78 plies; 246,803,167 \
         positions can be reached.",
        Status::judged(Some(equal)),
        "See the table: every number is compared.",
    ))
}
