//! The numbers that stand for values in a file.

use crate::tans::ESCAPE;
use crate::value::Value;
use std::collections::HashMap;

/// No subgame with moves for both sides has more than eight of them.
pub(crate) const MOST: i8 = 8;
/// Where neither wants to begin, White's beginning brings Black at most so much more than Black's
/// own, but for values of at most [`LOPSIDED`] either way. So it is up to ten cells, as working
/// them all out showed; building a database fails where it is not so.
const MOST_ZUGZWANG: i8 = 5;
const LOPSIDED: i8 = 4;

/// The numbers that stand for values.
pub struct Codes {
    values: Vec<Value>,
    numbers: HashMap<Value, u8>,
}

impl Default for Codes {
    fn default() -> Codes {
        Codes::new()
    }
}

impl Codes {
    /// All values that subgames of ten cells might have.
    pub fn new() -> Codes {
        let both = (-MOST..=MOST).flat_map(|a| (-MOST..=MOST).map(move |b| (a, b)));
        let met = |a: i8, b: i8| b - a <= MOST_ZUGZWANG || (a >= -LOPSIDED && b <= LOPSIDED);
        let both = both.filter(|(a, b)| met(*a, *b)).map(|(a, b)| Value::new(a, b));
        let alone = 1..=MOST + 1;
        let values: Vec<Value> = [Value::new(None, None)]
            .into_iter()
            .chain(alone.clone().map(|a| Value::new(a, None)))
            .chain(alone.map(|b| Value::new(None, -b)))
            .chain(both)
            .collect();
        assert!(values.len() < usize::from(ESCAPE));
        let numbers = values.iter().enumerate().map(|(n, value)| (*value, n as u8)).collect();
        Codes { values, numbers }
    }

    /// The value that a number stands for.
    pub fn value(&self, number: u8) -> Option<Value> {
        self.values.get(usize::from(number)).copied()
    }

    /// The number that stands for a value; none if no subgame should have it.
    pub fn number(&self, value: Value) -> Option<u8> {
        self.numbers.get(&value).copied()
    }
}
