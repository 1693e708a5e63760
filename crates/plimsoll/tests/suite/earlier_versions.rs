//! Run files as versions wrote them that were promised to be readable from then on (docs/compatibility.md): `fixtures/VERSION`.

use crate::program::{plimsoll, said, stdout};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::path::Path;

const NAMES: [&str; 4] = ["plain", "capacity", "jobs", "import"];

/// All of 0.2 in a folder.
pub fn unpacked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/fixtures/0.2");
    for name in NAMES {
        let packed = std::fs::File::open(from.join(format!("{name}.run.gz"))).expect("a fixture");
        let mut file = std::fs::File::create(folder.path().join(format!("{name}.run"))).expect("made");
        std::io::copy(&mut GzDecoder::new(packed), &mut file).expect("unpacked");
    }
    folder
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = plimsoll(folder, arguments);
    serde_json::from_str(&stdout(&output))
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", said(&output)))
}

#[test]
fn reports_of_runs_of_0_2_have_what_was_measured() {
    let folder = unpacked();
    // The figures are counts of the file: no later method may give others.
    for (name, steps, requests, facts) in [
        ("plain", 1, 1_767, [("/header/version", "0.2.0"), ("/header/design", "single")]),
        ("capacity", 6, 1_288, [("/header/name", "capacity of a shop"), ("/capacity/result", "found")]),
        ("jobs", 5, 286, [("/experiment/jobs/0/name", "import 1"), ("/telemetry/hosts/1/name", "local")]),
        (
            "import",
            1,
            1_449,
            [("/header/version", "0.2.0"), ("/header/generator/imported/tools/0", "JMeter")],
        ),
    ] {
        let found = json(folder.path(), &["report", &format!("{name}.run"), "--format", "json", "-o", "-"]);
        let run = &found["runs"][0];
        let counted: Vec<u64> = run["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .filter_map(|step| step["requests"].as_u64())
            .collect();
        assert_eq!((counted.len(), counted.iter().sum::<u64>()), (steps, requests), "{name}: {counted:?}");
        for (place, expected) in facts {
            let fact = run.pointer(place).and_then(Value::as_str);
            assert_eq!(fact, Some(expected), "{name}{place}");
        }
    }
}

#[test]
fn every_format_takes_runs_of_0_2() {
    let folder = unpacked();
    for name in NAMES {
        let file = format!("{name}.run");
        let output = plimsoll(
            folder.path(),
            &["report", &file, "--format", "html,md,junit,csv,text,comment", "-o", name],
        );
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        let page = std::fs::read_to_string(folder.path().join(name).join("report.html")).expect("a page");
        assert!(page.contains("</html>"), "{name}");
    }
}

#[test]
fn runs_of_0_2_can_be_compared() {
    let folder = unpacked();
    for (before, after) in [("plain.run", "capacity.run"), ("jobs.run", "import.run")] {
        let found = json(folder.path(), &["compare", before, after, "--format", "json", "-o", "-"]);
        assert_eq!(found["contrasts"][0]["before"]["name"], before, "{found}");
        assert!(!found["contrasts"][0]["configuration"].as_array().expect("a list").is_empty(), "{found}");
    }
}

/// Its rates are arrivals of two requests each: throughput lies above a rate that was not carried.
#[test]
fn rates_at_which_arrivals_fell_behind_are_no_loads_of_a_prediction() {
    let folder = unpacked();
    let found = plimsoll(folder.path(), &["predict", "capacity.run"]);
    assert_eq!(found.status.code(), Some(4), "{}", said(&found));
    let text = stdout(&found);
    assert!(text.contains("valid here: 3") && !text.contains("step 1 (100/s)"), "{text}");
    let explained = stdout(&plimsoll(folder.path(), &["explain", "capacity.run"]));
    assert!(explained.contains("multiplied by 2.00, but throughput only by"), "{explained}");
}
