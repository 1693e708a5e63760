//! Starting tests, and the queue.

use super::routes::{Answer, Handler, Route, schema_of};
use super::{ApiError, Call, Reply};
use crate::jobs::{Job, JobRequest};
use crate::lab::Lab;
use crate::people::Role;
use axum::http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct Jobs {
    jobs: Vec<Job>,
}

pub fn routes() -> Vec<Route> {
    let route = |method, path, summary, role, body, answer, handler| Route {
        method,
        path,
        summary,
        role: Some(role),
        query: &[],
        body,
        answer,
        handler: Handler::Plain(handler),
    };
    let job = || Answer::Json(schema_of::<Job>);
    let request: Option<fn() -> schemars::Schema> = Some(schema_of::<JobRequest>);
    vec![
        route(
            Method::GET,
            "/api/v1/jobs",
            "What runs, waits and is over",
            Role::Viewer,
            None,
            Answer::Json(schema_of::<Jobs>),
            list,
        ),
        route(
            Method::POST,
            "/api/v1/jobs",
            "Runs a plan or study, now or later",
            Role::Operator,
            request,
            job(),
            start,
        ),
        route(
            Method::GET,
            "/api/v1/jobs/{id}",
            "One job with what it printed",
            Role::Viewer,
            None,
            job(),
            get,
        ),
        route(
            Method::DELETE,
            "/api/v1/jobs/{id}",
            "Cancels a job: one that runs ends in order",
            Role::Operator,
            None,
            job(),
            cancel,
        ),
        route(
            Method::POST,
            "/api/v1/jobs/{id}/again",
            "The same once more",
            Role::Operator,
            None,
            job(),
            again,
        ),
    ]
}

/// Processes are nobody's business outside.
fn shown(mut job: Job) -> Job {
    job.process = None;
    job
}

fn list(lab: &Arc<Lab>, _: &Call) -> Result<Reply, ApiError> {
    let newest_first = lab.people.jobs()?.into_iter().rev();
    // What each printed is asked for by itself.
    let short =
        |job: Job| Job { output: job.output.lines().last().unwrap_or_default().to_owned(), ..shown(job) };
    Reply::json(&Jobs { jobs: newest_first.map(short).collect() })
}

fn start(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let job = lab.enqueue(call.json()?, &call.who)?;
    lab.people.note(&call.who, "run started", &job.file, &call.from)?;
    Reply::json(&shown(job))
}

fn get(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    Reply::json(&shown(lab.job(call.part("id"))?))
}

fn cancel(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let job = lab.cancel(call.part("id"))?;
    lab.people.note(&call.who, "run cancelled", &job.file, &call.from)?;
    Reply::json(&shown(job))
}

fn again(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let earlier = lab.job(call.part("id"))?;
    let job = lab.enqueue(JobRequest { at: None, ..earlier.request }, &call.who)?;
    lab.people.note(&call.who, "run started", &job.file, &call.from)?;
    Reply::json(&shown(job))
}
