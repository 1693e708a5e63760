//! k6's results: `--out json=FILE` (a JSON object a line) and `--out csv=FILE` (columns by the header; times in seconds,
//! or as `K6_CSV_TIME_FORMAT` says).
//!
//! One request is several points, begun by `http_reqs`; they are put together again. `http_req_duration` is what k6
//! calls the response time: sending, waiting, receiving, **without** connecting, TLS and waiting for a connection, which
//! other tools count. The time of a point is the end of its request.
//!
//! Readings: `vus` and `vus_max` (gauges), `dropped_iterations` (a total that this reader adds up).
//!
//! Checks (`checks`) belong to no request: they are counted apart.
//!
//! Traps: success is k6's own `expected_response` (status 200–399 unless the script says otherwise); files without that
//! tag go by the status. Seconds in CSV make starts coarse.

use crate::jtl::record::CsvFields;
use crate::line::to_str;
use crate::number::{decimal, whole};
use crate::options::ReaderOptions;
use crate::possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::RequestRow;
use crate::series::{MetricSpec, can_be, emit};
use crate::time::{self, WallClock};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric;
use plimsoll_run::{At, Series};
use serde_json::Value;
use std::sync::Arc;

const USERS: MetricSpec = MetricSpec::new(metric::K6_VUS, "{user}", Gauge);
const USERS_MAX: MetricSpec = MetricSpec::new("k6.vus_max", "{user}", Gauge);
const DROPPED: MetricSpec = MetricSpec::new(metric::K6_DROPPED_ITERATIONS, "{iteration}", Counter);

/// One point, from either notation.
#[derive(Default)]
struct K6Point<'a> {
    metric: &'a str,
    unix_us: i64,
    value: f64,
    name: &'a str,
    url: &'a str,
    method: &'a str,
    status: &'a str,
    scenario: &'a str,
    expected: &'a str,
    error: &'a str,
    check: &'a str,
}

/// The request whose points are coming.
#[derive(Default)]
struct Pending {
    unix_us: i64,
    duration_ms: Option<f64>,
    sending_ms: f64,
    waiting_ms: Option<f64>,
    name: String,
    url: String,
    method: String,
    status: String,
    scenario: String,
    expected: String,
    error: String,
}

/// What both notations share.
pub struct Points {
    pending: Option<Pending>,
    users: Arc<Series>,
    users_max: Arc<Series>,
    dropped: (Arc<Series>, f64),
    latest_unix_us: i64,
}

impl Points {
    fn new(options: &ReaderOptions) -> Points {
        let source = &options.source;
        Points {
            latest_unix_us: options.latest_unix_us,
            pending: None,
            users: USERS.of(source, &[]),
            users_max: USERS_MAX.of(source, &[]),
            dropped: (DROPPED.of(source, &[]), 0.0),
        }
    }

