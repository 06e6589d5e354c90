//! The report's files: a page that needs nothing from outside, CSV, JSON and SVG.

use crate::Paper;
use crate::printed;
use crate::provenance::Provenance;
use crate::report::{Align, Cell, Claim, Drawing, Figure, Report, Table, Whose};
use crate::runs::Early;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use std::path::{Path, PathBuf};
use yomikiri_core::{Error, Result, Stop, files};

/// Writes everything; gives the path of the page, which is written last.
pub(crate) fn write(
    paper: &Paper,
    quick: bool,
    report: &Report,
    early: Option<&Early>,
    provenance: &Provenance,
    out: &Path,
) -> Result<PathBuf> {
    for table in &report.tables {
        files::write_whole(&out.join(format!("{}.csv", table.id)), table.csv().as_bytes())?;
    }
    for figure in &report.figures {
        let svg = figure.chart.svg().into_string();
        files::write_whole(&out.join(format!("{}.svg", figure.id)), svg.as_bytes())?;
    }
    for drawing in &report.drawings {
        files::write_whole(&out.join(format!("{}.svg", drawing.id)), drawing.svg.as_bytes())?;
    }
    let mut results = json!({
        "paper": paper.id,
        "title": paper.title,
        "quick": quick,
        "agrees": report.agrees,
        "stopped": early.and_then(|early| early.why).map(Stop::name),
        "missing_rows": early.map_or(&[][..], |early| &early.rows),
        "provenance": provenance,
        "signs": { printed::READ.to_string(): printed::MEANING },
        "summary": report.summary,
        "left_out": report.left_out,
        "claims": report.claims,
        "tables": report.tables,
        "figures": report.figures.iter().map(|figure| json!({
            "id": figure.id, "caption": figure.caption, "series": figure.chart.series,
        })).collect::<Vec<_>>(),
    });
    if !report.drawings.is_empty() {
        let drawings = report.drawings.iter();
        let drawings = drawings.map(|drawn| json!({ "id": drawn.id, "caption": drawn.caption }));
        results["drawings"] = drawings.collect();
    }
    let path = out.join("results.json");
    let text = serde_json::to_string_pretty(&results)
        .map_err(|error| Error::file(&path, format!("cannot be written: {error}")))?;
    files::write_whole(&path, text.as_bytes())?;
    let path = out.join("index.html");
    files::write_whole(&path, page(paper, report, early, provenance).into_string().as_bytes())?;
    Ok(path)
}

/// Columns that a phone has room for.
const NARROW: usize = 4;
/// Columns from which on a table is set in smaller type, so as to fit the page.
const MANY: usize = 10;
/// Letters from which on a cell is given room.
const SENTENCE: usize = 30;
/// Pixels across from which on a picture is not made as small as a phone would have it.
const LARGE: f64 = 520.0;
/// Rows of a table that is folded away until it is wanted.
const LONG: usize = 60;

fn page(paper: &Paper, report: &Report, early: Option<&Early>, provenance: &Provenance) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Paper " (paper.id) ": " (paper.title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                header {
                    p.kicker { "yomikiri · paper " (paper.id) " · theirs beside ours" }
                    h1 { (paper.title) }
                    p.authors { (paper.authors) }
                    @for sentence in &report.summary { p { (sentence) } }
                    @if let Some(note) = printed::note(report.summary.iter().map(String::as_str)) { p { (note) } }
                }
                @if let Some(early) = early { (unfinished(early)) }
                @if !report.left_out.is_empty() {
                    section.left-out {
                        h2 { "Left out" }
                        ul { @for item in &report.left_out { li { (item) } } }
                    }
                }
                @for whose in Whose::ALL { (claims(whose, &report.claims)) }
                @if !report.figures.is_empty() || !report.drawings.is_empty() {
                    section {
                        h2 { "Figures" }
                        @for item in &report.figures { (figure(item)) }
                        @for item in &report.drawings { (drawing(item)) }
                    }
                }
                @if !report.tables.is_empty() {
                    section {
                        h2 { "Tables" }
                        @for item in &report.tables { (table(item)) }
                    }
                }
                section {
                    h2 { "Provenance" }
                    table.plain {
                        tbody {
                            @for (name, what) in provenance.lines() {
                                tr { th scope="row" { (name) } td { (what) } }
                            }
                        }
                    }
                    p { a href="results.json" { "results.json" } " has every number of this page. In CSV and JSON, times are in seconds and memory is in bytes." }
                }
            }
        }
    }
}

/// What a report says that was stopped before its end.
fn unfinished(early: &Early) -> Markup {
    let rows = match early.rows.len() {
        1 => "1 row is missing".to_owned(),
        count => format!("{count} rows are missing"),
    };
    html! {
        section.unfinished role="status" {
            h2 { "Not finished: " (rows) }
            p {
                @match early.why {
                    Some(why) => {
                        "This report was stopped before its end (" (why.name()) "). What it has was \
                         worked out in full; the same command goes on from there. "
                    }
                    None => {
                        "Not all rows were asked for. What is here was worked out in full; the same \
                         command without --rows goes on from there. "
                    }
                }
                "Claims are judged on the \
                 rows that are here, and are open where those that are missing could change the \
                 verdict; tables and figures without a finished row are not shown."
            }
            details {
                summary { "The missing rows" }
                p { (early.rows.join(", ")) }
            }
        }
    }
}

