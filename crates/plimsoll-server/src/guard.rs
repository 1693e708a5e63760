//! What stands before every request: is the lab asked by its name, by whom, may they, and does their own page ask?

use crate::api::ApiError;
use crate::assets;
use crate::lab::LabServer;
use crate::people::{UserRole, Who};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Whoever asks, once admitted.
pub struct Requester {
    pub who: Who,
    pub from: String,
    pub is_secure: bool,
    pub cookie: Option<String>,
    pub oidc_cookie: Option<String>,
    pub host: String,
}

pub const COOKIE: &str = "plimsoll_session";
/// Of a login with a provider, while it goes on.
pub const OIDC_COOKIE: &str = "plimsoll_oidc";

/// The header that only a page of ours sends: other sites' pages may not, without being asked first (CORS).
const OWN_PAGE: &str = "x-plimsoll";

/// `role`: who may ask at least; `None`: anybody.
pub fn admit(lab: &LabServer, role: Option<UserRole>, request: &Request) -> Result<Requester, ApiError> {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let by_proxy = peer.is_some_and(|peer| lab.config.proxies.contains(&peer));
    let (from, forwarded_secure) = forwarded(headers, peer, by_proxy);
    let is_secure = lab.config.tls.is_some() || forwarded_secure;
    let (oidc_cookie, cookie) = (cookie(headers, OIDC_COOKIE), cookie(headers, COOKIE));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_owned();
    let who = who(lab, headers, cookie.as_deref())?;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_known = who.as_ref().is_some_and(|who| who.by_token);
    if changes && !is_known {
        check_own_page(headers, &host)?;
    }
    match (role, who) {
        (None, who) => {
            let nobody = || Who { name: String::new(), role: UserRole::Viewer, by_token: false };
            Ok(Requester { who: who.unwrap_or_else(nobody), from, is_secure, cookie, oidc_cookie, host })
        }
        (Some(_), None) => {
            let error = ApiError::new(StatusCode::UNAUTHORIZED, "log-in", "log in first");
            Err(error.with_hint("a page has a login; programs send `Authorization: Bearer TOKEN`"))
        }
        (Some(role), Some(who)) if who.role < role => Err(ApiError::forbidden(format!(
            "this is for the role {}; yours is {}",
            role.name(),
            who.role.name()
        ))),
        (Some(_), Some(who)) => Ok(Requester { who, from, is_secure, cookie, oidc_cookie, host }),
    }
}

fn who(lab: &LabServer, headers: &HeaderMap, cookie: Option<&str>) -> Result<Option<Who>, ApiError> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        let found = token.map(|token| lab.people.of_token(token.trim())).transpose()?.flatten();
        // A wrong token is not taken for no token.
        return found.map(Some).ok_or_else(|| {
            ApiError::new(StatusCode::UNAUTHORIZED, "token", "this token is unknown or has expired")
        });
    }
    if let Some(who) = cookie.map(|secret| lab.people.of_session(secret)).transpose()?.flatten() {
        return Ok(Some(who));
    }
    Ok(lab.is_open()?.then(Who::local))
}

/// Against requests that another site's page makes in a reader's name.
fn check_own_page(headers: &HeaderMap, host: &str) -> Result<(), ApiError> {
    let refused = |why: &str| {
        let error = ApiError::forbidden(format!("a change is refused that {why}"));
        Err(error.with_hint("pages send `X-Plimsoll: 1`, programs a token"))
    };
    if let Some(origin) = headers.get(header::ORIGIN) {
        let of_us = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.split_once("://"))
            .is_some_and(|(_, name)| name == host);
        if !of_us {
            return refused("another site asks for");
        }
    }
    match headers.contains_key(OWN_PAGE) {
        true => Ok(()),
        false => refused("does not say that a page of this lab asks for it"),
    }
}

fn cookie(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
}

