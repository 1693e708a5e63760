//! Run files of released versions are read by this one: docs/compatibility.md promises it.

use crate::program::{plimsoll, stderr, stdout};
use serde_json::Value;
use std::path::Path;

/// Of 0.2.0: a capacity search by rate, and the demo's climb with what was watched.
const FILES: [&str; 2] = ["rate-0.2.0.run", "demo-0.2.0.run"];

#[test]
fn run_files_of_earlier_versions_are_read() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/run-files");
    for name in FILES {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::copy(fixtures.join(name), folder.path().join(name)).expect("the fixture");
        let output = plimsoll(folder.path(), &["report", name, "--format", "json", "-o", "-"]);
        assert!(matches!(output.status.code(), Some(0 | 3 | 4)), "{name}: {}", stderr(&output));
        let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        let run = &report["runs"][0];
        assert_eq!(run["header"]["version"], "0.2.0", "{name}");
        let steps = run["steps"].as_array().expect("steps");
        assert!(!steps.is_empty(), "{name}");
        for step in steps {
            assert!(step["throughput_per_s"]["value"].as_f64() > Some(0.0), "{name}: {step}");
        }
        let page = plimsoll(folder.path(), &["report", name, "-o", "report.html"]);
        assert!(folder.path().join("report.html").exists(), "{}", stderr(&page));
    }
}
