//! A run file that is not whole yet.

use crate::error::ImportError;
use std::path::{Path, PathBuf};

/// The run file under a name of its own until it is whole; removed when it never is.
pub struct Partial {
    pub path: PathBuf,
    done: bool,
}

impl Partial {
    pub fn next_to(output: &Path) -> Partial {
        let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let path = output.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        Partial { path, done: false }
    }

    pub fn rename(mut self, output: &Path) -> Result<(), ImportError> {
        // A link fails where a rename would overwrite.
        let linked = std::fs::hard_link(&self.path, output);
        let done = match linked {
            Ok(()) => std::fs::remove_file(&self.path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(ImportError::Exists(output.to_owned()));
            }
            // Not every file system has links.
            Err(_) if !output.exists() => std::fs::rename(&self.path, output),
            Err(error) => Err(error),
        };
        self.done = done.is_ok();
        done.map_err(|source| ImportError::Write { path: output.to_owned(), source })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        for ending in ["", "-wal", "-shm"] {
            let mut path = self.path.clone().into_os_string();
            path.push(ending);
            // What is not there can't be removed; what can't be removed changes nothing.
            let _ = std::fs::remove_file(path);
        }
    }
}
