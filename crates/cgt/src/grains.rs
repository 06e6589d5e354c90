//! Thermographs once more in small whole numbers, exact like the others and faster to reckon with.

use crate::dyadic::Dyadic;
use crate::thermograph::Corner;

/// A grain is 1/2^24. Numbers below 2^24 are counted in grains, so that thousands of them can be
/// added up in 64 bits.
const FINENESS: u8 = 24;
const LARGEST: i64 = 1 << 24;

/// The number in grains, if it is a whole number of them and not too large.
pub(crate) fn in_grains(value: Dyadic) -> Option<i64> {
    let shift = FINENESS.checked_sub(value.exponent())?;
    let large = value.numerator().unsigned_abs() >> value.exponent() >= LARGEST as u64;
    (!large).then(|| value.numerator() << shift)
}

/// The walls of a thermograph, each corner as temperature and value, in grains.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct InGrains {
    left: Box<[(i64, i64)]>,
    right: Box<[(i64, i64)]>,
    temperature: i64,
}

impl InGrains {
    pub(crate) fn of(left: &[Corner], right: &[Corner], temperature: Dyadic) -> Option<InGrains> {
        let wall = |corners: &[Corner]| -> Option<Box<[(i64, i64)]>> {
            let both =
                |corner: &Corner| Some((in_grains(corner.temperature)?, in_grains(corner.value)?));
            corners.iter().map(both).collect()
        };
        Some(InGrains {
            left: wall(left)?,
            right: wall(right)?,
            temperature: in_grains(temperature)?,
        })
    }

    pub(crate) fn temperature(&self) -> i64 {
        self.temperature
    }

    pub(crate) fn left_at(&self, temperature: i64) -> i64 {
        value_at(&self.left, temperature)
    }

    pub(crate) fn right_at(&self, temperature: i64) -> i64 {
        value_at(&self.right, temperature)
    }
}

/// A wall at a temperature of at least 0.
fn value_at(wall: &[(i64, i64)], temperature: i64) -> i64 {
    let (mut from, mut value) = wall[0];
    for &(to, next) in &wall[1..] {
        if to > temperature {
            // Level, or one to one in either direction.
            return value + (next - value).signum() * (temperature - from);
        }
        (from, value) = (to, next);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Forms, notation};

    #[test]
    fn only_what_fits_is_counted() {
        let dyadic = |numerator, exponent| Dyadic::new(numerator, exponent).unwrap();
        assert_eq!(in_grains(dyadic(-3, 2)), Some(-3 << 22));
        assert_eq!(in_grains(dyadic(1, 24)), Some(1));
        assert_eq!(in_grains(dyadic(1, 25)), None);
        assert_eq!(in_grains(dyadic(LARGEST, 0)), None);
        assert_eq!(in_grains(dyadic(1 - LARGEST, 0)), Some((1 - LARGEST) << 24));
        assert_eq!(in_grains(dyadic(i64::MIN, 0)), None);
        assert_eq!(in_grains(dyadic(i64::MAX, 24)), None);
    }

    #[test]
    fn walls_are_the_same() {
        let mut forms = Forms::new();
        for text in ["{3,{9|2}|-10||-11|-14}", "±1", "{1||0|-9}", "5/8", "^", "{2||1|0}"] {
            let form = notation::parse(&mut forms, text).unwrap();
            let graph = forms.thermograph(form);
            let grains = graph.in_grains().unwrap();
            for sixteenths in 0..200 {
                let heat = Dyadic::new(sixteenths, 4).unwrap();
                let (left, right) = (graph.left_at(heat), graph.right_at(heat));
                let heat = in_grains(heat).unwrap();
                assert_eq!(Some(grains.left_at(heat)), in_grains(left));
                assert_eq!(Some(grains.right_at(heat)), in_grains(right));
            }
        }
    }
}
