//! Starting tests, and the queue.

use super::route::{ApiRoute, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::jobs::{QueuedTest, TestRequest};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct QueuedTests {
    jobs: Vec<QueuedTest>,
}

pub fn routes() -> Vec<ApiRoute> {
    let route = |method, path, summary, role, body, answer, handler| ApiRoute {
        method,
        path,
        summary,
        role: Some(role),
        query: &[],
        body,
        answer,
        handler: Handler::Plain(handler),
    };
    let job = || RouteAnswer::Json(schema_of::<QueuedTest>);
    let request: Option<fn() -> schemars::Schema> = Some(schema_of::<TestRequest>);
    vec![
        route(
            Method::GET,
            "/api/v1/jobs",
            "What runs, waits and is over",
            UserRole::Viewer,
            None,
            RouteAnswer::Json(schema_of::<QueuedTests>),
            list,
        ),
        route(
            Method::POST,
            "/api/v1/jobs",
            "Runs a plan or study, now or later",
            UserRole::Operator,
            request,
            job(),
            start,
        ),
        route(
            Method::GET,
            "/api/v1/jobs/{id}",
            "One job with what it printed",
            UserRole::Viewer,
            None,
            job(),
            get,
        ),
        route(
            Method::DELETE,
            "/api/v1/jobs/{id}",
            "Cancels a job: one that runs ends in order",
            UserRole::Operator,
            None,
            job(),
            cancel,
        ),
        route(
            Method::POST,
            "/api/v1/jobs/{id}/again",
            "The same once more",
            UserRole::Operator,
            None,
            job(),
            again,
        ),
    ]
}

/// Processes are nobody's business outside.
fn shown(mut job: QueuedTest) -> QueuedTest {
    job.process = None;
    job
}

fn list(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    let newest_first = lab.people.jobs()?.into_iter().rev();
    // What each printed is asked for by itself.
    let short = |job: QueuedTest| QueuedTest {
        output: job.output.lines().last().unwrap_or_default().to_owned(),
        ..shown(job)
    };
    ApiReply::json(&QueuedTests { jobs: newest_first.map(short).collect() })
}

fn start(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let job = lab.enqueue(call.json()?, &call.who)?;
    lab.people.note(&call.who, "run started", &job.file, &call.from)?;
    ApiReply::json(&shown(job))
}

fn get(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    ApiReply::json(&shown(lab.job(call.part("id"))?))
}

fn cancel(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let job = lab.cancel(call.part("id"))?;
    lab.people.note(&call.who, "run cancelled", &job.file, &call.from)?;
    ApiReply::json(&shown(job))
}

fn again(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let earlier = lab.job(call.part("id"))?;
    let job = lab.enqueue(TestRequest { at: None, ..earlier.request }, &call.who)?;
    lab.people.note(&call.who, "run started", &job.file, &call.from)?;
    ApiReply::json(&shown(job))
}
