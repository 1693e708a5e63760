//! Where another machine's files are on this one: a node of a fleet has those of the coordinator under a folder of its own, and
//! the plan names them as they are called there.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// From now on absolute names are looked for under `root` first; once for each process.
pub fn place_under(root: &Path) {
    let _ = ROOT.set(root.to_owned());
}

/// The file that is meant by this name here.
pub fn placed(path: &Path) -> Cow<'_, Path> {
    under(ROOT.get().map(PathBuf::as_path), path)
}

fn under<'a>(root: Option<&Path>, path: &'a Path) -> Cow<'a, Path> {
    let (Some(root), Ok(rest)) = (root, path.strip_prefix("/")) else { return Cow::Borrowed(path) };
    let place = root.join(rest);
    match !path.starts_with(root) && place.exists() {
        true => Cow::Owned(place),
        false => Cow::Borrowed(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_names_are_those_of_the_other_machine_where_it_has_them() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("etc")).expect("a folder");
        std::fs::write(root.path().join("etc/hosts"), "").expect("written");
        let found = |path: &str| under(Some(root.path()), Path::new(path)).into_owned();
        assert_eq!(found("/etc/hosts"), root.path().join("etc/hosts"));
        assert_eq!(found("/etc/passwd"), Path::new("/etc/passwd"), "it did not come along");
        assert_eq!(found("etc/hosts"), Path::new("etc/hosts"));
        let inside = root.path().join("etc/hosts");
        assert_eq!(under(Some(root.path()), &inside), inside);
        assert_eq!(under(None, &inside), inside);
    }
}
