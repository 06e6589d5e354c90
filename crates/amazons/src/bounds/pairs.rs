//! The paper's tables 1 and 2: bounds for two parts, (A|B) and (C|D), Black to move.

use crate::value::Value;
use Entry::*;

/// What a table says, in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Unknown.
    U,
    Zero,
    A,
    B,
    C,
    D,
    AD,
    AC,
    BC,
    BD,
    /// max(A+D, B+C).
    Better,
    /// max(A, B) + C.
    AorBC,
    /// A + max(C, D).
    ACorD,
}

impl Entry {
    fn name(self) -> &'static str {
        match self {
            U => "unknown",
            Zero => "0",
            A => "A",
            B => "B",
            C => "C",
            D => "D",
            AD => "A+D",
            AC => "A+C",
            BC => "B+C",
            BD => "B+D",
            Better => "max{A+D, B+C}",
            AorBC => "max{A, B}+C",
            ACorD => "A+max{C, D}",
        }
    }
}

/// The kinds of values that the rows and the columns of the tables stand for, as numbered by
/// [`class`]: what there is of the first score, and of the second.
pub const CLASSES: [[&str; 2]; 7] = [
    ["> 0", "≥ 0"],
    ["> 0", "< 0"],
    ["> 0", "null"],
    ["≤ 0", "≥ 0"],
    ["≤ 0", "< 0"],
    ["null", "< 0"],
    ["null", "null"],
];

/// Rows are the first part, columns the second, both as [`class`] numbers them.
type Table = [[Entry; 7]; 7];

const LOWER: Table = [
    [Better, BC, AorBC, AD, U, U, A],
    [AD, U, AC, AD, U, U, A],
    [ACorD, AC, AC, AD, ACorD, AD, A],
    [BC, BC, BC, U, U, U, A],
    [U, U, AorBC, U, U, U, A],
    [U, U, BC, U, U, BD, B],
    [C, C, C, C, C, D, Zero],
];

const UPPER: Table = [
    [U, U, U, U, U, AD, A],
    [U, U, U, U, U, AD, A],
    [U, U, AC, U, U, AD, A],
    [U, U, U, AC, AC, AD, A],
    [U, U, U, AC, AC, AD, A],
    [BC, BC, BC, BC, BC, BD, B],
    [C, C, C, C, C, D, Zero],
];

/// What is printed in table 1 or 2, in the row of the first part and the column of the second.
pub fn printed(table: usize, row: usize, column: usize) -> &'static str {
    (if table == 1 { &LOWER } else { &UPPER })[row][column].name()
}

/// Where a value stands in the tables; `None` if no subgame has such a value.
pub fn class(value: Value) -> Option<usize> {
    match (value.black_first, value.white_first) {
        (Some(1..), Some(0..)) => Some(0),
        (Some(1..), Some(_)) => Some(1),
        (Some(1..), None) => Some(2),
        (Some(_), Some(0..)) => Some(3),
        (Some(_), Some(_)) => Some(4),
        (None, Some(..0)) => Some(5),
        (None, None) => Some(6),
        (Some(_), None) | (None, Some(_)) => None,
    }
}

fn look_up(table: &Table, one: Value, other: Value) -> Option<i32> {
    let entry = table[class(one)?][class(other)?];
    // A null is never asked for: its class has entries without it.
    let number = |score: Option<i8>| score.map_or(0, i32::from);
    let (a, b) = (number(one.black_first), number(one.white_first));
    let (c, d) = (number(other.black_first), number(other.white_first));
    Some(match entry {
        U => return None,
        Zero => 0,
        A => a,
        B => b,
        C => c,
        D => d,
        AD => a + d,
        AC => a + c,
        BC => b + c,
        BD => b + d,
        Better => (a + d).max(b + c),
        AorBC => a.max(b) + c,
        ACorD => a + c.max(d),
    })
}

/// Table 1: the lower bound for two parts with Black to move, if there is one.
pub fn pair_lower(one: Value, other: Value) -> Option<i32> {
    look_up(&LOWER, one, other)
}

/// Table 2: the upper bound for two parts with Black to move, if there is one.
pub fn pair_upper(one: Value, other: Value) -> Option<i32> {
    look_up(&UPPER, one, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::{Rule, lower, upper};
    use yomikiri_core::Side;

    fn values() -> Vec<Value> {
        let scores = || (-4..=4).map(Some).chain([None]);
        let pairs = scores().flat_map(|a| scores().map(move |b| Value::new(a, b)));
        pairs.filter(|value| class(*value).is_some()).collect()
    }

    /// For pairs, table and section 3.3 say the same, and so does the sound rule.
    #[test]
    fn the_tables_are_the_general_rule_for_two() {
        for one in values() {
            for other in values() {
                for rule in [Rule::Paper, Rule::Sound] {
                    let pair = [one, other];
                    let low = lower(rule, &pair, Side::First);
                    assert_eq!(pair_lower(one, other), low, "{rule:?} {one} + {other}");
                    let high = upper(rule, &pair, Side::First);
                    assert_eq!(pair_upper(one, other), high, "{rule:?} {one} + {other}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_the_parts_is_nothing() {
        for one in values() {
            for other in values() {
                assert_eq!(pair_lower(one, other), pair_lower(other, one), "{one} + {other}");
                assert_eq!(pair_upper(one, other), pair_upper(other, one), "{one} + {other}");
            }
        }
    }
}
