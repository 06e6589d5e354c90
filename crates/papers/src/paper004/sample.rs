//! What [`crate::evidence`] does not have: medians, means and rank correlations, each with its error
//! and the number of cases that it rests on.

use crate::evidence::Estimate;

/// An estimate, and from how many cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) estimate: Estimate,
    pub(super) size: usize,
}

/// Fewer cases show nothing.
const FEWEST: usize = 10;

impl Sample {
    fn of(value: f64, error: f64, size: usize) -> Option<Sample> {
        (size >= FEWEST).then_some(Sample { estimate: Estimate { value, error }, size })
    }

    /// The same with one more source of error.
    pub(super) fn with_error(self, error: f64) -> Sample {
        let Estimate { value, error: own } = self.estimate;
        Sample { estimate: Estimate { value, error: own.hypot(error) }, ..self }
    }

    /// The value and its error on both sides, written by `write`.
    pub(super) fn told(self, write: impl Fn(f64) -> String) -> String {
        let Estimate { value, error } = self.estimate;
        let [low, high] = [value - error, value + error].map(&write);
        format!("{} ({low} to {high}, {} cases)", write(value), self.size)
    }
}

/// The median of how many times one measurement is as large as the other, as a logarithm. Its
/// error is that of its place among the cases.
pub(super) fn median_ratio(pairs: &[(f64, f64)]) -> Option<Sample> {
    let mut logs: Vec<f64> = pairs.iter().map(|(one, other)| (one / other).ln()).collect();
    logs.sort_by(f64::total_cmp);
    let size = logs.len();
    if size < FEWEST {
        return None;
    }
    let reach = (size as f64).sqrt() / 2.0;
    let at = |place: f64| logs[(place.round() as usize).min(size - 1)];
    let middle = (size as f64 - 1.0) / 2.0;
    let value = (logs[size / 2] + logs[(size - 1) / 2]) / 2.0;
    Sample::of(value, (at(middle + reach) - at(middle - reach)) / 2.0, size)
}

/// The mean.
pub(super) fn mean(values: &[f64]) -> Option<Sample> {
    let (size, n) = (values.len(), values.len() as f64);
    let value = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - value).powi(2)).sum::<f64>() / (n - 1.0);
    Sample::of(value, (variance / n).sqrt(), size)
}

/// By how much the mean of the first is above that of the second.
pub(super) fn difference(first: &[f64], second: &[f64]) -> Option<Sample> {
    let (first, second) = (mean(first)?, mean(second)?);
    let estimate = first.estimate.less(second.estimate);
    Some(Sample { estimate, size: first.size + second.size })
}

/// Spearman's correlation of pairs, as its hyperbolic arctangent (Fisher), whose error is known.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> Option<Sample> {
    let size = pairs.len();
    let ranks = |of: &dyn Fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let values: Vec<f64> = pairs.iter().map(of).collect();
        // Equal values share the middle of their ranks.
        let rank = |value: &f64| {
            let below = values.iter().filter(|other| *other < value).count() as f64;
            let equal = values.iter().filter(|other| *other == value).count() as f64;
            below + (equal - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (x, y) = (ranks(&|pair| pair.0), ranks(&|pair| pair.1));
    let middle = (size as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let rho = product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt().max(1e-12);
    let error = (1.06 / (size as f64 - 3.0)).sqrt();
    Sample::of(rho.clamp(-0.999_999, 0.999_999).atanh(), error, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Status;

    #[test]
    fn errors_are_the_known_ones() {
        let near = |a: f64, b: f64| (a - b).abs() < 0.01;
        let hundred: Vec<(f64, f64)> = (0..101)
            .map(|at| (f64::from(at - 50) / 10.0, 1.0))
            .map(|(a, b)| (a.exp(), b))
            .collect();
        let middle = median_ratio(&hundred).unwrap();
        assert!(near(middle.estimate.value, 0.0) && near(middle.estimate.error, 0.5), "{middle:?}");
        assert_eq!(median_ratio(&hundred[..9]), None);
        assert_eq!(median_ratio(&[]), None);
        let even: Vec<f64> = (0..100).map(|at| f64::from(at % 2)).collect();
        let half = mean(&even).unwrap();
        assert!(near(half.estimate.value, 0.5) && near(half.estimate.error, 0.05), "{half:?}");
        let same = difference(&even, &even).unwrap();
        assert_eq!((same.estimate.is_positive(), same.size), (Status::Open, 200));
        let rising: Vec<(f64, f64)> =
            (0..20).map(|at| (f64::from(at), f64::from(at * at))).collect();
        let rising = rank_correlation(&rising).unwrap();
        assert_eq!(rising.estimate.is_positive(), Status::Confirmed, "{rising:?}");
        let flat: Vec<(f64, f64)> = (0..20).map(|at| (f64::from(at), f64::from(at % 2))).collect();
        let flat = rank_correlation(&flat).unwrap();
        assert_eq!(flat.estimate.is_positive(), Status::Open);
        assert_eq!(rank_correlation(&[(1.0, 1.0); 3]), None);
    }
}
