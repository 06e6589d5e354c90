//! Long work: begun, followed, cancelled.

use super::{Asked, busy, not_found, wrong};
use crate::address::Place;
use crate::app::Shared;
use crate::known::Known;
use crate::pages::{self, Page};
use crate::settled::Settled;
use crate::words::Language;
use axum::extract::{Form, Path, RawQuery, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::stream::{self, Stream};
use serde_json::{Map, Value};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use yomikiri_rooms::opponents::Opponent;
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::Question;

/// How often a page that follows work is told something new, at most.
const TELL_EVERY: Duration = Duration::from_millis(300);

pub(crate) async fn begin(State(app): Shared, asked: Asked) -> Response {
    let room = match asked.for_work(&app) {
        Ok(room) => room,
        Err(error) => return wrong(Some(&asked.place), "", &error),
    };
    let question = Question::of(&room.look());
    match app.work.start(&*room, &question) {
        Ok(_) => Redirect::to(&asked.place.address()).into_response(),
        Err(_) => busy(asked.place.language),
    }
}

#[derive(serde::Deserialize)]
pub(crate) struct Back {
    back: String,
}

pub(crate) async fn cancel(
    State(app): Shared,
    Path(name): Path<String>,
    Form(form): Form<Back>,
) -> Response {
    let Some(job) = app.work.job(&name) else {
        return not_found(Language::English, |words| words.no_work);
    };
    app.work.cancel(&job);
    // A solver takes a moment to notice; the page is to show the end of it.
    let mut state = job.follow();
    let ended = state.wait_for(|state| state.phase.ended());
    let _ = tokio::time::timeout(Duration::from_secs(2), ended).await;
    // Only back to a page of ours, as we would write its address.
    let back = Place::at(&form.back, &app.library);
    let back = back.map_or_else(|| "/".into(), |place| place.address());
    Redirect::to(&back).into_response()
}

/// What a page that follows work is made of, beside what the work shows.
struct Followed {
    place: Place,
    look: Look,
    settled: Option<Settled>,
    opponents: Vec<Opponent>,
}

impl Followed {
    /// The parts of the page, given what is known.
    fn parts(&self, known: &Known) -> Map<String, Value> {
        let mut page = Page::new(&self.place, &self.look, known);
        page.settled = self.settled.as_ref();
        page.opponents = &self.opponents;
        pages::parts(&page)
    }
}

/// Tells a page what work on its position shows, until it ends.
pub(crate) async fn follow(
    State(app): Shared,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let game = pairs.next().filter(|(name, _)| name == "game").map(|(_, game)| game.into_owned());
    let rest = query.split_once('&').map_or("", |(_, rest)| rest);
    let mut asked = match Asked::read(&app, &game.unwrap_or_default(), Some(rest)) {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    let room = asked.take_last();
    let look = room.look();
    let own = Question::of(&look).name() == name;
    let Some(job) = app.work.job(&name).filter(|_| own) else {
        return not_found(asked.place.language, |words| words.no_work);
    };
    let followed = Followed {
        look: asked.place.language.words().rename(look),
        settled: Settled::of(&*room),
        opponents: room.opponents(),
        place: asked.place,
    };
    Sse::new(news(Arc::new(followed), name, job.follow()))
        .keep_alive(KeepAlive::default())
        .into_response()
}

fn news(
    followed: Arc<Followed>,
    name: String,
    state: tokio::sync::watch::Receiver<crate::work::State>,
) -> impl Stream<Item = std::result::Result<Event, Infallible>> {
    let told = Map::new();
    stream::unfold((state, told, false), move |(mut state, mut told, ended)| {
        let (followed, name) = (followed.clone(), name.clone());
        async move {
            if ended {
                return None;
            }
            tokio::time::sleep(TELL_EVERY).await;
            let now = state.borrow_and_update().clone();
            if now.phase.ended() {
                return Some((
                    Ok(Event::default().event("end").data("ended")),
                    (state, told, true),
                ));
            }
            let known = Known::Some(name, now).said_of(&followed.look);
            // Only what is new is told.
            let mut parts = followed.parts(&known);
            parts.retain(|part, text| {
                told.insert(part.clone(), text.clone()).as_ref() != Some(text)
            });
            let event = Event::default().event("state").data(Value::from(parts).to_string());
            Some((Ok(event), (state, told, false)))
        }
    })
}
