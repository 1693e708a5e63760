//! Installed programs that tests start.

use crate::skip::skip;
use std::path::PathBuf;

/// On the path, or where Debian has servers; tests without theirs are skipped.
#[track_caller]
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let servers = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    let found = std::env::split_paths(&path).chain(servers).map(|folder| folder.join(name));
    let found = found.into_iter().find(|path| path.exists());
    if found.is_none() {
        skip(name, "it is not installed (`make test` installs it)");
    }
    found
}
