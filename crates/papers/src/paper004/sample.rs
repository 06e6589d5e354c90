//! What a sample says, and how surely: intervals that hold the truth in 95 of 100 samples.

use crate::report::Status;

/// A number with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// How many observations it rests on.
    pub(super) size: usize,
}

const Z: f64 = 1.96;

impl Estimate {
    /// Confirmed if the whole interval is above `least`, refuted if it is below, else open.
    pub(super) fn above(&self, least: f64) -> Status {
        match self {
            _ if self.low > least => Status::Confirmed,
            _ if self.high < least => Status::Refuted,
            _ => Status::Open,
        }
    }

    /// Confirmed if the whole interval lies in the range, refuted if none of it does, else open.
    pub(super) fn within(&self, low: f64, high: f64) -> Status {
        match self {
            _ if self.low >= low && self.high <= high => Status::Confirmed,
            _ if self.high < low || self.low > high => Status::Refuted,
            _ => Status::Open,
        }
    }

    /// In words, with the numbers written by `write`.
    pub(super) fn said(&self, write: impl Fn(f64) -> String) -> String {
        let Estimate { value, low, high, size } = *self;
        format!("{} ({} to {}, {size} cases)", write(value), write(low), write(high))
    }
}

/// The share of `count` in `size` (Wilson's interval); `None` of nothing.
pub(super) fn share(count: usize, size: usize) -> Option<Estimate> {
    let (n, share) = (size as f64, count as f64 / size as f64);
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    (size > 0).then(|| Estimate { value: share, low: middle - reach, high: middle + reach, size })
}

/// The median, between two of the observations; `None` of fewer than ten.
pub(super) fn median(mut values: Vec<f64>) -> Option<Estimate> {
    values.sort_by(f64::total_cmp);
    let size = values.len();
    let reach = Z * (size as f64).sqrt() / 2.0;
    let low = (size as f64 / 2.0 - reach).floor() as usize;
    let middle = (values.get(size / 2)? + values[(size - 1) / 2]) / 2.0;
    (size >= 10).then(|| Estimate {
        value: middle,
        low: values[low.saturating_sub(1).min(size - 1)],
        high: values[(size - low).min(size - 1)],
        size,
    })
}

/// The mean; `None` of fewer than ten.
pub(super) fn mean(values: &[f64]) -> Option<Estimate> {
    let (size, n) = (values.len(), values.len() as f64);
    let value = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - value).powi(2)).sum::<f64>() / (n - 1.0);
    let reach = Z * (variance / n).sqrt();
    (size >= 10).then(|| Estimate { value, low: value - reach, high: value + reach, size })
}

/// By how much the mean of the first is above that of the second.
pub(super) fn difference(first: &[f64], second: &[f64]) -> Option<Estimate> {
    let (a, b) = (mean(first)?, mean(second)?);
    let value = a.value - b.value;
    let reach = (a.high - a.value).hypot(b.high - b.value);
    let size = a.size + b.size;
    Some(Estimate { value, low: value - reach, high: value + reach, size })
}

/// Spearman's correlation of pairs; `None` of fewer than ten.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let size = pairs.len();
    if size < 10 {
        return None;
    }
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
    let value = product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt().max(1e-12);
    // Fisher's transformation, with the wider error of ranks.
    let reach = Z * (1.06 / (size as f64 - 3.0)).sqrt();
    let z = value.clamp(-0.999_999, 0.999_999).atanh();
    Some(Estimate { value, low: (z - reach).tanh(), high: (z + reach).tanh(), size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_the_known_ones() {
        let near = |a: f64, b: f64| (a - b).abs() < 0.001;
        let half = share(50, 100).unwrap();
        assert!(near(half.low, 0.404) && near(half.high, 0.596), "{half:?}");
        let all = share(10, 10).unwrap();
        assert!(near(all.low, 0.722) && near(all.high, 1.0), "{all:?}");
        assert_eq!(share(0, 0), None);
        let middle = median((1..=101).map(f64::from).collect()).unwrap();
        assert_eq!((middle.value, middle.low, middle.high), (51.0, 40.0, 62.0));
        assert_eq!(median(vec![1.0; 9]), None);
        assert_eq!(median(Vec::new()), None);
        let even: Vec<f64> = (0..100).map(|at| f64::from(at % 2)).collect();
        let even = mean(&even).unwrap();
        assert!(near(even.value, 0.5) && near(even.high, 0.598), "{even:?}");
        let rising: Vec<(f64, f64)> =
            (0..20).map(|at| (f64::from(at), f64::from(at * at))).collect();
        let rising = rank_correlation(&rising).unwrap();
        assert!(rising.value > 0.999 && rising.low > 0.9, "{rising:?}");
        let flat: Vec<(f64, f64)> = (0..20).map(|at| (f64::from(at), f64::from(at % 2))).collect();
        assert_eq!(rank_correlation(&flat).unwrap().above(0.0), Status::Open);
    }

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        let estimate = |low, high| Estimate { value: 0.0, low, high, size: 1 };
        assert_eq!(estimate(0.1, 0.2).above(0.0), Status::Confirmed);
        assert_eq!(estimate(-0.1, 0.2).above(0.0), Status::Open);
        assert_eq!(estimate(-0.2, -0.1).above(0.0), Status::Refuted);
        assert_eq!(estimate(2.0, 5.0).within(2.0, 9.0), Status::Confirmed);
        assert_eq!(estimate(1.0, 5.0).within(2.0, 9.0), Status::Open);
        assert_eq!(estimate(0.8, 1.4).within(2.0, 9.0), Status::Refuted);
    }
}
