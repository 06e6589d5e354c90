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

/// Something that the paper says, and what our numbers say to it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Claim {
    pub(crate) claim: String,
    pub(crate) status: Status,
    pub(crate) evidence: String,
}

impl Claim {
    pub(crate) fn new(claim: &str, status: Status, evidence: impl Into<String>) -> Claim {
        Claim { claim: claim.into(), status, evidence: evidence.into() }
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
