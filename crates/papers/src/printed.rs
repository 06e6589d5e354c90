//! Published figures, by whether the print says them: a figure that was read from a damaged scan is
//! of another type than one that is printed, and wears [`READ`] wherever it is shown.

use crate::report::Cell;
use serde_json::Value;
use std::fmt;

/// The sign of a figure that is our reading.
pub(crate) const READ: char = '†';
/// What the sign means.
pub(crate) const MEANING: &str = "our reading: the only scan of the paper is damaged there, and the figure cannot be made out with \
     certainty";

/// A figure of a paper's, or a text of its.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theirs<T> {
    /// It is printed.
    Printed(T),
    /// It was read from a damaged scan, or follows from figures of which one was.
    Read(T),
}

impl<T> Theirs<T> {
    pub(crate) fn value(self) -> T {
        match self {
            Theirs::Printed(value) | Theirs::Read(value) => value,
        }
    }

    pub(crate) fn is_read(&self) -> bool {
        matches!(self, Theirs::Read(_))
    }

    /// What follows from it.
    pub(crate) fn map<U>(self, to: impl FnOnce(T) -> U) -> Theirs<U> {
        match self {
            Theirs::Printed(value) => Theirs::Printed(to(value)),
            Theirs::Read(value) => Theirs::Read(to(value)),
        }
    }

    /// What follows from two.
    pub(crate) fn with<U, V>(self, other: Theirs<U>, to: impl FnOnce(T, U) -> V) -> Theirs<V> {
        match (self, other) {
            (Theirs::Printed(one), Theirs::Printed(other)) => Theirs::Printed(to(one, other)),
            (one, other) => Theirs::Read(to(one.value(), other.value())),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Theirs<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Theirs::Printed(value) => value.fmt(f),
            Theirs::Read(value) => write!(f, "{value}{READ}"),
        }
    }
}

/// A cell that is exported says so, too: what is no printed number is exported as no number.
impl From<Theirs<Cell>> for Cell {
    fn from(theirs: Theirs<Cell>) -> Cell {
        let is_read = theirs.is_read();
        let Cell { shown, raw } = theirs.value();
        match (is_read, raw) {
            (false, raw) => Cell { shown, raw },
            (true, Value::String(raw)) => Cell::shown_as(exported(&raw), format!("{shown}{READ}")),
            (true, raw) => Cell::shown_as(exported(&raw.to_string()), format!("{shown}{READ}")),
        }
    }
}

fn exported(raw: &str) -> String {
    format!("{raw} (read)")
}

/// The meaning of the sign, if one of these texts has it.
pub(crate) fn note<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
    let has = texts.into_iter().any(|text| text.contains(READ));
    has.then(|| format!("{READ} {MEANING}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_marked_in_texts_in_cells_and_in_what_is_exported() {
        let (printed, read) = (Theirs::Printed(119_u64), Theirs::Read(58_u64));
        assert_eq!((printed.to_string(), read.to_string()), ("119".into(), "58†".into()));
        let sum = printed.with(read, |one, other| one + other);
        assert_eq!(sum, Theirs::Read(177));
        assert_eq!(Cell::from(printed.map(Cell::count)), Cell::count(119));
        let cell = Cell::from(read.map(Cell::count));
        assert_eq!((cell.shown.as_str(), cell.raw), ("58†", "58 (read)".into()));
        assert!(note(["119", "58†"]).is_some() && note(["119"]).is_none());
    }
}
