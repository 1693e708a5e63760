//! What one collector works with: its source, where its findings go, and how it is told to end.

use super::clock::{RunTime, SharedOffset};
use super::delivery::{Counts, Delivery, Totals};
use super::source::SourceSpec;
use super::transport::Transport;
use plimsoll_run::{Gap, Input, InputPlacement, Instance, PlacementEvidence, Source};
use plimsoll_telemetry::format::Format;
use plimsoll_telemetry::options::{FirstRow, ReaderOptions};
use plimsoll_telemetry::reader::Reader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// Whether the end is asked for; one for all collectors.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits for `time`, or until the end is asked for; whether it was.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.is_asked() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
        true
    }
}

/// What a collector works with.
pub struct Task {
    pub transport: Transport,
    pub watched: SourceSpec,
    pub source: Source,
    pub time: RunTime,
    pub offset: SharedOffset,
    pub out: SyncSender<Delivery>,
    pub stop: Stop,
    pub sockets: PathBuf,
}

impl Task {
    /// What a collector with this task has read; the rest of the totals is empty.
    pub fn totals(&self, name: String, bytes: u64, trouble: Option<String>, counts: Counts) -> Totals {
        let input = Input {
            name,
            format: self.watched.kind.format().unwrap_or_default().to_owned(),
            host: self.source.host.clone(),
            bytes,
            sha256: None,
            placement: InputPlacement { evidence: PlacementEvidence::StampedAsRead, ..Default::default() },
            readings: counts.readings,
            events: counts.events,
            requests: counts.requests,
            problems: counts.problems,
            placed: Vec::new(),
            refused: trouble.clone(),
        };
        let trouble = trouble.or(counts.last_problem);
        Totals { input, cpu: None, watched: Duration::ZERO, restarts: 0, trouble }
    }
}

/// The reader of a source; `None` while its format isn't known yet.
pub fn reader(task: &Task, head: &[u8]) -> Result<Option<Box<dyn Reader>>, String> {
    let format = match task.watched.kind.format() {
        Some(name) => Format::named(name).map_err(|error| error.to_string())?,
        None => match plimsoll_telemetry::format::recognise(head) {
            Some(format) => format,
            None => return Ok(None),
        },
    };
    let options = ReaderOptions {
        source: task.source.clone(),
        pattern: task.watched.kind.pattern().map(str::to_owned),
        time_zone: jiff::tz::TimeZone::system(),
        first_row: FirstRow::SinceBoot,
        ..ReaderOptions::default()
    };
    format.reader(&options).map(Some).map_err(|error| error.to_string())
}

/// An interruption of a source: told when it begins, and told again when it ends.
pub struct Interruption {
    source: Source,
    out: SyncSender<Delivery>,
    open: Option<Gap>,
}

impl Interruption {
    pub fn new(task: &Task) -> Interruption {
        Interruption { source: task.source.clone(), out: task.out.clone(), open: None }
    }

    /// Of a part of a source.
    pub fn of(task: &Task, instance: Instance) -> Interruption {
        let source = Source { host: task.source.host.clone(), instance };
        Interruption { source, ..Interruption::new(task) }
    }

    /// Nothing comes since `from_us`.
    pub fn begin(&mut self, from_us: i64, reason: &str) {
        if self.open.is_some() {
            return;
        }
        let gap = Gap { source: self.source.clone(), from_us, to_us: None, reason: reason.to_owned() };
        let _ = self.out.send(Delivery::Gap(gap.clone()));
        self.open = Some(gap);
    }

    /// Something came again.
    pub fn end(&mut self, to_us: i64) {
        if let Some(gap) = self.open.take() {
            let _ = self.out.send(Delivery::Gap(Gap { to_us: Some(to_us), ..gap }));
        }
    }
}
