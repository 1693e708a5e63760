//! The pages in a real browser, by the tests in `ui/tests`; and that the pages in the program are what their sources give.

use crate::program::PLIMSOLL;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};
use std::process::Command;

/// With Node and what `npm ci` installs there.
fn ui() -> Option<PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui");
    program("node")?;
    if !ui.join("node_modules/esbuild").is_dir() {
        skip("ui/node_modules", "`npm ci` in ui installs what the pages are built and tested with");
        return None;
    }
    Some(ui)
}

#[test]
fn people_use_the_pages_in_chromium() {
    let Some(ui) = ui() else { return };
    if program("chromium").is_none() {
        return;
    }
    let files = std::fs::read_dir(ui.join("tests")).expect("the tests").flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    assert!(tests.len() >= 4, "{tests:?}");
    let output = Command::new("node")
        .args(["--test", "--test-concurrency=1"])
        .args(tests)
        .current_dir(&ui)
        .env("PLIMSOLL", PLIMSOLL)
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains("# pass 0\n") && said.contains("# fail 0\n"), "{said}");
}

#[test]
fn the_program_holds_the_pages_that_their_sources_give() {
    let Some(ui) = ui() else { return };
    let built = tempfile::tempdir().expect("a folder");
    let output = Command::new("node")
        .arg("build.mjs")
        .arg(built.path())
        .current_dir(&ui)
        .output()
        .expect("node starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["index.html", "app.js", "app.css"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).expect("it is there");
        assert!(read(built.path()) == read(&ui.join("dist")), "ui/dist/{name} is not what `make ui` gives");
    }
}
