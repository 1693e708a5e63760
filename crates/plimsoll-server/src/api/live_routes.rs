//! A run that goes on: how it stands, and steering it.

use super::route::{ApiRoute, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::live::{self, Action, Live, SteeringState};
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_report::Words;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Steer {
    action: Action,
}

pub fn routes() -> Vec<ApiRoute> {
    let get = |path, summary, query, answer, handler| ApiRoute {
        method: Method::GET,
        path,
        summary,
        role: Some(UserRole::Viewer),
        query,
        body: None,
        answer,
        handler,
    };
    vec![
        get(
            "/api/v1/runs/{id}/live",
            "All that there is to see of a run so far",
            &[],
            RouteAnswer::Json(schema_of::<Live>),
            Handler::Plain(all),
        ),
        get(
            "/api/v1/runs/{id}/events",
            "What comes of a run that goes on, as server-sent events: update, sofar, end",
            &[],
            RouteAnswer::Other("text/event-stream"),
            Handler::RunEvents,
        ),
        get(
            "/api/v1/events",
            "What changes in the lab, as server-sent events: library, jobs",
            &[],
            RouteAnswer::Other("text/event-stream"),
            Handler::LabEvents,
        ),
        get(
            "/api/v1/runs/{id}/sofar",
            "Sections of the report on a run that goes on, as part of a page",
            &[("language", "en, da, de, tr")],
            RouteAnswer::Other("text/html"),
            Handler::Plain(so_far),
        ),
        ApiRoute {
            method: Method::POST,
            path: "/api/v1/runs/{id}/control",
            summary: "Steers a run that goes on",
            role: Some(UserRole::Operator),
            query: &[],
            body: Some(schema_of::<Steer>),
            answer: RouteAnswer::Json(schema_of::<SteeringState>),
            handler: Handler::Plain(steer),
        },
    ]
}

fn all(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    ApiReply::json(&lab.feed(&summary)?.live())
}

fn so_far(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    let feed = lab.feed(&summary)?;
    let analysis =
        feed.analysis().ok_or_else(|| ApiError::conflict("nothing can be said of this run yet"))?;
    let of_run = analysis.runs.first().and_then(|run| run.header.language.as_deref());
    let words = Words::new(call.language(of_run)?);
    Ok(ApiReply::Fragment(plimsoll_report::so_far_html(&analysis, &words)))
}

fn steer(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    let Steer { action } = call.json()?;
    let state = live::ask(&lab.library.path(&summary), action)?;
    let what = serde_json::to_value(action)
        .ok()
        .and_then(|action| Some(format!("run steered: {}", action.as_str()?)));
    lab.people.note(&call.who, &what.unwrap_or_default(), &summary.file, &call.from)?;
    ApiReply::json(&state)
}
