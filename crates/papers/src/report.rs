//! What a report is made of: tables, figures, and claims with their fate.

use crate::chart::Chart;
use crate::format;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// One paper's results, ready to be shown.
#[derive(Default)]
pub(crate) struct Report {
    /// Whether no published result came out otherwise.
    pub(crate) agrees: bool,
    /// What came out, in a few sentences.
    pub(crate) summary: Vec<String>,
    /// What this run did not do, and why.
    pub(crate) left_out: Vec<String>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) tables: Vec<Table>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) drawings: Vec<Drawing>,
}

impl Report {
    /// The same without tables that have no row and figures that have no point.
    pub(crate) fn without_empty(mut self) -> Report {
        self.tables.retain(|table| !table.rows.is_empty());
        self.figures.retain(|figure| figure.chart.series.iter().any(|s| !s.points.is_empty()));
        self
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Confirmed,
    Refuted,
    Open,
}

impl Status {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Status::Confirmed => "confirmed",
            Status::Refuted => "refuted",
            Status::Open => "open",
        }
    }
}

impl Status {
    /// A sign that tells them apart without colour.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Status::Confirmed => "✓",
            Status::Refuted => "✗",
            Status::Open => "?",
        }
    }
}

/// Who says what is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Whose {
    /// The paper.
    Paper,
    /// Somebody else, in print; the paper may cite it.
    Others,
    /// Nobody but us: a question that reading the paper raises.
    Ours,
}

impl Whose {
    /// In the order of the page.
    pub(crate) const ALL: [Whose; 3] = [Whose::Paper, Whose::Others, Whose::Ours];

    pub(crate) fn heading(self) -> &'static str {
        match self {
            Whose::Paper => "What the paper claims",
            Whose::Others => "What others have published",
            Whose::Ours => "Our own questions",
        }
    }

    /// What a reader should know of claims under this heading.
    pub(crate) fn note(self) -> &'static str {
        match self {
            Whose::Paper => "",
            Whose::Others => "Results and conjectures that are not the paper's own.",
            Whose::Ours => {
                "The paper does not say these sentences: they are ours, written down as statements \
                 so that they can be confirmed or refuted."
            }
        }
    }
}

/// Something that is said, by whom, and what our numbers say to it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Claim {
    pub(crate) whose: Whose,
    pub(crate) claim: String,
    pub(crate) status: Status,
    pub(crate) evidence: String,
}

/// The evidence of a claim that nothing here is about.
const NOTHING_SEEN: &str = "This run has no finished row for it.";

impl Claim {
    /// A claim of the paper's.
    pub(crate) fn paper(claim: &str, status: Status, evidence: impl Into<String>) -> Claim {
        let mut evidence = evidence.into();
        if evidence.is_empty() {
            evidence = NOTHING_SEEN.into();
        }
        Claim { whose: Whose::Paper, claim: claim.into(), status, evidence }
    }

    /// A claim that this run has no row for.
    pub(crate) fn unseen(claim: &str) -> Claim {
        Claim::paper(claim, Status::Open, "")
    }

    /// The same sentence, said by somebody else.
    pub(crate) fn by(self, whose: Whose) -> Claim {
        Claim { whose, ..self }
    }
}

impl Status {
    /// Confirmed or refuted; open where the rows are missing.
    pub(crate) fn judged(holds: Option<bool>) -> Status {
        match holds {
            Some(true) => Status::Confirmed,
            Some(false) => Status::Refuted,
            None => Status::Open,
        }
    }
}

/// A value in a table: as it is shown, and as it is exported.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) shown: String,
    pub(crate) raw: Value,
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Cell {
        let shown = text.into();
        Cell { raw: shown.clone().into(), shown }
    }

    /// Nothing to tell.
    pub(crate) fn none() -> Cell {
        Cell { shown: "–".into(), raw: Value::Null }
    }

    pub(crate) fn count(count: impl Into<Option<u64>>) -> Cell {
        match count.into() {
            Some(count) => Cell { shown: format::grouped(count), raw: count.into() },
            None => Cell::none(),
        }
    }

    pub(crate) fn time(seconds: f64) -> Cell {
        Cell { shown: format::time(seconds), raw: seconds.into() }
    }

    pub(crate) fn factor(factor: impl Into<Option<f64>>) -> Cell {
        match factor.into() {
            Some(factor) => Cell { shown: format::factor(factor), raw: factor.into() },
            None => Cell::none(),
        }
    }

    /// A value shown in another way than it is exported.
    pub(crate) fn shown_as(raw: impl Into<Value>, shown: impl Into<String>) -> Cell {
        Cell { shown: shown.into(), raw: raw.into() }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw.serialize(serializer)
    }
}

