//! OTLP to a real OpenTelemetry Collector, which prints what it took.

use super::run_file::{PATIENCE, RunFile, STEP_S, send};
use super::server::{self, Server, eventually};
use plimsoll_testkit::skip::skip;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Built by tests/install-collector.sh.
fn program() -> Option<PathBuf> {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/test-tools/collector/collector");
    let path =
        std::env::var_os("PLIMSOLL_TEST_COLLECTOR").map_or_else(|| PathBuf::from(built), PathBuf::from);
    if path.exists() {
        return Some(path);
    }
    skip("otel-collector", "it is not built (`make test-real` does)");
    None
}

fn collector() -> Option<Server> {
    let program = program()?;
    Some(server::start(&program, |folder, port| {
        let config = folder.join("collector.yaml");
        let text = format!(
            "receivers: {{otlp: {{protocols: {{http: {{endpoint: \"127.0.0.1:{port}\"}}}}}}}}\n\
             exporters: {{debug: {{verbosity: detailed, use_internal_logger: false}}}}\n\
             service:\n  telemetry: {{metrics: {{level: none}}}}\n  pipelines: {{metrics: {{receivers: [otlp], exporters: [debug]}}}}\n"
        );
        std::fs::write(&config, text).expect("written");
        [format!("--config=file:{}", config.display())].to_vec()
    }))
}

/// The last value or count of each series that it printed, by metric and attributes.
fn series(printed: &str) -> BTreeMap<(String, String), f64> {
    let mut found = BTreeMap::new();
    let (mut metric, mut attributes) = (String::new(), String::new());
    for line in printed.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("-> Name: ") {
            metric = name.to_owned();
        } else if line.starts_with("Data point attributes:") {
            attributes.clear();
        } else if let Some(attribute) = line.strip_prefix("-> ").filter(|text| text.contains(": Str(")) {
            attributes.push_str(attribute);
            attributes.push('\n');
        } else if let Some(value) = line.strip_prefix("Value: ").or_else(|| line.strip_prefix("Count: ")) {
            found.insert((metric.clone(), attributes.clone()), value.parse().expect("a number"));
        }
    }
    found
}

fn total(printed: &str, metric: &str, attribute: &str) -> f64 {
    let all = series(printed);
    let of_metric = all.iter().filter(|((name, labels), _)| name == metric && labels.contains(attribute));
    of_metric.map(|(_, value)| value).sum()
}

#[test]
#[ignore = "the collector is built by `make test-real`"]
fn a_run_is_there_whole_in_both_forms_of_histograms() {
    for (histograms, kind) in [("exponential", "ExponentialHistogram"), ("explicit", "Histogram")] {
        let Some(server) = collector() else { return };
        let file = RunFile::whole();
        let url = format!("otlp+http://127.0.0.1:{}?histograms={histograms}", server.port);
        let exported = send(&file.path, &url, false, PATIENCE);
        assert!(exported.is_whole(), "{exported:?}");
        assert_eq!(exported.seconds, u64::from(2 * STEP_S));
        let requests = || total(&server.read("stdout"), "plimsoll.requests", "team: Str(lab)");
        eventually("all requests are printed", || requests() == file.sums.requests as f64);
        let printed = server.read("stdout");
        let is = |metric, attribute, expected: u64| {
            assert_eq!(total(&printed, metric, attribute), expected as f64, "{metric} {attribute}");
        };
        is("plimsoll.errors", "", file.sums.errors);
        is("plimsoll.errors", "error: Str(status)", file.sums.status_errors);
        is("plimsoll.response_time", "", file.sums.response.count());
        is("plimsoll.arrivals.started", "scenario: Str(checkout)", file.sums.arrivals);
        assert!(printed.contains(&format!("-> DataType: {kind}\n")), "{kind}");
        assert!(printed.contains("-> AggregationTemporality: Cumulative"));
    }
}
