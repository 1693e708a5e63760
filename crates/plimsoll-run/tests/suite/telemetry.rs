//! What the servers did: written in any order and pieces, read by series and window.

use crate::fixture::{completed, header, interval, request, second};
use plimsoll_run::{
    At, ClockMethod, ClockOffset, Gap, Host, Input, InputPlacement, Instance, Interval, Placement,
    PlacementEvidence, PlacementMethod, Point, Reading, ReadingKind, RowBeat, Run, RunWriter, Series,
    SeriesFilter, ServerEvent, ServerEventKind, Source, TelemetryReader, TimeWindow,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn series(host: &str, metric: &str, attribute: &str) -> Arc<Series> {
    Arc::new(Series {
        source: Source { host: host.to_owned(), instance: Instance::Container("web".to_owned()) },
        metric: metric.to_owned().into(),
        attributes: [("cpu.mode".into(), attribute.to_owned())].into(),
        unit: "1".into(),
        kind: ReadingKind::Gauge,
    })
}

fn reading(series: &Arc<Series>, at_us: i64, value: f64) -> Reading {
    Reading { at: At::Run(at_us), series: Arc::clone(series), value }
}

fn new_run(folder: &Path) -> (PathBuf, RunWriter) {
    let path = folder.join("a.run");
    let writer = RunWriter::create(&path, &header()).unwrap();
    (path, writer)
}

/// Series to points as (time, bits of the value), so that what compares equal is the same.
type Points = BTreeMap<Arc<Series>, Vec<(i64, u64)>>;

fn read(path: &Path, filter: &SeriesFilter, window: TimeWindow) -> Points {
    let bits = |points: Vec<Point>| points.iter().map(|p| (p.at_us, p.value.to_bits())).collect();
    let found = TelemetryReader::open(path).unwrap().points(filter, window).unwrap();
    found.into_iter().map(|s| (s.series, bits(s.points))).collect()
}

fn expected(readings: &[Reading], window: TimeWindow) -> Points {
    let mut all: BTreeMap<Arc<Series>, Vec<Point>> = BTreeMap::new();
    for reading in readings {
        let At::Run(at_us) = reading.at else { continue };
        if at_us >= window.from_us && at_us < window.to_us {
            let points = all.entry(Arc::clone(&reading.series)).or_default();
            points.push(Point { at_us, value: reading.value });
        }
    }
    let sorted = |mut points: Vec<Point>| {
        points.sort_by(|a, b| a.at_us.cmp(&b.at_us).then(a.value.total_cmp(&b.value)));
        points.iter().map(|p| (p.at_us, p.value.to_bits())).collect()
    };
    all.into_iter().map(|(series, points)| (series, sorted(points))).collect()
}

fn any_reading() -> impl Strategy<Value = Reading> {
    let time = prop_oneof![8 => -5_000_000..50_000_000_i64, 1 => any::<i64>().prop_filter("below", |t| *t < i64::MAX)];
    let value = prop_oneof![
        (-1_000..1_000_i32).prop_map(|n| f64::from(n) / 100.0),
        any::<f64>().prop_filter("finite", |v| v.is_finite())
    ];
    (0..3_usize, time, value).prop_map(|(which, at_us, value)| {
        let name = ["user", "system", "æ \"x\""][which];
        reading(&series("docker01", "system.cpu.utilization", name), at_us, value)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn readings_come_back_by_time_whatever_their_order_and_flushes(
        readings in prop::collection::vec(any_reading(), 0..200),
        piece in 1..50_usize,
        from_us in -6_000_000..50_000_000_i64,
        length_us in 0..30_000_000_i64,
        finished in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut writer) = new_run(folder.path());
        for piece in readings.chunks(piece) {
            prop_assert_eq!(writer.add_readings(piece).unwrap(), 0);
            writer.flush().unwrap();
        }
        if finished {
            writer.finish(&completed()).unwrap();
        } else {
            drop(writer);
        }
        for window in [TimeWindow::ALL, TimeWindow { from_us, to_us: from_us + length_us }] {
            prop_assert_eq!(read(&path, &SeriesFilter::default(), window), expected(&readings, window));
        }
        let stored: u64 = Run::open(&path).unwrap().telemetry.series.iter().map(|s| s.points).sum();
        prop_assert_eq!(stored, readings.len() as u64);
    }
}

#[test]
fn many_points_are_moved_to_blocks_while_the_run_goes_and_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let all = ["user", "system", "idle"].map(|mode| series("docker01", "system.cpu.utilization", mode));
    let mut readings = Vec::new();
    // Past two moves, and some more that stay as they were flushed.
    for n in 0..2_500_i64 {
        let row: Vec<Reading> = all
            .iter()
            .map(|series| reading(series, n * 1_000_000 + n % 7, (n % 100) as f64 / 100.0))
            .collect();
        writer.add_readings(&row).unwrap();
        writer.flush().unwrap();
        readings.extend(row);
    }
    drop(writer);
    assert_eq!(read(&path, &SeriesFilter::default(), TimeWindow::ALL), expected(&readings, TimeWindow::ALL));
    let connection = rusqlite::Connection::open(&path).unwrap();
    let count = |table: &str| {
        connection
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!((count("point_blocks"), count("point_times")), (6, 2));
    assert!(count("recent_points") < 1_000);
}

#[test]
fn series_are_found_by_host_metric_and_attributes() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let cpu = series("docker01", "system.cpu.utilization", "user");
    let other = series("docker02", "system.cpu.utilization", "user");
    let heap = series("docker01", "jvm.memory.used", "user");
    let idle = series("docker01", "system.cpu.utilization", "idle");
    writer.add_readings(&[&heap, &cpu, &other, &idle].map(|series| reading(series, 1, 1.0))).unwrap();
    writer.finish(&completed()).unwrap();
    let found = |filter: SeriesFilter| -> Vec<Arc<Series>> {
        read(&path, &filter, TimeWindow::ALL).into_keys().collect()
    };
    let metric = || SeriesFilter::metric("system.cpu.utilization");
    assert_eq!(found(metric()), [idle.clone(), cpu.clone(), other.clone()]);
    assert_eq!(found(metric().with("cpu.mode", "user")), [cpu.clone(), other.clone()]);
    let on = SeriesFilter { host: Some("docker01".to_owned()), ..metric().with("cpu.mode", "user") };
    assert_eq!(found(on), [cpu]);
    let of = SeriesFilter { source: Some(other.source.clone()), ..SeriesFilter::default() };
    assert_eq!(found(of), [other]);
    assert_eq!(found(SeriesFilter::metric("none")), []);
}

#[test]
fn times_that_are_not_on_the_runs_clock_and_values_that_are_no_numbers_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let cpu = series("docker01", "system.cpu.utilization", "user");
    let elsewhere = Reading { at: At::Wall(5), series: cpu.clone(), value: 1.0 };
    let left_out =
        writer.add_readings(&[elsewhere, reading(&cpu, 5, f64::NAN), reading(&cpu, 6, 2.0)]).unwrap();
    let event = ServerEvent {
        at: At::Index(1),
        source: cpu.source.clone(),
        kind: ServerEventKind::OomKill,
        duration_us: None,
        text: String::new(),
    };
    assert_eq!((left_out, writer.add_server_events(&[event]).unwrap()), (2, 1));
    writer.finish(&completed()).unwrap();
    let telemetry = Run::open(&path).unwrap().telemetry;
    assert_eq!((telemetry.series[0].points, telemetry.events.len()), (1, 0));
}

