//! Numbers as people read them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) use yomikiri_core::text::{grouped, time};

/// A factor such as "3.2×", with as many digits as mean something.
pub(crate) fn factor(factor: f64) -> String {
    match factor {
        f if f < 10.0 => format!("{f:.2}×"),
        f if f < 1000.0 => format!("{f:.0}×"),
        f if f < 1e6 => {
            let unit = 10u64.pow(f.log10() as u32 - 3);
            format!("{}×", grouped(unit * (f / unit as f64).round() as u64))
        }
        f => format!("{}×", power(f)),
    }
}

/// A score with its sign.
pub(crate) fn score(value: i32) -> String {
    match value {
        0 => "0".into(),
        _ => format!("{value:+}").replace('-', "−"),
    }
}

/// A large number as a power of ten, such as 3.6·10²¹.
pub(crate) fn power(value: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let text = format!("{value:.1e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String =
        exponent.bytes().filter_map(|b| RAISED.get(usize::from(b.wrapping_sub(b'0')))).collect();
    format!("{digits}·10{raised}")
}

/// Things in a sentence: "a, b and c". There is no way to write a list of nothing.
pub(crate) fn listed<T: AsRef<str>>(things: &[T]) -> Option<String> {
    match things {
        [] => None,
        [one] => Some(one.as_ref().into()),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            Some(format!("{} and {}", first.join(", "), last.as_ref()))
        }
    }
}

/// A text made of sentences, of which only those are said that have something to tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentences(Vec<String>);

impl Sentences {
    pub(crate) fn say(mut self, sentence: impl Into<String>) -> Sentences {
        self.0.push(sentence.into());
        self
    }

    /// A sentence that needs something which may be missing.
    pub(crate) fn maybe(self, sentence: Option<impl Into<String>>) -> Sentences {
        match sentence {
            Some(sentence) => self.say(sentence),
            None => self,
        }
    }

    /// A sentence around a list, unless there is nothing in it.
    pub(crate) fn list<T: AsRef<str>>(self, before: &str, things: &[T], after: &str) -> Sentences {
        self.maybe(listed(things).map(|things| format!("{before}{things}{after}")))
    }

    /// More of them.
    pub(crate) fn and(mut self, more: Sentences) -> Sentences {
        self.0.extend(more.0);
        self
    }

    /// What follows only makes sense where something has been said.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Sentences> for String {
    fn from(text: Sentences) -> String {
        text.0.join(" ")
    }
}

/// A moment in UTC, as in `2026-01-31T12:00:00Z`.
pub(crate) fn moment(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    // Days are counted in eras of 400 years that begin on the first of March of the year 0.
    let days = (seconds / 86_400 + 719_468) as i64;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_match_the_calendar() {
        let at = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_735_689_600), "2025-01-01T00:00:00Z");
    }

    #[test]
    fn amounts_are_readable() {
        assert_eq!(grouped(1_195_804_922_641), "1,195,804,922,641");
        assert_eq!(time(0.0012), "1.2 ms");
        assert_eq!(time(135.0), "2.2 min");
        assert_eq!(time(164.0 * 365.25 * 86_400.0), "164 years");
        assert_eq!(factor(4061.2), "4,061×");
        assert_eq!(factor(39_458.0), "39,460×");
        assert_eq!(factor(4_004_855.0), "4.0·10⁶×");
        assert_eq!((score(0), score(-8)), ("0".into(), "−8".into()));
        assert_eq!(power(3.59e21), "3.6·10²¹");
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        assert_eq!(listed(&["a", "b", "c"]).as_deref(), Some("a, b and c"));
        assert_eq!(listed::<&str>(&[]), None);
        let text = Sentences::default().list("It fails on: ", &[] as &[&str], ".");
        assert!(text.is_empty());
        let text = text.say("First.").maybe(None::<String>).list("On ", &["a", "b"], ".");
        assert_eq!(String::from(text), "First. On a and b.");
    }
}
