//! What the paper claims, judged by our numbers.

use super::published::{DOBUTSU, PDS_FASTER, PUBLISHED};
use super::results::{Place, RANKS, Results, ZONES};
use super::rows::Switch;
use crate::format::{factor, grouped, listed};
use crate::report::{Claim, Status};
use yomikiri_shogi::searches::Search;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    let mut claims = vec![
        published_counts(results),
        three_by_three(results),
        first_player(results),
        search_against_search(results),
        pds_solves_more(results),
        zone_one(results),
        dfpn(results),
    ];
    claims.extend(dobutsu(results));
    claims
}

pub(super) fn published_counts(results: &Results) -> Claim {
    let mut agrees = Some(true);
    let mut evidence = Vec::new();
    for (row, ranks) in PUBLISHED.iter().zip(RANKS) {
        let of = |switch, result| results.count(switch, ranks, result);
        let under =
            |switch| Some([of(switch, "first")?, of(switch, "second")?, of(switch, "draw")?]);
        let (Some(paper), Some(standard)) = (under(Switch::Paper), under(Switch::Standard)) else {
            agrees = None;
            continue;
        };
        // What it solved must be so; what it left open must be draws.
        let fits = |counts: [u32; 3]| counts == [row.first, row.second, row.draw + row.unsolved];
        let illegal = of(Switch::Standard, "illegal") == Some(row.illegal);
        agrees = agrees.map(|agrees| agrees && fits(paper) && illegal);
        let [first, second, draw] = paper;
        evidence.push(format!(
            "{}: {first} first, {second} second, {draw} draws under the paper's rules, where it \
             had {}, {}, {} and {} unsolved; {} / {} / {} under standard rules",
            row.board,
            row.first,
            row.second,
            row.draw,
            row.unsolved,
            standard[0],
            standard[1],
            standard[2]
        ));
    }
    Claim::new(
        "The results of the 432 legal problems, as far as the paper has them.",
        Status::judged(agrees),
        format!("{}. All that it left open are draws.", evidence.join(". ")),
    )
}

fn three_by_three(results: &Results) -> Claim {
    let open = [("KSP", 2), ("KSP", 3), ("KPN", 1)];
    let draws = open.map(|(setup, zone)| {
        results.truth(Place { ranks: 3, zone }, setup).map(|solved| solved.result == "draw")
    });
    let holds: Option<Vec<bool>> = draws.into_iter().collect();
    let missed: Vec<String> = ZONES
        .into_iter()
        .flat_map(|zone| {
            let problems = results.problems(Search::AlphaBetaTwice, Place { ranks: 3, zone });
            let unsolved = problems.iter().filter(|problem| problem.winner.is_none());
            unsolved.map(move |problem| format!("{} zone {zone}", problem.setup))
        })
        .collect();
    Claim::new(
        "Three problems on 3×3 stay unsolved: KSP with zones 2 and 3, and KPN with zone 1.",
        Status::judged(holds.map(|draws| draws.into_iter().all(|draw| draw))),
        format!(
            "All three are draws. Our two alpha-beta searches, with {} nodes each, leave open: {}.",
            grouped(results.nodes),
            listed(&missed)
        ),
    )
}

fn first_player(results: &Results) -> Claim {
    let of = |ranks, result| results.count(Switch::Standard, ranks, result);
    let ratio = |ranks| Some(f64::from(of(ranks, "first")?) / f64::from(of(ranks, "second")?));
    let (small, large) = (ratio(3), ratio(4));
    Claim::new(
        "On 3×3 first and second wins are about 2 : 1; on 3×4 nearly all wins are the first \
         player's.",
        Status::judged(
            small.zip(large).map(|(small, large)| (1.5..3.0).contains(&small) && large > 10.0),
        ),
        match small.zip(large) {
            Some((small, large)) => format!("{small:.1} : 1 on 3×3, {large:.0} : 1 on 3×4."),
            None => "Not run.".into(),
        },
    )
}

