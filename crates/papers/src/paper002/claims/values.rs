//! Who wins, and what boards are worth.

use super::super::published::{BOARDS, Known, Published};
use super::super::results::Results;
use super::super::rows::board;
use super::super::tables::value;
use crate::format::{Sentences, grouped, listed, score};
use crate::report::{Claim, Status, Whose};
use yomikiri_go::ladder::Ladder;

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![published(results), black_wins(results), superko(results)]
}

/// What a row says to a published value.
enum Said {
    Equal,
    Different,
    /// The value hangs on endless play, and what is published is one that it can have.
    Within,
    /// Stopped, and nothing contradicts it so far.
    NotSettled,
}

fn said(published: i32, low: i32, high: i32, settled: bool) -> Said {
    match (low..=high).contains(&published) {
        false => Said::Different,
        true if !settled => Said::NotSettled,
        true if low == high => Said::Equal,
        true => Said::Within,
    }
}

pub(in super::super) fn published(results: &Results) -> Claim {
    let (mut equal, mut different, mut within, mut open) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut elsewhere, mut disputed) = (Vec::new(), Vec::new());
    for (known, run) in &results.values {
        let found = &run.found;
        let board = known.case().title();
        let ours = value(found.low, found.high);
        match known.published {
            Published::Nothing => {}
            Published::Value { value: theirs, .. } => {
                match said(theirs, found.low, found.high, found.settled) {
                    Said::Equal => equal.push(format!("{board} {ours}")),
                    Said::Different => {
                        different.push(format!("{board} {ours}, published {}", score(theirs)));
                    }
                    Said::Within => {
                        within.push(format!("{board} {ours}, published {}", score(theirs)));
                    }
                    Said::NotSettled => open.push(board),
                }
            }
            Published::OtherRules { value: theirs, rules, .. } => {
                elsewhere.push(format!("{board} {} under {rules}, ours {ours}", score(theirs)));
            }
            Published::Disputed { values, .. } => {
                let values: Vec<String> = values.iter().map(|value| score(*value)).collect();
                let values = values.join(" and ");
                disputed.push(format!("{board} {values}, ours {ours}"));
            }
        }
    }
    let judged = |known: &Known| matches!(known.published, Published::Value { .. });
    let has = |known: &Known| results.values.iter().any(|(other, _)| other.case() == known.case());
    let whole = results.planned_values().all(|known| !judged(known) || has(known));
    let status = match (different.is_empty(), equal.is_empty() || !open.is_empty() || !whole) {
        (false, _) => Status::Refuted,
        (true, false) => Status::Confirmed,
        (true, true) => Status::Open,
    };
    Claim::paper(
        "Values of small boards that others have published under these rules, where they do not hang \
         on endless play.",
        status,
        Sentences::default()
            .list("Proved, and equal: ", &equal, ".")
            .list("Different: ", &different, ".")
            .list("Not settled within their limits: ", &open, ".")
            .list(
                "Not judged, because the value hangs on endless play: ",
                &within,
                "; what is published is one of those that it can have.",
            )
            .list("Not judged, because the rules were others: ", &elsewhere, ".")
            .list("Not judged, because publications differ: ", &disputed, "."),
    )
    .by(Whose::Others)
}

/// Whether all programs say the same of the paper's question.
pub(in super::super) fn black_wins(results: &Results) -> Claim {
    let wrong = results.contradictions();
    let boards = BOARDS.map(board);
    let climbed = boards.map(|on| {
        Ladder::ALL.iter().filter(|program| results.climbed(**program, on).is_some()).count()
    });
    let settled: usize = climbed.iter().sum();
    let ours = results.winners.iter().filter(|(_, run)| run.found.settled).count();
    let whole = settled == BOARDS.len() * Ladder::ALL.len() && ours == BOARDS.len();
    Claim::paper(
        "Black wins on 3×3, 3×4 and 3×5: the paper's four programs and our own search say so (the \
         paper prints what they took, and not what they found).",
        match (wrong, whole) {
            (1.., _) => Status::Refuted,
            (0, true) => Status::Confirmed,
            (0, false) => Status::Open,
        },
        match settled + ours {
            0 => String::new(),
            all => format!("Of {all} answers in this run {} say so.", all - wrong),
        },
    )
    .by(Whose::Ours)
}

/// Who wins under the ko of the paper's table 1.
fn superko(results: &Results) -> Claim {
    let told: Vec<String> = results
        .superko
        .iter()
        .map(|(case, run)| {
            let state = match (run.found.settled, run.found.black_wins()) {
                (false, _) => "not settled within its limit",
                (true, true) => "Black wins",
                (true, false) => "Black does not win",
            };
            format!("{} {state} ({} nodes)", case.board, grouped(run.found.nodes))
        })
        .collect();
    let settled: Vec<bool> = results
        .superko
        .iter()
        .filter(|(_, run)| run.found.settled)
        .map(|(_, run)| run.found.black_wins())
        .collect();
    Claim::paper(
        "Black wins on 3×4 and 3×5 under superko too, which the paper's table 1 lists as the ko of \
         Chinese rules.",
        match () {
            _ if settled.contains(&false) => Status::Refuted,
            _ if settled.len() == BOARDS.len() - 1 => Status::Confirmed,
            _ => Status::Open,
        },
        listed(&told).map_or(String::new(), |told| {
            format!(
                "Positional superko: {told}; the score of 3x3 is among the values below. The paper \
                 does not say which ko its searches used."
            )
        }),
    )
    .by(Whose::Ours)
}
