//! The pages that `reproduce` wrote.

use super::{language, not_found, page, styled};
use crate::app::Shared;
use crate::pages;
use crate::words::Language;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

pub(crate) async fn list(State(app): Shared, RawQuery(query): RawQuery) -> Response {
    let mut names = Vec::new();
    if let Some(folder) = &app.reports
        && let Ok(entries) = std::fs::read_dir(folder)
    {
        names.extend(
            entries
                .flatten()
                .filter(|entry| entry.path().join("index.html").is_file())
                .filter_map(|entry| entry.file_name().into_string().ok())
                .take(1000),
        );
        names.sort();
    }
    page(StatusCode::OK, pages::reports(language(query.as_deref()), &names))
}

/// What a file's name ends with, and what it is.
const KINDS: &[(&str, &str)] = &[
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".csv", "text/csv; charset=utf-8"),
    (".json", "application/json"),
];

/// A name that stays in the folder.
fn plain(name: &str) -> bool {
    !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

/// A report's first page, which names the files beside it.
pub(crate) async fn whole(State(app): Shared, Path(name): Path<String>) -> Response {
    let known = app.reports.as_ref().filter(|_| plain(&name));
    match known.is_some_and(|folder| folder.join(&name).join("index.html").is_file()) {
        true => Redirect::to(&pages::report_address(&name)).into_response(),
        false => not_found(Language::English, |words| words.no_report),
    }
}

/// A file of a report.
pub(crate) async fn file(
    State(app): Shared,
    Path((name, file)): Path<(String, String)>,
) -> Response {
    let kind = KINDS.iter().find(|(end, _)| file.ends_with(end)).map(|(_, kind)| *kind);
    if let (Some(folder), Some(kind)) = (&app.reports, kind)
        && plain(&name)
        && plain(&file)
        // What only looks like a file might never end.
        && let path = folder.join(&name).join(&file)
        && path.is_file()
        && let Ok(bytes) = tokio::fs::read(path).await
    {
        return styled(kind, bytes);
    }
    not_found(Language::English, |words| words.no_report)
}
