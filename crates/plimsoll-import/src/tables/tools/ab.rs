//! `ab` of Apache httpd. Its mean and percentiles are in whole milliseconds, or of one digit more.

use super::tool::{Tool, ToolRun, number};

pub const AB: Tool = Tool { name: "ab", is: |head| head.contains("This is ApacheBench"), read };

fn read(text: &str) -> Vec<ToolRun> {
    text.split("This is ApacheBench").skip(1).map(run).collect()
}

fn run(text: &str) -> ToolRun {
    let mut run = ToolRun { resolution_us: 1_000.0, ..ToolRun::default() };
    let (mut scheme, mut host, mut port, mut path) = ("http", "", "", "");
    for line in text.lines() {
        let Some((name, value)) = line.split_once(':') else {
            if let Some((percent, ms)) = line.split_once('%') {
                run.percentile(percent, number(ms).map(|ms| ms * 1e3));
            }
            continue;
        };
        let value = value.trim();
        match name.trim() {
            "Server Hostname" => host = value,
            "Server Port" => port = value,
            "Document Path" => path = value,
            "SSL/TLS Protocol" => scheme = "https",
            "Concurrency Level" => run.users = number(value).unwrap_or(0.0) as u32,
            "Time taken for tests" => run.duration_s = number(value).unwrap_or(0.0),
            "Complete requests" => run.requests = number(value).unwrap_or(0.0) as u64,
            // Answers of another length count as failed; those of another status are distinguished.
            "Failed requests" | "Non-2xx responses" => {
                let count = number(value).unwrap_or(0.0) as u64;
                run.errors = run.errors.max(count);
                if name.starts_with("Non-2xx") {
                    run.failed_with("not 2xx", count);
                }
            }
            "Requests per second" => run.rate_per_s = number(value).unwrap_or(0.0),
            // The second one is the first divided by the concurrency.
            "Time per request" if run.mean_us.is_none() => run.mean_us = number(value).map(|ms| ms * 1e3),
            _ => {}
        }
    }
    run.condition = vec![("url", format!("{scheme}://{host}:{port}{path}"))];
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::ErrorKind;

    #[test]
    fn two_runs_in_one_file_are_read() {
        let runs = read(include_str!("../../../tests/tools/ab.txt"));
        let expected = ToolRun {
            condition: vec![("url", "http://127.0.0.1:34285/".to_owned())],
            users: 8,
            duration_s: 0.259,
            requests: 2_000,
            rate_per_s: 7_714.86,
            errors: 0,
            mean_us: Some(1_037.0),
            percentiles: [(50, 1), (66, 1), (75, 1), (80, 1), (90, 1), (95, 2), (98, 5), (99, 5), (100, 8)]
                .map(|(percent, ms)| (format!("p{percent}"), f64::from(ms) * 1e3))
                .to_vec(),
            resolution_us: 1_000.0,
            ..ToolRun::default()
        };
        assert_eq!((runs.len(), &runs[1]), (2, &expected));
        let failed = read(include_str!("../../../tests/tools/ab_failed.txt"));
        assert_eq!((failed[0].requests, failed[0].errors), (100, 100));
        assert_eq!(failed[0].failures, [(ErrorKind::Status, "not 2xx".to_owned(), 100)]);
        assert_eq!(failed[0].all_percentiles().last(), Some(&(100.0, 48_000.0)));
    }
}
