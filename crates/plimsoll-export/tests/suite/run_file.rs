//! A run file whose sums are known.

use plimsoll_export::{ExportSettings, Exported, Receiver, export};
use plimsoll_run::{
    ArrivalInterval, End, EndReason, ErrorKind, Interval, Latencies, LoadStep, RunEvent, RunHeader,
    RunWriter, Second, TransactionKey, TransactionKind, WorkerInterval,
};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A name that each protocol has to write in its own way.
pub const NAME: &str = "GET /a b,c=\"d\"\\";
pub const STEP_S: u32 = 40;

/// What a receiver has to say at last.
#[derive(Default)]
pub struct Sums {
    pub requests: u64,
    pub errors: u64,
    pub status_errors: u64,
    pub arrivals: u64,
    pub response: Latencies,
}

pub struct RunFile {
    /// It goes with the file's.
    _folder: tempfile::TempDir,
    pub path: PathBuf,
    pub started_unix_us: i64,
    pub sums: Sums,
    writer: Option<RunWriter>,
}

impl RunFile {
    /// Of two steps, the second one still going on, and over by now.
    pub fn begin() -> RunFile {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.run");
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
        let started_unix_us = now.as_micros() as i64 - i64::from(2 * STEP_S + 5) * 1_000_000;
        let header = RunHeader {
            name: "shop".to_owned(),
            repeat: 1,
            started_unix_us,
            labels: vec![("commit".to_owned(), "a1b2c3".to_owned())],
            ..RunHeader::default()
        };
        let writer = Some(RunWriter::create(&path, &header).expect("made"));
        RunFile { _folder: folder, path, started_unix_us, sums: Sums::default(), writer }
    }

    pub fn whole() -> RunFile {
        let mut file = RunFile::begin();
        file.write(0..2 * STEP_S);
        file.end();
        file
    }

    /// The time of the last second's end.
    pub fn end_s(&self) -> i64 {
        self.started_unix_us / 1_000_000 + i64::from(2 * STEP_S) + 1
    }

    pub fn write(&mut self, seconds: std::ops::Range<u32>) {
        for second in seconds {
            if second % STEP_S == 0 {
                self.append(&RunEvent::StepStarted(step(second / STEP_S + 1)));
            }
            let second = made(second / STEP_S + 1, second);
            self.add(second);
        }
    }

    /// Part of a second that was written before, as a node hands it in that was away.
    pub fn grow(&mut self, second: u32) {
        let mut late = Second { step: second / STEP_S + 1, second, ..Second::default() };
        let interval =
            Interval { requests: 7, response: Latencies::from_counts([(2_000, 7)]), ..Interval::default() };
        late.transactions.insert(key(NAME), interval);
        self.add(late);
    }

    fn add(&mut self, second: Second) {
        for interval in second.transactions.values() {
            self.sums.requests += interval.requests;
            self.sums.errors += interval.errors_total();
            let of_status = interval.errors.iter().filter(|((kind, _), _)| *kind == ErrorKind::Status);
            self.sums.status_errors += of_status.map(|(_, count)| count).sum::<u64>();
            self.sums.response.merge(&interval.response);
        }
        self.sums.arrivals +=
            second.generator.arrivals.values().map(|arrivals| arrivals.started).sum::<u64>();
        self.append(&RunEvent::Second(second));
    }

    fn append(&mut self, event: &RunEvent) {
        let writer = self.writer.as_mut().expect("not ended");
        writer.append(event).expect("written");
        writer.flush().expect("written");
    }

    pub fn end(&mut self) {
        let end = End { at_us: u64::from(2 * STEP_S) * 1_000_000, reason: EndReason::Completed };
        self.writer.take().expect("not ended").finish(&end).expect("written");
    }
}

fn key(name: &str) -> TransactionKey {
    TransactionKey { name: name.to_owned(), kind: TransactionKind::Request }
}

fn step(number: u32) -> LoadStep {
    let started_us = u64::from((number - 1) * STEP_S) * 1_000_000;
    LoadStep {
        number,
        threads: 5 * number,
        nodes: 1,
        started_us,
        measured_from_us: started_us,
        ..LoadStep::default()
    }
}

fn made(step: u32, number: u32) -> Second {
    let mut second = Second { step, second: number, ..Second::default() };
    for (name, factor) in [(NAME, 1), ("POST /order", 3)] {
        let counts = (1..=20_u64).map(|i| (u64::from(number + 1) * 311 + i * i * 1_000 * factor, i));
        let mut interval =
            Interval { requests: 210, bytes_received: 1_000, bytes_sent: 100, ..Interval::default() };
        interval.response = Latencies::from_counts(counts);
        if factor == 3 && number.is_multiple_of(2) {
            interval.fail(ErrorKind::Status, "503", 900);
            interval.fail(ErrorKind::Status, "500", 900);
        }
        if factor == 3 && number.is_multiple_of(3) {
            interval.fail(ErrorKind::ResponseTimeout, "", 900);
        }
        second.transactions.insert(key(name), interval);
    }
    let worker =
        WorkerInterval { cpu_us: 250_000, wall_us: 1_000_000, users: 5 * step, ..WorkerInterval::default() };
    second.generator.workers.insert(0, worker);
    second.generator.lateness = Latencies::from_counts([(40, 90), (700, 10)]);
    let arrivals =
        ArrivalInterval { due: 10, started: 9, dropped: 1, waiting: 2, ..ArrivalInterval::default() };
    second.generator.arrivals.insert("checkout".to_owned(), arrivals);
    second
}

pub fn receiver(url: &str) -> Receiver {
    Receiver::parse(url, None).unwrap_or_else(|error| panic!("{url}: {error}"))
}

/// With a label of its own.
pub fn send(run: &Path, url: &str, follow: bool, patience: Duration) -> Exported {
    let settings = ExportSettings {
        labels: vec![("team".to_owned(), "lab".to_owned())],
        follow,
        patience,
        is_going: &|_| true,
        stopped: &|| false,
        say: &|_| (),
    };
    export(run, &receiver(url), &settings).expect("a run file")
}

pub const PATIENCE: Duration = Duration::from_secs(30);
