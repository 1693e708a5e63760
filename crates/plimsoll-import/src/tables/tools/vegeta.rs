//! `vegeta report`, as text and as JSON. An open load: the users are the mean number of requests at work (Little's law).

use super::tool::{Tool, ToolRun, number};
use serde_json::Value;

pub const VEGETA: Tool = Tool {
    name: "vegeta",
    is: |head| head.lines().any(|line| line.starts_with("Requests ") && line.contains("[total, rate")),
    read,
};

pub const VEGETA_JSON: Tool = Tool {
    name: "vegeta (JSON)",
    is: |head| {
        head.trim_start().starts_with('{')
            && ["\"latencies\"", "\"bytes_in\"", "\"status_codes\""].iter().all(|key| head.contains(key))
    },
    read: read_json,
};

fn read(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    for line in text.lines() {
        let Some((name, rest)) = line.split_once('[') else { continue };
        let Some((names, values)) = rest.split_once(']') else { continue };
        if name.trim() == "Requests" {
            runs.push(ToolRun::default());
        }
        let Some(run) = runs.last_mut() else { continue };
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        for (name_of, value) in names.split(',').map(str::trim).zip(&values) {
            match (name.trim(), name_of) {
                ("Requests", "total") => run.requests = number(value).unwrap_or(0.0) as u64,
                ("Requests", "rate") => run.rate_per_s = number(value).unwrap_or(0.0),
                ("Duration", "total") => run.duration_s = go_duration_us(value).unwrap_or(0.0) / 1e6,
                ("Latencies", "mean") => run.mean_us = go_duration_us(value),
                ("Latencies", "max") => run.longest_us = go_duration_us(value),
                ("Latencies", percent) if percent.parse::<f64>().is_ok() => {
                    run.percentile(percent, go_duration_us(value));
                }
                ("Success", "ratio") => {
                    let percent = value.trim_end_matches('%').parse::<f64>().unwrap_or(100.0);
                    run.errors = ((1.0 - percent / 100.0) * run.requests as f64).round().max(0.0) as u64;
                }
                ("Status Codes", _) => failures(run, &values),
                _ => {}
            }
        }
    }
    runs.iter_mut().for_each(finish);
    runs
}

/// `0:5  200:995  500:3`: exact, where the ratio is rounded.
fn failures(run: &mut ToolRun, values: &[&str]) {
    let counts =
        values.iter().flat_map(|text| text.split_whitespace()).filter_map(|pair| pair.split_once(':'));
    run.errors = 0;
    for (code, count) in counts {
        count_status(run, code, count.parse().unwrap_or(0));
    }
}

/// Of 0, there was no answer; why is not in the counts.
fn count_status(run: &mut ToolRun, code: &str, count: u64) {
    if !code.starts_with(['2', '3']) {
        run.errors += count;
        run.failed_with(code, if code == "0" { 0 } else { count });
    }
}

fn finish(run: &mut ToolRun) {
    run.rate_per_s = if run.duration_s > 0.0 { run.requests as f64 / run.duration_s } else { run.rate_per_s };
    run.take_users_from_times();
}

/// Go's `1m2.5s`, `1.5ms`, `350µs`, `80ns`.
fn go_duration_us(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let mut total = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let value: f64 = rest[..end].parse().ok()?;
        let unit_end = rest[end..].find(|c: char| c.is_ascii_digit()).map_or(rest.len(), |at| end + at);
        total += value
            * match &rest[end..unit_end] {
                "h" => 3_600e6,
                "m" => 60e6,
                "s" => 1e6,
                "ms" => 1e3,
                "µs" | "us" | "μs" => 1.0,
                "ns" => 1e-3,
                _ => return None,
            };
        rest = &rest[unit_end..];
    }
    (!text.trim().is_empty()).then_some(total)
}

fn read_json(text: &str) -> Vec<ToolRun> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    documents.map_while(Result::ok).map(|document| from_json(&document)).collect()
}

