//! What the paper printed, and what others have published about the boards.

use yomikiri_go::Ko;

/// One program's row of the tables 4 to 6.
pub(super) struct Program {
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Nodes a second, as printed.
    pub(super) speed: u64,
}

const fn program(nodes: u64, seconds: f64, speed: u64) -> Program {
    Program { nodes, seconds, speed }
}

/// The paper's boards, rows and columns.
pub(super) const BOARDS: [(usize, usize); 3] = [(3, 3), (3, 4), (3, 5)];

/// 55taro, Base, Promise and All on each of the boards; means of 5, 5 and 2 runs.
pub(super) const PROGRAMS: [[Program; 4]; 3] = [
    [
        program(12_459, 0.422, 29_524),
        program(9_660, 0.125, 77_280),
        program(9_660, 0.133, 72_631),
        program(9_660, 0.133, 72_631),
    ],
    [
        program(1_078_302, 29.171, 36_955),
        program(864_967, 10.546, 82_018),
        program(864_201, 10.446, 82_730),
        program(859_817, 10.132, 84_861),
    ],
    [
        program(511_400_262, 28_080.433, 18_212),
        program(407_969_970, 6_190.837, 65_899),
        program(407_135_049, 6_183.610, 65_841),
        program(384_304_365, 5_862.890, 65_548),
    ],
];

/// A board whose value is asked for.
pub(super) struct Known {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether Black has played the centre.
    pub(super) centre: bool,
    pub(super) ko: Ko,
    /// The values that have been published; several where they differ.
    pub(super) values: &'static [i32],
    /// Who published them.
    pub(super) source: &'static str,
    pub(super) remark: &'static str,
}

/// Solving Go for Rectangular Boards (ICGA Journal 32, 2009): Chinese rules, up to 30 points.
const WERF_WINANDS: &str = "van der Werf and Winands 2009";

const fn known(
    (rows, columns): (usize, usize),
    values: &'static [i32],
    source: &'static str,
    remark: &'static str,
) -> Known {
    Known { rows, columns, centre: false, ko: Ko::Basic, values, source, remark }
}

/// Every board that is solved, cheap ones first within a rule.
pub(super) const KNOWN: [Known; 20] = [
    known((2, 2), &[], "", "all hangs on endless play"),
    known((2, 3), &[], "", "all hangs on endless play"),
    known((2, 4), &[8], WERF_WINANDS, ""),
    known((2, 5), &[10], WERF_WINANDS, ""),
    known((2, 6), &[12], WERF_WINANDS, ""),
    known((2, 7), &[14], WERF_WINANDS, ""),
    known((3, 3), &[9], WERF_WINANDS, "the winner also in the paper"),
    known((3, 4), &[4], WERF_WINANDS, "+4 if endless play counts +4 or less for Black"),
    known((3, 5), &[15], WERF_WINANDS, "the winner also in the paper"),
    known((3, 6), &[18], WERF_WINANDS, "the paper's future work"),
    known(
        (3, 7),
        &[21, 5],
        "collections of small-board results",
        "the paper's future work; both values are found, and we do not know who had 5 first",
    ),
    known(
        (4, 4),
        &[1, 2],
        "Kiyo (清) and others 2000, under Japanese rules",
        "the paper's future work; +2 is the value under Japanese ko",
    ),
    known((4, 5), &[20], WERF_WINANDS, ""),
    Known { ko: Ko::Positional, ..known((2, 2), &[1], "Tromp", "positional superko") },
    Known { ko: Ko::Positional, ..known((3, 3), &[9], "", "positional superko") },
    Known { ko: Ko::Positional, ..known((2, 3), &[0], "", "positional superko") },
    Known {
        ko: Ko::Positional,
        ..known((3, 4), &[], "", "positional superko, the ko of the paper's table 1")
    },
    Known {
        centre: true,
        ..known(
            (5, 5),
            &[25],
            "van der Werf and others 2003",
            "after Black's first stone in the centre",
        )
    },
    known((4, 6), &[], "", "disputed"),
    known((3, 8), &[], "", "nothing published that we know of"),
];
