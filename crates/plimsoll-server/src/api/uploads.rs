//! Files from browsers and pipelines: on disk as they come, whole or not at all.

use super::blocking::blocking;
use super::route::UploadPurpose;
use super::{ApiError, ApiReply, plan_files};
use crate::guard::Requester;
use crate::jobs::run_short;
use crate::lab::LabServer;
use crate::library::{FoundRun, LAB_FOLDER, RUN_EXTENSION, run_id};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use plimsoll_run::private::{create_private, create_private_folders};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;

/// Files of one upload.
const FILES_MAX: usize = 200;
/// For the next part of a file to come.
const SILENCE_MAX: Duration = Duration::from_secs(30);
/// A large archive takes its time.
const IMPORT_WAIT: Duration = Duration::from_secs(600);

pub async fn take(
    lab: &Arc<LabServer>,
    purpose: UploadPurpose,
    asker: Requester,
    request: Request,
) -> Result<ApiReply, ApiError> {
    let replace =
        request.uri().query().is_some_and(|query| query.split('&').any(|part| part == "replace=true"));
    let length =
        request.headers().get("content-length").and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > lab.config.upload_max) {
        return Err(too_large(lab));
    }
    let multipart = Multipart::from_request(request, &()).await;
    let multipart = multipart.map_err(|_| ApiError::bad("files come as multipart/form-data"))?;
    let uploads = lab.library.folder.join(LAB_FOLDER).join("uploads");
    create_private_folders(&uploads)?;
    let folder = tempfile::Builder::new().prefix("upload-").tempdir_in(&uploads)?;
    let names = store(lab, multipart, folder.path()).await?;
    if names.is_empty() {
        return Err(ApiError::bad("there is no file in it"));
    }
    blocking(lab, move |lab| match purpose {
        UploadPurpose::Import => import(lab, &asker, folder, &names),
        UploadPurpose::Plans => plans(lab, &asker, &folder, &names, replace),
    })
    .await
}

fn too_large(lab: &LabServer) -> ApiError {
    let text = format!("an upload has at most {} MB here", lab.config.upload_max >> 20);
    let error = ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", text);
    error.with_hint(
        "`plimsoll import` on the lab's machine takes files of any size; --upload-max raises the limit",
    )
}

/// Their names, as far as they are names: folders before them do not count.
async fn store(lab: &LabServer, mut multipart: Multipart, folder: &Path) -> Result<Vec<String>, ApiError> {
    let broken = |_| ApiError::bad("the upload ended before it was whole");
    let mut names: Vec<String> = Vec::new();
    let mut bytes = 0;
    loop {
        let field = tokio::time::timeout(SILENCE_MAX, multipart.next_field())
            .await
            .map_err(|_| silent())?
            .map_err(broken)?;
        let Some(mut field) = field else { return Ok(names) };
        let Some(given) = field.file_name().map(str::to_owned) else { continue };
        let name =
            base_name(&given).ok_or_else(|| ApiError::bad(format!("{given:?} is no name of a file")))?;
        if names.contains(&name) {
            return Err(ApiError::bad(format!("two files are called {name:?}")));
        }
        if names.len() >= FILES_MAX {
            return Err(ApiError::bad(format!("at most {FILES_MAX} files come at once")));
        }
        let mut file = tokio::fs::File::from_std(create_private(&folder.join(&name))?);
        loop {
            let part = tokio::time::timeout(SILENCE_MAX, field.chunk())
                .await
                .map_err(|_| silent())?
                .map_err(broken)?;
            let Some(part) = part else { break };
            bytes += part.len() as u64;
            if bytes > lab.config.upload_max {
                return Err(too_large(lab));
            }
            file.write_all(&part).await?;
        }
        file.flush().await?;
        names.push(name);
    }
}

fn silent() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "nothing more came of the upload")
}

