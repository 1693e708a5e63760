//! Folders as labs leave them, to run files.

use flate2::Compression;
use flate2::write::GzEncoder;
use plimsoll_import::{ImportError, ImportSettings, StepsFrom, import, read_settings, zone};
use plimsoll_plan::document::Problems;
use plimsoll_run::{PlacementMethod, Run, SeriesFilter, Source, TelemetryReader, TimeWindow};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// 2019-10-07 11:20:00 UTC.
const START_UNIX_S: i64 = 1_570_447_200;

/// Users of each second: three steps of two minutes, with ramps of ten seconds before.
fn users(second: usize) -> u64 {
    let (step, within) = (second / 130, second % 130);
    let (from, to) = ([0, 10, 20][step], [10, 20, 30][step]);
    if within < 10 { from + (to - from) * within as u64 / 10 + 1 } else { to }
}

const SECONDS: usize = 390;

/// Each user asks five times a second; every 50th request fails.
fn jtl() -> String {
    let mut text =
        "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,sentBytes,grpThreads,\
                    allThreads,Latency,IdleTime,Connect\n"
            .replace(' ', "");
    let mut number = 0_u64;
    for second in 0..SECONDS {
        for n in 0..users(second) * 5 {
            number += 1;
            let ms = (START_UNIX_S as u64 * 1_000 + second as u64 * 1_000) + n % 900;
            let (status, success) = if number.is_multiple_of(50) { (503, false) } else { (200, true) };
            let _ = writeln!(
                text,
                "{ms},{},GET /orders/{},{status},OK,Users 1-{},{success},512,128,{u},{u},{},0,1",
                20 + number % 30,
                number % 3,
                n % 7,
                10 + number % 20,
                u = users(second),
            );
        }
    }
    text
}

/// `vmstat 5` started at that second of the load: CPU that follows the users.
fn vmstat(from_s: usize) -> String {
    let mut text = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   \
                    buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1 0 0 1000 10 10 0 0 0 0 1 1 1 0 99 0 0\n"
        .to_owned();
    for row in 1..=(SECONDS - from_s) / 5 {
        let seconds = from_s + (row - 1) * 5..from_s + row * 5;
        let busy = seconds.map(users).sum::<u64>() / 5 * 3 + row as u64 % 3;
        let _ = writeln!(text, " 1 0 0 1000 10 10 0 0 0 0 1 1 {busy} 0 {} 0 0", 100 - busy);
    }
    text
}

fn access_log() -> String {
    let mut text = String::new();
    for second in 0..SECONDS {
        let time = jiff::Timestamp::from_second(START_UNIX_S + second as i64).unwrap();
        let time = time.strftime("%d/%b/%Y:%H:%M:%S +0000");
        for n in 0..users(second) {
            let _ = writeln!(text, "10.0.0.1 - - [{time}] \"GET /orders/{} HTTP/1.1\" 200 512", n % 3);
        }
    }
    text
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn lab(folder: &Path) {
    write(folder, "logs/results.jtl", jtl());
    write(folder, "logs/docker01-vmstat-20191007112030.log", vmstat(30));
    write(folder, "logs/docker01/access.log.gz", gzip(access_log().as_bytes()));
    write(folder, "logs/README.txt", "what we did on that day\n");
}

fn points(run: &Path, metric: &str) -> usize {
    let reader = TelemetryReader::open(run).unwrap();
    let found = reader.points(&SeriesFilter::metric(metric), TimeWindow::ALL).unwrap();
    found.iter().map(|series| series.points.len()).sum()
}

#[test]
fn a_folder_becomes_a_run_with_steps_telemetry_and_the_servers_requests() {
    let folder = tempfile::tempdir().unwrap();
    lab(folder.path());
    let output = folder.path().join("day.run");
    let outcome = import(&[folder.path().join("logs")], &output, &ImportSettings::default()).unwrap();
    assert_eq!(outcome.steps, 3, "{outcome:?}");
    assert!(matches!(outcome.from, StepsFrom::Users(_)), "{:?}", outcome.from);
    let refused: Vec<_> = outcome.inputs.iter().filter(|input| input.refused.is_some()).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].name.ends_with("README.txt") && !outcome.is_incomplete());
    let run = Run::open(&output).unwrap();
    assert!(run.is_complete());
    assert_eq!(run.steps.iter().map(|step| step.users()).collect::<Vec<_>>(), [10, 20, 30]);
    for (number, step) in run.steps.iter().enumerate() {
        let from_us = (number as u64 * 130 + 10) * 1_000_000;
        assert!(step.measured_from_us.abs_diff(from_us) <= 2_000_000, "{step:?}");
        assert!(step.measured_to_us.unwrap().abs_diff(from_us + 120_000_000) <= 2_000_000, "{step:?}");
    }
    let all = run.seconds.iter().flat_map(|second| second.transactions.values());
    let requests = (0..SECONDS).map(|second| users(second) * 5).sum::<u64>();
    assert_eq!(all.clone().map(|interval| interval.requests).sum::<u64>(), requests);
    assert_eq!(all.map(|interval| interval.errors_total()).sum::<u64>(), requests / 50);
    let telemetry = &run.telemetry;
    assert_eq!(telemetry.hosts.iter().map(|host| host.name.as_str()).collect::<Vec<_>>(), ["docker01"]);
    assert_eq!(telemetry.request_logs[0].source, Source::host("docker01"));
    assert_eq!(telemetry.request_logs[0].requests, (0..SECONDS).map(users).sum::<u64>());
    let vmstat = telemetry.inputs.iter().find(|input| input.format == "vmstat").unwrap();
    assert_eq!(vmstat.placement.method, PlacementMethod::FileName, "{vmstat:?}");
    assert_eq!(vmstat.placement.placement.interval_us, Some(5_000_000), "{vmstat:?}");
    assert_eq!(vmstat.placement.placement.origin_us.unwrap() / 1_000_000, 30);
    let placed: Vec<_> = telemetry.inputs.iter().filter(|input| !input.placed.is_empty()).collect();
    assert_eq!(placed.iter().map(|input| &*input.format).collect::<Vec<_>>(), ["vmstat"]);
    let queue = |series: &plimsoll_run::Series| series.metric == "system.process.count";
    assert!(vmstat.placed.iter().any(|series| queue(series)), "{vmstat:?}");
    assert_eq!(vmstat.sha256.as_ref().map(String::len), Some(64));
    assert_eq!(points(&output, "system.process.count"), 2 * (SECONDS - 30) / 5);
}