/// Times are in nanoseconds.
fn from_json(document: &Value) -> ToolRun {
    let ns = |value: &Value| value.as_f64().filter(|ns| *ns >= 0.0);
    let mut run = ToolRun {
        requests: document["requests"].as_u64().unwrap_or(0),
        // With what it waited for the last answers.
        duration_s: (ns(&document["duration"]).unwrap_or(0.0) + ns(&document["wait"]).unwrap_or(0.0)) / 1e9,
        mean_us: ns(&document["latencies"]["mean"]).map(|ns| ns / 1e3),
        longest_us: ns(&document["latencies"]["max"]).map(|ns| ns / 1e3),
        ..ToolRun::default()
    };
    for (code, count) in document["status_codes"].as_object().into_iter().flatten() {
        count_status(&mut run, code, count.as_u64().unwrap_or(0));
    }
    for (name, time) in document["latencies"].as_object().into_iter().flatten() {
        if let Some(percent) = name.strip_suffix("th") {
            run.percentile(percent, ns(time).map(|ns| ns / 1e3));
        }
    }
    finish(&mut run);
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{ErrorKind, FileNote};

    #[test]
    fn what_vegeta_12_printed_says_the_same_in_both_forms() {
        let text = read(include_str!("../../../tests/tools/vegeta.txt"));
        let json = read_json(include_str!("../../../tests/tools/vegeta.json"));
        let of =
            |run: &ToolRun| (run.users, run.requests, run.errors, (run.rate_per_s * 10.0).round() / 10.0);
        assert_eq!((text.len(), of(&text[0])), (1, (4, 200, 20, 98.1)));
        assert_eq!(of(&json[0]), of(&text[0]));
        let p99 =
            |run: &ToolRun| run.percentiles.iter().find(|(name, _)| name == "p99").map(|(_, us)| us.round());
        assert_eq!((p99(&text[0]), p99(&json[0])), (Some(50_979.0), Some(50_979.0)));
    }

    #[test]
    fn both_forms_say_the_same() {
        let text = "\
Requests      [total, rate, throughput]         1000, 100.10, 99.20
Duration      [total, attack, wait]             10s, 9.99s, 10ms
Latencies     [min, mean, 50, 90, 95, 99, max]  290.438µs, 20ms, 1.5ms, 500.3µs, 1.1ms, 1.5s, 1m1s
Bytes In      [total, mean]                     3714690, 3095.57
Success       [ratio]                           99.20%
Status Codes  [code:count]                      0:5  200:992  500:3
Error Set:
Get \"http://127.0.0.1:1\": connection refused
";
        assert!((VEGETA.is)(text));
        let runs = read(text);
        let expected = ToolRun {
            users: 2,
            duration_s: 10.0,
            requests: 1_000,
            rate_per_s: 100.0,
            errors: 8,
            failures: vec![(ErrorKind::Status, "500".to_owned(), 3)],
            longest_us: Some(61e6),
            mean_us: Some(20_000.0),
            percentiles: [("p50", 1_500.0), ("p90", 500.3), ("p95", 1_100.0), ("p99", 1.5e6)]
                .map(|(name, us)| (name.to_owned(), us))
                .to_vec(),
            notes: vec![FileNote::UsersFromTimes],
            ..ToolRun::default()
        };
        assert_eq!(runs, std::slice::from_ref(&expected));
        let json = r#"{"latencies":{"total":20000000000,"mean":20000000,"50th":1500000,"90th":500300,"95th":1100000,
            "99th":1500000000,"max":61000000000,"min":290438},"bytes_in":{"total":3714690,"mean":3095.57},"bytes_out":{},
            "earliest":"2025-03-15T14:30:00Z","duration":9990000000,"wait":10000000,"requests":1000,"rate":100.1,
            "throughput":99.2,"success":0.992,"status_codes":{"0":5,"200":992,"500":3},"errors":[]}"#;
        assert!((VEGETA_JSON.is)(json));
        assert_eq!(read_json(json), [expected]);
    }
}
