//! Numbers as people read them, and text as it is read.

/// A text without the byte order mark that some programs begin it with.
///
/// ```
/// assert_eq!(yomikiri_core::text::unmarked("\u{feff}4x4"), "4x4");
/// ```
pub fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The text that bytes are, what is not UTF-8 replaced, [without a mark](unmarked).
pub fn decoded(bytes: &[u8]) -> String {
    unmarked(&String::from_utf8_lossy(bytes)).to_owned()
}

/// A count with its digits in groups of three.
///
/// ```
/// assert_eq!(yomikiri_core::text::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time in the unit that suits it.
///
/// ```
/// assert_eq!(yomikiri_core::text::time(0.000_042), "42 µs");
/// assert_eq!(yomikiri_core::text::time(0.0042), "4.2 ms");
/// assert_eq!(yomikiri_core::text::time(9000.0), "2.5 h");
/// ```
pub fn time(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    match seconds {
        s if s < 1e-4 => format!("{:.0} µs", 1e6 * s),
        s if s < 0.1 => format!("{:.1} ms", 1000.0 * s),
        s if s < 120.0 => format!("{s:.2} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s if s < 2.0 * DAY => format!("{:.1} h", s / 3600.0),
        s if s < 1000.0 * DAY => format!("{:.1} days", s / DAY),
        s => format!("{:.0} years", s / (365.25 * DAY)),
    }
}

/// A time that is only known roughly: whole units, and no more than two digits.
///
/// ```
/// assert_eq!(yomikiri_core::text::rough(97.0), "95 s");
/// assert_eq!(yomikiri_core::text::rough(243.0), "4 min");
/// ```
pub fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.0} s"),
        s if s < 117.5 => format!("{:.0} s", 5.0 * (s / 5.0).round()),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
