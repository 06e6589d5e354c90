//! Pages to look at.

use super::{Asked, busy, language, missing, page, styled, wrong};
use crate::app::{App, Shared};
use crate::pages::{self, Page};
use crate::settled::Settled;
use crate::words::Language;
use crate::work::GLANCE;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::Limits;

pub(crate) async fn home(State(app): Shared, RawQuery(query): RawQuery) -> Response {
    page(StatusCode::OK, pages::home(language(query.as_deref()), &app.library))
}

/// Looks at the positions that the first page offers before anybody asks for them.
pub(crate) async fn prepare(app: Arc<App>) {
    for place in pages::offered(&app.library) {
        if let Ok(mut rooms) = place.open(&app.library)
            && let Some(room) = rooms.pop()
        {
            let look = room.look();
            app.known(room, &look, GLANCE).await;
        }
    }
}

pub(crate) async fn tour(RawQuery(query): RawQuery) -> Response {
    page(StatusCode::OK, pages::tour(language(query.as_deref())))
}

pub(crate) async fn board(State(app): Shared, mut asked: Asked) -> Response {
    let room = asked.take_last();
    let look = room.look();
    let opponents = room.opponents();
    let settled = Settled::of(&*room).filter(|_| !look.moves.is_empty());
    let known = app.known(room, &look, GLANCE).await;
    let look = asked.place.language.words().rename(look);
    let mut drawn = Page::new(&asked.place, &look, &known);
    drawn.take_back = asked.last_turn();
    drawn.opponents = &opponents;
    drawn.settled = settled.as_ref();
    page(StatusCode::OK, drawn.draw())
}

pub(crate) async fn setup(
    State(app): Shared,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    let (changes, rest) = match pages::Changes::take(&query) {
        Ok(taken) => taken,
        Err(error) => return wrong(None, &query, &error),
    };
    let mut asked = match Asked::read(&app, &game, Some(&rest)) {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    let room = asked.take_last();
    match pages::setup(&asked.place, &*room, &changes, &app.library) {
        Ok(markup) => page(StatusCode::OK, markup),
        Err(error) => wrong(Some(&asked.place), &query, &error),
    }
}

/// The thermograph of an Amazons region.
pub(crate) async fn thermograph(State(app): Shared, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let region = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "region");
    let region = region.map(|(_, region)| region.into_owned()).unwrap_or_default();
    let Some(_turn) = app.turn().await else { return busy(Language::English) };
    let asking = app.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let time = Some(Duration::from_secs(1));
        let context = yomikiri_core::Context::new(Limits { time, ..Limits::default() });
        asking.library.thermograph(&region, &context)
    });
    match drawn.await {
        Ok(Ok(Some(svg))) => styled("image/svg+xml", svg.into_bytes()),
        Ok(Err(error)) => wrong(None, &query, &error),
        _ => missing(RawQuery(None)).await,
    }
}
