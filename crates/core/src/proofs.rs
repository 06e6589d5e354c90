//! Verdicts for tests, in few letters.

use crate::{Bounds, Outcome, Score, Verdict};
use proptest::prelude::*;

pub(crate) fn score(score: i32) -> Verdict {
    Verdict::Score { score: Score(score) }
}

pub(crate) fn within(low: i32, high: i32) -> Verdict {
    Verdict::Bounds(Bounds::new(low, high))
}

pub(crate) fn cycle(low: i32, high: i32) -> Verdict {
    Verdict::Cycle(Bounds::new(low, high))
}

pub(crate) fn ends(outcome: Outcome, plies: Option<u32>) -> Verdict {
    Verdict::Outcome { outcome, plies }
}

/// Any verdict on scores from -4 to 4 in a game that ends.
pub(crate) fn any_verdict() -> impl Strategy<Value = Verdict> {
    let pair = (-4i32..=4, -4i32..=4).prop_map(|(a, b)| Bounds::new(a.min(b), a.max(b)));
    let outcome = prop_oneof![Just(Outcome::Loss), Just(Outcome::Draw), Just(Outcome::Win)];
    prop_oneof![
        (-4i32..=4).prop_map(score),
        pair.prop_map(Verdict::from_bounds),
        outcome.prop_map(|outcome| ends(outcome, None)),
        Just(Verdict::Unknown),
    ]
}
