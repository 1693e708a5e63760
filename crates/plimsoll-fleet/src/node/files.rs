//! A plan's files, from the coordinator into a folder: each once, known by its hash.

use super::state::{NodeState, lock};
use crate::connection::request;
use crate::message::{FileOrder, FileRequest, PlanOrder, to_json};
use crate::parcel::hash_of;
use plimsoll_run::private::{create_private, create_private_folders};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// How long a piece may take, and how often it is asked for.
const PIECE: Duration = Duration::from_secs(10);
const TRIES: u32 = 6;

/// The folder that stands for the root of the coordinator's files.
pub fn tree(folder: &Path) -> PathBuf {
    folder.join("tree")
}

/// Gets what is missing; where the plan is now.
pub async fn get(state: &NodeState, order: &PlanOrder, session: &str) -> Result<PathBuf, String> {
    let files = state.options.folder.join("files");
    let tree = tree(&state.options.folder);
    // What an earlier run had under a name is not what this one means by it; contents stay, by their hashes.
    if std::mem::replace(&mut *lock(&state.session), session.to_owned()) != session {
        let _ = std::fs::remove_dir_all(&tree);
    }
    for file in &order.files {
        let content = files.join(&file.hash);
        if !is_plain(&file.hash) || !is_inside(&file.path) {
            return Err(format!("the coordinator names a file that leads out of its folder: {}", file.path));
        }
        if !content.is_file() {
            download(state, file, &content).await?;
        }
        place(&content, &tree.join(&file.path)).map_err(|error| cannot(&file.path, &error))?;
    }
    if !is_inside(&order.plan) {
        return Err(format!("the coordinator names a plan that leads out of its folder: {}", order.plan));
    }
    Ok(tree.join(&order.plan))
}

fn cannot(path: &str, error: &std::io::Error) -> String {
    format!("failed to store {path} at this node: {error}")
}

async fn download(state: &NodeState, file: &FileOrder, content: &Path) -> Result<(), String> {
    let part = content.with_extension("part");
    let made = create_private_folders(content.parent().unwrap_or(Path::new(".")));
    let mut written = made.and_then(|()| create_private(&part)).map_err(|e| cannot(&file.path, &e))?;
    let mut offset = 0;
    while offset < file.bytes {
        let bytes = piece(state, file, offset).await?;
        if bytes.is_empty() {
            return Err(format!("{} became shorter while it was sent", file.path));
        }
        written.write_all(&bytes).map_err(|error| cannot(&file.path, &error))?;
        offset += bytes.len() as u64;
    }
    drop(written);
    match hash_of(&part) {
        Ok(hash) if hash == file.hash => {
            std::fs::rename(&part, content).map_err(|error| cannot(&file.path, &error))
        }
        Ok(_) => Err(format!("{} changed while it was sent", file.path)),
        Err(error) => Err(cannot(&file.path, &error)),
    }
}

async fn piece(state: &NodeState, file: &FileOrder, offset: u64) -> Result<Vec<u8>, String> {
    let wanted = to_json(&FileRequest { hash: file.hash.clone(), offset });
    let mut why = String::new();
    for _ in 0..TRIES {
        match request(&state.client, state.subjects.file(), wanted.clone(), PIECE).await {
            Ok(answer) => return Ok(answer.payload.to_vec()),
            Err(error) => why = error,
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Err(format!("{} did not come from the coordinator: {why}", file.path))
}

/// The content under the name that the plan has for it.
fn place(content: &Path, at: &Path) -> std::io::Result<()> {
    create_private_folders(at.parent().unwrap_or(Path::new(".")))?;
    match std::fs::remove_file(at) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::hard_link(content, at).or_else(|_| std::fs::copy(content, at).map(drop))
}

fn is_plain(hash: &str) -> bool {
    hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_inside(path: &str) -> bool {
    !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}
