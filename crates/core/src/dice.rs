/// Numbers that look random and are the same again for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that roll what this seed rolls.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Dice of their own for each `number`, so that one may be rolled without the others.
    pub fn numbered(seed: u64, number: u64) -> Dice {
        let mut dice = Dice(seed);
        let own = dice.next() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Dice(own)
    }

    /// Dice of their own for each piece of a numbered part.
    pub fn of_piece(seed: u64, part: u64, piece: u64) -> Dice {
        let mut dice = Dice::numbered(seed, part);
        Dice(dice.next() ^ piece.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_rolls_the_same_and_every_side_comes_up() {
        let roll = |mut dice: Dice| (0..600).map(|_| dice.below(6)).collect::<Vec<_>>();
        assert_eq!(roll(Dice::new(7)), roll(Dice::new(7)));
        assert_ne!(roll(Dice::numbered(7, 1)), roll(Dice::numbered(7, 2)));
        let rolls = roll(Dice::new(7));
        for side in 0..6 {
            let count = rolls.iter().filter(|roll| **roll == side).count();
            assert!((60..140).contains(&count), "{side} came up {count} times of 600");
        }
    }
}
