//! How a request gets to its handler.

use super::blocking::blocking;
use super::call::ApiCall;
use super::error::ApiError;
use super::reply::ApiReply;
use super::route::{Handle, Handler};
use super::table::table;
use super::{events, uploads};
use crate::guard::{self, Requester};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::Router;
use axum::body::Body;
use axum::extract::{Query, RawPathParams, Request, State};
use axum::http::{Response, StatusCode};
use axum::routing::{MethodFilter, MethodRouter, on};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a body that is no upload.
pub const BODY_MAX: usize = 8 << 20;
/// For it to come.
const BODY_WAIT: Duration = Duration::from_secs(30);

pub fn router(lab: &Arc<LabServer>) -> Router {
    let mut by_path: BTreeMap<&'static str, MethodRouter<Arc<LabServer>>> = BTreeMap::new();
    for route in table() {
        let filter = MethodFilter::try_from(route.method.clone()).expect("the table has usual methods only");
        let (role, handler) = (route.role, route.handler);
        let answer = move |State(lab): State<Arc<LabServer>>, parts: RawPathParams, request: Request| async move {
            dispatch(&lab, role, handler, parts, request).await
        };
        let method = by_path.remove(route.path).unwrap_or_default();
        by_path.insert(route.path, method.merge(on(filter, answer)));
    }
    let router = by_path.into_iter().fold(Router::new(), |router, (path, method)| router.route(path, method));
    router.fallback(guard::pages).with_state(Arc::clone(lab))
}

async fn dispatch(
    lab: &Arc<LabServer>,
    role: Option<UserRole>,
    handler: Handler,
    parts: RawPathParams,
    request: Request,
) -> Response<Body> {
    let in_frame = request.headers().get("sec-fetch-dest").is_some_and(|to| to.as_bytes() == b"iframe");
    let path = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let done = match guard::admit(lab, role, &request) {
        Ok(asker) => answer(lab, handler, asker, path, request).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(response) => response,
        Err(error) if in_frame => error.page(),
        Err(error) => error.response(),
    }
}

async fn answer(
    lab: &Arc<LabServer>,
    handler: Handler,
    asker: Requester,
    path: BTreeMap<String, String>,
    request: Request,
) -> Result<Response<Body>, ApiError> {
    let reply = match handler {
        Handler::Plain(handle) => plain(lab, handle, asker, path, request).await?,
        Handler::Upload(purpose) => uploads::take(lab, purpose, asker, request).await?,
        Handler::LabEvents => return Ok(events::of_lab(lab)),
        Handler::RunEvents => {
            return events::of_run(lab, call(asker, path, BTreeMap::new(), Vec::new())).await;
        }
    };
    Ok(reply.response().await)
}

async fn plain(
    lab: &Arc<LabServer>,
    handle: Handle,
    asker: Requester,
    path: BTreeMap<String, String>,
    request: Request,
) -> Result<ApiReply, ApiError> {
    let query: Query<BTreeMap<String, String>> =
        Query::try_from_uri(request.uri()).map_err(|_| ApiError::bad("the part behind ? can't be read"))?;
    let body = tokio::time::timeout(BODY_WAIT, axum::body::to_bytes(request.into_body(), BODY_MAX)).await;
    let body = match body {
        Ok(Ok(body)) => body.to_vec(),
        Ok(Err(_)) => {
            let text = format!("a body has at most {} MB here", BODY_MAX >> 20);
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", text));
        }
        Err(_) => {
            return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the body did not come"));
        }
    };
    let call = call(asker, path, query.0, body);
    blocking(lab, move |lab| handle(lab, &call)).await
}

fn call(
    asker: Requester,
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
    body: Vec<u8>,
) -> ApiCall {
    let Requester { who, from, is_secure, cookie, oidc_cookie, host } = asker;
    ApiCall { who, from, is_secure, path, query, cookie, oidc_cookie, body, host }
}
