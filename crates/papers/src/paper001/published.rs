//! What the paper printed, as far as the scan can be read.

/// Table 3: black and white amazons, the counts for 1 to 10 cells, and their sum; the last line
/// is the sum of all.
pub(super) const COUNTS: &str = include_str!("subgame-counts.csv");

/// Bytes that a position takes in the paper's database.
pub(super) const BYTES: u64 = 11;

/// Sums in each experiment.
pub(super) const SUMS: u64 = 10_000;

/// Tables 4 and 5: lower bound equal, below, unknown, by upper bound equal, above, unknown.
pub(super) const GRIDS: [[[u64; 3]; 3]; 2] = [
    [[25, 0, 3431], [0, 0, 488], [1551, 387, 4118]],
    [[194, 0, 2567], [0, 0, 197], [1465, 36, 5541]],
];

/// Table 6: how often the bound differs by 1, 2, 3 and 4: lower and upper bounds.
pub(super) const DIFFERENCES: [[[u64; 4]; 2]; 2] =
    [[[307, 173, 8, 0], [148, 223, 5, 11]], [[107, 80, 10, 0], [18, 12, 5, 1]]];

/// Table 8: sums with both bounds. The other figures of tables 7 and 8 are lost.
pub(super) const BOTH_OF_TEN: u64 = 3;

/// Sums of four of ten cells with some bound: the text has 2,0?6 with one figure unreadable.
pub(super) const SOME_OF_TEN: [u64; 10] =
    [2006, 2016, 2026, 2036, 2046, 2056, 2066, 2076, 2086, 2096];

/// Table 9, from the text: in per cent, "nearly 14" and "about 5".
pub(super) const LOWER_POSITIVE: f64 = 14.0;
pub(super) const UPPER_NEGATIVE: f64 = 5.0;
