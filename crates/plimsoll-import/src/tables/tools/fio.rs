//! `fio`, as text and as JSON: reads and writes of a job are runs of their own. The users are jobs × depth of the queue.
//! The times are from submission to completion (`clat`), the percentiles too. Processes of one job that ran side by side
//! (`numjobs` without `group_reporting`) are one run with the sum of their rates; their percentiles can't be added up.

use super::tool::{Tool, ToolRun, number};
use serde_json::Value;

pub const FIO: Tool = Tool {
    name: "fio",
    is: |head| {
        head.lines().any(|line| line.starts_with("fio-"))
            && head.lines().any(|line| line.contains("ioengine=") && line.contains("iodepth="))
    },
    read,
};

pub const FIO_JSON: Tool = Tool {
    name: "fio (JSON)",
    is: |head| head.trim_start().starts_with('{') && head.contains("\"fio version\""),
    read: read_json,
};

fn read(text: &str) -> Vec<ToolRun> {
    let mut runs: Vec<(Group, ToolRun)> = Vec::new();
    let mut group = Group::default();
    let mut depths: Vec<(String, u32)> = Vec::new();
    let (mut job, mut users, mut unit) = (String::new(), 1, None);
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("fio-") {
            group = Group { report: group.report + 1, number: 0 };
        }
        if let Some((name, rest)) = line.split_once(": (g=") {
            let depth = rest.rsplit_once("iodepth=").and_then(|(_, depth)| number(depth)).unwrap_or(1.0);
            depths.push((name.to_owned(), depth as u32));
        } else if let Some((name, rest)) = line.split_once(": (groupid=") {
            name.clone_into(&mut job);
            group.number = rest.split(',').next().and_then(|number| number.parse().ok()).unwrap_or(0);
            let jobs = rest
                .split_once("jobs=")
                .and_then(|(_, jobs)| jobs.split(')').next()?.parse().ok())
                .unwrap_or(1);
            let depth = depths.iter().find(|(known, _)| known == name).map_or(1, |(_, depth)| *depth);
            users = jobs * depth.max(1);
        } else if let Some((io, rest)) = line.split_once(": IOPS=") {
            let rate_per_s = rest.split(',').next().and_then(scaled).unwrap_or(0.0);
            // `(12.4MiB/2001msec)`
            let ms = rest.rsplit_once('/').and_then(|(_, ms)| ms.split("msec").next()?.parse::<f64>().ok());
            let duration_s = ms.unwrap_or(0.0) / 1e3;
            let run = ToolRun {
                condition: vec![("job", job.clone()), ("io", io.to_owned())],
                users,
                duration_s,
                requests: (rate_per_s * duration_s).round() as u64,
                rate_per_s,
                ..ToolRun::default()
            };
            runs.push((group, run));
        } else if let Some((_, run)) = runs.last_mut().filter(|_| !job.is_empty()) {
            figure(run, line, &mut unit);
        }
        if line.starts_with("Run status group") {
            job.clear();
        }
    }
    together(runs)
}

/// What ran side by side: a group of one report.
#[derive(Clone, Copy, Default, PartialEq)]
struct Group {
    report: u64,
    number: u64,
}

/// Runs of the same job in one group are one.
fn together(runs: Vec<(Group, ToolRun)>) -> Vec<ToolRun> {
    let mut found: Vec<(Group, ToolRun)> = Vec::new();
    for (group, run) in runs {
        let same =
            found.iter_mut().find(|(other, first)| *other == group && first.condition == run.condition);
        match same {
            Some((_, first)) => add(first, &run),
            None => found.push((group, run)),
        }
    }
    found.into_iter().map(|(_, run)| run).collect()
}

fn add(run: &mut ToolRun, other: &ToolRun) {
    let (own, more) = (run.requests as f64, other.requests as f64);
    run.mean_us = run
        .mean_us
        .zip(other.mean_us)
        .filter(|_| own + more > 0.0)
        .map(|(mean, others)| ((mean * own + others * more) / (own + more) * 1e3).round() / 1e3);
    run.requests += other.requests;
    run.rate_per_s += other.rate_per_s;
    run.users += other.users;
    run.duration_s = run.duration_s.max(other.duration_s);
    run.percentiles.clear();
}

fn figure(run: &mut ToolRun, line: &str, unit: &mut Option<f64>) {
    let of = |line: &str| line.split_once('(').and_then(|(_, rest)| unit_us(rest.split(')').next()?));
    if line.starts_with("clat (") {
        let mean = line.split_once("avg=").and_then(|(_, rest)| scaled(rest.split(',').next()?));
        run.mean_us = mean.zip(of(line)).map(|(mean, unit)| (mean * unit * 1e3).round() / 1e3);
    } else if line.starts_with("clat percentiles (") {
        *unit = of(line);
    } else if let (Some(unit), Some(cells)) = (*unit, line.strip_prefix('|')) {
        for (percent, rest) in cells.split(']').filter_map(|cell| cell.split_once("th=[")) {
            run.percentile(percent.trim_start_matches([',', ' ']), number(rest).map(|value| value * unit));
        }
    } else {
        *unit = None;
    }
}