/// Who really asked, and whether over TLS: only a proxy that is trusted is believed.
fn forwarded(headers: &HeaderMap, peer: Option<IpAddr>, by_proxy: bool) -> (String, bool) {
    let own = peer.map(|peer| peer.to_string()).unwrap_or_default();
    if !by_proxy {
        return (own, false);
    }
    let last = |name: &str| {
        let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
        Some(value.rsplit(',').next()?.trim().to_owned())
    };
    let from = last("x-forwarded-for").filter(|from| from.parse::<IpAddr>().is_ok()).unwrap_or(own);
    (from, last("x-forwarded-proto").as_deref() == Some("https"))
}

/// Before all else: the lab answers only to names that are its own, so that a name of somebody else that leads here (DNS
/// rebinding) reaches nothing; and on every answer the headers that browsers obey.
pub async fn every_request(
    State(lab): State<Arc<LabServer>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let mut response = match is_own_name(&lab, host) {
        true => {
            let takes_zip = takes_zip(request.headers());
            let is_quiet = request.method() == Method::HEAD;
            let response = next.run(request).await;
            if takes_zip && !is_quiet { zipped(response).await } else { response }
        }
        false => {
            let error = ApiError::new(
                StatusCode::MISDIRECTED_REQUEST,
                "host",
                format!("this lab is not called {host:?}"),
            );
            error.with_hint("start it with --host NAME for each name under which it is asked").response()
        }
    };
    let headers = response.headers_mut();
    let mut put = |name: &'static str, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    put("content-security-policy", PAGE_POLICY);
    put("x-content-type-options", "nosniff");
    put("referrer-policy", "no-referrer");
    put("x-frame-options", "SAMEORIGIN");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", "same-origin");
    put("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
    put("cache-control", "no-store");
    if lab.config.tls.is_some() {
        put("strict-transport-security", "max-age=31536000");
    }
    response
}

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

fn is_own_name(lab: &LabServer, host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let is_address = name.parse::<IpAddr>().is_ok();
    is_address
        || name.eq_ignore_ascii_case("localhost")
        || lab.config.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn takes_zip(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|part| part.trim().split(';').next() == Some("gzip"))
}

/// Texts from so many bytes on.
const ZIP_MIN: u64 = 1_024;
const ZIP_MAX: u64 = 64 << 20;

/// Texts whose length is known; events and files go out as they come.
async fn zipped(response: Response<Body>) -> Response<Body> {
    use axum::body::HttpBody;
    let headers = response.headers();
    let is_text =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|kind| {
            kind.starts_with("text/") || kind.starts_with("application/json") || kind.starts_with("image/svg")
        });
    let length = response.body().size_hint().exact();
    let fits = length.is_some_and(|length| (ZIP_MIN..=ZIP_MAX).contains(&length));
    if !is_text || !fits || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, ZIP_MAX as usize).await else {
        return ApiError::internal("an answer was too long").response();
    };
    let packed = tokio::task::spawn_blocking(move || assets::zipped(&bytes)).await.unwrap_or_default();
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

/// The pages: a file of theirs, or the one that finds its way itself.
pub async fn pages(request: Request) -> Response<Body> {
    let path = request.uri().path();
    if path.starts_with("/api/") || path == "/metrics" {
        return ApiError::not_found("such thing to ask for")
            .with_hint("/api/v1/openapi.json lists all")
            .response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "pages can only be got").response();
    }
    let found = assets::find(path).or_else(|| assets::find(assets::INDEX));
    let Some(asset) = found else { return ApiError::not_found("page").response() };
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(etag) = HeaderValue::from_str(&asset.etag) {
        headers.insert(header::ETAG, etag);
    }
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|tag| tag.as_bytes() == asset.etag.as_bytes())
    {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    *response.body_mut() = match takes_zip(request.headers()) {
        true => {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            Body::from(&asset.zipped[..])
        }
        false => Body::from(asset.bytes),
    };
    response
}
