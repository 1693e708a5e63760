//! `hey` and `oha`, whose form is the same (`oha` writes `Success rate`), `hey -o csv`, and `oha --output-format json` or
//! `csv` (which has no requests that failed without an answer).
//!
//! Their text does not say how many connections there were: it is the mean number of requests at work, rate × mean time
//! (Little's law). With a rate that was asked for (`-q`) that is less than the connections.

use super::tool::{Tool, ToolRun, number};
use crate::tables::sheet::Sheet;
use serde_json::Value;

pub const OHA: Tool =
    Tool { name: "oha", is: |head| is_summary(head) && head.contains("Success rate:"), read };

pub const HEY: Tool = Tool { name: "hey", is: is_summary, read };

pub const HEY_CSV: Tool =
    Tool { name: "hey (CSV)", is: |head| head.starts_with("response-time,DNS+dialup,DNS,"), read: read_csv };

pub const OHA_CSV: Tool =
    Tool { name: "oha (CSV)", is: |head| head.starts_with("request-start,DNS,DNS+dialup,"), read: read_csv };

pub const OHA_JSON: Tool = Tool {
    name: "oha (JSON)",
    is: |head| {
        head.trim_start().starts_with('{')
            && ["\"successRate\"", "\"requestsPerSec\""].iter().all(|key| head.contains(key))
    },
    read: read_json,
};

fn is_summary(head: &str) -> bool {
    let has = |start: &str| head.lines().any(|line| line.trim_start().starts_with(start));
    head.lines().any(|line| line.trim() == "Summary:") && has("Requests/sec:") && has("Slowest:")
}

fn read(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    let mut section = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line == "Summary:" {
            // Seconds with four digits.
            runs.push(ToolRun { resolution_us: 100.0, ..ToolRun::default() });
        }
        if line.ends_with(':') || line.starts_with("Details (") {
            line.clone_into(&mut section);
        }
        if let Some(run) = runs.last_mut() {
            figure(run, &section, line);
        }
    }
    runs.iter_mut().for_each(ToolRun::take_users_from_times);
    runs
}

fn figure(run: &mut ToolRun, section: &str, line: &str) {
    if let Some((name, value)) = line.split_once(':').filter(|_| section == "Summary:") {
        match name {
            "Total" => run.duration_s = time_us(value).unwrap_or(0.0) / 1e6,
            "Slowest" => run.longest_us = time_us(value),
            "Average" => run.mean_us = time_us(value).filter(|us| *us > 0.0),
            "Requests/sec" => run.rate_per_s = number(value).unwrap_or(0.0),
            _ => {}
        }
    } else if let Some((percent, time)) = line.split_once("% in ") {
        // `0% in 0.0000 secs`: there were too few requests for it.
        run.percentile(percent, time_us(time).filter(|us| *us > 0.0));
    } else if let Some((what, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let counted = || number(rest).unwrap_or(0.0) as u64;
        let cut_off = rest.contains("aborted due to deadline");
        if section.starts_with("Status code distribution") {
            let failed = if what.starts_with(['4', '5']) { counted() } else { 0 };
            (run.requests, run.errors) = (run.requests + counted(), run.errors + failed);
            run.failed_with(what, failed);
        } else if section.starts_with("Error distribution") && cut_off {
            // What the end of the test cut off is no failure, and no request; oha's rate has them.
            without(run, number(what).unwrap_or(0.0));
        } else if section.starts_with("Error distribution") {
            // hey and oha put the count in the brackets.
            let count = number(what).unwrap_or(0.0) as u64;
            (run.requests, run.errors) = (run.requests + count, run.errors + count);
            run.failed_by(rest.trim(), count);
        }
    }
}

/// Takes requests that were cut off out of the rate.
fn without(run: &mut ToolRun, cut_off: f64) {
    if run.duration_s > 0.0 {
        run.rate_per_s = (run.rate_per_s - cut_off / run.duration_s).max(0.0);
    }
}

/// `2.0047 secs`, `10.0 sec`, `1.2 ms`, `350 us`.
fn time_us(text: &str) -> Option<f64> {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(','));
    let value: f64 = words.next()?.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0)?;
    let unit = words.next()?;
    // oha's scales go by ten: `3.3 10 sec`.
    let (unit, tens) = if unit == "10" { (words.next()?, 10.0) } else { (unit, 1.0) };
    let factor = match unit {
        "ns" => 1e-3,
        "us" | "µs" => 1.0,
        "ms" => 1e3,
        "s" | "sec" | "secs" => 1e6,
        "m" | "min" => 60e6,
        "h" | "hr" => 3_600e6,
        _ => return None,
    };
    Some(value * tens * factor)
}

/// A row for each request, in seconds; `offset` is its start.
fn read_csv(text: &str) -> Vec<ToolRun> {
    let sheet = Sheet::of(text);
    let (Some(time), Some(status), Some(offset)) = (
        sheet.place(&["response-time", "request-duration"]),
        sheet.place(&["status-code", "status"]),
        sheet.place(&["offset", "request-start"]),
    ) else {
        return Vec::new();
    };
    let mut run = ToolRun::default();
    let mut times = Vec::new();
    for row in &sheet.rows {
        let of = |place| row.text(place).parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
        let (Some(took_s), Some(began_s)) = (of(time), of(offset)) else { continue };
        times.push(took_s * 1e6);
        run.duration_s = run.duration_s.max(began_s + took_s);
        if !row.text(status).starts_with(['1', '2', '3']) {
            run.errors += 1;
            run.failed_with(row.text(status), 1);
        }
    }
    run.summed_up(times);
    run.take_users_from_times();
    vec![run]
}

