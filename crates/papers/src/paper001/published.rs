//! What the paper printed, as far as the scan can be read.

use crate::printed::Theirs::{self, Printed, Read};

/// Table 3: black and white amazons, the counts for 1 to 10 cells, and their sum; the last line
/// is the sum of all. The sign of a reading stands behind counts of which the scan has not every
/// digit.
pub(super) const COUNTS: &str = include_str!("subgame-counts.csv");

/// Bytes that a position takes in the paper's database.
pub(super) const BYTES: u64 = 11;

/// Sums in each experiment.
pub(super) const SUMS: u64 = 10_000;

/// A row as it is printed.
const fn row<const N: usize>(printed: [u64; N]) -> [Theirs<u64>; N] {
    let mut row = [Printed(0); N];
    let mut at = 0;
    while at < N {
        row[at] = Printed(printed[at]);
        at += 1;
    }
    row
}

/// Tables 4 and 5: lower bound equal, below, unknown, by upper bound equal, above, unknown. One
/// figure is illegible; the sums of its row and column, which are printed, leave 25 for it.
pub(super) const GRIDS: [[[Theirs<u64>; 3]; 3]; 2] = [
    [[Read(25), Printed(0), Printed(3431)], row([0, 0, 488]), row([1551, 387, 4118])],
    [row([194, 0, 2567]), row([0, 0, 197]), row([1465, 36, 5541])],
];

/// Table 6: how often the bound differs by 1, 2, 3 and 4: lower and upper bounds. The printed sums
/// leave the two that are illegible.
pub(super) const DIFFERENCES: [[[Theirs<u64>; 4]; 2]; 2] = [
    [row([307, 173, 8, 0]), row([148, 223, 5, 11])],
    [
        [Read(107), Printed(80), Printed(10), Printed(0)],
        [Printed(18), Read(12), Printed(5), Printed(1)],
    ],
];

/// Table 8: sums with both bounds. The other figures of tables 7 and 8 are lost.
pub(super) const BOTH_OF_TEN: u64 = 3;

/// Sums of four of ten cells with some bound: the text has 2,0?6 with one figure unreadable.
pub(super) const SOME_OF_TEN: [u64; 10] =
    [2006, 2016, 2026, 2036, 2046, 2056, 2066, 2076, 2086, 2096];

/// Table 9 is lost. Of the text beside it nearly 14 per cent can be made out, and about 5 is a guess
/// at two characters.
pub(super) const LOWER_POSITIVE: Theirs<f64> = Read(14.0);
pub(super) const UPPER_NEGATIVE: Theirs<f64> = Read(5.0);