    /// A request comes out with the next one's first point: what can't be is refused here, where its line is known.
    fn point(&mut self, point: &K6Point<'_>, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let refused = possible::has_come(point.unix_us, self.latest_unix_us).err().or_else(|| {
            let is_possible = match point.metric {
                "vus" | "vus_max" => can_be(&USERS, point.value),
                "dropped_iterations" => can_be(&DROPPED, point.value),
                name if name.starts_with("http_req_") && name != "http_req_failed" => {
                    (0.0..=possible::DURATION_MAX_US as f64 / 1e3).contains(&point.value)
                }
                _ => true,
            };
            let text = point.value.to_string();
            (!is_possible).then(|| ProblemKind::impossible(point.metric, text.as_bytes()))
        });
        if let Some(kind) = refused {
            if point.metric == "http_reqs" {
                self.flush(out);
            }
            // Its request is not known whole.
            if point.metric.starts_with("http_req") {
                self.pending = None;
            }
            return Err(kind);
        }
        self.take(point, out);
        Ok(())
    }

    fn take(&mut self, point: &K6Point<'_>, out: &mut dyn Output) {
        let at = At::Wall(point.unix_us);
        match point.metric {
            "http_reqs" => {
                self.flush(out);
                self.pending = Some(Pending {
                    unix_us: point.unix_us,
                    name: point.name.to_owned(),
                    url: point.url.to_owned(),
                    method: point.method.to_owned(),
                    status: point.status.to_owned(),
                    scenario: point.scenario.to_owned(),
                    expected: point.expected.to_owned(),
                    error: point.error.to_owned(),
                    ..Pending::default()
                });
            }
            "vus" => emit(out, at, &self.users, point.value),
            "vus_max" => emit(out, at, &self.users_max, point.value),
            // Of each check 1 or 0.
            "checks" => out.check(point.check, point.value > 0.0),
            "dropped_iterations" => {
                self.dropped.1 += point.value;
                emit(out, at, &self.dropped.0, self.dropped.1);
            }
            metric => {
                let Some(pending) = &mut self.pending else { return };
                match metric {
                    "http_req_duration" => pending.duration_ms = Some(point.value),
                    "http_req_sending" => pending.sending_ms = point.value,
                    "http_req_waiting" => pending.waiting_ms = Some(point.value),
                    _ => {}
                }
            }
        }
    }

    fn flush(&mut self, out: &mut dyn Output) {
        let Some(pending) = self.pending.take() else { return };
        // Of a request that was never sent k6 says 0 ms: that is no time that anything took.
        let has_failed = !pending.error.is_empty() || pending.status == "0";
        let is_unsent = pending.duration_ms == Some(0.0) && has_failed;
        let (duration_us, waiting_ms) = match is_unsent {
            true => (None, None),
            false => (pending.duration_ms.and_then(us), pending.waiting_ms),
        };
        let before_us = duration_us.and_then(|us| i64::try_from(us).ok()).unwrap_or(0);
        let success = match pending.expected.as_str() {
            "true" => true,
            "false" => false,
            _ => pending.error.is_empty() && matches!(whole(pending.status.as_bytes()), Some(100..400)),
        };
        let label = if pending.name.is_empty() { &pending.url } else { &pending.name };
        let request = RequestRow {
            started: At::Wall(pending.unix_us.saturating_sub(before_us)),
            duration_us,
            first_byte_us: waiting_ms.and_then(|waiting| us(waiting + pending.sending_ms)),
            label,
            method: &pending.method,
            target: &pending.url,
            status: &pending.status,
            message: &pending.error,
            instance: &pending.scenario,
            ..RequestRow::default()
        };
        out.request(&request.with_success(success));
    }
}

fn us(ms: f64) -> Option<u64> {
    (0.0..1e15).contains(&ms).then(|| (ms * 1000.0).round() as u64)
}

pub struct K6Json {
    points: Points,
    clock: WallClock,
}

impl K6Json {
    pub fn new(options: &ReaderOptions) -> K6Json {
        K6Json { points: Points::new(options), clock: WallClock::new(options.time_zone.clone()) }
    }

    fn row(&mut self, line: &InputLine<'_>, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let text = line.text();
        let object: Value =
            serde_json::from_str(&text).map_err(|e| ProblemKind::Json { cause: e.to_string() })?;
        let kind = object.get("type").and_then(Value::as_str);
        let metric = object.get("metric").and_then(Value::as_str).unwrap_or("");
        if kind != Some("Point") {
            return if kind == Some("Metric") { Ok(()) } else { Err(ProblemKind::unrecognised(line.bytes)) };
        }
        let of = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or("");
        let written = time::iso(of("/data/time").as_bytes());
        let unix_us = written.and_then(|written| self.clock.unix_us(&written));
        let unix_us = unix_us.ok_or_else(|| ProblemKind::Time { value: of("/data/time").to_owned() })?;
        let value = object.pointer("/data/value").and_then(Value::as_f64);
        let point = K6Point {
            metric,
            unix_us,
            value: value.ok_or_else(|| ProblemKind::number("value", b""))?,
            name: of("/data/tags/name"),
            url: of("/data/tags/url"),
            method: of("/data/tags/method"),
            status: of("/data/tags/status"),
            scenario: of("/data/tags/scenario"),
            expected: of("/data/tags/expected_response"),
            error: of("/data/tags/error"),
            check: of("/data/tags/check"),
        };
        self.points.point(&point, out)
    }
}

