//! Plans, studies and data of the folder.

use super::routes::{Answer, Handler, Route, schema_of};
use super::{ApiError, Call, Reply, uploads};
use crate::jobs::{CheckRequest, check_arguments, run_short};
use crate::lab::Lab;
use crate::library::{LAB_FOLDER, RUN_EXTENSION};
use crate::people::Role;
use axum::http::Method;
use plimsoll_run::private::{create_private, create_private_folders};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
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

pub fn routes() -> Vec<Route> {
    let file = "/api/v1/plans/{*path}";
    vec![
        Route {
            method: Method::GET,
            path: "/api/v1/plans",
            summary: "Plans, studies and data of the folder",
            role: Some(Role::Viewer),
            query: &[],
            body: None,
            answer: Answer::Json(schema_of::<Plans>),
            handler: Handler::Plain(list),
        },
        Route {
            method: Method::POST,
            path: "/api/v1/plans",
            summary: "Files as multipart/form-data, each by its name",
            role: Some(Role::Operator),
            query: &[("replace", "true: takes the place of files of the same name")],
            body: None,
            answer: Answer::AnyJson,
            handler: Handler::Upload(uploads::Purpose::Plans),
        },
        Route {
            method: Method::GET,
            path: file,
            summary: "The text of a plan or study",
            role: Some(Role::Viewer),
            query: &[],
            body: None,
            answer: Answer::Other("text/plain"),
            handler: Handler::Plain(read),
        },
        Route {
            method: Method::PUT,
            path: file,
            summary: "Stores a plan or study: the body is its text",
            role: Some(Role::Operator),
            query: &[("replace", "true: takes the place of an earlier one")],
            body: None,
            answer: Answer::Nothing,
            handler: Handler::Plain(write),
        },
        Route {
            method: Method::DELETE,
            path: file,
            summary: "Deletes a plan, a study or data",
            role: Some(Role::Operator),
            query: &[],
            body: None,
            answer: Answer::Nothing,
            handler: Handler::Plain(delete),
        },
        Route {
            method: Method::POST,
            path: "/api/v1/check",
            summary: "What a plan or study would do, as `plimsoll check` says it",
            role: Some(Role::Operator),
            query: &[],
            body: Some(schema_of::<CheckRequest>),
            answer: Answer::Json(schema_of::<Checked>),
            handler: Handler::Plain(check),
        },
    ]
}

impl Lab {
    /// A file of the lab's folder by its name: none above it, none of the lab's own, none behind a link that leads out.
    pub fn plan_path(&self, name: &str) -> Result<PathBuf, ApiError> {
        let refused = || {
            let error = ApiError::bad(format!("{name:?} is no name of a file below the lab's folder"));
            error.with_hint("names are like plans/shop.jmx, without .. and hidden folders")
        };
        let path = Path::new(name);
        let is_plain = |component: Component| match component {
            Component::Normal(part) => {
                part.to_str().is_some_and(|part| !part.starts_with('.') && !part.contains('\0'))
            }
            _ => false,
        };
        let fits = !name.is_empty()
            && name.len() <= 1_000
            && path.components().all(is_plain)
            && !name.contains('\\');
        if !fits || path.components().any(|part| part.as_os_str() == LAB_FOLDER) {
            return Err(refused());
        }
        let whole = self.library.folder.join(path);
        let root = self.library.folder.canonicalize()?;
        // What is there may be a link; what is not is as its nearest folder.
        let mut there = whole.as_path();
        while !there.exists() {
            if there.symlink_metadata().is_ok() {
                return Err(refused());
            }
            there = there.parent().ok_or_else(refused)?;
        }
        match there.canonicalize()?.starts_with(root) {
            true => Ok(whole),
            false => Err(refused()),
        }
    }
}

fn list(lab: &Arc<Lab>, _: &Call) -> Result<Reply, ApiError> {
    let mut files = Vec::new();
    walk(&lab.library.folder, &lab.library.folder, DEPTH_MAX, &mut files);
    files.sort_by(|a: &PlanFile, b| a.path.cmp(&b.path));
    Reply::json(&Plans { files })
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

fn read(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
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
    Ok(Reply::text("text/plain; charset=utf-8", text, None))
}

fn write(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let name = call.part("path");
    let path = lab.plan_path(name)?;
    check_kind(&path)?;
    put(&path, &call.body, call.asked("replace") == Some("true"))?;
    lab.people.note(&call.who, "file stored", name, &call.from)?;
    Ok(Reply::Nothing)
}

/// Runs come by import, which looks at them.
pub fn check_kind(path: &Path) -> Result<(), ApiError> {
    match path.extension().is_some_and(|ending| ending == RUN_EXTENSION) {
        true => Err(ApiError::bad("a run file is imported, and not stored as a plan")),
        false => Ok(()),
    }
}

/// Whole or not at all.
pub fn put(path: &Path, content: &[u8], replace: bool) -> Result<(), ApiError> {
    if path.exists() && (!replace || !path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let error = ApiError::conflict(format!("there is a file {name} already"));
        return Err(error.with_hint("store it with another name, or say that it is to be replaced"));
    }
    if let Some(folder) = path.parent() {
        create_private_folders(folder)?;
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written =
        create_private(&partial).and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()));
    let done = written.and_then(|()| std::fs::rename(&partial, path));
    if done.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    Ok(done?)
}

fn delete(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let name = call.part("path");
    let path = lab.plan_path(name)?;
    check_kind(&path)?;
    std::fs::remove_file(&path)?;
    lab.people.note(&call.who, "file deleted", name, &call.from)?;
    Ok(Reply::Nothing)
}

fn check(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let request: CheckRequest = call.json()?;
    if !lab.plan_path(&request.file)?.is_file() {
        return Err(ApiError::not_found("plan or study of this name"));
    }
    let ran = run_short(lab, &check_arguments(&request)?, &lab.library.folder, CHECK_WAIT)?;
    let text = [ran.data.trim_end(), ran.conversation.trim_end()].join("\n").trim().to_owned();
    Reply::json(&Checked { ok: ran.exit_code == Some(0), exit_code: ran.exit_code, text })
}
