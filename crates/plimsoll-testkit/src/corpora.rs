//! Real files that nobody of this project wrote. They are no part of it: they lie in `../shared/corpora` from its root, or
//! where `PLIMSOLL_CORPORA` says.

use crate::skip::skip;
use std::path::{Path, PathBuf};

/// A folder of them; a test without it is skipped.
#[track_caller]
pub fn corpora(name: &str) -> Option<PathBuf> {
    let next_to = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let folder = std::env::var_os("PLIMSOLL_CORPORA").map_or_else(next_to, PathBuf::from).join(name);
    if !folder.is_dir() {
        skip("corpora", &format!("{} is not there", folder.display()));
        return None;
    }
    Some(folder)
}