impl LineReader for K6Json {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if let Err(kind) = self.row(&line, out) {
            out.problem(Problem { line: line.number, kind });
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.points.flush(out);
    }
}

pub struct K6Csv {
    points: Points,
    clock: WallClock,
    columns: Vec<String>,
    fields: CsvFields,
}

impl K6Csv {
    pub fn new(options: &ReaderOptions) -> K6Csv {
        K6Csv {
            points: Points::new(options),
            clock: WallClock::new(options.time_zone.clone()),
            columns: Vec::new(),
            fields: CsvFields::default(),
        }
    }

    fn row(&mut self, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        if self.columns.is_empty() {
            return Err(ProblemKind::NoHeader);
        }
        if self.fields.len() != self.columns.len() {
            return Err(ProblemKind::Columns { found: self.fields.len(), expected: self.columns.len() });
        }
        let of = |name: &str| {
            let place = self.columns.iter().position(|column| column == name);
            place.map_or("", |at| std::str::from_utf8(self.fields.bytes(text, at)).unwrap_or(""))
        };
        let written = of("timestamp");
        let unix_us = match whole(written.as_bytes()) {
            Some(number) => time::unix_us(number as f64),
            None => time::iso(written.as_bytes()).and_then(|written| self.clock.unix_us(&written)),
        };
        let value = decimal(of("metric_value"));
        let point = K6Point {
            metric: of("metric_name"),
            unix_us: unix_us.ok_or_else(|| ProblemKind::Time { value: written.to_owned() })?,
            value: value.ok_or_else(|| ProblemKind::number("metric_value", of("metric_value").as_bytes()))?,
            name: of("name"),
            url: of("url"),
            method: of("method"),
            status: of("status"),
            scenario: of("scenario"),
            expected: of("expected_response"),
            error: of("error"),
            check: of("check"),
        };
        self.points.point(&point, out)
    }
}

impl LineReader for K6Csv {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.is_empty() {
            return;
        }
        let text = to_str(line.bytes);
        let whole = self.fields.split(text.as_bytes(), b',');
        if is_header(&text) {
            self.columns =
                (0..self.fields.len()).map(|at| self.fields.text(&text, at).into_owned()).collect();
            return;
        }
        let read = if whole { self.row(&text, out) } else { Err(ProblemKind::unrecognised(line.bytes)) };
        if let Err(kind) = read {
            out.problem(Problem { line: line.number, kind });
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.points.flush(out);
    }
}

fn is_header(text: &str) -> bool {
    text.starts_with("metric_name,timestamp,metric_value")
}

pub fn recognise_csv(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| is_header(line))
}

