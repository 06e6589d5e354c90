//! Games against somebody, and what came of them.

use super::{Asked, page};
use crate::address::{MOST_MOVES, Place};
use crate::app::{App, Shared};
use crate::known::Known;
use crate::pages::{self, Cost};
use crate::work::{GLANCE, LONG_GLANCE};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Limits};
use yomikiri_rooms::Room;

/// How long the moves of a game are looked at to review it.
const REVIEW: Duration = Duration::from_secs(5);
/// How long an engine waits for its turn to think.
const ENGINE_PATIENCE: Duration = Duration::from_secs(10);
/// Memory that an engine may use.
const ENGINE_MEMORY: u64 = 128 << 20;

/// Leads on to where a person is to move again.
pub(crate) async fn answer(State(app): Shared, mut asked: Asked) -> Response {
    let mut room = asked.take_last();
    let mut place = asked.place.anew();
    let begun = Instant::now();
    loop {
        let look = room.look();
        let over =
            look.repeated.is_some() || look.moves.is_empty() || place.moves.len() >= MOST_MOVES;
        if over || place.human.is_none_or(|human| human == look.to_move) {
            break;
        }
        let chosen = match place.against.is_perfection() {
            true => {
                let known = app.known_to_play(room.clone(), &look, LONG_GLANCE).await;
                known.choice(&look).map(|(mv, _)| mv.to_owned())
            }
            false => engine_move(&app, room.clone(), &place).await,
        };
        // Whoever cannot answer does not: the page says so.
        let Some(mv) = chosen else { break };
        let Ok(after) = room.after(&mv) else { break };
        place = place.after(&mv);
        place.took = Some(u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX));
        room = after.into();
    }
    Redirect::to(&place.address()).into_response()
}

/// The engine's move, if it has a turn to find one.
async fn engine_move(app: &Arc<App>, room: Arc<dyn Room>, place: &Place) -> Option<String> {
    let turn = app.engines.clone().acquire_owned();
    let turn = tokio::time::timeout(ENGINE_PATIENCE, turn).await.ok()?.ok()?;
    let (against, threads) = (place.against.clone(), app.threads);
    let time = Some(Duration::from_secs(u64::from(place.seconds)));
    let thinking = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let seed = RandomState::new().build_hasher().finish();
        let mut player = room.player(&against.name, against.level, threads, seed).ok()?;
        let limits = Limits { threads, memory: ENGINE_MEMORY, time, nodes: None };
        Some(player.choose(&[], &Context::new(limits)).ok()?.name)
    });
    thinking.await.ok()?
}

pub(crate) async fn review(State(app): Shared, mut asked: Asked) -> Response {
    asked.take_last();
    let begun = Instant::now();
    let left = || REVIEW.saturating_sub(begun.elapsed());
    let looks: Vec<_> = asked.rooms.into_iter().map(|room| (room.look(), room)).collect();
    // From the end, where positions are smaller: there is not time for everything.
    for (look, room) in looks.iter().rev().filter(|(look, _)| look.repeated.is_none()) {
        if !left().is_zero() {
            app.known(room.clone(), look, GLANCE.min(left())).await;
        }
    }
    let mut moves = Vec::new();
    for ((look, room), mv) in looks.into_iter().zip(&asked.place.moves) {
        // Glances have gone on meanwhile, and may yet.
        let known = match app.known_already(&*room, &look) {
            Known::Some(..) if !left().is_zero() => app.known(room, &look, left()).await,
            known => known,
        };
        let cost = Cost::of(&known, &look, mv);
        let side = look.to_move;
        let sides = asked.place.language.words().rename(look).sides;
        moves.push(pages::Reviewed { side, sides, mv: mv.clone(), cost });
    }
    page(StatusCode::OK, pages::review(&asked.place, &moves))
}
