//! What the thesis printed.

/// Series A: wins, losses and draws of a hundred games against a random mover, and their seconds.
/// One column too many in a row of the laptop is left out, as the text has it.
const SERIES_A: &str = include_str!("series-a.csv");
/// Series B: seconds only.
const SERIES_B: &str = include_str!("series-b.csv");

/// A row of series A.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowA {
    /// `laptop` or `vt64`.
    pub(super) machine: &'static str,
    /// The engine's side, `first` or `second`.
    pub(super) side: &'static str,
    /// `single` or `multi`.
    pub(super) engine: &'static str,
    pub(super) x: u32,
    pub(super) won: u32,
    pub(super) lost: u32,
    pub(super) drawn: u32,
    pub(super) seconds: f64,
}

/// A row of series B.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowB {
    pub(super) machine: &'static str,
    pub(super) x: u32,
    pub(super) seconds: f64,
}

fn fields(csv: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    csv.lines().skip(1).map(|line| line.trim().split(',').collect())
}

fn number<T: std::str::FromStr>(field: &str) -> T {
    field.parse().ok().unwrap_or_else(|| panic!("'{field}' in the published rows is no number"))
}

pub(super) fn series_a() -> Vec<RowA> {
    let row = |f: Vec<&'static str>| RowA {
        machine: f[0],
        side: f[1],
        engine: f[2],
        x: number(f[3]),
        won: number(f[4]),
        lost: number(f[5]),
        drawn: number(f[6]),
        seconds: number(f[7]),
    };
    fields(SERIES_A).map(row).collect()
}

pub(super) fn series_b() -> Vec<RowB> {
    let row = |f: Vec<&'static str>| RowB { machine: f[0], x: number(f[1]), seconds: number(f[2]) };
    fields(SERIES_B).map(row).collect()
}

/// What the listing of the thesis does instead of what the text says.
pub(super) const FAULTS: [(&str, &str, &str); 7] = [
    (
        "SSAI, root",
        "the best value is compared with but never updated",
        "the last move of the list is played, whatever the search says",
    ),
    (
        "SSAI, root",
        "the window ends at the negation of the least integer, which overflows to itself",
        "the window is empty, and only the opponent's first reply is looked at",
    ),
    (
        "SSAI, sort",
        "the inner loop begins at the second move in every pass",
        "the list is not sorted; of two or three moves the worst comes last",
    ),
    ("MSAI, root", "threads are joined but never started", "no thread searches anything"),
    (
        "MSAI, below the root",
        "children would share one board that the parent undoes while they run",
        "they would search positions that are not there",
    ),
    (
        "MSAI, below the root",
        "the depth is passed on, not one less",
        "the search would not end where it should",
    ),
    (
        "MSAI, sort",
        "the minus sign before a child's value is missing",
        "the worst moves come first",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rows_are_whole() {
        let rows = series_a();
        assert_eq!((rows.len(), series_b().len()), (60, 30));
        assert!(rows.iter().all(|row| row.won + row.lost + row.drawn == 100));
        let wins = |engine| {
            let rows = rows.iter().filter(move |row| row.engine == engine);
            (rows.clone().map(|row| row.won).min(), rows.map(|row| row.won).max())
        };
        assert_eq!(wins("single"), (Some(51), Some(71)));
        assert_eq!(wins("multi"), (Some(60), Some(77)));
    }
}
