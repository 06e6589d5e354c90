//! Requests in, pages out.

use crate::address::Place;
use crate::api;
use crate::connections::Door;
use crate::guard::{self, Guard};
use crate::pages::{self, Known, Page};
use crate::words::{Language, Words};
use crate::work::{GLANCE, LONG_GLANCE, Phase, Seen, Work};
use axum::Router;
use axum::extract::{Form, FromRequestParts, Path, RawQuery, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use maud::Markup;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;
use yomikiri_core::{Error, Limits, Result, Verdict};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::{Question, Results};
use yomikiri_rooms::{Library, Room};

/// How long a page waits for its turn to glance at a position.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often somebody who waits sees whether others have had their time.
const HURRY: Duration = Duration::from_millis(10);
/// How long the moves of a game are looked at to review it.
const REVIEW: Duration = Duration::from_secs(5);
/// How long an answer may take to begin, what was asked included.
const LONGEST: Duration = Duration::from_secs(30);
/// How often a page that follows work is told something new, at most.
const TELL_EVERY: Duration = Duration::from_millis(300);

/// What the server may use.
pub struct Settings {
    /// The folder with tables, if there is one.
    pub tables: Option<PathBuf>,
    /// The folder with results, if any are remembered.
    pub results: Option<PathBuf>,
    /// The folder whose subfolders are reports.
    pub reports: Option<PathBuf>,
    /// Threads and memory of long work, and the longest that a piece of it may take.
    pub limits: Limits,
}

pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) work: Arc<Work>,
    /// The same tables where the work is done, whose results are remembered.
    workshop: Library,
    glances: Arc<Semaphore>,
    /// How many wait for a turn to glance.
    waiting: AtomicUsize,
    reports: Option<PathBuf>,
}

/// One who waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn begin(count: &AtomicUsize) -> Waiting<'_> {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl App {
    /// A turn to use the processor for an answer at once: so many at a time, because too many
    /// would make all of them too slow. `None` if others take too long.
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let _waiting = Waiting::begin(&self.waiting);
        let turn = self.glances.clone().acquire_owned();
        let patience = tokio::time::sleep(PATIENCE);
        tokio::pin!(turn, patience);
        loop {
            tokio::select! {
                biased;
                turn = &mut turn => return turn.ok(),
                () = &mut patience => return None,
                () = tokio::time::sleep(HURRY) => {
                    self.work.hurry(self.waiting.load(Ordering::Relaxed));
                }
            }
        }
    }
}

pub(crate) type Shared = State<Arc<App>>;

/// Answers on a listener until `stop` is done.
pub async fn serve(
    listener: TcpListener,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<()> {
    let results = settings.results.as_deref().map(Results::open).transpose()?.map(Arc::new);
    let threads = settings.limits.threads.max(1);
    let library = Library::for_many(settings.tables);
    let mut workshop = library.for_another_thread();
    if let Some(results) = &results {
        workshop = workshop.remembering(results.clone());
    }
    let app = Arc::new(App {
        library,
        workshop,
        work: Work::begin(settings.limits, results),
        glances: Arc::new(Semaphore::new(threads)),
        waiting: AtomicUsize::new(0),
        reports: settings.reports,
    });
    let io = |error| Error::refused(format!("cannot listen: {error}"));
    let guard = Guard::new(listener.local_addr().map_err(io)?);
    let work = app.work.clone();
    let router = router(app, guard);
    let ended = axum::serve(Door::new(listener), router).with_graceful_shutdown(async move {
        stop.await;
        work.close();
    });
    ended.await.map_err(io)
}

fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/tour", get(tour))
        .route("/reports", get(reports))
        .route("/reports/{name}/{file}", get(report))
        .route("/thermograph", get(thermograph))
        .route("/board/{game}", get(board))
        .route("/setup/{game}", get(setup))
        .route("/answer/{game}", get(answer))
        .route("/review/{game}", get(review))
        .route("/work/{game}", post(begin))
        .route("/cancel/{name}", post(cancel))
        .route("/follow/{name}", get(follow))
        .route("/assets/style.css", get(|| asset("text/css", include_str!("../assets/style.css"))))
        .route(
            "/assets/script.js",
            get(|| asset("text/javascript", include_str!("../assets/script.js"))),
        )
        .route(
            "/assets/icon.svg",
            get(|| asset("image/svg+xml", include_str!("../assets/icon.svg"))),
        )
        .nest("/api", api_router())
        .fallback(missing)
        .method_not_allowed_fallback(missing_method)
        .with_state(app)
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, LONGEST))
        .layer(RequestBodyLimitLayer::new(1 << 16))
        .layer(axum::middleware::from_fn_with_state(guard, guard::check))
}

fn api_router() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(api::games))
        .route("/position", get(api::position))
        .route("/values", get(api::values))
        .route("/work", post(api::begin))
        .route("/work/{name}", get(api::progress))
        .route("/work/{name}/cancel", post(api::cancel))
        .route("/openapi.json", get(api::description))
        .fallback(api::missing)
}

