//! Remote write to a real Prometheus: what it says of a run is what the run file holds.

use super::dashboards::queries;
use super::run_file::{NAME, PATIENCE, RunFile, STEP_S, send};
use super::server::{self, Server, eventually};
use plimsoll_testkit::programs::program;
use serde_json::Value;
use std::time::Duration;

fn prometheus() -> Option<Server> {
    let program = program("prometheus")?;
    let server = server::start(&program, |folder, port| {
        let config = folder.join("prometheus.yml");
        std::fs::write(&config, "global: {scrape_interval: 1h}\n").expect("written");
        [
            format!("--config.file={}", config.display()),
            format!("--storage.tsdb.path={}", folder.join("data").display()),
            format!("--web.listen-address=127.0.0.1:{port}"),
            "--web.enable-remote-write-receiver".to_owned(),
            "--enable-feature=native-histograms".to_owned(),
        ]
        .to_vec()
    });
    eventually("Prometheus is ready", || ureq::get(server.url("/-/ready")).call().is_ok());
    Some(server)
}

/// What a query answers at a time.
fn results(server: &Server, query: &str, at_s: i64) -> Vec<Value> {
    let request =
        ureq::get(server.url("/api/v1/query")).query("query", query).query("time", at_s.to_string());
    let mut answer = request.call().unwrap_or_else(|error| panic!("{query}: {error}"));
    let answer: Value = answer.body_mut().read_json().expect("JSON");
    answer["data"]["result"].as_array().expect("a vector").clone()
}

/// Where it is one value, or none.
fn ask(server: &Server, query: &str, at_s: i64) -> Option<f64> {
    let results = results(server, query, at_s);
    assert!(results.len() <= 1, "{query}: {results:?}");
    results.first().and_then(|result| result["value"][1].as_str()?.parse().ok())
}

fn check(server: &Server, file: &RunFile, at_s: i64) {
    let is = |query: &str, expected: u64| {
        assert_eq!(ask(server, query, at_s), Some(expected as f64), "{query}");
    };
    is("sum(plimsoll_requests_total{team=\"lab\",commit=\"a1b2c3\",study=\"shop\"})", file.sums.requests);
    is("sum(plimsoll_errors_total)", file.sums.errors);
    is("sum(plimsoll_errors_total{error=\"status\"})", file.sums.status_errors);
    is("sum(plimsoll_arrivals_started_total{scenario=\"checkout\"})", file.sums.arrivals);
    is("count(count by (step) (plimsoll_requests_total))", 2);
    let name = NAME.replace('\\', "\\\\").replace('"', "\\\"");
    is(&format!("count(plimsoll_requests_total{{transaction=\"{name}\"}})"), 2);
    is("sum(histogram_count(plimsoll_response_time_seconds))", file.sums.response.count());
    let near = |query: &str, expected: f64, off: f64| {
        let value = ask(server, query, at_s).unwrap_or_else(|| panic!("no answer to {query}"));
        assert!((value / expected - 1.0).abs() < off, "{query}: {value}, expected {expected}");
    };
    let mean_s = file.sums.response.mean_us().expect("values") / 1e6;
    near(
        "sum(histogram_sum(plimsoll_response_time_seconds))",
        mean_s * file.sums.response.count() as f64,
        1e-6,
    );
    for (quantile, text) in [(0.5, "0.5"), (0.95, "0.95"), (0.99, "0.99")] {
        let query = format!("histogram_quantile({text}, sum(plimsoll_response_time_seconds))");
        near(&query, file.sums.response.quantile_us(quantile).expect("values") as f64 / 1e6, 0.023);
    }
}

/// Each query of the dashboard shows something in the middle of the run.
fn check_dashboard(server: &Server, dashboard: &str, file: &RunFile) {
    for query in queries(dashboard) {
        let answers = results(server, &query, file.end_s() - i64::from(STEP_S / 2));
        assert!(!answers.is_empty(), "{dashboard}: nothing to see of {query}");
        assert!(
            !answers.iter().any(|answer| answer["value"][1] == "NaN"),
            "{dashboard}: {query}: {answers:?}"
        );
    }
}

#[test]
fn a_finished_run_is_there_whole() {
    let Some(server) = prometheus() else { return };
    let file = RunFile::whole();
    let url = format!("prometheus+http://127.0.0.1:{}", server.port);
    let exported = send(&file.path, &url, false, PATIENCE);
    assert!(exported.is_whole(), "{exported:?}");
    assert_eq!(exported.seconds, u64::from(2 * STEP_S));
    check(&server, &file, file.end_s());
    // Counters begin at 0, so that what came before their first sample is no riddle.
    let first_s = file.started_unix_us / 1_000_000 + 1;
    assert_eq!(ask(&server, "sum(plimsoll_requests_total)", first_s), Some(0.0));
    // Users are there while there are some.
    let users = |second: u32| ask(&server, "plimsoll_users", first_s + i64::from(second));
    assert_eq!((users(STEP_S / 2), users(STEP_S + STEP_S / 2)), (Some(5.0), Some(10.0)));
    assert_eq!(users(2 * STEP_S + 5), None);
    assert_eq!(ask(&server, "plimsoll_generator_cpu_ratio", first_s + 10), Some(0.25));
    check_dashboard(&server, "prometheus.json", &file);
}

#[test]
fn a_run_is_there_while_it_goes_on_and_what_grew_late_is_put_right() {
    let Some(server) = prometheus() else { return };
    let mut file = RunFile::begin();
    file.write(0..30);
    let url = format!("prometheus+http://127.0.0.1:{}", server.port);
    let path = file.path.clone();
    std::thread::scope(|scope| {
        let export = scope.spawn(|| send(&path, &url, true, PATIENCE));
        let at_s = file.end_s();
        let requests = || ask(&server, "sum(plimsoll_requests_total)", at_s).unwrap_or(0.0);
        eventually("the first seconds are there", || requests() >= 27.0 * 420.0);
        assert!(!export.is_finished());
        file.write(30..2 * STEP_S);
        file.grow(3);
        eventually("further ones are there", || requests() >= 70.0 * 420.0);
        file.end();
        let exported = export.join().expect("no panic");
        assert!(exported.is_whole(), "{exported:?}");
        assert_eq!(exported.corrected, 1);
    });
    check(&server, &file, file.end_s() + 10);
}

#[test]
fn buckets_with_bounds_are_taken_where_native_ones_are_not_known() {
    let Some(server) = prometheus() else { return };
    let file = RunFile::whole();
    let url = format!("prometheus+http://127.0.0.1:{}?histograms=explicit", server.port);
    assert!(send(&file.path, &url, false, Duration::from_secs(30)).is_whole());
    let sum = ask(&server, "sum(plimsoll_response_time_seconds_count)", file.end_s());
    assert_eq!(sum, Some(file.sums.response.count() as f64));
    let all = ask(&server, "sum(plimsoll_response_time_seconds_bucket{le=\"+Inf\"})", file.end_s());
    assert_eq!(all, sum);
    let below = ask(&server, "sum(plimsoll_response_time_seconds_bucket{le=\"0.1\"})", file.end_s());
    let above = file.sums.response.count_above_us(100_000);
    assert_eq!(below, Some((file.sums.response.count() - above) as f64));
    check_dashboard(&server, "otlp.json", &file);
}
