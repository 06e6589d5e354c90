//! How keys are spread over the places of a table. Node counts depend on what a full table forgets,
//! and so on these; every other hash is [`yomikiri_core::hash`]'s.

/// For [`crate::Table`]: the upper bits of a key.
#[inline(always)]
pub(crate) fn rest(rest: u128) -> u64 {
    let a = (rest as u64 ^ 0x9e37_79b9_7f4a_7c15) as u128;
    let b = ((rest >> 64) as u64 ^ 0xd6e8_feb8_6659_fd93) as u128;
    let product = a.wrapping_mul(0xa076_1d64_78bd_642f) ^ b.wrapping_mul(0xe703_7ed1_a0b4_28db);
    let folded = (product as u64) ^ (product >> 64) as u64;
    let product = u128::from(folded).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
    (product as u64) ^ (product >> 64) as u64
}

/// For [`crate::Cache`], which takes the highest bits: those depend on all bits below.
#[inline(always)]
pub(crate) fn upwards(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    low ^ high
}

/// For [`crate::duel`]: a board and a hand.
pub(crate) fn board_and_hand(board: u128, hand: u64) -> u64 {
    let mut word = (board as u64) ^ ((board >> 64) as u64).rotate_left(32) ^ hand.rotate_left(17);
    for _ in 0..2 {
        word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^= word >> 29;
    }
    word
}
