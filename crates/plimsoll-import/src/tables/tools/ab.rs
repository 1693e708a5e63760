//! `ab` of Apache httpd. Its mean and percentiles are in whole milliseconds, or of one digit more.

use super::tool::{Tool, ToolRun, number};
use plimsoll_run::{ErrorKind, FileNote};

pub const AB: Tool = Tool { name: "ab", is: |head| head.contains("This is ApacheBench"), read };

fn read(text: &str) -> Vec<ToolRun> {
    text.split("This is ApacheBench").skip(1).map(run).collect()
}

fn run(text: &str) -> ToolRun {
    let mut run = ToolRun { resolution_us: 1_000.0, ..ToolRun::default() };
    let mut is_by_kind = false;
    let (mut scheme, mut host, mut port, mut path) = ("http", "", "", "");
    for line in text.lines() {
        let Some((name, value)) = line.split_once(':') else {
            if let Some((percent, ms)) = line.split_once('%') {
                run.percentile(percent, number(ms).map(|ms| ms * 1e3));
            }
            continue;
        };
        let value = value.trim();
        is_by_kind |= name.trim() == "(Connect";
        match name.trim() {
            "Server Hostname" => host = value,
            "Server Port" => port = value,
            "Document Path" => path = value,
            "SSL/TLS Protocol" => scheme = "https",
            "Concurrency Level" => run.users = number(value).unwrap_or(0.0) as u32,
            "Time taken for tests" => run.duration_s = number(value).unwrap_or(0.0),
            "Complete requests" => run.requests = number(value).unwrap_or(0.0) as u64,
            "Failed requests" => run.errors = number(value).unwrap_or(0.0) as u64,
            "(Connect" => of_kinds(&mut run, line),
            // A failure of ab only where its length is another one, too.
            "Non-2xx responses" => {
                let count = number(value).unwrap_or(0.0) as u64;
                let others: u64 = run.failures.iter().map(|(_, _, count)| count).sum();
                run.errors = if is_by_kind { others + count } else { run.errors.max(count) };
                run.failed_with("not 2xx", count);
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

/// `(Connect: 0, Receive: 0, Length: 4950, Exceptions: 0)`, below the sum of them. An answer of another length than the first one is
/// no failure of the server: pages are made for who asks.
fn of_kinds(run: &mut ToolRun, line: &str) {
    let parts = line.trim().trim_matches(['(', ')']).split(',').filter_map(|part| part.split_once(':'));
    let counts: Vec<(&str, u64)> =
        parts.map(|(kind, count)| (kind.trim(), number(count).unwrap_or(0.0) as u64)).collect();
    let (lengths, failures): (Vec<_>, Vec<_>) = counts.into_iter().partition(|(kind, _)| *kind == "Length");
    run.errors = failures.iter().map(|(_, count)| count).sum();
    for (kind, count) in failures {
        match kind {
            "Connect" => run.failed(ErrorKind::ConnectFailed, String::new(), count),
            "Receive" => run.failed(ErrorKind::ClosedEarly, String::new(), count),
            other => run.failed_by(other, count),
        }
    }
    let others: u64 = lengths.iter().map(|(_, count)| count).sum();
    run.notes.extend((others > 0).then_some(FileNote::OtherLengths { answers: others }));
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

    #[test]
    fn answers_of_another_length_are_no_failures() {
        let report = |kinds: &str, more: &str| {
            read(&format!(
                "This is ApacheBench\nComplete requests:      5000\nFailed requests:        4950\n   ({kinds})\n{more}"
            ))
            .remove(0)
        };
        let dynamic = report("Connect: 0, Receive: 0, Length: 4950, Exceptions: 0", "");
        assert_eq!((dynamic.errors, dynamic.failures.len(), dynamic.notes.len()), (0, 0, 1));
        let refused =
            report("Connect: 0, Receive: 7, Length: 4900, Exceptions: 3", "Non-2xx responses:      40\n");
        assert_eq!((refused.errors, refused.failures.len()), (50, 3), "{refused:?}");
    }
}
