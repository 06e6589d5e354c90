//! Amounts as people type them: `4G`, `90s`, `1.5h`, `200M`; and names.

use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

fn scaled(text: &str, units: &[(&str, f64)], expected: &str) -> Result<f64, String> {
    let wrong = || format!("expected {expected}");
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let factor = units
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit.trim()))
        .map(|(_, factor)| *factor)
        .ok_or_else(wrong)?;
    let value = number * factor;
    if value.is_finite() && value < 1e18 { Ok(value) } else { Err("far too much".into()) }
}

/// A folder, or nothing where an option stands bare.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The name of a game. Whether there is such a game is seen later, but a board in its place says
/// that it was left out.
pub(crate) fn game(text: &str) -> Result<String, String> {
    let is_board = text.starts_with(|c: char| !c.is_alphabetic()) || text.contains(['/', '|', ' ']);
    if !is_board {
        return Ok(text.to_owned());
    }
    let games: Vec<_> = crate::game_options::games().iter().map(|game| game.name).collect();
    Err(format!(
        "no game is named; expected one of {} first, as in 'othello 6x6'",
        games.join(", ")
    ))
}

/// Bytes: `512M`, `4G`, `4GiB`; a bare number is bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (k, m, g) = (f64::from(1 << 10), f64::from(1 << 20), f64::from(1 << 30));
    let units = [
        ("", 1.0),
        ("b", 1.0),
        ("k", k),
        ("kb", k),
        ("kib", k),
        ("m", m),
        ("mb", m),
        ("mib", m),
        ("g", g),
        ("gb", g),
        ("gib", g),
        ("t", k * g),
        ("tb", k * g),
        ("tib", k * g),
    ];
    let bytes = scaled(text, &units, "an amount of memory such as 512M or 4G")? as u64;
    match bytes {
        0 => Err("expected an amount of memory above zero".into()),
        _ => Ok(bytes),
    }
}

/// Time: `90`, `90s`, `15m`, `2h`, `500ms`; a bare number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [
        ("", 1.0),
        ("ms", 1e-3),
        ("s", 1.0),
        ("m", 60.0),
        ("min", 60.0),
        ("h", 3600.0),
        ("d", 86400.0),
    ];
    let seconds = scaled(text, &units, "a time such as 90s, 15m or 2h")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "far too long".into())
}

/// A count: `1000000`, `200M`, `1.5G`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let units = [("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12)];
    let expected = "a whole number such as 1000000 or 200M";
    let count = scaled(text, &units, expected)?;
    // Tenths of a million are not exact as they are.
    let is_whole = (count - count.round()).abs() <= 1e-9 * count;
    if is_whole { Ok(count.round() as u64) } else { Err(format!("expected {expected}")) }
}

/// A whole number within `range`.
pub(crate) fn whole(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse::<usize>().ok().filter(|n| (1..=256).contains(n));
    threads.ok_or_else(|| "expected a number of threads from 1 to 256".into())
}

/// Numbers from 1, some ranges of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<RangeInclusive<usize>>);

impl Ranges {
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

/// Numbers: `7`, `40-49`, `1-5,8`.
pub(crate) fn ranges(text: &str) -> Result<Ranges, String> {
    let wrong = || "expected numbers such as 7, 40-49 or 1-5,8".to_owned();
    let number = |text: &str| text.trim().parse().ok().filter(|n: &usize| *n > 0);
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        (first <= last).then_some(first..=last)
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    ranges.map(Ranges).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_lists_of_numbers() {
        let some = ranges("2-4, 8").unwrap();
        let members: Vec<usize> = (0..10).filter(|n| some.contains(*n)).collect();
        assert_eq!(members, [2, 3, 4, 8]);
        for text in ["", "0", "4-2", "x", "1-", "-", "1,,2"] {
            assert!(ranges(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_are_read_as_typed() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("1.5MiB"), Ok(3 << 19));
        assert_eq!(time("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        assert_eq!((count("2.3M"), count("0")), (Ok(2_300_000), Ok(0)));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "G", "-1", "4X", "1e9", "9999999999999T", "NaN", "inf"] {
            assert!(bytes(text).is_err(), "{text}");
            assert!(time(text).is_err(), "{text}");
        }
        assert!(bytes("0").is_err() && count("1.5").is_err() && count("0.0001k").is_err());
        assert!(threads("0").is_err() && threads("two").is_err());
    }
}
