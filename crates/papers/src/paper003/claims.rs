//! What the thesis hoped for and what it found, judged by our numbers.

use super::results::Results;
use crate::format::{factor, listed};
use crate::report::{Claim, Status};

/// From here on a series against a random mover counts as won nearly always.
const NEARLY_ALWAYS: f64 = 95.0;
/// Chance moves a rate by so much from one X to another.
const CHANCE: f64 = 3.0;
/// What two threads are to bring.
const TWO_THREADS: f64 = 1.8;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        depth_wins(results),
        published_rates(results),
        same_games(results),
        threads_help(results),
        as_printed(results),
    ]
}

fn rates(results: &Results) -> Vec<f64> {
    (1..=results.most_x()).filter_map(|x| results.rate("single", x)).collect()
}

pub(super) fn depth_wins(results: &Results) -> Claim {
    let rates = rates(results);
    let rising = rates.windows(2).all(|pair| pair[1] >= pair[0] - CHANCE);
    let high = rates.iter().all(|rate| *rate >= NEARLY_ALWAYS);
    let told: Vec<String> = rates.iter().map(|rate| format!("{rate:.1}")).collect();
    Claim::new(
        "Looking further ahead makes the program stronger (what the thesis set out to show, and \
         did not find).",
        Status::judged((!rates.is_empty()).then_some(rising && high)),
        format!(
            "Games won against a random mover, in per cent, for X = 1 to {}: {}. Already the \
             shallowest wins nearly always, so that there is little room to rise; matches between \
             depths ('yomikiri match single:x=5 single:x=2') show the rest.",
            rates.len(),
            listed(&told)
        ),
    )
}

fn published_rates(results: &Results) -> Claim {
    let rates = rates(results);
    let lowest = rates.iter().copied().fold(f64::MAX, f64::min);
    Claim::new(
        "Against a random mover the programs win 51 to 77 of 100 games, whatever the depth.",
        Status::judged((!rates.is_empty()).then_some(lowest <= 77.0)),
        format!(
            "A program that searches as the thesis describes wins at least {lowest:.1} % at every \
             depth. What the listing does instead stands in the table of faults."
        ),
    )
}

pub(super) fn same_games(results: &Results) -> Claim {
    let (all, same) = results.same_games();
    Claim::new(
        "The search with several threads is the same search with the same evaluation.",
        Status::judged((all > 0).then_some(all == same)),
        format!(
            "In {same} of {all} series it played the very games that one thread plays, move by \
             move. Value and move are well defined: the first, in the order of the presearch, of \
             those whose value is highest."
        ),
    )
}

fn threads_help(results: &Results) -> Claim {
    let told: Vec<String> = results
        .thread_counts()
        .into_iter()
        .filter(|threads| *threads > 1)
        .filter_map(|threads| {
            Some(format!("{} with {threads} threads", factor(results.whole_speed_up(threads)?)))
        })
        .collect();
    Claim::new(
        "Several threads make the search faster (the thesis has 19 to 29 s against 260 to 958 s).",
        Status::judged(results.whole_speed_up(2).map(|speed_up| speed_up >= TWO_THREADS)),
        format!(
            "The thesis's factor of 10 to 40 on two cores cannot come from threads, and by its \
             listing no thread was started. Ours in series B: {}.",
            listed(&told)
        ),
    )
}

fn as_printed(results: &Results) -> Claim {
    let (won, played) = results.printed_wins();
    let rate = 100.0 * f64::from(won) / f64::from(played.max(1));
    Claim::new(
        "SSAI's root as printed accounts for the win rates that were measured (our question, to \
         test the diagnosis).",
        Status::judged((played > 0).then_some((51.0..=77.0).contains(&rate))),
        format!(
            "It wins {won} of {played} games against a random mover, {rate:.1} %. Ties aside, the faulty \
             sort never leaves one of the two best moves last in a list of three or more, and of \
             two puts the worse one last, so the listing should do worse than chance with any sound \
             evaluation. The printed depths too differ from the measured ones: what was measured \
             was not exactly the listing."
        ),
    )
}
