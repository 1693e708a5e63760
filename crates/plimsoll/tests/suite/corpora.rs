//! Plans that nobody here wrote: every plan of the corpora through `check`.

use crate::program::plimsoll;
use plimsoll_testkit::corpora::corpora;
use std::path::{Path, PathBuf};

fn plans(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(plans(&path));
        } else if path.extension().is_some_and(|e| e == "jmx") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_plan_of_the_corpora_is_checked_without_a_crash() {
    let Some(folder) = corpora("jmx") else { return };
    let plans = plans(&folder);
    assert!(plans.len() >= 300, "{} plans", plans.len());
    for path in plans {
        let output = plimsoll(Path::new("."), &["check", &path.display().to_string()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}: {said}", path.display());
        let silent = output.stdout.is_empty() && output.stderr.is_empty();
        assert!(!silent, "{} was refused without a word", path.display());
    }
}
