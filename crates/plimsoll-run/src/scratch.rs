//! Folders below the system's folder for temporary files that are gone when their process is, however that ended.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const PREFIX: &str = "plimsoll-";
/// Locked for as long as the process lives; a kill unlocks it, too.
const LOCK: &str = "in-use";
/// Most folders of others that one start looks at.
const LOOKED_AT_MAX: usize = 10_000;

/// A folder of this process's own, removed with the value. What a process that was killed has left of such folders is removed when
/// the next one is made.
#[derive(Debug)]
pub struct ScratchFolder {
    // Dropped in this order: some systems remove no folder with a file that is open.
    lock: Option<File>,
    folder: TempDir,
}

impl ScratchFolder {
    /// `purpose` is a part of its name.
    pub fn new(purpose: &str) -> io::Result<ScratchFolder> {
        ScratchFolder::new_in(&std::env::temp_dir(), purpose)
    }

    fn new_in(place: &Path, purpose: &str) -> io::Result<ScratchFolder> {
        remove_left(place);
        let folder = tempfile::Builder::new().prefix(&format!("{PREFIX}{purpose}-")).tempdir_in(place)?;
        // Locked before it has its name: no other process finds it without an owner.
        let (unnamed, named) = (folder.path().join("new"), folder.path().join(LOCK));
        let lock = crate::private::create_private(&unnamed)?;
        // A file system without locks has no folders that are removed later.
        let lock = lock.try_lock().is_ok().then_some(lock);
        match lock {
            Some(_) => std::fs::rename(unnamed, named)?,
            None => std::fs::remove_file(unnamed)?,
        }
        Ok(ScratchFolder { lock, folder })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        self.lock.take();
    }
}

/// Folders whose process is gone. What can't be removed stays: it is in nobody's way.
fn remove_left(place: &Path) {
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for folder in ours.take(LOOKED_AT_MAX).map(|entry| entry.path()).filter(|path| is_own(path)) {
        if let Some(_lock) = lock_of_nobody(&folder) {
            remove(&folder);
        }
    }
}

/// Its lock goes last: what is left when this is interrupted is found again.
fn remove(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name() != LOCK) {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let removed = if is_folder {
            std::fs::remove_dir_all(entry.path())
        } else {
            std::fs::remove_file(entry.path())
        };
        if removed.is_err() {
            return;
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}

fn lock_of_nobody(folder: &Path) -> Option<File> {
    let path: PathBuf = folder.join(LOCK);
    if !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return None;
    }
    let lock = File::options().read(true).write(true).open(path).ok()?;
    match lock.try_lock() {
        Ok(()) => Some(lock),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
    }
}

/// A folder and no link to one, made by the user of this process: others may write to the place, too.
fn is_own(path: &Path) -> bool {
    let Ok(found) = path.symlink_metadata() else { return false };
    #[cfg(unix)]
    let is_ours = std::os::unix::fs::MetadataExt::uid(&found) == rustix::process::geteuid().as_raw();
    #[cfg(not(unix))]
    let is_ours = true;
    found.is_dir() && is_ours
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(place: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(place).expect("a folder").flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_a_process_that_is_gone_has_left_is_removed_and_what_others_use_is_not() {
        let place = tempfile::tempdir().expect("a folder");
        let used = ScratchFolder::new_in(place.path(), "used").expect("made");
        std::fs::write(used.path().join("results"), "x").expect("written");
        let left = place.path().join("plimsoll-left-x");
        std::fs::create_dir(&left).expect("made");
        std::fs::write(left.join("results"), "x").expect("written");
        for name in ["plimsoll-without-lock", "another"] {
            std::fs::create_dir(place.path().join(name)).expect("made");
        }
        std::fs::write(place.path().join("another").join(LOCK), "").expect("written");
        std::fs::write(left.join(LOCK), "").expect("written");
        drop(ScratchFolder::new_in(place.path(), "next").expect("made"));
        assert!(!left.exists() && used.path().join("results").exists());
        drop(used);
        let mut rest = names(place.path());
        rest.sort_unstable();
        assert_eq!(rest, ["another", "plimsoll-without-lock"]);
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_to_what_is_removed() {
        let (place, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        std::fs::write(other.path().join(LOCK), "").expect("written");
        std::os::unix::fs::symlink(other.path(), place.path().join("plimsoll-link")).expect("linked");
        drop(ScratchFolder::new_in(place.path(), "next").expect("made"));
        assert!(other.path().join(LOCK).exists());
    }
}
