//! What the paper claims, what others have published, and what we ask, judged by our numbers.

mod programs;
mod rules;
mod values;

use super::results::Results;
use crate::report::Claim;

pub(super) use values::{black_wins, published};

pub(super) fn all(results: &Results) -> Vec<Claim> {
    let mut claims = programs::all(results);
    claims.extend(rules::all(results));
    claims.extend(values::all(results));
    claims
}

/// A change from the whole, in percent with its sign.
fn change(share: f64) -> String {
    let percent = 100.0 * (share - 1.0);
    let digits = if percent.abs() < 1.0 { 3 } else { 1 };
    format!("{percent:+.digits$} %").replace('-', "−")
}