/// Which side of its column a cell stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table; its rows are also written to `ID.csv`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Table {
    pub(crate) id: &'static str,
    pub(crate) caption: String,
    /// What to make of it.
    pub(crate) note: String,
    #[serde(serialize_with = "names")]
    pub(crate) columns: Vec<(&'static str, Align)>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(crate) fn new(
        id: &'static str,
        caption: &str,
        note: String,
        columns: Vec<(&'static str, Align)>,
        rows: Vec<Vec<Cell>>,
    ) -> Table {
        Table { id, caption: caption.into(), note, columns, rows }
    }

    /// What can be read in its cells.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flatten().map(|cell| cell.shown.as_str())
    }
}

fn names<S: Serializer>(columns: &[(&str, Align)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(columns.iter().map(|(name, _)| name))
}

impl Table {
    /// The table as comma-separated values (RFC 4180), exported values in full.
    pub(crate) fn csv(&self) -> String {
        let mut lines =
            vec![self.columns.iter().map(|(name, _)| quoted(name)).collect::<Vec<_>>().join(",")];
        for row in &self.rows {
            let fields = row.iter().map(|cell| match &cell.raw {
                Value::Null => String::new(),
                Value::String(text) => quoted(text),
                other => quoted(&other.to_string()),
            });
            lines.push(fields.collect::<Vec<_>>().join(","));
        }
        lines.join("\r\n") + "\r\n"
    }
}

fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.into(),
    }
}

/// A figure; it is also written to `ID.svg`.
pub(crate) struct Figure {
    pub(crate) id: &'static str,
    pub(crate) caption: String,
    pub(crate) chart: Chart,
}

/// A picture that is no chart; it is also written to `ID.svg`.
pub(crate) struct Drawing {
    pub(crate) id: &'static str,
    pub(crate) caption: String,
    pub(crate) svg: String,
}

/// What every report must bear: any of its rows may be missing.
#[cfg(test)]
pub(crate) mod checks {
    use super::*;
    use crate::runs::Run;
    use yomikiri_core::Dice;

    /// A finished row.
    pub(crate) fn run<T>(found: T, seconds: f64) -> Run<T> {
        Run {
            program: "test".into(),
            begun: "2026-01-01T00:00:00Z".into(),
            seconds,
            threads: 1,
            memory: 0,
            machine: None,
            limit: None,
            beside: 1,
            found,
        }
    }

    /// What a text has in it where something was to be told that is not there.
    const EMPTY: [&str; 19] = [
        "NaN",
        "inf×",
        "inf %",
        "0 of 0",
        "Of 0 ",
        "()",
        ": .",
        ": ;",
        ": ,",
        ":.",
        " . ",
        " , ",
        " ; ",
        "  ",
        "no game",
        ": none",
        "on none",
        "–, ",
        "18446744073709551615",
    ];

    fn text(what: &str, text: &str) {
        for empty in EMPTY {
            assert!(!text.contains(empty), "{what}: '{empty}' in: {text}");
        }
        let ends = text.trim_end();
        assert!(ends == text && !ends.ends_with(" ."), "{what}: {text}");
    }

    fn sentence(what: &str, told: &str) {
        text(what, told);
        assert!(told.ends_with(['.', '?', ')']), "{what} is cut short: {told}");
    }

