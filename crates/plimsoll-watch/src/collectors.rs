//! All collectors of a run: started together, emptied every second, ended together.

use super::clock::{self, SharedOffset};
use super::delivery::{Delivery, Totals};
use super::output::Counts;
use super::source::{Access, SourceSpec, WatchSpec, WatchTarget};
use super::transport::Transport;
use super::{poll, stream};
use plimsoll_run::{Gap, Host, Input, InputPlacement, Instance, RunWriter, Source, StoreError};
use plimsoll_telemetry::format::Format;
use plimsoll_telemetry::options::{FirstRow, ReaderOptions};
use plimsoll_telemetry::reader::Reader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The run's clock, for collectors.
#[derive(Clone, Copy, Debug)]
pub struct RunTime {
    origin: Instant,
    started_unix_us: i64,
}

impl RunTime {
    /// `now_us` on the run's clock is now; its 0 was `started_unix_us` microseconds after 1970.
    pub fn new(now_us: u64, started_unix_us: i64) -> RunTime {
        let now = Instant::now();
        RunTime { origin: now.checked_sub(Duration::from_micros(now_us)).unwrap_or(now), started_unix_us }
    }

    /// A clock of its own, for watching without a run.
    pub fn now() -> RunTime {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        RunTime { origin: Instant::now(), started_unix_us: unix.as_micros() as i64 }
    }

    pub fn now_us(&self) -> i64 {
        self.origin.elapsed().as_micros() as i64
    }

    pub fn unix_us(&self) -> i64 {
        self.started_unix_us + self.now_us()
    }

    pub fn started_unix_us(&self) -> i64 {
        self.started_unix_us
    }
}

/// Deliveries that may wait to be taken; then collectors wait, and later readings come late but none is lost.
const WAITING_MAX: usize = 10_000;
/// How long collectors may take to end.
const ENDING: Duration = Duration::from_secs(3);
/// A host's clock is compared anew so often.
const CLOCK_EVERY: Duration = Duration::from_secs(60);

/// Running collectors.
pub struct Collectors {
    received: Receiver<Delivery>,
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
    transports: Vec<Transport>,
    /// ssh's control sockets; gone with the collection.
    sockets: Option<tempfile::TempDir>,
}

/// Told to all collectors.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
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
            placement: InputPlacement { evidence: "stamped as it was read".to_owned(), ..Default::default() },
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

impl Collectors {
    /// Starts all collectors; an error only when not even a thread or a folder can be made.
    pub fn start(watch: &WatchSpec, time: RunTime) -> std::io::Result<Collectors> {
        let (out, received) = sync_channel(WAITING_MAX);
        // A short path: the name of a socket has about a hundred characters at the most.
        let sockets = tempfile::Builder::new().prefix("plimsoll-").tempdir()?;
        let mut collection = Collectors {
            received,
            stop: Stop::default(),
            threads: Vec::new(),
            transports: watch.targets.iter().map(|target| target.transport.clone()).collect(),
            sockets: None,
        };
        for target in &watch.targets {
            let offset = SharedOffset::default();
            for watched in &target.sources {
                let task = Task {
                    transport: target.transport.clone(),
                    source: Source {
                        host: target.name.clone(),
                        instance: watched.kind.instance(watched.instance.as_deref()),
                    },
                    watched: watched.clone(),
                    time,
                    offset: offset.clone(),
                    out: out.clone(),
                    stop: collection.stop.clone(),
                    sockets: sockets.path().to_owned(),
                };
                collection.spawn(&target.name, move || collect(task))?;
            }
            let (target, out, stop) = (target.clone(), out.clone(), collection.stop.clone());
            let folder = sockets.path().to_owned();
            collection
                .spawn("clock", move || compare_clocks(&target, &folder, &offset, &time, &out, &stop))?;
        }
        collection.sockets = Some(sockets);
        Ok(collection)
    }

    fn spawn(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
        let name = format!("watch {name}");
        self.threads.push(std::thread::Builder::new().name(name).stack_size(1024 * 1024).spawn(work)?);
        Ok(())
    }

    /// What has come since the last call.
    pub fn take(&self) -> Vec<Delivery> {
        self.received.try_iter().collect()
    }

    /// Stores what has come since the last call.
    pub fn store(&self, writer: &mut RunWriter) -> Result<(), StoreError> {
        self.received.try_iter().try_for_each(|collected| collected.store(writer))
    }

    /// Ends all collectors and gives what was left; those that don't end in time are left to themselves.
    pub fn finish(mut self) -> Vec<Delivery> {
        self.stop.0.store(true, Ordering::Relaxed);
        let until = Instant::now() + ENDING;
        let mut rest = Vec::new();
        while self.threads.iter().any(|thread| !thread.is_finished()) {
            let left = until.saturating_duration_since(Instant::now());
            match self.received.recv_timeout(left.min(Duration::from_millis(20))) {
                Ok(collected) => rest.push(collected),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => break,
                Err(_) => {}
            }
        }
        rest.extend(self.received.try_iter());
        self.hang_up();
        rest
    }

    fn hang_up(&mut self) {
        let Some(sockets) = self.sockets.take() else { return };
        for transport in self.transports.drain(..) {
            let Some(mut command) = transport.hang_up(sockets.path()) else { continue };
            let silent = || std::process::Stdio::null();
            let _ = command.stdin(silent()).stdout(silent()).stderr(silent()).status();
        }
    }
}

/// A collection that is dropped (the run failed) must not leave tools running on hosts.
impl Drop for Collectors {
    fn drop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
        self.hang_up();
    }
}

fn collect(task: Task) {
    let out = task.out.clone();
    let totals = match task.watched.kind.access(task.watched.every) {
        Access::Service(service) => poll::run(task, service),
        Access::Script(script) => stream::run(task, &script),
    };
    let _ = out.send(Delivery::Ended(Box::new(totals)));
}

fn compare_clocks(
    target: &WatchTarget,
    sockets: &std::path::Path,
    offset: &SharedOffset,
    time: &RunTime,
    out: &SyncSender<Delivery>,
    stop: &Stop,
) {
    let mut host = Host { name: target.name.clone(), role: target.role.clone(), clock: None };
    let _ = out.send(Delivery::Host(host.clone()));
    loop {
        if let Ok(Some(clock)) = clock::ask(&target.transport, sockets, time) {
            offset.set(&clock);
            host.clock = Some(clock);
            let _ = out.send(Delivery::Host(host.clone()));
        }
        if matches!(target.transport, Transport::Local | Transport::Network) || stop.wait(CLOCK_EVERY) {
            return;
        }
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