/// All that a run says of its load, but for the names of its inputs.
fn figures(run: &Path) -> String {
    let run = Run::open(run).unwrap();
    let mut text = format!("{:?}\n", run.steps);
    for second in &run.seconds {
        for (transaction, interval) in &second.transactions {
            let buckets: Vec<_> = interval.response.buckets().collect();
            let _ =
                writeln!(text, "{} {} {} {buckets:?}", second.second, transaction.name, interval.requests);
        }
    }
    text
}

#[test]
fn packed_files_give_what_plain_ones_give() {
    let folder = tempfile::tempdir().unwrap();
    lab(folder.path());
    let logs = folder.path().join("logs");
    let plain = folder.path().join("plain.run");
    import(std::slice::from_ref(&logs), &plain, &ImportSettings::default()).unwrap();
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    tar.append_dir_all("day", &logs).unwrap();
    let tar = write(folder.path(), "day.tar.gz", tar.into_inner().unwrap().finish().unwrap());
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["results.jtl", "docker01-vmstat-20191007112030.log", "docker01/access.log.gz"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&std::fs::read(logs.join(name)).unwrap()).unwrap();
    }
    let zip = write(folder.path(), "day.zip", zip.finish().unwrap().into_inner());
    for archive in [tar, zip] {
        let output = archive.with_extension("run");
        import(std::slice::from_ref(&archive), &output, &ImportSettings::default()).unwrap();
        assert_eq!(figures(&output), figures(&plain), "{}", archive.display());
        assert_eq!(points(&output, "system.cpu.utilization"), points(&plain, "system.cpu.utilization"));
        let telemetry = Run::open(&output).unwrap().telemetry;
        assert_eq!(telemetry.request_logs, Run::open(&plain).unwrap().telemetry.request_logs);
    }
}

#[test]
fn several_readers_give_what_one_gives() {
    let folder = tempfile::tempdir().unwrap();
    // Long enough to be cut, with a line end in quotes now and then.
    let mut text =
        "timeStamp,elapsed,label,responseCode,responseMessage,success,allThreads,Latency\n".to_owned();
    for n in 0..260_000_u64 {
        let message = if n.is_multiple_of(997) {
            "\"first line\nsecond line, with a comma\""
        } else {
            "a usual message of a usual length"
        };
        let ms = START_UNIX_S as u64 * 1_000 + n;
        let _ = writeln!(
            text,
            "{ms},{},GET /{},200,{message},{},5,{}",
            n % 90,
            n % 5,
            !n.is_multiple_of(100),
            n % 9
        );
    }
    text.push_str("not a row at all\n");
    let file = write(folder.path(), "big.jtl", &text);
    assert!(text.len() > 16 << 20, "{}", text.len());
    let outcomes = [1, 2, 3].map(|readers| {
        let output = folder.path().join(format!("{readers}.run"));
        let settings = ImportSettings { readers, ..ImportSettings::default() };
        let outcome = import(std::slice::from_ref(&file), &output, &settings).unwrap();
        (figures(&output), outcome.requests, outcome.inputs)
    });
    assert_eq!(outcomes[0].1, 260_000);
    assert_eq!(outcomes[0].2[0].problems, 1, "{:?}", outcomes[0].2);
    assert!(outcomes[1] == outcomes[0] && outcomes[2] == outcomes[0], "{:?}", outcomes.map(|o| (o.1, o.2)));
}

