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
        remove_left(output, &name);
        let path = output.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        Partial { path, done: false }
    }

    /// What has the name of a run file is on the disk: a crash of the machine leaves the whole of it, or none.
    pub fn rename(mut self, output: &Path) -> Result<(), ImportError> {
        let failed = |source| ImportError::Write { path: output.to_owned(), source };
        // Some systems let only a writer say that.
        let file = std::fs::File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all()).map_err(failed)?;
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
        done.map_err(failed)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        remove(&self.path);
    }
}

fn remove(partial: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut path = partial.to_owned().into_os_string();
        path.push(ending);
        // What is not there can't be removed; what can't be removed changes nothing.
        let _ = std::fs::remove_file(path);
    }
}

/// What imports to the same file have left that were killed: their processes are gone.
fn remove_left(output: &Path, name: &str) {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let found = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let process = found.strip_prefix(&format!(".{name}.")).and_then(|rest| rest.strip_suffix(".partial"));
        let Some(process) = process.and_then(|number| number.parse::<u32>().ok()) else { continue };
        if !Path::new("/proc").join(process.to_string()).exists() {
            remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_import_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        // No process has so high a number.
        let gone = [".a.run.4200000000.partial", ".a.run.4200000000.partial-wal"];
        let alive = format!(".a.run.{}.partial", std::process::id());
        let others =
            [alive.as_str(), ".b.run.4200000000.partial", ".a.run.x.partial", "a.run.4200000000.partial"];
        for name in gone.iter().chain(&others[1..]) {
            std::fs::write(at(name), "x").expect("written");
        }
        let partial = Partial::next_to(&at("a.run"));
        std::fs::write(&partial.path, "x").expect("written");
        assert!(gone.iter().all(|name| !at(name).exists()));
        assert!(others.iter().all(|name| at(name).exists()), "{others:?}");
    }
}
