//! What numbers show, and how surely: a claim's fate follows from a difference and its error.
//!
//! Everything is told in *standard errors*. A difference of fewer than [`SURE`] of them shows
//! nothing, whichever way it points, and a claim that rests on it stays open. So does one whose
//! numbers could not have come out otherwise: rates at the ceiling do not differ, and too few games
//! cannot reach that many errors.

use crate::format::grouped;
use crate::report::Status;

/// So many standard errors are enough: chance alone reaches them once in 370 times.
pub(crate) const SURE: f64 = 3.0;

/// A value and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Estimate {
    /// By how many standard errors it is above nought.
    pub(crate) fn z(self) -> f64 {
        match self.error > 0.0 {
            true => self.value / self.error,
            false => 0.0,
        }
    }

    /// How much larger it is than a number that is known.
    pub(crate) fn above(self, number: f64) -> Estimate {
        Estimate { value: self.value - number, ..self }
    }

    /// How much larger it is than another that was measured apart from it.
    pub(crate) fn less(self, other: Estimate) -> Estimate {
        Estimate { value: self.value - other.value, error: self.error.hypot(other.error) }
    }

    /// The fate of the claim that it is above nought.
    pub(crate) fn is_positive(self) -> Status {
        match self.z() {
            z if z >= SURE => Status::Confirmed,
            z if z <= -SURE => Status::Refuted,
            _ => Status::Open,
        }
    }

    /// The fate of the claim that it is between these numbers; a number within is no proof of it
    /// while its error is larger than the room there is.
    pub(crate) fn is_within(self, low: f64, high: f64) -> Status {
        let outside = self.above(high).z().max(-self.above(low).z());
        match () {
            () if outside >= SURE => Status::Refuted,
            () if outside <= -SURE => Status::Confirmed,
            () => Status::Open,
        }
    }
}

/// A share of trials: games won, a drawn one being won by half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Proportion {
    pub(crate) won: f64,
    pub(crate) of: u32,
}

impl Proportion {
    /// Of all games, those that were won.
    pub(crate) fn wins(won: u32, of: u32) -> Proportion {
        Proportion { won: won.into(), of }
    }

    /// Of all points, a draw being half of one.
    pub(crate) fn points(won: u32, lost: u32, drawn: u32) -> Proportion {
        Proportion { won: f64::from(won) + f64::from(drawn) / 2.0, of: won + lost + drawn }
    }

    /// Both together.
    pub(crate) fn and(self, other: Proportion) -> Proportion {
        Proportion { won: self.won + other.won, of: self.of + other.of }
    }

    /// The share, and its error with two games more won and two more lost (Agresti and Coull), so
    /// that a hundred of a hundred is not taken for certainty. `None` without games.
    pub(crate) fn estimate(self) -> Option<Estimate> {
        let of = f64::from(self.of);
        let (won, more) = (self.won + 2.0, of + 4.0);
        let share = won / more;
        let error = (share * (1.0 - share) / more).sqrt();
        (self.of > 0).then(|| Estimate { value: self.won / of, error })
    }

    /// The share in per cent with its error.
    pub(crate) fn told(self) -> String {
        match self.estimate() {
            None => "no game".into(),
            Some(Estimate { value, error }) => {
                let of = grouped(self.of.into());
                format!("{:.1} % of {of} (± {:.1})", 100.0 * value, 100.0 * error)
            }
        }
    }
}

/// Fewer measurements do not show how far they spread.
const FEWEST: usize = 5;

/// The mean of measurements, with the error that their spread gives it.
fn mean(values: &[f64]) -> Option<Estimate> {
    if values.len() < FEWEST {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some(Estimate { value: mean, error: (variance / count).sqrt() })
}

/// How many times one measurement is as large as another made beside it, over and over: the mean of
/// the logarithms, whose spread is the error. Of times it is the error within one run only.
pub(crate) fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Estimate> {
    let usable = |(a, b): (f64, f64)| (a > 0.0 && b > 0.0).then(|| (a / b).ln());
    let logs: Vec<f64> = pairs.into_iter().filter_map(usable).collect();
    mean(&logs)
}

/// The same of pairs that were measured in several runs: each run is one observation, so that what
/// differs from run to run, and not only from pair to pair, is in the error.
pub(crate) fn ratio_of_runs<P>(runs: impl IntoIterator<Item = P>) -> Option<Estimate>
where
    P: IntoIterator<Item = (f64, f64)>,
{
    let means: Vec<f64> = runs.into_iter().filter_map(|pairs| Some(ratio(pairs)?.value)).collect();
    mean(&means)
}

/// By what factor something grows with every step, as a logarithm: the slope of the straight line
/// through the logarithms of all points by least squares, with the error that their scatter about
/// the line gives it.
pub(crate) fn growth(points: &[(f64, f64)]) -> Option<Estimate> {
    let usable = points.iter().filter(|(_, value)| *value > 0.0);
    let points: Vec<(f64, f64)> = usable.map(|(step, value)| (*step, value.ln())).collect();
    if points.len() < FEWEST {
        return None;
    }
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x, y) = (x / count, y / count);
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if spread <= 0.0 {
        return None;
    }
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
    let left = |point: &(f64, f64)| (point.1 - y - slope * (point.0 - x)).powi(2);
    let scatter = points.iter().map(left).sum::<f64>() / (count - 2.0);
    Some(Estimate { value: slope, error: (scatter / spread).sqrt() })
}

