//! `h2load` of nghttp2.

use super::tool::{Tool, ToolRun, number};
use crate::tables::sheet::time_us;
use plimsoll_run::ErrorKind;

pub const H2LOAD: Tool = Tool {
    name: "h2load",
    is: |head| {
        let lines = || head.lines().map(str::trim);
        lines().any(|line| line.starts_with("finished in ") && line.contains(" req/s"))
            && lines().any(|line| line.starts_with("requests: ") && line.contains(" succeeded"))
            || lines().any(|line| line.starts_with("spawning thread #") && line.contains("total client(s)"))
    },
    read,
};

fn read(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<ToolRun> = Vec::new();
    let mut users = 0;
    for line in text.lines().map(str::trim) {
        if line.starts_with("starting benchmark") {
            users = 0;
        } else if let Some((_, clients)) =
            line.strip_prefix("spawning thread #").and_then(|rest| rest.split_once(": "))
        {
            users += number(clients).unwrap_or(0.0) as u32;
        } else if let Some(rest) = line.strip_prefix("finished in ") {
            let mut parts = rest.split(", ");
            let duration_s = parts.next().and_then(time_us).unwrap_or(0.0) / 1e6;
            let rate_per_s = parts.next().and_then(number).unwrap_or(0.0);
            runs.push(ToolRun { users, duration_s, rate_per_s, ..ToolRun::default() });
        } else if let Some(run) = runs.last_mut() {
            figure(run, line);
        }
    }
    for run in runs.iter_mut().filter(|run| run.users == 0) {
        // Only the end of what it printed was kept.
        run.take_users_from_times();
    }
    runs
}

fn figure(run: &mut ToolRun, line: &str) {
    if let Some(counts) = line.strip_prefix("requests: ") {
        let of = |name: &str| {
            let count = counts.split(", ").find_map(|part| part.trim().strip_suffix(name)).and_then(number);
            count.unwrap_or(0.0) as u64
        };
        // Those of the failed that got no answer are told once more as errored, and of those the timeouts.
        run.requests = of(" done").max(of(" succeeded") + of(" failed"));
        run.errors = of(" failed");
        run.failed(ErrorKind::ResponseTimeout, String::new(), of(" timeout"));
    } else if let Some(counts) = line.strip_prefix("status codes: ") {
        for class in ["4xx", "5xx"] {
            let count = counts.split(", ").find_map(|part| part.trim().strip_suffix(class)).and_then(number);
            run.failed_with(class, count.unwrap_or(0.0) as u64);
        }
    } else if let Some(times) = line.strip_prefix("time for request:") {
        // min, max, mean
        let figure = |place| times.split_whitespace().nth(place).and_then(time_us).filter(|us| *us > 0.0);
        (run.longest_us, run.mean_us) = (figure(1), figure(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_counts_and_the_mean_are_read() {
        let text = include_str!("../../../tests/tools/h2load.txt");
        let run = &read(text)[0];
        let found = (run.users, run.requests, run.errors, run.rate_per_s, run.duration_s, run.mean_us);
        assert_eq!(found, (2, 1_902, 0, 951.0, 2.0, Some(1_980.0)));
        let failed = &read(include_str!("../../../tests/tools/h2load_failed.txt"))[0];
        assert_eq!((failed.requests, failed.errors), (50, 50));
        assert_eq!(failed.failures, [(ErrorKind::Status, "4xx".to_owned(), 50)]);
        assert_eq!(failed.all_percentiles(), [(100.0, 13_310.0)]);
        let end =
            text.split_once("finished in").map(|(_, end)| format!("finished in{end}")).expect("it ended");
        assert!((H2LOAD.is)(&end));
        assert_eq!(read(&end)[0].users, 2);
    }
}
