//! `wrk` (percentiles with `--latency`) and `wrk2`, whose form is the same.

use super::tool::{Tool, ToolRun, number};
use crate::tables::sheet::time_us;
use plimsoll_run::ErrorKind;

pub const WRK: Tool = Tool {
    name: "wrk",
    is: |head| head.lines().any(|line| line.starts_with("Running ") && line.contains(" test @ ")),
    read,
};

fn read(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    for line in text.lines() {
        if let Some((_, url)) = line.split_once(" test @ ").filter(|_| line.starts_with("Running ")) {
            let condition = vec![("url", url.trim().to_owned())];
            runs.push(ToolRun { condition, ..ToolRun::default() });
        } else if let Some(run) = runs.last_mut() {
            figure(run, line.trim());
        }
    }
    runs
}

fn figure(run: &mut ToolRun, line: &str) {
    let count = |text: &str| number(text).unwrap_or(0.0);
    if let Some((threads, users)) = line.split_once(" threads and ") {
        run.condition.push(("threads", threads.to_owned()));
        run.users = count(users) as u32;
    } else if let Some((requests, rest)) = line.split_once(" requests in ") {
        run.requests = count(requests) as u64;
        run.duration_s = rest.split(',').next().and_then(duration_us).unwrap_or(0.0) / 1e6;
    } else if let Some(errors) = line.strip_prefix("Socket errors:") {
        for error in errors.split(',').map(str::trim) {
            let count = error.split_whitespace().last().map_or(0.0, count) as u64;
            run.errors += count;
            match error.split_whitespace().next() {
                // An answer that came too late: it is among the requests, and its time is not among the latencies.
                Some("timeout") => {
                    run.failed(ErrorKind::ResponseTimeout, String::new(), count);
                    run.longest_us = run.longest_us.filter(|_| count == 0);
                    continue;
                }
                Some("connect") => run.failed(ErrorKind::ConnectFailed, String::new(), count),
                Some("read") => run.failed(ErrorKind::ClosedEarly, String::new(), count),
                _ => {}
            }
            // What got no answer is not among the requests.
            run.requests += count;
            run.unanswered += count;
        }
    } else if let Some(errors) = line.strip_prefix("Non-2xx or 3xx responses:") {
        run.errors += count(errors) as u64;
        run.failed_with("not 2xx or 3xx", count(errors) as u64);
    } else if let Some(rate) = line.strip_prefix("Requests/sec:") {
        // Its own rate is of answers.
        run.rate_per_s = match run.requests.saturating_sub(run.unanswered) {
            0 if run.duration_s > 0.0 => run.requests as f64 / run.duration_s,
            answers => count(rate) * run.requests as f64 / answers.max(1) as f64,
        };
    } else if let Some(latency) = line.strip_prefix("Latency ") {
        // 0: no answer came in time.
        let figure = |place| latency.split_whitespace().nth(place).and_then(duration_us);
        run.mean_us = run.mean_us.or(figure(0).filter(|us| *us > 0.0));
        run.longest_us = run.longest_us.or(figure(2));
    } else if let Some((percent, time)) = line.split_once('%') {
        run.percentile(percent, duration_us(time));
    }
}

/// `58.00us`, `0.92ms`, `1.20s`, `1.05m`.
fn duration_us(text: &str) -> Option<f64> {
    let minutes = |number: &str| number.trim().parse::<f64>().ok().map(|minutes| minutes * 60e6);
    time_us(text).or_else(|| minutes(text.trim().strip_suffix('m')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrk2_has_percentiles_with_three_digits_and_a_spectrum_behind_them() {
        let text = "Running 30s test @ http://127.0.0.1:80/index.html\n  2 threads and 100 connections\n  \
                    Thread calibration: mean lat.: 9747 usec, rate sampling interval: 21 msec\n  \
                    Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     6.46ms    1.93ms  12.34ms   67.66%\n    \
                    Req/Sec     1.05k     1.12k    2.50k    64.84%\n  \
                    Latency Distribution (HdrHistogram - Recorded Latency)\n 50.000%    6.67ms\n 99.900%   12.02ms\n100.000%   12.35ms\n\n  \
                    Detailed Percentile spectrum:\n       Value   Percentile   TotalCount 1/(1-Percentile)\n\n       \
                    0.921     0.000000            1         1.00\n#[Mean    =        6.463, StdDeviation   =        1.928]\n\
                    ----------------------------------------------------------\n  \
                    Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))\n \
                    50.000%  521.00us\n  60018 requests in 30.00s, 19.81MB read\nRequests/sec:   2000.28\nTransfer/sec:    676.18KB\n";
        let run = &read(text)[0];
        assert_eq!(
            (run.users, run.requests, run.rate_per_s, run.mean_us),
            (100, 60_018, 2_000.28, Some(6_460.0))
        );
        let percentiles = [("p50", 6_670.0), ("p99.9", 12_020.0), ("p100", 12_350.0)];
        assert_eq!(run.percentiles, percentiles.map(|(name, us)| (name.to_owned(), us)));
    }

    #[test]
    fn what_got_no_answer_comes_on_top_of_the_requests() {
        let text = "Running 5s test @ http://127.0.0.1:28778/x\n  1 threads and 4 connections\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n    \
                    Latency    11.19ms    0.97ms  16.04ms   88.45%\n  580 requests in 5.01s, 22.66KB read\n  \
                    Socket errors: connect 0, read 1170, write 0, timeout 0\nRequests/sec:    115.73\n";
        let run = &read(text)[0];
        assert_eq!((run.requests, run.errors, run.longest_us), (1_750, 1_170, Some(16_040.0)));
        let succeeded = run.rate_per_s * (1.0 - run.error_percent() / 100.0);
        assert!((succeeded - 115.73).abs() < 1e-6, "{succeeded}");
        // Lines in no order of its own are read without a panic.
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(4, 5);
        assert_eq!(read(&lines.join("\n"))[0].requests, 580);
    }

    #[test]
    fn errors_of_any_kind_and_latencies_of_any_unit_are_read() {
        let runs = read(include_str!("../../../tests/tools/wrk.txt"));
        let expected = ToolRun {
            condition: vec![("url", "http://127.0.0.1:34285/".to_owned()), ("threads", "2".to_owned())],
            users: 2,
            duration_s: 3.01,
            requests: 69_688,
            rate_per_s: 23_168.66,
            errors: 0,
            mean_us: Some(1_300.0),
            percentiles: [("p50", 58.0), ("p75", 920.0), ("p90", 3_450.0), ("p99", 19_240.0)]
                .map(|(name, us)| (name.to_owned(), us))
                .to_vec(),
            longest_us: Some(48_070.0),
            ..ToolRun::default()
        };
        assert_eq!((runs.len(), &runs[0]), (3, &expected));
        let failed = read(include_str!("../../../tests/tools/wrk_failed.txt"));
        let errors: Vec<_> =
            failed.iter().map(|run| (run.requests, run.errors, run.mean_us.is_some())).collect();
        assert_eq!(errors, [(4, 4, false), (1_927, 1_927, true)]);
        let kinds = failed.iter().map(|run| run.failures[0].clone()).collect::<Vec<_>>();
        let expected = [
            (ErrorKind::ResponseTimeout, String::new(), 4),
            (ErrorKind::Status, "not 2xx or 3xx".to_owned(), 1_927),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(failed[0].all_percentiles(), []);
        assert_eq!(failed[1].all_percentiles(), [(100.0, 67_590.0)]);
        assert_eq!(duration_us("1.05m"), Some(63e6));
    }
}
