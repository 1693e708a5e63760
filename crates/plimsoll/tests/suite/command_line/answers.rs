//! `plimsoll explain` and `plimsoll predict`, of a table that was imported.

use crate::program::{plimsoll, said, stderr, stdout, write};
use serde_json::Value;
use std::path::Path;

/// Four at a time, each for 20.8 ms.
const LOADS: &str = "threads,throughput,mean response time (ms)\n\
    1,48,20.8\n2,96,20.8\n4,190,21\n6,192,31.2\n8,192,41.6\n12,192,62.5\n";

fn imported() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "loads.csv", LOADS);
    let output = plimsoll(folder.path(), &["import", "loads.csv", "-o", "t.run"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    folder
}

#[track_caller]
fn answer(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = plimsoll(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    stdout(&output)
}

#[test]
fn an_explanation_goes_step_by_step_and_says_what_to_watch() {
    let folder = imported();
    let text = answer(folder.path(), &["explain", "t.run"], 0);
    for part in ["  1. ", "the load was multiplied by", "Not known", "vmstat", "Not watched"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json: Value =
        serde_json::from_str(&answer(folder.path(), &["explain", "t.run", "--format", "json"], 0))
            .expect("JSON");
    let run = &json["runs"][0];
    assert_eq!(run["explanation"]["chain"][0]["about"], "validity", "{json}");
    assert_eq!(
        run["sentences"].as_array().map(Vec::len),
        run["explanation"]["chain"].as_array().map(Vec::len)
    );
    answer(folder.path(), &["explain", "t.run", "--format", "html", "--language", "da", "-o", "why.html"], 0);
    let page = std::fs::read_to_string(folder.path().join("why.html")).expect("a page");
    assert!(page.contains("Hvorfor det er konklusionen"), "{page}");
}

#[test]
fn a_prediction_has_figures_bounds_and_its_own_errors() {
    let folder = imported();
    let text = answer(folder.path(), &["predict", "t.run", "--users", "3,24"], 0);
    for part in ["24 users", "4 served at a time", "predicted from the others", "asymptotic bounds"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let asked = ["predict", "t.run", "--users", "24", "--scale", "station=2", "--format", "json"];
    let json: Value = serde_json::from_str(&answer(folder.path(), &asked, 0)).expect("JSON");
    let predicted = json["prediction"]["points"][0]["throughput_per_s"]["value"].as_f64().expect("a number");
    assert!((predicted / 384.0 - 1.0).abs() < 0.05, "{json}");
}

#[test]
fn what_a_run_does_not_have_is_bad_input() {
    let folder = imported();
    for (arguments, part) in [
        (&["predict", "t.run", "--scale", "pool=2"][..], "no resource `pool` was watched"),
        (&["predict", "t.run", "--scale", "pool"], "is not a name with a number above 0"),
        (&["predict", "t.run", "--users", "0"], "--users"),
        (&["predict", "none.run"], "none.run"),
        (&["explain", "none.run"], "none.run"),
        (&["explain", "t.run", "-o", "loads.csv"], "loads.csv"),
    ] {
        let output = plimsoll(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
}
