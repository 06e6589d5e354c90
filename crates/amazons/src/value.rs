//! What a subgame is worth: the paper's pair (a|b).

use serde::Serialize;
use std::fmt;
use std::ops::Neg;

/// Black's moves less White's inside a subgame, both playing strictly in turn for the most of it;
/// a side that cannot move passes. `None` stands where the side that would begin has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Value {
    /// If Black begins: the paper's `a`.
    pub black_first: Option<i8>,
    /// If White begins: the paper's `b`.
    pub white_first: Option<i8>,
}

impl Value {
    /// The pair (a|b).
    pub fn new(black_first: impl Into<Option<i8>>, white_first: impl Into<Option<i8>>) -> Value {
        Value { black_first: black_first.into(), white_first: white_first.into() }
    }

    /// The score if Black is to move, who passes if stuck.
    pub fn black_to_move(self) -> i8 {
        self.black_first.or(self.white_first).unwrap_or(0)
    }

    /// The score if White is to move, who passes if stuck.
    pub fn white_to_move(self) -> i8 {
        self.white_first.or(self.black_first).unwrap_or(0)
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self == Value { black_first: None, white_first: None }
    }
}

impl Neg for Value {
    type Output = Value;

    /// The same subgame with the colours exchanged.
    fn neg(self) -> Value {
        Value {
            black_first: self.white_first.map(|score| -score),
            white_first: self.black_first.map(|score| -score),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |score: Option<i8>| score.map_or("null".to_owned(), |score| score.to_string());
        write!(f, "({}|{})", part(self.black_first), part(self.white_first))
    }
}
