//! Proof and disproof numbers, and how an entry of the table holds them.

/// More than any number of an open position.
pub(super) const INFINITE: u32 = 1 << 30;
/// What open positions are kept below.
const MOST: u32 = 1 << 28;

/// How hard a position seems to prove and to disprove; 0 where it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How hard to prove.
    pub pn: u32,
    /// How hard to disprove.
    pub dn: u32,
}

impl Numbers {
    /// Proved.
    pub const PROVED: Numbers = Numbers { pn: 0, dn: INFINITE };
    /// Disproved.
    pub const DISPROVED: Numbers = Numbers { pn: INFINITE, dn: 0 };

    /// Of an open position, kept within bounds.
    pub fn open(pn: u32, dn: u32) -> Numbers {
        Numbers { pn: pn.clamp(1, MOST), dn: dn.clamp(1, MOST) }
    }

    /// Proved or disproved.
    pub fn solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// What the table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Open(Numbers),
    /// With more than the height of what the proof needs.
    Proved {
        height: u32,
    },
    Disproved,
}

const BITS: u32 = 12;
const MASK: u32 = (1 << BITS) - 1;
/// Numbers from here on lose digits.
const EXACT: u32 = 128;

/// A number above 0 in twelve bits: exact below 256, and then rounded up by less than a hundredth.
fn squeeze(number: u32) -> u32 {
    if number < EXACT {
        return number;
    }
    let mut exponent = number.ilog2() - EXACT.ilog2();
    let mut mantissa = (u64::from(number) + (1 << exponent) - 1) >> exponent;
    if mantissa == 2 * u64::from(EXACT) {
        (exponent, mantissa) = (exponent + 1, EXACT.into());
    }
    EXACT * exponent + mantissa as u32
}

fn unsqueeze(code: u32) -> u32 {
    match code.checked_sub(EXACT) {
        None => code,
        Some(above) => (EXACT + above % EXACT) << (above / EXACT),
    }
}

impl Entry {
    pub(super) fn pack(self) -> u32 {
        match self {
            Entry::Open(Numbers { pn, dn }) => squeeze(pn) << BITS | squeeze(dn),
            Entry::Proved { height } => height.clamp(1, MASK),
            Entry::Disproved => 1 << BITS,
        }
    }

    pub(super) fn unpack(payload: u32) -> Entry {
        match (payload >> BITS, payload & MASK) {
            (0, height) => Entry::Proved { height },
            (_, 0) => Entry::Disproved,
            (pn, dn) => Entry::Open(Numbers { pn: unsqueeze(pn), dn: unsqueeze(dn) }),
        }
    }

    pub(super) fn numbers(self) -> Numbers {
        match self {
            Entry::Open(numbers) => numbers,
            Entry::Proved { .. } => Numbers::PROVED,
            Entry::Disproved => Numbers::DISPROVED,
        }
    }
}

/// Work as the table weighs it: four steps for every doubling.
pub(super) fn effort(work: u64) -> u8 {
    let work = work.max(1);
    let log = work.ilog2();
    let below = if log >= 2 { (work >> (log - 2)) & 3 } else { 0 };
    (4 * log + below as u32).min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_rounded_up_and_by_little(pn in 1..=MOST, dn in 1..=MOST) {
            let entry = Entry::unpack(Entry::Open(Numbers { pn, dn }).pack());
            let Entry::Open(back) = entry else { panic!("{entry:?}") };
            for (number, back) in [(pn, back.pn), (dn, back.dn)] {
                prop_assert!(back >= number && back - number <= number / 128);
            }
        }
    }

    #[test]
    fn settled_entries_are_what_they_were() {
        for entry in [Entry::Proved { height: 1 }, Entry::Proved { height: 4095 }, Entry::Disproved]
        {
            assert_eq!(Entry::unpack(entry.pack()), entry);
            assert_ne!(entry.pack(), 0);
        }
    }
}
