//! A writer that is killed loses at most what it had not flushed.

use crate::fixture::{header, second, step};
use plimsoll_run::{
    At, Reading, ReadingKind, Run, RunEvent, RunWriter, Series, SeriesFilter, Source, TelemetryReader,
    TimeWindow,
};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Set for the child process only: the file to write.
const CHILD_FILE: &str = "PLIMSOLL_TEST_CRASH_FILE";
const FLUSHED: &str = "flushed ";

/// Not a test by itself: what the killed process does.
#[test]
fn writes_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD_FILE).map(PathBuf::from) else { return };
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&RunEvent::StepStarted(step(1))).unwrap();
    for n in 0.. {
        writer.append(&second(1, n)).unwrap();
        writer.add_readings(&[reading(n)]).unwrap();
        writer.flush().unwrap();
        // Past libtest's capture, which only holds what is printed.
        writeln!(std::io::stdout(), "\n{FLUSHED}{n}").unwrap();
    }
}

fn reading(second: u32) -> Reading {
    let series = Series {
        source: Source::host("docker01"),
        metric: "system.cpu.utilization".into(),
        attributes: Default::default(),
        unit: "1".into(),
        kind: ReadingKind::Gauge,
    };
    Reading { at: At::Run(i64::from(second) * 1_000_000), series: Arc::new(series), value: f64::from(second) }
}

/// Kills a writer after `flushes`; returns the last second that it said to have flushed.
fn kill_writer(path: &Path, flushes: u32) -> u32 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["crash::writes_until_it_is_killed", "--exact", "--nocapture"])
        .env(CHILD_FILE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut last = 0;
    for line in lines.map_while(Result::ok) {
        if let Some(flushed) = line.strip_prefix(FLUSHED) {
            last = flushed.parse().unwrap();
            if last == flushes {
                child.kill().unwrap();
            }
        }
    }
    child.wait().unwrap();
    last
}

#[test]
fn a_killed_run_opens_with_all_that_was_flushed() {
    // 1,000 pages into its -wal SQLite moves them to the file: also kill around that.
    for flushes in [0, 3, 200, 700, 1_100] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("killed.run");
        let last = kill_writer(&path, flushes);
        let run = Run::open(&path).unwrap();
        assert_eq!(run.end, None);
        assert_eq!(run.header, header_as_of(&run));
        let found: Vec<u32> = run.seconds.iter().map(|s| s.second).collect();
        assert!(found.len() as u32 > last, "{} seconds, {last} was flushed", found.len());
        assert_eq!(found, (0..found.len() as u32).collect::<Vec<_>>());
        let stored_to_us = found.len() as u64 * 1_000_000;
        assert_eq!(run.steps[0].measured_to_us, Some(stored_to_us.min(60_000_000)));
        let points = TelemetryReader::open(&path).unwrap();
        let points = points.points(&SeriesFilter::default(), TimeWindow::ALL).unwrap();
        assert_eq!(points[0].points.len(), found.len());
        assert!((0..).zip(&points[0].points).all(|(n, point)| point.value == f64::from(n)));
        // The same when it is opened again, and each second is whole.
        assert_eq!(Run::open(&path).unwrap().seconds.len(), found.len());
        assert!(run.seconds.iter().all(|s| s.transactions.len() == 3 && s.generator.workers.len() == 2));
    }
}

/// The child captured its own environment, a moment earlier or later.
fn header_as_of(run: &Run) -> plimsoll_run::RunHeader {
    plimsoll_run::RunHeader { environment: run.header.environment.clone(), ..header() }
}

#[test]
fn the_file_alone_is_a_run_even_without_what_is_next_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.run");
    kill_writer(&path, 3);
    let copy = folder.path().join("copy.run");
    std::fs::copy(&path, &copy).unwrap();
    assert_eq!(Run::open(&copy).unwrap().header.name, "lookup");
}

/// As a kill leaves it that comes while the writer puts the file into its last form.
#[test]
fn a_file_that_was_left_half_changed_is_put_back_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("a.run"), folder.path().join("copy.run"));
    let journal = |path: &Path| path.with_extension("run-journal");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&second(1, 0)).unwrap();
    writer.finish(&crate::fixture::completed()).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    // The pages go into the file before the end of the transaction, as far as the cache has no room for them.
    connection
        .execute_batch("PRAGMA cache_size = 1; BEGIN; DELETE FROM intervals; DELETE FROM meta")
        .unwrap();
    connection.execute_batch("CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(400000))").unwrap();
    assert!(std::fs::metadata(journal(&path)).unwrap().len() > 512, "the journal is not in use");
    std::fs::copy(&path, &copy).unwrap();
    std::fs::copy(journal(&path), journal(&copy)).unwrap();
    let run = Run::open(&copy).unwrap();
    assert_eq!((run.seconds.len(), run.header.name.as_str()), (1, "lookup"));
    assert!(!journal(&copy).exists());
}
