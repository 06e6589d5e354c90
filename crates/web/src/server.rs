//! Where requests come in.

use crate::api;
use crate::app::{App, Settings};
use crate::connections;
use crate::guard::{self, Guard};
use crate::handlers::{looking, missing, missing_method, playing, reports, working};
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use yomikiri_core::{Error, Result};

/// How long an answer may take to begin, what was asked included.
const LONGEST: Duration = Duration::from_secs(30);

/// The explorer, ready to answer.
pub struct Explorer {
    app: Arc<App>,
}

impl Explorer {
    /// With these settings, if they can be used.
    pub fn new(settings: Settings) -> Result<Explorer> {
        Ok(Explorer { app: Arc::new(App::new(settings)?) })
    }

    /// Answers on a listener until `stop` is done.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<()> {
        let io = |error| Error::refused(format!("cannot listen: {error}"));
        let guard = Guard::new(listener.local_addr().map_err(io)?);
        tokio::spawn(looking::prepare(self.app.clone()));
        let work = self.app.work.clone();
        let closing = async move {
            stop.await;
            // Pages that follow work are told that it has ended, and do not keep us waiting.
            work.close();
        };
        connections::answer(listener, router(self.app, guard), closing).await;
        Ok(())
    }
}

fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/", get(looking::home))
        .route("/tour", get(looking::tour))
        .route("/reports", get(reports::list))
        .route("/reports/{name}", get(reports::whole))
        .route("/reports/{name}/", get(reports::whole))
        .route("/reports/{name}/{file}", get(reports::file))
        .route("/thermograph", get(looking::thermograph))
        .route("/board/{game}", get(looking::board))
        .route("/setup/{game}", get(looking::setup))
        .route("/answer/{game}", get(playing::answer))
        .route("/review/{game}", get(playing::review))
        .route("/work/{game}", post(working::begin))
        .route("/cancel/{name}", post(working::cancel))
        .route("/follow/{name}", get(working::follow))
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
        .method_not_allowed_fallback(api::wrong_method)
}

async fn asset(kind: &'static str, text: &'static str) -> Response {
    let kind = format!("{kind}; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=3600".into())], text)
        .into_response()
}
