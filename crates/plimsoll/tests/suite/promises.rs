//! What docs/security.md promises is held by tests that there are.

use plimsoll_testkit::files::files;
use std::collections::BTreeSet;
use std::path::Path;

/// The names of the tests in a source.
pub fn tests_in(source: &str) -> impl Iterator<Item = &str> {
    source.match_indices("#[test]").filter_map(|(at, _)| {
        let (_, rest) = source[at..].split_once("fn ")?;
        rest.split('(').next()
    })
}

#[test]
fn every_test_that_the_security_page_names_is_there() {
    every_test_is_there("docs/security.md", 15);
}

#[test]
fn every_test_that_the_first_story_names_is_there() {
    every_test_is_there("docs/authoring.md", 2);
}

fn every_test_is_there(page: &str, more_than: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join(page)).expect("the page");
    let mut tests = BTreeSet::new();
    for file in files(&root.join("crates"), "rs") {
        let text = std::fs::read_to_string(file).expect("a source");
        tests.extend(tests_in(&text).map(str::to_owned));
    }
    let quoted = page.split('`').skip(1).step_by(2);
    let named: Vec<&str> =
        quoted.filter(|word| word.matches('_').count() >= 3 && !word.contains(['(', ' ', '/'])).collect();
    assert!(named.len() > more_than, "{named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !tests.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
