//! Plans that nobody here wrote: every plan of the corpora through `check`.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of real plans beside the project; the tests say so where it is absent.
fn corpora() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/jmx");
    if !folder.is_dir() {
        eprintln!("skipped: the folder of real plans is not here");
    }
    folder.is_dir().then_some(folder)
}

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
    let Some(folder) = corpora() else { return };
    let plans = plans(&folder);
    assert!(plans.len() >= 300, "{} plans", plans.len());
    for path in plans {
        let output = Command::new(env!("CARGO_BIN_EXE_plimsoll")).arg("check").arg(&path).output();
        let output = output.expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}: {said}", path.display());
        let silent = output.stdout.is_empty() && output.stderr.is_empty();
        assert!(!silent, "{} was refused without a word", path.display());
    }
}