#[test]
fn hosts_inputs_gaps_and_events_come_back_and_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let clock = ClockOffset { ahead_us: -3_200, uncertainty_us: 400, method: ClockMethod::Asked };
    let first = Host { name: "docker01".to_owned(), role: "application".to_owned(), clock: None };
    let known = Host { clock: Some(clock), ..first.clone() };
    let plain = Host { name: "db".to_owned(), ..Host::default() };
    [&first, &plain, &known].into_iter().for_each(|host| writer.put_host(host).unwrap());
    let input = Input {
        name: "logs.zip:docker01-vmstat-20191007111959.log".to_owned(),
        format: "vmstat".to_owned(),
        host: "docker01".to_owned(),
        bytes: 77,
        sha256: Some("ab".repeat(32)),
        placement: InputPlacement {
            method: PlacementMethod::FileName,
            placement: Placement {
                run_started_unix_us: 5,
                clock_ahead_us: -3,
                origin_us: Some(-7),
                interval_us: Some(10_000_000),
            },
            uncertainty_us: Some(1_000_000),
            evidence: PlacementEvidence::Assumed { beat: Some(RowBeat { seconds: 10.0, assumed: false }) },
        },
        readings: 6,
        events: 1,
        requests: 2,
        problems: 3,
        placed: vec![series("a", "m", "user"), series("b", "m", "user")],
        refused: Some("it ends in a row".to_owned()),
    };
    let inputs = [input.clone(), Input::default(), input];
    inputs.iter().for_each(|input| writer.add_input(input).unwrap());
    let source = Source { host: "docker01".to_owned(), instance: Instance::Process("jboss".to_owned()) };
    let open = Gap { source: source.clone(), from_us: 5, to_us: None, reason: "ssh: refused".to_owned() };
    let closed = Gap { to_us: Some(9), ..open.clone() };
    let later = Gap { from_us: 20, ..open.clone() };
    [&later, &open, &closed].into_iter().for_each(|gap| writer.put_gap(gap).unwrap());
    let events: Vec<ServerEvent> = ServerEventKind::ALL
        .iter()
        .zip([0, -1, 5, 2, 3, 4, 6])
        .map(|(kind, at_us)| ServerEvent {
            at: At::Run(at_us),
            source: source.clone(),
            kind: *kind,
            duration_us: (at_us > 2).then_some(8),
            text: kind.name().to_owned(),
        })
        .collect();
    writer.add_server_events(&events).unwrap();
    writer.finish(&completed()).unwrap();
    let telemetry = Run::open(&path).unwrap().telemetry;
    assert_eq!(telemetry.hosts, [plain, known]);
    assert_eq!(telemetry.inputs, inputs);
    assert_eq!(telemetry.gaps, [closed, later]);
    let mut in_time = events;
    in_time.sort_by_key(|event| format!("{:?}", event.at));
    assert_eq!(telemetry.events.len(), in_time.len());
    assert!(in_time.iter().all(|event| telemetry.events.contains(event)));
    assert!(telemetry.events.is_sorted_by_key(|event| match event.at {
        At::Run(us) => us,
        _ => i64::MAX,
    }));
}

