//! Damaged plans: whatever the bytes, there is an answer and no panic.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use plimsoll_formats::{Properties, read_plan, read_yaml, write_yaml};
use proptest::prelude::*;
use std::path::Path;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// One way of damaging a file.
#[derive(Clone, Debug)]
enum Damage {
    Cut(prop::sample::Index),
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, String),
    Repeat(prop::sample::Index, prop::sample::Index),
    Remove(prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    let pieces = prop::sample::select(vec![
        "${__P(",
        "${",
        "}",
        "<",
        ">",
        "&",
        "&#1;",
        "</hashTree>",
        "<hashTree>",
        "\\",
        "\"",
        "- ",
        ": ",
        "\t",
        "[",
        "{",
        "*a",
        "&a ",
        "é",
        "-1",
        "99999999999999999999",
    ]);
    prop_oneof![
        1 => at().prop_map(Damage::Cut),
        4 => (at(), any::<u8>()).prop_map(|(i, b)| Damage::Replace(i, b)),
        4 => (at(), pieces).prop_map(|(i, s)| Damage::Insert(i, s.to_owned())),
        2 => (at(), at()).prop_map(|(i, j)| Damage::Repeat(i, j)),
        2 => (at(), at()).prop_map(|(i, j)| Damage::Remove(i, j)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let range = |i: &prop::sample::Index, j: &prop::sample::Index| {
        let (i, j) = (i.index(bytes.len()), j.index(bytes.len()));
        i.min(j)..i.max(j)
    };
    match damage {
        Damage::Cut(i) => bytes.truncate(i.index(bytes.len())),
        Damage::Replace(i, byte) => {
            let at = i.index(bytes.len());
            bytes[at] = *byte;
        }
        Damage::Insert(i, text) => {
            let at = i.index(bytes.len());
            bytes.splice(at..at, text.bytes());
        }
        Damage::Repeat(i, j) => {
            let piece = bytes[range(i, j)].to_vec();
            let at = i.index(bytes.len());
            bytes.splice(at..at, piece);
        }
        Damage::Remove(i, j) => drop(bytes.drain(range(i, j))),
    }
}

fn fixtures() -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(FIXTURES).unwrap().map(|entry| entry.unwrap().path());
    let mut fixtures: Vec<_> = files
        .filter(|path| {
            path.extension().is_some_and(|e| e == "jmx" || e == "yaml" || e == "json" || e == "har")
        })
        .map(|path| (path.extension().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap()))
        .collect();
    fixtures.sort();
    fixtures
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_plans_never_panic_and_what_is_read_survives_yaml(
        fixture in prop::sample::select(fixtures()),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let (extension, mut bytes) = fixture;
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        let folder = tempfile::tempdir().unwrap();
        for file in ["users.csv", "tabs.csv"] {
            std::fs::write(folder.path().join(file), "a\n1\n").unwrap();
        }
        let path = folder.path().join("plan").with_extension(extension);
        std::fs::write(&path, bytes).unwrap();
        // A damaged file may be of no known format.
        let reading = read_plan(&path, &Properties::new());
        if let Some(plan) = reading.ok().and_then(|reading| reading.plan) {
            let text = write_yaml(&plan);
            let again = read_yaml("again.yaml", &text, Path::new(""), &Properties::new());
            prop_assert_eq!(again.plan.as_ref(), Some(&plan), "{:?}\n{}", again.diagnostics, text);
        }
    }
}

/// The values of a document, in the order in which they are met.
fn values<'a>(value: &'a mut serde_json::Value, wanted: &mut usize) -> Option<&'a mut serde_json::Value> {
    if *wanted == 0 {
        return Some(value);
    }
    *wanted -= 1;
    match value {
        serde_json::Value::Array(items) => items.iter_mut().find_map(|item| values(item, wanted)),
        serde_json::Value::Object(entries) => entries.iter_mut().find_map(|(_, item)| values(item, wanted)),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn documents_with_other_values_never_panic_and_what_is_read_survives_yaml(
        fixture in any::<prop::sample::Index>(),
        changes in prop::collection::vec((0_usize..600, prop::sample::select(vec![
            "null", "true", "-1", "1e300", "[]", "{}", "[1, \"x\"]", "\"\"", "\"{{x}}\"", "\"{{__P(a)}}{{}}\"",
            "\"${__P(\"", "\"${x} \\\\ ${__UUID}\"", "\"http://[\"", "\"http://a:b/{c}?d#e\"", "\"é\\u0000\\n: \"",
            "{\"$ref\": \"#/definitions/Ship\"}", "{\"$ref\": \"#\"}", "\"2026-13-99T99:99Z\"", "\"/{a}/:b\"",
        ])), 1..8),
    ) {
        let mut documents = fixtures();
        documents.retain(|(extension, _)| extension != "jmx" && extension != "yaml");
        let (extension, bytes) = &documents[fixture.index(documents.len())];
        let mut tree: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        for (mut at, text) in changes {
            if let Some(value) = values(&mut tree, &mut at) {
                *value = serde_json::from_str(text).unwrap();
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan").with_extension(extension);
        std::fs::write(&path, tree.to_string()).unwrap();
        let reading = read_plan(&path, &Properties::new());
        if let Some(plan) = reading.ok().and_then(|reading| reading.plan) {
            let text = write_yaml(&plan);
            let again = read_yaml("again.yaml", &text, folder.path(), &Properties::new());
            prop_assert_eq!(again.plan.as_ref(), Some(&plan), "{:?}\n{}", again.diagnostics, text);
        }
    }
}