#[test]
fn truncated_and_unknown_files_are_reported_and_the_rest_is_retained() {
    let folder = tempfile::tempdir().unwrap();
    lab(folder.path());
    let logs = folder.path().join("logs");
    let packed = gzip(access_log().as_bytes());
    write(&logs, "docker01/access.log.gz", &packed[..packed.len() / 2]);
    write(&logs, "broken.zip", b"PK\x03\x04 and no more");
    write(&logs, "empty.log", "");
    let output = folder.path().join("day.run");
    let outcome = import(&[logs], &output, &ImportSettings::default()).unwrap();
    let reasons: Vec<String> = outcome
        .inputs
        .iter()
        .filter_map(|input| Some(format!("{}: {}", input.name.rsplit('/').next()?, input.refused.as_ref()?)))
        .collect();
    assert_eq!(reasons.len(), 4, "{reasons:?}");
    assert!(
        reasons.iter().any(|reason| reason.starts_with("access.log.gz: it could not be read to its end"))
    );
    assert!(reasons.iter().any(|reason| reason == "empty.log: it is empty"));
    assert!(outcome.is_incomplete());
    assert_eq!(Run::open(&output).unwrap().steps.len(), 3);
    assert_eq!(Run::open(&output).unwrap().telemetry.inputs.len(), outcome.inputs.len());
}

#[test]
fn nothing_is_left_behind_by_an_import_that_fails_and_no_run_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "in/notes.txt", "nothing\n");
    let output = folder.path().join("out.run");
    let error = import(std::slice::from_ref(&file), &output, &ImportSettings::default()).unwrap_err();
    assert!(matches!(&error, ImportError::NothingRead { files, .. } if files.len() == 1), "{error:?}");
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["in"]);
    std::fs::write(&output, "precious").unwrap();
    let error = import(&[file], &output, &ImportSettings::default()).unwrap_err();
    assert!(matches!(error, ImportError::Exists(_)), "{error:?}");
    assert_eq!(std::fs::read(&output).unwrap(), b"precious");
}

const TABLE: &str = "test,step,threads,nodes,start,end,throughput_per_s,gain_pct,goal_pct,error_pct\n\
    borger,1,5,2,2020-12-09T13:00:42,2020-12-09T13:15:46,18.1,,,\n\
    borger,2,8,2,2020-12-09T13:16:39,2020-12-09T13:31:44,23.18,28,36,\n\
    other,1,5,2,2020-12-10T10:17:32,2020-12-10T10:32:37,15.26,,,10\n";

#[test]
fn a_table_of_steps_alone_becomes_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let table = write(folder.path(), "steps.csv", TABLE);
    let output = folder.path().join("steps.run");
    let several = import(std::slice::from_ref(&table), &output, &ImportSettings::default()).unwrap_err();
    assert!(matches!(several, ImportError::SeveralTests { .. }), "{several:?}");
    let settings = ImportSettings {
        test: Some("borger".to_owned()),
        time_zone: zone("Europe/Copenhagen").unwrap(),
        goal: Some(0.6),
        ..ImportSettings::default()
    };
    import(&[table], &output, &settings).unwrap();
    let run = Run::open(&output).unwrap();
    // 12:00:42 UTC.
    assert_eq!(run.header.started_unix_us, 1_607_515_242_000_000);
    let analysis = plimsoll_analysis::analyse(&[run], &[], 1);
    let steps = &analysis.runs[0].steps;
    let short: Vec<_> =
        steps.iter().map(|s| (s.threads, s.nodes, (s.throughput_per_s.value * 100.0).round())).collect();
    assert_eq!(short, [(5, 2, 1_810.0), (8, 2, 2_318.0)]);
    assert!(steps.iter().all(|step| step.throughput_per_s.bounds_95.is_none()), "means have no interval");
    let growth = steps[1].growth.as_ref().unwrap();
    assert_eq!((growth.gain_percent, growth.goal_percent), (28, 36));
}

#[test]
fn the_import_file_shows_what_cannot_be_guessed_and_its_errors_have_lines() {
    let text = "import: a day\ntime_zone: Europe/Copenhagen\nfiles:\n  - file: '*.log'\n    every: 10 s\n    start: 2019-10-07 13:20:00\n\
        hosts:\n  db: {role: database, clock_ahead: -1.5 s}\nrequirements: [p95 <= 250 ms]\n";
    let read = |text: &str| {
        let node = plimsoll_formats::yaml::document("import.yaml", text).unwrap();
        let (mut settings, mut problems) = (ImportSettings::default(), Problems::new("import.yaml"));
        read_settings(&node, &mut settings, &mut problems);
        (settings, problems.found.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (settings, problems) = read(text);
    assert_eq!(problems, [""; 0]);
    assert_eq!(settings.files[0].interval_us, Some(10_000_000));
    assert_eq!(settings.files[0].start_unix_us, Some(START_UNIX_S * 1_000_000));
    assert_eq!(settings.hosts["db"].clock_ahead_us, Some(-1_500_000));
    let (_, problems) =
        read("time_zone: Mars\nfiles:\n  - format: vmstats\nhost: a\nhosts:\n  db: {rol: x}\n");
    assert_eq!(problems.len(), 4, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("import.yaml:")), "{problems:?}");
}
