//! What calls carry, and the use that is expected.

use crate::experiment::bench::Bench;
use crate::program::said;
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::net::SocketAddr;

const PLAN: &str = "plan: p\nscenarios:\n  - arrivals: {rate: 10/s, hold: 2 s}\n    steps:\n      - get: http://SINK/\n        label: register\n      - get: http://SINK/\n        label: other\n";

#[test]
fn calls_and_what_they_carry_are_both_reported() {
    retry_if_stalled(|| {
        let target = Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Ok).expect("a port");
        let bench = Bench::new(&PLAN.replace("SINK", &target.address().to_string()));
        let study = "study: s\nplan: p.yaml\nrates: 10/s\nstep: 3 s\nreport: {formats: [json, html]}\n\
        units: {registrations: 500, entries: {per_call: 2, of: register}}\n\
        project: {expected: 18000000/h, units: registrations, per: {municipality: 98}}\n";
        let output = bench.run(study);
        let run = bench.opened("run.run");
        assert_eq!(run.header.expected_per_s, Some(10.0), "{}", said(&output));
        let expected = run.header.expected.expect("an expected use");
        assert_eq!((expected.per_s, expected.unit.as_deref()), (5_000.0, Some("registrations")));
        assert_eq!(expected.shared_by, [("municipality".to_owned(), 98.0)]);
        let text = std::fs::read_to_string(bench.path("out/report.json")).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let found = report.pointer("/analysis/runs/0/experiment").or(report.pointer("/runs/0/experiment"));
        let found = found.expect("an experiment");
        let number =
            |pointer: &str| found.pointer(pointer).and_then(serde_json::Value::as_f64).expect(pointer);
        let calls = number("/units/0/calls_per_s");
        assert!((calls - 20.0).abs() < 3.0, "{found}");
        assert!((number("/units/0/per_s") - 500.0 * calls).abs() < 1e-6, "{found}");
        assert!((number("/units/1/per_s") - 2.0 * number("/units/1/calls_per_s")).abs() < 1e-6, "{found}");
        assert!((number("/units/1/calls_per_s") - calls / 2.0).abs() < 1.0, "{found}");
        let page = std::fs::read_to_string(bench.path("out/report.html")).expect("a report");
        assert!(page.contains("registrations"), "{}", said(&output));
    });
}

#[test]
fn mistakes_in_units_are_reported_with_their_lines() {
    let bench = Bench::new(PLAN);
    for (study, part) in [
        ("units: {registrations: many}\n", "s.yaml:3: units: `many` is not a number above 0"),
        ("units: 500\n", "expected names and numbers"),
        (
            "project: {expected: 5/h, units: letters}\n",
            "s.yaml:3: units: the study has no `units` called `letters`",
        ),
        (
            "project: {expected: 5/h, per: {town: none}}\n",
            "s.yaml:3: per: `none` is not a number of 1 or more",
        ),
        ("units: {a: {per_call: 5, off: x}}\n", "unknown key `off`"),
    ] {
        let output = bench.run(&format!("study: s\nplan: p.yaml\n{study}"));
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(part), "{part:?} is not in:\n{}", said(&output));
    }
}