    /// Nothing in it is empty, and what is missing is not told.
    pub(crate) fn whole(report: &Report) {
        report.summary.iter().for_each(|told| sentence("summary", told));
        report.left_out.iter().for_each(|told| sentence("left out", told));
        for claim in &report.claims {
            sentence("claim", &claim.claim);
            sentence(&claim.claim, &claim.evidence);
        }
        for table in &report.tables {
            assert!(!table.rows.is_empty(), "{}", table.id);
            text(table.id, &table.caption);
            if !table.note.is_empty() {
                sentence(table.id, &table.note);
            }
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{}", table.id);
                for cell in row {
                    let odd = ["NaN", "inf", "18446744073709551615"];
                    let odd = odd.iter().any(|odd| cell.shown.contains(odd));
                    assert!(!odd && !cell.shown.is_empty(), "{}: '{}'", table.id, cell.shown);
                }
            }
        }
        for figure in &report.figures {
            text(figure.id, &figure.caption);
            let points = figure.chart.series.iter().flat_map(|series| &series.points);
            let values: Vec<f64> = points.map(|(_, value)| *value).collect();
            assert!(!values.is_empty(), "{} has nothing to show", figure.id);
            assert!(values.iter().all(|value| value.is_finite()), "{}: {values:?}", figure.id);
            assert!(figure.chart.fits(), "{}: {values:?}", figure.id);
        }
        // Captions of drawings have positions in them, which look like anything.
        for drawn in &report.drawings {
            assert!(!drawn.caption.is_empty() && !drawn.caption.contains("NaN"), "{}", drawn.id);
        }
    }

    /// What a part of the rows says may be less than what all of them say, and never something else:
    /// a verdict is that of the whole report or open, and nothing is confirmed by some of the rows
    /// that its evidence tells of.
    fn says_no_more(part: &Report, all: &Report, aside: &[&str]) {
        assert!(part.agrees || !all.agrees, "rows that are missing contradict nothing");
        for claim in &part.claims {
            let mut same = all.claims.iter().filter(|other| other.claim == claim.claim);
            let same = same.next().unwrap_or_else(|| panic!("only in a part: {}", claim.claim));
            assert_eq!(claim.whose, same.whose, "{}", claim.claim);
            let open = claim.status == Status::Open;
            assert!(
                open || claim.status == same.status,
                "{}: {:?} and {:?}\n{}\n{}",
                claim.claim,
                claim.status,
                same.status,
                claim.evidence,
                same.evidence
            );
            let aside = aside.iter().any(|start| claim.claim.starts_with(start));
            assert!(
                claim.status != Status::Confirmed || claim.evidence == same.evidence || aside,
                "{}: confirmed by some of its rows\n{}\n{}",
                claim.claim,
                claim.evidence,
                same.evidence
            );
        }
    }

    /// Makes the report of many sets of rows and looks at each: of all, of none, of each alone, of
    /// all but one, and of random ones. `make` is to ask for every row whether it is there. Claims
    /// that begin as in `aside` also tell of rows that they are not judged by.
    pub(crate) fn bears_missing_rows(
        make: impl Fn(&mut dyn FnMut() -> bool) -> Report,
        aside: &[&str],
    ) {
        let mut rows = 0;
        let all = make(&mut || {
            rows += 1;
            true
        });
        let all = all.without_empty();
        whole(&all);
        assert!(rows > 1, "there are rows");
        let with = |there: &dyn Fn(usize) -> bool| {
            let mut next = 0;
            let report = make(&mut || {
                next += 1;
                there(next - 1)
            });
            assert_eq!(next, rows, "every row is asked for");
            let report = report.without_empty();
            whole(&report);
            says_no_more(&report, &all, aside);
        };
        with(&|_| false);
        for one in 0..rows {
            with(&|row| row == one);
            with(&|row| row != one);
        }
        let mut dice = Dice::new(1);
        for _ in 0..60 {
            let of = 1 + dice.below(8);
            let there: Vec<bool> = (0..rows).map(|_| dice.below(9) < of).collect();
            with(&|row| there[row]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_plain_numbers_and_quotes_what_needs_it() {
        let table = Table {
            id: "t",
            caption: String::new(),
            note: String::new(),
            columns: vec![("board", Align::Left), ("nodes, ours", Align::Right)],
            rows: vec![
                vec![Cell::text("4x4 \"o\""), Cell::count(1_234_567)],
                vec![Cell::text("6x6"), Cell::none()],
            ],
        };
        assert_eq!(table.csv(), "board,\"nodes, ours\"\r\n\"4x4 \"\"o\"\"\",1234567\r\n6x6,\r\n");
    }
}