#[test]
fn requests_of_servers_are_merged_by_second_and_apart_from_the_loads() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let (web, db) = (Source::host("web"), Source::host("db"));
    writer.append(&second(1, 3)).unwrap();
    for (source, second, requests) in [(&web, 3, 4), (&web, -2, 1), (&db, 3, 2), (&web, 3, 5)] {
        writer.add_server_second(source, second, &[(request("/lookup"), interval(requests))]).unwrap();
        writer.flush().unwrap();
    }
    writer.finish(&completed()).unwrap();
    let mut merged = interval(4);
    merged.merge(&interval(5));
    let reader = TelemetryReader::open(&path).unwrap();
    let window = TimeWindow { from_us: 0, to_us: 4_000_000 };
    let found = reader.requests(Some(&web), window).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].transactions, BTreeMap::from([(request("/lookup"), merged.clone())]));
    let all: Vec<(Source, i64, u64)> = reader
        .requests(None, TimeWindow::ALL)
        .unwrap()
        .into_iter()
        .map(|s| (s.source, s.second, s.transactions.values().map(|i: &Interval| i.requests).sum()))
        .collect();
    assert_eq!(all, [(db, 3, 2), (web.clone(), -2, 1), (web, 3, 9)]);
    let run = Run::open(&path).unwrap();
    let requests: u64 = run.seconds[0].transactions.values().map(|i| i.requests).sum();
    assert_eq!((run.seconds.len(), requests), (1, 14));
    assert_eq!(run.telemetry.request_logs.iter().map(|log| log.requests).collect::<Vec<_>>(), [2, 10]);
}

#[test]
fn damaged_points_are_reported_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let cpu = series("docker01", "system.cpu.utilization", "user");
    let readings: Vec<Reading> = (0..300).map(|n| reading(&cpu, n * 1_000_003, n as f64 / 3.0)).collect();
    writer.add_readings(&readings).unwrap();
    writer.finish(&completed()).unwrap();
    for damage in [
        "UPDATE point_blocks SET count = 299",
        "UPDATE point_blocks SET count = 301",
        "UPDATE point_blocks SET count = 9000000000",
        "UPDATE point_blocks SET points = x'80'",
        "UPDATE point_times SET times = x''",
        "PRAGMA foreign_keys = OFF; DELETE FROM point_times",
    ] {
        let copy = folder.path().join("damaged.run");
        std::fs::copy(&path, &copy).unwrap();
        rusqlite::Connection::open(&copy).unwrap().execute_batch(damage).unwrap();
        let read = TelemetryReader::open(&copy)
            .and_then(|reader| reader.points(&SeriesFilter::default(), TimeWindow::ALL));
        assert!(read.unwrap_err().to_string().contains("damaged"), "{damage}");
    }
}

#[test]
fn every_metric_that_an_analysis_looks_at_comes_back_from_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut writer) = new_run(folder.path());
    let all = plimsoll_run::metric::ANALYSED;
    let readings: Vec<Reading> = all.iter().map(|name| reading(&series("a", name, "user"), 1, 1.0)).collect();
    writer.add_readings(&readings).unwrap();
    writer.finish(&completed()).unwrap();
    for name in all {
        assert_eq!(read(&path, &SeriesFilter::metric(*name), TimeWindow::ALL).len(), 1, "{name}");
    }
}
