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

/// What others have published of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// Nothing that we know of.
    Nothing,
    /// A value under the rules of the row: area, and this ko.
    Value { value: i32, by: &'static str },
    /// A value under other rules, which can neither confirm ours nor be confirmed by it.
    OtherRules { value: i32, by: &'static str, rules: &'static str },
    /// Values that contradict each other.
    Disputed { values: &'static [i32], by: &'static str },
}

/// A board whose value is asked for.
pub(super) struct Known {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether Black has played the centre.
    pub(super) centre: bool,
    pub(super) ko: Ko,
    pub(super) published: Published,
    pub(super) remark: &'static str,
}

/// Solving Go for Rectangular Boards (ICGA Journal 32, 2009): Chinese rules, up to 30 points.
const WERF_WINANDS: &str = "van der Werf and Winands 2009";

const fn known(
    (rows, columns): (usize, usize),
    published: Published,
    remark: &'static str,
) -> Known {
    Known { rows, columns, centre: false, ko: Ko::Basic, published, remark }
}

/// A value that van der Werf and Winands have.
const fn werf(on: (usize, usize), value: i32, remark: &'static str) -> Known {
    known(on, Published::Value { value, by: WERF_WINANDS }, remark)
}

/// Every board that is solved, cheap ones first within a rule.
pub(super) const KNOWN: [Known; 20] = [
    known((2, 2), Published::Nothing, "all hangs on endless play"),
    known((2, 3), Published::Nothing, "all hangs on endless play"),
    werf((2, 4), 8, ""),
    werf((2, 5), 10, ""),
    werf((2, 6), 12, ""),
    werf((2, 7), 14, ""),
    werf((3, 3), 9, ""),
    werf((3, 4), 4, "+4 if endless play counts +4 or less for Black"),
    werf((3, 5), 15, ""),
    werf((3, 6), 18, "the paper's future work"),
    known(
        (3, 7),
        Published::Disputed { values: &[21, 5], by: "collections of small-board results" },
        "the paper's future work; both values are found, and we do not know who had 5 first",
    ),
    known(
        (4, 4),
        Published::OtherRules {
            value: 2,
            by: "Sei (清) and Kawashima 2000",
            rules: "Japanese rules",
        },
        "the paper's future work",
    ),
    werf((4, 5), 20, ""),
    Known {
        ko: Ko::Positional,
        ..known((2, 2), Published::Value { value: 1, by: "Tromp" }, "positional superko")
    },
    Known { ko: Ko::Positional, ..known((3, 3), Published::Nothing, "positional superko") },
    Known { ko: Ko::Positional, ..known((2, 3), Published::Nothing, "positional superko") },
    Known {
        ko: Ko::Positional,
        ..known((3, 4), Published::Nothing, "positional superko, the ko of the paper's table 1")
    },
    Known {
        centre: true,
        ..known(
            (5, 5),
            Published::Value { value: 25, by: "van der Werf and others 2003" },
            "after Black's first stone in the centre",
        )
    },
    known((4, 6), Published::Nothing, "disputed"),
    known((3, 8), Published::Nothing, ""),
];
