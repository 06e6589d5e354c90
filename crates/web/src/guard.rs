//! Who may ask, how much, and what a browser may do with the answer.

use crate::api;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Requests a second that are answered, and how many at once after a pause.
const RATE: f64 = 1000.0;
const BURST: f64 = 2000.0;
/// Requests above that are answered later; at most so many wait.
const QUEUE: f64 = 1000.0;
/// The longest body that is read, and how long that may take.
const LONGEST_BODY: usize = 1 << 16;
const BODY: Duration = Duration::from_secs(5);

type Refusal = (StatusCode, &'static str);

/// What every request is held against.
pub(crate) struct Guard {
    /// Names that this server goes by: a page elsewhere cannot make a browser use one of them.
    hosts: Vec<String>,
    bucket: Mutex<(f64, Instant)>,
}

impl Guard {
    /// For a server at an address, which also goes by `localhost` if that is where it is.
    pub(crate) fn new(address: std::net::SocketAddr) -> Arc<Guard> {
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            let port = address.port();
            let names = ["127.0.0.1", "localhost", "[::1]"];
            hosts.extend(names.map(|name| format!("{name}:{port}")));
            // Browsers leave the usual port out.
            hosts.extend(names.into_iter().filter(|_| port == 80).map(str::to_owned));
        }
        Arc::new(Guard { hosts, bucket: Mutex::new((BURST, Instant::now())) })
    }

    fn is_own(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// How long one more request has to wait; `None` if too many already do.
    fn delay(&self, now: Instant) -> Option<Duration> {
        let mut bucket = self.bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = bucket.0 + RATE * now.duration_since(bucket.1).as_secs_f64();
        *bucket = (filled.min(BURST), now);
        if bucket.0 < 1.0 - QUEUE {
            return None;
        }
        bucket.0 -= 1.0;
        Some(Duration::from_secs_f64((-bucket.0).max(0.0) / RATE))
    }

    /// What is wrong with a request before anybody looks at what it asks.
    fn refusal(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Some((StatusCode::BAD_REQUEST, "a request names its host once"));
        };
        // An address with a host of its own is asked of that one, whatever the header says.
        let named = uri.authority().map(|authority| authority.as_str());
        if !host.to_str().is_ok_and(|host| self.is_own(host))
            || !named.is_none_or(|host| self.is_own(host))
        {
            return Some((
                StatusCode::MISDIRECTED_REQUEST,
                "this server answers to the address that it printed when it started, only",
            ));
        }
        if *method != Method::GET && *method != Method::HEAD {
            // What cannot be read is not ours, either.
            let all = |name: HeaderName, own: &dyn Fn(&str) -> bool| {
                headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(own))
            };
            let own_page =
                |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_own(host));
            let own_site = |site: &str| site == "same-origin" || site == "none";
            let site = HeaderName::from_static("sec-fetch-site");
            if !all(ORIGIN, &own_page) || !all(site, &own_site) {
                return Some((StatusCode::FORBIDDEN, "this was asked from a page elsewhere"));
            }
        }
        None
    }
}

/// The same request with its body, which comes at once or not at all.
async fn whole(request: Request) -> Result<Request, Refusal> {
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(BODY, to_bytes(body, LONGEST_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, bytes.into())),
        Ok(Err(_)) => {
            Err((StatusCode::PAYLOAD_TOO_LARGE, "what was sent is too long, or was cut short"))
        }
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "what was sent took too long to arrive")),
    }
}

/// Holds a request against the guard, and its answer to what browsers may do with it.
pub(crate) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let for_programs = request.uri().path().starts_with("/api/");
    let refuse = |status: StatusCode, why: &str| match for_programs {
        true => api::refusal(status, why),
        false => (status, format!("{why}\n")).into_response(),
    };
    let mut response = match guard.refusal(request.method(), request.uri(), request.headers()) {
        Some((status, why)) => refuse(status, why),
        None => match guard.delay(Instant::now()) {
            Some(delay) => {
                if !delay.is_zero() {
                    tokio::time::sleep(delay).await;
                }
                match whole(request).await {
                    Ok(request) => next.run(request).await,
                    Err((status, why)) => refuse(status, why),
                }
            }
            None => {
                let why = "too many requests; try again in a second";
                let mut response = refuse(StatusCode::TOO_MANY_REQUESTS, why);
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
                response
            }
        },
    };
    const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
                          connect-src 'self'; form-action 'self'; base-uri 'none'; \
                          frame-ancestors 'none'";
    let headers = response.headers_mut();
    // A report written by `reproduce` brings its own styles; its route says so.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Not "no-referrer": a browser would then leave the origin out of forms, too.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: Method, headers: &[(&'static str, &str)]) -> Option<StatusCode> {
        let guard = Guard::new("127.0.0.1:8000".parse().unwrap());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        guard.refusal(&method, &Uri::from_static("/"), &map).map(|(status, _)| status)
    }

    #[test]
    fn only_its_own_pages_may_change_anything() {
        let host = ("host", "localhost:8000");
        assert_eq!(refused(Method::GET, &[host]), None);
        assert_eq!(refused(Method::GET, &[]), Some(StatusCode::BAD_REQUEST));
        assert_eq!(refused(Method::GET, &[host, host]), Some(StatusCode::BAD_REQUEST));
        let rebound = ("host", "evil.example:8000");
        assert_eq!(refused(Method::GET, &[rebound]), Some(StatusCode::MISDIRECTED_REQUEST));
        let own = ("origin", "http://127.0.0.1:8000");
        assert_eq!(refused(Method::POST, &[host, own]), None);
        let other = ("origin", "http://evil.example");
        assert_eq!(refused(Method::POST, &[host, other]), Some(StatusCode::FORBIDDEN));
        let site = ("sec-fetch-site", "cross-site");
        assert_eq!(refused(Method::POST, &[host, site]), Some(StatusCode::FORBIDDEN));
        for origin in ["null", "http://localhost:8000é", "http://é", ""] {
            let origin = ("origin", origin);
            assert_eq!(refused(Method::POST, &[host, origin]), Some(StatusCode::FORBIDDEN));
            assert_eq!(refused(Method::POST, &[host, own, origin]), Some(StatusCode::FORBIDDEN));
        }
        let strange = ("sec-fetch-site", "é");
        assert_eq!(refused(Method::POST, &[host, strange]), Some(StatusCode::FORBIDDEN));
    }

    #[test]
    fn too_many_requests_wait_and_far_too_many_are_refused() {
        let guard = Guard::new("127.0.0.1:8000".parse().unwrap());
        let now = Instant::now();
        for _ in 0..BURST as usize {
            assert_eq!(guard.delay(now), Some(Duration::ZERO));
        }
        let mut longest = Duration::ZERO;
        for _ in 0..QUEUE as usize {
            longest = longest.max(guard.delay(now).unwrap());
        }
        assert_eq!(longest.as_secs_f64(), QUEUE / RATE);
        assert_eq!(guard.delay(now), None);
        let later = now + Duration::from_secs(2);
        assert_eq!(guard.delay(later), Some(Duration::ZERO));
    }
}
