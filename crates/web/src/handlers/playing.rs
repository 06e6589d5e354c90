//! Games against perfection, and what came of them.

use super::{Asked, page};
use crate::app::{App, Shared};
use crate::pages::{self, Known};
use crate::work::{GLANCE, LONG_GLANCE};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomikiri_core::{Limits, Verdict};
use yomikiri_rooms::Room;

/// How long the moves of a game are looked at to review it.
const REVIEW: Duration = Duration::from_secs(5);

/// Leads on to where a person is to move again.
pub(crate) async fn answer(State(app): Shared, mut asked: Asked) -> Response {
    let mut over = asked.repeated();
    let mut room = asked.take_last();
    let mut place = asked.place;
    let mut seen: HashSet<String> = asked.rooms.iter().map(|room| room.identity()).collect();
    loop {
        let look = room.look();
        over |= !seen.insert(look.identity.clone()) || look.moves.is_empty();
        if over || place.human.is_none_or(|human| human == look.to_move) {
            break;
        }
        if let Some(level) = place.level.filter(|_| look.has_engine) {
            let Some(mv) = engine_move(&app, room.clone(), level).await else { break };
            let Ok(after) = room.after(&mv) else { break };
            place = place.after(&mv);
            room = after.into();
            continue;
        }
        let best = app.known(room.clone(), &look, LONG_GLANCE).await.best_move();
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
        let mut player = room.player("yomi", Some(level), limits.threads, 1).ok()?;
        Some(player.choose(&[], &yomikiri_core::Context::new(limits)).ok()?.name)
    });
    thinking.await.ok()?
}

pub(crate) async fn review(State(app): Shared, mut asked: Asked) -> Response {
    asked.take_last();
    let begun = Instant::now();
    let mut moves = Vec::new();
    // From the end, where positions are smaller: there is not time for everything.
    for (room, mv) in asked.rooms.into_iter().zip(&asked.place.moves).rev() {
        let look = room.look();
        let known = match begun.elapsed() < REVIEW {
            true => app.known(room, &look, GLANCE).await,
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