fn read_json(text: &str) -> Vec<ToolRun> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    documents.map_while(Result::ok).map(|document| from_json(&document)).collect()
}

fn from_json(document: &Value) -> ToolRun {
    let of = |name: &str| document["summary"][name].as_f64().filter(|value| *value >= 0.0);
    let mut run = ToolRun {
        duration_s: of("total").unwrap_or(0.0),
        rate_per_s: of("requestsPerSec").unwrap_or(0.0),
        mean_us: of("average").map(|seconds| seconds * 1e6),
        longest_us: of("slowest").map(|seconds| seconds * 1e6),
        ..ToolRun::default()
    };
    let counts = |name: &str| {
        document[name]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, n)| (key.clone(), n.as_u64().unwrap_or(0)))
    };
    for (status, count) in counts("statusCodeDistribution") {
        let failed = if status.starts_with(['4', '5']) { count } else { 0 };
        (run.requests, run.errors) = (run.requests + count, run.errors + failed);
        run.failed_with(&status, failed);
    }
    for (error, count) in counts("errorDistribution") {
        match error.contains("aborted due to deadline") {
            true => without(&mut run, count as f64),
            false => {
                (run.requests, run.errors) = (run.requests + count, run.errors + count);
                run.failed_by(&error, count);
            }
        }
    }
    for (name, seconds) in document["latencyPercentiles"].as_object().into_iter().flatten() {
        run.percentile(name.trim_start_matches('p'), seconds.as_f64().map(|seconds| seconds * 1e6));
    }
    run.take_users_from_times();
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{ErrorKind, FileNote};

    #[test]
    fn hey_is_read_with_what_failed() {
        let runs = read(include_str!("../../../tests/tools/hey.txt"));
        let found = (runs[0].users, runs[0].requests, runs[0].errors, runs[0].rate_per_s, runs[0].mean_us);
        assert_eq!((runs.len(), found), (1, (2, 1_992, 0, 993.6805, Some(2_000.0))));
        assert_eq!(runs[0].percentiles[6], ("p99".to_owned(), 10_500.0));
        let failed = read(include_str!("../../../tests/tools/hey_failed.txt"));
        assert_eq!((failed[0].requests, failed[0].errors), (20, 20));
        assert_eq!(failed[0].failures, [(ErrorKind::Status, "404".to_owned(), 20)]);
        assert_eq!(failed[0].all_percentiles().last(), Some(&(100.0, 24_300.0)));
        let rows = read_csv(include_str!("../../../tests/tools/hey.csv"));
        assert_eq!((rows[0].requests, rows[0].errors), (29, 0));
    }

    #[test]
    fn oha_is_read_in_both_forms() {
        let text = "Summary:\n  Success rate:\t100.00%\n  Total:\t2.0 sec\n  Slowest:\t18.9 ms\n  Fastest:\t0.5 ms\n  Average:\t4.0 ms\n  \
                    Requests/sec:\t993.5\n\nResponse time distribution:\n  50.00% in 1.6 ms\n  99.90% in 0.0105 sec\n\n\
                    Status code distribution:\n  [200] 1980 responses\n  [503] 7 responses\n\nError distribution:\n  \
                    [2] aborted due to deadline\n  [5] connection refused\n";
        assert!((OHA.is)(text));
        let expected = ToolRun {
            users: 4,
            duration_s: 2.0,
            requests: 1_992,
            rate_per_s: 992.5,
            errors: 12,
            failures: vec![
                (ErrorKind::Status, "503".to_owned(), 7),
                (ErrorKind::ConnectRefused, "connection refused".to_owned(), 5),
            ],
            longest_us: Some(18_900.0),
            mean_us: Some(4_000.0),
            percentiles: vec![("p50".to_owned(), 1_600.0), ("p99.9".to_owned(), 10_500.0)],
            resolution_us: 100.0,
            notes: vec![FileNote::UsersFromTimes],
            ..ToolRun::default()
        };
        assert_eq!(read(text), std::slice::from_ref(&expected));
        let json = r#"{"summary": {"successRate": 1.0, "total": 2.0, "slowest": 0.0189, "fastest": 0.0005, "average": 0.004,
            "requestsPerSec": 993.5}, "latencyPercentiles": {"p50": 0.0016, "p99.9": 0.0105},
            "statusCodeDistribution": {"200": 1980, "503": 7},
            "errorDistribution": {"aborted due to deadline": 2, "connection refused": 5}}"#;
        let slow = text.replace("2.0 sec", "0.2000 10 sec").replace(
            "Status code",
            "Response time distribution (2xx only):\n  50.00% in 9.9 ms\n\nStatus code",
        );
        assert_eq!(read(&slow), std::slice::from_ref(&expected));
        let rows = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n0.1,0,0,0.01,0.02,5,200\n0.2,0,0,0.01,0.8,5,503\n";
        assert!((OHA_CSV.is)(rows));
        let rows = &read_csv(rows)[0];
        assert_eq!((rows.requests, rows.errors, rows.duration_s, rows.mean_us), (2, 1, 1.0, Some(410_000.0)));
        assert!((OHA_JSON.is)(json));
        assert_eq!(read_json(json), [ToolRun { resolution_us: 0.0, ..expected }]);
    }
}
