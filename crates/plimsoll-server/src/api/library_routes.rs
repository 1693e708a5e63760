//! The library: lists, one run, what people add, the trash.

use super::route::{ApiRoute, Handler, RouteAnswer, UploadPurpose, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::library::{Annotation, ListQuery, Listed, RunSummary, TrashedRun};
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_report::{Language, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct List {
    #[serde(flatten)]
    listed: Listed,
    /// While files are looked through.
    indexing: Option<Indexing>,
}

#[derive(Serialize, JsonSchema)]
struct Indexing {
    done: u64,
    total: u64,
}

#[derive(Serialize, JsonSchema)]
struct RunDetail {
    #[serde(flatten)]
    summary: RunSummary,
    requirements: Vec<String>,
    environment: Vec<(String, String)>,
    configuration: Vec<(String, String)>,
    command: Vec<String>,
    plan_text: String,
    study_text: Option<String>,
    /// The other runs of its folder.
    siblings: Vec<RunSummary>,
    tables: Vec<TableName>,
    /// It goes on.
    live: bool,
    languages: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct TableName {
    id: String,
    title: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Change {
    tags: Option<Vec<String>>,
    note: Option<String>,
    pinned: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct Trash {
    runs: Vec<TrashedRun>,
}

/// Runs of one answer.
const LIST_MAX: usize = 500;

pub fn routes() -> Vec<ApiRoute> {
    vec![
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/runs",
            summary: "Runs of the folder, found and sorted",
            role: Some(UserRole::Viewer),
            query: &[
                (
                    "q",
                    "words, each of which occurs in name, variant, file, plan, machine, headline, label, tag or note",
                ),
                ("study", "the name of a study or plan"),
                ("tag", "a tag"),
                ("verdict", "holds, requirement-failed, requests-failed, inconclusive"),
                ("state", "running, complete, cut-off, damaged"),
                ("pinned", "true: baselines only"),
                ("sort", "started, name, capacity, p95, verdict"),
                ("order", "desc, asc"),
                ("limit", "at most 500; 50"),
                ("offset", "0"),
            ],
            body: None,
            answer: RouteAnswer::Json(schema_of::<List>),
            handler: Handler::Plain(list),
        },
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/runs/{id}",
            summary: "One run with its set-up",
            role: Some(UserRole::Viewer),
            query: &[],
            body: None,
            answer: RouteAnswer::Json(schema_of::<RunDetail>),
            handler: Handler::Plain(get),
        },
        ApiRoute {
            method: Method::PATCH,
            path: "/api/v1/runs/{id}",
            summary: "Tags, a note, or that a run is a baseline",
            role: Some(UserRole::Operator),
            query: &[],
            body: Some(schema_of::<Change>),
            answer: RouteAnswer::Json(schema_of::<RunSummary>),
            handler: Handler::Plain(change),
        },
        ApiRoute {
            method: Method::DELETE,
            path: "/api/v1/runs/{id}",
            summary: "Moves a run to the trash",
            role: Some(UserRole::Operator),
            query: &[],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(delete),
        },
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/trash",
            summary: "Runs that were deleted",
            role: Some(UserRole::Viewer),
            query: &[],
            body: None,
            answer: RouteAnswer::Json(schema_of::<Trash>),
            handler: Handler::Plain(trash),
        },
        ApiRoute {
            method: Method::POST,
            path: "/api/v1/trash/{id}/restore",
            summary: "Puts a run back to where it lay",
            role: Some(UserRole::Operator),
            query: &[],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(restore),
        },
        ApiRoute {
            method: Method::DELETE,
            path: "/api/v1/trash/{id}",
            summary: "Deletes a run for good",
            role: Some(UserRole::Admin),
            query: &[],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(delete_for_good),
        },
        ApiRoute {
            method: Method::POST,
            path: "/api/v1/import",
            summary: "Result files of other tools, logs and run files, as multipart/form-data, to a run",
            role: Some(UserRole::Operator),
            query: &[],
            body: None,
            answer: RouteAnswer::AnyJson,
            handler: Handler::Upload(UploadPurpose::Import),
        },
    ]
}

fn list(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let owned = |name: &str| call.asked(name).map(str::to_owned);
    let query = ListQuery {
        text: owned("q").unwrap_or_default(),
        study: owned("study"),
        tag: owned("tag"),
        verdict: owned("verdict"),
        state: owned("state"),
        pinned: call.asked("pinned") == Some("true"),
        sort: owned("sort").unwrap_or_default(),
        ascending: call.asked("order") == Some("asc"),
        limit: call.number("limit", 50, LIST_MAX)?,
        offset: call.number("offset", 0, usize::MAX >> 1)?,
    };
    let listed = lab.library.index.list(&query, &lab.people)?;
    let indexing = lab.library.progress().map(|(done, total)| Indexing { done, total });
    ApiReply::json(&List { listed, indexing })
}

fn get(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    if let Some(problem) = &summary.problem {
        return Err(ApiError::unprocessable(problem.clone(), Vec::new())
            .with_hint("the file is in the lab's folder, unchanged"));
    }
    let path = lab.library.path(&summary);
    let (_, header) = plimsoll_run::LiveReader::open(&path)?;
    let folder = summary.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let siblings =
        lab.library.index.in_folder(folder)?.into_iter().filter(|run| run.id != summary.id).collect();
    let tables = match summary.is_running() {
        true => Vec::new(),
        false => {
            let analysis = lab.library.reports.analysis(&path)?;
            let tables = plimsoll_report::tables(&analysis, &Words::new(Language::English));
            tables
                .into_iter()
                .map(|table| TableName { title: table.id.replace('-', " "), id: table.id })
                .collect()
        }
    };
    ApiReply::json(&RunDetail {
        live: summary.is_running(),
        summary,
        requirements: header.requirements,
        environment: header.environment,
        configuration: header.configuration,
        command: header.command,
        plan_text: header.plan.text,
        study_text: header.study,
        siblings,
        tables,
        languages: Language::ALL.map(Language::tag).to_vec(),
    })
}

fn change(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    let change: Change = call.json()?;
    let annotation = Annotation {
        tags: change.tags.unwrap_or_else(|| summary.tags.clone()),
        note: change.note.unwrap_or_else(|| summary.note.clone()),
        pinned: change.pinned.unwrap_or(summary.pinned),
    };
    lab.people.annotate(&summary.id, &annotation.checked()?)?;
    lab.people.note(&call.who, "run annotated", &summary.file, &call.from)?;
    lab.changed(&summary.id);
    ApiReply::json(&lab.run(&summary.id)?)
}

fn delete(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    lab.move_to_trash(&summary, &call.who)?;
    lab.people.note(&call.who, "run moved to the trash", &summary.file, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn trash(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    ApiReply::json(&Trash { runs: lab.trash()? })
}

fn restore(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let file = lab.restore(call.part("id"))?;
    lab.people.note(&call.who, "run restored", &file, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn delete_for_good(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    lab.delete_for_good(call.part("id"))?;
    lab.people.note(&call.who, "run deleted for good", call.part("id"), &call.from)?;
    Ok(ApiReply::Nothing)
}
