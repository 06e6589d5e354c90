use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A number with a power of two below the line, exact.
///
/// Numerators are 64 bits wide and denominators go to 2^62. Nothing wraps or rounds: the
/// `checked_` operations return `None` past the edge, the operators panic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    // Odd unless the exponent is 0, so equal numbers are equal field by field.
    numerator: i64,
    exponent: u8,
}

const OVERFLOW: &str = "a dyadic number left the range of 64-bit numerators";

impl Dyadic {
    /// Nought.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// The finest denominator is two to this power.
    pub const FINEST: u8 = 62;

    /// A whole number.
    pub const fn integer(value: i64) -> Dyadic {
        Dyadic { numerator: value, exponent: 0 }
    }

    /// `numerator / 2^exponent` in lowest terms; `None` if even then the denominator is too fine.
    pub fn new(numerator: i64, exponent: u8) -> Option<Dyadic> {
        if numerator == 0 {
            return Some(Dyadic::ZERO);
        }
        let cut = numerator.trailing_zeros().min(exponent.into());
        let exponent = exponent - cut as u8;
        (exponent <= Dyadic::FINEST).then_some(Dyadic { numerator: numerator >> cut, exponent })
    }

    /// What stands above the line, in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The power of two below the line, in lowest terms.
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// Whether there is nothing below the line.
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The sum, if it is in range.
    pub fn checked_add(self, other: Dyadic) -> Option<Dyadic> {
        if self.exponent | other.exponent == 0 {
            return self.numerator.checked_add(other.numerator).map(Dyadic::integer);
        }
        let exponent = self.exponent.max(other.exponent);
        // At most 126 bits, and one more for the sum.
        let sum = self.scaled(exponent) + other.scaled(exponent);
        let cut = if sum == 0 { u32::from(exponent) } else { sum.trailing_zeros() };
        let cut = cut.min(exponent.into());
        let numerator = i64::try_from(sum >> cut).ok()?;
        Some(Dyadic { numerator, exponent: exponent - cut as u8 })
    }

    /// The negative, if it is in range.
    pub fn checked_neg(self) -> Option<Dyadic> {
        Some(Dyadic { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// Half of it, if that is in range.
    pub fn checked_halve(self) -> Option<Dyadic> {
        Dyadic::new(self.numerator, self.exponent + 1)
    }

    /// Half of it. Panics where [`Dyadic::checked_halve`] returns `None`.
    pub fn halve(self) -> Dyadic {
        self.checked_halve().expect(OVERFLOW)
    }

    /// The nearest 32-bit float: rounding keeps the order, though it may make neighbours equal.
    pub(crate) fn rounded(self) -> f32 {
        // Both steps are exact or rounded once: the scale is a power of two within range.
        self.numerator as f32 / (1u64 << self.exponent) as f32
    }

    fn scaled(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The simplest number (earliest birthday) between two ends; each end says whether it may be
    /// taken itself, and `None` is no end at all. `None` if nothing lies between, or nothing that
    /// is in range.
    pub fn simplest(low: Option<(Dyadic, bool)>, high: Option<(Dyadic, bool)>) -> Option<Dyadic> {
        let above = |x: Dyadic| low.is_none_or(|(end, closed)| x > end || closed && x == end);
        let below = |x: Dyadic| high.is_none_or(|(end, closed)| x < end || closed && x == end);
        match (above(Dyadic::ZERO), below(Dyadic::ZERO)) {
            (true, true) => return Some(Dyadic::ZERO),
            (true, false) => {
                let turn = |end: Option<(Dyadic, bool)>| match end {
                    Some((end, closed)) => Some(Some((end.checked_neg()?, closed))),
                    None => Some(None),
                };
                return Dyadic::simplest(turn(high)?, turn(low)?)?.checked_neg();
            }
            (false, true) => {}
            (false, false) => return None,
        }
        // All of it is above nought: the first multiple of the coarsest step that lies in it.
        let (start, closed) = low?;
        for exponent in 0..=Dyadic::FINEST {
            let scaled = i128::from(start.numerator) << exponent;
            let floor = scaled >> start.exponent;
            let on_step = floor << start.exponent == scaled;
            let first = if on_step && closed { floor } else { floor + 1 };
            let first = Dyadic::new(i64::try_from(first).ok()?, exponent)?;
            if below(first) {
                return Some(first);
            }
        }
        None
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl From<i32> for Dyadic {
    fn from(value: i32) -> Dyadic {
        Dyadic::integer(value.into())
    }
}

impl Add for Dyadic {
    type Output = Dyadic;
    fn add(self, other: Dyadic) -> Dyadic {
        self.checked_add(other).expect(OVERFLOW)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        self.checked_neg().expect(OVERFLOW)
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Dyadic) -> Dyadic {
        self + -other
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(out, "{}", self.numerator),
            exponent => write!(out, "{}/{}", self.numerator, 1u64 << exponent),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(numerator: i64, exponent: u8) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn adds_compares_halves_and_prints() {
        assert_eq!(d(4, 2), Dyadic::integer(1));
        assert_eq!(d(1, 1) + d(1, 2), d(3, 2));
        assert_eq!(d(1, 2) - d(1, 0), d(-3, 2));
        assert_eq!(d(-3, 2).to_string(), "-3/4");
        assert_eq!(d(3, 0).halve(), d(3, 1));
        assert!(d(-3, 2) < d(-5, 3));
        assert_eq!(Dyadic::new(0, 200), Some(Dyadic::ZERO));
    }

    #[test]
    fn nothing_overflows_silently() {
        assert_eq!(Dyadic::integer(i64::MAX).checked_add(d(1, 0)), None);
        assert_eq!(Dyadic::integer(i64::MAX).checked_add(d(1, 1)), None);
        assert_eq!(Dyadic::integer(i64::MIN).checked_neg(), None);
        assert_eq!(d(1, 62).checked_halve(), None);
        assert!(Dyadic::integer(i64::MAX) > d(i64::MAX, 62));
    }

    #[test]
    fn the_simplest_number_is_found() {
        let between = |low, high| Dyadic::simplest(Some((low, false)), Some((high, false)));
        assert_eq!(between(d(0, 0), d(1, 0)), Some(d(1, 1)));
        assert_eq!(between(d(1, 2), d(1, 0)), Some(d(1, 1)));
        assert_eq!(between(d(5, 1), d(100, 0)), Some(d(3, 0)));
        assert_eq!(between(d(-5, 0), d(5, 0)), Some(d(0, 0)));
        assert_eq!(between(d(-1, 0), d(-1, 1)), Some(d(-3, 2)));
        assert_eq!(between(d(5, 3), d(3, 2)), Some(d(11, 4)));
        assert_eq!(between(d(1, 0), d(1, 0)), None);
        assert_eq!(between(d(0, 0), d(1, 62)), None);
        assert_eq!(Dyadic::simplest(Some((d(1, 0), true)), Some((d(1, 0), true))), Some(d(1, 0)));
        assert_eq!(Dyadic::simplest(Some((d(5, 1), true)), None), Some(d(3, 0)));
        assert_eq!(Dyadic::simplest(None, Some((d(-5, 1), true))), Some(d(-3, 0)));
        assert_eq!(Dyadic::simplest(None, None), Some(d(0, 0)));
    }
}