fn unit_us(name: &str) -> Option<f64> {
    match name {
        "nsec" => Some(1e-3),
        "usec" => Some(1.0),
        "msec" => Some(1e3),
        "sec" => Some(1e6),
        _ => None,
    }
}

/// `1592`, `12.3k`, `1.2M`.
fn scaled(text: &str) -> Option<f64> {
    let text = text.trim();
    let (text, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1e3),
        b'M' => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    number(text).map(|value| value * factor)
}

/// With warnings before it, where they went to the same file.
fn read_json(text: &str) -> Vec<ToolRun> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    together(
        documents
            .map_while(Result::ok)
            .zip(0..)
            .flat_map(|(document, report)| jobs(&document, report))
            .collect(),
    )
}

fn jobs(document: &Value, report: u64) -> Vec<(Group, ToolRun)> {
    let mut runs = Vec::new();
    let all = document["jobs"].as_array().map_or(&[][..], Vec::as_slice);
    for job in all {
        let group = Group { report, number: job["groupid"].as_u64().unwrap_or(0) };
        // Each process has an entry, unless the group has one for all.
        let is_same =
            |other: &&Value| other["jobname"] == job["jobname"] && other["groupid"] == job["groupid"];
        let entries = all.iter().filter(is_same).count().max(1) as u32;
        let option = |name: &str| {
            let own = job["job options"][name].as_str().or_else(|| document["global options"][name].as_str());
            own.and_then(|value| value.parse::<u32>().ok())
        };
        for io in ["read", "write", "trim"] {
            let figures = &job[io];
            let requests = figures["total_ios"].as_u64().unwrap_or(0);
            if requests == 0 {
                continue;
            }
            let mut run = ToolRun {
                condition: vec![
                    ("job", job["jobname"].as_str().unwrap_or("").to_owned()),
                    ("io", io.to_owned()),
                ],
                users: (option("numjobs").unwrap_or(1) / entries).max(1)
                    * option("iodepth").unwrap_or(1).max(1),
                duration_s: figures["runtime"].as_f64().unwrap_or(0.0) / 1e3,
                requests,
                rate_per_s: figures["iops"].as_f64().unwrap_or(0.0),
                mean_us: figures["clat_ns"]["mean"].as_f64().map(|ns| ns / 1e3),
                ..ToolRun::default()
            };
            for (percent, ns) in figures["clat_ns"]["percentile"].as_object().into_iter().flatten() {
                run.percentile(percent, ns.as_f64().map(|ns| ns / 1e3));
            }
            runs.push((group, run));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_are_runs_of_their_own() {
        let runs = read(include_str!("../../../tests/tools/fio.txt"));
        let of = |run: &ToolRun| {
            (run.condition[1].1.clone(), run.users, run.rate_per_s, run.duration_s, run.mean_us)
        };
        assert_eq!(of(&runs[0]), ("read".to_owned(), 1, 1_592.0, 2.001, Some(439.074)));
        assert_eq!(of(&runs[1]), ("write".to_owned(), 1, 1_656.0, 2.001, Some(5.49)));
        assert_eq!((runs.len(), runs[0].percentiles.len()), (2, 17));
        assert!(runs[0].percentiles.contains(&("p99".to_owned(), 5_210.112)), "{:?}", runs[0].percentiles);
        assert!(runs[1].percentiles.contains(&("p99.95".to_owned(), 135.0)), "{:?}", runs[1].percentiles);
    }

    #[test]
    fn processes_side_by_side_are_one_run_whether_in_text_or_json() {
        let text = read(include_str!("../../../tests/tools/fio_numjobs.txt"));
        let of = |run: &ToolRun| (run.condition[1].1.clone(), run.users, run.percentiles.len());
        assert_eq!(text.iter().map(of).collect::<Vec<_>>(), [("read".to_owned(), 2, 0)]);
        assert_eq!((text[0].rate_per_s.round(), text[0].mean_us), (18_169.0, Some(108.042)));
        let json = read_json(include_str!("../../../tests/tools/fio_numjobs.json"));
        let expected = [("read".to_owned(), 8, 0), ("write".to_owned(), 8, 0)];
        assert_eq!(json.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(json[0].rate_per_s.round(), 12_100.0);
        let group = read_json(include_str!("../../../tests/tools/fio_group.json"));
        assert_eq!(group.iter().map(of).collect::<Vec<_>>(), [("read".to_owned(), 2, 17)]);
    }

    #[test]
    fn json_has_the_jobs_with_their_options() {
        let json = r#"{"fio version": "fio-3.33", "global options": {"iodepth": "8"}, "jobs": [{"jobname": "r", "error": 0,
            "job options": {"numjobs": "2"}, "read": {"total_ios": 3000, "runtime": 2000, "iops": 1500.0,
            "clat_ns": {"mean": 439073.0, "percentile": {"50.000000": 61184, "99.900000": 84410368}}},
            "write": {"total_ios": 0, "runtime": 0, "iops": 0.0}}]}"#;
        assert!((FIO_JSON.is)(json));
        let run = &read_json(json)[0];
        assert_eq!((run.users, run.requests, run.duration_s, run.mean_us), (16, 3_000, 2.0, Some(439.073)));
        assert_eq!(run.percentiles[1], ("p99.9".to_owned(), 84_410.368));
    }
}
