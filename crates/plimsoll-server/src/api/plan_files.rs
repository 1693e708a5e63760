//! Files of the lab's folder, by the names that people send.

use super::ApiError;
use crate::lab::LabServer;
use crate::library::{LAB_FOLDER, RUN_EXTENSION};
use plimsoll_run::private::{create_private, create_private_folders};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

impl LabServer {
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
