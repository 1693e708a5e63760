//! The table of routes, and how a request gets to its handler.

use super::call::Call;
use super::error::ApiError;
use super::reply::Reply;
use super::{
    compared, events, examples, health, job_routes, library_routes, live_routes, openapi, people_routes,
    plan_routes, report_routes, session_routes, uploads,
};
use crate::guard::{self, Asker};
use crate::lab::Lab;
use crate::people::Role;
use axum::Router;
use axum::body::Body;
use axum::extract::{Query, RawPathParams, Request, State};
use axum::http::{Method, Response, StatusCode};
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::Schema;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub type Handle = fn(&Arc<Lab>, &Call) -> Result<Reply, ApiError>;

/// One thing that can be asked.
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Who may ask; `None`: anybody, without a login.
    pub role: Option<Role>,
    /// Names and meanings of what may stand behind `?`.
    pub query: &'static [(&'static str, &'static str)],
    pub body: Option<fn() -> Schema>,
    pub answer: Answer,
    pub handler: Handler,
}

pub enum Answer {
    Json(fn() -> Schema),
    /// JSON that is described elsewhere.
    AnyJson,
    Other(&'static str),
    Nothing,
}

#[derive(Clone, Copy)]
pub enum Handler {
    /// Of a request whose body fits into memory.
    Plain(Handle),
    /// Files, as they come.
    Upload(uploads::Purpose),
    /// Events of the lab.
    LabEvents,
    /// Events of a run.
    RunEvents,
}

/// Bytes of a body that is no upload.
pub const BODY_MAX: usize = 8 << 20;
/// For it to come.
const BODY_WAIT: Duration = Duration::from_secs(30);

pub fn table() -> Vec<Route> {
    let mut all = Vec::new();
    all.extend(session_routes::routes());
    all.extend(library_routes::routes());
    all.extend(report_routes::routes());
    all.extend(examples::routes());
    all.extend(live_routes::routes());
    all.extend(compared::routes());
    all.extend(plan_routes::routes());
    all.extend(job_routes::routes());
    all.extend(people_routes::routes());
    all.extend(health::routes());
    all.extend(openapi::routes());
    all
}

pub fn router(lab: &Arc<Lab>) -> Router {
    let mut by_path: BTreeMap<&'static str, MethodRouter<Arc<Lab>>> = BTreeMap::new();
    for route in table() {
        let filter = MethodFilter::try_from(route.method.clone()).expect("the table has usual methods only");
        let (role, handler) = (route.role, route.handler);
        let answer = move |State(lab): State<Arc<Lab>>, parts: RawPathParams, request: Request| async move {
            dispatch(&lab, role, handler, parts, request).await
        };
        let method = by_path.remove(route.path).unwrap_or_default();
        by_path.insert(route.path, method.merge(on(filter, answer)));
    }
    let router = by_path.into_iter().fold(Router::new(), |router, (path, method)| router.route(path, method));
    router.fallback(guard::pages).with_state(Arc::clone(lab))
}

async fn dispatch(
    lab: &Arc<Lab>,
    role: Option<Role>,
    handler: Handler,
    parts: RawPathParams,
    request: Request,
) -> Response<Body> {
    let path = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let asker = match guard::admit(lab, role, &request) {
        Ok(asker) => asker,
        Err(error) => return error.response(),
    };
    let done = match handler {
        Handler::Plain(handle) => plain(lab, handle, asker, path, request).await,
        Handler::Upload(purpose) => uploads::take(lab, purpose, asker, request).await,
        Handler::LabEvents => return events::of_lab(lab),
        Handler::RunEvents => {
            let call = call(asker, path, BTreeMap::new(), Vec::new());
            return match events::of_run(lab, call).await {
                Ok(response) => response,
                Err(error) => error.response(),
            };
        }
    };
    match done {
        Ok(reply) => reply.response().await,
        Err(error) => error.response(),
    }
}

async fn plain(
    lab: &Arc<Lab>,
    handle: Handle,
    asker: Asker,
    path: BTreeMap<String, String>,
    request: Request,
) -> Result<Reply, ApiError> {
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
    asker: Asker,
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
    body: Vec<u8>,
) -> Call {
    let Asker { who, from, is_secure, cookie, oidc_cookie, host } = asker;
    Call { who, from, is_secure, path, query, cookie, oidc_cookie, body, host }
}

/// Files, databases and analyses are for threads that may wait. A panic is an answer.
pub async fn blocking<T: Send + 'static>(
    lab: &Arc<Lab>,
    work: impl FnOnce(&Arc<Lab>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let lab = Arc::clone(lab);
    let done = tokio::task::spawn_blocking(move || work(&lab)).await;
    done.unwrap_or_else(|_| Err(ApiError::internal("this failed inside the lab; please report it")))
}

pub fn schema_of<T: schemars::JsonSchema>() -> Schema {
    schemars::schema_for!(T)
}
