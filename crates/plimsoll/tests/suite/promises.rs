//! What docs/security.md promises is held by tests that there are.

use plimsoll_testkit::files::files;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_test_that_the_security_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/security.md")).expect("the page");
    let mut tests = BTreeSet::new();
    for file in files(&root.join("crates"), "rs") {
        let text = std::fs::read_to_string(file).expect("a source");
        for (at, _) in text.match_indices("#[test]") {
            let name = text[at..].split_once("fn ").map(|(_, rest)| rest);
            tests.extend(name.and_then(|rest| rest.split('(').next()).map(str::to_owned));
        }
    }
    let quoted = page.split('`').skip(1).step_by(2);
    let named: Vec<&str> =
        quoted.filter(|word| word.matches('_').count() >= 3 && !word.contains(['(', ' ', '/'])).collect();
    assert!(named.len() > 15, "{named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !tests.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