pub fn recognise_json(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| {
        line.starts_with('{')
            && line.contains("\"metric\"")
            && (line.contains("\"Metric\"") || line.contains("\"Point\""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::dump::Dump;

    fn check(format: &str, log: &str, expected: &str) {
        let mut dump = Dump::default();
        let mut reader = Format::named(format).unwrap().reader(&ReaderOptions::default()).unwrap();
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        assert_eq!(dump.text, expected);
    }

    #[test]
    fn points_of_one_request_are_put_together() {
        let log = r#"{"type":"Metric","data":{"name":"http_reqs","type":"counter"},"metric":"http_reqs"}
{"metric":"http_reqs","type":"Point","data":{"time":"2026-11-21T08:22:10.5+00:00","value":1,"tags":{"expected_response":"true","method":"GET","name":"home","scenario":"default","status":"200","url":"http://x/?a"}}}
{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-21T08:22:10.5+00:00","value":250.5,"tags":{"name":"home"}}}
{"metric":"http_req_sending","type":"Point","data":{"time":"2026-11-21T08:22:10.5+00:00","value":0.5,"tags":{}}}
{"metric":"http_req_waiting","type":"Point","data":{"time":"2026-11-21T08:22:10.5+00:00","value":240,"tags":{}}}
{"metric":"vus","type":"Point","data":{"time":"2026-11-21T08:22:11Z","value":7,"tags":{}}}
{"metric":"dropped_iterations","type":"Point","data":{"time":"2026-11-21T08:22:11Z","value":2,"tags":{}}}
{"metric":"dropped_iterations","type":"Point","data":{"time":"2026-11-21T08:22:12Z","value":3,"tags":{}}}
{"metric":"vus","type":"Point","data":{"time":"soon","value":7}}
{"cut
"#;
        let expected = "\
2026-11-21T08:22:11Z k6.vus 7 {user}
2026-11-21T08:22:11Z k6.dropped_iterations 2 {iteration} total
2026-11-21T08:22:12Z k6.dropped_iterations 5 {iteration} total
! input:9: \"soon\" is not a time
! input:10: not JSON: EOF while parsing a string at line 1 column 5
2026-11-21T08:22:10.2495Z request 250500 us \"home\" method=\"GET\" target=\"http://x/?a\" status=\"200\" instance=\"default\" first=240500
";
        check("k6-json", log, expected);
    }

    #[test]
    fn what_cannot_be_is_a_problem_with_its_line_and_no_request() {
        let log = "\
metric_name,timestamp,metric_value,status,url
http_reqs,1795249330,1.0,200,http://x/
http_req_duration,1795249330,-5.0,200,http://x/
http_reqs,1795249330,1.0,200,http://x/
http_req_duration,1795249330,1e12,200,http://x/
http_reqs,9999999999,1.0,200,http://x/
http_req_duration,9999999999,10.0,200,http://x/
vus,1795249331,-3,,
vus,9999999999,3,,
http_reqs,1795249332,1.0,200,http://x/
http_req_duration,1795249332,10.0,200,http://x/
";
        let mut dump = Dump::default();
        let options = ReaderOptions { latest_unix_us: 1_800_000_000_000_000, ..ReaderOptions::default() };
        let mut reader = Format::named("k6-csv").unwrap().reader(&options).unwrap();
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        insta::assert_snapshot!(dump.text, @r#"
        ! input:3: http_req_duration: "-5" can't be; the row is left out
        ! input:5: http_req_duration: "1000000000000" can't be; the row is left out
        ! input:6: 2286-11-20T17:46:39Z has not come yet; the row is left out
        ! input:7: 2286-11-20T17:46:39Z has not come yet; the row is left out
        ! input:8: vus: "-3" can't be; the row is left out
        ! input:9: 2286-11-20T17:46:39Z has not come yet; the row is left out
        2026-11-21T08:22:11.99Z request 10000 us "http://x/" target="http://x/" status="200"
        "#);
    }

    #[test]
    fn csv_goes_by_its_header() {
        let log = "\
metric_name,timestamp,metric_value,error,expected_response,method,name,status,url
http_reqs,1795249330,1.0,,,GET,home,503,http://x/
http_req_duration,1795249330,1000.0,,,GET,home,503,http://x/
http_reqs,1795249331000,1.0,dial,,GET,,0,http://y/
short,1
";
        let expected = "\
2026-11-21T08:22:09Z request 1000000 us \"home\" method=\"GET\" target=\"http://x/\" status=\"503\" FAILED
! input:5: a row of 2 columns under a header of 9
2026-11-21T08:22:11Z request - us \"http://y/\" method=\"GET\" target=\"http://y/\" status=\"0\" message=\"dial\" FAILED
";
        check("k6-csv", log, expected);
    }
}