/// All claims of one origin, if there are any.
fn claims(whose: Whose, claims: &[Claim]) -> Markup {
    let claims: Vec<&Claim> = claims.iter().filter(|claim| claim.whose == whose).collect();
    html! {
        @if !claims.is_empty() {
            section.claims {
                h2 { (whose.heading()) }
                @if !whose.note().is_empty() { p { (whose.note()) } }
                @for item in claims { (claim(item)) }
            }
        }
    }
}

fn claim(claim: &Claim) -> Markup {
    let status = claim.status.name();
    html! {
        // One attribute: of two, a browser would take the first only.
        article class={ "claim " (status) } {
            h3 { span.status { span.sign aria-hidden="true" { (claim.status.sign()) } " " (status) } " " (claim.claim) }
            p { (claim.evidence) }
            @if let Some(note) = printed::note([&claim.claim[..], &claim.evidence]) {
                p.reading { (note) }
            }
        }
    }
}

fn figure(figure: &Figure) -> Markup {
    html! {
        figure id=(figure.id) {
            div.chart-box { (figure.chart.svg()) }
            figcaption {
                (figure.caption) " " a href={ (figure.id) ".svg" } { "SVG" }
            }
        }
    }
}

/// How wide a picture says that it is.
fn width(svg: &str) -> Option<f64> {
    let (_, size) = svg.split_once("viewBox=\"")?;
    size.split_whitespace().nth(2)?.parse().ok()
}

fn drawing(drawing: &Drawing) -> Markup {
    let large = width(&drawing.svg).is_some_and(|width| width > LARGE);
    html! {
        figure.drawing.large[large] id=(drawing.id) {
            (PreEscaped(&drawing.svg))
            figcaption {
                (drawing.caption) " " a href={ (drawing.id) ".svg" } { "SVG" }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    let class = |align| match align {
        Align::Left => None,
        Align::Right => Some("number"),
    };
    // A sentence needs room, so as not to stand as a column of words.
    let of = |cell: &Cell, align| match class(align) {
        None if cell.shown.chars().count() > SENTENCE => Some("long"),
        class => class,
    };
    // On a phone a row of a wide table stands as a list, each value behind its column's name.
    let wide = table.columns.len() > NARROW;
    let many = table.columns.len() >= MANY;
    let shown = html! {
        table.wide[wide].many[many] {
            caption {
                strong { (table.caption) } " " (table.note) " "
                @if let Some(note) = printed::note(table.texts()) { (note) " " }
                a href={ (table.id) ".csv" } { "CSV" }
            }
            thead {
                tr {
                    @for (name, align) in &table.columns {
                        th scope="col" class=[class(*align)] { (name) }
                    }
                }
            }
            tbody {
                @for row in &table.rows {
                    tr {
                        @for (cell, (name, align)) in row.iter().zip(&table.columns) {
                            td class=[of(cell, *align)] data-column=[wide.then_some(name)] { (cell.shown) }
                        }
                    }
                }
            }
        }
    };
    html! {
        div.table id=(table.id) {
            @if table.rows.len() > LONG {
                details {
                    summary { strong { (table.caption) } " (" (table.rows.len()) " rows)" }
                    (shown)
                }
            } @else {
                (shown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Status;

    #[test]
    fn text_cannot_become_markup() {
        let item = Claim::paper("a <b> & \"c\"", Status::Open, "<script>");
        let text = claim(&item).into_string();
        assert!(text.contains("a &lt;b&gt; &amp;") && !text.contains("<script>"), "{text}");
    }

    #[test]
    fn claims_stand_under_who_makes_them_and_have_the_class_of_their_status() {
        let said = |whose| Claim::paper("x", Status::Confirmed, "y").by(whose);
        let shown = |whose| claims(whose, &[said(Whose::Ours), said(Whose::Paper)]).into_string();
        for whose in [Whose::Paper, Whose::Ours] {
            let text = shown(whose);
            assert_eq!(text.matches("<article class=\"claim confirmed\">").count(), 1, "{text}");
            assert!(text.contains(whose.heading()));
        }
        assert_eq!(shown(Whose::Others), "", "no heading over nothing");
    }

    #[test]
    fn large_pictures_are_known_by_their_size() {
        let shown = |width: usize| {
            let svg = format!("<svg viewBox=\"0 0 {width} 90\" class=\"a\"></svg>");
            drawing(&Drawing { id: "d", caption: String::new(), svg }).into_string()
        };
        assert!(shown(800).contains("class=\"drawing large\""), "{}", shown(800));
        assert!(shown(300).contains("class=\"drawing\""), "{}", shown(300));
    }

    #[test]
    fn numbers_stand_right() {
        let shown = table(&Table {
            id: "t",
            caption: "c".into(),
            note: String::new(),
            columns: vec![("board", Align::Left), ("nodes", Align::Right)],
            rows: vec![vec![Cell::text("4x4"), Cell::count(1000)]],
        });
        assert!(shown.into_string().contains("<td>4x4</td><td class=\"number\">1,000</td>"));
    }
}
