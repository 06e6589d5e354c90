//! The same answers as data.

use crate::address::Place;
use crate::address::RULES;
use crate::app::{App, Shared};
use crate::handlers::Asked;
use crate::known::Known;
use crate::work::{GLANCE, Phase, State as JobState};
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use yomikiri_core::options::{Form, Options};
use yomikiri_core::{Error, MoveValue, Outcome, Score, Verdict};
use yomikiri_rooms::reports::{Look, Possible};
use yomikiri_rooms::results::Question;
use yomikiri_rooms::{Declaration, Offer};

/// What is proved of a position or a move, for the side to move.
#[derive(Serialize)]
pub(crate) struct Said {
    /// `score`, `bounds`, `outcome`, `cycle` or `unknown`.
    kind: &'static str,
    /// The exact score, or 1, 0 and -1 in games that are won rather than scored.
    value: Option<Score>,
    /// What is proved at least and at most.
    bounds: Option<[Score; 2]>,
    outcome: Option<Outcome>,
    /// Plies to the end, in games that are won rather than scored.
    plies: Option<u32>,
}

impl Said {
    fn of(verdict: &Verdict, look: &Look) -> Said {
        let (kind, plies) = match verdict {
            Verdict::Score { .. } => ("score", None),
            Verdict::Bounds(_) => ("bounds", None),
            Verdict::Outcome { plies, .. } => ("outcome", *plies),
            Verdict::Cycle(_) => ("cycle", None),
            Verdict::Unknown => ("unknown", None),
        };
        let outcome = verdict.outcome();
        let value = match verdict {
            // Where points count, who wins is not by how much.
            Verdict::Outcome { .. } if !look.won_not_scored => None,
            Verdict::Outcome { outcome, .. } => Some(Score(match outcome {
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            })),
            other => other.score(),
        };
        let bounds = verdict.bounds().map(|bounds| [bounds.low, bounds.high]);
        Said { kind, value, bounds, outcome, plies }
    }
}

/// An error as data.
pub(crate) fn refusal(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}

fn wrong(error: &Error) -> Box<Response> {
    Box::new(refusal(StatusCode::BAD_REQUEST, &error.to_string()))
}

/// A position whose game stands in the query like the rest; what is wrong is told as data.
pub(crate) struct Named(Asked);

impl FromRequestParts<Arc<App>> for Named {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Named, Response> {
        read(app, parts.uri.query()).map(Named).map_err(|response| *response)
    }
}

fn read(app: &App, query: Option<&str>) -> Result<Asked, Box<Response>> {
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let Some((_, game)) = pairs.find(|(name, _)| name == "game") else {
        let games: Vec<_> = app.library.games().iter().map(|game| game.name).collect();
        let expected = format!("game=, one of {}", games.join(", "));
        return Err(wrong(&Error::notation("address", query, "it names no game", expected)));
    };
    let rest = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "game");
    let rest = form_urlencoded::Serializer::new(String::new()).extend_pairs(rest).finish();
    let game = app.library.game(&game).map_err(|error| wrong(&error))?;
    let mut place = Place::read(game, &rest).map_err(|error| wrong(&error))?;
    place.take_pasted(&app.library).map_err(|error| wrong(&error))?;
    let rooms = place.open(&app.library).map_err(|error| wrong(&error))?;
    Ok(Asked { place, rooms })
}

/// The games, and positions to begin with.
pub(crate) async fn games(State(app): Shared) -> Response {
    let told = |game: &Declaration, offer: &Offer| {
        let rules = game.choices(offer).into_iter().map(|option| {
            let choices: Vec<&str> = match option.form() {
                Form::One(choices) | Form::Any(choices) => {
                    choices.iter().map(|(name, _)| *name).collect()
                }
                Form::Text { examples, .. } => examples.to_vec(),
                Form::Switch => vec![Options::GIVEN],
            };
            (option.name().to_owned(), json!(choices))
        });
        let rules: serde_json::Map<String, Value> = rules.collect();
        json!({
            "game": game.name,
            "boards": offer.boards,
            "rules": rules,
            "example": offer.example,
        })
    };
    let games = app.library.games().iter();
    let offers = games.flat_map(|game| game.offers.iter().map(move |offer| told(game, offer)));
    Json(offers.collect::<Vec<Value>>()).into_response()
}

/// What there is to see of a position.
pub(crate) async fn position(Named(mut asked): Named) -> Response {
    Json(asked.take_last().look()).into_response()
}

/// What is known of a position and its moves, the best first.
fn told(look: &Look, status: &str, known: &Known, job: Option<Value>) -> Value {
    let values = known.values(look);
    let mut moves: Vec<(&Possible, MoveValue)> =
        look.moves.iter().map(|mv| (mv, values.of(&mv.name))).collect();
    moves.sort_by_key(|(_, value)| value.order());
    let moves: Vec<Value> = moves
        .iter()
        .map(|(mv, value)| {
            json!({
                "move": mv.name,
                "verdict": Said::of(&value.verdict, look),
                "standing": value.standing,
                "repeats": mv.repeats,
            })
        })
        .collect();
    let choice = known.choice(look);
    json!({
        "status": status,
        "question": Question::of(look),
        "to_move": look.to_move,
        "verdict": Said::of(&known.verdict(look), look),
        "repeated": look.repeated,
        "moves": moves,
        "choice": choice.map(|(mv, _)| mv),
        "choice_is": choice.map(|(_, merit)| merit),
        "leading": known.leading(look),
        "line": known.line_in_game(look),
        "remarks": known.remarks().cloned().unwrap_or_default(),
        "work": job,
    })
}

