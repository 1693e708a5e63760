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

/// One file of them: each is a test of its own, so that they run beside each other.
fn in_chromium(file: &str) {
    let Some(ui) = ui() else { return };
    if program("chromium").is_none() {
        return;
    }
    let output = Command::new("node")
        .arg("--test")
        .arg(format!("tests/{file}.test.mjs"))
        .current_dir(&ui)
        .env("PLIMSOLL", PLIMSOLL)
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains("# pass 0\n") && said.contains("# fail 0\n"), "{said}");
}

macro_rules! in_chromium {
    ($($test:ident: $file:literal;)+) => {
        const FILES: &[&str] = &[$($file),+];
        $(#[test]
        fn $test() {
            in_chromium($file);
        })+
    };
}

in_chromium! {
    every_page_in_every_language_and_theme: "everywhere";
    people_search_and_sort_the_library: "library";
    people_log_in_at_a_provider: "oidc";
    people_have_roles: "people";
    people_follow_a_run_and_steer_it: "run";
    a_live_page_keeps_its_figures: "series";
    people_start_tests: "start";
}

#[test]
fn every_test_of_the_pages_is_run() {
    let Some(ui) = ui() else { return };
    let files = std::fs::read_dir(ui.join("tests")).expect("the tests").flatten();
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".test.mjs").map(str::to_owned)).collect();
    found.sort();
    assert_eq!(found, FILES);
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
