//! Plans that nobody here wrote: every plan of the corpora through `check`.

use crate::program::plimsoll;
use plimsoll_testkit::corpora::corpora;
use plimsoll_testkit::files::files;
use std::path::Path;

#[test]
fn every_plan_of_the_corpora_is_checked_without_a_crash() {
    let Some(folder) = corpora("jmx") else { return };
    let plans = files(&folder, "jmx");
    assert!(plans.len() >= 300, "{} plans", plans.len());
    for path in plans {
        let output = plimsoll(Path::new("."), &["check", &path.display().to_string()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}: {said}", path.display());
        let silent = output.stdout.is_empty() && output.stderr.is_empty();
        assert!(!silent, "{} was refused without a word", path.display());
    }
}