/// The last part of a path, of any system.
fn base_name(given: &str) -> Option<String> {
    let name = given.rsplit(['/', '\\']).next()?.trim();
    let is_name =
        !name.is_empty() && !name.starts_with('.') && name.len() <= 200 && !name.contains(char::is_control);
    is_name.then(|| name.to_owned())
}

fn plans(
    lab: &LabServer,
    asker: &Requester,
    folder: &TempDir,
    names: &[String],
    replace: bool,
) -> Result<ApiReply, ApiError> {
    let targets = names.iter().map(|name| lab.plan_path(name)).collect::<Result<Vec<PathBuf>, _>>()?;
    for (name, target) in names.iter().zip(&targets) {
        plan_files::check_kind(target)?;
        if target.exists() && !replace {
            let error = ApiError::conflict(format!("there is a file {name} already"));
            return Err(error.with_hint("nothing was stored; ?replace=true takes the place of files"));
        }
    }
    for (name, target) in names.iter().zip(&targets) {
        std::fs::rename(folder.path().join(name), target)?;
        lab.people.note(&asker.who, "file stored", name, &asker.from)?;
    }
    ApiReply::json(&json!({ "files": names }))
}

/// Run files as they are; all else by `plimsoll import`, whose messages are the answer.
fn import(
    lab: &LabServer,
    asker: &Requester,
    folder: TempDir,
    names: &[String],
) -> Result<ApiReply, ApiError> {
    let is_run =
        |name: &&String| Path::new(name.as_str()).extension().is_some_and(|ending| ending == RUN_EXTENSION);
    let (runs, others): (Vec<&String>, Vec<&String>) = names.iter().partition(is_run);
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let target = format!("imports/{stamp}-{}", crate::random::name());
    let mut messages = Vec::new();
    let mut ids = Vec::new();
    let made = folder.path().join("made");
    create_private_folders(&made)?;
    for name in runs {
        let path = folder.path().join(name);
        // A file that is none is refused before it is in the library.
        plimsoll_run::Run::open(&path)?;
        std::fs::rename(&path, made.join(name))?;
    }
    if !others.is_empty() {
        let output = made.join("imported.run");
        let mut arguments =
            vec!["import".to_owned(), "-o".to_owned(), output.display().to_string(), "--".to_owned()];
        arguments.extend(others.iter().map(|name| (*name).clone()));
        let ran = run_short(lab, &arguments, folder.path(), IMPORT_WAIT)?;
        let said = [ran.conversation.as_str(), ran.data.as_str()].concat();
        let hidden = format!("{}/", made.display());
        messages =
            said.lines().filter(|line| !line.is_empty()).map(|line| line.replace(&hidden, "")).collect();
        let is_done =
            matches!(ran.exit_code, Some(0 | 3 | 4)) && crate::library::run_files(&made).len() > ids.len();
        if !is_done {
            return Err(ApiError::unprocessable("these files can't be imported", messages));
        }
    }
    create_private_folders(&lab.library.folder.join("imports"))?;
    std::fs::rename(&made, lab.library.folder.join(&target))?;
    for FoundRun { path, .. } in crate::library::run_files(&lab.library.folder.join(&target)) {
        ids.push(run_id(&plimsoll_run::LiveReader::open(&path)?.1));
    }
    lab.library.scan(&mut |id| lab.changed(id))?;
    lab.people.note(&asker.who, "files imported", &names.join(", "), &asker.from)?;
    let run = ids.first().map(|id| lab.run(id)).transpose()?;
    ApiReply::json(&json!({ "run": run, "runs": ids, "messages": messages }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_only_its_last_part_is_a_name() {
        for (given, name) in [
            ("a.jtl", Some("a.jtl")),
            ("C:\\x\\b.csv", Some("b.csv")),
            ("../../etc/passwd", Some("passwd")),
            ("..", None),
            (".hidden", None),
            ("a\nb", None),
            ("", None),
        ] {
            assert_eq!(base_name(given).as_deref(), name, "{given:?}");
        }
    }
}
