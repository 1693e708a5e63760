//! Plans, studies and data of the folder.

use super::plan_files::{check_kind, put};
use super::route::{ApiRoute, Handler, RouteAnswer, UploadPurpose, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::jobs::{CheckRequest, check_arguments, run_short};
use crate::lab::LabServer;
use crate::library::RUN_EXTENSION;
use crate::people::UserRole;
use axum::http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[derive(Serialize, JsonSchema)]
struct Plans {
    files: Vec<PlanFile>,
}

#[derive(Serialize, JsonSchema)]
struct PlanFile {
    /// Below the lab's folder.
    path: String,
    /// `plan`, `study`, `har`, `data`, `other`
    kind: &'static str,
    bytes: u64,
    changed: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    ok: bool,
    exit_code: Option<i32>,
    /// What `plimsoll check` says.
    text: String,
}

const FILES_MAX: usize = 5_000;
const DEPTH_MAX: usize = 6;
/// Bytes of a text that is shown and edited.
const TEXT_MAX: u64 = 4 << 20;
const CHECK_WAIT: Duration = Duration::from_secs(60);

pub fn routes() -> Vec<ApiRoute> {
    let file = "/api/v1/plans/{*path}";
    vec![
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/plans",
            summary: "Plans, studies and data of the folder",
            role: Some(UserRole::Viewer),
            query: &[],
            body: None,
            answer: RouteAnswer::Json(schema_of::<Plans>),
            handler: Handler::Plain(list),
        },
        ApiRoute {
            method: Method::POST,
            path: "/api/v1/plans",
            summary: "Files as multipart/form-data, each by its name",
            role: Some(UserRole::Operator),
            query: &[("replace", "true: takes the place of files of the same name")],
            body: None,
            answer: RouteAnswer::AnyJson,
            handler: Handler::Upload(UploadPurpose::Plans),
        },
        ApiRoute {
            method: Method::GET,
            path: file,
            summary: "The text of a plan or study",
            role: Some(UserRole::Viewer),
            query: &[],
            body: None,
            answer: RouteAnswer::Other("text/plain"),
            handler: Handler::Plain(read),
        },
        ApiRoute {
            method: Method::PUT,
            path: file,
            summary: "Stores a plan or study: the body is its text",
            role: Some(UserRole::Operator),
            query: &[("replace", "true: takes the place of an earlier one")],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(write),
        },
        ApiRoute {
            method: Method::DELETE,
            path: file,
            summary: "Deletes a plan, a study or data",
            role: Some(UserRole::Operator),
            query: &[],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(delete),
        },
        ApiRoute {
            method: Method::POST,
            path: "/api/v1/check",
            summary: "What a plan or study would do, as `plimsoll check` says it",
            role: Some(UserRole::Operator),
            query: &[],
            body: Some(schema_of::<CheckRequest>),
            answer: RouteAnswer::Json(schema_of::<Checked>),
            handler: Handler::Plain(check),
        },
    ]
}

fn list(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    let mut files = Vec::new();
    walk(&lab.library.folder, &lab.library.folder, DEPTH_MAX, &mut files);
    files.sort_by(|a: &PlanFile, b| a.path.cmp(&b.path));
    ApiReply::json(&Plans { files })
}

fn walk(root: &Path, folder: &Path, depth: usize, files: &mut Vec<PlanFile>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (Ok(kind), path, name) = (entry.file_type(), entry.path(), entry.file_name()) else { continue };
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            walk(root, &path, depth - 1, files);
        } else if kind.is_file() && files.len() < FILES_MAX {
            files.extend(plan_file(root, &path));
        }
    }
}

fn plan_file(root: &Path, path: &Path) -> Option<PlanFile> {
    let relative = path.strip_prefix(root).ok()?.to_str()?.to_owned();
    let metadata = std::fs::metadata(path).ok()?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = match ending {
        "jmx" => "plan",
        "har" => "har",
        "yaml" | "yml" => yaml_kind(path)?,
        "csv" | "tsv" | "txt" | "json" => "data",
        // Results and what belongs to them are in the library.
        ending if ending == RUN_EXTENSION || RESULTS.contains(&ending) => return None,
        _ => "other",
    };
    // What a report is made of is no data of a plan.
    if path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("report")) {
        return None;
    }
    let changed = metadata.modified().ok().and_then(|at| jiff::Timestamp::try_from(at).ok());
    let changed = changed.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    Some(PlanFile { path: relative, kind, bytes: metadata.len(), changed })
}

const RESULTS: [&str; 9] = ["html", "md", "pdf", "svg", "xml", "log", "run-wal", "run-shm", "control"];

/// By the key that each of them begins with.
fn yaml_kind(path: &Path) -> Option<&'static str> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(64 << 10).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    Some(match () {
        () if has("study:") => "study",
        () if has("plan:") || has("scenarios:") => "plan",
        () => "other",
    })
}

fn read(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let path = lab.plan_path(call.part("path"))?;
    let metadata = std::fs::metadata(&path)?;
    if !metadata.is_file() {
        return Err(ApiError::not_found("file of this name"));
    }
    if metadata.len() > TEXT_MAX {
        return Err(ApiError::unprocessable(
            format!("only files up to {} MB are shown", TEXT_MAX >> 20),
            Vec::new(),
        ));
    }
    let text = String::from_utf8(std::fs::read(&path)?)
        .map_err(|_| ApiError::unprocessable("this file is no text in UTF-8", Vec::new()))?;
    Ok(ApiReply::text("text/plain; charset=utf-8", text, None))
}

fn write(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let name = call.part("path");
    let path = lab.plan_path(name)?;
    check_kind(&path)?;
    put(&path, &call.body, call.asked("replace") == Some("true"))?;
    lab.people.note(&call.who, "file stored", name, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn delete(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let name = call.part("path");
    let path = lab.plan_path(name)?;
    check_kind(&path)?;
    std::fs::remove_file(&path)?;
    lab.people.note(&call.who, "file deleted", name, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn check(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let request: CheckRequest = call.json()?;
    if !lab.plan_path(&request.file)?.is_file() {
        return Err(ApiError::not_found("plan or study of this name"));
    }
    let ran = run_short(lab, &check_arguments(&request)?, &lab.library.folder, CHECK_WAIT)?;
    let text = [ran.data.trim_end(), ran.conversation.trim_end()].join("\n").trim().to_owned();
    ApiReply::json(&Checked { ok: ran.exit_code == Some(0), exit_code: ran.exit_code, text })
}
