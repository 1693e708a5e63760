//! Tests that can't take place here: they say so, are counted as skipped and named by `tests/run.sh`, and fail in CI.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fs::OpenOptions;
use std::io::Write;

/// A file to which every skipped test adds a line; `tests/run.sh` reads it.
const LIST: &str = "PLIMSOLL_TEST_SKIPPED";
/// What may be missing in CI, with commas between.
const WITHOUT: &str = "PLIMSOLL_TEST_WITHOUT";

/// The test that calls it can't take place, or a part of it can't: `missing` is not here. The test has to return; in CI it
/// fails instead.
#[track_caller]
pub fn skip(missing: &str, why: &str) {
    let is_ci = std::env::var("CI").is_ok_and(|ci| !ci.is_empty() && ci != "false" && ci != "0");
    assert!(!is_ci || may_be_missing(missing), "can't take place without {missing}: {why}");
    eprintln!("skipped: {missing}: {why}");
    if let Some(list) = std::env::var_os(LIST) {
        let line = format!("{}\t{missing}: {why}\n", name().replace('\t', " "));
        let file = OpenOptions::new().create(true).append(true).open(list);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("the list of skipped tests is writable");
    }
}

fn may_be_missing(what: &str) -> bool {
    std::env::var(WITHOUT).is_ok_and(|list| list.split(',').any(|part| part.trim() == what))
}

/// The test program, its crate and the test: libtest names the thread of a test after it.
fn name() -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let thread = std::thread::current();
    format!("{program}\t{package}\t{}", thread.name().unwrap_or("?"))
}