fn search_against_search(results: &Results) -> Claim {
    const HARD: u64 = 100_000;
    let both = results.both([Search::AlphaBeta, Search::Pds], 4);
    let median = |least: u64| {
        let hard = both.iter().filter(|(_, alphabeta, _)| alphabeta.nodes >= least);
        let mut ratios: Vec<f64> = hard
            .map(|(_, alphabeta, pds)| alphabeta.nodes as f64 / pds.nodes.max(1) as f64)
            .collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).map(|median| (ratios.len(), *median))
    };
    let (all, hard) = (median(0), median(HARD));
    let said = |found: Option<(usize, f64)>| match found {
        Some((count, median)) => format!("{} over {count} problems", factor(median)),
        None => "no problem".into(),
    };
    Claim::new(
        "PDS with dominance and proof pieces is about 4.6 times as fast as alpha-beta (median), \
         and the more so the harder the problem.",
        match all {
            Some((_, median)) if median > PDS_FASTER / 2.0 => Status::Confirmed,
            _ => Status::Open,
        },
        format!(
            "The paper compares times, of programs that nobody has. Alpha-beta's nodes against \
             those of PDS on 3×4, medians: {}; where alpha-beta takes {} nodes or more, {}.",
            said(all),
            grouped(HARD),
            said(hard)
        ),
    )
}

fn pds_solves_more(results: &Results) -> Claim {
    let on =
        |ranks| [Search::AlphaBeta, Search::Pds].map(|search| results.solved(search, ranks) as f64);
    let (small, large) = (on(3).map(|solved| solved / 1.95), on(4).map(|solved| solved / 2.37));
    let fits = small.iter().all(|share| (85.0..95.0).contains(share))
        && (20.0..30.0).contains(&large[0])
        && (40.0..50.0).contains(&large[1]);
    Claim::new(
        "Without repetitions both searches solve about 90 % of 3×3; on 3×4 alpha-beta solves 20 \
         to 30 %, PDS 40 to 50 %.",
        if fits { Status::Confirmed } else { Status::Open },
        format!(
            "3×3: alpha-beta {:.0} %, PDS {:.0} %. 3×4: alpha-beta {:.0} %, PDS {:.0} %. Ours had \
             {} nodes a problem and no limit on time, and standard rules.",
            small[0],
            small[1],
            large[0],
            large[1],
            grouped(results.nodes)
        ),
    )
}

fn zone_one(results: &Results) -> Claim {
    let solved = ZONES.map(|zone| {
        let problems = results.problems(Search::Pds, Place { ranks: 4, zone });
        problems.iter().filter(|problem| problem.winner.is_some()).count()
    });
    let draws = ZONES.map(|zone| {
        results.setups(Switch::Standard, Place { ranks: 4, zone }).map_or(0, |s| s.count("draw"))
    });
    Claim::new(
        "Promotion zone 1 is the hardest, because more games end in repetition.",
        Status::judged(Some(solved[0] < solved[1] && solved[0] < solved[2])),
        format!(
            "PDS solves {}, {} and {} problems on 3×4 with zones 1, 2 and 3; {}, {} and {} of them \
             are draws.",
            solved[0], solved[1], solved[2], draws[0], draws[1], draws[2]
        ),
    )
}

fn dfpn(results: &Results) -> Claim {
    let solved = RANKS.map(|ranks| results.solved(Search::Dfpn, ranks));
    let twice = RANKS.map(|ranks| results.solved(Search::AlphaBetaTwice, ranks));
    Claim::new(
        "df-pn was left out, since it was not clear how it should treat repetitions.",
        Status::Open,
        format!(
            "With disproofs that know what they rest on it settles {} of 195 problems on 3×3 and \
             {} of 237 on 3×4, draws included, where two alpha-beta searches settle {} and {}. \
             Answers of all searches that differ from the tables: {}.",
            solved[0],
            solved[1],
            twice[0],
            twice[1],
            results.contradictions()
        ),
    )
}

fn dobutsu(results: &Results) -> Option<Claim> {
    let found = &results.dobutsu.as_ref()?.found;
    let equal = found.second_wins
        && DOBUTSU.iter().zip(&found.counts).all(|((_, published), ours)| published == ours);
    Some(Claim::new(
        "Dobutsu shogi: the second player wins in 78 plies; 246,803,167 positions can be reached.",
        Status::judged(Some(equal)),
        "See the table: every number is compared.",
    ))
}
