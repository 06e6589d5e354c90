//! What the paper printed. Its tables 1 to 4 are lost in the only scan there is.

use crate::printed::Theirs::{self, Printed, Read};

/// Results of the legal set-ups of a board, as the paper sums them up.
pub(super) struct Published {
    pub(super) board: &'static str,
    pub(super) illegal: Theirs<u32>,
    pub(super) legal: Theirs<u32>,
    pub(super) solved: Theirs<u32>,
    pub(super) first: Theirs<u32>,
    pub(super) second: Theirs<u32>,
    pub(super) draw: Theirs<u32>,
}

impl Published {
    pub(super) fn unsolved(&self) -> Theirs<u32> {
        self.legal.with(self.solved, |legal, solved| legal - solved)
    }
}

/// From section 7. Of the solved problems on 3×3 the scan shows "1?", of the second player's one
/// character that is no digit; with the 119 and 15 beside them they are read as 192 and 58. What is
/// illegal is what the legal ones leave of all 282.
pub(super) const PUBLISHED: [Published; 2] = [
    Published {
        board: "3x3",
        illegal: Read(87),
        legal: Printed(195),
        solved: Read(192),
        first: Printed(119),
        second: Read(58),
        draw: Printed(15),
    },
    Published {
        board: "3x4",
        illegal: Read(45),
        legal: Printed(237),
        solved: Printed(133),
        first: Printed(127),
        second: Printed(2),
        draw: Printed(4),
    },
];

/// Solved of 3×3 and of 3×4, in per cent, by the abstract: neither figure can be made out in it, and
/// both are what the counts give.
pub(super) const SOLVED: [Theirs<u32>; 2] = [Read(98), Read(56)];

/// Solved of 3×4 without repetitions, in per cent: by alpha-beta and by PDS.
pub(super) const WITHOUT_REPETITIONS: [Theirs<[u32; 2]>; 2] = [Read([20, 30]), Read([40, 50])];

/// How many times faster PDS was than alpha-beta: the median over problems that both solved.
pub(super) const PDS_FASTER: f64 = 4.6;

/// Dobutsu shogi (Tanaka 2009): name and number.
pub(super) const DOBUTSU: [(&str, u64); 7] = [
    ("positions that can be reached", 246_803_167),
    ("of them the game is not over in", 99_485_568),
    ("won by the side to move", 56_474_473),
    ("drawn", 2_682_700),
    ("lost by the side to move", 40_328_395),
    ("plies from the start (the second player wins)", 78),
    ("longest distance", 173),
];
