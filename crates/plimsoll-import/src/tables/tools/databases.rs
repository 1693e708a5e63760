//! `sysbench` (from 0.4 on) and `pgbench` (from 8.3 on): transactions of databases.

use super::tool::{Tool, ToolRun, number};

pub const SYSBENCH: Tool = Tool {
    name: "sysbench",
    is: |head| {
        head.lines().any(|line| line.starts_with("sysbench ") && line.contains('.'))
            && head.contains("Number of threads:")
    },
    read: sysbench,
};

pub const PGBENCH: Tool = Tool {
    name: "pgbench",
    is: |head| {
        head.lines().any(|line| line.starts_with("transaction type:"))
            && head.lines().any(|line| line.starts_with("number of clients:"))
    },
    read: pgbench,
};

fn sysbench(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    let mut ignored = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("sysbench ") && line.contains(char::is_numeric) {
            runs.push(ToolRun::default());
            ignored.push(0);
        }
        let (Some(run), Some(ignored)) = (runs.last_mut(), ignored.last_mut()) else { continue };
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name {
            "Number of threads" => run.users = number(value).unwrap_or(0.0) as u32,
            "CPU speed" | "SQL statistics" | "OLTP test statistics" | "File operations" => {
                run.condition = vec![("test", name.to_owned())];
            }
            "total time" => run.duration_s = number(value.trim_end_matches('s')).unwrap_or(0.0),
            "time elapsed" if run.duration_s == 0.0 => {
                run.duration_s = number(value.trim_end_matches('s')).unwrap_or(0.0);
            }
            "total number of events" => run.requests = number(value).unwrap_or(0.0) as u64,
            "ignored errors" => *ignored = number(value).unwrap_or(0.0) as u64,
            "max" => run.longest_us = number(value.trim_end_matches("ms")).map(|ms| ms * 1e3),
            "avg" => run.mean_us = number(value.trim_end_matches("ms")).map(|ms| ms * 1e3),
            _ => {
                let percent = name.strip_suffix("th percentile").or_else(|| {
                    name.strip_prefix("approx.").and_then(|rest| rest.trim().strip_suffix("percentile"))
                });
                if let Some(percent) = percent {
                    // 0: the percentiles were switched off.
                    let us = number(value.trim_end_matches("ms")).map(|ms| ms * 1e3).filter(|us| *us > 0.0);
                    run.percentile(percent.trim(), us);
                }
            }
        }
    }
    for (run, ignored) in runs.iter_mut().zip(ignored) {
        run.requests += ignored;
        run.errors = ignored;
        run.rate_per_s = if run.duration_s > 0.0 { run.requests as f64 / run.duration_s } else { 0.0 };
    }
    runs
}

fn pgbench(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    let mut tps = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(script) = line.strip_prefix("transaction type:") {
            let condition = vec![("script", script.trim().to_owned())];
            runs.push(ToolRun { condition, ..ToolRun::default() });
            tps.push(0.0);
        }
        let (Some(run), Some(tps)) = (runs.last_mut(), tps.last_mut()) else { continue };
        // `latency average: 1 ms` before version 9.6.
        let Some((name, value)) = line.split_once(" = ").or_else(|| line.split_once(':')) else { continue };
        let value = value.trim();
        let count = || number(value.split('/').next().unwrap_or(value)).unwrap_or(0.0) as u64;
        match name {
            "scaling factor" => run.condition.push(("scale", value.to_owned())),
            "number of clients" => run.users = number(value).unwrap_or(0.0) as u32,
            "duration" => run.duration_s = number(value).unwrap_or(0.0),
            "number of transactions actually processed" => run.requests += count(),
            "number of failed transactions" | "number of transactions skipped" => {
                run.requests += count();
                run.errors += count();
            }
            "latency average" => run.mean_us = number(value).map(|ms| ms * 1e3),
            // Before version 14 there is one with the time of connecting and then one without it.
            "tps" => *tps = number(value).unwrap_or(0.0),
            _ => {}
        }
    }
    for (run, tps) in runs.iter_mut().zip(tps) {
        let done = run.requests.saturating_sub(run.errors) as f64;
        run.rate_per_s = if done > 0.0 { tps * run.requests as f64 / done } else { 0.0 };
        if run.duration_s == 0.0 && tps > 0.0 {
            run.duration_s = done / tps;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(run: &ToolRun) -> (u32, u64, u64, f64, Option<f64>) {
        (run.users, run.requests, run.errors, (run.rate_per_s * 100.0).round() / 100.0, run.mean_us)
    }

    #[test]
    fn sysbench_of_old_and_new_is_read() {
        let runs = sysbench(include_str!("../../../tests/tools/sysbench_interval.txt"));
        assert_eq!((runs.len(), figures(&runs[0])), (1, (4, 4_704, 0, 1_559.79, Some(2_520.0))));
        assert_eq!(runs[0].percentiles, [("p99".to_owned(), 44_170.0)]);
        let old = "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 8\n\nOLTP test statistics:\n    \
                   transactions:                        10000  (100.00 per sec.)\n\nTest execution summary:\n    \
                   total time:                          100.0s\n    total number of events:              10000\n    \
                   per-request statistics:\n         min:                                  5.04ms\n         \
                   avg:                                 79.50ms\n         approx.  95 percentile:              150.25ms\n";
        assert!((SYSBENCH.is)(old));
        let runs = sysbench(old);
        assert_eq!(figures(&runs[0]), (8, 10_000, 0, 100.0, Some(79_500.0)));
        assert_eq!(runs[0].percentiles, [("p95".to_owned(), 150_250.0)]);
    }

    #[test]
    fn pgbench_of_old_and_new_is_read() {
        let runs = pgbench(include_str!("../../../tests/tools/pgbench.txt"));
        assert_eq!(figures(&runs[0]), (4, 834, 0, 426.31, Some(9_383.0)));
        assert_eq!(runs[0].duration_s, 2.0);
        let rate = pgbench(include_str!("../../../tests/tools/pgbench_rate.txt"));
        assert_eq!((rate[0].requests, rate[0].duration_s.round()), (100, 2.0));
        let old = "transaction type: TPC-B (sort of)\nscaling factor: 100\nnumber of clients: 10\nduration: 60 s\n\
                   number of transactions actually processed: 6000\ntps = 98.5 (including connections establishing)\n\
                   tps = 100.5 (excluding connections establishing)\n";
        assert_eq!(figures(&pgbench(old)[0]), (10, 6_000, 0, 100.5, None));
    }
}
