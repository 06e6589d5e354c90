//! Proof and disproof numbers.

/// More than any sum.
pub(super) const INFINITE: u32 = 1 << 30;
/// Sums over what is not solved stay at or below this: the same leaf may be counted very often, and
/// must not look like an answer.
pub const MOST: u32 = 1 << 28;

/// How many leaves must at least be proved, and disproved, to prove and disprove a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) pn: u32,
    pub(super) dn: u32,
}

impl Numbers {
    pub(super) const PROVED: Numbers = Numbers { pn: 0, dn: INFINITE };
    pub(super) const DISPROVED: Numbers = Numbers { pn: INFINITE, dn: 0 };
    /// Of a node that nothing is known of.
    pub(super) const NEW: Numbers = Numbers { pn: 1, dn: 1 };

    pub(super) fn solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// Of a node that one side has won.
    pub(super) fn won_by(attacker: bool) -> Numbers {
        if attacker { Numbers::PROVED } else { Numbers::DISPROVED }
    }
}
