//! What each address answers.

pub(crate) mod looking;
pub(crate) mod playing;
pub(crate) mod reports;
pub(crate) mod working;

use crate::address::Place;
use crate::app::App;
use crate::pages;
use crate::words::{Language, Words};
use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::Markup;
use std::sync::Arc;
use yomikiri_core::{Error, Result};
use yomikiri_rooms::Room;

fn page(status: StatusCode, markup: Markup) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], markup.into_string())
        .into_response()
}

/// A page or picture that brings its own styles, and nothing else.
fn styled(kind: &'static str, bytes: Vec<u8>) -> Response {
    const POLICY: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; \
                          img-src 'self' data:; base-uri 'none'; form-action 'none'; \
                          frame-ancestors 'none'";
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, bytes).into_response()
}

/// The language that a query asks for, whatever else it asks.
fn language(query: Option<&str>) -> Language {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let code = pairs.filter(|(name, _)| name == "lang").last();
    code.and_then(|(_, code)| Language::read(&code)).unwrap_or(Language::English)
}

/// The page for what is not there.
fn not_found(language: Language, text: impl Fn(&Words) -> &'static str) -> Response {
    let words = language.words();
    page(StatusCode::NOT_FOUND, pages::problem(language, words.nothing_here, text(words), None))
}

/// The page for what has to wait.
fn busy(language: Language) -> Response {
    let words = language.words();
    page(StatusCode::TOO_MANY_REQUESTS, pages::problem(language, words.too_busy, words.full, None))
}

pub(crate) async fn missing(RawQuery(query): RawQuery) -> Response {
    not_found(language(query.as_deref()), |words| words.no_page)
}

pub(crate) async fn missing_method() -> Response {
    let language = Language::English;
    let words = language.words();
    let told = pages::problem(language, words.wrong, words.wrong_way, None);
    page(StatusCode::METHOD_NOT_ALLOWED, told)
}

/// The page for what was not understood.
fn wrong(place: Option<&Place>, query: &str, error: &Error) -> Response {
    let language = language(Some(query));
    let form = place.and_then(|place| pages::paste_again(place, place.typed()));
    let heading = language.words().wrong;
    page(StatusCode::BAD_REQUEST, pages::problem(language, heading, &error.to_string(), form))
}

/// A position that was asked for.
pub(crate) struct Asked {
    pub(crate) place: Place,
    pub(crate) rooms: Vec<Arc<dyn Room>>,
}

impl Asked {
    pub(crate) fn read(app: &App, game: &str, query: Option<&str>) -> Result<Asked, Box<Response>> {
        let query = query.unwrap_or_default();
        let place = app.library.game(game).and_then(|game| Place::read(game, query));
        let mut place = place.map_err(|error| wrong(None, query, &error))?;
        place.take_pasted(&app.library).map_err(|error| wrong(Some(&place), query, &error))?;
        let rooms = place.open(&app.library).map_err(|error| wrong(Some(&place), query, &error))?;
        Ok(Asked { place, rooms })
    }

    /// The last position for work that takes long, which keeps nobody else waiting.
    pub(crate) fn for_work(&self, app: &App) -> Result<Arc<dyn Room>> {
        let mut rooms = self.place.open(&app.workshop)?;
        Ok(rooms.pop().expect("there is a position before the first move"))
    }

    /// How many moves had been made when a person was last to choose one.
    fn last_turn(&self) -> Option<usize> {
        match self.place.human {
            None => self.place.moves.len().checked_sub(1),
            Some(human) => (0..self.place.moves.len())
                .rev()
                .find(|moves| self.rooms[*moves].look().to_move == human),
        }
    }

    pub(crate) fn take_last(&mut self) -> Arc<dyn Room> {
        self.rooms.pop().expect("there is a position before the first move")
    }
}

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asked, Response> {
        let Path(game) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(IntoResponse::into_response)?;
        Asked::read(app, &game, parts.uri.query()).map_err(|response| *response)
    }
}
