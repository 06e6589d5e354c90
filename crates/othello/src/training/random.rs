/// A generator of numbers that look random (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    /// The generator for one piece of work, such as a game.
    pub(crate) fn new(seed: u64, part: u64, piece: u64) -> Random {
        let mut random = Random(seed);
        random.0 = random.next() ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93);
        random.0 = random.next() ^ piece.wrapping_mul(0xa076_1d64_78bd_642f);
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub(crate) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