/// What is known of a position; a small one is read out at once.
pub(crate) async fn values(State(app): Shared, Named(mut asked): Named) -> Response {
    let room = asked.take_last();
    let look = room.look();
    let known = app.known_to_play(room, &look, GLANCE).await;
    let told = match &known {
        Known::All(_) => told(&look, "known", &known, None),
        Known::Some(name, state) => {
            let status = if state.phase.ended() { "unknown" } else { "working" };
            told(&look, status, &known, Some(work_told(name, state)))
        }
        Known::Nothing(_) => told(&look, "busy", &known, None),
    };
    Json(told).into_response()
}

fn work_told(name: &str, state: &JobState) -> Value {
    let phase = match &state.phase {
        Phase::Waiting => "waiting",
        Phase::Working => "working",
        Phase::Done => "done",
        Phase::Cancelled => "cancelled",
        Phase::GivenUp { .. } => "given up",
        Phase::Failed { .. } => "failed",
    };
    let why = match &state.phase {
        Phase::Failed { why } => Some(why),
        _ => None,
    };
    json!({
        "name": name,
        "phase": phase,
        "why": why,
        "stage": state.stage,
        "share": state.share,
        "nodes": state.nodes,
        "nodes_per_second": state.nodes_per_second,
        "seconds": state.seconds,
        "remaining_seconds":
            state.remaining.map(|left| [left.least, left.most].map(|time| time.as_secs_f64())),
    })
}

/// Begins to read a position out.
pub(crate) async fn begin(State(app): Shared, Named(asked): Named) -> Response {
    let room = match asked.for_work(&app) {
        Ok(room) => room,
        Err(error) => return *wrong(&error),
    };
    let question = Question::of(&room.look());
    match app.work.start(&*room, &question) {
        Ok(job) => (StatusCode::ACCEPTED, Json(work_told(&job.name, &job.state()))).into_response(),
        Err(_) => refusal(StatusCode::TOO_MANY_REQUESTS, "too much work is waiting"),
    }
}

/// How far a piece of work has come.
pub(crate) async fn progress(State(app): Shared, Path(name): Path<String>) -> Response {
    match app.work.job(&name) {
        Some(job) => Json(work_told(&name, &job.state())).into_response(),
        None => refusal(StatusCode::NOT_FOUND, "there is no such work"),
    }
}

/// Ends a piece of work.
pub(crate) async fn cancel(State(app): Shared, Path(name): Path<String>) -> Response {
    match app.work.job(&name) {
        Some(job) => {
            app.work.cancel(&job);
            Json(work_told(&name, &job.state())).into_response()
        }
        None => refusal(StatusCode::NOT_FOUND, "there is no such work"),
    }
}

/// The description of all this for programs, the games' options among the parameters.
pub(crate) async fn description(State(app): Shared) -> Response {
    Json(described(app.library.games())).into_response()
}

fn described(games: &[&Declaration]) -> Value {
    let text = include_str!("../assets/openapi.json");
    let mut all: Value = serde_json::from_str(text).expect("the description is JSON");
    let names: Vec<&str> = games.iter().map(|game| game.name).collect();
    all["components"]["parameters"]["game"]["schema"]["enum"] = json!(names);
    let mut options: Vec<(&str, Vec<String>, BTreeSet<&str>, bool)> = Vec::new();
    for game in games {
        for option in game.options_for(RULES) {
            let name = option.name();
            let (names, is_text) = match option.form() {
                Form::One(choices) => (choices.into_iter().map(|(name, _)| name).collect(), false),
                Form::Switch => (BTreeSet::from([Options::GIVEN]), false),
                Form::Any(_) | Form::Text { .. } => (BTreeSet::new(), true),
            };
            let about = format!("{}: {}", game.title, option.about());
            match options.iter_mut().find(|(other, ..)| *other == name) {
                Some((_, abouts, all, texts)) => {
                    abouts.push(about);
                    all.extend(names);
                    *texts |= is_text;
                }
                None => options.push((name, vec![about], names, is_text)),
            }
        }
    }
    for (name, abouts, names, is_text) in &options {
        let schema = match is_text {
            true => json!({ "type": "string", "maxLength": 40 }),
            false => json!({ "type": "string", "enum": names }),
        };
        all["components"]["parameters"][*name] = json!({
            "name": name, "in": "query", "required": false,
            "description": abouts.join(". "), "schema": schema,
        });
    }
    let of_option = |name: &str| json!({ "$ref": format!("#/components/parameters/{name}") });
    let paths = all["paths"].as_object_mut().expect("the description has paths");
    let methods = paths.values_mut().filter_map(Value::as_object_mut);
    for method in methods.flat_map(|path| path.values_mut()) {
        let parameters = method.get_mut("parameters").and_then(Value::as_array_mut);
        let Some(parameters) = parameters else { continue };
        if parameters.contains(&of_option("position")) {
            parameters.extend(options.iter().map(|(name, ..)| of_option(name)));
        }
    }
    all
}

/// What is asked for in another way than this.
pub(crate) async fn wrong_method() -> Response {
    refusal(StatusCode::METHOD_NOT_ALLOWED, "asked in another way; see /api/openapi.json")
}

/// What there is nothing of.
pub(crate) async fn missing() -> Response {
    refusal(StatusCode::NOT_FOUND, "there is no such address; see /api/openapi.json")
}