async fn asset(kind: &'static str, text: &'static str) -> Response {
    let kind = format!("{kind}; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=3600".into())], text)
        .into_response()
}

fn page(status: StatusCode, markup: Markup) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], markup.into_string())
        .into_response()
}

/// The language that a query asks for, whatever else it asks.
fn language(query: Option<&str>) -> Language {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let code = pairs.filter(|(name, _)| name == "lang").last();
    code.and_then(|(_, code)| Language::read(&code)).unwrap_or(Language::English)
}

async fn home(State(app): Shared, RawQuery(query): RawQuery) -> Response {
    page(StatusCode::OK, pages::home(language(query.as_deref()), &app.library))
}

async fn tour(RawQuery(query): RawQuery) -> Response {
    page(StatusCode::OK, pages::tour(language(query.as_deref())))
}

async fn reports(State(app): Shared, RawQuery(query): RawQuery) -> Response {
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

/// A page or picture that brings its own styles, and nothing else.
fn styled(kind: &'static str, bytes: Vec<u8>) -> Response {
    const POLICY: &str =
        "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, bytes).into_response()
}

/// A file of a report.
async fn report(State(app): Shared, Path((name, file)): Path<(String, String)>) -> Response {
    let plain = |name: &str| !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    let kind = KINDS.iter().find(|(end, _)| file.ends_with(end)).map(|(_, kind)| *kind);
    if let (Some(folder), Some(kind)) = (&app.reports, kind)
        && plain(&name)
        && plain(&file)
        && let Ok(bytes) = tokio::fs::read(folder.join(&name).join(&file)).await
    {
        return styled(kind, bytes);
    }
    not_found(Language::English, |words| words.no_report)
}

/// The thermograph of an Amazons region.
async fn thermograph(State(app): Shared, RawQuery(query): RawQuery) -> Response {
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

/// The page for what is not there.
fn not_found(language: Language, text: impl Fn(&Words) -> &'static str) -> Response {
    page(StatusCode::NOT_FOUND, pages::problem(language, text(language.words()), None))
}

/// The page for what has to wait.
fn busy(language: Language) -> Response {
    let text = language.words().full;
    page(StatusCode::TOO_MANY_REQUESTS, pages::problem(language, text, None))
}

async fn missing(RawQuery(query): RawQuery) -> Response {
    not_found(language(query.as_deref()), |words| words.no_page)
}

async fn missing_method() -> Response {
    let language = Language::English;
    let text = language.words().wrong_way;
    page(StatusCode::METHOD_NOT_ALLOWED, pages::problem(language, text, None))
}

/// The page for what was not understood.
fn wrong(place: Option<&Place>, query: &str, error: &Error) -> Response {
    let language = language(Some(query));
    let form = place.and_then(|place| pages::paste_again(place, &place.position));
    page(StatusCode::BAD_REQUEST, pages::problem(language, &error.to_string(), form))
}

/// A position that was asked for.
pub(crate) struct Asked {
    pub(crate) place: Place,
    pub(crate) rooms: Vec<Arc<dyn Room>>,
}

impl Asked {
    pub(crate) fn read(app: &App, game: &str, query: Option<&str>) -> Result<Asked, Box<Response>> {
        let query = query.unwrap_or_default();
        let place = Place::read(game, query).map_err(|error| wrong(None, query, &error))?;
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

/// What is known of a position, after a glance at it if nothing is; whoever asks waits so long for
/// what the glance shows.
pub(crate) async fn known(
    app: &Arc<App>,
    room: Arc<dyn Room>,
    look: &Look,
    patience: Duration,
) -> Known {
    let question = Question::of(look);
    let look_up = || app.work.look_up(&question, look.moves.len());
    let job = match look_up() {
        Seen::Known(answer) => return Known::All(answer),
        Seen::Job(job) => job,
        Seen::New(verdict) => {
            let Some(turn) = app.turn().await else { return Known::Nothing(verdict) };
            // Turns that nobody wants are threads to spare.
            let threads = 1 + app.glances.available_permits();
            match app.work.glance(room, &question, verdict, threads) {
                Some(job) => {
                    let (work, glance) = (app.work.clone(), job.clone());
                    tokio::task::spawn_blocking(move || {
                        work.run(&glance);
                        drop(turn);
                    });
                    job
                }
                // Somebody else was faster.
                None => match look_up() {
                    Seen::Known(answer) => return Known::All(answer),
                    Seen::Job(job) => job,
                    Seen::New(verdict) => return Known::Nothing(verdict),
                },
            }
        }
    };
    if job.is_glance() {
        let mut state = job.follow();
        let ended = state.wait_for(|state| state.phase.ended());
        let _ = tokio::time::timeout(patience, ended).await;
    }
    let state = job.state();
    match state.phase {
        Phase::Done => Known::All(state.known),
        _ => Known::Some(job.name.clone(), state),
    }
}

async fn board(State(app): Shared, mut asked: Asked) -> Response {
    let room = asked.take_last();
    let look = room.look();
    let known = known(&app, room, &look, GLANCE).await;
    let look = asked.place.language.words().rename(look);
    let mut drawn = Page::new(&asked.place, &look, &known);
    drawn.take_back = asked.last_turn();
    page(StatusCode::OK, drawn.draw())
}

async fn setup(
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

/// Leads on to where a person is to move again.
async fn answer(State(app): Shared, mut asked: Asked) -> Response {
    let mut room = asked.take_last();
    let mut place = asked.place;
    loop {
        let look = room.look();
        if place.human.is_none_or(|human| human == look.to_move) || look.moves.is_empty() {
            break;
        }
        if let Some(level) = place.level.filter(|_| look.has_engine) {
            let Some(mv) = engine_move(&app, room.clone(), level).await else { break };
            let Ok(after) = room.after(&mv) else { break };
            place = place.after(&mv);
            room = after.into();
            continue;
        }
        let best = known(&app, room.clone(), &look, LONG_GLANCE).await.best_move();
        // What is not known cannot be answered: the page says so.
        let Some(mv) = best else { break };
        let Ok(after) = room.after(&mv) else { break };
        place = place.after(&mv);
        room = after.into();
    }
    Redirect::to(&place.address()).into_response()
}

/// The engine's move, if it finds the time for one.
async fn engine_move(app: &Arc<App>, room: Arc<dyn Room>, level: u32) -> Option<String> {
    let _turn = app.turn().await?;
    let thinking = tokio::task::spawn_blocking(move || {
        let time = Some(Duration::from_secs(2));
        let limits = Limits { threads: 1, memory: 128 << 20, time, nodes: None };
        room.reply(level, &yomikiri_core::Context::new(limits))
    });
    thinking.await.ok()??.ok()
}

async fn review(State(app): Shared, mut asked: Asked) -> Response {
    asked.take_last();
    let begun = Instant::now();
    let mut moves = Vec::new();
    // From the end, where positions are smaller: there is not time for everything.
    for (room, mv) in asked.rooms.into_iter().zip(&asked.place.moves).rev() {
        let look = room.look();
        let known = match begun.elapsed() < REVIEW {
            true => known(&app, room, &look, GLANCE).await,
            false => Known::Nothing(Verdict::Unknown),
        };
        let values = match known {
            Known::All(answer) => {
                let best = crate::work::best(&answer.moves);
                let got = answer.moves.iter().find(|(name, _)| name == mv).map(|(_, v)| *v);
                best.zip(got)
            }
            _ => None,
        };
        let sides = asked.place.language.words().rename(look.clone()).sides;
        moves.push(pages::Reviewed { side: look.to_move, sides, mv: mv.clone(), values });
    }
    moves.reverse();
    page(StatusCode::OK, pages::review(&asked.place, &moves))
}

async fn begin(State(app): Shared, asked: Asked) -> Response {
    let room = match asked.for_work(&app) {
        Ok(room) => room,
        Err(error) => return wrong(Some(&asked.place), "", &error),
    };
    let question = Question::of(&room.look());
    match app.work.start(room, &question) {
        Ok(_) => Redirect::to(&asked.place.address()).into_response(),
        Err(_) => busy(asked.place.language),
    }
}

#[derive(serde::Deserialize)]
struct Back {
    back: String,
}

async fn cancel(State(app): Shared, Path(name): Path<String>, Form(form): Form<Back>) -> Response {
    let Some(job) = app.work.job(&name) else {
        return not_found(Language::English, |words| words.no_work);
    };
    app.work.cancel(&job);
    // A solver takes a moment to notice; the page is to show the end of it.
    let mut state = job.follow();
    let ended = state.wait_for(|state| state.phase.ended());
    let _ = tokio::time::timeout(Duration::from_secs(2), ended).await;
    // Only back to a page of ours.
    let back = if form.back.starts_with("/board/") { form.back } else { "/".into() };
    Redirect::to(&back).into_response()
}

/// Tells a page what work on its position shows, until it ends.
async fn follow(
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
    let Some(job) = app.work.job(&name) else {
        return not_found(asked.place.language, |words| words.no_work);
    };
    let look = asked.place.language.words().rename(asked.take_last().look());
    Sse::new(news(asked.place, look, name, job.follow()))
        .keep_alive(KeepAlive::default())
        .into_response()
}

fn news(
    place: Place,
    look: Look,
    name: String,
    state: tokio::sync::watch::Receiver<crate::work::State>,
) -> impl Stream<Item = std::result::Result<Event, Infallible>> {
    stream::unfold((state, false), move |(mut state, ended)| {
        let (place, look, name) = (place.clone(), look.clone(), name.clone());
        async move {
            if ended {
                return None;
            }
            tokio::time::sleep(TELL_EVERY).await;
            let now = state.borrow_and_update().clone();
            if now.phase.ended() {
                return Some((Ok(Event::default().event("end").data("ended")), (state, true)));
            }
            let known = Known::Some(name, now);
            let page = Page::new(&place, &look, &known);
            let event = Event::default().event("state").data(pages::parts(&page).to_string());
            Some((Ok(event), (state, false)))
        }
    })
}
