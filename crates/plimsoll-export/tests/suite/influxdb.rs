//! Line protocol to a real InfluxDB 1.

use super::dashboards::queries;
use super::run_file::{PATIENCE, RunFile, STEP_S, send};
use super::server::{self, Server};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use serde_json::Value;

fn influxdb() -> Option<Server> {
    let program = program("influxd")?;
    let server = server::start(&program, |folder, port| {
        let config = folder.join("influxdb.conf");
        let data = folder.display();
        let text = format!(
            "reporting-disabled = true\nbind-address = \"127.0.0.1:{}\"\n[meta]\ndir = \"{data}/meta\"\n[data]\n\
             dir = \"{data}/data\"\nwal-dir = \"{data}/wal\"\n[http]\nbind-address = \"127.0.0.1:{port}\"\n",
            free_port()
        );
        std::fs::write(&config, text).expect("written");
        ["-config".to_owned(), config.display().to_string()].to_vec()
    });
    ask(&server, "CREATE DATABASE lab");
    Some(server)
}

fn ask(server: &Server, query: &str) -> Value {
    let request = ureq::post(server.url("/query")).query("db", "lab").query("q", query);
    let mut answer = request.send_empty().unwrap_or_else(|error| panic!("{query}: {error}"));
    answer.body_mut().read_json().expect("JSON")
}

fn number(server: &Server, query: &str) -> Option<f64> {
    ask(server, query)["results"][0]["series"][0]["values"][0][1].as_f64()
}

#[test]
fn a_run_is_there_whole_also_when_it_is_sent_twice() {
    let Some(server) = influxdb() else { return };
    let file = RunFile::whole();
    let url = format!("influx+http://127.0.0.1:{}?db=lab", server.port);
    for _ in 0..2 {
        let exported = send(&file.path, &url, false, PATIENCE);
        assert!(exported.is_whole(), "{exported:?}");
        assert_eq!(exported.seconds, u64::from(2 * STEP_S));
    }
    let is =
        |query: &str, expected: u64| assert_eq!(number(&server, query), Some(expected as f64), "{query}");
    is(
        "SELECT sum(requests) FROM plimsoll_transaction WHERE team = 'lab' AND study = 'shop'",
        file.sums.requests,
    );
    is("SELECT sum(errors) FROM plimsoll_transaction", file.sums.errors);
    is("SELECT sum(count) FROM plimsoll_errors WHERE \"error\" = 'status'", file.sums.status_errors);
    is("SELECT sum(started) FROM plimsoll_arrivals WHERE scenario = 'checkout'", file.sums.arrivals);
    is("SELECT last(\"users\") FROM plimsoll_load WHERE step = '2'", 10);
    let names = ask(&server, "SHOW TAG VALUES FROM plimsoll_transaction WITH KEY = \"transaction\"");
    let names = names.to_string();
    assert!(names.contains(r#"GET /a b,c=\"d\"/"#) && names.contains("POST /order"), "{names}");
    for query in queries("influxdb.json") {
        let answer = ask(&server, &query);
        assert!(answer["results"][0]["series"].is_array(), "nothing to see of {query}: {answer}");
    }
    let slowest = number(&server, "SELECT max(response_max_s) FROM plimsoll_transaction").expect("a number");
    assert!((slowest / (file.sums.response.max_us().expect("values") as f64 / 1e6) - 1.0).abs() < 1e-6);
}

#[test]
fn a_database_that_is_not_there_is_said() {
    let Some(server) = influxdb() else { return };
    let file = RunFile::whole();
    let exported =
        send(&file.path, &format!("influx+http://127.0.0.1:{}?db=other", server.port), false, PATIENCE);
    assert!(exported.why.as_deref().is_some_and(|why| why.contains("database not found")), "{exported:?}");
    assert_eq!((exported.seconds, exported.undelivered), (0, u64::from(2 * STEP_S)));
}
