//! What the thesis printed.

/// Series A: wins, losses and draws of a hundred games against a random mover, and their seconds.
/// Table 4 prints seven columns for SSAI where times and text have six; without one of the two that
/// are alike, 57 / 41 / 2, they add up to the total of the text, so that one is left out.
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

/// A total that the text of the thesis gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) section: &'static str,
    pub(super) machine: &'static str,
    pub(super) side: &'static str,
    pub(super) engine: &'static str,
    pub(super) text: [u32; 3],
}

/// The totals of won, lost and drawn games in the text of sections 4.1 to 4.4.
pub(super) const TOTALS: [Total; 8] = {
    const fn total(
        section: &'static str,
        machine: &'static str,
        side: &'static str,
        engine: &'static str,
        text: [u32; 3],
    ) -> Total {
        Total { section, machine, side, engine, text }
    }
    [
        total("4.1", "laptop", "second", "multi", [672, 293, 35]),
        total("4.1", "laptop", "second", "single", [352, 225, 23]),
        total("4.2", "laptop", "first", "multi", [614, 259, 27]),
        total("4.2", "laptop", "first", "single", [337, 243, 20]),
        total("4.3", "vt64", "second", "multi", [636, 233, 31]),
        total("4.3", "vt64", "second", "single", [374, 205, 21]),
        total("4.4", "vt64", "first", "multi", [648, 227, 25]),
        total("4.4", "vt64", "first", "single", [355, 229, 16]),
    ]
};

impl Total {
    /// The same total, added up from the thesis's table.
    pub(super) fn of_the_table(&self) -> [u32; 3] {
        let rows = series_a();
        let rows = rows.iter().filter(|row| {
            (row.machine, row.side, row.engine) == (self.machine, self.side, self.engine)
        });
        rows.fold([0; 3], |[w, l, d], row| [w + row.won, l + row.lost, d + row.drawn])
    }

    pub(super) fn agrees(&self) -> bool {
        self.text == self.of_the_table()
    }
}

/// Of the rows that are wanted, games won and played.
pub(super) fn wins(wanted: impl Fn(&RowA) -> bool) -> (u32, u32) {
    let rows = series_a();
    let rows = rows.iter().filter(|row| wanted(row));
    rows.fold((0, 0), |(w, n), row| (w + row.won, n + row.won + row.lost + row.drawn))
}

/// Pairs of seconds from series A, those of rows that differ in one thing only.
pub(super) fn pairs(
    one: impl Fn(&RowA) -> bool,
    other: impl Fn(&RowA) -> bool,
    same: impl Fn(&RowA, &RowA) -> bool,
) -> Vec<(f64, f64)> {
    let rows = series_a();
    let others = |a: &RowA| rows.iter().find(|b| other(b) && same(a, b)).map(|b| b.seconds);
    let pair = |a: &RowA| Some((a.seconds, others(a)?));
    rows.iter().filter(|a| one(a)).filter_map(pair).collect()
}

/// How many times the seconds of MSAI those of SSAI are on a machine: the least and the most.
pub(super) fn factors(machine: &str) -> (f64, f64) {
    let pairs = pairs(
        |row| row.machine == machine && row.engine == "single",
        |row| row.machine == machine && row.engine == "multi",
        |a, b| (a.side, a.x) == (b.side, b.x),
    );
    let factors = pairs.into_iter().map(|(single, multi)| single / multi);
    factors.fold((f64::MAX, 0.0), |(low, high), f| (low.min(f), high.max(f)))
}

/// What the listings of the thesis do instead of what the text says.
pub(super) const FAULTS: [(&str, &str, &str); 12] = [
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
    (
        "SSAI and MSAI",
        "the moves come from a class BookManager, which is not printed; the text says that no \
         book is used",
        "whether there was a book cannot be told",
    ),
    (
        "MSAI, root and sort",
        "threads are joined but never started",
        "nothing is searched: every move keeps the value that its object was made with",
    ),
    (
        "MSAI, sort",
        "the minus sign before a child's value is missing",
        "nothing, since all values are equal; were they not, the worst moves would come first",
    ),
    (
        "MSAI, root",
        "a value is compared with its sign changed and kept with its sign unchanged, from a least \
         number that overflows",
        "of equal values each takes the place of the one before: the last legal move is played, \
         always",
    ),
    (
        "MSAI, below the root (never reached)",
        "children would share one board that the parent undoes while they run",
        "they would search positions that are not there",
    ),
    (
        "MSAI, below the root (never reached)",
        "the depth is passed on, not one less",
        "the search would not end where it should",
    ),
    (
        "MSAI, below the root (never reached)",
        "all children are started before the first result is known",
        "beta could cut nothing: it would be minimax, without the savings of alpha-beta",
    ),
    (
        "MSAI, pass (never reached)",
        "the child's value is never read; the node negates its own",
        "a position with a pass would have a value from nowhere",
    ),
    (
        "SSAI and MSAI, depths",
        "the listings have other depths than the tables (presearch 1 + X, MSAI normal 10 + X)",
        "what was measured is not exactly what is printed",
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
        let rounded = |machine| {
            let (low, high) = factors(machine);
            (format!("{low:.1}"), format!("{high:.1}"))
        };
        assert_eq!(rounded("laptop"), ("15.3".into(), "42.4".into()));
        assert_eq!(rounded("vt64"), ("10.3".into(), "31.5".into()));
    }

    #[test]
    fn three_totals_of_the_text_contradict_the_tables() {
        let wrong: Vec<_> = TOTALS.iter().filter(|total| !total.agrees()).collect();
        let sections: Vec<_> = wrong.iter().map(|total| (total.section, total.engine)).collect();
        assert_eq!(sections, [("4.1", "multi"), ("4.2", "multi"), ("4.4", "multi")]);
        assert_eq!(TOTALS[0].of_the_table(), [610, 256, 34]);
    }
}
