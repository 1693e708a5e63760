//! The report for programs.

use crate::runs::{climb, found, limited, rates, searched_in_vain};
use plimsoll_analysis::analyse;
use plimsoll_report::json;
use plimsoll_run::{ErrorKind, Note, NoteKind};
use plimsoll_testkit::synthetic::fail;
use std::collections::BTreeSet;

/// Field names are what other programs rely on; values have their own tests.
#[test]
fn json_fields() {
    let mut made = climb();
    made.notes.push(Note::text(1, NoteKind::Decision, "next"));
    fail(&mut made, 3, 1, ErrorKind::GeneratorResources, "no ports", 1);
    let mut other = limited();
    other.header.variant.name = "other".to_owned();
    let mut paths = BTreeSet::new();
    // Figures across runs are of loads of one kind.
    for runs in
        [vec![made.clone(), other.clone()], vec![made, other, rates(true), found(), searched_in_vain()]]
    {
        let value = serde_json::from_str(&json(&analyse(&runs, &[], 42))).expect("JSON");
        collect(&value, String::new(), &mut paths);
    }
    insta::assert_snapshot!(paths.into_iter().collect::<Vec<_>>().join("\n"));
}

fn collect(value: &serde_json::Value, path: String, paths: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| collect(value, format!("{path}.{name}"), paths));
        }
        serde_json::Value::Array(items) => {
            items.iter().for_each(|item| collect(item, format!("{path}[]"), paths))
        }
        _ => drop(paths.insert(path)),
    }
}