/// A ratio's value with the ends of its error.
pub(crate) fn factor_told(ratio: Estimate) -> String {
    let Estimate { value, error } = ratio;
    format!("{:.2}× ({:.2} to {:.2})", value.exp(), (value - error).exp(), (value + error).exp())
}

/// The weakest of several fates that are all needed: refuted if one is, else open if one is.
pub(crate) fn all(fates: impl IntoIterator<Item = Status>) -> Status {
    let mut found: Option<Status> = None;
    for fate in fates {
        found = Some(match (found, fate) {
            (Some(Status::Refuted), _) | (_, Status::Refuted) => Status::Refuted,
            (Some(Status::Open), _) | (_, Status::Open) => Status::Open,
            _ => Status::Confirmed,
        });
    }
    found.unwrap_or(Status::Open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::{Confirmed, Open, Refuted};

    #[test]
    fn the_ceiling_and_small_samples_show_nothing() {
        let rate = |won, of| Proportion::wins(won, of).estimate().unwrap();
        assert_eq!(rate(100, 100).less(rate(100, 100)).is_positive(), Open);
        assert_eq!(rate(2, 2).above(0.5).is_positive(), Open, "two games won");
        assert_eq!(rate(140, 200).above(0.5).is_positive(), Confirmed);
        assert_eq!(rate(60, 200).above(0.5).is_positive(), Refuted);
        assert_eq!(rate(110, 200).above(0.5).is_positive(), Open);
        assert!(Proportion::default().estimate().is_none());
    }

    #[test]
    fn a_difference_has_the_errors_of_both() {
        let multi = Proportion::wins(2459, 3600).estimate().unwrap();
        let single = Proportion::wins(1418, 2400).estimate().unwrap();
        let z = multi.less(single).z();
        assert!((7.0..7.7).contains(&z), "{z}");
    }

    #[test]
    fn within_needs_room() {
        let near = |value, error| Estimate { value, error }.is_within(0.4, 0.6);
        assert_eq!(near(0.5, 0.01), Confirmed);
        assert_eq!(near(0.5, 0.1), Open);
        assert_eq!(near(0.3, 0.01), Refuted);
        assert_eq!(near(0.8, 0.01), Refuted);
        assert_eq!(near(0.41, 0.01), Open);
    }

    #[test]
    fn ratios_need_pairs_that_agree() {
        let twice = |noise: [f64; 6]| ratio(noise.map(|n| (2.0 * n, 1.0))).unwrap();
        assert_eq!(twice([1.0, 1.1, 0.9, 1.05, 0.95, 1.0]).is_positive(), Confirmed);
        assert_eq!(twice([0.1, 9.0, 0.2, 5.0, 0.1, 3.0]).is_positive(), Open);
        assert!(ratio([(2.0, 1.0); 4]).is_none());
        assert!((twice([1.0; 6]).value.exp() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn what_differs_from_run_to_run_is_in_the_error() {
        // Within each run the pairs agree; the runs do not.
        let run = |factor: f64| [1.0, 1.01, 0.99, 1.0, 1.02, 0.98].map(|n| (factor * n, 1.0));
        let factors = [1.0, 1.4, 0.9, 1.3, 1.1];
        let all = ratio(factors.into_iter().flat_map(run)).unwrap();
        let apart = ratio_of_runs(factors.map(run)).unwrap();
        assert!((all.value - apart.value).abs() < 1e-9);
        assert!(apart.error > 2.0 * all.error, "{apart:?} {all:?}");
        assert_eq!((all.is_positive(), apart.is_positive()), (Confirmed, Open));
        assert_eq!(ratio_of_runs(factors.map(run).into_iter().take(4)), None);
    }

    #[test]
    fn growth_is_the_slope_through_all_points() {
        // Both ends are out of line, and say nothing by themselves.
        let points: Vec<(f64, f64)> = (0..9)
            .map(|x| (f64::from(x), 3.0 * 2f64.powi(x) * [1.1, 0.9][x as usize % 2]))
            .collect();
        let found = growth(&points).unwrap();
        assert!((found.value - 2f64.ln()).abs() < 2.0 * found.error, "{found:?}");
        assert!((0.005..0.03).contains(&found.error), "{found:?}");
        // Known by hand: logarithms 0, 1, 0, 1, 0 have slope 0 and scatter 1.2 / 3 over 10.
        let flat: Vec<(f64, f64)> = [0.0f64, 1.0, 0.0, 1.0, 0.0]
            .iter()
            .zip(0..)
            .map(|(y, x)| (f64::from(x), y.exp()))
            .collect();
        let flat = growth(&flat).unwrap();
        assert!(flat.value.abs() < 1e-12 && (flat.error - 0.2).abs() < 1e-12, "{flat:?}");
        assert_eq!(growth(&points[..4]), None);
        assert_eq!(growth(&[(1.0, 2.0); 6]), None, "no step");
    }

    #[test]
    fn all_that_is_needed_must_hold() {
        assert_eq!(all([Confirmed, Confirmed]), Confirmed);
        assert_eq!(all([Confirmed, Open]), Open);
        assert_eq!(all([Open, Refuted, Confirmed]), Refuted);
        assert_eq!(all([]), Open);
    }
}
